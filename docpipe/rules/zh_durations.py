"""Durations in Chinese: 三年, 24 个月, 十五个工作日, 半年, 一年半; a day of a month or a calendar year is none."""

from __future__ import annotations

import re
from typing import cast

from docpipe.patterns import compiled
from docpipe.rules.durations import FoundDuration, Unit
from docpipe.rules.zh_numerals import NUMERAL, parse_number
from docpipe.rules.zh_text import fold

_FOUND = compiled(
    rf"(?<![\d.,{NUMERAL}第])(?P<count>\d{{1,4}}|[{NUMERAL}]{{1,5}})(?:\([\d{NUMERAL}]+\))?(?:个)?(?P<half>半)?"
    r"(?P<unit>个?(?:银行)?工作日|营业日|交易日|日历天|日历日|自然日|日|天|周|星期|月|年(?P<more>半)?)"
    r"|(?P<only>半)(?:个)?(?P<of>年|月)"
)
_DAY_OF_MONTH = compiled(r"(?:月的?|每月|当月|次月|号|/|-)$")
_OFFICIAL = compiled(r"[银营交工]")


def find_durations(text: str) -> tuple[FoundDuration, ...]:
    """The durations, in the order of the text."""
    folded = fold(text)
    found = (_read(folded.text, match) for match in _FOUND.finditer(folded.text))
    return tuple(
        FoundDuration(*folded.span(each.start, each.end), each.count, each.unit) for each in found if each is not None
    )


def _read(text: str, match: re.Match[str]) -> FoundDuration | None:
    if match["only"]:
        return FoundDuration(match.start(), match.end(), 6, "month") if match["of"] == "年" else None
    count, unit = _count(match), _unit(match["unit"])
    if not count or not _lasts(text, match, unit):
        return None
    if match["more"] or (match["half"] and unit == "year"):
        return FoundDuration(match.start(), match.end(), 12 * count + 6, "month")
    return FoundDuration(match.start(), match.end(), count, cast(Unit, unit))


def _count(match: re.Match[str]) -> int | None:
    value = parse_number(match["count"])
    return int(value) if value is not None and value == value.to_integral_value() else None


def _unit(printed: str) -> str:
    if _OFFICIAL.search(printed):
        return "business_day"
    return {"日": "day", "天": "day", "自": "day", "周": "week", "星": "week", "月": "month", "年": "year"}[printed[0]]


def _lasts(text: str, match: re.Match[str], unit: str) -> bool:
    """Whether it is a length and not a place in the calendar: 2024年, 3月, 3月5日, 每月25日."""
    if unit == "year":
        if text.endswith("民国", 0, match.start()):
            return False
        return len(match["count"]) < 3 or any(place in match["count"] for place in "十百")
    if unit == "month":
        return "个" in match[0]
    if unit == "day" and match["unit"] == "日":
        return not _DAY_OF_MONTH.search(text, max(0, match.start() - 3), match.start())
    return True
