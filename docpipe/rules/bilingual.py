"""Findings of two languages → one set: what both versions say is said once, and a clause of precedence decides.

Each language derives its own findings first. Where the versions differ and the contract names the one that prevails
(以中文文本为准), its value stands and a check cites both; where it names none, both stay, and merging reports it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from docpipe.rules.bilingual_parties import joined_parties
from docpipe.rules.versions import NAMES, Language, compared, stated_in_both
from docpipe.rules.zh_script import mostly_han
from docpipe.rules.zh_text import fold
from docpipe.types import Document, Finding

TAG = "zh:"
"""In front of the basis of Chinese findings until they are derived: merging keeps the languages apart by it."""

COMPARED = frozenset(
    (
        "agreement_date",
        "effective_date",
        "expiration_date",
        "term",
        "renewal_term",
        "notice_period",
        "confidentiality_term",
    )
)
"""Fields whose values are the same in every language: dates and durations."""

FIGURES = {"liability_cap": ("amount", "currency"), "payment_terms": ("days", "day_type")}
"""Parts of objects that are the same in every language; their other parts are wording."""

EITHER = frozenset(("completeness", "clauses", "amends"))
"""Lists in which every place counts, in either language."""


def in_english(document: Document, finding: Finding) -> bool:
    """Whether the place that a finding of the English rules rests on is English."""
    spans = [quote.span for quote in finding.quotes if quote.span]
    if not spans:
        return True
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    text = document.text[start:end] if end - start > AROUND else document.text[max(0, start - AROUND) : end + AROUND]
    return not mostly_han(text)


AROUND = 40
"""Characters on either side of a short quote that show in which language it stands."""


def combine(document: Document, english: list[Finding], chinese: list[Finding]) -> list[Finding]:
    """The findings of a document that both languages were found in."""
    if not english or not chinese:
        return [*english, *chinese]
    named = prevailing(english, chinese)
    versions = _Versions(document, english, chinese, named)
    fields = dict.fromkeys(finding.field for finding in (*chinese, *english))
    combined: list[Finding] = []
    for field in fields:
        combined += _JOINS.get(field, _joined_value)(versions, field)
    return compared(document, combined, named)


class _Versions(Struct, frozen=True):
    """The findings by language, and the language that a clause of precedence names."""

    document: Document
    english: list[Finding]
    chinese: list[Finding]
    named: Language | None

    def of(self, language: Language, field: str) -> list[Finding]:
        found = self.english if language == "en" else self.chinese
        return [finding for finding in found if finding.field == field]

    @property
    def lead(self) -> Language:
        """The language whose wording stands: the prevailing one, else Chinese."""
        return self.named or "zh"

    @property
    def other(self) -> Language:
        return "en" if self.lead == "zh" else "zh"


def prevailing(english: list[Finding], chinese: list[Finding]) -> Language | None:
    """The language that a clause of precedence names; None where there is none, or two."""
    said = {language for finding in (*english, *chinese) if (language := _prevails(finding))}
    return said.pop() if len(said) == 1 else None


def _prevails(finding: Finding) -> Language | None:
    if finding.field != "governing_language" or not isinstance(finding.value, str):
        return None
    if re.search("中文|汉语|Chinese|Mandarin", finding.value):
        return "zh"
    return "en" if re.search("英文|英语|English", finding.value) else None


def _joined_value(versions: _Versions, field: str) -> list[Finding]:
    """A field with one value: equal ones are one with the quotes of both; else precedence, else both."""
    lead, other = versions.of(versions.lead, field), versions.of(versions.other, field)
    problems = [finding for finding in (*lead, *other) if finding.problem]
    first, second = [f for f in lead if not f.problem], [f for f in other if not f.problem]
    if not first or not second:
        return [*first, *second, *problems]
    if field in COMPARED:
        return [*_compared(versions, first, second), *problems]
    if (
        field in FIGURES
        and _figures(field, first)
        and _figures(field, second)
        and _figures(field, first) != _figures(field, second)
    ):
        return [*first, *_differ(versions, first, second), *problems]
    return [*first, *_missing_parts(first, second), *problems]


def _missing_parts(first: list[Finding], second: list[Finding]) -> list[Finding]:
    """Parts with quotes of their own that only the other version names, where both say the same method."""
    methods = [next((f.value for f in found if f.attribute == "method"), None) for found in (first, second)]
    there = {finding.attribute for finding in first}
    return [f for f in second if f.attribute and f.attribute not in there] if methods[0] == methods[1] else []


def _figures(field: str, found: list[Finding]) -> list[str]:
    whole = next((finding.value for finding in found if isinstance(finding.value, dict)), {})
    return [_same(whole[name]) for name in FIGURES[field] if whole.get(name) is not None]


def _compared(versions: _Versions, first: list[Finding], second: list[Finding]) -> list[Finding]:
    ours, theirs = first[0], second[0]
    if _same(ours.value) == _same(theirs.value):
        stated, more = (theirs, ours) if ours.derived and not theirs.derived else (ours, theirs)
        quotes = stated.quotes if more.derived and not stated.derived else (*stated.quotes, *more.quotes)
        return [replace(stated, quotes=tuple(dict.fromkeys(quotes)))]
    if ours.derived != theirs.derived:
        return [theirs if ours.derived else ours]
    if all(stated_in_both(versions.document, finding.value) for finding in (ours, theirs)):
        early = min(ours, theirs, key=lambda finding: finding.value)
        return [early if ours.field == "agreement_date" else ours]
    kept = first if versions.named else []
    return [*kept, *_differ(versions, first, second)]


def _differ(versions: _Versions, first: list[Finding], second: list[Finding]) -> Iterator[Finding]:
    """The check for versions that say different things, by the clause that decides if there is one."""
    said = [_shown(finding) for finding in (first[0], second[0])]
    lead, other = NAMES[versions.lead], NAMES[versions.other]
    rule = f"the {lead} version prevails by its clause" if versions.named else "no clause says which prevails"
    message = f"the {lead} version says {said[0]}, the {other} version {said[1]}; {rule}"
    yield Finding(first[0].field, None, (*first[0].quotes, *second[0].quotes), problem="conflict", message=message)


def _shown(finding: Finding) -> str:
    """A value for a message: of objects the parts that are compared."""
    if not isinstance(finding.value, dict):
        return str(finding.value)
    names = FIGURES.get(finding.field, tuple(finding.value))
    words = [str(finding.value[name]).replace("_", " ") for name in names if finding.value.get(name) is not None]
    plural = names in (("days", "day_type"), ("count", "unit")) and len(words) == 2 and words[0] != "1"
    return " ".join(words) + "s" * plural


def _same(value: Any) -> str:
    """Values that are the same in other print: 850000 and 850000.00."""
    if isinstance(value, str) and re.fullmatch(r"-?\d+(?:\.\d+)?", value):
        value = Decimal(value)
    if isinstance(value, Decimal):
        return format(value.normalize(), "f")
    return json.dumps(value, sort_keys=True, default=str)


def _joined_lists(key: Callable[[Finding], str | None]) -> Callable[[_Versions, str], list[Finding]]:
    """Elements of equal keys are one, in the words of the leading language, with the quotes of both."""

    def join(versions: _Versions, field: str) -> list[Finding]:
        lead, other = versions.of(versions.lead, field), versions.of(versions.other, field)
        joined = list(lead)
        places = {key(finding): place for place, finding in reversed(list(enumerate(lead))) if not finding.problem}
        for finding in other:
            place = places.get(key(finding)) if key(finding) is not None and not finding.problem else None
            if place is None:
                joined.append(finding)
            else:
                quotes = tuple(dict.fromkeys((*joined[place].quotes, *finding.quotes)))
                joined[place] = replace(joined[place], quotes=quotes)
        return joined

    return join


def _either(versions: _Versions, field: str) -> list[Finding]:
    return [*versions.of("zh", field), *versions.of("en", field)]


def _leading(versions: _Versions, field: str) -> list[Finding]:
    """Wording that cannot be compared: the leading version's, else the other's."""
    return versions.of(versions.lead, field) or versions.of(versions.other, field)


def _money_key(finding: Finding) -> str | None:
    if not isinstance(finding.value, dict) or "amount" not in finding.value:
        return None
    return f"{_same(finding.value['amount'])} {finding.value.get('currency')}"


_UNITS = {"percent": Decimal("0.01"), "permille": Decimal("0.001"), "per_ten_thousand": Decimal("0.0001")}


def _penalty_key(finding: Finding) -> str | None:
    if not isinstance(finding.value, dict):
        return None
    if finding.value.get("amount") is not None:
        return _same(finding.value["amount"])
    if finding.value.get("rate") is None:
        return None
    return "rate " + _same(Decimal(str(finding.value["rate"])) * _UNITS[finding.value.get("rate_unit") or "percent"])


_COUNTRIES = {
    "中华人民共和国": "People's Republic of China", "中国": "People's Republic of China",
    "中国大陆": "People's Republic of China", "中国内地": "People's Republic of China", "香港": "Hong Kong",
    "香港特别行政区": "Hong Kong", "澳门": "Macau", "台湾": "Taiwan", "新加坡": "Singapore",
    "英国": "United Kingdom", "英格兰": "England", "美国": "United States", "德国": "Germany", "法国": "France",
    "日本": "Japan", "韩国": "South Korea", "瑞士": "Switzerland", "荷兰": "Netherlands", "纽约州": "New York",
    "瑞典": "Sweden", "英格兰和威尔士": "England and Wales", "英格兰及威尔士": "England and Wales",
    "英格兰与威尔士": "England and Wales", "意大利": "Italy", "西班牙": "Spain", "加拿大": "Canada",
    "澳大利亚": "Australia", "新西兰": "New Zealand", "俄罗斯": "Russia", "印度": "India", "越南": "Vietnam",
    "泰国": "Thailand", "马来西亚": "Malaysia", "印度尼西亚": "Indonesia", "阿联酋": "United Arab Emirates",
    "开曼群岛": "Cayman Islands", "英属维尔京群岛": "British Virgin Islands", "加利福尼亚州": "California",
    "特拉华州": "Delaware", "以色列": "Israel", "巴西": "Brazil", "墨西哥": "Mexico", "南非": "South Africa",
    "爱尔兰": "Ireland", "卢森堡": "Luxembourg", "奥地利": "Austria", "比利时": "Belgium", "丹麦": "Denmark",
    "芬兰": "Finland", "挪威": "Norway", "波兰": "Poland",
}  # fmt: skip


def _law_key(finding: Finding) -> str | None:
    return _COUNTRIES.get(fold(finding.value).text, finding.value) if isinstance(finding.value, str) else None


def _joined_parties(versions: _Versions, field: str) -> list[Finding]:
    return joined_parties(versions.document, versions.of("en", field), versions.of("zh", field), versions.lead)


_JOINS: dict[str, Callable[[_Versions, str], list[Finding]]] = {
    "parties": _joined_parties,
    "amounts": _joined_lists(_money_key),
    "penalties": _joined_lists(_penalty_key),
    "governing_law": _joined_lists(_law_key),
    "ip_ownership": _leading,
    "obligations": _leading,
    **dict.fromkeys(EITHER, _either),
}


def untagged(findings: Iterable[Finding]) -> list[Finding]:
    """Chinese findings as their own rules know them."""
    return [replace(finding, basis=finding.basis.removeprefix(TAG)) for finding in findings]
