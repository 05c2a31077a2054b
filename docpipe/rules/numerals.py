"""English number words: "twenty-five", "one hundred and eighty", "two thousand ten", "fifth"."""

from __future__ import annotations

import re

from msgspec import Struct

from docpipe.rules.later import later

_UNITS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "trillion": 1_000_000_000_000}
_CARDINALS = _UNITS | _TENS | _SCALES | {"hundred": 100, "zero": 0}
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "fortieth": 40,
    "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90, "hundredth": 100,
}  # fmt: skip

_CARDINAL_WORD = "|".join(sorted(_CARDINALS, key=len, reverse=True))
_ORDINAL_WORD = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_JOIN = r"(?:\s?[-\u2010-\u2014]\s?|\s{1,3}and\s{1,3}|\s{1,3})"

CARDINAL = rf"(?:{_CARDINAL_WORD})\b(?:{_JOIN}(?:{_CARDINAL_WORD})\b){{0,11}}"
"""Pattern text of a number in words, to be compiled with IGNORECASE; no groups of its own.

Bounded, so that a text of nothing but number words takes linear time.
"""

ORDINAL = rf"(?:(?:{_CARDINAL_WORD}){_JOIN})?(?:{_ORDINAL_WORD})\b"
"""Pattern text of an ordinal up to the hundredth in words."""

_FOUND = later(rf"\b{CARDINAL}", re.IGNORECASE)


class FoundNumber(Struct, frozen=True):
    """A number in words at ``text[start:end]``."""

    start: int
    end: int
    value: int


def find_numbers(text: str) -> tuple[FoundNumber, ...]:
    """The numbers that are written out, in the order of the text."""
    found = ((match, parse_number(match.group())) for match in _FOUND().finditer(text))
    return tuple(FoundNumber(match.start(), match.end(), value) for match, value in found if value is not None)


def parse_number(text: str) -> int | None:
    """The value of digits ("1,500") or of number words, cardinal or ordinal; None if it is not one number."""
    bare = text.strip().casefold()
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+|\d+", bare):
        return int(bare.replace(",", ""))
    if ordinal := re.fullmatch(r"(\d+)\s*(?:st|nd|rd|th)", bare):
        return int(ordinal.group(1))
    words = [word for word in re.split(r"[\s\-\u2010-\u2014]+", bare) if word != "and"]
    if not words:
        return None
    if len(words) in (2, 3) and words[0] in ("nineteen", "twenty") and words[1] in _UNITS | _TENS:
        rest = _sum(words[1:])
        if rest is not None and 10 <= rest < 100:  # a year in pairs, as "nineteen ninety-nine"
            return 100 * _CARDINALS[words[0]] + rest
    return _sum(words)


def _sum(words: list[str]) -> int | None:
    """Add up number words by place: "two thousand ten" is 2 · 1000 + 10. Words that don't add up give None."""
    total, group, last = 0, 0, 0
    for position, word in enumerate(words):
        if word in _ORDINALS and position == len(words) - 1:
            value = _ORDINALS[word]
        elif word in _CARDINALS:
            value = _CARDINALS[word]
        else:
            return None
        if value >= 1000:
            total, group, last = total + (group or 1) * value, 0, 0
        elif value == 100:
            group, last = (group or 1) * 100, 100
        elif last and (value >= last or last < 20 or (last < 100 and value >= 10)):
            return None
        else:
            group, last = group + value, value
    return total + group
