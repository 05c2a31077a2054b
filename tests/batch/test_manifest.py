"""A list of documents beside what is there: what it says goes to the document that it means, and to no other."""

import pytest

from docpipe.batch.folder import search
from docpipe.batch.manifest import load, matched
from docpipe.errors import SettingsError


@pytest.fixture
def listed(tmp_path):
    """``listed("path,No\\nlease.pdf,1\\n", "lease.pdf")`` gives what came of a list of the files of a folder."""

    def made(text, *names):
        for name in names:
            path = tmp_path / "room" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes((b"%PDF-1.4 " if name.lower().endswith("pdf") else b"a,b ") + name.encode())
        (tmp_path / "index.csv").write_text(text, encoding="utf-8")
        return matched(load(tmp_path / "index.csv"), search(tmp_path / "room", tmp_path / "out"))

    return made


def said(listed):
    return {job.source.name: dict(job.manifest) for job in listed.jobs}


def astray(listed):
    return [(one.row.number, one.row.named, one.why, one.is_lost) for one in listed.astray]


def test_a_row_whose_document_is_not_there_is_known_by_its_number_as_a_spreadsheet_counts(listed):
    found = listed('path,Note\n\n"a.pdf","two\nlines"\ngone/b.pdf,x\n,nobody\n', "a.pdf", "c.pdf")
    assert said(found) == {"a.pdf": {"Note": "two\nlines"}, "c.pdf": {}}
    assert astray(found) == [(4, "gone/b.pdf", "is not there", True), (5, "", "names no document", True)]
    assert found.unlisted == 1


def test_a_path_goes_before_a_name_and_a_name_that_several_have_is_nobodys(listed):
    names = ("lease.pdf", "x/lease.pdf", "x/nda.pdf", "y/nda.pdf", "y/sole.pdf")
    found = listed("file,No\nlease.pdf,1\nnda.pdf,2\nsole.pdf,3\n", *names)
    assert [dict(job.manifest) for job in found.jobs] == [{"No": "1"}, {}, {}, {}, {"No": "3"}]
    assert astray(found) == [(3, "nda.pdf", "is the name of 2 documents: write the path of each", True)]


def test_names_that_differ_in_case_alone_are_told_apart_and_else_case_does_not_matter(listed, tmp_path):
    found = listed("path,No\nA.PDF,1\nb.pdf,2\n", "a.pdf", "b.pdf", "B.pdf")
    if len(found.jobs) == 2:
        pytest.skip("this file system has one of them")
    assert said(found) == {"a.pdf": {"No": "1"}, "b.pdf": {"No": "2"}, "B.pdf": {}}


def test_what_is_there_and_no_document_is_not_said_to_be_missing(listed):
    found = listed("path\ndata.csv\n.secret.pdf\ndeep\n", "data.csv", ".secret.pdf", "deep/a.pdf", "deep/b.pdf")
    assert [(named, why, lost) for _, named, why, lost in astray(found)] == [
        ("data.csv", "is of a type that is not read", False),
        (".secret.pdf", "is hidden, or left there by a program", False),
        ("deep", "is no document, but holds 2: list those", False),
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("path\na.pdf\nb.pdf\n./A.pdf\nb.pdf\n", "names a document twice: rows 2 and 4 a.pdf; rows 3 and 5 b.pdf"),
        ("path,No\nLease, signed.pdf,1\n", "row 2: has 3 cells, and there are 2 columns: put a cell"),
        ("path,No,No\na.pdf,1,2\n", "several columns No"),
        ("No\n1\n", "has no column path, file or name, but No"),
        ("", "has no column path, file or name, but none"),
    ],
)
def test_a_list_that_could_be_taken_in_two_ways_is_wrong_usage(listed, text, why):
    with pytest.raises(SettingsError, match=why):
        listed(text)


def test_a_list_in_another_encoding_says_what_to_do(tmp_path):
    (tmp_path / "index.csv").write_bytes("path,编号\n合同.pdf,1\n".encode("gb18030"))
    with pytest.raises(SettingsError, match='save it as "CSV UTF-8"'):
        load(tmp_path / "index.csv")
