import pytest
from readers.office.compound import compound, properties

from docpipe import errors
from docpipe.readers.sniff import media_type

pytest.importorskip("oxmsg", reason="the extra office is not installed")

from docpipe.readers.office.msg import attached


def message(*attachments):
    streams = properties(32, [(0x0037, "Lease"), (0x0C1A, "Ann"), (0x1000, "Dear Bob,\r\n\r\nthe rent is due.\r\n")])
    for at, (name, content, kind) in enumerate(attachments):
        own = properties(8, [(0x3707, name), (0x370E, kind)], [(0x3701, content)], [(0x3705, 1)])
        streams[f"__attach_version1.0_#{at:08X}"] = own
    return compound(streams)


def test_a_mail_of_outlook_is_read_and_what_is_attached_taken_apart(read_in):
    data = message(("租约.pdf", b"%PDF-1.7", "application/pdf"), ("logo.png", b"\x89PNG", "image/png"))
    assert media_type(data) == "application/vnd.ms-outlook"
    document = read_in(data)
    assert document.text.endswith("Subject: Lease\nDear Bob,\nthe rent is due.")
    assert document.warnings[0] == "attached, each a document of its own: 租约.pdf"
    assert list(attached(data)) == [("租约.pdf", b"%PDF-1.7")]


def test_a_damaged_one_is_our_error(read_in):
    with pytest.raises(errors.InputError):
        read_in(message()[:1600])


def test_an_office_file_under_a_password_says_so(read_in):
    with pytest.raises(errors.Encrypted, match="without one"):
        read_in(compound({"EncryptedPackage": b"x", "EncryptionInfo": b"y"}))
