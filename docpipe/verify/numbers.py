"""Whether a clause's number that is put together from those that it stands under, ``3.2(a)``, is what is printed."""

from __future__ import annotations

from collections.abc import Sequence

from docpipe.patterns import compiled
from docpipe.types import Paragraph

NEIGHBOURS = 200
"""Paragraphs before a clause among which those that it stands under are looked for: more than any list has."""

_WORD = compiled(r"\A[A-Za-z]+\s+")
"""What a heading says before its number: ``Section 6``."""

_MARKS = compiled(r"\([A-Za-z0-9]{1,5}\)")


def is_printed(number: str, everything: Sequence[Paragraph], at: int) -> bool:
    """Whether a clause's number is made of the numbers of the paragraph at an index, of those before it, and of marks
    within them; or the beginning of a heading there."""
    wanted, parts = _WORD.sub("", number), set[str]()
    for paragraph in reversed(everything[max(0, at - NEIGHBOURS) : at + 1]):
        if paragraph.kind == "heading" and paragraph.text.startswith(number):
            return True
        parts.update(_MARKS.findall(paragraph.text))
        if own := _WORD.sub("", paragraph.number or "").rstrip("."):
            parts.add(own)
            if wanted.startswith(own) and _made_of(wanted, parts):
                return True
    return False


def _made_of(number: str, parts: set[str]) -> bool:
    return not number or any(
        number.startswith(part) and _made_of(number[len(part) :].lstrip("."), parts) for part in parts
    )
