"""Last days that are named by their month or year: "the end of 2033", "the last day of February 2034"."""

from __future__ import annotations

import calendar
import datetime
import re

from docpipe.rules.dates import MONTHS, FoundDate
from docpipe.rules.later import later

_LAST_DAY = later(
    r"\b(?:(?:(?:end|last\s+day|close|expiry|expiration)\s+(?:of|in)\s+(?:the\s+)?(?:calendar\s+)?(?:(?:year|month)\s+(?:of\s+)?)?"
    rf"(?:(?P<month>{'|'.join(MONTHS)}),?\s+(?:of\s+)?)?)"
    r"|(?<=through\s)(?:the\s+)?(?:calendar\s+)?year\s+)(?P<year>(?:19|20)\d\d)\b(?!\s*(?:[-/]\d|fiscal|financial|season))",
    re.IGNORECASE,
)


def find_period_ends(text: str) -> tuple[FoundDate, ...]:
    """The last days of the months and calendar years that a text names, in its order; of a fiscal year none."""
    return tuple(map(_ended, _LAST_DAY().finditer(text)))


def _ended(match: re.Match[str]) -> FoundDate:
    year = int(match["year"])
    month = MONTHS.index(match["month"].casefold()) + 1 if match["month"] else 12
    last = datetime.date(year, month, calendar.monthrange(year, month)[1])
    return FoundDate(match.start(), match.end(), last, False)
