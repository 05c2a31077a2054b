"""Personal data by its form: e-mail addresses, telephone numbers, Chinese identity numbers, IBANs, payment cards.

Numbers with check digits are only taken when these are right. All work on folded text, in which a line feed stands
where a printed line ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from docpipe.patterns import compiled

Found = tuple[int, int, str]
"""Start, end, rule."""

_COUNTRIES = {
    15: "NO",
    16: "BE",
    18: "DK FI FK FO GL NL SD",
    19: "MK SI",
    20: "AT BA EE KZ LT LU MN XK",
    21: "CH HR LI LV",
    22: "BG BH CR DE GB GE IE ME RS VA",
    23: "AE GI IL IQ OM SO TL",
    24: "AD CZ ES MD PK RO SA SE SK TN VG",
    25: "LY PT ST",
    26: "IS TR",
    27: "BI DJ FR GR IT MC MR SM",
    28: "AL AZ BY CY DO GT HN HU LB NI PL SV",
    29: "BR EG PS QA UA",
    30: "JO KW MU YE",
    31: "MT SC",
    32: "LC",
    33: "RU",
}
IBAN_LENGTHS = {country: length for length, countries in _COUNTRIES.items() for country in countries.split()}
"""Characters of an IBAN by country (the registry of ISO 13616)."""

CARD_LENGTHS = (
    (compiled(r"4"), (13, 16, 19)),
    (compiled(r"5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)"), (16,)),
    (compiled(r"3[47]"), (15,)),
    (compiled(r"3(?:0[0-5]|[68])"), (14,)),
    (compiled(r"35|6011|64[4-9]|65"), (16,)),
    (compiled(r"62|81"), (16, 17, 18, 19)),
)
"""How a card's number begins, and how many digits it then has: Visa, Mastercard, American Express, Diners, JCB and
Discover, UnionPay. Without this every tenth number of that length would pass for a card."""

_LOCAL = r"[A-Za-z0-9_%+'.-]{1,64}"
_BEFORE_AT = compiled(rf"[ \n]?{_LOCAL}(?:\n[._+-]{_LOCAL})?")  # read from the @ to the left
_AFTER_AT = compiled(
    r"[ \n]?[A-Za-z0-9-]{1,63}(?:\n[a-z0-9-]{1,63}(?=\n?\.[A-Za-z0-9]))?"
    r"(?:\.[A-Za-z0-9-]{1,63}|\n\.[A-Za-z0-9-]{1,63}|\.\n[a-z]{2,24}(?![A-Za-z]))+"
)
_NUMBERS = compiled(r"[0-9](?:[ \n\t().\-/]{0,3}[0-9]){6,}[Xx]?")
_CHINESE_ID = compiled(r"[1-9]\d{5}(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]")
_IBAN = compiled(  # its check digits: patterns that begin with a digit are found fastest
    r"[0-9](?:(?<=[A-Za-z]{2}[0-9])|(?<=[A-Za-z]{2}[ \n][0-9]))[ \n]?[0-9]"
)
_IBAN_REST = compiled(r"(?:[ \n-]{0,2}[A-Za-z0-9]){11,30}")
_IBAN_DIGITS = 8
"""Digits that every IBAN has at least; without them words such as "at 10 days" would begin one."""

_PHONES = compiled(
    r"""
    \+[ ]?[1-9](?:[ \n().\-/]{0,3}[0-9]){6,14}(?![0-9])                           # +49 (0)89 123 45-67
    | (?<![0-9])(?<![0-9][ \-])00[1-9][0-9]{0,2}[ \n().\-/]{1,2}[0-9](?:[ \n().\-/]{0,2}[0-9]){5,11}(?![0-9])
    | (?<![0-9])(?<![0-9][ \-])(?:1[ .\-]?)?(?:\([2-9][0-9]{2}\)[ \n]?|[2-9][0-9]{2}[ \n.\-/])[2-9][0-9]{2}
      [ \n.\-][0-9]{4}(?![0-9])                                                   # (212) 957-2950
    | (?<![0-9])(?:86[ -]?)?1[3-9][0-9][ \n-]?[0-9]{4}[ \n-]?[0-9]{4}(?![0-9])          # a Chinese mobile
    | (?<![0-9])(?<![0-9][ \-])\(?0[0-9]{2,3}\)?[ \n-]{1,2}[0-9]{3,4}[ \n-]?[0-9]{4}(?![0-9])  # 010-6234 5678
    """,
    re.VERBOSE,
)
_CALLED = compiled(
    r"(?:tel|telephone|phone|fax|facsimile|mobile|cell|电话|手机|传真|联系方式)"
    r"(?:[ \n.:]|no\b|nos\b|number\b|号码|号)*[+(]*$",
    re.IGNORECASE,
)
_CALLED_WITHIN = 24
_PHONE_DIGITS = range(7, 16)


def find(text: str) -> Iterator[Found]:
    """Everything of these forms in a folded text; finds may overlap."""
    yield from _emails(text)
    yield from _ibans(text)
    for match in _NUMBERS.finditer(text):
        numbers = _Numbers.of(match)
        yield from numbers.chinese_ids()
        yield from numbers.cards()
        yield from _phones(text, match)


def luhn(digits: str) -> bool:
    """Whether the check digit of a card's number is right (ISO/IEC 7812)."""
    doubled = (int(digit) * 2 for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(number - 9 * (number > 9) for number in doubled)) % 10 == 0


def chinese_id(number: str) -> bool:
    """Whether an 18-digit identity number is well formed and its check character right (GB 11643)."""
    if not _CHINESE_ID.fullmatch(number):
        return False
    weighted = sum(int(digit) * (2 ** (17 - index) % 11) for index, digit in enumerate(number[:17]))
    return "10X98765432"[weighted % 11] == number[17].upper()


def iban(number: str) -> bool:
    """Whether an IBAN has its country's length and the right check digits (ISO 13616, mod 97)."""
    number = number.upper()
    if len(number) != IBAN_LENGTHS.get(number[:2]):
        return False
    return int("".join(str(int(char, 36)) for char in number[4:] + number[:4])) % 97 == 1


def _emails(text: str) -> Iterator[Found]:
    at = text.find("@")
    while at >= 0:
        before = _BEFORE_AT.match(text[max(0, at - 140) : at][::-1])
        after = _AFTER_AT.match(text, at + 1)
        if before and after and re.search(r"[A-Za-z0-9]", before.group()):
            local = before.group()[::-1].lstrip("'.-\n ")
            yield at - len(local), after.end(), "email"
        at = text.find("@", at + 1)


def _ibans(text: str) -> Iterator[Found]:
    """The length is the country's: words that follow the number do not belong to it."""
    for match in _IBAN.finditer(text):
        country = text[max(0, match.start() - 3) : match.start()].strip()[-2:]
        start = text.rindex(country, 0, match.start())
        wanted = IBAN_LENGTHS.get(country.upper(), 0)
        rest = _IBAN_REST.match(text, match.end()) if wanted else None
        if rest is None:
            continue
        kept = [index for index in range(start, rest.end()) if text[index].isalnum()][:wanted]
        number = "".join(text[index] for index in kept)
        if not iban(number) or sum(map(str.isdigit, number)) < _IBAN_DIGITS:
            continue
        if not (text[start - 1 : start].isalnum() or text[kept[-1] + 1 : kept[-1] + 2].isalnum()):
            yield start, kept[-1] + 1, "iban"


def _phones(text: str, numbers: re.Match[str]) -> Iterator[Found]:
    before = text[max(0, numbers.start() - 3) : numbers.start()]
    start = numbers.start() - len(before) + len(before.rstrip("+("))
    for found in _PHONES.finditer(text, start, numbers.end()):
        yield found.start(), found.end(), "phone"
    line = numbers.group().split("\n")[0].rstrip(" \t().-/")
    before = text[max(0, start - _CALLED_WITHIN) : start]
    if sum(map(str.isdigit, line)) in _PHONE_DIGITS and _CALLED.search(before):
        yield start, numbers.start() + len(line), "phone"


class _Numbers(Struct, frozen=True):
    """Digits (and a last X) that stand close together: the characters, where each stands, where groups begin."""

    text: str  # from the first of them to the last
    digits: str
    places: tuple[int, ...]
    breaks: frozenset[int]

    @classmethod
    def of(cls, match: re.Match[str]) -> _Numbers:
        text = match.group()
        places = [index for index, char in enumerate(text, match.start()) if char.isalnum()]
        digits = "".join(char for char in text if char.isalnum())
        ends = {index for index in range(1, len(places)) if places[index] != places[index - 1] + 1}
        return cls(text, digits, tuple(places), frozenset({0, len(digits), *ends}))

    def chinese_ids(self) -> Iterator[Found]:
        for start in self.breaks:
            if chinese_id(self.digits[start : start + 18]) and start + 18 in self.breaks:
                yield self._found(start, start + 18, "chinese_id")

    def cards(self) -> Iterator[Found]:
        for start in self.breaks:
            for beginning, lengths in CARD_LENGTHS:
                if not beginning.match(self.digits, start):
                    continue
                for length in lengths:
                    number = self.digits[start : start + length]
                    ends = start + length in self.breaks or self.digits[start + length :] in ("X", "x")
                    if len(number) == length and ends and number.isdigit() and luhn(number):
                        found = self._found(start, start + length, "card")
                        if self._grouped(found):
                            yield found

    def _grouped(self, found: Found) -> bool:
        """Whether a number is printed in groups as cards are, digit by digit, or in one; line ends do not count.

        Columns of amounts and item numbers that stand side by side have other groups.
        """
        groups = re.split("[ -]", self.text[found[0] - self.places[0] : found[1] - self.places[0]].replace("\n", ""))
        lengths = tuple(map(len, groups))
        in_fours = all(length == 4 for length in lengths[:-1]) and lengths[-1] <= 4
        return all(map(str.isdigit, groups)) and (
            len(lengths) == 1 or in_fours or lengths in ((4, 6, 5), (4, 6, 4), (6, 13)) or set(lengths) == {1}
        )

    def _found(self, start: int, end: int, rule: str) -> Found:
        return self.places[start], self.places[end - 1] + 1, rule
