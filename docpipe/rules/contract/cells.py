"""What an amount in a cell of a table is: the label of its row, the name of its column, and who introduces the table.

Rows of tables are lines with their cells between tabs; the table of a block says how many of its rows are names of
columns.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract.clause_text import Sentence
from docpipe.rules.contract.passages import smooth
from docpipe.rules.money import FoundMoney, find_money
from docpipe.rules.view import View
from docpipe.types import Document, Paragraph, Quote, Table
from docpipe.words import Span

LONGEST_LABEL = 90
"""Characters of a row's label, or of a column's name; a longer cell is a clause in a table."""


class Place(Struct, frozen=True):
    """Where an amount stands in a table: ``text[start:end]`` of its row is the cell.

    ``lead`` is the sentence in front of a table without names of columns, ``quotes`` are the amount's own cell,
    that of the label, and the row of the names. Cells and no row: a row whose cells have several lines is nowhere
    printed as one stretch.
    """

    start: int
    end: int
    label: str
    column: str
    lead: str
    quotes: tuple[Quote, ...]


def place_of(view: View, row: Sentence, money: FoundMoney) -> Place | None:
    """The place of an amount that fills its cell; None outside of tables, in clauses, in rows without a label."""
    if row.paragraph.kind != "table":
        return None
    cells = _cells(view.document.text[row.start : row.end])
    index = next((at for at, (start, end) in enumerate(cells) if start <= money.start < end), 0)
    start, end = cells[index]
    if index == 0 or not _FILLED.fullmatch(row.text[start : money.start] + row.text[money.end : end]):
        return None
    labels = ((text, span) for span in cells[:index] if _WORDS.search(text := _label(row.text[slice(*span)])))
    label, own = next(labels, ("", (0, 0)))
    if not label or len(label) > LONGEST_LABEL:
        return None
    column, lead, quotes = _named(view, row, index)
    here = tuple(view.quote(row.start + first, row.start + last) for first, last in ((start, end), own))
    return Place(start, end, label, column, lead, here + quotes)


_FILLED = compiled(r"[\s(]*(?:[A-Za-z/%+.*()]+[\s.)]*){0,4}")
"""What may stand beside an amount in its cell: "ea", "per month"."""

_WORDS = compiled(r"^(?!(?i:see\s+)?(?i:note)\b|\d{1,2}\.\s).*(?:[A-Za-z]{2}|\d{4})")


def _cells(line: str) -> list[Span]:
    """The spans of the cells of a row."""
    spans, start = [], 0
    for cell in line.split("\t"):
        spans.append((start, start + len(cell)))
        start += len(cell) + 1
    return spans


def _tidy(text: str) -> str:
    return " ".join(text.split()).strip(" :–—-")


def _label(text: str) -> str:
    """The label of a row without the part of a schedule in which it stands: "Part IV Rent"."""
    return _PART.sub("", _tidy(text))


_PART = compiled(r"^(?i:part|item|no\.?)\s+(?:\d+|[IVX]+|[A-Z])\b[\s.:)–—-]*(?=[A-Za-z]{2})")


def _named(view: View, row: Sentence, index: int) -> tuple[str, str, tuple[Quote, ...]]:
    """The name of a column, or what the sentence before the table calls its amounts and that sentence."""
    paragraph = row.paragraph
    table = _tables(view.document).get(paragraph.start)
    if table is None:
        return "", "", ()
    for start, end in reversed(_lines(paragraph)[: table.header_rows]):
        if find_money(smooth(paragraph.text[start:end])):
            break  # a row of amounts names no columns
        cells = _cells(paragraph.text[start:end])
        name = _tidy(smooth(paragraph.text[start:end])[slice(*cells[index])]) if index < len(cells) else ""
        if start + paragraph.start < row.start and 0 < len(name) <= LONGEST_LABEL and _WORDS.search(name):
            return name, "", (view.quote(paragraph.start + start, paragraph.start + end),)
    return _introduced(view, paragraph) if not table.header_rows else ("", "", ())


def _introduced(view: View, table: Paragraph) -> tuple[str, str, tuple[Quote, ...]]:
    """The term that the sentence before a table defines for its amounts: "the amount below (the "Annual Fee")."""
    for before in view.before(table, 1):
        text = smooth(before.text)
        if term := _TERM.search(text):
            start = max(text.rfind(". ", 0, term.start()) + 1, term.start() - LONGEST_LEAD)
            quote = view.quote(before.start + start, before.start + len(text))
            return term["term"], text[start : term.start()], (quote,)
    return "", "", ()


LONGEST_LEAD = 400
"""Characters of a sentence that introduces a table."""

_TERM = compiled(
    r"\b(?:below|following|as\s+follows|set\s+forth)\b[^.]{0,80}\((?:[^()\"]{0,24})\"(?P<term>[^\"]{2,50})\"\)\s*[.:]*\s*$"
)


def _lines(paragraph: Paragraph) -> list[Span]:
    spans, start = [], 0
    for line in paragraph.text.split("\n"):
        spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans


@lru_cache(maxsize=2)
def _tables(document: Document) -> dict[int, Table]:
    """The tables of a document by the offset at which they begin."""
    begins = {block.id: block.span[0] for block in document.blocks if block.kind == "table" and block.span}
    return {begins[table.block]: table for table in document.tables if table.block in begins}
