"""Formats that unstructured reads: EPUB, ODT, RST, Org and, where LibreOffice is installed, old Word and PowerPoint.

The only module that imports it, in a worker: it takes 2 s of computing and 250 MB. Its telemetry is off, and its
sentence model, which it would download, is a blank one that parts sentences at their full stops: nothing of what is
read here depends on it. EPUB, ODT, RST and Org go through pandoc, a program that comes with it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from docpipe.errors import LimitExceeded, MissingExtra, ReadError, UnsupportedFormat
from docpipe.readers.office.html import html_pieces
from docpipe.readers.office.package import archive_of, opened, unpacked
from docpipe.readers.office.pieces import Aside, Piece, Read, plain, written
from docpipe.readers.office.xml import name as name_of
from docpipe.readers.options import ReadOptions
from docpipe.readers.sniff import DOC, EPUB, ODT, ORG, PPT, RST
from docpipe.types import Document, RemovedKind, Source

ENDINGS = {EPUB: "epub", ODT: "odt", RST: "rst", ORG: "org", DOC: "doc", PPT: "ppt"}
"""What it calls each format; its functions and the files that it is given are named so."""

NEEDS_OFFICE = (DOC, PPT)
"""What LibreOffice turns into a new format before."""

INSTALL = "pip install 'docpipe[unstructured]'"

LEFT_OUT = "footnotes, comments and tracked changes of old Word files are not read; save it as DOCX for them"

_QUIET = {"DO_NOT_TRACK": "1", "SCARF_NO_ANALYTICS": "1", "UNSTRUCTURED_DISABLE_NOTICE": "1"}
_FAULTS = (OSError, ValueError, RuntimeError, LookupError, TypeError, AttributeError, SyntaxError, BadZipFile)
"""What it and pandoc raise for files that are not as they should be; parsers of XML raise SyntaxError."""

_ASIDE: Mapping[str, RemovedKind] = {"Header": "header", "Footer": "footer", "PageNumber": "page_number"}


def installed() -> bool:
    """Whether it is there."""
    return find_spec("unstructured") is not None and find_spec("spacy") is not None


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """A file's elements: headings, paragraphs, list items and tables, their places numbered.

    Raises MissingExtra, UnsupportedFormat (no LibreOffice for old files), ReadError, also where it finds nothing,
    LimitExceeded, NoText.
    """
    name = ENDINGS[source.media_type]
    if source.media_type in NEEDS_OFFICE and shutil.which("soffice") is None:
        raise UnsupportedFormat(
            "an old Office file: open it and save it as PDF or in a new format; or install LibreOffice, which turns it "
            f"into one, and {INSTALL}",
            source.name,
        )
    if not installed():
        raise MissingExtra(f".{name} files need an extra (800 MB): {INSTALL}", source.name)
    if source.media_type in (EPUB, ODT):
        _check(data, options)
    elements = _elements(data, name)
    pieces = list(_pieces(elements, source.media_type))
    if not pieces:
        raise ReadError("unstructured found nothing in the file; save it as PDF or DOCX and give that", source.name)
    asides = [Aside(_ASIDE[kind], text, "marked as such") for kind, text, *_ in map(_told, elements) if kind in _ASIDE]
    if source.media_type == ODT:
        notes, warnings = _left_out_of_odt(data, options)
        return written(Read([*pieces, *notes], asides, warnings), source)
    warnings = [LEFT_OUT] if source.media_type == DOC else []
    return written(Read(pieces, asides, warnings), source)


def _left_out_of_odt(data: bytes, options: ReadOptions) -> tuple[list[Piece], list[str]]:
    """The footnotes of a text, which unstructured leaves out, and what to say where it has tracked changes."""
    with opened(data, options) as package:
        root = package.xml("content.xml")
    bodies = (one for one in root.iter() if name_of(one) == "note-body")
    texts = (plain(" ".join("".join(one.itertext()).split())) for one in bodies)
    notes = [Piece("footnote", text, f"note {number}") for number, text in enumerate(texts, 1) if text]
    changed = any(name_of(one) == "changed-region" for one in root.iter())
    return notes, ["it has tracked changes, which are not told apart; save it as DOCX for them"] if changed else []


def _check(data: bytes, options: ReadOptions) -> None:
    """Raise what is wrong with an archive before a program that knows no limits unpacks it."""
    archive = archive_of(data)
    entries = archive.infolist()
    for entry in entries:
        unpacked(archive, entry, options, 0)
    total = sum(entry.file_size for entry in entries)
    if total > options.limits.size_bytes:
        raise LimitExceeded(
            f"{total:,} bytes unpacked, more than max_bytes = {options.limits.size_bytes:,}; raise the limit "
            f"with --set max_bytes={total} or in docpipe.toml"
        )


def _elements(data: bytes, name: str) -> Sequence[Any]:
    """What it makes of a file, which it wants on disk."""
    partition = _partition(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"document.{name}"
        path.write_bytes(data)
        try:
            found: Sequence[Any] = partition(filename=str(path))
        except ImportError as error:
            raise MissingExtra(f".{name} files need {error.name or 'more of it'}: {INSTALL}") from error
        except (*_FAULTS, import_module("unstructured.errors").UnprocessableEntityError) as error:
            said = " ".join(str(error).split())[:200]
            raise ReadError(f"not read by unstructured ({type(error).__name__}: {said}); save it as PDF") from error
    return found


def _partition(name: str) -> Any:
    """Its function for a format, made ready: no word is sent, and no model fetched."""
    os.environ.update(_QUIET)  # this process reads and does nothing else
    try:
        spacy = import_module("spacy")
        tokenize: Any = import_module("unstructured.nlp.tokenize")
        module = import_module(f"unstructured.partition.{name}")
    except ImportError as error:
        raise MissingExtra(f".{name} files need an extra: {INSTALL}") from error

    def blank() -> Any:
        model = spacy.blank("en")
        model.add_pipe("sentencizer")
        return model

    if not hasattr(tokenize, "_load_spacy_model"):
        raise ReadError("this version of unstructured would download a model: pip install 'unstructured<0.28'")
    tokenize._load_spacy_model = blank
    return getattr(module, f"partition_{name}")


def _told(element: Any) -> tuple[str, str, int, str]:
    """An element's kind, text, depth (0 is the outermost), and its HTML where it is a table."""
    about = element.metadata
    kind = type(element).__name__
    return kind, plain(element.text or ""), about.category_depth or 0, (about.text_as_html or "")


def _pieces(elements: Sequence[Any], media_type: str) -> Iterator[Piece]:
    for number, element in enumerate(elements, 1):
        kind, text, depth, html = _told(element)
        slide = element.metadata.page_number if media_type == PPT else None
        place = f"slide {slide}, element {number}" if slide else f"element {number}"
        if kind in _ASIDE or not (text or html):
            continue
        if kind == "Table" and html:
            for piece in html_pieces(html, place):
                yield Piece(piece.kind, piece.text, place, rows=piece.rows, header_rows=piece.header_rows)
        elif kind == "Title":
            yield Piece("heading", text, place, level=depth + 1)
        elif kind == "ListItem":
            yield Piece("list_item", text, place, level=depth + 1)
        else:
            yield Piece("paragraph", text, place)
