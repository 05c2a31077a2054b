"""Checks across values: what can't all be true at once."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from docpipe.patterns import compiled
from docpipe.rules.durations import add
from docpipe.rules.money import FoundMoney
from docpipe.rules.parsers import find_dates, find_money
from docpipe.types import Check, Document, Evidence, Json, Quote, Trust
from docpipe.verify.ground import ground

TERM_SLACK_DAYS = 3
"""A term of n years may be counted to the day before its anniversary, and month ends differ by up to three days."""

_LATE_DAY = compiled(r"(?:29|3\d)(?!\d)(?<!\d{3})")
_SHORT_MONTH = compiled(
    r"\b(?:Feb|Apr|Jun|Sep|Nov)[a-z]{0,6}\.?\s+(?:29|3\d)|(?:29|3\d)(?:th|st)?\s+(?:day\s+)?(?:of\s+)?(?:Feb|Apr|Jun|Sep|Nov)"
    r"|月\s?(?:29|3\d)",
    re.IGNORECASE,
)
"""Months that lack days. Dates of figures alone are left out: 31.06 may be a clause."""

DATE_REACH = 24
"""Characters on either side of a day and month that its year stands in."""

Places = Mapping[str, tuple[Evidence, ...]]


def checks(
    document: Document, data: Mapping[str, Json], evidence: Places, trust: Mapping[str, Trust]
) -> tuple[Check, ...]:
    """The checks of a value by the fields that it has; fields of other kinds are simply not there."""
    return tuple(
        chain(
            _date_order(data, evidence),
            _term_arithmetic(data, evidence, trust),
            _amount_words(document, evidence),
            _impossible_dates(document),
            _few_parties(data, evidence),
        )
    )


FEWEST_PARTIES = 2
_OF_AGREEMENTS = frozenset(("parties", "obligations", "governing_law"))
"""Fields that only a kind for agreements has together."""


def _few_parties(data: Mapping[str, Json], evidence: Places) -> Iterator[Check]:
    """Whoever reads that one party was confirmed, and nothing else, takes it for all of them."""
    if data.keys() >= _OF_AGREEMENTS and len(data["parties"] or ()) < FEWEST_PARTIES:
        found = "one was found" if data["parties"] else "none was found"
        message = f"an agreement has two parties or more; {found}: look for the others"
        yield Check("/parties", "few_parties", "warning", message, _cited(evidence, "/parties/0"))


def _date_order(data: Mapping[str, Json], evidence: Places) -> Iterator[Check]:
    """An agreement cannot end before it begins."""
    end = _day(data.get("expiration_date"))
    for name in ("effective_date", "agreement_date"):
        begin = _day(data.get(name))
        if end is not None and begin is not None and end < begin:
            message = f"the agreement ends on {end}, before its {name.replace('_', ' ')} of {begin}"
            yield Check(
                "/expiration_date", "date_order", "error", message, _cited(evidence, "/expiration_date", f"/{name}")
            )
            return


def _term_arithmetic(data: Mapping[str, Json], evidence: Places, trust: Mapping[str, Trust]) -> Iterator[Check]:
    """A printed end date that differs from start + term; a derived one agrees by construction.

    A term that an amendment changes counts from the first agreement's start, which is not here.
    """
    begin, start = _begins(data)
    end, term = _day(data.get("expiration_date")), data.get("term")
    stated = "/expiration_date" in trust and trust["/expiration_date"].state != "derived"
    if begin is None or end is None or not term or not stated or end < begin or data.get("amends"):
        return
    expected = add(begin, int(term["count"]), term["unit"])
    if expected is not None and abs((expected - end).days) > TERM_SLACK_DAYS:
        message = (
            f"{begin} and a term of {term['count']} {term['unit']}{'s' * (term['count'] != 1)} give {expected}, "
            f"but the document says {end}"
        )
        places = _cited(evidence, "/expiration_date", "/term", start)
        yield Check("/expiration_date", "term_arithmetic", "warning", message, places)


def _begins(data: Mapping[str, Json]) -> tuple[datetime.date | None, str]:
    """The day from which a term counts, and where it stands: its printed start, taking effect, else signing.

    Where something has to happen first (``effective_condition``), the day of signing begins nothing.
    """
    anchor = (data.get("expiration_basis") or {}).get("anchor")
    printed = next((found.value for found in find_dates(anchor or "") if found.value), None)
    if printed is not None:
        return printed, "/expiration_basis"
    effective = _day(data.get("effective_date"))
    if effective is not None or data.get("effective_condition"):
        return effective, "/effective_date"
    return _day(data.get("agreement_date")), "/agreement_date"


def _amount_words(document: Document, evidence: Places) -> Iterator[Check]:
    """An amount in words that is not the amount in figures beside it; each place once."""
    seen: set[int] = set()
    for path, entry in ((path, entry) for path, entries in evidence.items() for entry in entries):
        for found in find_money(entry.quote):
            start = entry.span[0] + found.start
            if found.words is None or found.words == found.amount or start in seen:
                continue
            seen.add(start)
            message = f"the words say {found.words:,}, the figures {found.amount:,}"
            places = chain.from_iterable(ground(document, quote) for quote in _sides(document, found, entry.span[0]))
            yield Check(path, "amount_words", "error", message, tuple(places))


def _impossible_dates(document: Document) -> Iterator[Check]:
    """A day that no calendar has, wherever it stands: whatever is due by June 31 is due on no day."""
    text = document.text
    for day in _LATE_DAY.finditer(text):
        start = max(0, day.start() - DATE_REACH)
        near = text[start : day.end() + DATE_REACH]
        for found in find_dates(near) if _SHORT_MONTH.search(near) else ():
            first, last = start + found.start, start + found.end
            if found.value is None and not found.partial and first < day.end() and day.start() < last:
                quote = Quote(text[first:last], (first, last))
                message = f"no calendar has {' '.join(quote.text.split())!r}"
                yield Check("", "impossible_date", "error", message, tuple(ground(document, quote)))


def _sides(document: Document, found: FoundMoney, base: int) -> Iterator[Quote]:
    """The words and the figures of an amount, each with its own place: what stands before and in the last bracket."""
    start, end = base + found.start, base + found.end
    text = document.text[start:end]
    cut = start + max(text.rfind("("), text.rfind("（"), text.rfind("["))
    for first, last in ((start, cut), (cut, end)) if cut > start else ((start, end),):
        yield Quote(document.text[first:last], (first, last))


def _day(value: Json) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _cited(evidence: Places, *paths: str) -> tuple[Evidence, ...]:
    entries: Iterable[Evidence] = chain.from_iterable(evidence.get(path, ()) for path in paths)
    return tuple({(entry.page, entry.span): entry for entry in entries}.values())
