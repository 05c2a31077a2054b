"""By when something is to be done: "within ten days after the Closing", "no later than May 1"."""

from __future__ import annotations

import re

from docpipe.patterns import compiled
from docpipe.rules.later import later


def deadline_in(text: str) -> str | None:
    """The first time limit that is no part of a condition: "if the breach is not cured within 30 days" sets none,
    nor does what another is to do with the thing: "a deposit, which Provider shall return within 30 days"."""
    others = _OF_ANOTHER.search(text)
    for match in _DEADLINE().finditer(text, 0, others.start() if others else len(text)):
        clause = max(text.rfind(mark, 0, match.start()) for mark in (",", ";", ":"))
        if not _CONDITION().search(text, clause + 1, match.start()):
            runs_on = match.start() == 0 and _RUNS_ON.match(text, match.end())
            return ((_FIGURE().match(text) if runs_on else None) or match)[0].strip()
    return None


_OF_ANOTHER = compiled(
    r"\b(?:which|whom)\s+(?:the\s+)?(?:[\w’'-]+\s+){0,4}?(?:shall|will|must|may)\b"
    r"|\b(?:and|but|or)\s+(?:the\s+|each\s+)?(?:[A-Z][\w’'-]*\s+){1,4}(?:shall|will|must|may|agrees?)\b"
)

_TIME = r"(?:business\s+|calendar\s+|working\s+)?(?:days?|months?|weeks?|years?|hours?)\b"
_REST = (
    r"(?:[^,;.]|\.(?=\d)|,\s+(?=\d{4}\b)){3,100}?"
    r"(?=,(?!\s+\d{4}\b)|;|\.(?!\d)|$|\s+(?:and|or)\s+(?:shall|will|must|may)\b)"
)
_DEADLINE = later(
    rf"\bwithin\s+[^,;.]{{1,50}}?{_TIME}['’]?(?:\s+(?:after|of|from|following|before|prior\s+to|upon)\s+{_REST})?"
    rf"|\b(?:no|not)\s+later\s+than\s+{_REST}"
    rf"|\b(?:(?:on\s+or\s+)?before|prior\s+to)\s+(?=[^,;.]{{0,60}}(?:{_TIME}|\d{{4}}|\bdate\b)){_REST}"
    rf"|\bat\s+least\s+[^,;.]{{1,40}}?{_TIME}['’]?\s+(?:before|prior\s+to|in\s+advance(?:\s+of)?)\b(?:\s+{_REST})?"
    r"|\bat\s+least\s+(?:once|twice)\s+(?:an?|every|per|each|in\s+each)\s+[^,;.]{3,40}"
    r"|\bby\s+(?:(?:the|such|each|said)\s+(?:\w+\s+){0,3}?(?:days?|date|anniversary|(?:end|close)\s+of)\b"
    r"|(?:end|close)\s+of\b"
    rf"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{{0,6}}\s+\d{{1,2}}\b)(?:{_REST})?",
    re.IGNORECASE,
)
_CONDITION = later(
    r"(?i)\b(?:if|unless|until|that|which|who|when|whenever|where|whose|in\s+the\s+event|provided|having|has|have|fails?"
    r"|failing)\b"
)

_RUNS_ON = compiled(r",\s+(?:the|an?|any|all|its|and|or|such)\b|\s+\w")
_FIGURE = later(rf"within\s+[^,;.]{{1,50}}?{_TIME}", re.IGNORECASE)
"""All that is sure of "shall within ten days after receiving a claim state its amount, the facts and …": ten days."""
