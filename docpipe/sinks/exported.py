"""Tables that docpipe wrote: like results they are no documents, though others may have worked in them since."""

from __future__ import annotations

import os
import re
import struct
import zlib
from pathlib import Path
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile

_HEAD_BYTES = 4_096
"""More than the first columns of a line, and the properties of a workbook, need."""

_FOOTER_BYTES = 1 << 20

MARK = b"docpipe"
"""What tables name as their maker: the property ``creator`` of a workbook, which other programs keep when they save it,
and a key of Parquet's own metadata."""

_TEXT = rb'(?:null|"(?:[^"\\]|\\.)*")'
_FACTS = (b"document", b"path", b"container", b"sha256", b"kind")
_LINES = re.compile(
    rb"\{" + rb",\s?".join(rb'"%s":\s?%s' % (name, _TEXT) for name in _FACTS)
    + rb'|\{"document_sha256":\s?"[0-9a-f]{64}",\s?"id":\s?"'
    + rb'|\{"docpipe":\s?"[^"]*",\s?"created":\s?"'
)  # fmt: skip
_MAKER = re.compile(rb"creator[^>]*>%s<" % MARK)
_HEADER = b"\xef\xbb\xbf" + b",".join(_FACTS)
_PROPERTIES = "docProps/core.xml"
_PARQUET, _PARQUET_END = b"PAR1", 8


def is_table(path: Path) -> bool:
    """Whether a file is a table of values or decisions that docpipe wrote, whoever has worked in it since.

    Not known are a CSV with columns of somebody's choice, and the tables of a document as CSV: nothing in them says
    whose they are. Raises OSError.
    """
    with path.open("rb") as stream:
        head = stream.read(_HEAD_BYTES)
        if path.suffix.lower() == ".parquet":
            return head.startswith(_PARQUET) and MARK in _footer(stream)
    if path.suffix.lower() == ".xlsx":
        return head.startswith(b"PK") and _MAKER.search(_properties(path)) is not None
    return head.startswith(_HEADER) or _LINES.match(head) is not None


def _footer(stream: BinaryIO) -> bytes:
    """What stands at the end of a Parquet file: its columns, row groups and, last, its metadata, then their size."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(size - _PARQUET_END, 0))
    length, end = struct.unpack("<I4s", stream.read(_PARQUET_END).rjust(_PARQUET_END, b"\0"))
    if end != _PARQUET or length + _PARQUET_END > size:
        return b""
    length = min(length, _FOOTER_BYTES)
    stream.seek(size - _PARQUET_END - length)
    return stream.read(length)


def _properties(path: Path) -> bytes:
    """Who made a workbook and when, as XML; nothing where that cannot be read."""
    try:
        with ZipFile(path) as book, book.open(_PROPERTIES) as stream:
            return stream.read(_HEAD_BYTES)
    except (BadZipFile, KeyError, NotImplementedError, RuntimeError, zlib.error, EOFError):
        return b""
