"""Where a document states what a label names: beside the label, in its definition, or in a sentence about it.

Monthly Rent: $5,000            (a line, a form's field, a row of two cells)
"Monthly Rent" means $5,000
$5,000 (the "Monthly Rent")
The monthly rent is $5,000      (figures, days and choices only)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache

from msgspec import Struct

from docpipe.rules.zh_script import has_han
from docpipe.types import Document, Paragraph, paragraphs

LONGEST = 300
"""Characters of a value beside its label; what is longer is a clause with a heading, not a value."""

AFTER = 120
"""Characters behind a label in a sentence, and before one in brackets, in which its figure stands."""


class Sort(IntEnum):
    """How sure a place is: a smaller one is surer."""

    BESIDE = 1
    DEFINED = 2
    IN_BRACKETS = 3
    SAID = 4


class Stated(Struct, frozen=True):
    """The words ``text[start:end]`` of a document that state what a label names, and where that begins or ends.

    In brackets the figure stands before the label: the last one counts.
    """

    sort: Sort
    start: int
    end: int
    label: int

    @property
    def last(self) -> bool:
        return self.sort is Sort.IN_BRACKETS


def stated(document: Document, label: str) -> Iterator[Stated]:
    """Every place that states what a label names, in the order of the text."""
    first = label.split()[0] if label else ""
    if not first or first not in document.text.lower():
        return
    patterns = _patterns(label)
    for paragraph in paragraphs(document):
        if first in paragraph.text.lower():
            yield from _in_table(paragraph, patterns) if paragraph.kind == "table" else _in_text(paragraph, patterns)


class _Patterns(Struct, frozen=True):
    cell: re.Pattern[str]
    line: re.Pattern[str]
    defined: re.Pattern[str]
    bracketed: re.Pattern[str]
    said: re.Pattern[str] | None


_HEADED = r"(?:[^\W\d_][\w ,&/-]{0,60}\.[ \t]+(?:the\s+)?)?"
"""A heading that runs on into the label: "5. Guarantor. Guarantor: Ann Oak"."""


@lru_cache(maxsize=256)
def _patterns(label: str) -> _Patterns:
    """The patterns of a label; they hold a user's words, so they are compiled as ever and kept nowhere."""
    words = r"[\s_-]+".join(map(re.escape, label.split()))
    name = words if has_han(label) else rf"{words}(?:s|es)?"
    lead = r"\W*(?:(?:\d{1,3}(?:\.\d{1,3})*|[a-z]|[ivx]{1,4})[.)、]\s*)?(?:the\s+)?"
    says = r"(?:shall be|will be|must be|is|are|was|equals?|amounts? to|of|为|是)"
    said = rf"\b{name}\b(?:\s+(?!{says}\b)\w+){{0,3}}?\s+{says}\s+" if " " in label else None
    if has_han(label):
        said = rf"{name}(?:为|是|计)"
    return _Patterns(
        re.compile(rf"{lead}{name}\s*(?:[(（][^)）]{{0,40}}[)）])?\s*[:：]?\s*", re.IGNORECASE),
        re.compile(
            rf"^{lead}{_HEADED}{name}\s*(?:[(（][^)）\n]{{0,40}}[)）])?\s*[:：\t]\s*(?=\S)",
            re.IGNORECASE | re.MULTILINE,
        ),
        re.compile(
            rf"[\"“]{name}[\"”]\s*(?:shall mean|means?|is|refers? to|has the meaning of|是指|系指|指)\s*[:：]?\s*",
            re.IGNORECASE,
        ),
        re.compile(
            rf"\s*\((?:the|a|an|such|this)?\s*[\"“]{name}[\"”]\)|（(?:下称|以下简称|简称)?[\"“]{name}[\"”]）",
            re.IGNORECASE,
        ),
        re.compile(said, re.IGNORECASE) if said else None,
    )


def _in_table(paragraph: Paragraph, patterns: _Patterns) -> Iterator[Stated]:
    """Rows of a label and one value."""
    start = paragraph.start
    for row in paragraph.text.split("\n"):
        cells = [(cell, at) for cell, at in _cells(row, start) if cell.strip()]
        if len(cells) == 2 and patterns.cell.fullmatch(cells[0][0]) and len(cells[1][0]) <= LONGEST:
            yield Stated(Sort.BESIDE, cells[1][1], cells[1][1] + len(cells[1][0]), cells[0][1])
        start += len(row) + 1


def _cells(row: str, start: int) -> Iterator[tuple[str, int]]:
    for cell in row.split("\t"):
        yield cell, start
        start += len(cell) + 1


def _in_text(paragraph: Paragraph, patterns: _Patterns) -> Iterator[Stated]:
    text, base = paragraph.text, paragraph.start
    for match in patterns.line.finditer(text):
        end = _end_of(text, match.end(), "\n")
        if end - match.end() <= LONGEST:
            yield Stated(Sort.BESIDE, base + match.end(), base + end, base + match.start())
    for match in patterns.defined.finditer(text):
        end = _sentence_end(text, match.end())
        if end - match.end() <= LONGEST:
            yield Stated(Sort.DEFINED, base + match.end(), base + end, base + match.start())
    for match in patterns.bracketed.finditer(text):
        begin = max(_sentence_start(text, match.start()), match.start() - AFTER)
        yield Stated(Sort.IN_BRACKETS, base + begin, base + match.start(), base + match.end())
    for match in patterns.said.finditer(text) if patterns.said else ():
        end = min(_sentence_end(text, match.end()), match.end() + AFTER)
        yield Stated(Sort.SAID, base + match.end(), base + end, base + match.start())


def _end_of(text: str, start: int, mark: str) -> int:
    end = text.find(mark, start)
    return len(text) if end < 0 else end


def _sentence_end(text: str, start: int) -> int:
    match = _ENDS.search(text, start)
    return match.start() if match else len(text)


def _sentence_start(text: str, end: int) -> int:
    return max((match.end() for match in _ENDS.finditer(text, 0, end)), default=0)


_ENDS = re.compile(r"(?<![A-Z])[.](?=\s+[A-Z]|\s*$)|[;。；\n]")
