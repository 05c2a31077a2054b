"""Sentences about how long the agreement runs: whether one is about that, what it says, and how surely."""

from __future__ import annotations

import re

from docpipe.patterns import compiled
from docpipe.rules.contract.passages import Sentence
from docpipe.rules.contract.term_parts import AFTERMATH, Reading, parts
from docpipe.rules.view import View

LONGEST = 4_000
"""Characters of a sentence; longer ones are tables or lists that lost their ends."""
_MAY_RUN = (
    "term", "expir", "continu", "effect", "commenc", "period", "duration", "remain", "valid", "until", "begin", "start",
    "endur", "conclud", "last", "run", "laps", "made for", "entered into for", "unlimited", "fixed", "open-ended",
)  # fmt: skip
_MAY_SAY = (
    "year", "month", "week", "days", "anniversar", "until", "unless", "indefinite", "perpetu", "unlimited", "when",
    "long", "upon", "open-ended",
)  # fmt: skip
_YEAR = compiled(r"\d(?:(?<=[12])(?:(?<=1)9|0)\d\d\b|/\d)")
_SUBJECT = compiled(
    r"(?<![A-Za-z])(?:(?:this|the|our|your)\s+\"?(?:[\w'-]+\s+){0,4}?(?:agreement|contract|amendment|lease|licen[sc]e|engagement"
    r"|appointment|employment|joint\s+venture|arrangement|franchise|addendum|services|tenancy|consultancy|retainer|mandate)\b"
    r"|(?:initial|primary|original|basic|base|first|contract|service|cooperation)\s+(?:term|period)\b|\"?\b(?:the\s+"
    r"|a\s+|effective\s+)\"?term\b|^[\W\d.]*(?:initial\s+|effective\s+)?(?:term|duration|period)\b|\b(?:termination"
    r"|expiration|expiry)\s+date\s*:|^[\W\d.]*it\s+(?:shall|will)\s+(?:be(?:come)?\s+effective"
    r"|come\s+into|enter\s+into|take\s+effect|remain\s+in)\b)",
    re.IGNORECASE,
)
_RUNS = compiled(
    r"\b(?:(?:shall|will|is|are|be|shall\s+be|to|does|has|have|having)?\s*(?:also\s+)?(?:commenc\w+|begin\w*|start\w*"
    r"|continu\w+|remains?|remain\w*|last\w*|run\w*|expir\w+|terminat\w+|end\w*|extend\w*|be\s+effective|effective"
    r"|valid|in\s+(?:full\s+)?(?:force|effect)|become\w*|endur\w+|conclude[sd]?|lapse[sd]?|open-ended|(?:made|entered\s+into)\s+for"
    r"|unlimited\s+in|of\s+(?:indefinite|unlimited)|no\s+fixed)"
    r"|term\s+of\s+(?:this|the|\w+\s+\()|(?:a|initial|primary)\s+(?:term|period|duration)\s+of"
    r"|term\"?\s*(?:\([^)]*\)\s*|hereof\s+)?(?:shall|will|is|means?|of|:)|duration)\b|\b(?:term|period)\"?\s+(?:shall\s+)?means?\b|\b(?:term|duration|(?:termination"
    r"|expiration|expiry|end)\s+date)\"?\s*:",
    re.IGNORECASE,
)
_STRONG = compiled(
    r"(?<![A-Za-z])(?:(?:this|the|your)\s+(?:[\w'-]+\s+){0,4}?(?:agreement|contract|amendment|licen[sc]e|lease|joint\s+venture"
    r"|appointment|employment|engagement|tenancy|consultancy|retainer|mandate)\b[^.;]{0,120}?\b(?:shall|will|is|are|begins?|commences?|continues?|expires?|remains?|becomes?|has"
    r"|have|takes?|comes?|enters?|starts?|runs?|lasts?|lapses)\b[^.;]{0,60}?"
    r"\b(?:commenc\w+|begin\w*|start\w*|continu\w+|remain\w*|expir\w+|terminat\w+|end|effective|valid|effect|force"
    r"|endur\w+|terms?|lasts?|runs?|period|duration|conclude[sd]?|lapse[sd]?|open-ended|(?:made|entered\s+into)\s+for|unlimited\s+in)\b"
    r"|\b(?:duration|length)\s+of\s+(?:this|the)\s+(?:[\w'-]+\s+){0,2}?(?:agreement|contract|engagement|appointment|lease"
    r"|licen[sc]e)\s+(?:shall|will|is)\b|(?<![A-Za-z])this\s+(?:agreement|contract)\s+(?:(?:shall|will)\s+)?(?:expires?|ends?|terminates?|lapses?)\s+on\b"
    r"|\bterm\s+hereof\s+(?:shall|will|is)\b"
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
_DEFINED = compiled(
    r"[\W\d]*(?:(?:[a-z]|[ivx]{1,4})[.)]\s*)?(?:the\s+term\s+)?\"(?P<name>[^\"]{1,60})\"\s+(?:shall\s+)?means?\b",
    re.IGNORECASE,
)
_OF_THE_END = compiled(
    r"\b(?:terms?|duration|expir\w*|terminat\w*|end|period|agreement|effective|initial)\b", re.IGNORECASE
)
_OTHER_PERIOD = compiled(
    r"\b(?:calendar|contract|fiscal|license|agreement|marketing)\s+(?:year|quarter|month)", re.IGNORECASE
)
_DURING = compiled(
    r"\b(?:during|throughout|(?:in|of|for)\s+(?:each|any|every)\s+year\s+of)\s+(?:the\s+)?(?:[\w-]+\s+){0,2}?term\b"
    r"(?:\s+of\s+(?:this|the)\s+\w+)?",
    re.IGNORECASE,
)


def read(text: str) -> Reading | None:
    """The reading of a sentence, or None if it is about something else."""
    folded = text.lower()
    if len(text) > LONGEST or not any(word in folded for word in _MAY_RUN):
        return None
    if not any(word in folded for word in _MAY_SAY) and not _YEAR.search(text):
        return None
    told = _told(text)
    if AFTERMATH.match(text) or not _names_itself(told) or not _RUNS.search(told) or _defines_other(text):
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
