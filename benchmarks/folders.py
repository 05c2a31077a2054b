"""How the documents of a folder end, what they cost, and whether what people quoted from them is in their text."""

from __future__ import annotations

import json
import re
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pypdfium2
from rapidfuzz import fuzz

from docpipe import readers
from docpipe.cleaning import clean
from docpipe.errors import DocpipeError
from docpipe.readers.options import Limits, ReadOptions
from docpipe.types import Document

NEARLY = 90


def folder(path: Path, gold: Path | None) -> None:
    """Print ends and milliseconds of CPU a page, in one process, warm.

    With gold also the share of its quotes that stand in the cleaned text, by their letters and digits in compatibility
    form, or nearly (90 of 100).
    """
    quotes = _quotes(gold) if gold else {}
    ends: Counter[str] = Counter()
    pages = wanted = found = 0
    read_seconds = clean_seconds = bare_seconds = 0.0
    for file in sorted(file for file in path.rglob("*") if file.suffix.lower() == ".pdf"):
        began = time.process_time()
        try:
            data, source = readers.load(file, Limits())
            document = readers.read(data, source, ReadOptions(ocr="never"))
        except DocpipeError as error:
            ends[error.code] += 1
            continue
        ends["Document"] += 1
        between = time.process_time()
        document = clean(document)
        read_seconds, clean_seconds = read_seconds + between - began, clean_seconds + time.process_time() - between
        with suppress(pypdfium2.PdfiumError):  # a file that was mended, or has a password
            bare_seconds += _bare(file)
        pages += len(document.pages_read)
        own = quotes.get(file.name, [])
        wanted, found = wanted + len(own), found + sum(_stands_in(document, own))
    print(", ".join(f"{count} {end}" for end, count in ends.most_common()))
    per_page = [1000 * seconds / max(1, pages) for seconds in (read_seconds, clean_seconds, bare_seconds)]
    print("{} pages: read {:.1f}, clean {:.1f}, bare PDFium text {:.1f} ms of CPU a page".format(pages, *per_page))
    if wanted:
        print(f"{found} of {wanted} gold quotes in the text: {found / wanted:.4f}")


def _bare(path: Path) -> float:
    """Seconds of CPU for the text of every page alone; a page that does not open costs what it costs."""
    began = time.process_time()
    pdf = pypdfium2.PdfDocument(path)
    for index in range(len(pdf)):
        with suppress(pypdfium2.PdfiumError):
            pdf[index].get_textpage().get_text_range()
    pdf.close()
    return time.process_time() - began


def _quotes(path: Path) -> dict[str, list[str]]:
    gold: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        lists = [*row["quotes"].values(), *row["clauses"].values()]
        gold[row["file"]] = [part for quotes in lists for quote in quotes for part in quote.split("<omitted>")]
    return gold


def _stands_in(document: Document, quotes: list[str]) -> Iterator[bool]:
    text = _squeezed(document.text)
    for quote in quotes:
        wanted = _squeezed(quote)
        yield wanted in text or fuzz.partial_ratio(wanted, text) >= NEARLY


def _squeezed(text: str) -> str:
    """Letters and digits alone, without the raised marks of ordinals, which the gold's plain texts lost or split."""
    text = re.sub(r"(?i)(?<=\d)\s*(?:s\s?t|n\s?d|r\s?d|t\s?h)\b", "", unicodedata.normalize("NFKC", text))
    return re.sub(r"[\W_]+", "", text).casefold()
