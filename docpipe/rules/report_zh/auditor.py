"""Who audited a Chinese report's statements, and what the opinion says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from docpipe.patterns import compiled
from docpipe.rules.report.auditor import ANSWERS as ANSWERS
from docpipe.rules.report_zh.tight import Tight, tightened
from docpipe.rules.view import View
from docpipe.rules.zh_script import LETTER
from docpipe.types import Document, Finding, Quote, paragraphs
from docpipe.words import Span

_FIRM = compiled(
    rf"(?P<name>(?:{LETTER}|·){{2,16}}?会计师(?:事务所|行)"
    rf"(?:[（(](?:特殊普通合伙|特殊的普通合伙|普通合伙|有限合伙|有限责任公司|{LETTER}{{2,4}})[）)]|有限责任公司|有限公司)?)"
)
_LEAD = compiled(
    rf"^.*(?:聘请|续聘|改聘|聘任|聘用|委任|委托|选聘|经由|境内|境外|是由|[、，：:。；的]|^经|^由|^为)(?={LETTER}{{2,}}会计师)"
)
_GIVEN = compiled(
    "出具(?:了|的)?(?P<a>[^。，；]{0,30}?意见)(?:的|类型的)?审计报告|审计意见(?:的?类型)?(?:为|是|[:：]|(?<=类型))[:：]?(?P<b>[^。，；]{0,30}?意见)"
    "|(?P<c>标准的?无保留意见)(?:的)?审计报告"
)
_BASES = (
    ("disclaimer", compiled("形成无法表示意见的基础|我们不对后附的")), ("adverse", compiled("形成否定意见的基础")),
    ("qualified", compiled("形成保留意见的基础")),
)  # fmt: skip
_FAIR = compiled("公允反映了|真实而[公中]肯地?反映|真实公允地?反映")
_REPORT = compiled("审计报告|核数师报告")
_DOUBT = compiled(
    "与持续经营(?:能力)?相关的重大不确定性|表明存在[^。]{0,40}持续经营[^。]{0,30}(?:重大疑虑|重大不确定性)"
)
_NO_DOUBT = compiled("不存在|是否|如果|若|不适用|应当")


def find(view: View) -> Iterator[Finding]:
    """Both are chosen among all places of the document, and found in its first chunk."""
    if view.chunk.start != 0:
        return
    lines = _lines(view.document)
    name = _auditor(lines)
    if name is not None:
        text = "".join(view.document.text[slice(*name)].split())
        yield Finding("auditor", text, (_quote(view.document, name),))
    opinion = _opinion(lines)
    if opinion is not None:
        kind, span = opinion
        doubt = _doubt(lines)
        quotes = (_quote(view.document, span), *((_quote(view.document, doubt),) if doubt else ()))
        yield Finding("audit_opinion", {"type": kind, **({"going_concern": True} if doubt else {})}, quotes)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings


@lru_cache(maxsize=2)
def _lines(document: Document) -> tuple[Tight, ...]:
    """The paragraphs and cells that speak of auditors, opinions and going concern, in the order of the text."""
    found: list[Tight] = []
    for paragraph in paragraphs(document):
        at = paragraph.start
        parts = paragraph.text.replace("\n", "\t").split("\t") if paragraph.kind == "table" else [paragraph.text]
        for part in parts:
            if _TELLS.search(part):
                found.append(tightened(part, at))
            at += len(part) + 1
    return tuple(found)


_TELLS = compiled(
    r"[会會]\s?[计計]\s?[师師]|意\s?[见見]|持\s?[续續]\s?[经經]\s?[营營]|[审審]\s?[计計]\s?[报報]|反\s?映|核\s?[数數]\s?[师師]"
)


def _auditor(lines: tuple[Tight, ...]) -> Span | None:
    """The firm that the most places name, in the longest form of its name, where that stands for itself first."""
    found: list[tuple[str, Span, bool]] = []
    for tight in lines:
        for match in _FIRM.finditer(tight.text):
            start, end = match.span("name")
            lead = _LEAD.match(tight.text[start:end])
            start += lead.end() if lead else 0
            name = tight.text[start:end]
            if len(name) > len("会计师事务所") + 1 and not _NO_FIRM.search(_stem(name)):
                alone = start == 0 and len(tight.text) - end <= TAIL
                found.append((name, tight.span(start, end), alone))
    if not found:
        return None
    stems = Counter(_stem(name) for name, _, _ in found)
    alone_stems = {_stem(name) for name, _, alone in found if alone}
    stem = max(stems, key=lambda one: (one in alone_stems, stems[one]))
    mine = [(name, span, alone) for name, span, alone in found if _stem(name) == stem]
    longest = max(len(name) for name, _, _ in mine)
    chosen = [one for one in mine if len(one[0]) == longest]
    return next((span for _, span, alone in chosen if alone), chosen[0][1])


TAIL = 30
"""Characters behind a firm's name on its line: those who sign beside it."""

_NO_FIRM = compiled("公司|聘|该|其他|前任|不同|机构|任何|上述|年审|所有")
"""In what stands before 会计师事务所, words that no firm is called by."""


def _stem(name: str) -> str:
    return re.sub("会计师(?:事务所|行).*", "", name)


def _opinion(lines: tuple[Tight, ...]) -> tuple[str, Span] | None:
    """What the report says was given, else what the auditor's report is based on and says."""
    for tight in lines:
        for match in _GIVEN.finditer(tight.text):
            group = next(name for name in ("a", "b", "c") if match[name])
            kind = _type(match[group])
            if kind is not None and not _NONE.search(tight.text[max(0, match.start() - 20) : match.end()]):
                return kind, tight.span(*match.span())
    for kind, pattern in _BASES:
        for tight in lines:
            if found := pattern.search(tight.text):
                return kind, tight.span(*found.span())
    reported = False
    for tight in lines:
        reported = reported or _REPORT.search(tight.text) is not None
        if reported and (found := _FAIR.search(tight.text)) and "我们认为" in tight.text:
            return "unqualified", tight.span(tight.text.index("我们认为"), found.end())
    return None


_NONE = compiled("非标准|适用|说明|如果|应当发表")


def _type(text: str) -> str | None:
    if "无法表示" in text:
        return "disclaimer"
    if "否定意见" in text:
        return "adverse"
    if "无保留" in text:
        return None if "非无保留" in text else "unqualified"
    return "qualified" if "保留意见" in text else None


def _doubt(lines: tuple[Tight, ...]) -> Span | None:
    """Where the auditor or the management says that the company may not go on."""
    for tight in lines:
        for match in _DOUBT.finditer(tight.text):
            if not _NO_DOUBT.search(tight.text[max(0, match.start() - 30) : match.end()]):
                return tight.span(*match.span())
    return None


def _quote(document: Document, span: Span) -> Quote:
    return Quote(document.text[slice(*span)], span)
