"""Names of results, and writing them whole."""

import os
import stat
import unicodedata
from pathlib import Path

import pytest

from docpipe.sinks.files import common_folder, slots, write_atomic


def results(*sources, below="room"):
    return [slot.result.as_posix() for slot in slots([Path(source) for source in sources], Path(below), Path("out"))]


def test_a_pdf_gives_its_stem_and_other_files_their_whole_name():
    assert results("room/lease.pdf", "room/Letter.PDF", "room/lease.docx") == [
        "out/lease.json",
        "out/Letter.json",
        "out/lease.docx.json",
    ]


def test_subfolders_are_mirrored():
    assert results("room/a.pdf", "room/x/y/a.pdf") == ["out/a.json", "out/x/y/a.json"]


def test_a_second_file_of_the_same_stem_gets_its_whole_name():
    assert results("room/a.pdf", "room/a.PDF", "room/a.pdf") == ["out/a.json", "out/a.PDF.json", "out/a.pdf.2.json"]


def test_names_that_a_file_system_may_take_for_one_do_not_overwrite_each_other():
    composed, decomposed = (unicodedata.normalize(form, "room/é.pdf") for form in ("NFC", "NFD"))
    names = results("room/A.pdf", "room/a.pdf", composed, decomposed)
    assert len({unicodedata.normalize("NFC", name).casefold() for name in names}) == 4


def test_an_error_file_is_nobodys_result():
    names = slots([Path("room/a.pdf"), Path("room/a.error.pdf")], Path("room"), Path("out"))
    assert len({path for slot in names for path in (slot.result, slot.error)}) == 4


def test_names_of_windows_devices_are_avoided():
    assert results("room/con.pdf", "room/aux.v2.docx", "room/console.pdf") == [
        "out/_con.json",
        "out/_aux.v2.docx.json",
        "out/console.json",
    ]


@pytest.mark.parametrize("stem", ["n" * 251, "合" * 83])
def test_names_that_are_too_long_with_their_ending_are_shortened_and_stay_distinct(stem):
    sources = [Path(f"room/{stem[:-1]}{last}.pdf") for last in "ab"]
    paths = [path for slot in slots(sources, Path("room"), Path("out")) for path in (slot.result, slot.error)]
    assert len(set(paths)) == 4
    assert max(len(os.fsencode(path.name)) for path in paths) <= 255


def test_the_common_folder_of_files_is_the_deepest_that_holds_all():
    assert common_folder([Path("/r/a/x.pdf"), Path("/r/b/y.pdf")]) == Path("/r").absolute()


def test_a_write_that_fails_leaves_the_old_file_and_no_litter(tmp_path):
    path = tmp_path / "a.json"
    write_atomic(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomic(path, "new \udce9")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_result_and_error_replace_each_other(tmp_path):
    (slot,) = slots([tmp_path / "a.pdf"], tmp_path, tmp_path / "out")
    result, error = '{"docpipe": "1", "created": ""}', '{"error": {"code": "NoText", "message": ""}}'
    slot.write_error(error)
    slot.write_result(result)
    assert [path.name for path in slot.result.parent.iterdir()] == ["a.json"]
    slot.write_error(error)
    assert [path.name for path in slot.result.parent.iterdir()] == ["a.error.json"]


def test_what_docpipe_did_not_write_is_not_removed_for_an_error(tmp_path):
    (slot,) = slots([tmp_path / "a.pdf"], tmp_path, tmp_path, ".txt")
    slot.result.write_text("mine", encoding="utf-8")
    slot.write_error("{}")
    assert slot.result.read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(os.name != "posix", reason="no such permissions here")
def test_only_the_owner_may_read_a_result(tmp_path):
    write_atomic(tmp_path / "a.json", "secret")
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == 0o600
