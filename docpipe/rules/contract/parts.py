"""The parts of a document: body, what is attached to it, an amendment bound in behind it."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import Literal

from docpipe.patterns import compiled
from docpipe.types import Document, paragraphs

Part = Literal["body", "schedule", "amendment"]

LONGEST_HEADING = 140
"""Characters of a heading that begins a part."""

CONTENTS_SHARE = 10
"""The first tenth of a document begins no part: contents pages list the schedules too."""


def part_at(document: Document, offset: int) -> Part:
    """Whether an offset stands in the body, in something attached, or in an amendment bound in behind the body."""
    starts, parts = _parts(document)
    return parts[bisect_right(starts, offset) - 1]


@lru_cache(maxsize=2)
def _parts(document: Document) -> tuple[list[int], list[Part]]:
    """Offsets at which a part begins, and which. A document that is an amendment itself is all body."""
    starts: list[int] = [0]
    parts: list[Part] = ["body"]
    body_begins = len(document.text) // CONTENTS_SHARE
    for paragraph in paragraphs(document):
        if len(paragraph.text) > LONGEST_HEADING or paragraph.start < body_begins:
            continue
        part: Part | None = None
        if _ATTACHED.match(paragraph.text):
            part = "schedule"
        elif _AMENDMENT.match(paragraph.text):
            part = "amendment"
        if part and part != parts[-1]:
            starts.append(paragraph.start)
            parts.append(part)
    return starts, parts


_ATTACHED = compiled(
    r"\W*(?:SCHEDULE|Schedule|EXHIBIT|Exhibit|ANNEX|Annex|APPENDIX|Appendix|ATTACHMENT|Attachment)\W+[\dA-Z][\w.-]{0,6}"
    r"\W*(?:[A-Z–—:-].{0,80})?$"
)
_AMENDMENT = compiled(
    r"\W*(?:(?:FIRST|SECOND|THIRD|FOURTH|FIFTH)\s+)?AMENDMENT(?:\s+(?:NO|NUMBER)\W+\w+)?(?:\s+TO\s.{0,80})?\W*$"
    r"|\W*Amendment\s+No\.?\s+\d+\W*$"
)
