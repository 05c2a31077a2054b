"""Plain words for how long an agreement runs that name neither it nor its term in front of a verb.

"It expires on …" below the heading or behind the sentence that says what "it" is; "hereby engages the Consultant for a
period of …"; "from … to … (the "Term")"; "Contract Period: … to …".
"""

from __future__ import annotations

import re

from docpipe.rules.contract.passages import Sentence, smooth
from docpipe.rules.contract.term_parts import Reading, parts
from docpipe.rules.dates import find_dates
from docpipe.rules.later import later
from docpipe.rules.sentences import sentence_spans
from docpipe.rules.view import View

NAMED, TOLD = 3, 2
"""How sure a reading is, as ``term_sentences.strength`` counts: what is called the Term is it."""

LONGEST_HEADING = 80
"""Characters of a heading."""

_AGREEMENT = (
    r"(?:agreement|contract|lease|tenancy|licen[sc]e|engagement|appointment|employment|retainer|mandate|consultancy"
    r"|franchise|hire)"
)
_TIME = r"(?:term|duration|period)"
_IT = later(
    r"[\W\d]*it\s+(?:(?:shall|will|is\s+to)\s+)?(?:(?:then|automatically|initially|also)\s+)?(?:expires?|ends?|terminates?|lasts?|runs?"
    r"|continues?|begins?|commences?|starts?|remains?|be\s+(?:valid|effective)|is\s+(?:valid|effective|concluded|made|entered\s+into)|has\s+an?\s+(?:\w+\s+)?"
    rf"{_TIME}|takes?\s+effect|comes?\s+into|enters?\s+into)\b",
    re.IGNORECASE,
)
_SPEAKS_OF_IT = later(
    rf"[\W\d]*(?:(?:this|the|our)\s+(?:[\w'-]+\s+){{0,3}}?{_AGREEMENT}|(?:(?:initial|contract)\s+)?{_TIME}\W*$"
    rf"|{_TIME}\s+(?:and\s+termination|of\s+(?:this\s+|the\s+)?{_AGREEMENT})\W*$)",
    re.IGNORECASE,
)
_ENGAGES = later(
    rf"\b(?:(?:concludes?|enters?\s+into|makes?)\s+this\s+{_AGREEMENT}\b|hereby\s+(?:engages?|retains?|appoints?|employs?|hires?|leases?|lets|rents)\b|(?:(?:shall|will|agrees?\s+to|undertakes?\s+to)\s+)?"
    r"(?:engages?|retains?|appoints?|employs?|hires?)\s+(?:the\s+)?(?-i:[A-Z])|(?:leases|lets)\s+(?:to|from|unto|the)\b)"
    r"(?P<between>[^.;]{1,240}?)\bfor\s+(?:an?\s+|the\s+)?(?:\w+[\s-]+){0,2}?"
    rf"(?:{_TIME}\b|(?=\S+(?:\s+\(\S+\))?[\s-](?:days?|weeks?|months?|years?)\b))",
    re.IGNORECASE,
)
_CALLED = later(
    r"\(\s*(?:herein(?:after)?\s+(?:called\s+|referred\s+to\s+as\s+)?)?(?:the\s+|its\s+)?\"(?:the\s+)?(?:(?:initial|original|base|fixed)\s+)?"
    rf"(?:term(?:\s+of\s+(?:this\s+|the\s+)?{_AGREEMENT})?|(?:{_AGREEMENT}|service)\s+(?:period|term))\"\s*\)",
    re.IGNORECASE,
)
_LABEL = later(
    rf"^[\W\d]*(?:(?:(?:initial|fixed)\s+)?(?:terms?|duration)(?:\s+of\s+(?:the\s+|this\s+)?(?:{_AGREEMENT}|project|services|cooperation))?"
    rf"|(?:{_AGREEMENT}|subscription|rental|project)\s+(?:period|term|duration)"
    rf"|period\s+of\s+(?:the\s+)?(?:{_AGREEMENT}|performance|cooperation)"
    rf"|(?P<end>(?:{_AGREEMENT}\s+(?:ends?|expires|expiry|expiration)|termination|expir(?:y|ation))(?:\s+date)?"
    rf"|end\s+of\s+(?:the\s+|this\s+)?{_AGREEMENT}|expir(?:y|ation)))(?:\s+on)?\s*:",
    re.IGNORECASE | re.MULTILINE,
)
_DASH = later(r"\s*[-\u2010-\u2015]\s*")
_ELSE = later(
    r"\b(?:warrant\w*|guarantee\w*|option|renew\w*|exten[ds]\w*|confidential\w*|probation\w*|non-?compet\w*|insurance|if|each|every"
    r"|additional|thereafter|after\s+(?:the\s+)?(?:termination|expir\w+))\b",
    re.IGNORECASE,
)


def said(view: View, sentence: Sentence) -> tuple[Reading, int] | None:
    """What a sentence says of how long the agreement runs, and how surely; None if it is about something else."""
    text, folded = sentence.text, sentence.folded
    if '"' in text and (called := _CALLED().search(text)):
        return _whole(parts(text[: called.start()]), text[: called.start()], NAMED)
    if ":" in text and (label := _LABEL().search(text)):
        return _labelled(_from(text, label.end()), bool(label["end"]))
    if "for " in folded and (engaged := _ENGAGES().search(text)):
        return _whole(parts(_from(text, engaged.start())), engaged["between"], TOLD)
    if "it " in folded[:16] and _IT().match(text) and _SPEAKS_OF_IT().match(_before(view, sentence)):
        return _whole(parts(text), "", TOLD)
    return None


def _labelled(text: str, is_end: bool) -> tuple[Reading, int] | None:
    """What stands behind a label: a last day, both days of a period, or what a sentence says."""
    dates = [date for date in find_dates(text) if date.value]
    if is_end and dates and not text[: dates[0].start].strip():
        return Reading("fixed", date=dates[0]), NAMED
    if len(dates) > 1 and _DASH().fullmatch(text, dates[0].end, dates[1].start):
        return Reading("fixed", date=dates[1]), NAMED
    return _whole(parts(text), "", NAMED)


def _whole(reading: Reading | None, between: str, sureness: int) -> tuple[Reading, int] | None:
    """A reading with its sureness, if it tells an end and nothing in front of it is about something else."""
    if reading is None or reading.kind not in ("fixed", "term", "perpetual") or _ELSE().search(between):
        return None
    return reading, sureness


def _from(text: str, start: int) -> str:
    """A text from an offset on, with blanks before it, so that offsets hold."""
    return " " * start + text[start:]


def _before(view: View, sentence: Sentence) -> str:
    """The sentence before one in its paragraph, else the heading over the paragraph."""
    paragraph = sentence.paragraph
    text = smooth(paragraph.text[: sentence.start - paragraph.start])
    if spans := sentence_spans(text):
        return text[slice(*spans[-1])]
    above = view.before(paragraph, 1)
    return smooth(above[0].text) if above and len(above[0].text) <= LONGEST_HEADING else ""
