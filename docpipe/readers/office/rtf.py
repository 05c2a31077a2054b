"""RTF → Document, its text taken out with striprtf: unstructured wants pandoc for it, a program of its own (GPL)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from docpipe.errors import LimitExceeded, MissingExtra, ReadError
from docpipe.readers.office.pieces import Piece, Read, Stretch, plain, written
from docpipe.readers.options import ReadOptions
from docpipe.types import Document, Source

MOST_BYTES = 64 * 1024 * 1024
"""Bytes of RTF without its pictures; a contract of 300 pages has 6 MB."""

_PICTURE = re.compile(
    rb"\{\\(?:\*\\)?(?:pict|objdata|themedata|datastore|colorschememapping)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}"
)
_CODE_PAGE = re.compile(rb"\\ansicpg(\d{3,5})")


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """An RTF file's paragraphs and tables. Raises MissingExtra, ReadError, LimitExceeded, NoText."""
    try:
        striprtf: Any = import_module("striprtf.striprtf")  # untyped
    except ImportError as error:
        raise MissingExtra("RTF needs an extra: pip install 'docpipe[office]'") from error
    bare = _PICTURE.sub(b"", data)
    if len(bare) > MOST_BYTES:
        raise LimitExceeded(f"{len(bare):,} bytes of RTF, more than {MOST_BYTES:,}; save it as PDF or DOCX")
    page = _CODE_PAGE.search(bare)
    try:
        text = striprtf.rtf_to_text(
            bare.decode("latin-1"), encoding=f"cp{page[1].decode()}" if page else "cp1252", errors="replace"
        )
    except (ValueError, KeyError, IndexError, LookupError, TypeError) as error:
        raise ReadError(f"the RTF is damaged ({type(error).__name__}: {error}); save it anew as DOCX or PDF") from error
    return written(Read(list(_pieces(text))), source)


def _pieces(text: str) -> Iterator[Piece]:
    """A paragraph a line; lines that end in a bar are the rows of a table."""
    rows: list[tuple[Stretch, ...]] = []
    paragraphs = tables = 0
    for line in [*text.split("\n"), ""]:
        if line.rstrip().endswith("|"):
            rows.append(tuple(Stretch(plain(cell)) for cell in line.rstrip()[:-1].split("|")))
            continue
        if rows:
            tables += 1
            yield Piece("table", "", f"table {tables}", rows=tuple(rows))
            rows = []
        if cleaned := plain(line):
            paragraphs += 1
            yield Piece("paragraph", cleaned, f"paragraph {paragraphs}")
