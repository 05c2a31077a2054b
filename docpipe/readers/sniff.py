"""What a file is, told from its first bytes: names and extensions lie."""

from __future__ import annotations

import re
from typing import BinaryIO

PDF = "application/pdf"
TEXT = "text/plain"
HTML = "text/html"
MAIL = "message/rfc822"
ZIP = "application/zip"
RTF = "application/rtf"
MSG = "application/vnd.ms-outlook"
LOCKED = "application/x-ole-encrypted"
XML = "application/xml"
EPUB = "application/epub+zip"
_OPEN = "application/vnd.oasis.opendocument"
ODT = f"{_OPEN}.text"
DOC = "application/msword"
PPT = "application/vnd.ms-powerpoint"
RST, ORG = "text/x-rst", "text/org"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SIGNATURES = (
    (b"{\\rtf", RTF),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"GIF8", "image/gif"),
    (b"%!PS", "application/postscript"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
    (b"RIFF", "audio/x-wav"),
)

HOW_TO_CONVERT = {
    "": "this type of file is not read; save or print it as PDF and give that",
    "application/x-ole-storage": "an old Office file (.doc, .xls, .ppt): open it and save it as PDF",
    **{
        f"{_OPEN}.{kind}": f"open it and save it as {new} or PDF"
        for kind, new in (("spreadsheet", "XLSX"), ("presentation", "PPTX"))
    },
    "application/postscript": "PostScript is not read: convert it with ps2pdf",
    **{f"image/{kind}": "a picture, not a document: make a PDF of it" for kind in ("png", "jpeg", "tiff", "gif")},
    **{f"audio/{kind}": "a recording: give its transcript as PDF" for kind in ("mpeg", "ogg", "flac", "x-wav", "mp4")},
}
"""Media type → what to do with a file that has no reader; ``""`` for any other type."""

_SAID = re.compile(rb"mimetype(application/(?:epub\+zip|vnd\.[\w.+-]+?))(?=PK|\s|$)")
"""What an archive that is a document says of itself, unpacked, in its first file: books, and texts of LibreOffice."""

_LOOKED_AT = 1 << 16
_DIRECTORY_BYTES = 1 << 20
_HEADER_BYTES = 1024  # where PDF viewers, PDFium among them, look for "%PDF-"


def media_type(data: bytes) -> str:
    """The media type of a file by its content; ``application/octet-stream`` when nothing fits."""
    if data.startswith(b"PK\x03\x04"):  # before PDF, which may stand in it unpacked, as in the next
        return _office(data)
    if data.startswith(b"PK\x05\x06"):  # nothing is in it
        return ZIP
    if data.startswith(_COMPOUND):
        return _old_office(data)
    if b"%PDF-" in data[:_HEADER_BYTES]:
        return PDF
    for signature, kind in _SIGNATURES:
        if data.startswith(signature):
            return kind
    if data[4:8] == b"ftyp":
        return "audio/mp4"
    return _text(data)


HOLDS_OTHERS = (ZIP, MAIL, MSG)
"""Archives and mails, in which documents may be."""


def media_type_of(stream: BinaryIO) -> str:
    """``media_type`` of an open file, of which only its beginning and end are looked at."""
    head = stream.read(_LOOKED_AT)
    if head.startswith(b"PK\x03\x04"):
        size = stream.seek(0, 2)
        stream.seek(max(len(head), size - _DIRECTORY_BYTES))
        head += stream.read(_DIRECTORY_BYTES)
    return media_type(head)


def wide(data: bytes) -> str | None:
    """``utf-16-le`` or ``utf-16-be`` for text without a byte order mark whose every other byte is mostly zero."""
    head = data[:4096]
    odd, even, half = head[1::2].count(0), head[0::2].count(0), len(head) // 2
    if half >= 4 and max(odd, even) > 0.2 * half and min(odd, even) < 0.02 * half:
        return "utf-16-le" if odd > even else "utf-16-be"
    return None


def _office(data: bytes) -> str:
    """A ZIP by the folder that Office formats keep their parts in."""
    if said := _SAID.match(data, 30):
        return said[1].decode("ascii")
    names = _directory(data)
    for folder, kind in ((b"word/", DOCX), (b"xl/", XLSX), (b"ppt/", PPTX)):
        if folder in names and b"[Content_Types].xml" in names:
            return kind
    return ZIP


def _directory(data: bytes) -> bytes:
    """The part of a ZIP that names its files, and not what stands in them; the beginning where that is not there."""
    end = data.rfind(b"PK\x05\x06")
    size = int.from_bytes(data[end + 12 : end + 16], "little") if end >= 0 else 0
    return data[end - size : end] if 0 < size <= end else data[:4096] + b"[Content_Types].xml"


def _old_office(data: bytes) -> str:
    """What lies in a compound file, by the names in its directory."""
    if "__properties_version1.0".encode("utf-16-le") in data:
        return MSG
    for entry, kind in (("EncryptedPackage", LOCKED), ("WordDocument", DOC), ("PowerPoint Document", PPT)):
        if entry.encode("utf-16-le") in data:
            return kind
    return "application/x-ole-storage"


_SURE_OF_MAIL = (b"received", b"return-path", b"mime-version", b"delivered-to", b"message-id", b"x-mozilla-status")
_LIKELY_MAIL = (b"from", b"to", b"subject", b"date")


def _is_mail(head: bytes) -> bool:
    """Whether a text begins with the headers of a mail: one that only mails have, or most of those that memos share."""
    lines = head.replace(b"\r\n", b"\n").split(b"\n\n")[0].split(b"\n")
    if lines[0].startswith((b"from: ", b"from ")) and len(lines) > 1 and b":" in lines[1]:
        lines = lines[lines[0].startswith(b"from ") :]
    names = [line.partition(b":")[0] for line in lines if line[:1] not in (b" ", b"\t")]
    if not names or any(b" " in name or not name for name in names[:-1]):
        return False
    return any(name in _SURE_OF_MAIL for name in names) or sum(name in names for name in _LIKELY_MAIL) >= 3


def _text(data: bytes) -> str:
    start = data[:4096]
    marked = start.startswith((b"\xff\xfe", b"\xfe\xff"))
    if (coding := wide(data)) is not None and not marked:
        start = start.decode(coding, "ignore").encode("utf-8", "ignore")
    elif marked:
        start = start.decode("utf-16", "ignore").encode("utf-8", "ignore")
    if b"\x00" in start:
        return "application/octet-stream"
    head = start.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if _is_mail(head):
        return MAIL
    if head.startswith((b"<!doctype html", b"<html", b"<body", b"<head>")) or b"<html" in head[:1024]:
        return HTML
    if head.startswith(b"<?xml"):
        return XML
    if any(byte < 9 or 13 < byte < 27 for byte in start):
        return "application/octet-stream"
    return TEXT
