import contextlib
import io
import struct
import zipfile

import pytest

from docpipe import errors, readers
from docpipe.readers import Limits, ReadOptions, describe
from docpipe.readers.office.folders import harmless, members, zip_name


def listed(data, options=None):
    return [one.path for one in members(data, describe(data, "room.zip"), options or ReadOptions(), False)]


def loaded(tmp_path, data, inner, options=None):
    (tmp_path / "room.zip").write_bytes(data)
    return readers.loaded(tmp_path / "room.zip" / inner, options or ReadOptions())


def test_what_is_in_an_archive_and_in_those_inside_it_is_listed(archive):
    inner = archive({"x/c.txt": "c"})
    data = archive({"a.txt": "a", "b/b.txt": "b", "deep.zip": inner, "__MACOSX/a.txt": "", ".DS_Store": "", "d/": ""})
    assert listed(data) == ["a.txt", "b/b.txt", "deep.zip/x/c.txt"]


def test_a_document_inside_is_loaded_by_its_path_and_knows_its_container(archive, tmp_path):
    data = archive({"deep.zip": archive({"x/c.txt": "words"})})
    content, source = loaded(tmp_path, data, "deep.zip/x/c.txt")
    assert content == b"words"
    assert (source.name, source.container) == ("c.txt", "room.zip/deep.zip")
    assert source.path == str(tmp_path / "room.zip/deep.zip/x/c.txt")


def test_names_that_lead_out_are_made_harmless_and_their_files_refused(archive, tmp_path):
    data = archive({"../evil.txt": "x", "/etc/passwd": "x", "C:\\x.txt": "x", "good.txt": "x"})
    names = listed(data)
    assert len(names) == 4
    assert all(".." not in name.split("/") and not name.startswith("/") and ":" not in name for name in names)
    for name in names[:3]:
        with pytest.raises(errors.ReadError, match="refused"):
            loaded(tmp_path, data, name)
    assert loaded(tmp_path, data, "good.txt")[0] == b"x"


@pytest.mark.parametrize(("name", "safe"), [("a/./b", "a/b"), ("a\\b", "a/b"), ("a?.pdf", "a_.pdf"), ("a. /b", "a/b")])
def test_names_become_ones_that_every_system_takes(name, safe):
    assert harmless(name) == (safe, False)


def test_a_name_too_long_for_a_folder_is_shortened_and_keeps_its_ending(archive, tmp_path):
    data = archive({"合" * 200 + ".txt": "long", "合" * 201 + ".txt": "longer"})
    first, second = listed(data)
    assert first != second
    assert max(len(first.encode()), len(second.encode())) <= 200
    assert second.endswith(".txt")
    assert loaded(tmp_path, data, second)[0] == b"longer"


def test_names_that_differ_in_case_alone_stay_two(tmp_path):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        made.writestr("a.txt", "1")
        made.writestr("A.TXT", "2")
    assert listed(stream.getvalue()) == ["a.txt", "A (2).TXT"]


@pytest.mark.parametrize("coding", ["utf-8", "gb18030"])
def test_chinese_names_without_a_flag_are_understood(coding):
    entry = zipfile.ZipInfo("合同.pdf".encode(coding).decode("cp437"))
    entry.flag_bits = 0
    assert zip_name(entry) == "合同.pdf"


def test_an_encrypted_file_asks_for_its_password_and_the_others_are_read(archive, tmp_path):
    data = bytearray(archive({"a.txt": "a", "b.txt": "b"}))
    at = data.index(b"PK\x01\x02")
    data[at + 8 : at + 10] = struct.pack("<H", 1)
    data[6:8] = struct.pack("<H", 1)
    with pytest.raises(errors.Encrypted, match="--password"):
        loaded(tmp_path, bytes(data), "a.txt")
    with pytest.raises(errors.WrongPassword):
        loaded(tmp_path, bytes(data), "a.txt", ReadOptions(password="x"))
    assert loaded(tmp_path, bytes(data), "b.txt")[0] == b"b"


def test_a_bomb_is_refused_by_its_ratio_and_by_its_whole_size(archive, tmp_path):
    bomb = archive({"a.txt": b"\0" * 20_000_000})
    with pytest.raises(errors.LimitExceeded, match="times its size"):
        loaded(tmp_path, bomb, "a.txt")
    many = archive({f"{number}.txt": b"x" * 900 for number in range(20)})
    with pytest.raises(errors.LimitExceeded, match="times max_bytes"):
        listed(many, ReadOptions(limits=Limits(size_bytes=4000)))


def test_archives_inside_each_other_end_at_a_depth(archive, tmp_path):
    data = archive({"a.txt": "a"})
    for _ in range(8):
        data = archive({"in.zip": data})
    assert listed(data) == ["in.zip/in.zip/in.zip/in.zip"]
    with pytest.raises(errors.LimitExceeded, match="deep"):
        loaded(tmp_path, data, "/".join(["in.zip"] * 8 + ["a.txt"]))


def test_a_damaged_file_inside_is_its_own_error(archive, tmp_path):
    data = bytearray(archive({"a.txt": "words " * 50, "b.txt": "b"}))
    data[45:50] = b"\xff" * 5
    assert listed(bytes(data)) == ["a.txt", "b.txt"]
    with pytest.raises(errors.ReadError, match="damaged"):
        loaded(tmp_path, bytes(data), "a.txt")


def test_whatever_byte_is_lost_the_error_is_ours(archive, tmp_path):
    data = archive({"a.txt": "words " * 50, "b.txt": "b"})
    (tmp_path / "room.zip").write_bytes(data)
    for at in range(0, len(data), 7):
        damaged = data[:at] + data[at + 1 :]
        (tmp_path / "room.zip").write_bytes(damaged)
        with contextlib.suppress(errors.InputError):
            for name in listed(damaged):
                readers.loaded(tmp_path / "room.zip" / name, ReadOptions())


def test_an_archive_read_as_one_document_names_what_is_in_it(archive, read_in):
    with pytest.raises(errors.UnsupportedFormat, match=r"room\.zip/a\.txt"):
        read_in(archive({"a.txt": "a"}), "room.zip")
    with pytest.raises(errors.ReadError, match="damaged"):
        read_in(archive({"a.txt": "a"})[:-30], "room.zip")


def test_an_archive_with_nothing_in_it_says_so(read_in):
    with pytest.raises(errors.ReadError, match="the archive holds no files"):
        read_in(b"PK\x05\x06" + bytes(18))
