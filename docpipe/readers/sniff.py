"""What a file is, told from its first bytes: names and extensions lie."""

from __future__ import annotations

PDF = "application/pdf"
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

_SIGNATURES = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (b"{\\rtf", "application/rtf"),
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
    "application/x-ole-storage": "an old Office file (.doc, .xls, .msg): open it and save it as PDF",
    "application/rtf": "RTF is not read: open it in a word processor and save it as PDF",
    "application/postscript": "PostScript is not read: convert it with ps2pdf",
    "application/zip": "a ZIP archive: unpack it and give the documents in it",
    _DOCX: "DOCX is not read yet: save it as PDF",
    _XLSX: "XLSX is not read yet: save it as PDF",
    _PPTX: "PPTX is not read: save it as PDF",
    "text/html": "HTML is not read yet: print it to PDF",
    "text/plain": "plain text is not read yet: print it to PDF",
    "message/rfc822": "mail is not read yet: print it to PDF",
    **{f"image/{kind}": "a picture, not a document: make a PDF of it" for kind in ("png", "jpeg", "tiff", "gif")},
    **{f"audio/{kind}": "a recording: give its transcript as PDF" for kind in ("mpeg", "ogg", "flac", "x-wav", "mp4")},
}
"""Media type → what to do with a file that has no reader; ``""`` for any other type."""

_HEADER_BYTES = 1024  # where PDF viewers, PDFium among them, look for "%PDF-"


def media_type(data: bytes) -> str:
    """The media type of a file by its content; ``application/octet-stream`` when nothing fits."""
    if b"%PDF-" in data[:_HEADER_BYTES]:
        return PDF
    for signature, kind in _SIGNATURES:
        if data.startswith(signature):
            return kind
    if data[4:8] == b"ftyp":
        return "audio/mp4"
    if data.startswith(b"PK\x03\x04"):
        return _office(data)
    return _text(data)


def _office(data: bytes) -> str:
    """A ZIP by the folder that Office formats keep their parts in."""
    for folder, kind in ((b"word/", _DOCX), (b"xl/", _XLSX), (b"ppt/", _PPTX)):
        if folder in data[:4096] or folder in data[-4096:]:
            return kind
    return "application/zip"


def _text(data: bytes) -> str:
    start = data[:4096]
    if b"\x00" in start and not start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "application/octet-stream"
    head = start.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith((b"<!doctype html", b"<html")) or b"<html" in head[:1024]:
        return "text/html"
    if head.startswith((b"received:", b"return-path:", b"from: ", b"mime-version:", b"delivered-to:")):
        return "message/rfc822"
    if any(byte < 9 or 13 < byte < 27 for byte in start) and not start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "application/octet-stream"
    return "text/plain"
