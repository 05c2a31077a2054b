"""How a line ends or begins: with a sentence, in the middle of one, as a form's label or a contents entry."""

from __future__ import annotations

import re

from docpipe.cleaning.numbering import Marker
from docpipe.patterns import compiled

_END = compiled(r"[.;:!?。；：！？][\"'”’)\]】》]*$|[”\"]$")
_ENDS, _CLOSING = frozenset('.;:!?。；：！？"”'), frozenset("'’)]】》\n")
LAST = _ENDS | _CLOSING
"""What a line that ends something can end with."""

_OPEN = """the of and or to a an in by for with that any such this as on at from its their his be is are not no shall
will may which under between other all if than into upon per each our your"""
_OPEN_WORDS = frozenset(_OPEN.split())
_OPEN_END = compiled(rf"\b(?:{'|'.join(_OPEN.split())})$", re.IGNORECASE)
_LEADER = compiled(r"(?:\.\s?){5,}\s*\S{0,6}$|_{6,}\s*$")
_PAGED = compiled(r"[^\W\d_)][.,;)’”\"]?\s\d{1,3}$")
_LABELS = "by|name|title|date|its|attn|attention|tel|telephone|fax|facsimile|e-?mail|address|phone"
_LABEL = compiled(rf"(?:{_LABELS})\s*[:.]", re.I)
_LABEL_HEADS = frozenset(label[:2] for label in f"{_LABELS}|em".split("|"))
_SPELT = compiled(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million)$",
    re.IGNORECASE,
)
_REFERENCE = compiled(
    r"\b(?:(?:sub)?(?:section|clause|paragraph)|article|schedule|exhibit|annex|appendix|attachment|item|note|part|rule"
    r"|chapter|no\.|nos\.|§)s?$",
    re.IGNORECASE,
)
_TAIL = 24  # characters of a line that tell how it ends


def ends(text: str) -> bool:
    """Whether a line ends a sentence, or what leads into a list."""
    last = text[-1:]
    return last in _ENDS or (last in _CLOSING and _END.search(text[-_TAIL:]) is not None)


def open_end(text: str) -> bool:
    """Whether a line ends on a word that cannot be the last one."""
    last = text[text.rfind(" ") + 1 :]
    if last.isalnum():  # nearly all: in a thirtieth of the time of a search
        return last.casefold() in _OPEN_WORDS
    return last.endswith(",") or (last[-1:].isalpha() and _OPEN_END.search(text[-_TAIL:]) is not None)


def leader(text: str) -> bool:
    """Whether a line ends in dots or a rule, as entries of contents and forms do."""
    return ("...." in text or ". . ." in text or text.endswith("__")) and _LEADER.search(text) is not None


def paged(text: str) -> bool:
    """Whether a line ends as an entry of contents does: a word, and the number of a page."""
    return text[-1].isdigit() and _PAGED.search(text[-_TAIL:]) is not None


def label(text: str) -> bool:
    """Whether a line begins with a label of a signature block or an address."""
    return text[:2].lower() in _LABEL_HEADS and _LABEL.match(text) is not None


def goes_on(text: str) -> bool:
    """Whether a line begins in the middle of a sentence."""
    return text[0].islower() or text[0] in ",;)"


def calls_for(before: str, number: Marker) -> bool:
    """Whether a line needs the number that the next one begins with: ``within ten`` (10), ``in Schedule`` 2."""
    if _REFERENCE.search(before[-_TAIL:]):
        return number.family not in ("bullet", "article", "section", "annex")
    return number.family == "bracketed" and _SPELT.search(before[-_TAIL:]) is not None
