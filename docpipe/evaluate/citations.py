"""Do quotes stand on the pages that they name, and do boxes hold their words? Read from the PDF itself, by PDFium.

A quote counts if it has 12 to 600 letters and digits (clauses: to 3,000), or is the value as it is printed; it holds if
its letters stand on its page or run on to the next one. A box holds if it has at least 95 % of the quote's letters and
not more than twice as many and two lines. Pages that are turned have no say about boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pypdfium2
from msgspec import Struct
from rapidfuzz import fuzz

from docpipe.evaluate.sameness import squeeze
from docpipe.evaluate.values import Written

FEWEST, MOST, MOST_OF_A_CLAUSE = 12, 600, 3000
ON_PAGE, IN_BOX = 97.0, 95.0
"""Likeness (0-100) of a quote to what stands on its page, and in its boxes: extractors differ in a letter or two."""
MARGIN = 2.0
"""Points around a box: the boxes of letters differ between programs by less."""
TWO_LINES = 200
SHORTEST_VALUE = 2
"""Letters that a value in a quote needs at least: a quote of one digit would stand anywhere."""


class Citations(Struct, frozen=True):
    """Quotes and boxes that were judged, and those that hold; and documents whose PDF was not there."""

    quotes: int = 0
    valid: int = 0
    boxes: int = 0
    boxed: int = 0
    unseen: int = 0


class Flaw(Struct, frozen=True):
    """A quote or a box that does not hold."""

    document: str
    pointer: str
    what: str
    page: int | None
    quote: str


def citations(
    results: Iterable[tuple[str, Written]], find: Callable[[str], Path | None]
) -> tuple[Citations, list[Flaw]]:
    """The citations of results by name of the document; ``find`` gives its PDF."""
    quotes = valid = boxes = boxed = unseen = 0
    flaws: list[Flaw] = []
    for name, result in results:
        path = find(name)
        if path is None:
            unseen += 1
            continue
        with _opened(path) as pdf:
            for pointer, entry, holds, box in _judged(pdf, result):
                quotes, valid = quotes + 1, valid + holds
                boxes, boxed = boxes + (box is not None), boxed + (box is True)
                if not holds or box is False:
                    what = "box" if holds else "quote"
                    flaws.append(Flaw(name, pointer, what, entry.get("page"), entry.get("quote") or ""))
    return Citations(quotes, valid, boxes, boxed, unseen), flaws


def _judged(pdf: _Pdf, result: Written) -> Iterator[tuple[str, dict[str, Any], bool, bool | None]]:
    """Every quote: whether it holds, and whether its box does (None for a box that has no say)."""
    for pointer, entries in (result.get("evidence") or {}).items():
        for entry in entries:
            page = entry.get("page")
            quote = squeeze(entry.get("quote") or "")
            if not pdf.has(page) or not quote or not _says_enough(pointer, entry, entries, result):
                yield pointer, entry, False, None
                continue
            both = pdf.letters(page) + pdf.letters(page + 1)
            holds = quote in both or fuzz.partial_ratio(quote, both) >= ON_PAGE
            yield pointer, entry, holds, None if not holds or pdf.turned(page) else _box_holds(pdf, entry, quote)


def _box_holds(pdf: _Pdf, entry: dict[str, Any], quote: str) -> bool:
    bbox = entry.get("bbox")
    if not bbox or len(bbox) != 4:
        return False
    parts = "".join(pdf.within(entry["page"], box) for box in entry.get("boxes") or [])
    for inside in (parts, pdf.within(entry["page"], bbox)):
        alike = bool(inside) and (quote in inside or fuzz.partial_ratio(quote, inside) >= IN_BOX)
        if alike and len(inside) <= 2 * len(quote) + TWO_LINES:
            return True
    return False


def _says_enough(pointer: str, entry: dict[str, Any], entries: list[dict[str, Any]], result: Written) -> bool:
    """A quote of a fit length, by itself or with its parts on the pages beside it; or the value as it is printed."""
    beside = "".join(e.get("quote") or "" for e in entries if abs((e.get("page") or 0) - entry["page"]) <= 1)
    most = MOST_OF_A_CLAUSE if pointer.startswith("/clauses") else MOST
    value = squeeze(str(_value_at(result, pointer)))
    for text in (entry.get("quote") or "", beside):
        letters = squeeze(text)
        if FEWEST <= len(letters) <= most:
            return True
        short = SHORTEST_VALUE <= len(letters) < FEWEST
        if short and (letters in value or (len(value) > SHORTEST_VALUE and value in letters) or _has_figure(text)):
            return True
    return False


def _has_figure(text: str) -> bool:
    """Whether a short quote has a number or a duration, which a value gives in another form."""
    from docpipe.rules.parsers import find_durations, find_numbers

    return any(map(str.isdigit, text)) or bool(list(find_durations(text)) or list(find_numbers(text)))


def _value_at(result: Written, pointer: str) -> Any:
    node = result.get("value")
    for step in pointer.split("/")[1:]:
        if isinstance(node, list):
            node = node[int(step)] if step.isdigit() and int(step) < len(node) else None
        else:
            node = node.get(step) if isinstance(node, dict) else None
    return node


class _Pdf:
    """The letters of a PDF's pages, read once."""

    def __init__(self, path: Path) -> None:
        self._pdf = pypdfium2.PdfDocument(path)
        self.letters = lru_cache(maxsize=None)(self._letters)
        self._text = lru_cache(maxsize=8)(self._open)

    def __enter__(self) -> _Pdf:
        return self

    def __exit__(self, *_: object) -> None:
        self._text.cache_clear()
        self._pdf.close()

    def has(self, page: Any) -> bool:
        return isinstance(page, int) and 1 <= page <= len(self._pdf)

    def turned(self, page: int) -> bool:
        return bool(self._pdf[page - 1].get_rotation())

    def within(self, page: int, box: list[float]) -> str:
        """What stands in a box, whose origin is the page's upper left."""
        x0, top, x1, bottom = box
        height = self._pdf[page - 1].get_height()
        text = self._text(page)
        return squeeze(text.get_text_bounded(x0 - MARGIN, height - bottom - MARGIN, x1 + MARGIN, height - top + MARGIN))

    def _letters(self, page: int) -> str:
        return squeeze(self._text(page).get_text_bounded()) if self.has(page) else ""

    def _open(self, page: int) -> Any:
        return self._pdf[page - 1].get_textpage()


def _opened(path: Path) -> _Pdf:
    return _Pdf(path)


def finder(folder: Path) -> Callable[[str], Path | None]:
    """Finds the PDF of a name below a folder."""
    by_name: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() == ".pdf":
            by_name.setdefault(path.name.casefold(), path)
            by_name.setdefault(path.stem.casefold(), path)

    def find(name: str) -> Path | None:
        base = name.replace("\\", "/").rpartition("/")[2].casefold()
        return by_name.get(base) or by_name.get(base.removesuffix(".pdf"))

    return find
