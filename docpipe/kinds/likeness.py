"""What a document is: a contract, a financial report or something else, told from its own words without a model.

Points are counted for what contracts and reports do: they name themselves in their opening, speak of themselves
("this agreement", 本合同), bind somebody, use words of their own. Nothing here depends on a single document, and each
decision says what it rests on.

Measured by benchmarks/kinds.py; nothing is fitted, so there is nothing to cross-validate but the choice of words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.types import Document
from docpipe.words import Span

Sort = Literal["contract", "report", "other"]

HEAD = 20_000
"""Characters of the beginning that are read: the words of a contract are as dense there as in all of it."""

MIDDLE = 10_000
"""Characters of the middle that are read too: a glossy report has its statements there."""

OPENING = 1_500
"""Characters in which a document names itself: 364 of 365 contracts an agreement, 23 of 23 reports a report; of 71
other documents 6 an agreement and one a report."""

COVER = 3_000
"""Characters of a cover. Of 22 filings every one names form and commission in them, and none an agreement; of 365
contracts 53 name the commission, one of these a form too, and that one its agreement."""

PER = 10_000
"""Characters to which counts of words are related; a shorter text counts as ``LEAST``."""

LEAST = 500

SELF_NAMED = 1.0
"""Times that a document calls itself an agreement: 360 of 365 contracts reach it, none of 23 reports, none of 71
others."""

AGREEING = 30.0
"""Words of agreements from which a document has many: 351 of 365 contracts, no report, one of 71 others."""

ACCOUNTING, FINANCIAL = 20.0, 8.0
"""Words of accounts from which a document has many, or some: 18 and 22 of 23 reports; 1 and 20 of 365 contracts, of
which none has more of them than of the words of agreements; 0 and 2 of 71 others."""

STATEMENTS = 2
"""Parts of financial statements that a report names: 22 of 23 do, one of 365 contracts, none of 71 others."""

ENOUGH = 3
"""Points that make a contract or a report."""

FEWEST_WORDS = 3.0
"""Words of agreements under which a text is certainly none: 365 contracts have 10 and more, 60 of 71 other
documents fewer than 3."""

SHORTEST = 2_000
"""Characters from which a text without such words is certainly no contract: a shorter one may be a page of one."""

ENGLISH = 20.0
"""Times that "the" and "of" stand in 10,000 characters of English at the least; other languages are not counted."""

_NAMES = compiled(
    r"\b(?:agreement|contract|lease|licen[cs]e|deed|amendment|addendum|memorandum|indenture|guaranty|undertaking"
    r"|purchase order|heads of terms|letter of intent|promissory note"
    r"|contrat|convention|vertrag|vereinbarung|contrato|acuerdo|contratto|accordo)\b|合同|协议|协定|合約|合约|協議|契約|契约"
)
_BINDS = (
    "hereby", "hereto", "hereunder", "hereof", "whereof", "undersigned", "by and between", "by and among",
    "entered into", "agreement between", "contract between", "party a ", "甲方", "乙方",
)  # fmt: skip
_SIGNED = ("/s/", "in witness whereof", "签字", "簽字", "签署", "簽署", "盖章", "蓋章")
_SELF = (
    "this agreement", "this contract", "this lease", "this license agreement", "this amendment", "this addendum",
    "this deed", "this memorandum", "of the agreement", "parties hereto", "parties agree", "hereby agree",
    "agree as follows", "in witness whereof", "party a ",
    "本合同", "本协议", "本协定", "本合約", "本合约", "本協議", "甲方", "乙方",
)  # fmt: skip
_OWN_LAW = compiled(
    r"\bthis (?:letter|order|note|guarantee|guaranty|bond|undertaking|instrument|safe|policy of insurance|engagement)\b"
    r"[^.]{0,60}? (?:is|are|shall be|will be) (?:governed by|construed (?:in accordance|under))"
)
"""What only a document that binds says of itself, whatever it is called."""

_OWN_NAME = compiled(r"\bthis (?P<long>[^.(“\"]{3,100})\((?:the |this )?[“\"](?P<short>[^”\"]{2,40})[”\"]\)")
"""What a document says that it calls itself: this Data Processing Addendum (“DPA”)."""

_OTHER_SELF = (
    "this act", "this chapter", "this title", "this regulation", "this report", "this paper", "this study",
    "this policy", "this directive", "this book", "this guide", "this rule", "this notice", "this document",
    "本法", "本条例", "本办法", "本规定", "本制度", "本报告", "本文", "本研究",
)  # fmt: skip
_AGREEMENT_WORDS = (
    " shall ", "agreement", "contract", "lease", "licen", "hereby", "herein", "hereto", "hereof", "hereunder",
    " party", " parties", "terms and conditions",
    "合同", "协议", "合約", "合约", "協議", "甲方", "乙方", "双方", "雙方",
)  # fmt: skip
_ACCOUNT_WORDS = (
    "revenue", "net income", "net loss", "net sales", "net earnings", "per share", "fiscal", "quarter", "diluted",
    "gaap", "ifrs", " assets", "liabilities", "cash flow", "balance sheet", "stockholders", "shareholders",
    "operating income", "months ended", "year ended", "营业收入", "净利润", "每股收益", "资产", "负债", "现金流量",
    "股东", "报告期", "合并", "營業收入", "淨利潤", "每股盈利", "資產", "負債", "現金流量", "股東",
)  # fmt: skip
_STATEMENTS: tuple[tuple[str, ...], ...] = (
    ("balance sheet", "statements of financial position", "statement of financial position",
     "资产负债表", "資產負債表"),
    ("statements of operations", "statement of operations", "statements of income", "statement of income",
     "income statement", "statements of earnings", "statements of comprehensive", "statement of comprehensive",
     "statement of profit", "statements of profit", "利润表", "利潤表", "损益表", "損益表"),
    ("statements of cash flow", "statement of cash flow", "cash flow statement", "现金流量表", "現金流量表"),
    ("notes to consolidated", "notes to the consolidated", "notes to condensed", "notes to the condensed",
     "consolidated financial statements", "财务报表附注", "財務報表附註", "accounting standards update"),
)  # fmt: skip
_REPORT_NAMES = compiled(
    r"\b(?:annual|quarterly|interim|half[- ]year(?:ly)?)\s+(?:financial\s+)?(?:report|accounts|statements)\b"
    r"|\bform\s{1,3}(?:10-?[kq]|20-?f|40-?f)\b"
    r"|\b(?:first|second|third|fourth)[- ]quarter\b|\bq[1-4]\s+(?:20\d\d|fy)|\b(?:full[- ]year|quarterly"
    r"|financial)\s+results\b"
    r"|\bfinancial\s+statements\b|\bearnings\s+release\b"
    r"|年度报告|季度报告|半年度报告|审计报告|财务报告|年度報告|中期報告|年報"
)
_FORM = compiled(r"\bform\s{1,3}(?:10-?[kq]|8-?k|20-?f|40-?f|6-?k)(?:/a)?(?!\w)", re.IGNORECASE)
_COMMISSION = compiled(r"securities\s{1,3}and\s{1,3}exchange\s{1,3}commission", re.IGNORECASE)
_ON_A_COVER = compiled(r"\b(?:agreements?|contracts?|lease|licen[cs]e|deed)\b", re.IGNORECASE)


class Likeness(Struct, frozen=True):
    """What a document is like, and what that rests on.

    ``sure`` says that it is certainly no contract, if it is none. ``span`` is the place that says so, if one does.
    """

    sort: Sort
    why: str
    sure: bool = False
    span: Span | None = None


@lru_cache(maxsize=2)
def likeness(document: Document) -> Likeness:
    """What a document is like. Takes 0.1 to 3 ms: a sample of bounded size is looked at."""
    text = document.text
    form = _FORM.search(text, 0, COVER)
    if form and _COMMISSION.search(text, 0, COVER) and not _ON_A_COVER.search(text, 0, COVER):
        return Likeness("report", f"its cover says {' '.join(form.group().split())}", True, form.span())
    head = _folded(text[:HEAD])
    contract = _contract(head)
    if contract:
        return Likeness("contract", contract)
    report = _report(document, head)
    if report:
        return Likeness("report", report, len(text) >= SHORTEST)
    lacking = len(text) >= SHORTEST and _rate(head, (" the ", " of ")) >= ENGLISH
    if lacking and _rate(head, _AGREEMENT_WORDS) < FEWEST_WORDS:
        return Likeness("other", "it hardly uses the words of agreements", True)
    return Likeness("other", "it neither speaks as agreements do nor as financial reports do")


def _contract(head: str) -> str:
    """What makes a text a contract, in words; empty if that is not enough."""
    named = _NAMES.search(head, 0, OPENING)
    itself, other = _rate(head, (*_SELF, *_own_names(head))), _rate(head, _OTHER_SELF)
    words, accounts = _rate(head, _AGREEMENT_WORDS), _rate(head, _ACCOUNT_WORDS)
    binds, signed = (any(word in head for word in one) for one in (_BINDS, _SIGNED))
    points = bool(named) + 2 * (itself >= SELF_NAMED) + (words >= AGREEING) + binds + signed
    points -= 2 * (other > itself) + 2 * (accounts > words)
    if points < ENOUGH:
        return ""
    reasons = [f"its opening says {named.group()}"] if named else []
    reasons += [f"it calls itself an agreement {itself:.0f} times"] if itself >= SELF_NAMED else []
    return f"{', '.join(reasons)} and has {words:.0f} words of agreements in {PER:,} characters"


def _own_names(head: str) -> tuple[str, ...]:
    """How an agreement speaks of itself under a name of its own, such as "this dpa", or where it chooses its law."""
    named = _OWN_NAME.search(head, 0, OPENING)
    own = f"this {named['short']}" if named and _NAMES.search(named["long"]) else ""
    law = _OWN_LAW.search(head)
    return (*((own,) if own and own not in _SELF else ()), *((law.group(),) if law else ()))


def _report(document: Document, head: str) -> str:
    """What makes a text a financial report, in words; empty if that is not enough."""
    middle = max(HEAD, len(document.text) // 2)
    sample = head + _folded(document.text[middle : middle + MIDDLE])
    accounts, words = _rate(sample, _ACCOUNT_WORDS), _rate(sample, _AGREEMENT_WORDS)
    statements = sum(any(name in sample for name in names) for names in _STATEMENTS)
    named = _REPORT_NAMES.search(head, 0, OPENING)
    points = (accounts >= FINANCIAL) + (accounts >= ACCOUNTING and accounts > words) + (statements >= STATEMENTS)
    if points + bool(named) < ENOUGH:
        return ""
    opens = f"its opening says {named.group()}" if named else f"it names {statements} parts of financial statements"
    return f"{opens} and it has {accounts:.0f} words of accounts in {PER:,} characters"


def _folded(text: str) -> str:
    return " ".join(text.lower().split())


def _rate(text: str, words: tuple[str, ...]) -> float:
    """How often words stand in ``PER`` characters."""
    return sum(map(text.count, words)) * PER / max(len(text), LEAST)
