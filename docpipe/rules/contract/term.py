"""How long an agreement runs: a date, a term from a start, an event, or without end."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from dateutil.relativedelta import relativedelta

from docpipe.rules.contract.passages import Sentence, clause_quote, sentences
from docpipe.rules.dates import FoundDate, find_dates
from docpipe.rules.durations import FoundDuration, find_durations
from docpipe.rules.numerals import ORDINAL, parse_number
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote

ANSWERS = ("term", "expiration_date", "expiration_basis")

SURE = 2
"""Strength from which a sentence is believed; below it every second one speaks of something else."""

FINITE = 1
"""How much stronger "until terminated" must be than a term of years: most say both, in two sentences."""

FIXED = 2
"""The same for a printed date: "expire on" with a date is hardly ever about anything else."""

SHORTEST_DAYS = 45
"""Terms in days are rare and longer than periods for notice, cure or payment."""

LAST_DAY = datetime.date(2999, 12, 31)
"""Terms that would end later than this are misread."""

_MAY_RUN = re.compile(r"term|expir|continu|effect|commenc|period|duration|remain|valid|until", re.IGNORECASE)
_MAY_SAY = re.compile(r"year|month|week|days|anniversar|until|unless|indefinite|perpetu|unlimited|when|long\s+as|upon|\b(?:19|20)\d\d|\d/\d", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\b(?:(?:this|the|our|your)\s+\"?(?:[\w-]+\s+){0,4}?(?:agreement|contract|amendment|lease|licen[sc]e|engagement|appointment|employment|joint\s+venture|arrangement|franchise|addendum|services)\b"
    r"|(?:initial|primary|original|basic|base|first|contract|service|cooperation)\s+(?:term|period)\b|\"?\b(?:the\s+|a\s+|effective\s+)\"?term\b|^[\W\d.]*(?:initial\s+|effective\s+)?(?:term|duration|period)\b|\b(?:termination|expiration|expiry)\s+date\s*:)",
    re.IGNORECASE,
)
_RUNS = re.compile(
    r"\b(?:(?:shall|will|is|are|be|shall\s+be|to|does|has|have|having)?\s*(?:also\s+)?(?:commenc\w+|begin\w*|start\w*|continu\w+|remains?|remain\w*|last\w*|run\w*|expir\w+|terminat\w+|end\w*|extend\w*|be\s+effective|effective|valid|in\s+(?:full\s+)?(?:force|effect)|become\w*)"
    r"|term\s+of\s+(?:this|the|\w+\s+\()|(?:a|initial|primary)\s+(?:term|period|duration)\s+of|term\"?\s*(?:\([^)]*\)\s*)?(?:shall|will|is|means?|of|:)|duration)\b|\b(?:term|duration|(?:termination|expiration|expiry|end)\s+date)\"?\s*:",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"\b(?:(?:this|the)\s+(?:[\w-]+\s+){0,4}?(?:agreement|contract|amendment|licen[sc]e|lease|joint\s+venture|appointment)\b[^.;]{0,120}?\b(?:shall|will|is|are|begins?|commences?|continues?|expires?|remains?|becomes?|has|have)\b[^.;]{0,60}?"
    r"\b(?:commenc\w+|begin\w*|start\w*|continu\w+|remain\w*|expir\w+|terminat\w+|end|effective|valid|effect|force|terms?|last|run|period)\b"
    r"|\bterm\"?\s*(?:\(\"?[^)]*\)\s*)?(?:of\s+(?:this|the|your|each|any)\s+[^.;]{0,60}?)?(?:shall|will|is|means?|begins?|commences?|:)|\b(?:initial|contract|agreement|service|cooperation)\s+(?:term|period)\b|\bterm\s+of\s+(?:this|the)\s+\w+)",
    re.IGNORECASE,
)
_TITLE = re.compile(r"^[\W\d.]*(?:[IVX]+\.\s*)?(?:initial\s+|contract\s+)?(?:terms?|duration|effective\s+date|commencement|period|expiration)\b", re.IGNORECASE)
_OTHER_TERM = re.compile(
    r"\b(?:surviv\w*|confidential\w*|warrant\w*|insurance|non-?compet\w*|solicit\w*|indemnif\w*|invoice\w*|payable|pay|payment|patent\w*|purchase\s+order|statement\s+of\s+work|option|stock|loan|interest|audit|records|royalt\w+|escrow"
    r"|trial|sublicense|suspension|force\s+majeure|cure|remedy|default|breach\w*|forecast|storage|price\w*|delay\w*)\b",
    re.IGNORECASE,
)
_FIXED = re.compile(
    r"\b(?:until|through|thru|to|till|expir\w+|terminat\w+|end(?:s|ing)?|conclud\w+|up\s+to)\b(?:\s+(?:and\s+including|on|at|as\s+of|in|effective|automatically|of|the|date|close|business|day|midnight|\d{1,2}:\d\d|[ap]\.?m\.?|p\.m\.|est|pst|new\s+york|time|"
    r"(?:and|,)?\s*(?:shall|will)?\s*(?:end|expire|terminate|continue)s?|through|its|term|later|than|earlier|both|dates?|inclusive))*[\s,:\"(]*$",
    re.IGNORECASE,
)
_EXPIRES_LABEL = re.compile(r"\b(?:expiration|expiry|termination|end)\s+date\b[^.;]{0,30}$", re.IGNORECASE)
_UNTIL_ENDED = re.compile(
    r"\b(?:continu\w+|remain\w*|effect|force|effective|valid|binding|ongoing|last)\b[^.;]{0,70}?\b(?:until|unless\s+and\s+until)\s+(?:(?:such\s+time\s+as|sooner|earlier|otherwise|it\s+is|this\s+agreement\s+is|so)\s+)*(?:terminat|cancel)\w*(?!\s+of\b)"
    r"|\b(?:effect|force|effective|valid|continue|thereafter),?\s+unless\s+(?:(?:sooner|earlier|otherwise|it\s+is|this\s+agreement\s+is|so)\s+)*(?:terminat|cancel)\w*"
    r"|\b(?:continu\w+|effect|force|remain\w*)\b[^.;]{0,60}?\b(?:until|unless)\s+(?:either|any|one|a)\s+party\s+(?:gives|informs|notifies|terminates|provides)"
    r"|\b(?:continu\w+|effect|force)\b[^.;]{0,40}?\b(?:for\s+)?so\s+long\s+as\b"
    r"|\b(?:end|ends|expires?|terminates?)\s+(?:only\s+)?when\s+(?:it\s+is\s+)?terminated\b|\bunlimited\s+period|\bfor\s+(?:an\s+)?(?:indefinite|perpetuity)|\b(?:continu\w+|effect|force|term|valid)\b[^.;]{0,40}?\b(?:indefinite|perpetual)|\bevergreen",
    re.IGNORECASE,
)
_EVENT = re.compile(r"\b(?:until|upon)\s+(?:the\s+)?(?:\w+\s+){0,4}?(?:completion|closing|expiration|termination|occurrence|date\s+(?:on\s+which|that)|last|earlier|later|acceptance|end)\b", re.IGNORECASE)
_AFTERMATH = re.compile(
    r"[\W\d.]*(?:\w+\W+){0,6}?(?:upon|in\s+the\s+event|if|except|should|any|all|after|following|during|at\s+least|within|either\s+party|neither|no|where|in\s+case|notwithstanding)\b(?:\s+(?:any|the|such|early|earlier|a|of|this))*"
    r"\s+(?:expir\w+|terminat\w+|cancel\w+|party\s+may\s+terminate)\b",
    re.IGNORECASE,
)
_ANNIVERSARY = re.compile(rf"\b(?P<nth>{ORDINAL}|\d+(?:st|nd|rd|th))\s*(?:\(\s*\d+\s*\w{{0,2}}\s?\w?\s*\)\s*)?(?:(?:year|annual)\s+)?anniversar(?:y|ies)\b|\b(?P<years>[a-z]+|\d+)[\s-]+years?\s+anniversary\b", re.IGNORECASE)
_START = re.compile(
    r"\b(?:(?:from|after|following|of|on|commencing|beginning|starting|upon|with)\s+(?:on\s+|upon\s+|with\s+|from\s+|as\s+of\s+|and\s+)?|commenc\w+\s+(?:on|upon|as\s+of|from)\s+|begin\w*\s+(?:on|upon|as\s+of|from|with)\s+|effective\s+(?:on|as\s+of|from|upon)\s+)"
    r"(?:the\s+|its\s+)?\"?(?P<anchor>effective\s+date|commencement\s+date|execution\s+date|start\s+date|date\s+(?:hereof|of\s+(?:this|the|its|execution|signing|signature)(?:\s+\w+)?|first\s+(?:above|written|set\s+forth)[\w\s]{0,12}|signed|above)|execution\s+(?:hereof|of\s+this\s+\w+)|signing|day\s+and\s+year)",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:from|after|following|of|as\s+of|commenc\w+\s+(?:on|upon|with)|beginning\s+(?:on|upon|with)|upon|starting\s+(?:on|with))\s+(?:the\s+)?(?:date\s+of\s+(?:the\s+)?(?:first|initial|last)|first\s+commercial|launch|closing|completion|delivery|acceptance|initial\s+deliver\w+|opening|last|regulatory|approval|fda|commercial"
    r"|in-service|installation|date\s+on\s+which|date\s+(?:physical|that)|operations?\s+date|distribution\s+date|separation|expiration|termination)\b",
    re.IGNORECASE,
)
_NOT_THE_TERM = re.compile(r"\s*(?:\([^)]*\)\s*)?(?:calendar\s+|business\s+)?'?\s*(?:(?:advance|prior|written|previous)\b|notice|before|prior|preceding|in\s+advance|of\s+(?:receipt|such|receiving|the\s+(?:date|receipt))|after\s+(?:such|receipt|notice|the\s+(?:expiration|termination))|following\s+(?:such|receipt|notice|the\s+(?:expiration|termination)|termination|expiration))", re.IGNORECASE)
_RENEWAL_BEFORE = re.compile(r"\b(?:renew\w*|extended|extend(?!\s+(?:for|until|to|through)\b)|extension|additional|successive|thereafter|notice|at\s+least|within|less\s+than|every|each|last|preceding|minimum\s+of|more\s+than|exceed)\b[^.;:]{0,40}$", re.IGNORECASE)
_BEYOND = re.compile(r"\bduring\s+the\s+(?:\w+\s+)?term\b|\band\s+for\b[^.;]{0,40}$", re.IGNORECASE)
_FIRST_TERM = re.compile(r"\b(?:initial|primary)\s+(?:term|period)\s+of\s+(?:\w+\s+)?$|\b(?:commenc\w+|begin\w*|effective)\b[^.;]{0,80}\bthereafter\s+for\s+(?:a\s+(?:period|term)\s+of\s+)?$|\bextend\s+for\s+(?:a\s+(?:period|term)\s+of\s+)?$", re.IGNORECASE)
_LEADS = re.compile(r"\b(?:end|ends|expires?|terminates?|for|of|is|be|term|period|continue\w*|lasts?|last|remain|effect|force|runs?|initial|extend|valid|:|least|primary|duration|a|an)\b[\s\"(:]*(?:a\s+|an\s+|the\s+|one\s+)?(?:initial\s+|minimum\s+|fixed\s+|primary\s+|total\s+|full\s+|further\s+)?(?:(?:period|term|duration)\s+(?:of|equal\s+to)\s+)?(?:not\s+less\s+than\s+|approximately\s+|up\s+to\s+)?$|^[\W\d.]*(?:\w+\W+){0,3}$", re.IGNORECASE)
_FOLLOWS = re.compile(r"\s*'?\s*(?:\([^)]*\)\s*)?(?:initial\s+)?(?:therefrom\b|term\b|period\b|from\b|after\b|following\b|commencing|beginning|starting|thereafter|duration|$|[,;.(])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Read:
    """What a sentence says of the term: its sort, and the parts that say it."""

    kind: str
    date: FoundDate | None = None
    duration: FoundDuration | None = None
    anchor: str | None = None
    start: datetime.date | None = None


def find(view: View) -> Iterable[Finding]:
    """Every sentence that says how long the agreement runs, as a candidate for deriving."""
    for sentence in sentences(view):
        text = sentence.text
        if len(text) > 4_000 or not _MAY_RUN.search(text) or not _MAY_SAY.search(text):
            continue
        if _AFTERMATH.match(text) or not _SUBJECT.search(text) or not _RUNS.search(text):
            continue
        read = _read(text)
        strength = _strength(view, sentence) if read else 0
        if read is not None and strength >= SURE:
            yield _candidate(view, sentence, read, strength)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Settle on one sentence, and compute the date from the start where it gives a term."""
    candidates = [finding for finding in findings if finding.field == "expiration_basis"]
    others = [finding for finding in findings if finding.field not in ANSWERS]
    if not candidates:
        return others
    chosen = min(candidates, key=_order)
    return [*others, *_basis(chosen), *_term(chosen, candidates), *_expiration(chosen, others)]


def _order(finding: Finding) -> tuple[int, int]:
    """A date or a term before the want of one, then the surer, then the earlier."""
    kind = finding.value["kind"]
    bonus = FINITE if kind == "term" else FIXED if kind == "fixed" else -1 if kind == "event" else 0
    return -int(finding.basis) - bonus, finding.at


def _strength(view: View, sentence: Sentence) -> int:
    """How sure it is that a sentence is about the agreement's own term: 0 to 4."""
    text = sentence.text
    score = 2 if _STRONG.search(text) or re.match(r"[\W\d.]*(?:term|termination\s+date|expiration\s+date)\s*:", text, re.IGNORECASE) else 0
    before = view.before(sentence.paragraph, 1)
    titled = _TITLE.match(text) or _TITLE.match(sentence.paragraph.text) or (before and len(before[0].text) < 80 and _TITLE.match(before[0].text))
    score += 1 if titled else 0
    score += 1 if re.search(r"\b(?:initial|primary)\s+(?:term|period)\b|\(\"?(?:the\s+)?\"?(?:initial\s+)?term\b|\bterm\s+of\s+this\s+agreement\b", text, re.IGNORECASE) else 0
    return max(0, score - (2 if _OTHER_TERM.search(text[:260]) else 0))


def _read(text: str) -> _Read | None:
    """The fixed date of a sentence, else its term, else that it has no end or ends with an event."""
    dates = find_dates(text)
    ends = [date for date in dates if _FIXED.search(text[max(0, date.start - 90) : date.start]) or _EXPIRES_LABEL.search(text[max(0, date.start - 60) : date.start])]
    starts = [date.value for date in dates if date.value and date not in ends]
    if ends and not re.search(r"\bterminat\w+\s+(?:at\s+any\s+time\s+)?(?:before|prior)\b", text[: ends[0].start], re.IGNORECASE):
        return _Read("fixed", date=ends[0])
    duration = _duration(text)
    if duration is not None:
        after = _START.search(text, max(0, duration.end - 2), duration.end + 90)
        anchor = after or _START.search(text)
        named = " ".join(anchor["anchor"].casefold().split()) if anchor else None
        if not after and _ELSEWHERE.search(text[: duration.end + 70]):
            return _Read("event-term", duration=duration)
        if duration.unit == "day" and duration.count < SHORTEST_DAYS:
            return None
        return _Read("term", duration=duration, anchor=named, start=starts[0] if starts and not after and _begins(text, starts[0]) else None)
    if _UNTIL_ENDED.search(text):
        return _Read("perpetual")
    return _Read("event") if _EVENT.search(text) and not _AFTERMATH.match(text) else None


def _begins(text: str, start: datetime.date) -> bool:
    """Whether a sentence gives a date as the start of its term."""
    date = next(date for date in find_dates(text) if date.value == start)
    return bool(re.search(r"\b(?:commenc\w*|begin\w*|start\w*|effective|from|of|dated)\b[^.;]{0,40}$", text[: date.start], re.IGNORECASE))


def _duration(text: str) -> FoundDuration | None:
    """The duration that is the term, or an anniversary as years."""
    dates = find_dates(text)
    for duration in find_durations(text):
        if duration.unit == "business_day" or any(date.start < duration.end and duration.start < date.end for date in dates):
            continue
        before = text[max(0, duration.start - 70) : duration.start]
        after = text[duration.end : duration.end + 60]
        if _BEYOND.search(text[: duration.start]) or _NOT_THE_TERM.match(after) or (_RENEWAL_BEFORE.search(before) and not _FIRST_TERM.search(text[max(0, duration.start - 120) : duration.start])):
            continue
        if re.match(r"[\s-]*anniversary", after, re.IGNORECASE) or _LEADS.search(before) or _FOLLOWS.match(after):
            return duration
    match = _ANNIVERSARY.search(text)
    if match and not _RENEWAL_BEFORE.search(text[max(0, match.start() - 50) : match.start()]):
        years = parse_number(match["nth"] or match["years"])
        if years:
            return FoundDuration(match.start(), match.end(), years, "year")
    return None


def _candidate(view: View, sentence: Sentence, read: _Read, strength: int) -> Finding:
    """A candidate: everything that deriving needs, with the sentence and the parts as quotes."""
    part = read.date or read.duration
    first, last = (part.start, part.end) if part else (0, min(len(sentence.text), 200))
    value: dict[str, Any] = {"kind": read.kind, "anchor": read.anchor, "start": read.start.isoformat() if read.start else None}
    quotes: tuple[Quote, ...] = (clause_quote(view, sentence, first, last),)
    if read.date is not None:
        value["date"] = read.date.value.isoformat() if read.date.value else None
        value["partial"] = read.date.partial
    if part is not None:
        quotes = (*quotes, view.quote(sentence.start + part.start, sentence.start + part.end))
    if read.duration is not None:
        value["offset"] = {"count": read.duration.count, "unit": read.duration.unit}
    return Finding("expiration_basis", value, quotes, basis=str(strength))


def _basis(chosen: Finding) -> Iterator[Finding]:
    """What the expiration rests on: kind, and anchor and offset with their own quotes."""
    kind = {"event-term": "event"}.get(chosen.value["kind"], chosen.value["kind"])
    yield Finding("expiration_basis", {"kind": kind}, chosen.quotes[:1], basis="clause")
    if chosen.value["anchor"]:
        yield Finding("expiration_basis", chosen.value["anchor"], chosen.quotes[:1], attribute="anchor", basis="clause")
    if "offset" in chosen.value:
        yield Finding("expiration_basis", chosen.value["offset"], chosen.quotes[1:2], attribute="offset", basis="clause")


def _term(chosen: Finding, candidates: list[Finding]) -> Iterator[Finding]:
    """The length of the term, if the chosen sentence or one as strong gives it."""
    for candidate in (chosen, *sorted(candidates, key=_order)):
        if "offset" in candidate.value and candidate.basis == chosen.basis:
            yield Finding("term", candidate.value["offset"], candidate.quotes[:1], basis="clause")
            return


def _expiration(chosen: Finding, others: list[Finding]) -> Iterator[Finding]:
    """The date of the end: as printed, "perpetual", or the start and the term added up."""
    kind = chosen.value["kind"]
    if kind == "fixed":
        yield _fixed(chosen)
    elif kind == "perpetual":
        yield Finding("expiration_date", "perpetual", chosen.quotes[:1], basis="clause")
    elif kind == "term":
        yield from _added(chosen, others)


def _fixed(chosen: Finding) -> Finding:
    if chosen.value["date"]:
        return Finding("expiration_date", chosen.value["date"], chosen.quotes[:1], basis="clause")
    printed = chosen.quotes[1].text
    problem = "partial_date" if chosen.value["partial"] else "impossible_date"
    if "*" in printed:
        problem = "redacted_in_source"
    return Finding("expiration_date", None, chosen.quotes, basis="clause", problem=problem, message=f"{printed!r} is not a whole day")


def _added(chosen: Finding, others: list[Finding]) -> Iterator[Finding]:
    """Start plus term. The start is the date in the sentence, else the effective date, else the agreement's."""
    offset = chosen.value["offset"]
    if offset["unit"] == "business_day":
        return
    name, start, quotes = "the date in the clause", chosen.value["start"], ()
    if start is None:
        found = _start(chosen.value["anchor"], others)
        if found is None:
            return
        name, start, quotes = found.field.replace("_", " "), found.value, found.quotes
    end = datetime.date.fromisoformat(start) + relativedelta(**{offset["unit"] + "s": offset["count"]})
    if end > LAST_DAY:
        return
    message = f"{name} {start} + term {offset['count']} {offset['unit']}{'s' if offset['count'] != 1 else ''}"
    yield Finding("expiration_date", end.isoformat(), (chosen.quotes[0], *quotes), basis="clause", derived=True, message=message)


def _start(anchor: str | None, others: list[Finding]) -> Finding | None:
    """The finding whose date a term counts from."""
    dates = {finding.field: finding for finding in others if finding.field in ("agreement_date", "effective_date") and finding.value}
    if anchor and re.match(r"(?:date|execution|signing|day)", anchor):
        return dates.get("agreement_date") or dates.get("effective_date")
    return dates.get("effective_date") or dates.get("agreement_date")
