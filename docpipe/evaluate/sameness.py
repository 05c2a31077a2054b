"""When a value and an answer of gold are the same, by the kind of the field (``fields.Compare``)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date

from rapidfuzz import fuzz

from docpipe.evaluate.fields import Rule
from docpipe.evaluate.gold import Answer
from docpipe.types import Json

FORMS = frozenset(
    ("inc", "incorporated", "corp", "corporation", "company", "co", "llc", "ltd", "limited", "lp", "llp", "plc", "gmbh",
     "ag", "sa", "nv", "bv", "the", "com")
)  # fmt: skip
"""Words of a company's name that say what it is and not which."""

SHORTEST_NAME = 3
"""Letters below which what is left of a name in Latin letters names nobody."""

DAYS = {"day": 1.0, "business_day": 1.4, "week": 7.0, "month": 30.4, "year": 365.0}
"""Days of a unit of time."""

OTHER_UNIT_DAYS = 6.0
"""Days by which durations in two units may differ on top of two in a hundred: ninety days and three months, a year and
twelve months."""

PLACE_WORDS = frozenset(
    ("state", "commonwealth", "province", "republic", "law", "laws", "of", "the", "peoples", "and")
)  # fmt: skip
SAME_PLACE = {
    "prc": "china", "uk": "england", "england wales": "england", "united kingdom": "england", "usa": "united states",
    "hong kong sar": "hong kong", "english": "england",
}  # fmt: skip
"""Jurisdictions that contracts call by another name."""

SHORTEST_PART = 8
"""Letters from which a text may be found nearly inside another; shorter ones must stand there as they are."""

NEARLY = 85.0


def same(value: Json, answer: Answer, rule: Rule) -> bool:
    """Whether a value is what gold says."""
    return _SAME[rule.compare](value, answer, rule)


def key_of(value: Json, rule: Rule) -> str:
    """What makes two values of a field one; empty for a value that says nothing."""
    if value in (None, "", [], {}):
        return ""
    if rule.compare != "name":
        return repr(value)
    name = name_key(str(value))
    return name if len(name) >= SHORTEST_NAME or not name.isascii() else ""


def squeeze(text: str) -> str:
    """Letters and digits alone, in compatibility form and folded: what any way of printing keeps."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).casefold()


def alike_text(text: str, other: str) -> bool:
    """Whether one text holds the other, or nearly."""
    a, b = squeeze(text), squeeze(other)
    if not a or not b:
        return False
    return a in b or b in a or (min(len(a), len(b)) >= SHORTEST_PART and fuzz.partial_ratio(a, b) >= NEARLY)


def name_key(text: str) -> str:
    """A name without case, punctuation and its legal form; empty for ``the Company``, which names nobody."""
    folded = unicodedata.normalize("NFKC", text).lower().replace(".", "").replace("&", " and ")
    words = re.sub(r"[^\w ]|_", "", re.sub(r"[,\s]", " ", folded)).split()
    return " ".join(word for word in words if word not in FORMS)


def days_of(value: Json) -> float | None:
    """The days of a duration; None for what is none."""
    if not isinstance(value, Mapping) or value.get("count") is None:
        return None
    unit = str(value.get("unit") or "").rstrip("s")
    return float(value["count"]) * DAYS[unit] if unit in DAYS else None


def number_of(value: Json) -> float | None:
    """A number, as one or as it is printed: 1,204 and (1,204)."""
    if isinstance(value, Mapping):
        value = value.get("amount")
    if value is None or isinstance(value, bool):
        return None
    text = re.sub(r"[\s,$]", "", str(value)).replace("\u2212", "-")
    below = text.startswith("(") and text.endswith(")")
    try:
        number = float(text.strip("()"))
    except ValueError:
        return None
    return -abs(number) if below else number


def same_length(value: Json, other: Json, share: float = 0.02) -> bool:
    """Whether two durations are the same length."""
    a, b = days_of(value), days_of(other)
    if a is None or b is None:
        return False
    slack = OTHER_UNIT_DAYS if _unit(value) != _unit(other) else 0.0
    return abs(a - b) <= share * max(a, b) + slack


def _unit(value: Json) -> str:
    return str(value["unit"]).rstrip("s")


def _text(value: Json, answer: Answer, rule: Rule) -> bool:
    return alike_text(str(value), str(answer.value))


def _exact(value: Json, answer: Answer, rule: Rule) -> bool:
    a, b = (" ".join(unicodedata.normalize("NFKC", str(each)).casefold().split()) for each in (value, answer.value))
    return a == b


def _code(value: Json, answer: Answer, rule: Rule) -> bool:
    a, b = (squeeze(re.sub(r"(?i)\bform\b", "", str(each))) for each in (value, answer.value))
    return a == b


def _title(value: Json, answer: Answer, rule: Rule) -> bool:
    """The same words in any order, nearly; or all words of one in the other that is at most twice as long."""
    a, b = (" ".join(re.findall(r"\w+", str(each).lower())) for each in (value, answer.value))
    if not a or not b:
        return False
    half = min(len(a), len(b)) >= 0.5 * max(len(a), len(b))
    return fuzz.token_sort_ratio(a, b) >= rule.alike or (half and fuzz.token_set_ratio(a, b) >= 90)


def _name(value: Json, answer: Answer, rule: Rule) -> bool:
    a, b = name_key(str(value)), name_key(str(answer.value))
    if rule.alike >= 100:
        return a.replace(" ", "") == b.replace(" ", "")
    return fuzz.ratio(a, b) >= rule.alike or (min(len(a), len(b)) > 5 and fuzz.token_set_ratio(a, b) >= 95)


def _date(value: Json, answer: Answer, rule: Rule) -> bool:
    """The same day, or near enough; words such as perpetual as they are."""
    if str(value) == str(answer.value):
        return True
    try:
        apart = date.fromisoformat(str(value)) - date.fromisoformat(str(answer.value))
    except ValueError:
        return False
    return abs(apart.days) <= rule.slack_days


def _duration(value: Json, answer: Answer, rule: Rule) -> bool:
    return value == answer.value or same_length(value, answer.value)


def _number(value: Json, answer: Answer, rule: Rule) -> bool:
    a, b = number_of(value), number_of(answer.value)
    if a is None or b is None:
        return False
    if rule.unsigned:
        a, b = abs(a), abs(b)
    return abs(a - b) < (0.005 if answer.tolerance is None else max(answer.tolerance, 1e-9))


def _money(value: Json, answer: Answer, rule: Rule) -> bool:
    a, b = ((each.get("currency") or "").upper() if isinstance(each, Mapping) else "" for each in (value, answer.value))
    return _number(value, answer, rule) and (not a or not b or a == b)


def _jurisdiction(value: Json, answer: Answer, rule: Rule) -> bool:
    a, b = _place(str(value)), _place(str(answer.value))
    return bool(a and b) and (a == b or fuzz.token_set_ratio(a, b) >= 95)


def _place(text: str) -> str:
    name = " ".join(word for word in name_key(text).split() if word not in PLACE_WORDS)
    return SAME_PLACE.get(name, name)


def _by_its_quotes(value: Json, answer: Answer, rule: Rule) -> bool:
    raise AssertionError("quotes and checks decide, not the value")


_SAME: Mapping[str, Callable[[Json, Answer, Rule], bool]] = {
    "text": _text,
    "exact": _exact,
    "code": _code,
    "title": _title,
    "name": _name,
    "date": _date,
    "duration": _duration,
    "number": _number,
    "money": _money,
    "jurisdiction": _jurisdiction,
    "wording": _by_its_quotes,
    "conflict": _by_its_quotes,
}
