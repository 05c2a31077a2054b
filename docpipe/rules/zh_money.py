"""Amounts of money and rates in Chinese text, with the capital numerals (大写) that say the same figure again."""

from __future__ import annotations

import re
from decimal import Decimal

from docpipe.patterns import compiled
from docpipe.rules.money import FoundMoney, FoundPercent, RateUnit
from docpipe.rules.zh_numerals import DIGIT, FIGURES, NUMERAL, parse_number
from docpipe.rules.zh_text import fold

_CURRENCIES = {
    "人民币": "CNY", "RMB": "CNY", "CNY": "CNY", "¥": "CNY", "元": "CNY", "圆": "CNY", "美元": "USD", "美金": "USD",
    "USD": "USD", "US$": "USD", "$": "USD", "港元": "HKD", "港币": "HKD", "HKD": "HKD", "HK$": "HKD", "欧元": "EUR",
    "EUR": "EUR", "€": "EUR", "日元": "JPY", "日圆": "JPY", "JPY": "JPY", "英镑": "GBP", "GBP": "GBP", "£": "GBP",
    "新台币": "TWD", "台币": "TWD", "新加坡元": "SGD", "新元": "SGD", "SGD": "SGD", "澳元": "AUD", "加元": "CAD",
    "瑞士法郎": "CHF", "韩元": "KRW", "澳门元": "MOP",
    "新臺幣": "TWD", "臺幣": "TWD", "NT$": "TWD", "人民幣": "CNY", "港幣": "HKD",
}  # fmt: skip
_NAMES = "|".join(re.escape(name) for name in sorted(_CURRENCIES, key=len, reverse=True) if name not in "元圆")
_BEFORE = rf"(?:(?P<before>{_NAMES})(?P<sign>[¥$€])?[\s:]?(?:\((?:大写|小写|含税|不含税)\)|大写|小写)?[\s:]*)"
_AFTER = rf"(?P<after>元人民币|{_NAMES}|元|圆)(?!化|素|件|年)"
_SUFFIX = r"(?:整|正)?"
_FIGURE = compiled(
    rf"{_BEFORE}?(?<![\d.,/A-Za-z-])(?P<number>{FIGURES}(?:[十百千]?[万亿]"
    rf"|[百千])?(?:\d+[千百])*)(?![%‰\d])(?:{_AFTER})?{_SUFFIX}"
)
_SPELLED = compiled(
    rf"{_BEFORE}?(?<![{NUMERAL}第\d])(?P<number>[{NUMERAL}]+)(?P<after>美元|欧元|港元|日元|元|圆)(?!化|素|件|年|论)"
    rf"(?:零?(?P<tenths>[{DIGIT}])角)?(?:零?(?P<hundredths>[{DIGIT}])分)?{_SUFFIX}"
)
_BETWEEN = compiled(r"[\s，;:]{0,2}(?:[(\[]\s*)?(?:(?:小写|大写|即|计|金额)[为:)\s]*){0,2}[(]?\s*|\)\s*(?:小写[:\s]*)?")
_BARE = compiled(rf"\)?[:\s，]{{0,2}}(?:[(]?小写[:)\s]*)?¥?(?P<number>{FIGURES})(?![\d%‰万千百亿年月日天个])")
_CAPITAL = compiled("[壹贰叁肆伍陆柒捌玖拾佰仟]")
_UNIT = compiled(
    r"(?:\(|单位[:\s]?)(?:人民币)?[百千]?[万亿]?(?P<unit>元|美元|欧元|港元|日元"
    r"|英镑)(?:人民币)?(?:/[^()]{1,12})?(?=\)|$|[\s\t(])"
)
_RATE = compiled(
    rf"(?<![\d.,])(?P<figures>\d{{1,5}}(?:\.\d+)?)\s?(?P<unit>[%‰‱])"
    rf"|(?P<parts>百|千|万)分之(?P<number>\d+(?:\.\d+)?|[{NUMERAL}]+(?:点[{DIGIT}]+)?)"
)
_UNITS: dict[str, RateUnit] = {
    "%": "percent",
    "百": "percent",
    "‰": "permille",
    "千": "permille",
    "‱": "per_ten_thousand",
    "万": "per_ten_thousand",
}


def find_money(text: str) -> tuple[FoundMoney, ...]:
    """All amounts of money, in the order of the text; ``words`` is what capital numerals beside the figures say."""
    folded = fold(text)
    single = [found for match in _FIGURE.finditer(folded.text) if (found := _figure(match))]
    spelled = [found for match in _SPELLED.finditer(folded.text) if (found := _spelled(match))]
    return tuple(
        FoundMoney(*folded.span(each.start, each.end), each.amount, each.currency, each.words)
        for each in _united(folded.text, sorted([*single, *spelled], key=lambda each: (each.start, -each.end)))
    )


def find_units(text: str) -> frozenset[str]:
    """The currencies that headers of tables name as their unit: （元）, 单位：万元."""
    return frozenset(_CURRENCIES[match["unit"]] for match in _UNIT.finditer(fold(text).text))


def find_percents(text: str) -> tuple[FoundPercent, ...]:
    """All rates: 5%, 1‰, 百分之五, 千分之一, 万分之五."""
    folded = fold(text)
    return tuple(
        FoundPercent(*folded.span(*match.span()), rate, _UNITS[match["unit"] or match["parts"]])
        for match in _RATE.finditer(folded.text)
        if (rate := _rate(match)) is not None
    )


def _rate(match: re.Match[str]) -> Decimal | None:
    return Decimal(match["figures"]) if match["figures"] else parse_number(match["number"])


def _figure(match: re.Match[str]) -> FoundMoney | None:
    amount = parse_number(match["number"])
    if amount is None or not (match["before"] or match["after"]):
        return None
    currency = _currency(match["before"], match["sign"], match["after"])
    return FoundMoney(match.start(), match.end(), amount, currency)


def _spelled(match: re.Match[str]) -> FoundMoney | None:
    amount = parse_number(match["number"])
    if amount is None:
        return None
    for name, worth in (("tenths", Decimal("0.1")), ("hundredths", Decimal("0.01"))):
        if match[name]:
            amount += (parse_number(match[name]) or 0) * worth
    currency = _currency(match["before"], None, match["after"])
    return FoundMoney(match.start(), match.end(), amount, currency, amount)


def _currency(before: str | None, sign: str | None, after: str | None) -> str | None:
    """The most telling of the names around a figure: 美元 behind it, then what stands before, then 元."""
    for printed in (after if after not in ("元", "圆") else None, before, sign, after):
        if printed:
            return _CURRENCIES.get(printed) or ("CNY" if printed == "元人民币" else None)
    return None


def _united(text: str, singles: list[FoundMoney]) -> list[FoundMoney]:
    """One amount where figures and capitals stand side by side: 叁佰万元整（¥3,000,000）, 合计（大写：…） 3,000,000."""
    found: list[FoundMoney] = []
    for money in singles:
        last = found[-1] if found else None
        if last and money.start < last.end:
            continue
        if last and (both := _pair(text, last, money)):
            found[-1] = both
        else:
            found.append(money)
    return [_with_bare_figures(text, money) for money in found]


def _pair(text: str, first: FoundMoney, second: FoundMoney) -> FoundMoney | None:
    if (first.words is None) == (second.words is None) or first.currency != second.currency:
        return None
    gap = _BETWEEN.fullmatch(text, first.end, second.start)
    digits, words = (first, second) if first.words is None else (second, first)
    if gap is None or not gap[0] or not _CAPITAL.search(text, words.start, words.end):
        return None
    end = second.end + (text[second.end : second.end + 1] == ")" and "(" in gap[0])
    return FoundMoney(first.start, end, digits.amount, digits.currency, words.words)


def _with_bare_figures(text: str, money: FoundMoney) -> FoundMoney:
    """Capitals with figures behind them that carry no currency: the total of a table."""
    if money.words is None or not _CAPITAL.search(text, money.start, money.end) or money.amount != money.words:
        return money
    match = _BARE.match(text, money.end)
    if match is None or match.start("number") == money.end or not re.search(r"[.,]", match["number"]):
        return money
    amount = parse_number(match["number"])
    return FoundMoney(money.start, match.end(), amount, money.currency, money.words) if amount else money
