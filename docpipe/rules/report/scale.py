"""What the figures of a statement count in, also where its head says so without "in": ``(Millions, except …)``."""

from __future__ import annotations

from functools import lru_cache

from docpipe.patterns import compiled
from docpipe.units import Unit, unit_in

_SCALES = {"thousands": 10**3, "millions": 10**6, "billions": 10**9}
_ONLY_SHARES = compiled(r"(?i)^[\s(]*(?:number\s+of\s+)?shares?\s+(?:are\s+)?in\s+(?:thousands|millions)[\s)]*$")
_BARE = compiled(
    r"(?i)\(\s*(?:u\.?s\.?\s+)?(?:dollars\s+)?(?P<scale>thousands|millions|billions)\b(?!\s+of\s+shares)(?P<rest>[^()]*)\)?"
)


@lru_cache(maxsize=1024)
def unit_of(text: str) -> Unit | None:
    """The unit that a line of print names."""
    found = None if _ONLY_SHARES.search(text) else unit_in(text)
    if found is not None:
        return found
    bare = _BARE.search(text)
    if bare is None:
        return None
    shares = 1 if "share" in bare["rest"].casefold().replace("per share", "").replace("per-share", "") else None
    return Unit(bare.group().strip(), _SCALES[bare["scale"].casefold()], shares)
