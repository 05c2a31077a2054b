"""What one sentence says of how long the agreement runs: a date, a term, no end, or an event."""

from __future__ import annotations

import datetime
import re

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract.passages import Sentence
from docpipe.rules.dates import FoundDate, find_dates
from docpipe.rules.durations import FoundDuration, find_durations
from docpipe.rules.later import later
from docpipe.rules.numerals import ORDINAL, parse_number
from docpipe.rules.view import View

LONGEST = 4_000
"""Characters of a sentence; longer ones are tables or lists that lost their ends."""

SHORTEST_DAYS = 45
"""Terms in days are rare and longer than periods for notice, cure or payment."""

_MAY_RUN = (
    "term", "expir", "continu", "effect", "commenc", "period", "duration", "remain", "valid", "until", "begin", "start",
    "endur",
)  # fmt: skip
_MAY_SAY = (
    "year", "month", "week", "days", "anniversar", "until", "unless", "indefinite", "perpetu", "unlimited", "when",
    "long", "upon",
)  # fmt: skip
_YEAR = compiled(r"\d(?:(?<=[12])(?:(?<=1)9|0)\d\d\b|/\d)")
_SUBJECT = compiled(
    r"(?<![A-Za-z])(?:(?:this|the|our|your)\s+\"?(?:[\w'-]+\s+){0,4}?(?:agreement|contract|amendment|lease|licen[sc]e|engagement"
    r"|appointment|employment|joint\s+venture|arrangement|franchise|addendum|services)\b"
    r"|(?:initial|primary|original|basic|base|first|contract|service|cooperation)\s+(?:term|period)\b|\"?\b(?:the\s+"
    r"|a\s+|effective\s+)\"?term\b|^[\W\d.]*(?:initial\s+|effective\s+)?(?:term|duration|period)\b|\b(?:termination"
    r"|expiration|expiry)\s+date\s*:|^[\W\d.]*it\s+(?:shall|will)\s+(?:be(?:come)?\s+effective"
    r"|come\s+into|enter\s+into|take\s+effect|remain\s+in)\b)",
    re.IGNORECASE,
)
_RUNS = compiled(
    r"\b(?:(?:shall|will|is|are|be|shall\s+be|to|does|has|have|having)?\s*(?:also\s+)?(?:commenc\w+|begin\w*|start\w*"
    r"|continu\w+|remains?|remain\w*|last\w*|run\w*|expir\w+|terminat\w+|end\w*|extend\w*|be\s+effective|effective"
    r"|valid|in\s+(?:full\s+)?(?:force|effect)|become\w*|endur\w+)"
    r"|term\s+of\s+(?:this|the|\w+\s+\()|(?:a|initial|primary)\s+(?:term|period|duration)\s+of"
    r"|term\"?\s*(?:\([^)]*\)\s*)?(?:shall|will|is|means?|of|:)|duration)\b|\b(?:term|period)\"?\s+(?:shall\s+)?means?\b|\b(?:term|duration|(?:termination"
    r"|expiration|expiry|end)\s+date)\"?\s*:",
    re.IGNORECASE,
)
_STRONG = compiled(
    r"(?<![A-Za-z])(?:(?:this|the|your)\s+(?:[\w'-]+\s+){0,4}?(?:agreement|contract|amendment|licen[sc]e|lease|joint\s+venture"
    r"|appointment|employment)\b[^.;]{0,120}?\b(?:shall|will|is|are|begins?|commences?|continues?|expires?|remains?|becomes?|has"
    r"|have|takes?|comes?|enters?|starts?|runs?|lasts?)\b[^.;]{0,60}?"
    r"\b(?:commenc\w+|begin\w*|start\w*|continu\w+|remain\w*|expir\w+|terminat\w+|end|effective|valid|effect|force"
    r"|endur\w+|terms?|last|run|period)\b"
    r"|(?<![A-Za-z])this\s+(?:agreement|contract)\s+(?:(?:shall|will)\s+)?(?:expires?|ends?|terminates?)\s+on\b"
    r"|\bterm\"?\s*(?:\(\"?[^)]*\)\s*)?(?:of\s+(?:this|the|your|each|any)\s+[^.;]{0,60}?)?(?:shall|will|is|means?"
    r"|begins?|commences?|:)|\b(?:initial|contract|agreement|service|cooperation)\s+(?:term|period)\b"
    r"|\bterm\s+of\s+(?:this|the)\s+\w+|^[\W\d.]*it\s+(?:shall|will)\s+(?:be(?:come)?\s+effective|come\s+into|enter\s+into|take\s+effect"
    r"|remain\s+in)\b)",
    re.IGNORECASE,
)
_SPANS = compiled(
    r"[\W\d]*the\s+(?:[\w'-]+\s+){1,4}?(?:(?:shall|will)\s+)?(?:begins?|commences?|starts?|runs?)\s+(?:on|from)\b"
    r"[^.;]{0,60}?\b(?:ends?|expires?|terminates?|until|through)\b",
    re.IGNORECASE,
)
_TITLE = compiled(
    r"^[\W\d.]*(?:[IVX]+\.\s*)?(?:initial\s+|contract\s+)?(?:terms?|duration|effective\s+date|commencement|period"
    r"|expiration)\b",
    re.IGNORECASE,
)
_OTHER_TERM = compiled(
    r"\b(?:surviv\w*|confidential\w*|warrant\w*|insurance|non-?compet\w*|solicit\w*|indemnif\w*|invoice\w*|payable"
    r"|pay|payment|patent\w*|purchase\s+order|statement\s+of\s+work|option|stock|loan|interest|audit|records"
    r"|royalt\w+|escrow|probation\w*"
    r"|trial|sublicense|suspension|force\s+majeure|cure|remedy|default|breach\w*|forecast|storage|price\w*|delay\w*)\b",
    re.IGNORECASE,
)
_FIXED = later(
    r"\b(?:until|through|thru|to|till|expir\w+|terminat\w+|end(?:s|ing)?|conclud\w+"
    r"|up\s+to|in\s+no\s+event)\b(?:\s+(?:and\s+including|on|at|as\s+of|in|effective|automatically|of|the|date|close|business|day"
    r"|midnight|\d{1,2}:\d\d|[ap]\.?m\.?|p\.m\.|est|pst|new\s+york|time|"
    r"(?:and|,)?\s*(?:shall|will)?\s*(?:end|expire|terminate|continue)s?|through|its|term|later|than|earlier|both"
    r"|dates?|inclusive))*[\s,:\"(]*$",
    re.IGNORECASE,
)
_EXPIRES_LABEL = later(r"\b(?:expiration|expiry|termination|end)\s+date\b[^.;]{0,30}$", re.IGNORECASE)
_UNTIL_ENDED = compiled(
    r"\b(?:continu\w+|remain\w*|effect|force|effective|valid|binding|ongoing|last)\b[^.;]{0,70}?\b(?:until"
    r"|unless\s+and\s+until)\s+(?:(?:such\s+time\s+as|sooner|earlier|otherwise|it\s+is|this\s+agreement\s+is"
    r"|so)\s+)*(?:terminat|cancel)\w*(?!\s+of\b)"
    r"|\b(?:effect|force|effective|valid|continue|thereafter),?\s+unless\s+(?:(?:sooner|earlier|otherwise|it\s+is"
    r"|this\s+agreement\s+is|so)\s+)*(?:terminat|cancel)\w*"
    r"|\b(?:continu\w+|effect|force|remain\w*)\b[^.;]{0,60}?\b(?:until|unless|unless\s+and\s+until)\s+(?:either|any|one"
    r"|a)\s+party\s+(?:gives|informs|notifies|terminates|provides)"
    r"|\b(?:continu\w+|effect|force)\b[^.;]{0,40}?\b(?:for\s+)?so\s+long\s+as\b"
    r"|\b(?:end|ends|expires?|terminates?)\s+(?:only\s+)?when\s+(?:it\s+is\s+)?terminated\b|\bunlimited\s+period"
    r"|\b(?:for|in)\s+(?:an\s+)?(?:indefinite|perpetuity)|\bendur\w+\s+(?:indefinitely|until\s+terminat)|\b(?:continu\w+|effect|force|term"
    r"|valid)\b[^.;]{0,40}?\b(?:indefinite|perpetual)|\bevergreen",
    re.IGNORECASE,
)
_EVENT = compiled(
    r"\b(?:until|upon)\s+(?:the\s+)?(?:\w+\s+){0,4}?(?:completion|closing|expiration|termination|occurrence"
    r"|date\s+(?:on\s+which|that)|last|earlier|later|acceptance|end)\b",
    re.IGNORECASE,
)
_AFTERMATH = compiled(
    r"[\W\d.]*(?:\w+\W+){0,6}?(?:upon|in\s+the\s+event|if|except|should|any|all|after|following|during|at\s+least"
    r"|within|either\s+party|neither|no|where|in\s+case|notwithstanding)\b(?:\s+(?:any|the|such|early|earlier|a|of"
    r"|this))*"
    r"\s+(?:expir\w+|terminat\w+|cancel\w+|party\s+may\s+terminate)\b",
    re.IGNORECASE,
)
_DEFINED = compiled(r"[\W\d]*(?:the\s+term\s+)?\"(?P<name>[^\"]{1,60})\"\s+(?:shall\s+)?means?\b", re.IGNORECASE)
_OF_THE_END = compiled(
    r"\b(?:terms?|duration|expir\w*|terminat\w*|end|period|agreement|effective|initial)\b", re.IGNORECASE
)
_OTHER_PERIOD = compiled(
    r"\b(?:calendar|contract|fiscal|license|agreement|marketing)\s+(?:year|quarter|month)", re.IGNORECASE
)
_FROM_THE_END = compiled(
    r"\s*(?:from|after|following)\s+(?:the\s+)?(?:effective\s+)?(?:date\s+of\s+)?(?:(?:the|such|any)\s+)?"
    r"(?:termination|expir\w+)\b",
    re.IGNORECASE,
)
"""What follows a period that begins when the agreement has ended."""

_SEVERS = compiled(
    r"\b(?:invalid|illegal|unenforceable|incapable\s+of\s+being\s+enforced)\b"
    r"|\b(?:all\s+)?(?:other|remaining|remainder)\b[^.;]{0,60}\b(?:provisions?|terms|portions?)\b[^.;]{0,40}\bremain",
    re.IGNORECASE,
)
"""A severability clause: what stays in force in it is the rest of the wording."""

_COVENANT = compiled(
    r"\b(?:prior\s+to|before)\s+(?:the\s+)?(?:expir\w+|end|lapse)\s+of\s+(?:a\s+(?:period|term)\s+of\s+)?$",
    re.IGNORECASE,
)
"""What leads to the length of a covenant: nothing of it ends an agreement."""

_ANNIVERSARY = later(
    rf"\b(?P<nth>{ORDINAL}|\d+(?:st|nd|rd|th))\s*(?:\(\s*\d+\s*\w{{0,2}}\s?\w?\s*\)\s*)?(?:(?:year"
    rf"|annual)\s+)?anniversar(?:y|ies)\b|\b(?P<years>[a-z]+|\d+)[\s-]+years?\s+anniversary\b",
    re.IGNORECASE,
)
_START = compiled(
    r"\b(?:(?:from|after|following|of|on|commencing|beginning|starting|upon|with)\s+(?:on\s+|upon\s+|with\s+|from\s+"
    r"|as\s+of\s+|and\s+)?|commenc\w+\s+(?:on|upon|as\s+of|from)\s+|begin\w*\s+(?:on|upon|as\s+of|from|with)\s+"
    r"|effective\s+(?:on|as\s+of|from|upon)\s+)"
    r"(?:the\s+|its\s+)?\"?(?P<anchor>effective\s+date|commencement\s+date|execution\s+date|start\s+date"
    r"|date\s+(?:hereof|of\s+(?:this|the|its|execution|signing|signature)(?:\s+\w+)?|first\s+(?:above|written"
    r"|set\s+forth)[\w\s]{0,12}|signed|above)|execution\s+(?:hereof|of\s+this\s+\w+)|signing|day\s+and\s+year)",
    re.IGNORECASE,
)
_ELSEWHERE = later(
    r"\b(?:from|after|following|of|as\s+of|commenc\w+\s+(?:on|upon|with)|beginning\s+(?:on|upon|with)|upon"
    r"|starting\s+(?:on|with))\s+(?:the\s+)?(?:date\s+of\s+(?:the\s+)?(?:first|initial|last)|first\s+commercial"
    r"|launch|closing|completion|delivery|acceptance|initial\s+deliver\w+|opening|last|regulatory|approval|fda"
    r"|commercial"
    r"|in-service|installation|date\s+(?:up)?on\s+which|date\s+(?:of\s+)?(?:physical|that)|date\s+the(?!\s+(?:last|agreement|parties))|operations?\s+date|distribution\s+date"
    r"|separation|expiration|termination)\b",
    re.IGNORECASE,
)
_NOT_THE_TERM = compiled(
    r"\s*(?:\([^)]*\)\s*)?(?:calendar\s+|business\s+)?'?\s*(?:(?:advance|prior|written|previous)\b|notice|before"
    r"|prior|preceding|in\s+advance|of\s+(?:receipt|such|receiving|the\s+(?:date|receipt))|after\s+(?:such|receipt"
    r"|notice|the\s+(?:expiration|termination|term\b))|following\s+(?:such|receipt|notice|the\s+(?:expiration|termination|term\b)"
    r"|termination|expiration))",
    re.IGNORECASE,
)
_RENEWAL_BEFORE = compiled(
    r"\bextend\s+(?:the|this|its)\b[^.;:]{0,70}$|\b(?:renew\w*|further|extended|extend(?!\s+(?:for|until|to|through)\b)|extension|additional|successive|thereafter"
    r"|notice)\b[^.;:]{0,40}$"
    r"|\b(?:at\s+least|within|less\s+than|every|each|last|preceding|minimum\s+of|more\s+than|shorter\s+than|later\s+than|exceed)\b[^.;:]{0,14}$",
    re.IGNORECASE,
)
_DURING = compiled(
    r"\b(?:during|throughout|(?:in|of|for)\s+(?:each|any|every)\s+year\s+of)\s+(?:the\s+)?(?:[\w-]+\s+){0,2}?term\b"
    r"(?:\s+of\s+(?:this|the)\s+\w+)?",
    re.IGNORECASE,
)
_BEYOND = compiled(r"\bduring\s+the\s+(?:\w+\s+)?term\b|\band\s+for\b[^.;]{0,40}$", re.IGNORECASE)
_FIRST_TERM = later(
    r"\b(?:initial|primary)\s+(?:term|period)\s+of\s+(?:\w+\s+)?$|\b(?:commenc\w+|begin\w*"
    r"|effective)\b[^.;]{0,80}\bthereafter\s+for\s+(?:a\s+(?:period|term)\s+of\s+)?$"
    r"|\bextend\s+for\s+(?:a\s+(?:period|term)\s+of\s+)?$",
    re.IGNORECASE,
)
_LEADS = compiled(
    r"\b(?:end|ends|expires?|terminates?|for|of|is|be|term|period|continue\w*|lasts?|last|remain|effect|force|runs?"
    r"|initial|extend|valid|until|:|least|primary|duration|a|an)\b[\s\"(:]*(?:a\s+|an\s+|the\s+|one\s+)?(?:initial\s+"
    r"|minimum\s+|fixed\s+|primary\s+|total\s+|full\s+|further\s+)?(?:(?:period|term|duration)\s+(?:of"
    r"|equal\s+to)\s+)?(?:not\s+less\s+than\s+|approximately\s+|up\s+to\s+)?$|^[\W\d.]*(?:\w+\W+){0,3}$",
    re.IGNORECASE,
)
_FOLLOWS = later(
    r"\s*'?\s*(?:\([^)]*\)\s*)?(?:initial\s+)?(?:therefrom\b|term\b|period\b|from\b|after\b|following\b|subsequent\b|commencing"
    r"|beginning|starting|thereafter|duration|$|[,;.(])",
    re.IGNORECASE,
)


class Reading(Struct, frozen=True):
    """What a sentence says of the term: its sort, and the parts that say it."""

    kind: str
    date: FoundDate | None = None
    duration: FoundDuration | None = None
    anchor: str | None = None
    start: datetime.date | None = None


def read(text: str) -> Reading | None:
    """The reading of a sentence, or None if it is about something else."""
    folded = text.lower()
    if len(text) > LONGEST or not any(word in folded for word in _MAY_RUN):
        return None
    if not any(word in folded for word in _MAY_SAY) and not _YEAR.search(text):
        return None
    told = _told(text)
    if _AFTERMATH.match(text) or not _names_itself(told) or not _RUNS.search(told) or _defines_other(text):
        return None
    return parts(text)


def _told(text: str) -> str:
    """A sentence, as long, without the words that only say when something else is due: "during the term"."""
    return _DURING.sub(lambda match: " " * len(match[0]), text)


def _defines_other(text: str) -> bool:
    """Whether a sentence defines something that is no term: a Calendar Year, a Contract Year, a Launch."""
    match = _DEFINED.match(text)
    return match is not None and bool(_OTHER_PERIOD.search(match["name"]) or not _OF_THE_END.search(match["name"]))


def _names_itself(text: str) -> bool:
    """Whether a sentence is about the agreement or its term, or about a whole from its first day to its last."""
    return bool(_SUBJECT.search(text) or _SPANS.match(text))


def strength(view: View, sentence: Sentence) -> int:
    """How sure it is that a sentence is about the agreement's own term: 0 to 4."""
    text = _told(sentence.text)
    score = (
        2
        if _STRONG.search(text)
        or re.match(
            r"[\W\d.]*(?:term|(?:termination|expiration|expiry)\s+date)\s*:",
            text,
            re.IGNORECASE,
        )
        else 0
    )
    before = view.before(sentence.paragraph, 1)
    titled = (
        _TITLE.match(text)
        or _TITLE.match(sentence.paragraph.text)
        or (before and len(before[0].text) < 80 and _TITLE.match(before[0].text))
    )
    score += (1 if titled else 0) + (1 if _SPANS.match(text) else 0)
    score += (
        1
        if re.search(
            r"\b(?:initial|primary)\s+(?:term|period)\b|\(\"?(?:the\s+)?\"?(?:initial\s+)?term\b"
            r"|\bterm\s+of\s+this\s+agreement\b",
            text,
            re.IGNORECASE,
        )
        else 0
    )
    return max(0, score - (2 if _OTHER_TERM.search(text[:260]) and not _SPANS.match(text) else 0))


def parts(text: str) -> Reading | None:
    """What a text about the term says: its fixed date, else its length, else no end, or an event as the end."""
    dates = find_dates(text)
    ends = [
        date
        for date in dates
        if _FIXED().search(text[max(0, date.start - 90) : date.start])
        or _EXPIRES_LABEL().search(text[max(0, date.start - 60) : date.start])
    ]
    duration = _duration(text)
    starts = [date.value for date in dates if date.value and date not in ends]
    if ends and not re.search(
        r"\bterminat\w+\s+(?:at\s+any\s+time\s+)?(?:before|prior)\b", text[: ends[0].start], re.IGNORECASE
    ):
        elsewhere = duration is not None and _of_another_day(text, duration)
        return Reading("fixed", date=ends[0], duration=None if elsewhere else duration)
    if duration is not None:
        anchor = _start(text, duration) or _START.search(text)
        named = " ".join(anchor["anchor"].casefold().split()) if anchor else None
        if _of_another_day(text, duration):
            return Reading("event-term", duration=duration)
        if duration.unit == "day" and duration.count < SHORTEST_DAYS:
            return None
        return Reading(
            "term",
            duration=duration,
            anchor=named,
            start=starts[0] if starts and not _start(text, duration) and _begins(text, starts[0]) else None,
        )
    if _SEVERS.search(text):
        return None
    if _UNTIL_ENDED.search(text):
        return Reading("perpetual")
    return Reading("event") if _EVENT.search(text) and not _AFTERMATH.match(text) else None


def _start(text: str, duration: FoundDuration) -> re.Match[str] | None:
    """The day behind a duration that it counts from: "two years from the Effective Date"."""
    return _START.search(text, max(0, duration.end - 2), duration.end + 90)


def _of_another_day(text: str, duration: FoundDuration) -> bool:
    """Whether a term counts from a day that is defined elsewhere, or is only one of two of which the longer counts."""
    if _start(text, duration):
        return False
    other = _ELSEWHERE().search(text[: duration.end + 70]) or _OTHER_DAY.match(text, duration.end)
    return bool(other or _LONGER.search(text[: duration.start]))


_OTHER_DAY = compiled(
    r"[\s)\"']*(?:from|after|following|of)\s+(?:the\s+)?"
    r"(?!(?:Effective|Commencement|Execution|Start|Agreement|Signing|Signature|Contract)\b)(?:[A-Z][\w-]+\s+){1,3}Date\b"
)
_LONGER = compiled(r"(?i)\b(?:longer|later|greater)\s+of\b[^();]{0,40}$")


def _begins(text: str, start: datetime.date) -> bool:
    """Whether a sentence gives a date as the start of its term."""
    date = next(date for date in find_dates(text) if date.value == start)
    return bool(
        re.search(
            r"\b(?:commenc\w*|begin\w*|start\w*|effective|from|of|dated)\b[^.;]{0,40}$",
            text[: date.start],
            re.IGNORECASE,
        )
    )


def _duration(text: str) -> FoundDuration | None:
    """The duration that is the term, or an anniversary as years."""
    dates = find_dates(text)
    for duration in find_durations(text):
        if duration.unit == "business_day" or any(
            date.start < duration.end and duration.start < date.end for date in dates
        ):
            continue
        before = text[max(0, duration.start - 70) : duration.start]
        after = text[duration.end : duration.end + 60]
        if (
            _BEYOND.search(text[: duration.start])
            or _COVENANT.search(before)
            or _FROM_THE_END.match(after)
            or _NOT_THE_TERM.match(after)
            or (
                _RENEWAL_BEFORE.search(before)
                and not _FIRST_TERM().search(text[max(0, duration.start - 120) : duration.start])
            )
        ):
            continue
        if re.match(r"[\s-]*anniversary", after, re.IGNORECASE) or _LEADS.search(before) or _FOLLOWS().match(after):
            return duration
    match = _ANNIVERSARY().search(text) if "nniversar" in text or "NNIVERSAR" in text else None
    if match and not _RENEWAL_BEFORE.search(text[max(0, match.start() - 50) : match.start()]):
        years = parse_number(match["nth"] or match["years"])
        if years:
            return FoundDuration(match.start(), match.end(), years, "year")
    return None
