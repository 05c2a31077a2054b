"""The Effective Date given twice: the preamble calls one day so, and a definition of the body another."""

from __future__ import annotations

from collections.abc import Sequence

from docpipe.patterns import compiled
from docpipe.rules.contract.contradictions import contradiction, opposed
from docpipe.rules.contract.passages import smooth
from docpipe.types import Document, Finding

NEAR = 90
"""Characters beside a date in which the name that it is given stands."""

_CALLED = compiled(r"(?i)\s*,?\s*\(?[^()\".;]{0,40}\"(?:the\s+)?effective\s*date\"")
_MEANS = compiled(
    r"(?i)\"?\beffective\s+date\"?\s*(?:of\s+this\s+\w+\s+)?(?:shall\s+mean|means?|is|shall\s+be|will\s+be|:)\s*(?:on\s+)?(?:the\s+)?$"
)


def defined_otherwise(document: Document, chosen: list[Finding], found: Sequence[Finding]) -> list[Finding]:
    """The effective date of a preamble, or a conflict with a definition that gives the same name to another day."""
    if not chosen or chosen[0].basis != "preamble" or not isinstance(chosen[0].value, str):
        return chosen
    if not _CALLED.match(_beside(document, chosen[0])[1]):
        return chosen
    means = [one for one in found if one.field == "effective_date" and one.basis == "clause" and one.value]
    means = [one for one in means if isinstance(one.value, str) and _MEANS.search(_beside(document, one)[0])]
    sides = opposed(document, [chosen[0], *means], lambda one: one.value)
    return [contradiction("effective_date", sides)] if sides and chosen[0] in sides else chosen


def _beside(document: Document, finding: Finding) -> tuple[str, str]:
    """What stands before and behind the date that a finding quotes."""
    start, end = finding.quotes[0].span or (0, 0)
    return smooth(document.text[max(0, start - NEAR) : start]), smooth(document.text[end : end + NEAR])
