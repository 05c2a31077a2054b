"""Amounts of money and rates in English text, with the words that say the same figure again.

Own patterns, because a general price parser drops "million" and knows no "Three Million Dollars ($3,000,000)".
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.later import later
from docpipe.rules.numerals import CARDINAL, parse_number

RateUnit = Literal["percent", "permille", "per_ten_thousand"]


class FoundMoney(Struct, frozen=True):
    """An amount at ``text[start:end]``; ``words`` is what the written-out figure says, None where there is none.

    ``currency`` is an ISO 4217 code, None where the sign is shared (¥). A bare ``$`` or "dollars" reads as USD.
    """

    start: int
    end: int
    amount: Decimal
    currency: str | None
    words: Decimal | None = None


class FoundPercent(Struct, frozen=True):
    """A rate at ``text[start:end]``, in the unit as printed; ``words`` as in ``FoundMoney``."""

    start: int
    end: int
    rate: Decimal
    unit: RateUnit
    words: Decimal | None = None


def find_money(text: str) -> tuple[FoundMoney, ...]:
    """All amounts of money, in the order of the text; what is ambiguous ("$5 to $10 million") is left out."""
    rand = [_in_rand(match) for match in _RAND.finditer(text)] if "R" in text else []
    if not rand and not (_may_hold_money(text) and _TRIGGER().search(text)):
        return ()
    figures = rand + [
        found for pattern in (_SIGNED, _NAMED) for match in pattern.finditer(text) if (found := _figure(match))
    ]
    spelled = [found for match in _SPELLED.finditer(text) if (found := _spelled(match))]
    return tuple(_without_half_ranges(text, _united(text, figures, spelled)))


def _may_hold_money(text: str) -> bool:
    """Plain words and signs first: a pattern over every sentence costs five times as much."""
    return any(sign in text for sign in _MONEY_SIGNS) or _names_money(text.lower())


def _names_money(low: str) -> bool:
    return any(word in low for word in _MONEY_WORDS)


def find_percents(text: str) -> tuple[FoundPercent, ...]:
    """All percentages, per-milles and basis points, in the order of the text."""
    if not _RATE_TRIGGER.search(text):
        return ()
    return tuple(found for match in _RATE.finditer(text) if (found := _rate(match)))


def find_units(text: str) -> set[str]:
    """The currencies that heads of columns name in brackets: "Price (US$)"."""
    if "(" not in text:
        return set()
    found = (_currency(match["sign"]) for match in _IN_BRACKETS().finditer(text))
    return {code for code in found if code}


_SIGNS = {
    "US$": "USD", "U.S.$": "USD", "U.S. $": "USD", "USD$": "USD", "$": "USD", "HK$": "HKD", "C$": "CAD", "CA$": "CAD",
    "CDN$": "CAD", "Cdn$": "CAD", "CAD$": "CAD", "A$": "AUD", "AU$": "AUD", "AUD$": "AUD", "S$": "SGD", "SG$": "SGD",
    "NT$": "TWD", "NZ$": "NZD", "R$": "BRL", "€": "EUR", "£": "GBP", "¥": None, "￥": None, "RMB¥": "CNY", "₩": "KRW",
    "₹": "INR", "Rs.": "INR", "Rs": "INR", "RM": "MYR", "₦": "NGN", "₱": "PHP", "₫": "VND", "฿": "THB",
    "₽": "RUB", "₺": "TRY",
}  # fmt: skip
_CODES = (
    "USD", "EUR", "GBP", "CNY", "RMB", "HKD", "JPY", "CAD", "AUD", "NZD", "CHF", "SGD", "TWD", "KRW", "INR", "SEK",
    "NOK", "DKK", "BRL", "MXN", "ILS", "ZAR", "RUB", "AED", "SAR", "THB", "MYR", "IDR", "PHP", "PLN", "CZK", "HUF",
    "CDN", "NGN", "KES", "GHS", "QAR", "VND",
)  # fmt: skip
_NAMES = {
    r"(?:united\s+states|u\.?\s?s\.?|american)\s+(?:dollars?|funds|currency)": "USD",
    r"canadian\s+(?:dollars?|funds|currency)|cdn\.?": "CAD",
    r"australian\s+dollars?": "AUD", r"hong\s*kong\s+dollars?": "HKD", r"singapore\s+dollars?": "SGD",
    r"new\s+zealand\s+dollars?": "NZD", r"dollars?": "USD", r"cents?": "USD", r"euros?": "EUR",
    r"pounds?\s+sterling": "GBP", r"(?:japanese\s+)?yen": "JPY", r"renminbi(?:\s+yuan)?": "CNY", r"yuan": "CNY",
    r"swiss\s+francs?": "CHF", r"(?:new\s+israeli\s+)?shekels?": "ILS", r"(?:indian\s+)?rupees?": "INR",
    r"(?:south\s+)?korean\s+won": "KRW", r"(?:nigerian\s+)?naira": "NGN", r"(?:south\s+african\s+)?rands?": "ZAR",
    r"(?:u\.?a\.?e\.?\s+)?dirhams?": "AED", r"(?:malaysian\s+)?ringgit(?:\s+malaysia)?": "MYR",
}  # fmt: skip

_SIGN = "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True))
_CODE = "|".join(_CODES)
_NAME = rf"(?:(?:{_CODE})|(?i:{'|'.join(_NAMES)}))(?!\w)"
_DIGITS = (
    r"(?:\d{1,3}(?:'\d{3})+(?:\.\d\d|\.[-–—]+)?|\d{1,3}(?:,\s\d{3})+(?=\))|\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d\d)?|\d{1,3}(?:,\d{3})+(?:\.\d\d+|\.\d(?=\s?(?i:[mb]n?\b|thousand|[mb]illion"
    r"|trillion)))?"
    r"|\d{1,3}(?:\.\d{3}){2,}(?:,\d\d)?"
    r"|\d{1,3}(?:\.\d{3})+,\d\d|\d+(?:\.\d+)?|\.\d+)(?![\dOo]|,\d|\.\d\d|\s?%)"
)
_SCALE = r"(?:\s?(?i:thousand|million|billion|trillion|la(?:kh|c)s?|crores?)|\s?MM?|(?:[kKm]|mm|[mb]n|bn?))(?!\w)"

_MONEY_SIGNS = (*"$€£¥￥₩₹₦₱₫฿₽₺", "Rs", "RM", *_CODES)
_MONEY_WORDS = (
    "dollar", "cent", "euro", "sterling", "yen", "renminbi", "yuan", "franc", "shekel", "rupee", "naira", " rand",
    "dirham", "ringgit",
)  # fmt: skip
_TRIGGER = later(
    rf"[$€£¥￥₩₹₦₱₫฿₽₺]|\b(?:{_CODE}|Rs|RM)(?![A-Za-z])|(?i:\b(?:dollars?|cents?|euros?|sterling|yen|renminbi|yuan|francs?"
    rf"|shekels?|rupees?|naira|rands?|dirhams?|ringgit)\b)"
)
_SIGNED = compiled(
    rf"(?<![\w$.])(?P<sign>{_SIGN}|(?:{_CODE})\s?[$€£¥]?)\s?(?P<digits>{_DIGITS})"
    rf"(?:/[-=])?(?P<scale>{_SCALE})?(?:\s(?:in\s)?(?P<name>{_NAME}))?"
)
_NAMED = compiled(
    rf"(?<![\w$€£¥￥.,/-])(?<![$€£¥]\s)(?P<digits>{_DIGITS})(?P<scale>{_SCALE})?\)?\s?(?P<name>€|{_NAME})"
)
_SPELLED = compiled(
    rf"\b(?P<words>(?i:{CARDINAL}(?:,\s*{CARDINAL})*))"
    rf"(?P<hundredths>(?i:\s+and\s+(?:no|\d\d|zero|xx)\s?/\s?(?:100|xx)(?:ths)?))?"
    rf"(?:\s+(?P<name>{_NAME})(?:\s+and\s+(?P<cents>(?i:{CARDINAL}))\s+(?i:cents?\b))?)?"
)
_RAND = compiled(
    r"R(?<![\w$.]R)\s?(?P<whole>\d{1,3}(?:[ \u00a0,]\d{3})+)(?:[.,](?P<cents>\d\d))?(?![\d,]|\s\d{3}(?!\d))"
)
"""South Africa's R, before digits in groups of three: alone it numbers things."""

_IN_BRACKETS = later(rf"\((?P<sign>{_SIGN}|{_CODE})\)")
_OPENING = compiled(r"[\s,]*[(\[]\s*")
_CLOSING = compiled(r"\s*[)\]]")
_SCALED = compiled(rf"\d{_SCALE}")
_EUROPEAN = compiled(r"€|\b(?:EUR|CHF|DKK|NOK|SEK|PLN|CZK|BRL|IDR)\b|\bR\$|(?i:\beuros?\b)")
"""Currencies of those who write a thousand as 1.000; a fraction of three zeros is nobody's price."""

_RANGE = compiled(r"\s*(?:-|–|—|to|or)\s*")


def _figure(match: re.Match[str]) -> FoundMoney | None:
    sign, name, digits = match.groupdict().get("sign"), match["name"], match["digits"]
    if _EUROPEAN.search(match[0]) and re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", digits):
        if not digits.endswith(".000"):
            return None  # a thousand in one notation, a fraction in the other
        digits = digits.replace(".", "")
    amount = _number(digits)
    if match["scale"]:
        amount = _plain(amount * _SCALES[match["scale"].strip().lower().removesuffix("s")])
    shared = sign is None or sign in ("$", "¥", "￥")
    currency = _currency(name) if name and shared else _currency(sign or "")
    if name and name.lower().startswith("cent"):
        amount /= 100
    return FoundMoney(match.start(), match.end(), amount, currency)


def _in_rand(match: re.Match[str]) -> FoundMoney:
    whole, cents = match["whole"], match["cents"]
    return FoundMoney(match.start(), match.end(), Decimal(re.sub(r"\D", "", whole) + f".{cents}" * bool(cents)), "ZAR")


def _spelled(match: re.Match[str]) -> FoundMoney | None:
    """A written-out figure; without the name of a currency it has None and counts only beside digits."""
    value = parse_number(match["words"].replace(",", " "))
    if value is None or _is_part(match):
        return None
    amount = Decimal(value)
    if match["hundredths"] and (cents := re.search(r"\d\d(?=\s?/)", match["hundredths"])):
        amount += Decimal(cents[0]) / 100
    if match["name"] and match["name"].lower().startswith("cent"):
        amount /= 100
    if match["cents"] and (cents_in_words := parse_number(match["cents"])):
        amount += Decimal(cents_in_words) / 100
    return FoundMoney(match.start(), match.end(), amount, _currency(match["name"] or ""), amount)


_PART_BEFORE = compiled(
    r"(?:\)\s?|[-\u00ad]|\bhalf\s+|\bquarters?\s+|(?:th|thir?d)s?\s+of\s+|\b(?:dollars?|percent|half)\s+and\s+"
    r"|\b(?:per|each|every)\s+)\Z",
    re.IGNORECASE,
)
_PART_AFTER = compiled(r"[\s-]+(?:half|third|quarter|tenth|hundredth|thousandth)s?\b", re.IGNORECASE)


def _is_part(match: re.Match[str]) -> bool:
    """Whether words are only the end or the beginning of what is written out, or what a rate counts in.

    "three (3) million", "one-half", "$8 per million dollars of sales".
    """
    before = match.string[max(0, match.start() - 20) : match.start()]
    return bool(_PART_BEFORE.search(before) or _PART_AFTER.match(match.string, match.end("words")))


def _united(text: str, figures: list[FoundMoney], spelled: list[FoundMoney]) -> list[FoundMoney]:
    """One amount where digits stand in brackets beside their words; words alone count with a currency's name."""
    found: list[FoundMoney] = []
    for money in sorted([*figures, *spelled], key=lambda each: (each.start, -each.end)):
        last = found[-1] if found else None
        if last and (both := _pair(text, last, money)):
            found[-1] = both
        elif not last or money.start >= last.end:
            found.append(money)
    return [money for money in found if money.words is None or money.currency or money.amount != money.words]


def _pair(text: str, first: FoundMoney, second: FoundMoney) -> FoundMoney | None:
    """The amount that ``first (second)`` says twice; None where they are two amounts."""
    if (first.words is None) == (second.words is None) or not _OPENING.fullmatch(text, first.end, second.start):
        return None
    digits, words = (first, second) if first.words is None else (second, first)
    if words.currency is None and words.amount == 100 * digits.amount:
        words = replace(words, words=digits.amount)  # "one hundred (100) cents"
    closing = _CLOSING.match(text, second.end)
    end = closing.end() if closing else second.end
    return FoundMoney(first.start, end, digits.amount, digits.currency or words.currency, words.words)


def _without_half_ranges(text: str, found: list[FoundMoney]) -> list[FoundMoney]:
    """Leave out the lower end of a range whose scale may stand at the upper end only."""
    halves = {
        first.start
        for first, second in pairwise(found)
        if _RANGE.fullmatch(text, first.end, second.start)
        and _SCALED.search(text, second.start, second.end)
        and not _SCALED.search(text, first.start, first.end)
    }
    return [money for money in found if money.start not in halves]


def _currency(printed: str) -> str | None:
    bare = re.sub(r"\s+", " ", printed.strip())
    if bare in _SIGNS:
        return _SIGNS[bare]
    code = re.sub(r"[\s$€£¥]", "", bare)
    if code in _CODES:
        return {"RMB": "CNY", "CDN": "CAD"}.get(code, code)
    return next((code for name, code in _NAMES.items() if re.fullmatch(name, bare, re.IGNORECASE)), None)


def _number(digits: str) -> Decimal:
    """Digits in any notation: ``1,250.00``, ``1.250.000,00`` and, Swiss, ``1'250.–``."""
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d\d|\d{1,3}(?:\.\d{3}){2,}", digits):
        digits = digits.replace(".", "").replace(",", ".")
    return Decimal(re.sub(r"[,'\s]|\.[-–—]+", "", digits))


_SCALES = {
    "k": 10**3, "thousand": 10**3, "m": 10**6, "mm": 10**6, "mn": 10**6, "million": 10**6, "b": 10**9, "bn": 10**9,
    "billion": 10**9, "trillion": 10**12, "lakh": 10**5, "lac": 10**5, "crore": 10**7,
}  # fmt: skip


def _plain(amount: Decimal) -> Decimal:
    """``1.5 · 1000000`` is 1500000 and not 1500000.0."""
    return amount.quantize(Decimal(1)) if amount == amount.to_integral_value() else amount


_FRACTIONS = {
    "one-half": Decimal("0.5"), "one half": Decimal("0.5"), "one-quarter": Decimal("0.25"),
    "one quarter": Decimal("0.25"), "three-quarters": Decimal("0.75"), "three quarters": Decimal("0.75"),
    "one-fourth": Decimal("0.25"), "three-fourths": Decimal("0.75"), "one-tenth": Decimal("0.1"),
    "one-eighth": Decimal("0.125"), "one-third": Decimal("0.3333"), "one third": Decimal("0.3333"),
    "two-thirds": Decimal("0.6667"), "two thirds": Decimal("0.6667"),
    "½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75"),
}  # fmt: skip
"""Of those without end, four figures."""

_FRACTION = rf"(?:{'|'.join(_FRACTIONS)})"
_UNIT = r"(?:%|per\s?cent(?:um)?\b|percentage\s+points?\b|‰|per\s?mille?\b|basis\s+points?\b|bps\b)"
_RATE_WORDS = (
    rf"(?:{_FRACTION}(?:\s+of\s+(?:one|a|1))?|{CARDINAL}(?:\s+(?:and\s+(?:an?\s+)?{_FRACTION}|point\s+{CARDINAL}))?)"
)
_RATE_DIGITS = r"(?:\d+(?:\s?-\s?|\s)?(?:\d/\d|[½¼¾])|[½¼¾]|\d{1,5}(?:\.\d+)?|\.\d+)"
_RATE_TRIGGER = compiled(rf"(?i){_UNIT}")
_RATE = compiled(
    rf"(?i)(?:\b(?P<words>{_RATE_WORDS})\s*(?P<first>{_UNIT})?\s*[(\[]\s*)?"
    rf"(?<![\w.,/$])(?P<digits>{_RATE_DIGITS})\s?[)\]]?\s?(?P<unit>{_UNIT})(?:\s?[)\]])?(?:\s?per\s?cent\b)?"
    rf"|\b(?P<only_words>{_RATE_WORDS})\s+(?P<only_unit>{_UNIT})"
)


def _rate(match: re.Match[str]) -> FoundPercent | None:
    """Digits decide, words beside them are kept; words alone are both."""
    printed = match["words"] or match["only_words"]
    words = _rate_in_words(printed) if printed else None
    rate = _rate_in_digits(match["digits"]) if match["digits"] else words
    if rate is None:
        return None
    partial = _PART_BEFORE.search(match.string[max(0, match.start() - 20) : match.start()])
    other_unit = match["first"] and _rate_unit(match["first"]) != _rate_unit(match["unit"])
    if partial or other_unit:
        if not match["digits"]:
            return None
        words = None
    unit = _rate_unit(match["unit"] or match["only_unit"])
    start, end = match.span()
    if match["words"] is None and match["digits"] and match[0][-1] in ")]" and "(" not in match[0]:
        end = match.end("unit")
    return FoundPercent(start, end, rate, unit, words)


def _rate_unit(printed: str) -> RateUnit:
    folded = printed.casefold()
    if folded == "‰" or "mil" in folded:
        return "permille"
    return "per_ten_thousand" if folded.startswith("b") else "percent"


def _rate_in_digits(printed: str) -> Decimal:
    whole = re.match(r"\d*(?:\.\d+)?(?!\d*/)", printed)
    fraction = re.search(r"\d/\d|[½¼¾]", printed)
    value = Decimal(whole[0]) if whole and whole[0] else Decimal(0)
    if fraction is None:
        return value
    part, _, of = fraction[0].partition("/")
    return value + (_FRACTIONS[part] if not of else round(Decimal(part) / Decimal(of), 4).normalize() if int(of) else 0)


def _rate_in_words(printed: str) -> Decimal | None:
    folded = re.sub(r"\s+", " ", printed.casefold())
    if point := re.fullmatch(r"(.+) point (.+)", folded):
        whole, tenths = parse_number(point[1]), parse_number(point[2])
        return Decimal(f"{whole}.{tenths}") if whole is not None and tenths is not None else None
    fraction = re.search(_FRACTION, folded)
    rest = folded[: fraction.start()] if fraction else folded
    rest = re.sub(r"\s+and(?:\s+an?)?\s*$", "", rest).strip()
    whole = parse_number(rest) if rest else 0
    if whole is None:
        return None
    return Decimal(whole) + (_FRACTIONS[fraction[0]] if fraction else 0)
