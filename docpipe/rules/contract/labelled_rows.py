"""Rows that say what they are in their first cell: cover pages, schedules of particulars, tables to sign in.

``Tenant | Ann Byrne, of …``, ``Term | Two (2) years from …``, ``Effective Date | 3 March 2025``; in a table to sign in,
``Company | Acme Ltd | Marlow GmbH`` under columns for the parties. A label may be numbered, and explained in its cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract.passages import Sentence, smooth
from docpipe.rules.view import View
from docpipe.types import Paragraph
from docpipe.words import Span

LONGEST_LABEL = 90
"""Characters of a label with the explanation that cover pages print under it."""


class Row(Struct, frozen=True):
    """A row of a table: its label in lower case without number and explanation, and the spans of its other cells
    that have words, in ``sentence.text``."""

    label: str
    cells: tuple[Span, ...]
    sentence: Sentence

    def alone(self, cell: Span) -> str:
        """The text of the row with blanks for all but a cell, so that offsets hold."""
        start, end = cell
        return " " * start + self.sentence.text[start:end]


@lru_cache(maxsize=2)
def rows(view: View) -> tuple[tuple[Row, ...], ...]:
    """The labelled rows of each table that begins in a chunk."""
    tables = (tuple(_rows(paragraph)) for paragraph in view.own if paragraph.kind == "table")
    return tuple(filter(None, tables))


def signs(table: tuple[Row, ...]) -> bool:
    """Whether a table is one to sign in."""
    return any(_SIGNATURE.fullmatch(row.label) for row in table)


_SIGNATURE = compiled(r"signatures?|signed(?:\s+by)?|by|authori[sz]ed\s+signature")
_LABEL = compiled(
    r"\W*(?:(?:part|item|no|section|clause|box)\b\.?\s*(?:\d+|[ivx]+|[a-z])\b[\s.:)–—-]*|\(?(?:\d{1,2}|[ivx]{1,4}|[a-z])[.)]\s*"
    r"|\d{1,2}\s+)?(?:(?:name|particulars)\s+of\s+)?(?:the\s+)?(?P<label>[a-z][a-z/'-]*(?:\s+(?!of\s+the\s+parties)[a-z/'-]+){0,5}?)"
    r"\s*(?:\([^()]*\)\s*)?\W*$",
    re.IGNORECASE,
)
_EXPLAINED = compiled(
    r"(?<=\w)\s+(?:The|How|What|When|Who|Where|Why|Which|Whether|This|Period|Date|Name|Full|Insert|If|Length)\s+[a-z]"
)
"""Where the explanation of a label begins: "Term The length of this agreement"."""


def _rows(paragraph: Paragraph) -> Iterator[Row]:
    start = paragraph.start
    for line in paragraph.text.split("\n"):
        spans = list(_spans(line))
        if len(spans) > 1 and (label := _label(line[slice(*spans[0])])):
            text = smooth(line)
            yield Row(label, tuple(spans[1:]), Sentence(text, start, paragraph, text.lower()))
        start += len(line) + 1


def _spans(line: str) -> Iterator[Span]:
    start = 0
    for cell in line.split("\t"):
        if cell.strip():
            yield start, start + len(cell)
        start += len(cell) + 1


def _label(cell: str) -> str | None:
    printed = smooth(cell)
    if len(printed) > LONGEST_LABEL:
        return None
    explained = _EXPLAINED.search(printed)
    match = _LABEL.match(printed[: explained.start()] if explained else printed)
    return " ".join(match["label"].lower().split()) if match else None
