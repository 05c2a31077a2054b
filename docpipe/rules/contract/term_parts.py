"""The parts of a text about how long an agreement runs: its last day, its length, no end, or an event."""

from __future__ import annotations

import datetime
import re

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.dates import FoundDate, find_dates
from docpipe.rules.durations import FoundDuration, find_durations
from docpipe.rules.later import later
from docpipe.rules.numerals import ORDINAL, parse_number
from docpipe.rules.period_ends import find_period_ends

SHORTEST_DAYS = 45
"""Terms in days are rare and longer than periods for notice, cure or payment."""
_FIXED = later(
    r"\b(?:until|through|thru|(?<!prior\s)to|till|expir\w+|terminat\w+|end(?:s|ing)?|conclud\w+|laps\w+"
    r"|up\s+to|in\s+no\s+event|but\s+(?:no|not))\b(?:[\s:,]+(?:and\s+including|on|at|upon|as\s+of|in|effective|automatically|of|the|date|close|business|day"
    r"|midnight|\d{1,2}:\d\d|[ap]\.?m\.?|p\.m\.|est|pst|new\s+york|time|"
    r"(?:and|,)?\s*(?:shall|will)?\s*(?:end|expire|terminate|continue)s?|through|its|term|lat(?:er|est)|than|earli(?:er|est)|first|to\s+occur|both"
    r"|following|dates?|inclusive|\((?:a|i|1)\)))*[\s,:\"(]*$",
    re.IGNORECASE,
)
_EXPIRES_LABEL = later(r"\b(?:expiration|expiry|termination|end)\s+date\b[^.;]{0,30}$", re.IGNORECASE)
_AN_ACT = r"(?!\s+to\s+(?!be\b|remain\b|run\b|apply\b|have\s+(?:full\s+)?(?:force|effect)\b))"
"""What "continues" is not followed by where it is an agreement that does: "continues to perform"."""

_UNTIL_ENDED = compiled(
    rf"\b(?:continu\w+{_AN_ACT}|remain\w*|effect|force|effective|valid|binding|ongoing|last)\b[^.;]{{0,70}}?\b(?:until"
    r"|unless\s+and\s+until)\s+(?:(?:such\s+time\s+as|sooner|earlier|otherwise|it\s+is|this\s+agreement\s+is"
    r"|so)\s+)*(?:terminat|cancel)\w*(?!\s+of\b)"
    r"|\b(?:effect|force|effective|valid|continue|thereafter),?\s+unless\s+(?:(?:sooner|earlier|otherwise|it\s+is"
    r"|this\s+agreement\s+is|so)\s+)*(?:terminat|cancel)\w*"
    r"|\b(?:continu\w+|effect|force|remain\w*)\b[^.;]{0,60}?\b(?:until|unless|unless\s+and\s+until)\s+(?:either|any|one"
    r"|a)\s+party\s+(?:gives|informs|notifies|terminates|provides|ends|serves|cancels)"
    r"|\b(?:continu\w+" + _AN_ACT + r"|effect|force)\b[^.;]{0,40}?\b(?:for\s+)?so\s+long\s+as\b"
    r"|\b(?:end|ends|expires?|terminates?)\s+(?:only\s+)?when\s+(?:it\s+is\s+)?terminated\b|\bunlimited\s+period"
    r"|\b(?:for|in)\s+(?:an\s+)?(?:indefinite|perpetuity)|\bendur\w+\s+(?:indefinitely|until\s+terminat)|\b(?:continu\w+|effect|force|term"
    r"|valid)\b[^.;]{0,40}?\b(?:indefinite|perpetual)|\bevergreen|\bopen-ended|\b(?:no|without\s+an?)\s+fixed\s+(?:term|duration|end)\b"
    r"|\b(?:of|has|with|for|is)\s+(?:an\s+)?(?:indefinite|unlimited|indeterminate|undetermined|unspecified)\s+(?:in\s+)?"
    r"(?:duration|term|time|period|length)\b",
    re.IGNORECASE,
)
_EVENT = compiled(
    r"\b(?:until|upon)\s+(?:the\s+)?(?:\w+\s+){0,4}?(?:completion|closing|expiration|termination|occurrence"
    r"|date\s+(?:on\s+which|that)|last|earlier|later|acceptance|end|fulfil\w*)\b",
    re.IGNORECASE,
)
AFTERMATH = compiled(
    r"[\W\d.]*(?:\w+\W+){0,6}?(?:upon|in\s+the\s+event|if|except|should|any|all|after|following|during|at\s+least"
    r"|within|either\s+party|neither|no|where|in\s+case|notwithstanding)\b(?:\s+(?:any|the|such|early|earlier|a|of"
    r"|this))*"
    r"\s+(?:expir\w+|terminat\w+|cancel\w+|party\s+may\s+terminate)\b",
    re.IGNORECASE,
)
_FROM_THE_END = compiled(
    r"\s*(?:period\s+)?(?:(?:next|immediately)\s+)?(?:from|after|following)\s+(?:the\s+)?(?:effective\s+)?(?:date\s+of\s+)?(?:(?:the|such|any)\s+)?"
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
_LASTS_ELSE = later(
    r"\b(?:fail\w*|defaults?|breach\w*|events?|conditions?|delays?|circumstances?)\b[^.;]{0,200}\bcontinu\w*\s+(?:\w+\s+)?for\s+"
    r"(?:an?\s+|the\s+)?(?:period\s+of\s+)?(?:more\s+than\s+)?$|\b(?:quarter|half|semester|season)\s*[\[(]\s*$",
    re.IGNORECASE,
)
"""What leads to how long a failure lasts, or to how long a quarter is."""

_LONG_STOP = later(r"\b(?:long[\s-]?stop|outside|drop[\s-]?dead)\s+date\b[^.;]{0,120}$", re.IGNORECASE)
"""What leads to a day by which a closing must have happened: no term ends on it."""

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
    r"|\b(?:at\s+least|within|on\s+or\s+before|less\s+than|every|each|last(?!\s+for\b)|preceding|minimum\s+of|more\s+than|shorter\s+than|later\s+than|exceed)\b[^.;:]{0,14}$",
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
    until: str | None = None
    """Where a term ends that is counted to the "eve" of a day, or to the end of its "month" or "year"."""
    later: bool = False
    """Whether it is one of several ends of which the later counts."""


def parts(text: str) -> Reading | None:
    """What a text about the term says: its fixed date, else its length, else no end, or an event as the end."""
    dates = find_dates(text)
    ends = _ends(text, dates)
    duration = _duration(text)
    if ends and not re.search(
        r"\bterminat\w+\s+(?:at\s+any\s+time\s+)?(?:before|prior)\b", text[: ends[0].start], re.IGNORECASE
    ):
        elsewhere = duration is not None and _of_another_day(text, duration)
        later = _is_the_later(text, ends[0].start, ends[0].end)
        return Reading("fixed", date=ends[0], duration=None if elsewhere else duration, later=later)
    if duration is not None:
        return _counted(text, dates, duration)
    if _SEVERS.search(text):
        return None
    if _UNTIL_ENDED.search(text):
        return Reading("perpetual")
    return Reading("event") if _EVENT.search(text) and not AFTERMATH.match(text) else None


def _ends(text: str, dates: tuple[FoundDate, ...]) -> list[FoundDate]:
    """The days on which something ends, in the order of the text."""
    days = sorted([*dates, *find_period_ends(text)], key=lambda date: date.start)
    return [day for day in days if _ends_on(text, day) and not _LONG_STOP().search(text[: day.start])]


def _ends_on(text: str, day: FoundDate) -> bool:
    return bool(
        _FIXED().search(text[max(0, day.start - 90) : day.start])
        or _EXPIRES_LABEL().search(text[max(0, day.start - 60) : day.start])
        or _is_listed(text, day.start)
    )


def _counted(text: str, dates: tuple[FoundDate, ...], duration: FoundDuration) -> Reading | None:
    """A term of a length: from when it counts, and to which day."""
    anchor = _start(text, duration) or _START.search(text)
    named = " ".join(anchor["anchor"].casefold().split()) if anchor else None
    if _of_another_day(text, duration):
        return Reading("event-term", duration=duration)
    if duration.unit == "day" and duration.count < SHORTEST_DAYS:
        return None
    start = next((date.value for date in dates if date.value), None)
    begins = start is not None and not _start(text, duration) and _begins(text, start)
    return Reading(
        "term",
        duration=duration,
        anchor=named,
        start=start if begins else None,
        until=_until(text, duration),
        later=_is_the_later(text, duration.start, duration.end),
    )


def _until(text: str, duration: FoundDuration) -> str | None:
    """How the last day of a term differs from its start and length added up."""
    if _EVE().search(text, max(0, duration.start - 60), duration.start):
        return "eve"
    round_off = _ROUNDED().search(text, max(0, duration.start - 80), duration.end + 80)
    return round_off["unit"].lower() if round_off else None


_EVE = later(r"(?i)\bday\s+(?:immediately\s+|next\s+)?(?:before|preceding|prior\s+to)\s+(?:the\s+|its\s+)?\Z")
_ROUNDED = later(
    r"(?i)\b(?:last\s+day|end)\s+of\s+(?:the|that|such)\s+(?:calendar\s+(?=year))?(?:calendar\s+)?(?P<unit>month|(?<=calendar\s)year)\b"
)
_LATER = later(r"(?i)\b(?:later|latest|longer|longest|greater)\s+(?:to\s+occur\s+)?of\b")
_ONE_OF = later(
    r"(?i)\b(?:until|through|end\w*|expir\w*|terminat\w*)\b[^.;]{0,40}\b(?:earli(?:er|est)|first|lat(?:er|est))\s+"
    r"(?:to\s+occur\s+)?(?:of|among)\b[^.]*?[\s(](?:[a-z\d]{1,3}\)|or|and)\s+(?:on\s+)?(?:the\s+)?$"
)
_ANEW = later(
    r"(?i)\b(?:until|through|ends?|ending|expir\w*|terminat\w*|continu\w*|remain\w*|for\s+an?\s+(?:\w+\s+)?(?:period|term))\b|;"
)
_WHICHEVER_LATER = later(
    r"(?i)[^.;]{0,160}\bwhichever\s+(?:\w+\s+){0,3}?(?:later|last|longer|latest)\b|\W+or,?\s+if\s+later\b"
)


def _is_the_later(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` is one of several of which the later counts: it alone tells no last day."""
    before = max(_LATER().finditer(text, 0, start), key=lambda match: match.end(), default=None)
    listed = before is not None and not _ANEW().search(text, before.end(), start)
    return listed or bool(_WHICHEVER_LATER().match(text, end))


def _is_listed(text: str, start: int) -> bool:
    """Whether a date stands in a list of ends of which the earlier counts, or the later."""
    return " of" in text[:start] and bool(_ONE_OF().search(text[:start]))


def _start(text: str, duration: FoundDuration) -> re.Match[str] | None:
    """The day behind a duration that it counts from: "two years from the Effective Date"."""
    return _START.search(text, max(0, duration.end - 2), duration.end + 90)


def _of_another_day(text: str, duration: FoundDuration) -> bool:
    """Whether a term counts from a day that is defined elsewhere, or from none and a longer one may count."""
    if _start(text, duration):
        return False
    if _is_the_later(text, duration.start, duration.end):
        return True
    return bool(_ELSEWHERE().search(text[: duration.end + 70]) or _OTHER_DAY.match(text, duration.end))


_OTHER_DAY = compiled(
    r"[\s)\"']*(?:from|after|following|of)\s+(?:the\s+)?"
    r"(?!(?:Effective|Commencement|Execution|Start|Agreement|Signing|Signature|Contract)\b)(?:[A-Z][\w-]+\s+){1,3}Date\b"
)


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
            or _LASTS_ELSE().search(text[: duration.start])
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
