"""What a batch may be given: folders, files, patterns, lists."""

import os
import sys
from pathlib import Path

import pytest

from docpipe.addresses import path_of
from docpipe.batch.folder import apart_from, documents, found_in, name_of
from docpipe.batch.sources import fits, gathered
from docpipe.errors import SettingsError


@pytest.fixture
def room(tmp_path, monkeypatch):
    for name in ("a.pdf", "b.csv", "deep/c.pdf", "deep/er/d.pdf", "deep/.e.pdf", ".git/f.pdf", "other/g.pdf"):
        path = tmp_path / "room" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"%PDF " + name.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(*given, listed=None):
    sources = gathered(given, listed)
    return [name_of(one, sources.folder) for one in sources.files]


def test_two_stars_stand_for_any_folders_and_one_for_a_part_of_a_name(room):
    assert names("room/**/*.pdf") == ["a.pdf", "deep/c.pdf", "deep/er/d.pdf", "other/g.pdf"]
    assert names("room/*/*.pdf") == ["deep/c.pdf", "other/g.pdf"]
    assert names("room/d*/**") == ["deep/c.pdf", "deep/er/d.pdf"]
    assert names("room/[ab].*") == ["a.pdf", "b.csv"]
    assert names(str(room / "room" / "**" / "er" / "*")) == ["deep/er/d.pdf"]


def test_a_file_whose_name_would_be_a_pattern_is_that_file(room):
    (room / "room/[1].pdf").write_bytes(b"%PDF")
    assert names("room/[1].pdf") == ["[1].pdf"]


@pytest.mark.skipif(os.name != "nt", reason="only Windows takes a backslash for a slash, and A for a")
def test_a_pattern_is_written_as_paths_are_on_windows(room):
    assert names("room\\**\\*.PDF") == ["a.pdf", "deep/c.pdf", "deep/er/d.pdf", "other/g.pdf"]


def test_several_sources_are_told_from_the_folder_that_holds_them_and_no_file_comes_twice(room):
    assert names("room/deep", "room/other", "room/deep/../other/g.pdf") == [
        "deep/c.pdf",
        "deep/er/d.pdf",
        "other/g.pdf",
    ]
    assert names("room/a.pdf") == ["a.pdf"]


def test_what_is_hidden_is_known_below_a_folder_and_taken_where_it_is_named(room):
    assert [path.name for path in gathered(["room/deep"], None).hidden] == [".e.pdf"]
    assert names("room/deep/.e.pdf") == [".e.pdf"]
    assert gathered(["room/deep/*"], None).hidden == ()


def test_a_list_names_files_from_where_it_lies_and_what_is_missing_stays(room):
    (room / "room/list.txt").write_bytes("\ufeffdeep/c.pdf\r\n\r\ngone.pdf\r\nother\r\n".encode())
    sources = gathered([], "room/list.txt")
    assert [(one.source.as_posix(), one.is_there) for one in sources.files] == [
        ("room/deep/c.pdf", True),
        ("room/gone.pdf", False),
        ("room/other/g.pdf", True),
    ]
    found = found_in(sources, room / "out")
    assert [job.slot.result.relative_to(room).as_posix() for job in found.jobs] == [
        "out/deep/c.json",
        "out/gone.json",
        "out/other/g.json",
    ]


def test_a_list_may_lie_apart_from_what_it_names(room):
    (room / "lists").mkdir()
    (room / "lists/all.txt").write_text(f"{room / 'room' / 'a.pdf'}\n../room/deep/c.pdf\n", encoding="utf-8")
    found = found_in(gathered([], "lists/all.txt"), room / "out")
    assert [job.slot.result.name for job in found.jobs] == ["a.json", "c.json"]
    below = [job.slot.result.relative_to(room / "out").as_posix() for job in found.jobs]
    assert below == ["room/a.json", "room/deep/c.json"]


def test_a_path_and_its_address_are_one_document(room):
    there = (room / "room").as_posix()
    address = f"file://{'' if there.startswith('/') else '/'}{there}"
    (room / "list.txt").write_text(f"{address}/a.pdf\nroom/a.pdf\n", encoding="utf-8")
    both = gathered(["room/a.pdf", f"{address}/a.pdf", f"{address}/*.pdf"], "list.txt").files
    assert [(one.source.name, one.address) for one in both] == [("a.pdf", None)]


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("file:///room/why?x=1 100%.pdf", "/room/why?x=1 100%.pdf"),
        ("FILE://localhost/room/a.pdf", "/room/a.pdf"),
        ("file:///C:/room/a.pdf", "C:/room/a.pdf"),
        ("s3://room/a.pdf", "s3://room/a.pdf"),
        ("room/a.pdf", "room/a.pdf"),
    ],
)
def test_the_address_of_a_file_is_its_path(given, path):
    assert path_of(given) == path


def test_a_pattern_that_nothing_fits_is_told(room):
    assert gathered(["room/*.docx"], None).without == ("room/*.docx",)


@pytest.mark.parametrize("wrong", ["gone", "gone/lease.pdf"])
def test_what_is_not_there_is_wrong_usage(room, wrong):
    with pytest.raises(SettingsError, match="does not exist"):
        gathered([wrong], None)


def test_a_list_that_is_not_there_is_wrong_usage(room):
    with pytest.raises(SettingsError, match="--files-from gone"):
        gathered([], "gone.txt")


def test_the_output_is_no_source_of_a_pattern_either(room):
    assert names("room/**") != []
    found = gathered(["room/**"], None, apart_from(room / "room/deep")).files
    assert [one.source.name for one in found] == ["a.pdf", "b.csv", "g.pdf"]


def test_documents_of_a_folder_or_pattern_are_those_that_are_read(room):
    assert documents("room/*") == [Path("room/a.pdf")]
    assert documents(Path("room/deep")) == [Path("room/deep/c.pdf"), Path("room/deep/er/d.pdf")]
    assert documents("gone") == []


@pytest.mark.parametrize(
    ("path", "pattern", "fitting"),
    [
        ("a/b/c", "a/**/c", True),
        ("a/c", "a/**/c", True),
        ("a/b", "a/**/c", False),
        ("a/b", "*", False),
        ("a", "**", True),
    ],
)
def test_a_pattern_is_compared_part_by_part(path, pattern, fitting):
    assert fits(path.split("/"), pattern.split("/")) is fitting


@pytest.mark.skipif(os.name == "nt", reason="no file is called so on Windows")
def test_a_line_of_a_list_is_a_name_as_it_stands_there(room):
    names_ = [b" lead.pdf", b"trail.pdf ", "a\u2028b\x0b\x0c\x85.pdf".encode(), b"bad\xff\xfe.pdf"]
    for name in names_:
        (room / "room" / os.fsdecode(name)).write_bytes(b"%PDF")
    (room / "room/list.txt").write_bytes(b"\n".join([*names_, b"  a.pdf  ", b"  ", b"deep/c.pdf\r", b""]))
    files = gathered([], "room/list.txt").files
    assert sorted(os.fsencode(one.source.name) for one in files) == sorted([*names_, b"a.pdf", b"c.pdf"])
    assert all(one.is_there for one in files)


def test_a_list_may_be_written_as_powershell_does(room):
    (room / "room/list.txt").write_text("a.pdf\r\ndeep/c.pdf\r\n", encoding="utf-16")
    assert names(listed="room/list.txt") == ["a.pdf", "deep/c.pdf"]


def test_a_list_parted_by_nul_is_wrong_usage_and_its_line_is_told(room):
    (room / "room/list.txt").write_bytes(b"a.pdf\nb.pdf\0c.pdf\0")
    with pytest.raises(SettingsError, match="line 2: holds a NUL"):
        gathered([], "room/list.txt")


def test_an_address_that_cannot_be_used_is_told_with_its_line(room):
    (room / "room/list.txt").write_text("a.pdf\n\nhttps://user:se/cret@host/a.pdf\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"list\.txt: line 3: https://…: the port is no number"):
        gathered([], "room/list.txt")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become somebody else")
def test_what_cannot_be_opened_stays_among_the_documents_and_the_others_too(room):
    (room / "room/closed").mkdir(mode=0o700)
    (room / "room/closed/x.pdf").write_bytes(b"%PDF")
    (room / "room/unread.txt").write_text("words", encoding="utf-8")
    (room / "room/unread.txt").chmod(0o600)
    os.chdir(room / "room")
    open_to_all = [above for above in [room, *room.parents] if above.owner() == "root" and above != above.parent]
    modes = [(above, above.stat().st_mode) for above in open_to_all]
    for above, mode in modes:
        above.chmod(mode | 0o055)
    os.seteuid(65534)
    try:
        found = found_in(gathered(["."], None, apart_from(room / "out")), room / "out")
        assert [(job.source.as_posix()) for job in found.jobs][-2:] == ["other/g.pdf", "unread.txt"]
        assert "closed" in [job.source.as_posix() for job in found.jobs]
        assert [job.source.as_posix() for job in found_in(gathered(["closed"], None), room / "out").jobs] == ["closed"]
    finally:
        os.seteuid(0)
        for above, mode in modes:
            above.chmod(mode)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_what_is_not_gone_into_is_known_and_a_link_to_nothing_is_a_document_that_is_not_there(room):
    apart = Path("elsewhere")
    (apart / "deep").mkdir(parents=True)
    (apart / "deep/z.pdf").write_bytes(b"%PDF")
    Path("room/linked").symlink_to(apart.absolute())
    Path("room/gone.pdf").symlink_to("nowhere.pdf")
    Path("room/.docpipe").mkdir()
    os.mkfifo("room/pipe.pdf")
    found = gathered(["room"], None)
    assert {one.source.name: one.skipped for one in found.skipped} == {
        ".git": "hidden folder",
        "linked": "linked folder",
        "pipe.pdf": "special file",
    }
    assert [one.source.name for one in found.files if not one.is_there] == ["gone.pdf"]
    assert gathered(["room/linked"], None).files[0].source.name == "z.pdf"  # where it is named, it is followed
