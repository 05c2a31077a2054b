"""Chinese numerals: 叁佰捌拾陆万肆仟, 二〇二四, 十五, 3万5千, 1,268.54万, 零点五."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.zh_text import fold

_DIGITS = {
    digit: value
    for value, forms in enumerate(
        ["〇零", "一壹弌", "二贰貳两兩弍", "三叁參叄弎", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖"]
    )
    for digit in forms
}
_SMALL = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1_000, "仟": 1_000}
_LARGE = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}

DIGIT = "".join(_DIGITS)
"""Han digits, for use inside a character class."""

NUMERAL = DIGIT + "".join(_SMALL) + "".join(_LARGE)
"""Han digits and places, for use inside a character class."""

FIGURES = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
"""Pattern text of a number in Arabic figures."""

_TOKEN = compiled(rf"{FIGURES}|[{NUMERAL}]")
_FOUND = compiled(rf"(?<![\d.,])(?:{FIGURES}[十百千万亿]*(?:\d+[十百千万])*|[{NUMERAL}]+(?:点[{DIGIT}]+)?)")


class FoundNumber(Struct, frozen=True):
    """A number at ``text[start:end]``."""

    start: int
    end: int
    value: Decimal


def find_numbers(text: str) -> tuple[FoundNumber, ...]:
    """The numbers in figures and in Han numerals, in the order of the text."""
    folded = fold(text)
    found = ((match, parse_number(match.group())) for match in _FOUND.finditer(folded.text))
    return tuple(FoundNumber(*folded.span(*match.span()), value) for match, value in found if value is not None)


def parse_number(text: str) -> Decimal | None:
    """The value of a folded numeral; None if it is not one number (``三万五`` leaves the place of 五 open)."""
    whole, point, tenths = text.partition("点")
    if point:
        return _with_tenths(whole, tenths)
    tokens = _TOKEN.findall(text)
    if not tokens or "".join(tokens) != text:
        return None
    if len(tokens) > 1 and all(token in _DIGITS for token in tokens):
        return Decimal("".join(str(_DIGITS[token]) for token in tokens))
    return _by_places(tokens)


def _with_tenths(whole: str, tenths: str) -> Decimal | None:
    """``零点五``, ``三点二五``."""
    value = parse_number(whole)
    if value is None or not tenths or any(digit not in _DIGITS for digit in tenths):
        return None
    return value + Decimal("0." + "".join(str(_DIGITS[digit]) for digit in tenths))


def _by_places(tokens: list[str]) -> Decimal | None:
    """Digits times places, added up: sections below 万, then 万 and 亿."""
    total, section, number = Decimal(0), Decimal(0), None
    last_place, zero = 0, False
    for token in tokens:
        if token in _SMALL:
            section += (Decimal(1) if number is None else number) * _SMALL[token]
            number, last_place, zero = None, _SMALL[token], False
        elif token in _LARGE:
            section += number or 0
            total = (total + section) * _LARGE[token] if token in "亿億" else total + section * _LARGE[token]
            if total == 0:
                return None
            section, number, last_place, zero = Decimal(0), None, _LARGE[token], False
        elif number is not None and number != 0:
            return None
        else:
            number = Decimal(_DIGITS[token]) if token in _DIGITS else Decimal(token.replace(",", ""))
            zero = zero or number == 0
    if number and last_place > 10 and not zero and tokens[-1] in _DIGITS:
        return None  # 三万五: thirty-five thousand or 30,005
    value = total + section + (number or 0)
    return value.quantize(Decimal(1)) if value == value.to_integral_value() and len(tokens) > 1 else value
