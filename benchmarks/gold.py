"""The gold files of ../shared as the gold format of ``docpipe eval``.

python benchmarks/gold.py contracts ../shared/data/cuad/gold.jsonl > contracts.jsonl
python benchmarks/gold.py reports ../shared/data/finance/gold.jsonl > reports.jsonl
python benchmarks/gold.py authored ../shared/data/authored > authored.jsonl
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from docpipe.rules.parsers import find_durations

Line = dict[str, Any]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=CONVERTERS)
    parser.add_argument("gold", type=Path)
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for line in CONVERTERS[arguments.kind](arguments.gold):
        print(json.dumps(line, ensure_ascii=False))
    return 0


def contracts(path: Path) -> Iterator[Line]:
    """CUAD's contracts. A date that is redacted, and words that are no duration, are not scored."""
    yield {"kind": "contract"}
    for row in _rows(path):
        quotes, facts = row["quotes"], []
        facts.append(_fact("title", [row["title"]] if row["title"] else [], quotes["title"]))
        facts += [_fact("parties", [name], quotes["parties"]) for name in row["parties"]] or [_fact("parties", [])]
        for field in ("agreement_date", "effective_date", "expiration_date"):
            days = [day for day in row[field] if day != "redacted"]
            if days or not row[field]:
                facts.append(_fact(field, days, quotes[field]))
        for field in ("renewal_term", "notice_period"):
            if row[field] or not quotes[field]:
                facts.append(_fact(field, row[field], quotes[field]))
        law = quotes["governing_law"]
        facts += [_fact("governing_law", [name], law) for name in row["governing_law"]] or [_fact("governing_law", [])]
        facts += [_fact("clauses", [name], spans) for name, spans in row["clauses"].items()] or [_fact("clauses", [])]
        yield {"document": row["file"], "facts": facts}


PRIOR = {
    "revenue", "operating_income", "net_income", "eps_diluted", "total_assets", "cash_and_equivalents",
    "operating_cash_flow",
}  # fmt: skip
"""Items whose prior period stands in the gold."""

UNITS = {"millions": 1e6, "thousands": 1e3, "billions": 1e9}


def reports(path: Path) -> Iterator[Line]:
    """Filings: cover facts, and items of the current and, of some, the prior period."""
    yield {"kind": "financial_report"}
    for row in _rows(path):
        facts = [_fact(name, [row[name]]) for name in ("company", "form", "period_end", "currency")]
        for fact, more in zip(facts, ("company_aliases", "form_aliases"), strict=False):
            fact["accept"] = row.get(more) or []
        for name, item in row["items"].items():
            if name == "auditor":
                facts.append(_auditor(item))
                continue
            facts += [
                _item(row, name, item, slot) for slot in (("current", "prior") if name in PRIOR else ("current",))
            ]
        yield {"document": row["file"], "facts": facts}


def _auditor(item: Line | None) -> Line:
    return {"field": "auditor", **({"value": None} if item is None else _placed(item, "value", 1.0))}


def _item(row: Line, name: str, item: Line | None, slot: str) -> Line:
    own, unit = ("value" if slot == "current" else "prior"), UNITS.get(row["unit"], 1.0)
    answers = [each for each in ([item, *item.get("alt", [])] if item else []) if each.get(own) is not None]
    others = [] if answers else row.get("alt_for_null", {}).get(name, [])
    day = {"from" if slot == "current" else "before": row["period_end"]}
    fact = {"field": "items", "as": f"{name}, {slot}", "where": {"name": name, "period_end": day}, "value": None}
    placed = [_placed(each, own, unit) for each in answers]
    tolerated = [_placed(each, own, unit) for each in others if each.get(own) is not None]
    return {**fact, **(placed[0] if placed else {}), "accept": placed[1:], "tolerate": tolerated}


def _placed(item: Line, own: str, unit: float) -> Line:
    """A value with its pages; half of its last printed digit is its tolerance."""
    printed = item.get("printed" if own == "value" else "printed_prior") or ""
    placed: Line = {"value": item[own], "pages": [item["page"], *item.get("other_pages", [])]}
    if not isinstance(item[own], str):
        digits = re.sub(r"[^\d.]", "", printed)
        number = float(digits) if digits.strip(".") else 0.0
        scale = abs(item[own]) / number if number else unit
        placed["tolerance"] = 0.5 * 10 ** -len(digits.partition(".")[2]) * scale
    return placed


AUTHORED = {
    "title": {"compare": "text"},
    "parties": {"compare": "text", "paths": ["/parties/*/name"], "match": "each"},
    "expiration_date": {"compare": "date"},
    "governing_law": {"compare": "text", "paths": ["/governing_law/*"], "extra": "once"},
    "amounts": {"compare": "money", "paths": ["/amounts/*"], "match": "any", "extra": "ignored", "on_page": True},
    "term": {"compare": "wording"},
    "renewal_term": {"compare": "wording"},
    "notice_period": {"compare": "wording"},
    "confidentiality_term": {"compare": "wording"},
    "items": {"compare": "number", "paths": ["/items/*/value"], "match": "any", "unsigned": True},
    "company": {"compare": "text", "extra": "once"},
    "auditor": {"compare": "text", "extra": "once"},
}
"""Rules of the authored documents that differ from the kind's: their gold quotes a title or a name in part, their dates
are exact, their amounts are the main ones."""

WORDING = (
    "liability_cap", "ip_ownership", "confidentiality_term", "term", "renewal_term", "notice_period",
    "effective_condition",
)  # fmt: skip

CHINA = ["china", "prc", "中国", "中华人民共和国", "people's republic of china"]

ITEMS = {
    "营业收入": "revenue", "营业成本": "cost_of_revenue", "营业利润": "operating_income",
    "利润总额": "income_before_tax", "所得税费用": "income_tax", "归属于母公司股东的净利润": "net_income",
    "资产总计": "total_assets", "负债合计": "total_liabilities", "所有者权益（或股东权益）合计": "total_equity",
    "货币资金": "cash_and_equivalents", "长期借款": "long_term_debt",
    "经营活动产生的现金流量净额": "operating_cash_flow", "购建固定资产、无形资产和其他长期资产支付的现金": "capex",
}  # fmt: skip


def authored(folder: Path) -> Iterator[Line]:
    """Documents written for docpipe: contracts, their conflicts, and a report."""
    yield {"kind": "contract", "fields": AUTHORED}
    for path in sorted(folder.glob("*.gold.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        stated = {name: fact for name, fact in gold["facts"].items() if not _inherited(fact)}
        facts = _statements(gold, stated) if gold.get("line_items") else list(_agreement(stated))
        conflicts = [
            {"field": "conflicts", "sides": [s["quote"] for s in each["sides"]]} for each in gold.get("conflicts") or []
        ]
        facts += conflicts or [{"field": "conflicts", "value": None}]
        yield {"document": path.name.removesuffix(".gold.json"), "facts": facts}


def _inherited(fact: Any) -> bool:
    """Whether a fact stands in another document, which this one changes."""
    return isinstance(fact, dict) and bool(fact.get("inherited"))


def _agreement(stated: Line) -> Iterator[Line]:
    title = stated.get("title") or {}
    halves = re.split(r"\s*/\s*", title["value"]) if title.get("value") else []
    yield {**_fact("title", [title["value"], *halves] if halves else []), **_pages(title)}
    parties = [_party(party) for party in stated.get("parties") or []]
    yield from parties or [_fact("parties", [])]
    for name in ("agreement_date", "effective_date", "expiration_date"):
        if name in stated:
            fact = stated[name] or {}
            yield {**_fact(name, [fact["value"]] if fact.get("value") else []), **_pages(fact)}
    law = stated.get("governing_law") or {}
    if law.get("value"):
        yield {**_fact("governing_law", CHINA if "中华人民共和国" in law["value"] else [law["value"]]), **_pages(law)}
    dispute = stated.get("dispute_resolution") or {}
    if dispute.get("value"):
        value = dispute["value"]
        yield {**_fact("venue", [value["venue"] if isinstance(value, dict) else value]), **_pages(dispute)}
    yield from _wordings(stated)
    for amount in stated.get("amounts") or []:
        money = {"amount": amount["value"], "currency": amount["currency"]}
        yield {"field": "amounts", "value": money, "tolerance": 0.006, **_pages(amount)}


def _party(party: Line) -> Line:
    parts = [part for part in re.split(r"\s*/\s*|（|\(", party["name"]) if len(part) > 3]
    identifier = {"with": {"identifier": party["id"]}} if party.get("id") else {}
    return {**_fact("parties", [party["name"], *parts]), **_pages(party), **identifier}


def _wordings(stated: Line) -> Iterator[Line]:
    for name in WORDING:
        fact = stated.get(name)
        if fact is None or (name == "term" and not fact.get("quote")):
            continue
        length = next(iter(find_durations(str(fact.get("value") or ""))), None)
        value = length and {"count": length.count, "unit": length.unit}
        yield {"field": name, "value": value, **({"quote": fact["quote"]} if fact.get("quote") else {}), **_pages(fact)}
    for fact in stated.get("penalties") or []:
        yield {"field": "penalties", "quote": fact["quote"], **_pages(fact)}


def _statements(gold: Line, stated: Line) -> list[Line]:
    facts = [_fact(name, [stated[name]["value"]]) for name in ("company", "auditor") if stated.get(name)]
    lines = [line for line in gold["line_items"] if line["name"] in ITEMS]
    for line in lines:
        if not line["statement"].startswith("合并"):
            continue
        name = ITEMS[line["name"]]
        same = [other for other in lines if other["name"] == line["name"]]
        others = [other[k] for other in same for k in ("value", "prior_value") if other.get(k) is not None]
        for own in ("value", "prior_value"):
            if line.get(own) is not None:
                where = {"name": name}
                facts.append({"field": "items", "where": where, "value": line[own], "tolerate": others})
    return facts


def _fact(field: str, answers: list[Any], quotes: Iterable[str] = ()) -> Line:
    """A fact with its answers, the first and those that are as right; none: the document does not say."""
    if not answers:
        return {"field": field, "value": None}
    return {"field": field, "value": answers[0], "accept": answers[1:], "quotes": list(quotes)}


def _pages(fact: Line) -> Line:
    pages = [page for page in (fact.get("page"), *(fact.get("also_on_pages") or [])) if page]
    return {"pages": pages} if pages else {}


def _rows(path: Path) -> Iterator[Line]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


CONVERTERS = {"contracts": contracts, "reports": reports, "authored": authored}

if __name__ == "__main__":
    sys.exit(main())
