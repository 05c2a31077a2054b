"""How long a contract runs: a term, a day, an event, or without end."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.passages import NUMBER, Sentence, filled, sentences
from docpipe.rules.dates import FoundDate
from docpipe.rules.durations import FoundDuration, add
from docpipe.rules.view import View
from docpipe.rules.zh_dates import find_dates
from docpipe.rules.zh_durations import find_durations
from docpipe.types import Document, Finding

ANSWERS = ("term", "expiration_date", "expiration_basis")

_TERM = compiled(
    r"(?:(?P<strong>(?:本)?(?:合同|协议)(?:的)?(?:有效期|履行期|期)限?|租赁期限?|租期|许可(?:使用)?期限?|授权期限?"
    r"|借款期限?|贷款期限?|服务期限?|合作期限?|经营期限|代理期限?|经销期限?|委托期限?|聘用期限?"
    r"|承包期限?|合[资营伙]期限|公司的期限|承租期限?|劳动合同期限|使用期限|加盟期限?|特许(?:经营)?期限?|托管期限?"
    r"|运营期限?|物业服务期限?"
    r"|咨询期限?|顾问期限?|总日历天数|(?:合同)?总?工期|固定期限|授信期限|投资期限|存放期限|仓储期限|运输期限"
    r"|保管期限)"
    r"|(?P<weak>有效期限?|期限))(?!满|届满|内|间|前|终止|到期|[^，。；]{0,4}(?:届满|期满|终止|内|前))"
)
_OTHER_TERM = compiled(
    r"(?:保密|保证|质保|质量|保修|免租|装修|试用|缺陷|付款|支付|交货|交付|验收|续租|续展|续签|续期|通知|宽限|保函"
    r"|报价|竞业(?:限制)?|诉讼|异议|整改|履行|合理|担保|结算|还款|上述|该|前述|约定|法定|索赔|响应|申请|免息|保险"
    r"|培训|锁定|行权|过渡|专利权?|商标|证书|许可证|执照|产品|信用证)(?:责任)?(?:的)?$"
)
_RENEWS = compiled("续展|续租|续签|续期|续订|续约|顺延|延续|延长|展期")
_OF_A_PAPER = compiled("保函|保单|报价|证书|许可证|执照|信用证|授权书|委托书|发票|邀约|要约")
_LINK = compiled(
    r"[^，。；\d一二三四五六七八九十两]{0,14}(?:为|是|:|共|共计|合计)?[^，。；\d]{0,8}"
    r"|[^。；]{0,60}(?:止|届满|期满|日)[^。；]{0,6}[，(]?(?:共计|合计|共|计|期限为|为期)[^。；]{0,4}"
)
_RANGE_TO = compiled(r"(?:起)?\s?(?:至|到|-|~|—)\s*$")
_ENDS = compiled(r"(?:止|届满|终止|期满|到期|为止|收回|交还|[，。；)]|$)")
_END_LABEL = compiled(
    r"(?:到期日|终止日期?|届满日|截止日期?|期满日|竣工日期|结束日期|还款日期?|借款到期日|合同终止日期?)(?:为|是|:)?\s*$"
)
_START_LABEL = compiled(r"(?:计划)?(?:开工日期|起始日期?|起租日|起始日|开始日期)(?:为|是|:)?\s*$")
_OWN = compiled(r"本(?:合同|协议)[^。；]{0,60}$")
_FILLS = compiled(
    rf"\s*(?:{NUMBER.pattern})?\s*(?:本(?:合同|协议))?(?=(?:自|从|由)[^，。；]{{2,30}}(?:起|至|到)|共计?|为期)"
)
_PERPETUAL = compiled(r"(?:本)?(?:劳动)?(?:合同|协议)[^。；，]{0,12}?(?:为|签订)?(?P<p>无固定期限|长期有效|永久有效)")
_EVENT = compiled(
    r"(?:本(?:合同|协议)[^。；]{0,50}?)(?:至|到|于|直至)(?P<anchor>[^。；，至]{4,40}?(?:履行完毕|完成|届满|结清"
    r"|终止|验收合格|清偿)[^。；，]{0,6}?)(?:之?[日时]|后|止)*(?:自动|自行)?(?:终止|为止|失效|止)"
)
_FROM = compiled(r"自(?P<anchor>[^，。；自]{2,40}?)(?:之日)?(?:起|开始)")


def find(view: View) -> Iterable[Finding]:
    """Candidates of every field; how surely a sentence speaks of the contract itself is the basis."""
    for sentence in sentences(view):
        yield from _terms(view, sentence)
        yield from _ends(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The best sentence for each field; the end from start and term where no day is printed."""
    others = [finding for finding in findings if finding.field not in ANSWERS]
    kept = [best for name in ANSWERS if (best := _best(findings, name))]
    if not any(finding.field == "expiration_date" for finding in kept):
        kept += _computed([*others, *kept], findings)
    dated = next((finding for finding in kept if finding.field == "expiration_date"), None)
    if dated is not None and not dated.derived:
        kept = [finding for finding in kept if finding.field != "expiration_basis"]
    if dated is not None and not any(finding.field == "expiration_basis" for finding in kept):
        kind = "perpetual" if dated.value == "perpetual" else "term" if dated.derived else "fixed"
        start = None if kind == "perpetual" else _counted_from(findings, dated)
        value = filled({"kind": kind, "anchor": start.value["anchor"] if start else None})
        quotes = tuple(dict.fromkeys((*dated.quotes, *(start.quotes if start else ()))))
        kept.append(replace(dated, field="expiration_basis", value=value, quotes=quotes, derived=False, message=""))
    return [*others, *(replace(finding, basis="") for finding in kept)]


def _best(findings: list[Finding], name: str) -> Finding | None:
    mine = [finding for finding in findings if finding.field == name and not finding.basis.startswith("start")]
    return min(mine, key=lambda finding: (finding.basis, finding.at), default=None)


def _counted_from(findings: list[Finding], dated: Finding) -> Finding | None:
    """The printed day from which the time to a printed end counts: in its sentence, else the first with a label."""
    spans = {quote.span for quote in dated.quotes}
    starts = [f for f in findings if f.field == "expiration_basis"]
    here = (f for f in starts if f.basis == "start:printed" and spans & {quote.span for quote in f.quotes})
    return next(here, next((f for f in starts if f.basis == "start:label"), None))


def _length(found: FoundDuration) -> dict[str, Any]:
    return {"count": found.count, "unit": found.unit}


def _terms(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    durations = find_durations(text)
    for start, end, basis in _named(sentence) if durations else ():
        changed = _CHANGED.match(text, end)
        end = changed.end() if changed else end
        for duration in durations:
            between = text[end : duration.start]
            near = duration.start >= end and len(between) < REACH and _LINK.fullmatch(between)
            if _OTHER_PERIOD.search(between):
                continue
            if near and "前" not in text[duration.end : duration.end + 2]:
                quote = sentence.quote(view, start, duration.end)
                yield Finding("term", _length(duration), (quote,), basis=basis)
                yield from _starts(view, sentence, start, duration)
                return


_OTHER_PERIOD = compiled("(?:质保|保修|质量保证|保质|缺陷责任|付款|交货|验收|保密|试用|免租|宽限|装修|通知)期")
"""A period of its own between the word for a term and a length: 条件及期限：质保期为…18个月."""

_OF_ARTICLE = compiled(r"[条款项](?:所)?(?:约定|规定)的$")
_CHANGED = compiled(r"由[^，。；]{1,24}(?:变更|调整|修改|延长)(?:为|至|到)")


def _of_another(before: str) -> bool:
    """Whether the words before 期限 make it another term; 第三条约定的租赁期限 is the contract's own."""
    return bool(_OTHER_TERM.search(before)) and not _OF_ARTICLE.search(before)


REACH = 70
"""Characters between the word for a term and its length: 自…起至…止 stands between them."""


def _named(sentence: Sentence) -> Iterator[tuple[int, int, str]]:
    """Where a sentence names the contract's term and how surely: in itself, or in the heading that it fills."""
    text = sentence.text
    for match in _TERM.finditer(text):
        before = text[max(0, match.start() - 8) : match.start()]
        if _of_another(before) or _RENEWS.search(text, max(0, match.start() - 4), match.end() + 4):
            continue
        if match[0].startswith("服务期") and "培训" in sentence.topic + text:
            continue  # what an employee owes for being trained
        of_contract = re.search(r"合同|协议|期限", sentence.topic + text[max(0, match.start() - LEAD) : match.start()])
        if match["strong"] or (of_contract and not _OF_A_PAPER.search(text)):
            yield *match.span(), _rank(sentence, match)
    heading = _TERM.search(sentence.topic)
    if heading and not _OTHER_TERM.search(sentence.topic[: heading.start()]) and (lead := _FILLS.match(text)):
        yield lead.end(), lead.end(), "c" if sentence.part == "schedule" else "b"


def _rank(sentence: Sentence, match: re.Match[str]) -> str:
    """a: the contract's own term in its body; b: a term that may be another's; c: in an attachment."""
    if sentence.part == "schedule":
        return "c"
    return "a" if match["strong"] else "b"


def _starts(view: View, sentence: Sentence, start: int, duration: FoundDuration) -> Iterator[Finding]:
    """Where a term counts from: a printed day, or an event."""
    begins = _FROM.search(sentence.text, start) or _FROM.search(sentence.text)
    if begins is None:
        return
    dates = [date for date in find_dates(begins["anchor"]) if date.value]
    anchor = dates[0].value.isoformat() if dates and dates[0].value else None
    value = {"anchor": anchor, "event": sentence.printed(view, *begins.span("anchor")), "offset": _length(duration)}
    yield Finding(
        "expiration_basis", value, (sentence.quote(view, start, max(duration.end, begins.end())),), basis="start"
    )


LEAD = 160
"""Characters of a sentence before the day on which the contract ends, at most."""


def _from(text: str, first: FoundDate, last: FoundDate) -> bool:
    """Whether two days are the first and the last of one stretch: 自…起至…, 从…起…，至…."""
    near = first.end >= last.start - 8
    return near or bool(re.search(r"(?:自|从|由)\s?$", text[: first.start]) and re.match(r"起|开始", text[first.end :]))


def _ends(view: View, sentence: Sentence) -> Iterator[Finding]:
    """The day, event or "never" on which a contract ends."""
    text = sentence.text
    if match := _PERPETUAL.search(text):
        yield Finding("expiration_date", "perpetual", (sentence.quote(view, *match.span()),), basis="b")
    if match := _EVENT.search(text):
        value = {"kind": "event", "anchor": sentence.group(view, match, "anchor")}
        yield Finding("expiration_basis", value, (sentence.quote(view, *match.span()),), basis="b")
    dates = [date for date in find_dates(text) if date.value]
    if dates and (label := _START_LABEL.search(text[: dates[0].start])):
        printed = sentence.printed(view, dates[0].start, dates[0].end)
        quote = sentence.quote(view, label.start(), dates[0].end)
        yield Finding("expiration_basis", {"anchor": printed}, (quote,), basis="start:label")
    named = [start for start, _, _ in _named(sentence)] if dates else []
    if any(_of_another(text[max(0, match.start() - 8) : match.start()]) for match in _TERM.finditer(text)):
        named = []  # 租赁期限 beside 免租期限: which one the days are of is open
    for place, date in enumerate(dates):
        before = text[max(0, date.start - LEAD) : date.start]
        ranged = place > 0 and _RANGE_TO.search(before) and _from(text, dates[place - 1], date)
        until = re.search(r"(?:至|到)\s*$", before) and _ENDS.match(text, date.end)
        own = bool(named) or bool(_OWN.search(before))
        if _END_LABEL.search(before) or (own and (ranged or until) and date.start < LEAD):
            basis = "c" if sentence.part == "schedule" else "a" if own else "b"
            begin = dates[place - 1].start if ranged else date.start
            quote = sentence.quote(view, begin, date.end)
            yield Finding("expiration_date", date.value.isoformat() if date.value else None, (quote,), basis=basis)
            if ranged:
                printed = sentence.printed(view, dates[place - 1].start, dates[place - 1].end)
                yield Finding("expiration_basis", {"anchor": printed}, (quote,), basis="start:printed")
            return


def _computed(settled: list[Finding], found: list[Finding]) -> list[Finding]:
    """The end as start + term, counted as 民法典 201-202 do: to the day of the same number."""
    term = next((finding for finding in settled if finding.field == "term"), None)
    start = next(
        (
            f
            for f in found
            if f.field == "expiration_basis" and f.basis == "start" and term and f.value["offset"] == term.value
        ),
        None,
    )
    if term is None or start is None:
        return []
    begins, quotes, offset = start.value["anchor"], start.quotes, term.value
    if begins is None:
        by_event = _day_of(settled, start.value["event"])
        if by_event is None:
            basis = {"kind": "term", "anchor": start.value["event"], "offset": offset}
            return [Finding("expiration_basis", filled(basis), start.quotes)]
        begins, quotes = by_event.value, (*quotes, *by_event.quotes)
    end = add(datetime.date.fromisoformat(begins), offset["count"], offset["unit"])
    if end is None:
        return []
    message = f"{begins} + {offset['count']} {offset['unit']} = {end}"
    quotes = tuple(dict.fromkeys((*quotes, *term.quotes)))
    basis = {"kind": "term", "anchor": start.value["event"], "offset": offset}
    return [
        Finding("expiration_date", end.isoformat(), quotes, derived=True, message=message),
        Finding("expiration_basis", filled(basis), start.quotes),
    ]


def _day_of(settled: list[Finding], event: str) -> Finding | None:
    """The day of an event that the contract dates: its signing, its taking effect."""
    if re.search(r"生效", event):
        name = "effective_date"
    elif re.search(r"签[订署字约]|订立|盖章", event):
        name = "agreement_date"
    else:
        return None
    signed = next((f for f in settled if f.field == "effective_date" and f.derived), None)  # the last signature
    if signed is not None and re.search("签字|盖章", event):
        return signed
    return next((finding for finding in settled if finding.field == name and finding.value), None)
