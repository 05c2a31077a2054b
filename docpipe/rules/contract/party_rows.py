"""Parties in tables: rows that are labelled with a role, and companies under the columns of a table to sign in."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract.labelled_rows import Row, rows, signs
from docpipe.rules.contract.names import Name, name_at
from docpipe.rules.contract.party_blocks import name_of, said_of
from docpipe.rules.contract.party_details import Detail, alias_details, is_role
from docpipe.rules.contract.party_findings import described, named, two_or_more
from docpipe.rules.view import View
from docpipe.types import Finding

BASIS, ALONE = "rows", "row"
"""Bases: a table that names two parties or more; a row that names one, which may join a party found elsewhere."""

_COMPANY = compiled(
    r"(?:full\s+|legal\s+|registered\s+)*(?:company|organi[sz]ation|entity|business|corporate)(?:\s+name)?|legal\s+name|party(?:\s+name)?"
)
_OTHERS = frozenset(("agent", "author", "bank", "escrow", "executive", "host", "manager", "user", "principal"))
"""Roles that label other things in tables: who manages an account, an amount of money."""


_BY = frozenset(("issued by", "issued to", "prepared for", "prepared by", "sold to", "ordered by", "supplied by"))
_ALIAS = compiled(r"\((?:the\s+)?\"[^\"()]{2,40}\"\)")


def in_rows(view: View) -> Iterator[Finding]:
    """The parties of each table that names two or more, and those whose details stand in rows of their own."""
    tables = list(rows(view))
    for table in tables:
        found = list(_signing(view, table) if signs(table) else _labelled(view, table))
        yield from two_or_more(found) or ([] if signs(table) else [replace(each, basis=ALONE) for each in found])
    yield from two_or_more(finding for table in tables if not signs(table) for finding in _detailed(view, table))


def _labelled(view: View, table: tuple[Row, ...]) -> Iterator[Finding]:
    for row in table:
        if row.label == "parties":
            yield from _several(view, row)
        if not (is_role(row.label) or row.label in _BY) or row.label in _OTHERS or len(row.cells) > 1:
            continue
        text = row.sentence.text
        start, end = row.cells[0]
        start += len(text[start:end]) - len(text[start:end].lstrip())
        name = name_of(text, start, end) or _alone(text, start, end)
        if name is not None:
            yield named(view, row.sentence.start, name, BASIS)
            about = [*_role(row, name.end, end), *said_of(text, name.end, end)]
            yield from described(view, row.sentence.start, name, about, BASIS)


def _role(row: Row, begin: int, end: int) -> Iterator[Detail]:
    """What a row's cell calls its party, or the row's own label."""
    text = row.sentence.text
    if called := _ALIAS.search(text, begin, end):
        yield from alias_details(called)
    elif row.label not in _BY:
        role = text.lower().find(row.label)
        yield Detail("role", text[role : role + len(row.label)], role, begin)


def _several(view: View, row: Row) -> Iterator[Finding]:
    """The companies of a cell that holds all parties, each by its name and the number or address behind it."""
    text = row.sentence.text
    start, end = row.cells[0]
    found: list[Name] = []
    printed = view.document.text[row.sentence.start : row.sentence.start + end]
    places = {word.start() for word in _WORD.finditer(printed, start)} | _line_starts(view, row, start, end)
    for place in sorted(places):
        name = name_at(text[:end], place) if not found or place >= found[-1].end else None
        if name and name.start == place and name.legal and _REGISTERED.match(text, name.end):
            found.append(name)
    for name, stop in zip(found, [*(each.start for each in found[1:]), end], strict=False):
        yield named(view, row.sentence.start, name, BASIS)
        yield from described(view, row.sentence.start, name, said_of(text, name.end, stop), BASIS)


def _line_starts(view: View, row: Row, start: int, end: int) -> set[int]:
    """Where the printed lines of a cell begin, in the text of its row: words under the one before them."""
    words, begin = view.document.words, row.sentence.start
    inside = range(bisect_left(words.starts, begin + start), bisect_left(words.starts, begin + end))
    under = (word for word in inside[1:] if words.box(word)[1] >= words.box(word - 1)[3] - 1)
    return {words.starts[word] - begin for word in under}


_WORD = compiled(r"(?:(?<=\t)|(?<=[;.)]\s)|(?<=\band\s))[A-Z]")
"""Where a name may begin in a line of a cell."""

_REGISTERED = compiled(
    r"\s*,?\s*\(?\s*(?:(?:company|reg\w*\.?|abn|acn|uen|number|no\.)\s|whose\b|of\s|an?\s)", re.IGNORECASE
)


def _detailed(view: View, table: tuple[Row, ...]) -> Iterator[Finding]:
    """Parties by their rows "Name", "ABN", "Short form name", as Australian agreements begin."""
    heads = [place for place, row in enumerate(table) if row.label in _NAMES]
    for head, end in zip(heads, [*heads[1:], len(table)], strict=False):
        about = [row for row in table[head + 1 : end] if row.label in _DETAILS]
        name = _alone(table[head].sentence.text, *table[head].cells[0])
        if name is None or not about:
            continue
        yield named(view, table[head].sentence.start, name, BASIS)
        for row in about:
            yield from described(view, row.sentence.start, name, _of_row(row, _DETAILS[row.label]), BASIS)


_NAMES = ("name", "full name", "legal name", "company name")
_DETAILS = {
    "abn": "identifier", "acn": "identifier", "uen": "identifier", "company number": "identifier",
    "registration number": "identifier", "company registration number": "identifier", "nzbn": "identifier",
    "short form name": "aliases", "short name": "aliases",
}  # fmt: skip
"""What only the rows of a party are labelled with, and what they say of it."""


def _of_row(row: Row, attribute: str) -> Iterator[Detail]:
    start, end = row.cells[0]
    value = row.sentence.text[start:end].strip()
    if 0 < len(value) <= LONGEST_DETAIL:
        yield Detail(attribute, value, start, end)
        if attribute == "aliases" and is_role(value):
            yield Detail("role", value, start, end)


LONGEST_DETAIL = 60
"""Characters of a number or a short name."""


def _signing(view: View, table: tuple[Row, ...]) -> Iterator[Finding]:
    """The companies of the first row that names them, one for each column."""
    for row in table:
        if _COMPANY.fullmatch(row.label):
            names = [_alone(row.sentence.text, *cell) for cell in row.cells]
            yield from (named(view, row.sentence.start, name, BASIS) for name in names if name)
            return


def _alone(text: str, start: int, end: int) -> Name | None:
    """The name of a company that a cell begins with."""
    start += len(text[start:end]) - len(text[start:end].lstrip())
    name = name_at(text[:end], start)
    whole = name is not None and (not text[name.end : end].strip(" .") or _ALIAS.search(text, name.end, end))
    return name if name and name.start == start and (name.legal or (name.body and whole)) else None
