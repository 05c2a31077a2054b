"""What a bare 元 is: renminbi, unless a contract in traditional characters names one other currency counted in 元."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS: tuple[str, ...] = ()

_OTHERS = {"TWD": ("新臺幣", "新台幣", "臺幣", "NT$"), "HKD": ("港幣",), "MOP": ("澳門幣", "澳門元")}
"""Currencies whose unit is 元, by how contracts in traditional characters call them."""

_RENMINBI = ("人民幣", "人民币", "RMB", "CNY")


def find(view: View) -> Iterable[Finding]:
    """Nothing of its own."""
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The findings, their bare 元 in the currency of the contract; they are not confirmed by their own words then."""
    named = [code for code, names in _OTHERS.items() if any(name in document.text for name in names)]
    if len(named) != 1 or any(name in document.text for name in _RENMINBI):
        return findings
    return [replace(one, **_in(named[0], one)) if _is_bare(one) else one for one in findings]


def _is_bare(finding: Finding) -> bool:
    value = finding.value
    signed = any("¥" in quote.text or "￥" in quote.text for quote in finding.quotes)
    return isinstance(value, dict) and value.get("currency") == "CNY" and not signed


def _in(currency: str, finding: Finding) -> dict[str, Any]:
    """What changes: the currency, and the item's key that holds it."""
    item = finding.item and finding.item.replace("|cny|", f"|{currency.lower()}|")
    return {"value": finding.value | {"currency": currency}, "item": item}
