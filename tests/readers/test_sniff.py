import pytest

from docpipe import errors
from docpipe.readers import ReadOptions, describe, read
from docpipe.readers.sniff import media_type


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"%PDF-1.7 ...", "application/pdf"),
        (b"\x00junk before\n%PDF-1.4", "application/pdf"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"ID3\x04", "audio/mpeg"),
        (b"PK\x03\x04....word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (b"PK\x03\x04....notes.txt", "application/zip"),
        (b"PK\x03\x04....lease.pdf%PDF-1.7", "application/zip"),
        (b"From: a@b.example\nTo: c@d.example\nSubject: Lease\n\nwords", "message/rfc822"),
        (b"From: the Landlord\nTo: the Tenant\n\nwords", "text/plain"),
        (b"\xff\xfeL\x00e\x00a\x00s\x00e\x00", "text/plain"),
        (b"{\\rtf1 words}", "application/rtf"),
        (b"<!DOCTYPE html><html>", "text/html"),
        (b"Plain words.", "text/plain"),
        (b"\x00\x01\x02\x03", "application/octet-stream"),
    ],
)
def test_the_type_is_told_from_the_content(data, expected):
    assert media_type(data) == expected


@pytest.mark.parametrize("data", [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"ID3\x04", b"\x89PNG\r\n\x1a\n", b"\x00\x01"])
def test_what_is_not_read_says_what_to_do_whatever_its_name(data):
    with pytest.raises(errors.UnsupportedFormat, match="PDF"):
        read(data, describe(data, "contract.pdf"), ReadOptions())
