"""The cap on liability: 累计赔偿责任不超过…, 以…为限, with its carve-outs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.contract_zh.lists import items_below
from docpipe.rules.contract_zh.passages import Sentence, filled, sentences
from docpipe.rules.view import View
from docpipe.rules.zh_money import find_money
from docpipe.types import Document, Finding
from docpipe.words import Span

ANSWERS = ("liability_cap",)

_CAP = compiled(
    r"(?P<whose>[^。；]{0,60}?)(?:责任|赔偿(?:总?额|金额|总金额|限额)|赔偿总和|赔偿|违约金总额)(?:的?(?:总额|上限"
    r"|限额|总和|总计|范围|总金额|金额|最高额|最高限额))?(?:\([^()]{0,24}\))?[^。；，]{0,24}?"
    r"(?:以不超过|(?:最高|累计|合计|均|总计|总额)?(?:不超过|不得超过|不高于|不应超过)|以|限于|上限为|限额为|为限于"
    r"|最高为|应限于|上限不超过)(?P<cap>[^。；，]{2,60}?)(?P<limit>为限|为上限|为最高限额|的范围内)?(?=[，。；)]|$)"
)
_MUST = compiled("超过|限|上限|最高|不高于")
_SPECIAL = compiled("保证(?:责任|担保|期间)|担保(?:责任|范围)|保险|最高担保|出资|违约金累计|股东|有限责任|罚款")
_AGGREGATE = compiled("累计|总额|任何一方|全部|总计|合计|最高")
_WHO = compiled(rf"(?P<who>任何一方|任一方|双方|各方|违约方|每一方|{PARTY})(?=[^，。；]{{0,30}}$)")
_PER = compiled(
    r"(?:任一|每一?|每个|单个|一个)(?P<per>合同年度|自然年度|协议年度|年度|服务年度|事件|次事故|订单|日历年)"
)
_EXCEPT = compiled(
    r"除(?:了|非)?(?P<a>[^。；]{2,120}?)(?:的情形|情形|的情况)?(?:之)?(?:以)?外，"
    r"|但(?:是)?(?:，)?(?:对于|由于)?(?P<b>[^。；:]{2,120}?)(?:的情形|情形|的)?(?:，)?(?:均)?(?:不受(?:此限|上述|前述|该|本条|本款)"
    r"|除外|不在此限|不适用|不受限制)"
)
_LISTED = compiled(
    r"(?:下列|以下|如下)[^。；，:]{0,16}(?:不受|除外|不在此限|不适用)[^。；:]{0,16}:|除(?:下列|以下)[^。；，:]{0,12}外"
)
_POINTS = compiled("下列|以下|如下|上述|前述")
_APART = compiled("、?以及|、及|，(?:或者?)?")
_CAUSED = compiled(r"(?:因|由于)?(?P<causes>.+?)(?:造成|引起|导致|产生|所致)(?:的.*)?")
_CAUSES = compiled("、|及|或者?|和")


def find(view: View) -> Iterable[Finding]:
    """Candidates with how general they are as basis, and what they do not limit."""
    for sentence in sentences(view):
        if "责任" in sentence.text or "赔偿" in sentence.text:
            yield from _caps(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The most general cap of the body stands; equally general ones that differ in their amount both stay."""
    mine = [finding for finding in findings if finding.field == "liability_cap"]
    rest = [finding for finding in findings if finding.field != "liability_cap"]
    caps = sorted((f for f in mine if not f.attribute), key=lambda f: (f.basis.partition("@")[0], f.at))
    if not caps:
        return rest
    first = caps[0]
    same = [cap for cap in caps if cap is first or _contradicts(first, cap)]
    carved = [finding for finding in mine if finding.attribute and finding.basis == first.basis]
    return [*rest, *(replace(finding, basis="") for finding in [*same, *carved])]


def _contradicts(first: Finding, cap: Finding) -> bool:
    rank = first.basis.partition("@")[0] == cap.basis.partition("@")[0]
    both = "amount" in first.value and first.value.keys() == cap.value.keys()
    return rank and both and first.value.get("applies_to") == cap.value.get("applies_to")


def _caps(view: View, sentence: Sentence) -> Iterator[Finding]:
    match = _CAP.search(sentence.text)
    if match is None or not _MUST.search(match[0][len(match["whose"]) :]) or _SPECIAL.search(match[0]):
        return
    if not (match["limit"] or "超过" in match[0] or "限" in match[0] or "不高于" in match[0]):
        return
    value = _read(view, sentence, match)
    if "amount" not in value and not re.search(
        r"\d|[一二三四五六七八九十两百]|总额|金额|价款|费|租金|价", match["cap"]
    ):
        return
    rank = "a" if _AGGREGATE.search(match[0]) else "b"
    basis = f"{'c' if sentence.part == 'schedule' else rank}@{sentence.span(0, 1)[0]}"
    quote = sentence.quote(view, *match.span("cap"))
    yield Finding("liability_cap", value, (quote,), basis=basis)
    yield from _carved(view, sentence, basis)


def _read(view: View, sentence: Sentence, match: re.Match[str]) -> dict[str, Any]:
    money = find_money(match["cap"])
    value: dict[str, Any] = {}
    if money:
        value = {"amount": money[0].amount, "currency": money[0].currency}
    if not money or len(match["cap"]) > money[0].end - money[0].start + 4:
        value["formula"] = sentence.group(view, match, "cap")
    if per := _PER.search(match[0]):
        value["per"] = sentence.text[match.start() + per.start("per") : match.start() + per.end("per")]
    if who := _WHO.search(match["whose"].rpartition("外，")[2]):
        value["applies_to"] = who["who"]
    return filled(value)


def _carved(view: View, sentence: Sentence, basis: str) -> Iterator[Finding]:
    """What the cap does not limit: as the sentence says it, or the items of the list that it announces."""
    if _LISTED.search(sentence.text):
        for item, start, end in items_below(view, sentence):
            quote = item.quote(view, start, end)
            value = item.printed(view, start, end)
            yield Finding("liability_cap", value, (quote,), attribute="carve_outs", basis=basis)
        return
    match = _EXCEPT.search(sentence.text)
    if match is None:
        return
    span = match.span("a" if match["a"] else "b")
    quote = sentence.quote(view, *span)
    for start, end in _exceptions(sentence.text, *span):
        value = sentence.printed(view, start, end)
        if len(value) >= SHORTEST and "另有" not in value and not _POINTS.match(value):
            yield Finding("liability_cap", value, (quote,), attribute="carve_outs", basis=basis)


SHORTEST = 2
"""Characters of an exception: 故意."""


def _exceptions(text: str, start: int, end: int) -> Iterator[Span]:
    """Each exception: several causes of one loss are split, two that share a word stay (故意或者重大过失造成的损失)."""
    for first, last in _split(_APART, text, start, end):
        caused = _CAUSED.fullmatch(text, first, last)
        if caused is None or "、" in caused["causes"]:
            inner = caused.span("causes") if caused else (first, last)
            yield from (_without_party(text, *part) for part in _split(_CAUSES, text, *inner))
        else:
            yield _without_party(text, first, last)


def _split(mark: re.Pattern[str], text: str, start: int, end: int) -> Iterator[Span]:
    for found in mark.finditer(text, start, end):
        if found.start() > start:
            yield start, found.start()
        start = found.end()
    if start < end:
        yield start, end


def _without_party(text: str, start: int, end: int) -> Span:
    lead = _LEAD.match(text, start, end)
    return (lead.end() if lead else start), end


_LEAD = compiled(rf"{PARTY}(?=.{{2,}})")
