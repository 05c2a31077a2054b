"""Signature blocks: the names over "By:", and the dates beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract.names import Name, name_at
from docpipe.rules.contract.party_details import is_role
from docpipe.rules.contract.passages import smooth
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Paragraph

BASIS = "signature_block"
LOOK_BACK = 4
"""Paragraphs over "By:" in which the signing company stands; more would reach the block before."""

_SIGNS = compiled(
    r"(?:^|\s)(?:By\s?:|BY\s?:|By\s+_{3,}|/s/|/S/|\\s\\|Signature\s?:|S(?:igned|IGNED)\s+(?:by|for|BY|FOR)\b)"
)
_MARKS = ("By", "BY", "/s/", "/S/", "\\s\\", "Sign", "SIGN")
_SENTENCE = compiled(r"\b(?:agreement|hereof|hereto|shall|witness)\b", re.IGNORECASE)
_LABEL = compiled(r"\s*(?:[A-Z][A-Za-z ]{2,24}:\s*|[-_*=\s]+|\(?(?:[a-z]|\d{1,2})[).]\s+)?")
LONGEST_LINE = 160
"""Characters of a line that names signers; prose is longer."""


class Signer(Struct, frozen=True):
    """A name in a signature block, at ``start`` of the document."""

    name: Name
    start: int


def signs(paragraph: Paragraph) -> bool:
    """Whether somebody signs in a paragraph."""
    head = paragraph.text[:400]
    return any(mark in head for mark in _MARKS) and bool(_SIGNS.search(head))


def to_sign_on(text: str, start: int, end: int) -> bool:
    """Whether the rule ``text[start:end]`` is one to sign on: it ends a line of a name, an office or a place and day.

    "Signed by Ann Byrne ) ____": the bracket that closes nothing is how British blocks draw their edge.
    """
    line, after = text[:start].rpartition("\n")[2], text[end:].partition("\n")[0]
    if len(line) > LONGEST_LINE or re.search(r"[A-Za-z]", after) or line.rstrip().endswith(":"):
        return False
    edge = line.rstrip().endswith(")") and line.count(")") > line.count("(")
    named = line.split()[-1:] and line.split()[-1][:1].isupper()
    return edge or bool(named and _ON_BEHALF().search(line)) or bool(_OFFICE().fullmatch(line))


_ON_BEHALF = later(
    r"\b(?:(?:for\s+and\s+)?on\s+behalf\s+of|signed\s+(?:and\s+\w+\s+)?by|in\s+the\s+presence\s+of)\b", re.IGNORECASE
)
_OFFICE = later(
    r"\W*(?:(?:[A-Z][\w.'-]*,?\s+){1,8}?(?:Managing\s+|Executive\s+|Finance\s+|Company\s+|Authori[sz]ed\s+)?"
    r"(?:Director|President|Manager|Officer|Secretary|Signatory|Partner|Representative|Attorney)\b"
    r"|[A-Z][\w'-]+(?:\s+[A-Z][\w'-]+){0,2},\s+(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\s+[A-Z][a-z]+\s+\d{4}))[\s):]*"
)


def signers(view: View) -> Iterator[Signer]:
    """The companies that sign in a chunk's paragraphs, in order; one may come twice."""
    for paragraph in view.own:
        if _BEHALF in paragraph.text:
            yield from _represented(smooth(paragraph.text), paragraph.start)
        if not signs(paragraph):
            continue
        inline = smooth(paragraph.text)
        names = list(_names(inline[: _sign_start(inline)], paragraph.start))
        if not names and not inline.lstrip().startswith(("By", "BY")) and "/s/" in inline[:4]:
            continue
        for above in reversed(view.before(paragraph, LOOK_BACK)) if not names else ():
            if signs(above):
                names = list(_behind_title(smooth(above.text), above.start))
                break
            if len(above.text) > LONGEST_LINE or _SENTENCE.search(above.text):
                break
            names = list(_names(smooth(above.text), above.start))
            if names:
                break
        yield from names


def _sign_start(text: str) -> int:
    match = _SIGNS.search(text)
    return match.start() if match else 0


_BEHALF = "behalf of"
_FOR = later(r"\bfor\s+and\s+on\s+behalf\s+of:?\s+(?!the\b)", re.IGNORECASE)
_NEXT = later(
    r"\s*(?:$|[,;(_]|for\s+and\s+on\s+behalf\b|in\s+the\s+presence\b|by\s*:|(?:acting\s+)?by\s+(?:its|the|an?)\b|name\s*:|date|sign|\d)",
    re.IGNORECASE,
)
"""What may follow the name of whom somebody signs for."""
_DAY = later(r"\s+(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+\d")
_TITLE = later(
    r".*\b(?:signatory|president|director|officer|secretary|manager|treasurer|chairman|counsel|representative|ceo|cfo)"
    r"\s+(?=[A-Z])",
    re.IGNORECASE | re.DOTALL,
)


def _represented(text: str, start: int) -> Iterator[Signer]:
    """Those for and on behalf of whom somebody signs, in a line that is no prose."""
    if len(text) > LONGEST_LINE or _SENTENCE.search(text):
        return
    for match in _FOR().finditer(text):
        dated = _DAY().search(text, match.end())
        line = text[: dated.start()] if dated else text
        name = name_at(line, match.end())
        if name is not None and name.start == match.end() and _NEXT().match(line, name.end) and not is_role(name.text):
            yield Signer(name, start)


def _behind_title(text: str, start: int) -> Iterator[Signer]:
    """The company that signs next, at the end of the line in which somebody signs: "Vice President ACME, INC."."""
    match = _TITLE().match(text)
    name = name_at(text, match.end()) if match else None
    if name is not None and name.legal and not text[name.end :].strip(" .,"):
        yield Signer(name, start)


_IS_A = later(
    r"\s*,\s*an?\s+(?:[\w.-]+\s+){0,4}?(?:corporation|company|partnership|trust|association|bank)\b", re.IGNORECASE
)
"""What shows that a name over a signature is a body's that has no legal form in it: "THE FARMERS BANK, a Georgia
banking corporation"."""


def _names(text: str, start: int) -> Iterator[Signer]:
    """The companies that a line names: one, or several side by side."""
    position = 0
    if len(text) > LONGEST_LINE:
        return
    for _ in range(4):
        label = _LABEL.match(text, position)
        position = label.end() if label else position
        name = name_at(text, position)
        if (
            name is None
            or not (name.legal or (name.body and _IS_A().match(text, name.end)))
            or (name.start != position and text[position : name.start].strip())
        ):
            return
        yield Signer(name, start)
        position = name.end
        while position < len(text) and text[position] in " .,\n-_":
            position += 1
