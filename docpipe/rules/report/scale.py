"""What the figures of a statement count in, also where its head says so without "in": ``(Millions, except …)``."""

from __future__ import annotations

from functools import lru_cache

from docpipe.patterns import compiled
from docpipe.units import Unit, unit_in

UNIT_NAMES = {
    1: "units", 10**3: "thousands", 10**4: "ten_thousands", 10**5: "hundred_thousands", 10**6: "millions",
    10**7: "ten_millions", 10**8: "hundred_millions", 10**9: "billions",
}  # fmt: skip
"""What a report's unit is called: 万元 and lakhs and crores are as common where they are used as millions elsewhere."""

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
