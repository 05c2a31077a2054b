"""Dates of figures that can be read in two ways, in a document that says nowhere in which."""

from __future__ import annotations

import datetime

from msgspec.structs import replace

from docpipe.rules.date_order import order_of
from docpipe.rules.dates import two_readings
from docpipe.types import Check, Document, Json
from docpipe.verify import Verified


def doubted(document: Document, verified: Verified) -> Verified:
    """The values, of which days that could be others are located at most, with a check that says both readings."""
    if order_of(document) != "unknown":
        return verified
    trust = dict(verified.trust)
    checks: list[Check] = []
    for path, entries in verified.evidence.items():
        read = [days for entry in entries for days in two_readings(entry.quote) if _is_one(verified.data, path, days)]
        if read:
            first, second = read[0]
            message = (
                f"the date may be {first} or {second}: nothing in the document says whether day or month comes first"
            )
            checks.append(Check(path, "ambiguous_date", "warning", message, entries))
            if path in trust and trust[path].state == "confirmed":
                trust[path] = replace(trust[path], state="located", confidence=None)
    return replace(verified, trust=trust, checks=(*verified.checks, *checks))


def _is_one(data: Json, path: str, days: tuple[datetime.date, datetime.date]) -> bool:
    """Whether a field holds one of two days; a value computed from one rests on the field that does."""
    return str(data.get(path.strip("/"))) in {day.isoformat() for day in days}
