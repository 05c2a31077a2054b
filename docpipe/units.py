"""What the figures of a statement count in, from the line that says so: ``(in millions, except per share data)``,
``单位：万元``, ``RMB'000``. What a line does not say is None, and figures stay as printed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from docpipe.patterns import compiled

_SCALES = {
    "hundred": 100, "thousand": 1_000, "000": 1_000, "million": 10**6, "mn": 10**6, "mm": 10**6, "m": 10**6,
    "billion": 10**9, "bn": 10**9, "lakh": 10**5, "crore": 10**7, "k": 1_000, "t": 1_000,
    "tsd": 1_000, "mio": 10**6, "mrd": 10**9, "mia": 10**9,
    "元": 1, "千": 1_000, "仟": 1_000, "万": 10**4, "萬": 10**4, "十万": 10**5, "百万": 10**6, "百萬": 10**6,
    "千万": 10**7, "千萬": 10**7, "亿": 10**8, "億": 10**8, "十亿": 10**9, "十億": 10**9,
    "천": 1_000, "만": 10**4, "백만": 10**6, "억": 10**8, "원": 1,
}  # fmt: skip
_MONEY = (
    r"(?:US|HK|NT|NZ|AU|CA|A|C|S|R)\$|(?:U\.?S\.?|Canadian|Australian|Hong\ Kong|Singapore)?\ ?\$"
    r"|(?:U\.?S\.?|United\ States|Canadian|Australian|Hong\ Kong|Singapore|New\ Zealand|New\ Taiwan)\ ?dollars?"
    r"|dollars?|euros?|Swiss\ francs?|(?:Swedish|Norwegian|Danish)\ kron(?:or|er)"
    r"|pounds?(?:\ sterling)?|€|£|¥|￥|yen|RMB|renminbi|yuan|Rs\.?|INR|USD|EUR|GBP|CHF|JPY|CNY|HKD|HK\$"
    r"|CAD|AUD|SEK|NOK|DKK|KRW|SGD|NZD|TWD|BRL|MXN|ZAR|PLN|ILS|(?:Brazilian\ )?reais|(?:Korean\ )?won"
    r"|(?:Mexican\ )?pesos?|(?:South\ African\ )?rands?|(?:Indian\ )?rupees|₹|NIS|amounts?"
    r"|figures"
)
_WORD = r"thousands?|millions?|billions?|lakhs?|crores?|mn|mm|bn|Tsd\.?|Mio\.?|Mrd\.?"
_ENGLISH = compiled(
    rf"""(?xi)
    \(?\s* (?:(?:all|tabular|the)\ )?
    (?P<before>(?:{_MONEY})(?:\ (?:amounts?|figures|values?|and\ shares|and\ share\ amounts))?
    (?:\ are)?(?:\ (?:stated|expressed|presented|shown))?,?\ )?
    \b(?:expressed\ )? in \s (?:(?P<hundred>hundreds\ of\ )?)(?P<money>(?:{_MONEY})\ )? (?P<scale>{_WORD})(?!\w)
    (?!\ of\ (?!{_MONEY})) (?:\ (?:of\ )?(?P<of>{_MONEY}))? (?P<rest>[^()]*)\)?
    """
)
_BARE = compiled(
    rf"(?i)(?<![\w$])(?P<money>{_MONEY})\ ?(?P<scale>{_WORD}|m|k)(?!\w)"
    rf"|\b(?P<words>thousands|millions|billions)\ of\ (?P<of>{_MONEY})"
)
_GLUED = compiled(r"(?<!\w)(?P<scale>[TKkM])(?P<money>EUR|CHF|USD|SEK|NOK|DKK|GBP|€|£)(?!\w)")
_NOUGHTS = compiled(rf"(?i)(?<![\w])(?P<money>{_MONEY})?\ ?['’](?P<scale>000|m)s?(?![\w])|(?P<sign>[$€£])000s?\b")
_HAN = compiled(
    r"(?:金额|金額|货币)?(?:单位|單位|単位|단위)(?:均?为|均?為|是)?[:：为為]?\s*"
    r"(?P<money>人民币|人民幣|港币|港幣|美元|新台币|新臺幣|RMB|USD|HKD)?\s*"
    r"(?P<scale>十億|十亿|千万|千萬|百万|百萬|十万|백만|[千仟万萬亿億천만억])?\s*(?P<unit>美元|港元|欧元|元|円|원|股|人民币)?"
)
_BARE_HAN = compiled(
    r"(?P<money>人民币|人民幣|港币|港幣)?(?P<scale>十億|十亿|千万|千萬|百万|百萬|十万|[千仟万萬亿億])(?P<unit>元|円|美元|港元)"
)
_KIND = compiled(r"(?:币种|幣種|货币|貨幣)[:：]?\s*(人民币|人民幣|港币|港幣|美元|新台币|新臺幣|欧元)")
_EXCEPT = compiled(r"(?i)\b(?:except|excluding|other than)\b(?P<what>.*)")
_OTHERWISE = compiled(
    r"(?i)\bshares?\b[^()]*?\b(?:reflected|shown|presented|stated|expressed|which are)?\s*in (thousands|millions)"
)
_BOTH = compiled(r"(?i)\b(?:and|dollars and) shares?\b(?! in| which)")
_ISO = {
    "$": None, "us$": "USD", "u.s.$": "USD", "us dollar": "USD", "u.s. dollar": "USD", "usd": "USD",
    "€": "EUR", "euro": "EUR",
    "eur": "EUR", "£": "GBP", "gbp": "GBP", "pound sterling": "GBP", "pounds sterling": "GBP", "rmb": "CNY",
    "renminbi": "CNY", "cny": "CNY", "人民币": "CNY", "人民幣": "CNY", "港币": "HKD", "港幣": "HKD", "港元": "HKD",
    "hk$": "HKD", "hong kong$": "HKD", "hkd": "HKD",
    "canadian dollar": "CAD", "canadian $": "CAD", "cad": "CAD", "australian dollar": "AUD", "australian $": "AUD",
    "aud": "AUD", "hong kong dollar": "HKD", "hong kong $": "HKD", "singapore dollar": "SGD", "singapore $": "SGD",
    "new zealand dollar": "NZD", "swiss franc": "CHF", "swedish kronor": "SEK", "sek": "SEK",
    "norwegian kroner": "NOK", "nok": "NOK", "danish kroner": "DKK", "dkk": "DKK", "krw": "KRW",
    "美元": "USD", "欧元": "EUR", "円": "JPY", "yen": "JPY", "jpy": "JPY", "chf": "CHF",
    "united states dollar": "USD", "us $": "USD", "a$": "AUD", "au$": "AUD", "c$": "CAD", "ca$": "CAD", "s$": "SGD",
    "nz$": "NZD", "nt$": "TWD", "r$": "BRL", "reais": "BRL", "brazilian reais": "BRL", "brl": "BRL", "sgd": "SGD",
    "nzd": "NZD", "twd": "TWD", "new taiwan dollar": "TWD", "won": "KRW", "korean won": "KRW", "mxn": "MXN",
    "mexican peso": "MXN", "zar": "ZAR", "rand": "ZAR", "south african rand": "ZAR", "₹": "INR", "rupee": "INR",
    "indian rupee": "INR", "nis": "ILS", "ils": "ILS", "pln": "PLN",
    "원": "KRW", "新台币": "TWD", "新臺幣": "TWD", "inr": "INR", "rs": "INR",
}  # fmt: skip


class Unit(Struct, frozen=True):
    """What money figures (``factor``) and share counts (``shares``) are printed in: 1, 1000, 1000000 …; never that
    of figures per share, percentages and ratios, which are as printed. ``shares`` is None where nothing is said of
    them: then most filings mean them to be in the same unit. ``currency`` is by ISO 4217."""

    printed: str
    factor: int
    shares: int | None = None
    currency: str | None = None


def unit_in(text: str) -> Unit | None:
    """The unit that a line of print names, such as one above a table or the head of its first column."""
    return _english(text) or _noughts(text) or _bare(text) or _han(text)


def unit_among(lines: Iterable[str]) -> Unit | None:
    """The first unit that some lines name, in their order: the table's own cells first, then what stands above it."""
    return next((unit for line in lines if (unit := unit_in(line)) is not None), None)


def _english(text: str) -> Unit | None:
    match = _ENGLISH.search(text)
    if match is None:
        return None
    factor = _scale(match["scale"]) * (100 if match["hundred"] else 1)
    rest = match["rest"] or ""
    money = next((part for name in ("of", "money", "before") if (part := match[name])), None)
    return Unit(match.group().strip(), factor, _shares(rest, match["before"] or "", factor), _iso(money))


def _shares(rest: str, before: str, factor: int) -> int | None:
    """What share counts are in: as printed where the line excepts them, unless it says their own unit."""
    if other := _OTHERWISE.search(rest):
        return _scale(other[1])
    excepted = _EXCEPT.search(rest)
    what = excepted["what"].casefold() if excepted else ""
    for name in ("per-share", "per share", "per ordinary share", "per common share"):
        what = what.replace(name, "")
    if "share" in what:
        return 1
    return factor if _BOTH.search(before) else None


def _noughts(text: str) -> Unit | None:
    match = _NOUGHTS.search(text)
    if match is None:
        return None
    factor = 10**6 if (match["scale"] or "").casefold() == "m" else 1_000
    return Unit(match.group().strip(), factor, None, _iso(match["money"] or match["sign"]))


def _bare(text: str) -> Unit | None:
    """``US$ million``, ``£m``, ``EUR k``, ``millions of euros``, ``TEUR``."""
    match = _BARE.search(text)
    if match is not None:
        return Unit(match.group(), _scale(match["scale"] or match["words"]), None, _iso(match["money"] or match["of"]))
    glued = _GLUED.search(text)
    return None if glued is None else Unit(glued.group(), _scale(glued["scale"]), None, _iso(glued["money"]))


def _han(text: str) -> Unit | None:
    """``单位：股`` and a unit of neither money nor scale say nothing of money."""
    match = _HAN.search(text) or _BARE_HAN.search(text)
    if match is None or not (match["scale"] or match["unit"] or match["money"]) or match["unit"] == "股":
        return None
    factor = _SCALES[match["scale"]] if match["scale"] else 1
    named = _KIND.search(text)
    currency = _iso(match["money"]) or _iso(named[1] if named else None) or _iso(match["unit"])
    return Unit(match.group().strip(), factor, None, currency)


def _scale(word: str) -> int:
    word = word.casefold().rstrip(".")
    return _SCALES[word] if word in _SCALES else _SCALES[word.removesuffix("s")]


def _iso(money: str | None) -> str | None:
    name = (money or "").casefold().strip(" ,.")
    return _ISO.get(name) or _ISO.get(name.removesuffix("s"))
