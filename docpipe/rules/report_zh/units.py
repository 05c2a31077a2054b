"""What the figures of a Chinese statement count in: ``单位：万元``, ``金额单位为人民币百万元``, ``人民幣千元``."""

from __future__ import annotations

from functools import lru_cache

from docpipe.patterns import compiled
from docpipe.rules.zh_text import fold
from docpipe.units import Unit, unit_in

_FACTORS = {
    "": 1, "千": 10**3, "仟": 10**3, "万": 10**4, "十万": 10**5, "百万": 10**6, "千万": 10**7, "亿": 10**8,
    "十亿": 10**9,
}  # fmt: skip
_CURRENCIES = {
    "人民币": "CNY", "港币": "HKD", "港": "HKD", "美元": "USD", "美": "USD", "欧": "EUR", "日": "JPY",
    "新台币": "TWD", "澳门": "MOP",
}  # fmt: skip
_SCALE = "(?P<scale{0}>十万|百万|千万|十亿|千|仟|万|亿)?"
_UNIT = compiled(
    rf"(?<!编制)(?:货币|金额)?单位均?(?:[:：]|为|以|是)?\s?(?:(?P<before>人民币|港币|美元|新台币)[/、]?)?\s?{_SCALE.format(1)}\s?"
    r"(?P<of>人民币|港|美|欧|日|澳门)?元"
    rf"|(?:以|均为)(?P<said>人民币|港币|美元)?{_SCALE.format(2)}元(?:为单位|列示|表示|呈列)"
    rf"|(?:^|(?<=[日度年月末\s]))[(（]?(?P<alone>人民币|港币|新台币){_SCALE.format(3)}元[)）]?$"
)
_CURRENCY = compiled("币种[:：]?\\s?(?P<named>人民币|港币|港元|美元|欧元|日元|新台币)")
LONGEST = 120


@lru_cache(maxsize=1024)
def unit_of(text: str) -> Unit | None:
    """The unit that a line of print names; ``printed`` is as printed."""
    if len(text) > LONGEST:
        return None
    folded = fold(text)
    match = _UNIT.search(folded.text)
    if match is None:
        bare = text.strip()
        return unit_in(bare) if len(bare) <= SHORT and "单位" not in bare and "單位" not in bare else None
    first, last = folded.span(*match.span())
    scale = match["scale1"] or match["scale2"] or match["scale3"] or ""
    named = _CURRENCY.search(folded.text)
    money = match["before"] or match["of"] or match["said"] or match["alone"] or (named["named"] if named else "")
    currency = _CURRENCIES.get(money) or _CURRENCIES.get(money.removesuffix("元"))
    return Unit(text[first:last], _FACTORS[scale], None, currency)


SHORT = 24
"""Characters of a line that is nothing but a unit, such as 人民幣千元 over a column."""
