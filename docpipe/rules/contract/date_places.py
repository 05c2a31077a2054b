"""Dates of signing and taking effect that stand in no sentence: in labelled rows, behind a place, in a letter.

``Effective Date | 3 March 2025``; ``Goslar, 17.06.2024`` over a line to sign on; ``Date: 3 March 2025`` under the name
of who signs; "Your employment starts on 15 July 2024".
"""

from __future__ import annotations

from collections.abc import Iterator

from docpipe.patterns import compiled
from docpipe.rules.contract import instruments, labelled_rows, signatures
from docpipe.rules.contract.dated import dated
from docpipe.rules.contract.labelled_rows import Row
from docpipe.rules.contract.party_regions import regions
from docpipe.rules.contract.passages import Sentence, smooth
from docpipe.rules.contract.term_spans import TERM, span_of
from docpipe.rules.dates import FoundDate, find_dates
from docpipe.rules.view import View
from docpipe.types import Finding, Paragraph

ROWS, SPAN = "rows", "span"
"""Bases: a row that is labelled with the effective date; the first day of a term that is given with its last."""

NEAR = 4
"""Paragraphs between a day of signing and the line or name that shows that somebody signs there."""

LAST_LINES = 16
"""Paragraphs behind a day of signing up to the end of a document: two blocks to sign in have fewer."""

LONGEST_LINE = 120
"""Characters of a line with place and date, or two of them side by side."""

LEAD = 16
"""Characters of a cell before its date: "with effect from"."""

COVER = 40
"""Paragraphs of the opening in which a row that says "Date" alone dates the agreement."""

_BARE = ("date", "dated")
_EFFECTIVE = compiled(
    r"(?:effective|(?:[a-z]{3,12}\s+)?(?:commencement|commencing|start|starting))\s+date(?:\s+of\s+(?:the\s+|this\s+)?[a-z]+)?"
    r"|date\s+of\s+commencement|effective\s+(?:as\s+of|from)"
)
_AGREED = compiled(
    r"(?:agreement|contract|order|signing|execution|signature)\s+date"
    r"|date\s+of\s+(?:(?:the|this)\s+)?(?:agreement|contract|lease|tenancy|deed|order|signing|execution|signature)"
)
_SIGNED = compiled(r"(?:date|dated|date\s+(?:signed|of\s+signature|of\s+signing)|signature\s+date|signed\s+on)")
_PLACE = compiled(
    r"\s*(?:(?i:place\s*(?:,|and)\s*date)\s*:\s*)?[A-Z][\w'.-]+(?:[ /-]+[A-Z(][\w'.)-]*){0,3}\s*,\s*"
    r"(?:(?:the|this|on|den|dated?|le)\s+)?"
)
_RULE = compiled(r"[\s_.\-–—)]*")
_LINE = compiled(r"_{4,}|\.{6,}|…{2,}")
_DATE = compiled(r"\W*(?i:date|dated|signed\s+on)\s*[:.]\s*")
_NAMES_SIGNER = compiled(r"\W*(?i:name|title|position|capacity|signature|signed|for\s+and\s+on\s+behalf)\b")
_YOURS = compiled(
    r"\byour\s+(?:employment|engagement|appointment)\b[^.;]{0,60}?\b(?:starts?|commences?|begins?)\s+(?:on|from)\s+$"
)


_ITS_TERM = compiled(
    r"(?i)\b(?:this|the)\s+(?:agreement|contract|lease|licen[cs]e|deed)\s+(?:is|shall|will|enters|has|runs)\b"
)
_TERM_FROM = compiled(
    r"(?i)\bterm\s+of\s+(?:\w+\s+)?(?:\(?\d+\)?\s+)?(?:years?|months?)\W+(?:as\s+(?:from|of)|(?:commencing|beginning|starting)"
    r"\s+(?:on|from)|from)\s+(?:and\s+including\s+)?(?:the\s+)?$"
)
"""The first day of a term, in front of it: "for a fixed term of two (2) years as from"."""


def found(view: View) -> Iterator[Finding]:
    """The dates of a chunk's tables and signature lines."""
    for table in labelled_rows.rows(view):
        for row in table:
            yield from _in_row(view, row, labelled_rows.signs(table))
    for paragraph in view.own:
        if len(paragraph.text) <= LONGEST_LINE and any(map(str.isdigit, paragraph.text)):
            yield from _signed(view, paragraph)
        elif paragraph.kind == "table" and not view.after(paragraph, 1):
            yield from _in_last_table(view, paragraph)
    for region in regions(view):
        if date := _first(region.text[: region.begin], region.begin):
            yield dated(view, "agreement_date", region.start, date, "cover", region.text)
    yield from instruments.dates(view)


def begins(view: View, sentence: Sentence) -> Iterator[Finding]:
    """The day on which a letter lets an employment start, or a term that a sentence gives with both its ends."""
    if "your " in sentence.folded:
        for date in find_dates(sentence.text):
            if date.value and _YOURS.search(sentence.folded[: date.start]):
                yield dated(view, "effective_date", sentence.start, date, "clause", sentence.text)
    if "term" in sentence.folded and _ITS_TERM.search(sentence.text):
        for date in find_dates(sentence.text):
            if date.value and _TERM_FROM.search(sentence.text[: date.start]):
                yield dated(view, "effective_date", sentence.start, date, SPAN, sentence.text)
    if span := span_of(sentence):
        yield dated(view, "effective_date", sentence.start, span.first, SPAN, sentence.text)


def _in_row(view: View, row: Row, signing: bool) -> Iterator[Finding]:
    start = row.sentence.start
    for cell in row.cells:
        date = _first(row.alone(cell), cell[0])
        if date is None:
            continue
        if signing and _SIGNED.fullmatch(row.label):
            yield dated(view, "agreement_date", start, date, signatures.BASIS, row.sentence.text)
        elif len(row.cells) == 1 and (
            _AGREED.fullmatch(row.label) or (row.label in _BARE and row.sentence.paragraph in view.opening[:COVER])
        ):
            yield dated(view, "agreement_date", start, date, "cover", row.sentence.text)
        elif len(row.cells) == 1 and _EFFECTIVE.fullmatch(row.label):
            basis = ROWS if row.label.startswith("effective") else "cover"
            yield dated(view, "effective_date", start, date, basis, row.sentence.text)
            if row.label == "effective date":
                yield dated(view, "agreement_date", start, date, "effective-cover", row.sentence.text)
        elif len(row.cells) == 1 and TERM.fullmatch(row.label):
            yield dated(view, "effective_date", start, date, SPAN, row.sentence.text)


def _first(text: str, start: int) -> FoundDate | None:
    """The date that a cell begins with."""
    date = next(iter(find_dates(text)), None)
    return date if date and date.value and date.start - start <= LEAD else None


def _signed(view: View, paragraph: Paragraph) -> Iterator[Finding]:
    """The dates of a line that is nothing but place and date, or "Date:" and date, where somebody signs."""
    text = smooth(paragraph.text)
    dates = [date for date in find_dates(text) if date.value]
    if not dates:
        return
    around = (paragraph, *view.before(paragraph, NEAR), *view.after(paragraph, NEAR))
    placed = _between(text, dates)
    if placed and all(map(_PLACE.fullmatch, placed)):
        signed = any(_LINE.search(other.text) or signatures.signs(other) for other in around)
    elif placed and all(map(_DATE.fullmatch, placed)):
        signed = any(_NAMES_SIGNER.match(other.text) for other in around)
    else:
        return
    for date in dates if signed or _at_the_end(view, paragraph) else ():
        yield dated(view, "agreement_date", paragraph.start, date, signatures.BASIS, text)


def _in_last_table(view: View, paragraph: Paragraph) -> Iterator[Finding]:
    """The dates of a document's last row, whose cells each begin with a place and a date: two blocks to sign in."""
    row = paragraph.text.rstrip("\n").rpartition("\n")[2]
    start, found = paragraph.end - len(row), []
    for printed in row.split("\t") if "\t" in row else ():
        cell = smooth(printed)
        date = next(iter(find_dates(cell[:LONGEST_LINE])), None)
        if date is None or not date.value or not _PLACE.fullmatch(cell, 0, date.start):
            return
        found.append(dated(view, "agreement_date", start, date, signatures.BASIS, cell))
        start += len(cell) + 1
    yield from found


def _at_the_end(view: View, paragraph: Paragraph) -> bool:
    """Whether a line stands among those that a document ends with: names, offices and places, no sentence."""
    following = view.after(paragraph, LAST_LINES)
    ends = len(following) < LAST_LINES and all(len(each.text) <= LONGEST_LINE for each in following)
    return ends and bool(following or view.before(paragraph, 1)) and paragraph not in view.opening[:NEAR]


def _between(text: str, dates: list[FoundDate]) -> list[str]:
    """What leads to each date of a line; nothing where words follow the last one."""
    if not _RULE.fullmatch(text, dates[-1].end):
        return []
    reached, leads = 0, []
    for date in dates:
        leads.append(text[reached : date.start].lstrip(" _.-–—"))
        reached = date.end
    return leads
