"""How the values of a field are compared with gold: one rule a field, declared here or in the gold file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Compare = Literal[
    "text", "exact", "code", "title", "name", "date", "duration", "number", "money", "jurisdiction", "wording",
    "conflict",
]  # fmt: skip
"""How a value and an answer are the same (``sameness``):

text          letters and digits alike, one inside the other, or nearly
exact         letters, digits and signs alike, whatever the case, width and white space
code          letters and digits alike: 10-Q and FORM 10Q
title         the same words in any order, nearly
name          of a person or company: without its legal form, nearly (``alike``, 0 to 100)
date          a whole day, or within ``slack_days``
duration      as days: two months and sixty days
number        within the fact's ``tolerance``, else half a hundredth; ``unsigned``: whatever the sign
money         the same for its amount, and the currency where the value has one
jurisdiction  State of New York and New York
wording       the field is filled, and one of its quotes is the answer's (4 to 400 letters); durations agree
conflict      a check cites two of the fact's ``sides``; another check of two places is false
"""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """How a field is scored.

    ``paths`` are JSON Pointers of its values, ``*`` for each element of a list; by default the field itself.
    ``match``: ``one`` value answers one fact, ``each`` element of a list answers a fact of its own, ``any`` element may
    answer several. ``extra``: a value without a fact is ``wrong``, wrong ``once`` where nothing is right, or
    ``ignored`` (gold that lists only some). ``on_page``: right only if cited on the answer's page. ``split``: each
    distinct value is a field of its own, there or not. ``group``: the mean that it counts in.
    """

    compare: Compare = "text"
    paths: tuple[str, ...] = ()
    match: Literal["one", "each", "any"] = "one"
    extra: Literal["wrong", "once", "ignored"] = "wrong"
    on_page: bool = False
    split: bool = False
    slack_days: int = 0
    alike: float = 85.0
    unsigned: bool = False
    group: str = "facts"


_PARTIES = Rule("name", ("/parties/*/name",), "each")
_CONTRACT = {
    "title": Rule("title"),
    "parties": _PARTIES,
    "agreement_date": Rule("date"),
    "effective_date": Rule("date"),
    "expiration_date": Rule("date", slack_days=4),
    "term": Rule("duration"),
    "renewal_term": Rule("duration"),
    "notice_period": Rule("duration"),
    "governing_law": Rule("jurisdiction", ("/governing_law/*",), "any"),
    "venue": Rule("text", ("/dispute_resolution/venue", "/dispute_resolution/rules"), extra="once"),
    "amounts": Rule("money", ("/amounts/*",), "any", "ignored"),
    "payment_terms": Rule("number", ("/payment_terms/days",)),
    "penalties": Rule("wording", ("/penalties",), "any", "ignored"),
    "liability_cap": Rule("wording"),
    "ip_ownership": Rule("wording"),
    "confidentiality_term": Rule("duration"),
    "effective_condition": Rule("wording"),
    "clauses": Rule("exact", ("/clauses/*/category",), split=True, group="clauses"),
    "conflicts": Rule("conflict", (), "any"),
}
_REPORT = {
    "company": Rule("name", alike=100, group="cover"),
    "form": Rule("code", group="cover"),
    "period_end": Rule("date", group="cover"),
    "currency": Rule("exact", group="cover"),
    "items": Rule("number", ("/items/*/value",), group="items"),
    "auditor": Rule("name", alike=100, group="items"),
}
FIELDS: Mapping[str, Mapping[str, Rule]] = {"contract": _CONTRACT, "financial_report": _REPORT}
"""The rules of the kinds' fields. Four days of slack at the end of a contract: "one year from 1 March" is read as the
last day of February or as the first of March, and the day of signing may or may not count."""


def rule_of(kind: str, name: str) -> Rule:
    """The rule of a field of a kind; fields that no kind declares are compared as text."""
    return FIELDS.get(kind, {}).get(name, Rule())


def paths_of(name: str, rule: Rule) -> tuple[str, ...]:
    """Where the values of a field stand."""
    return rule.paths or (f"/{name}",)
