"""The parties of a contract in two languages: which English one is which Chinese one, and what each is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.zh_identifiers import find_identifiers
from docpipe.rules.zh_script import has_han
from docpipe.types import Document, Finding, Quote

_ROLES = {
    "supplier": "供方 供应商 供货方 卖方",
    "purchaser": "需方 采购方 买方 购货方",
    "buyer": "买方 需方 采购方",
    "seller": "卖方 出卖人 供方",
    "customer": "客户 需方 买方",
    "licensor": "许可方 许可人",
    "licensee": "被许可方 被许可人",
    "lessor": "出租方 出租人",
    "landlord": "出租方 出租人",
    "lessee": "承租方 承租人",
    "tenant": "承租方 承租人",
    "lender": "贷款人 出借人 贷款方",
    "borrower": "借款人 借款方",
    "guarantor": "保证人 担保人 担保方",
    "employer": "用人单位 聘用方",
    "employee": "劳动者 受聘方 员工",
    "transferor": "转让方 出让方",
    "transferee": "受让方",
    "distributor": "经销商 经销方",
    "contractor": "承包人 承包方",
    "client": "委托方 委托人 客户",
    "service provider": "服务方 受托方 受托人 服务商 服务提供方",
    "vendor": "卖方 供应商 供方",
    "consultant": "顾问方 咨询方",
    "agent": "代理商 代理方",
    "subcontractor": "分包人 分包方",
    "disclosing party": "披露方",
    "receiving party": "接收方 接受方",
    "party a": "甲方",
    "party b": "乙方",
    "party c": "丙方",
}
"""What the Chinese version may call a role of the English one."""


def joined_parties(
    document: Document, english: list[Finding], chinese: list[Finding], lead: Literal["en", "zh"]
) -> list[Finding]:
    """One party per company: the name of its own country's language stands, the other is an alias.

    Role and side are what the leading version calls them.
    """
    ours, theirs = _by_item(chinese), _by_item([*english, *_labelled(document, english)])
    if not ours or not theirs:
        return [*chinese, *english]
    pairs = _pairs(ours, theirs)
    joined: list[Finding] = [finding for finding in (*chinese, *english) if finding.problem]
    for item, findings in ours.items():
        partner = pairs.get(item)
        joined += _one_party(findings, theirs[partner], lead) if partner is not None else findings
    alone = [item for item in theirs if item not in pairs.values()]
    if len(ours) < 2:
        joined += [finding for item in alone for finding in theirs[item]]
    return joined


_LABEL = compiled(
    r"(?:^|[.;:,\n]|\band)\s*(?P<first>[A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*){0,2})\s?"
    r"(?:\((?:the )?[\"“]?(?P<second>[A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*){0,2})[\"”]?\)\s?)?:\s*$"
)
"""What an English version calls a party in front of its name: Client (Party A): …, Party B (the “Seller”): …"""

LONGEST_LABEL = 80
"""Characters before a name that hold its label."""


def _labelled(document: Document, english: list[Finding]) -> Iterator[Finding]:
    """The names that stand as a label in front of a party's name."""
    seen: set[tuple[str | None, str]] = {(f.item, str(f.value)) for f in english if f.attribute == "aliases"}
    for finding in english:
        span = finding.quotes[0].span if finding.quotes else None
        if finding.attribute is not None or finding.problem or span is None:
            continue
        start = max(0, span[0] - LONGEST_LABEL)
        match = _LABEL.search(document.text[start : span[0]])
        for name in filter(None, match.groups() if match else ()):
            if name.casefold() in _ROLES and (finding.item, name) not in seen:
                seen.add((finding.item, name))
                at = start + (match.start("first") if match else 0)
                quote = Quote(document.text[at : span[1]], (at, span[1]))
                yield replace(finding, value=name, attribute="aliases", quotes=(quote,))


def _by_item(found: list[Finding]) -> dict[str, list[Finding]]:
    items: dict[str, list[Finding]] = {}
    for finding in found:
        if not finding.problem and finding.item is not None:
            items.setdefault(finding.item, []).append(finding)
    return {item: findings for item, findings in items.items() if any(f.attribute is None for f in findings)}


def _pairs(ours: dict[str, list[Finding]], theirs: dict[str, list[Finding]]) -> dict[str, str]:
    """Which English party is which Chinese one: by name, code or role; else in order, where there are as many."""
    pairs: dict[str, str] = {}
    for test in (lambda a, b: a & b, _same_role):
        for item, findings in ours.items():
            for other, candidates in theirs.items():
                if (
                    item not in pairs
                    and other not in pairs.values()
                    and test(_marks(item, findings), _marks(other, candidates))
                ):
                    pairs[item] = other
    left, right = [i for i in ours if i not in pairs], [i for i in theirs if i not in pairs.values()]
    if len(left) == len(right) and (len(ours) > 1 or pairs):
        pairs |= dict(zip(left, right, strict=True))
    return pairs


def _marks(item: str, findings: list[Finding]) -> set[str]:
    """What tells a party: its key, its code, the names of its role."""
    marks = {item}
    for finding in findings:
        parts = finding.value.items() if isinstance(finding.value, dict) else [(finding.attribute, finding.value)]
        marks |= {
            str(value).casefold().strip()
            for name, value in parts
            if name in ("identifier", "role", "side", "aliases", "name")
        }
    return marks


def _same_role(ours: set[str], theirs: set[str]) -> bool:
    return any(role in ours for name in theirs for role in _ROLES.get(re.sub("^the ", "", name), "").split())


def _one_party(chinese: list[Finding], english: list[Finding], lead: str) -> Iterator[Finding]:
    """The findings of one company under the item of the version whose name is its own."""
    ours, theirs = (chinese, english) if _is_chinese(chinese, english) else (english, chinese)
    item = next(finding.item for finding in ours if finding.attribute is None)
    leading = chinese if lead == "zh" else english
    called = {finding.attribute for finding in leading if finding.attribute in ("role", "side")}
    ours = [finding for finding in ours if ours is leading or finding.attribute not in called]
    yield from ours
    there = {
        name for finding in ours for name in (finding.value if isinstance(finding.value, dict) else [finding.attribute])
    }
    aliases = {str(f.value) for f in ours if f.attribute == "aliases"} | {
        f.value["name"] for f in ours if isinstance(f.value, dict)
    }
    for finding in theirs:
        parts = finding.value.items() if isinstance(finding.value, dict) else [(finding.attribute, finding.value)]
        for name, value in parts:
            part = replace(finding, item=item, value=value, attribute="aliases" if name == "name" else name)
            if part.attribute == "aliases" and value not in aliases:
                aliases.add(value)
                yield part
            elif part.attribute != "aliases" and name not in there and value is not None:
                there.add(name)
                yield part


def _is_chinese(chinese: list[Finding], english: list[Finding]) -> bool:
    """Whether a company is registered under its Chinese name: a Chinese code, or the law it was founded under."""
    codes = [str(finding.value) for finding in (*chinese, *english) if finding.attribute == "identifier"]
    codes += [str(f.value["identifier"]) for f in english if isinstance(f.value, dict) and f.value.get("identifier")]
    if any(found.kind == "credit_code" for code in codes for found in find_identifiers(code)):
        return True
    law = next((str(finding.value) for finding in chinese if finding.attribute == "jurisdiction"), None)
    if law is not None:
        return bool(re.search("中国|中华人民共和国|香港|澳门|台湾", law))
    name = next(str(finding.value["name"]) for finding in chinese if finding.attribute is None)
    return has_han(name) and not codes
