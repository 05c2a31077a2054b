"""Labels over several lines of print: whether one goes on in the next row."""

from __future__ import annotations

from docpipe.patterns import compiled


def goes_on(first: str, second: str, widest: float) -> bool:
    """Whether a label goes on in the next row: no colon ends it; it ends within a phrase, the next begins small, or its
    next word did not fit beside the widest label of the table."""
    if first.rstrip().endswith(":"):
        return False
    return second.lstrip("([/–-")[:1].islower() or _WITHIN.search(first) is not None or _fills(first, second, widest)


def _fills(first: str, second: str, widest: float) -> bool:
    """Whether a label fills its column, and what follows is in the same letters and begins no line of its own."""
    full = width(f"{first} {second.split(maxsplit=1)[0]}") > widest if second.strip() else False
    return full and first.isupper() == second.isupper() and _OWN_LINE.match(second) is None


def width(text: str) -> float:
    """Roughly the width of a label, in small letters."""
    return len(text) + CAPITAL * sum(letter.isupper() for letter in text)


CAPITAL = 0.4
"""How much wider than a small letter a capital is, in the fonts of most reports."""


_OWN_LINE = compiled(
    r"(?i)[\W\d]*(?:(?:net|total|cash|basic|diluted|revenues?|sales|income|current|other|less|add|depreciation|adjust\w*"
    r"|interest|land|preferred|accounts|products?|services|short|long|profit|earnings|loss|cost|balance)\b|$)"
)
"""How lines begin that stand under a heading, however long that is."""


_WITHIN = compiled(r"(?i)\b(?:to|of|and|in|for|the|on|from|by|or|with|per|before|after|attributable|common)\s*$")
"""A word that no label ends with."""
