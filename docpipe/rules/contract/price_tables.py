"""Amounts in rows of tables whose head names the currency: "Year 1 (US$)" above, "Training 22,500.00" below.

Readers give such rows as paragraphs, or as lines of a table. A row counts where as many figures end it as the head has
columns of money; a total that is not the sum of its rows gets a check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract.passages import smooth
from docpipe.rules.later import later
from docpipe.rules.money import FoundMoney, find_money
from docpipe.rules.view import View
from docpipe.types import Document, Paragraph, Quote

HEAD_WITHIN = 40
"""Paragraphs before a row in which the head of its table stands."""

LONGEST_ROW = 160
"""Characters of a row at most; prose that ends in a figure is longer."""

ROW_ENDS = tuple("0123456789–—-")
"""What a row ends in."""

_FIGURE = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d\d)?|\d+\.\d\d)"
_RUN = later(rf"{_FIGURE}\s+{_FIGURE}")
_ROW_BREAK = later(r"(?:(?<=,\d{3})|(?<=\d\.\d\d))\s+(?=[A-Z])|(?<=\))\s+(?=[A-Z][^()\d]{3,80}\s\d{1,3},\d{3})")
_ROW = later(rf"(?P<label>[A-Z(][^$€£]{{1,110}}?)\s+(?P<figures>(?:{_FIGURE}|[–—-])(?:\s+(?:{_FIGURE}|[–—-]))*)\s*\Z")
_SIGNS = ("$", "US$", "USD", "€", "EUR", "£", "GBP", "RMB", "CNY")
_COLUMN = later(r"(?P<name>[A-Z][\w-]*(?:\s[a-z\d][\w-]*){0,4}|[\w-]+)\s?\((?P<sign>\$|US\$|USD|€|EUR|£|GBP|RMB|CNY)\)")
_COUNTED = later(r"(?i)\b(?:quantity|qty|units|number|no\.)(?=\s|$)")
_COUNT = compiled(r"\s+\d{1,5}$")
_TOTAL = later(r"(?i)(?:grand\s+|sub-?)?total\b")
_PER = later(
    r"(?i)\b(?:per\s+(?P<unit>\w+)|(?P<each>unit|hourly|daily|monthly|annual)\b.*|(?P<period>(?:year|month|quarter|week)\s+\d+))$"
)
_KINDS = (("fee", later(r"(?i)\b(?:fees?|charges?|rates?)\b")), ("price", later(r"(?i)\bprices?\b")))


class Cell(Struct, frozen=True):
    """An amount of a row: what the row is called, under which column, and both places."""

    label: str
    column: str
    money: FoundMoney
    role: str
    per: str | None
    quotes: tuple[Quote, Quote]
    is_total: bool


class _Line(Struct, frozen=True):
    text: str
    start: int


class _Head(Struct, frozen=True):
    columns: tuple[tuple[str, str], ...]  # name and sign of each column of money
    quote: Quote
    counted: bool
    role: str


def may_hold_rows(view: View, paragraph: Paragraph) -> bool:
    """Whether it is worth looking for rows in a paragraph."""
    if not _has_heads(view.document):
        return False
    return paragraph.kind == "table" or paragraph.text.rstrip()[-1:] in ROW_ENDS or bool(_RUN().search(paragraph.text))


@lru_cache(maxsize=2)
def _has_heads(document: Document) -> bool:
    return any(f"({sign})" in document.text for sign in _SIGNS)


def rows(view: View, paragraph: Paragraph) -> Iterator[list[Cell]]:
    """The cells of each row of a paragraph, or of each of a table's lines; an empty figure ("–") gives none."""
    for line in _lines(paragraph):
        if (row := _row(line)) and (head := _head_above(view, paragraph, line)):
            yield list(_cells(view, line, row, head))


def wrong_total(view: View, paragraph: Paragraph) -> tuple[str, tuple[Quote, ...]] | None:
    """What is wrong with a row of totals, and the places of all rows; nothing unless every row above it was read."""
    for line in _lines(paragraph):
        row = _row(line)
        if row and _TOTAL().match(row["label"]) and (head := _head_above(view, paragraph, line)):
            summed = _summed(view, paragraph, line, head)
            printed = _figures(row)
            if summed is None or printed[-1] is None or summed[0] == printed[-1]:
                continue
            message = f"the rows add up to {summed[0]:,}, the total says {printed[-1]:,}"
            return message, (*summed[1], view.quote(line.start, line.start + len(line.text)))
    return None


def rows_under(
    view: View, paragraph: Paragraph, row: re.Pattern[str], head: re.Pattern[str]
) -> Iterator[tuple[re.Match[str], tuple[Quote, Quote]]]:
    """The lines of a paragraph that match ``row`` below a line that matches ``head``, rows between; and both places."""
    for line in _lines(paragraph):
        match = row.fullmatch(line.text) if len(line.text) <= LONGEST_ROW else None
        if match is None:
            continue
        for above in _above(view, paragraph, line):
            if len(above.text) <= LONGEST_ROW and head.search(above.text) and not row.fullmatch(above.text):
                quotes = (
                    view.quote(line.start, line.start + len(line.text)),
                    view.quote(above.start, above.start + len(above.text)),
                )
                yield match, quotes
                break
            if len(above.text) > LONGEST_ROW // 2:
                break


def _lines(paragraph: Paragraph) -> Iterator[_Line]:
    if paragraph.kind != "table":
        yield from _run_together(paragraph)
        return
    for match in re.finditer(r"[^\n]*\S[^\n]*", paragraph.text):
        yield _Line(smooth(match[0]), paragraph.start + match.start())


def _run_together(paragraph: Paragraph) -> Iterator[_Line]:
    """A paragraph as one line, or as the rows that a reader joined: a figure ends one where a capital follows it."""
    text = smooth(paragraph.text)
    start = 0
    for match in _ROW_BREAK().finditer(text) if _RUN().search(text) else ():
        yield _Line(text[start : match.start()], paragraph.start + start)
        start = match.end()
    yield _Line(text[start:], paragraph.start + start)


def _above(view: View, paragraph: Paragraph, line: _Line) -> Iterator[_Line]:
    """The lines before one, nearest first."""
    yield from reversed([each for each in _lines(paragraph) if each.start < line.start])
    for before in reversed(view.before(paragraph, HEAD_WITHIN)):
        yield from reversed(list(_lines(before)))


def _row(line: _Line) -> re.Match[str] | None:
    if len(line.text) > LONGEST_ROW or line.text.rstrip()[-1:] not in ROW_ENDS:
        return None
    return _ROW().match(line.text)


def _figures(row: re.Match[str]) -> list[Decimal | None]:
    return [Decimal(each.replace(",", "")) if each[0].isdigit() else None for each in row["figures"].split()]


def _head_above(view: View, paragraph: Paragraph, line: _Line) -> _Head | None:
    """The head of the table that a row is in; nothing where prose stands between them."""
    above = list(_above(view, paragraph, line))
    for place, each in enumerate(above):
        columns = list(_COLUMN().finditer(each.text)) if "(" in each.text else []
        if columns and len(each.text) <= LONGEST_ROW:
            signed = tuple((column["name"], column["sign"]) for column in columns)
            quote = view.quote(each.start + columns[0].start(), each.start + columns[-1].end())
            titles = " ".join([each.text, *(title.text[:LONGEST_ROW] for title in above[place + 1 : place + 4])])
            return _Head(signed, quote, bool(_COUNTED().search(each.text)), _role(titles))
        if _row(each) is None and len(each.text) > LONGEST_ROW // 2:
            return None
    return None


def _role(titles: str) -> str:
    return next((role for role, pattern in _KINDS if pattern().search(titles)), "other")


def _cells(view: View, line: _Line, row: re.Match[str], head: _Head) -> Iterator[Cell]:
    figures = _figures(row)
    is_total = bool(_TOTAL().match(row["label"]))
    columns = head.columns[-len(figures) :] if is_total else head.columns
    if len(columns) != len(figures):
        return
    label = _COUNT.sub("", row["label"]) if head.counted and not is_total else row["label"]
    quotes = (view.quote(line.start, line.start + len(line.text)), head.quote)
    for (name, sign), printed in zip(columns, row["figures"].split(), strict=True):
        if printed[0].isdigit():
            per = _PER().search(name)
            shown = next((part for part in per.groups() if part), None) if per else None
            yield Cell(
                " ".join(label.split()), name, find_money(f"{sign} {printed}")[0], head.role, shown, quotes, is_total
            )


def _summed(view: View, paragraph: Paragraph, line: _Line, head: _Head) -> tuple[Decimal, list[Quote]] | None:
    """The sum of the last column of the rows between the head and a total, with their places."""
    total = Decimal(0)
    quotes: list[Quote] = []
    for each in _above(view, paragraph, line):
        row = _row(each)
        if row is None:
            found = head.quote.span and each.start <= head.quote.span[0] < each.start + len(each.text)
            return (total, quotes[::-1]) if found and len(quotes) > 1 else None
        figures = _figures(row)
        if len(figures) != len(head.columns) or _TOTAL().match(row["label"]) or figures[-1] is None:
            return None
        total += figures[-1]
        quotes.append(view.quote(each.start, each.start + len(each.text)))
    return None
