"""Documents of one name can be told apart in a workbook; those that have their name to themselves keep it."""

import copy

import openpyxl
import pytest

from docpipe.cli import run
from docpipe.export.names import shortest
from docpipe.sinks.json import dumps


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["room/a.pdf", "room/x/b.pdf"], ["a.pdf", "b.pdf"]),
        (["room/a.pdf", "room/x/a.pdf", "b.pdf"], ["room/a.pdf", "x/a.pdf", "b.pdf"]),
        (["p/x/a.pdf", "q/x/a.pdf", "q/y/a.pdf"], ["p/x/a.pdf", "q/x/a.pdf", "y/a.pdf"]),
        (["a.pdf", "x/a.pdf"], ["a.pdf", "x/a.pdf"]),
        ([r"r\x\a.pdf", r"r\y\a.pdf"], [r"x\a.pdf", r"y\a.pdf"]),
        (["x/caf\u00e9.pdf", "y/cafe\u0301.pdf"], ["x/caf\u00e9.pdf", "y/cafe\u0301.pdf"]),
        (["/x/a.pdf", "/y/a.pdf", "s3://z/a.pdf"], ["x/a.pdf", "y/a.pdf", "z/a.pdf"]),
    ],
)
def test_a_name_is_as_short_as_tells_it_from_all_others(paths, names):
    found = shortest(paths)
    assert [found[path] for path in paths] == names


@pytest.fixture
def exported(tmp_path, lease):
    """``exported({"x.json": {"path": …}})``: results of documents, those with a "code" failures, as a workbook."""

    def made(documents):
        for name, about in documents.items():
            data = copy.deepcopy(lease)
            if "code" in about:
                data = {"error": {"message": "ask again", **about}}
            else:
                data["document"] |= {"name": about["path"].rpartition("/")[2], **about}
            path = tmp_path / "results" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dumps(data, 2), encoding="utf-8")
        assert run(["export", str(tmp_path / "results"), "--to", str(tmp_path / "grid.xlsx"), "-q"]) == 0
        return openpyxl.load_workbook(tmp_path / "grid.xlsx")

    return made


def names(sheet):
    return list(dict.fromkeys(row[0] for row in sheet.iter_rows(min_row=2, values_only=True)))


def test_every_sheet_tells_documents_of_one_name_apart_and_leaves_the_others_as_they_are(exported):
    book = exported(
        {
            "1.json": {"path": "room/x/lease.pdf"},
            "2.json": {"path": "room/y/lease.pdf"},
            "3.json": {"path": "room/y/nda.pdf"},
            "4.json": {"path": "room/z.zip/nda.pdf", "container": "z.zip"},
            "5.error.json": {"code": "NoText", "document": "room/lease.pdf"},
            "6.error.json": {"code": "NoText", "document": "room/scan.pdf"},
        }
    )
    told = ["x/lease.pdf", "y/lease.pdf", "nda.pdf", "room/z.zip/nda.pdf"]
    assert {sheet.title: names(sheet) for sheet in book if sheet.title in ("Contracts", "Values", "Parties")} == {
        "Contracts": told,
        "Values": told,
        "Parties": told,
    }
    assert names(book["Failed"]) == ["room/lease.pdf", "scan.pdf"]


def test_of_two_documents_on_the_same_relative_path_the_results_are_named(exported):
    book = exported(
        {
            "here/lease.json": {"path": "room/lease.pdf", "sha256": "a" * 64},
            "there/lease.json": {"path": "room/lease.pdf", "sha256": "b" * 64},
        }
    )
    assert names(book["Contracts"]) == ["here/lease.json", "there/lease.json"]


def test_what_a_list_says_of_any_document_has_its_column_though_the_first_is_not_on_it(exported):
    book = exported(
        {
            "1.json": {"path": "room/a.pdf"},
            "2.json": {"path": "room/b.pdf", "manifest": {"Custodian": "Ms Otter"}},
            "3.json": {"path": "room/c.pdf", "manifest": {"No": "3.1"}},
        }
    )
    rows = [row[:4] for row in book["Contracts"].iter_rows(values_only=True)]
    assert rows[0] == ("Document", "Custodian", "No", "Title")
    assert [row[:3] for row in rows[1:]] == [("a.pdf", None, None), ("b.pdf", "Ms Otter", None), ("c.pdf", None, "3.1")]
