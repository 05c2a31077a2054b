"""Printed figures as numbers: ``(1,234)``, ``$ 1,234.5``, ``1.234,56``, ``△525``, ``12.5%``, ``—``, and their units.

Values are decimal strings, as exact as the print, which stays beside them; nothing is guessed: what is not plainly a
figure is none, and a blank stays blank. Numbers written out and Han numerals are not read here.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from docpipe.patterns import compiled

Measure = Literal["percent", "permille"]
DecimalMark = Literal[".", ","]

NONE_MARKS = frozenset({"-", "--", "---", "–", "—", "——", "―", "−", "－", "─"})
"""What is printed where there is no figure: a dash, which in accounts is zero or nothing and says no more."""

CURRENCIES = {
    "US$": "USD", "HK$": "HKD", "NT$": "TWD", "C$": "CAD", "A$": "AUD", "R$": "BRL", "S$": "SGD", "$": None,
    "€": "EUR", "£": "GBP", "¥": None, "₩": "KRW", "₹": "INR", "USD": "USD", "EUR": "EUR", "GBP": "GBP",
    "CHF": "CHF", "JPY": "JPY", "RMB": "CNY", "CNY": "CNY", "HKD": "HKD",
}  # fmt: skip
"""Signs before or behind a figure and what they name by ISO 4217; None where several countries share one."""

_SIGN = "|".join(sorted((sign.replace("$", r"\$") for sign in CURRENCIES), key=len, reverse=True))
_FIGURE = compiled(
    rf"""(?x)
    (?P<open>[(\[（])? \s? (?P<minus>[-−–△▲▵]|\+)? \s? (?P<before>{_SIGN})? \s? (?P<inner>[-−–△▲(])? \s?
    (?P<digits>\d[\d.,'’\ ]*|\.\d+)
    \s? (?P<percent>[%％‰])? \s? (?P<after>{_SIGN})? (?P<behind>(?<!\ )[-−])? \s?
    (?P<close>[)\]）]{{1,2}})? \s? (?P<late>[%％‰])?
    """
)
_ENGLISH = compiled(r"(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ '’]\d{3})+|\d+)?(?:\.\d+)?")
_INDIAN = compiled(r"\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?")
_CONTINENTAL = compiled(r"(?:\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[ '’]\d{3})+|\d+)(?:,\d+)?")
_ONLY_COMMA = compiled(
    r"\d{1,3}(?:\.\d{3})*,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}\.\d{3},\d+|0,\d+|\d{4,},\d+"
)
_ONLY_POINT = compiled(
    r"\d{1,3}(?:,\d{3})*\.(?:\d{1,2}|\d{4,})|\d{1,3}(?:,\d{3}){2,}|\d{1,3},\d{3}\.\d+|0?\.\d+|\d{4,}\.\d+"
)
_NUMBERED = compiled(r"0\d")
"""Behind a nought at its front stands the number of something, not how many."""
_NUMBER = compiled(r"[\d.,]*\d")
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {0xA0: " ", 0x202F: " ", 0x2009: " "}


class Figure(Struct, frozen=True):
    """A figure as it is printed, and its value as a decimal string; None is the mark for none.

    A percentage is the figure before its sign: ``12.5%`` is ``12.5``. ``sign`` is the currency's as printed.
    """

    printed: str
    value: str | None
    measure: Measure | None = None
    sign: str | None = None

    @property
    def currency(self) -> str | None:
        """The currency by ISO 4217, None where the sign is shared or there is none."""
        return None if self.sign is None else CURRENCIES[self.sign]


def figure(printed: str, decimal_mark: DecimalMark = ".") -> Figure | None:
    """The figure that a cell holds, and nothing else; None for any other text, blanks too.

    Parentheses, △ and ▲ are minus signs. ``decimal_mark`` is that of the table: see ``decimal_mark_of``.
    """
    text = printed.translate(_WIDE).strip()
    if text in NONE_MARKS:
        return Figure(printed, None)
    sign = next(
        (sign for sign in CURRENCIES if text.startswith(sign) and text[len(sign) :].strip() in NONE_MARKS), None
    )
    if sign is not None:
        return Figure(printed, None, sign=sign)
    match = _FIGURE.fullmatch(text)
    if match is None or not _balanced(match["open"], match["inner"], match["close"]):
        return None
    value = _value(match["digits"].strip(), decimal_mark)
    if value is None or (match["before"] and match["after"]):
        return None
    minus = [match["minus"] not in (None, "+"), match["inner"] is not None, match["behind"] is not None]
    if sum(minus) + (match["minus"] == "+") > 1:
        return None
    negative = any(minus) or match["open"] is not None
    percent = match["percent"] or match["late"]
    measure: Measure | None = None if percent is None else "permille" if percent == "‰" else "percent"
    return Figure(printed, _signed(value, negative), measure, match["before"] or match["after"])


def decimal_mark_of(printed: Iterable[str]) -> DecimalMark:
    """The decimal mark of the figures of a table or document: a comma where some can only be read so and none the
    other way. ``1.234`` alone may be either, and is read as English."""
    commas = points = 0
    for text in printed:
        for number in _NUMBER.findall(text.translate(_WIDE)):
            commas += _ONLY_COMMA.fullmatch(number) is not None
            points += _ONLY_POINT.fullmatch(number) is not None
    return "," if commas and not points else "."


def _balanced(opening: str | None, inner: str | None, closing: str | None) -> bool:
    """Parentheses in pairs; ``$(1,234)`` and ``(1,234`` with its mate in the next cell are both printed."""
    opened = (opening is not None) + (inner == "(")
    return opened == len(closing or "") or (opened == 1 and closing is None and inner is None)


def _value(digits: str, decimal_mark: DecimalMark) -> str | None:
    if _NUMBERED.match(digits):
        return None
    if _INDIAN.fullmatch(digits) and decimal_mark == ".":
        return digits.replace(",", "")
    if not (_ENGLISH if decimal_mark == "." else _CONTINENTAL).fullmatch(digits):
        return None
    for mark in " '’" + (",." if decimal_mark == "." else ".,")[0]:
        digits = digits.replace(mark, "")
    digits = digits.replace(",", ".")
    return f"0{digits}" if digits.startswith(".") else digits


def _signed(value: str, negative: bool) -> str:
    return f"-{value}" if negative and Decimal(value) else value
