"""Numbers that identify companies and people in China, and their check digits.

统一社会信用代码: GB 32100-2015, 18 characters, weights 3^i mod 31.
居民身份证: GB 11643-1999, 18 digits, ISO 7064 MOD 11-2.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from docpipe.patterns import compiled

CODE = "0123456789ABCDEFGHJKLMNPQRTUWXY"
"""The alphabet of GB 32100-2015, in the order of its values: no I, O, S, V, Z."""

_CREDIT = compiled(r"(?<![0-9A-Za-z])[1-9A-Y][0-9A-Z]\d{6}[0-9A-Z]{10}(?![0-9A-Za-z])")
_PERSON = compiled(
    r"(?<![0-9A-Za-z])[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![0-9A-Za-z])"
)
_PERSON_CHECKS = "10X98765432"


class FoundIdentifier(Struct, frozen=True):
    """An identifier at ``text[start:end]``; ``expected`` is the check digit that the others call for."""

    start: int
    end: int
    text: str
    kind: Literal["credit_code", "identity_card"]
    expected: str | None

    @property
    def valid(self) -> bool:
        return self.text[-1].upper() == self.expected


def find_identifiers(text: str) -> tuple[FoundIdentifier, ...]:
    """The identifiers, in the order of the text; well-formed ones, whether their check digit is right or not."""
    people = {match.start(): _person(match) for match in _PERSON.finditer(text)}
    codes = {match.start(): _code(match) for match in _CREDIT.finditer(text)}
    starts = sorted({*people, *codes})
    return tuple(_likelier(people.get(start), codes.get(start)) for start in starts)


def _likelier(person: FoundIdentifier | None, code: FoundIdentifier | None) -> FoundIdentifier:
    """The reading whose check digit is right; where neither is, the one that begins with a date of birth."""
    if code is not None and (person is None or (code.valid and not person.valid)):
        return code
    assert person is not None
    return person


def _code(match: re.Match[str]) -> FoundIdentifier:
    body = match[0][:17]
    if any(character not in CODE for character in match[0]):
        return FoundIdentifier(match.start(), match.end(), match[0], "credit_code", None)
    total = sum(CODE.index(character) * pow(3, place, 31) for place, character in enumerate(body))
    return FoundIdentifier(match.start(), match.end(), match[0], "credit_code", CODE[-total % 31])


def _person(match: re.Match[str]) -> FoundIdentifier:
    total = sum(int(digit) * pow(2, 17 - place, 11) for place, digit in enumerate(match[0][:17]))
    return FoundIdentifier(match.start(), match.end(), match[0], "identity_card", _PERSON_CHECKS[total % 11])
