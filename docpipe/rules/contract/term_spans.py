"""How long an agreement runs where nothing calls it a term: rows, definitions of a last day, both ends of a period."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract import labelled_rows
from docpipe.rules.contract.passages import Sentence
from docpipe.rules.contract.term_parts import Reading, parts
from docpipe.rules.dates import FoundDate, find_dates
from docpipe.rules.durations import FoundDuration, add, find_durations
from docpipe.rules.view import View

LABELLED, SAID, DEFINED = 3, 2, 0
"""How sure a reading is, as ``term_sentences.strength`` counts: a definition of a last day stands behind every
sentence about the agreement's own term."""

SLACK = 3
"""Days by which the last day of a period may differ from its first day and its length: both days inclusive, or
counted to the end of a month."""

TERM = compiled(
    r"(?:(?:initial|fixed|[a-z]{2,12})\s+)?(?:term|duration)(?:\s+of\s+(?:the\s+|this\s+)?(?:agreement|contract|lease|tenancy"
    r"|licen[cs]e|employment|engagement))?|(?:lease|licen[cs]e|tenancy|contract|hire|subscription|rental)\s+period|tenure"
    r"|performance\s+period|period\s+of\s+(?:the\s+)?(?:performance|lease|licen[cs]e|tenancy|agreement|contract|hire)"
)
_OTHER_TERM = frozenset(("renewal term", "payment term", "extension term", "confidentiality term", "warranty term"))
_LAST_DAY = compiled(
    r"(?:expiration|expiry|termination|end|maturity|final\s+repayment)\s+date|date\s+of\s+expir(?:y|ation)"
)
_DEFINED = compiled(
    r"[\W\d]*(?:the\s+)?\"?(?:(?:final|scheduled|stated|original)\s+)?(?:(?:final\s+)?(?:repayment|maturity)|termination|expiry"
    r"|expiration|end)\s+date\"?\s*(?:\([^()]{0,40}\)\s*)?(?:shall\s+mean|means?|shall\s+be|is|:)\s*(?P<day>.*)",
    re.IGNORECASE | re.DOTALL,
)
_CALLED = compiled(
    r"\s*\(\s*(?:the\s+)?\"(?:(?:final|scheduled|stated)\s+)?(?:maturity|repayment|termination|expiry|expiration)\s+date\"\s*\)",
    re.IGNORECASE,
)
_FIXED_TERM = compiled(
    r"\b(?:fixed|definite|limited)\s+(?:term|period|duration)\b[^.;]{0,30}?\b(?:until|ending|expiring|to|through|up\s+to)"
    r"(?:\s+and\s+including)?(?:\s+on)?\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_FROM = compiled(
    r"\b(?:commenc\w+|begin\w*|start\w*|from|effective)\s+(?:(?:from|on|as\s+of|with|effect|and\s+including)\s+)*(?:the\s+)?$",
    re.IGNORECASE,
)
_TO = compiled(
    r"\W*(?:\([^()]*\)\W*)?(?:and\s+)?(?:shall\s+|will\s+)?(?:end\w*|expir\w+|terminat\w+|to|until|till|through|up\s+to)\s+"
    r"(?:(?:on|at|and\s+including|the|midnight|end|of|close)\s+)*",
    re.IGNORECASE,
)
_ITSELF = compiled(
    r"\b(?:(?:this|the|said)\s+(?:\w+\s+){0,3}?(?:agreement|contract|lease|licen[cs]e|tenancy|premises|property|term)"
    r"|term|duration|employ\w+|engag\w+)\b",
    re.IGNORECASE,
)
_YEAR = compiled(r"(?:19|20)\d\d(?!\d)|\d[./-]\d\d(?!\d)")
_PERIODS = ("period", "term", "duration")
_ELSE = compiled(
    r"\b(?:warrant\w*|guarantee\w*|interest|invoice\w*|instal?lments?|defect\w*|confidential\w*|probation\w*|option"
    r"|renew\w*|extend\w*|exten[st]\w+|lock-in|rent-free|payments?|insurance|rates?|forecast\w*|restrict\w*|each|every|minimum|volumes?)\b",
    re.IGNORECASE,
)


class Whole(Struct, frozen=True):
    """A period of a sentence with its first and last day and its length, which agree."""

    first: FoundDate
    last: FoundDate
    duration: FoundDuration


def in_rows(view: View) -> Iterator[tuple[Sentence, Reading]]:
    """The rows of tables that are labelled with the term or its last day, and what they say."""
    for table in labelled_rows.rows(view):
        for row in table:
            if len(row.cells) > 1:
                continue
            text = row.alone(row.cells[0])
            if TERM.fullmatch(row.label) and row.label not in _OTHER_TERM:
                if (reading := parts(text)) and reading.kind in ("fixed", "term", "perpetual"):
                    yield row.sentence, reading
            elif _LAST_DAY.fullmatch(row.label) and (day := _day(text, row.cells[0][0])):
                yield row.sentence, Reading("fixed", date=day)


def said(sentence: Sentence) -> tuple[Reading, int] | None:
    """What a sentence says that names neither agreement nor term as those do which ``read`` knows, and how surely."""
    text = sentence.text
    if whole := span_of(sentence):
        return Reading("fixed", date=whole.last, duration=whole.duration), SAID
    if "fixed" in sentence.folded or "definite" in sentence.folded or "limited" in sentence.folded:
        until = (date for date in find_dates(text) if date.value and _FIXED_TERM.search(text[: date.start]))
        if (date := next(until, None)) and _ITSELF.search(text) and not _ELSE.search(text[: date.start]):
            return Reading("fixed", date=date), SAID
    if " date" in sentence.folded:
        if defined := _DEFINED.match(text):
            return _defined(text, defined.start("day"))
        called = (date for date in find_dates(text) if date.value and _CALLED.match(text, date.end))
        if date := next(called, None):
            return Reading("fixed", date=date), DEFINED
    return None


def span_of(sentence: Sentence) -> Whole | None:
    """The period that a sentence gives with both its ends and its length, if it is the agreement's."""
    text = sentence.text
    if not any(word in sentence.folded for word in _PERIODS) or len(_YEAR.findall(text)) < 2:
        return None
    if not _ITSELF.search(text):
        return None
    dates = [date for date in find_dates(text) if date.value]
    for first, last in pairwise(dates):
        if _FROM.search(text[: first.start]) and _TO.fullmatch(text[first.end : last.start]):
            length = next((one for one in find_durations(text) if _agrees(first, last, one)), None)
            if length and not _ELSE.search(text[: last.start]):
                return Whole(first, last, length)
    return None


def _agrees(first: FoundDate, last: FoundDate, length: FoundDuration) -> bool:
    end = add(first.value, length.count, length.unit) if first.value else None
    return end is not None and last.value is not None and abs((end - last.value).days) <= SLACK


def _defined(text: str, start: int) -> tuple[Reading, int] | None:
    """A last day as its definition gives it: a date, or so many years after one that the agreement knows."""
    alone = " " * start + text[start:]
    if day := _day(alone, start):
        return Reading("fixed", date=day), DEFINED
    reading = parts(alone)
    return (reading, DEFINED) if reading and reading.kind == "term" and reading.anchor else None


def _day(text: str, start: int) -> FoundDate | None:
    """The date that a text begins with at an offset."""
    date = next(iter(find_dates(text)), None)
    return date if date and date.value and not text[start : date.start].strip(" \"'(").removeprefix("the") else None
