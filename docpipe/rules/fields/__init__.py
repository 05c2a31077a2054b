"""Fields of somebody's own kind: answered where the document labels them, and nowhere else.

Rules cannot know what a stranger's field means. Where a document has the field's own name beside a value of its type,
that is no guess; everything else is ``not_analyzed``. Two places that state different values are a conflict.
"""

from __future__ import annotations

import datetime
import re
import typing
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from docpipe.kinds.base import About, Kind
from docpipe.kinds.shape import choices, fields_of, is_list
from docpipe.rules.fields.labels import Sort, Stated, stated
from docpipe.rules.parsers import find_dates, find_durations, find_money
from docpipe.rules.unstruck import as_printed, unstruck
from docpipe.rules.view import View
from docpipe.types import Chunk, Document, Finding

NOT_LABELLED = (
    "the rules engine answers a field of your own only where the document labels a value with the field's name"
)

WITHIN = 60
"""Characters of a place in which its figure begins: a later one is of something else."""

Value = tuple[Any, int, int]
"""A value, and where it stands in its words."""


def find(document: Document, kind: Kind) -> list[Finding]:
    """What the document states beside the names of a kind's fields. Fields that were not asked have no findings."""
    clear = unstruck(document)
    found: dict[str, list[Finding]] = {}
    for name, annotation in fields_of(kind.model).items():
        found[name] = [*_surest(_answers(clear, name, annotation, kind))]
    return as_printed(document, (one for name in found if asked(kind.about[name], found) for one in found[name]))


def why_not(kind: Kind, name: str) -> str:
    """Why a field without an answer was not analysed."""
    condition = kind.about[name].ask_if
    return f"{NOT_LABELLED}; asked only if {condition}" if condition else NOT_LABELLED


def asked(about: About, found: Mapping[str, Sequence[Finding]]) -> bool:
    """Whether the condition of a field holds: another one has a value, or that value."""
    return about.applies({name: [finding.value for finding in many] for name, many in found.items()})


def _surest(answers: Iterator[tuple[Sort, Finding]]) -> Iterator[Finding]:
    """The findings of the surest sort of place."""
    everything = list(answers)
    best = min((sort for sort, _ in everything), default=None)
    yield from (finding for sort, finding in everything if sort is best)


def _answers(document: Document, name: str, annotation: Any, kind: Kind) -> Iterator[tuple[Sort, Finding]]:
    view = View(document, Chunk(0, 0, len(document.text), 0))
    options = choices(annotation)
    inner = choices(typing.get_args(options[0])[0]) if is_list(annotation) else options
    for place in stated(document, kind.about[name].label):
        values = _listed(document, place, inner) if is_list(annotation) else _single(document, place, inner)
        for value, start, end in values:
            quote = view.quote(min(place.label, start), max(place.label, end))
            item = kind.item_keys[name](value) if is_list(annotation) else None
            yield place.sort, Finding(name, value, (quote,), item=item)


def _single(document: Document, place: Stated, options: Sequence[Any]) -> list[Value]:
    """The value of a place: the first of its type that stands near the label."""
    ended = document.text.startswith(".", place.end)  # the sentence, or an abbreviation as well
    text = document.text[place.start : place.end + ended]
    for option in options:
        values = _values(text, option, place)
        near = [one for one in values if place.last or one[1] <= WITHIN]
        if near:
            value, start, end = near[-1 if place.last else 0]
            return [(value, place.start + start, place.start + end)]
    return []


def _listed(document: Document, place: Stated, options: Sequence[Any]) -> list[Value]:
    """The values beside a label, several where it has several."""
    if place.sort is not Sort.BESIDE:
        return []
    text = document.text[place.start : place.end]
    found: list[Value] = []
    for match in _PARTS.finditer(text):
        for option in options:
            values = _values(match.group(), option, place)[:1]
            found += [
                (value, place.start + match.start() + a, place.start + match.start() + b) for value, a, b in values
            ]
            if values:
                break
    return found


_PARTS = re.compile(r"[^;；、\n]+")


def _values(text: str, option: Any, place: Stated) -> list[Value]:
    """The values of a type in some words."""
    if typing.get_origin(option) is Literal:
        return _chosen(text, typing.get_args(option))
    if option is datetime.date:
        return [(one.value, one.start, one.end) for one in find_dates(text) if one.value is not None]
    if option is Decimal:
        return list(_numbers(text))
    if option is bool:
        return [(match.group().lower() in _YES, *match.span()) for match in [_YES_OR_NO.match(text)] if match]
    if option is str:
        return _text(text) if place.sort in (Sort.BESIDE, Sort.DEFINED) else []
    names = set(fields_of(option))
    if names == {"amount", "currency"}:
        found = find_money(text)
        return [({"amount": one.amount, "currency": one.currency}, one.start, one.end) for one in found]
    if names == {"count", "unit"}:
        return [({"count": one.count, "unit": one.unit}, one.start, one.end) for one in find_durations(text)]
    return []


def _chosen(text: str, allowed: Sequence[Any]) -> list[Value]:
    """The one choice that a text names; none if it names several, unless one is part of the other's words."""
    low = text.casefold()
    found = [(value, at) for value in allowed if (at := _word_at(low, str(value).casefold())) >= 0]
    longest = [
        one
        for one in found
        if not any(one is not other and str(one[0]).casefold() in str(other[0]).casefold() for other in found)
    ]
    return [(value, at, at + len(str(value))) for value, at in longest] if len(longest) == 1 else []


def _word_at(text: str, word: str) -> int:
    match = re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", text)
    return match.start() if match else -1


def _numbers(text: str) -> Iterator[Value]:
    for match in _NUMBER.finditer(text):
        try:
            yield Decimal(match.group().replace(",", "")), *match.span()
        except InvalidOperation:
            continue


_NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?!\w)")

_YES = ("yes", "true", "y", "是", "有")
_YES_OR_NO = re.compile(r"(?:yes|no|true|false|y|n)\b|[是否有无]", re.IGNORECASE)


def _text(text: str) -> list[Value]:
    """The words themselves, without the mark that ends them, which is an abbreviation's own; blanks to fill in and
    words that say that there is nothing are none."""
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip().rstrip(".;,；。，"))
    end += text[end : end + 1] == "." and _ABBREVIATED.search(text, start, end) is not None
    says = re.search(r"\w", text[start:end].replace("_", "")) and not _NOTHING.fullmatch(text, start, end)
    return [(" ".join(text[start:end].split()), start, end)] if says else []


_NOTHING = re.compile(r"\W*(?:none|nil|n/a|n\.a|not\s+applicable|无|没有|不适用)\W*", re.IGNORECASE)


_ABBREVIATED = re.compile(
    r"(?:\b(?:Inc|Ltd|Co|Corp|Bros|Jr|Sr|Esq|St|Ave|Rd|Blvd|Bldg)|\b(?:[A-Za-z]\.)+[A-Za-z])$",
    re.IGNORECASE,
)
"""How a company's form, a name or an address ends that has a full stop of its own: Inc., Co., N.A., Jr., St."""
