"""When payment is due after an invoice, a delivery, an acceptance; what late payment costs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.passages import NUMBER, Sentence, sentences
from docpipe.rules.view import View
from docpipe.rules.zh_durations import find_durations
from docpipe.rules.zh_money import find_percents
from docpipe.types import Document, Finding

ANSWERS = ("payment_terms",)

_PAYS = compiled(
    r"(?:付款|支付|付清|结清|结算|汇付|付至|付(?=[\d一二三四五六七八九十])|支付至|偿还|归还)"
    r"(?!能力|方式|申请|资料|文件|报告|书|审核|审计|审查)"
)
"""Verbs of payment; 竣工结算申请单 and 结算资料 are papers that somebody hands in."""
_NOT_PRICE = compiled("违约金|赔偿|退还|返还|保证金|押金|滞纳金|审计费|定金|补偿|罚|通知|整改|异议")
_EVENT = compiled(
    r"(?:^|[，。；:)）]|于|在|应|应当|自|后|且)(?P<event>[^，。；:]{2,40}?)(?:之日|之|当日)?(?:起|后"
    r"|的)?\s*(?:的)?(?:第)?\s*$"
)
_EVENT_LEAD = compiled(r"^.*(?:应当?|于|在|自|须|需|可|按|:)(?=.{2,})")
_LABEL = compiled(r"(?:付款|支付)(?:期限|时间|方式):")
_BILL = compiled("付款申请|发票|收货|验收|到货|交付|账单|对账|结算单|请款")
_LATE = compiled(
    "逾期(?:付款|支付|还款)|迟延(?:付款|支付)|未按(?:期|时|约定)(?:付款|支付)|逾期未付|任何一方逾期付款|欠付|逾期支付|逾期利息|逾期还款"
)
_RATE_TAIL = compiled(r"(?:/(?:日|天|月|年)|每(?:日|天|月|年))?")
_EACH = compiled(
    r"每(?:逾期|迟延|延迟|拖延|超过)?[一1]?(?:个)?(?:日|天|周|月)(?:历天)?[^。；]{0,30}$|(?:逾期|迟延)(?:每|一)[一1]?(?:日|天|周|月)[^。；]{0,30}$"
)
"""What a rate is counted by where it stands apart from it: 每逾期一日，应按欠付金额的0.1%."""

_RATE_HEAD = compiled(
    r"(?:[^，。；按]{2,12}利率(?:的?基础上)?(?:加收|上浮)|每日|每天|按日|日|年利率|月利率|每年|年|每月)(?:的)?\s*$"
)


def find(view: View) -> Iterable[Finding]:
    """Candidates: days between an event and payment; a rate on what is late."""
    for sentence in sentences(view):
        if _PAYS.search(sentence.text):
            yield from _terms(view, sentence)
        if _LATE.search(sentence.text):
            yield from _late(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The term after an invoice or delivery in the body, then any other; the first rate on late payment."""
    mine = [finding for finding in findings if finding.field == "payment_terms"]
    rest = [finding for finding in findings if finding.field != "payment_terms"]
    terms = sorted((f for f in mine if not f.attribute), key=lambda f: (f.basis, f.at))
    late = sorted((f for f in mine if f.attribute), key=lambda f: (f.basis, f.at))
    return [*rest, *(replace(finding, basis="") for finding in (*terms[:1], *late[:1]))]


def _terms(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    for duration in find_durations(text):
        after = text[duration.end : duration.end + 30]
        if (
            duration.unit not in ("day", "business_day")
            or not re.match(r"之?内", after)
            or not (_PAYS.search(text[duration.start :]) or _LABEL.search(text[: duration.start]))
        ):
            continue
        clause = re.split("[，。；]", text[duration.end : duration.end + 40])[0]
        if _NOT_PRICE.search(clause) or "逾期" in text[: duration.start]:
            continue
        event = _EVENT.search(text, max(0, duration.start - 50), duration.start)
        if event and event["event"].endswith("前"):
            continue  # what is due before the work begins is an advance
        value: dict[str, Any] = {"days": duration.count, "day_type": duration.unit}
        if event:
            start, end = event.span("event")
            start += number.end() if (number := NUMBER.match(text[start:end])) else 0
            lead = _EVENT_LEAD.match(text[start:end])
            value["from_event"] = sentence.printed(view, start + (lead.end() if lead else 0), end)
        rank = "a" if event and _BILL.search(event["event"]) else "b"
        basis = "c" if sentence.part == "schedule" else rank
        yield Finding("payment_terms", value, (sentence.quote(view, duration.start, duration.end),), basis=basis)
        return


def _late(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    late = _LATE.search(text)
    for rate in find_percents(text):
        if (
            late is None
            or rate.start < late.start()
            or rate.start - late.end() > REACH
            or "不超过" in text[rate.start - 16 : rate.start]
        ):
            continue
        head = _RATE_HEAD.search(text, max(0, rate.start - 20), rate.start) or _EACH.search(
            text, late.end(), rate.start
        )
        tail = _RATE_TAIL.match(text, rate.end)
        start, end = head.start() if head else rate.start, tail.end() if tail else rate.end
        quote = sentence.quote(view, late.start(), end)
        yield Finding("payment_terms", sentence.printed(view, start, end), (quote,), attribute="late_interest")
        return


REACH = 60
"""Characters between the word for late payment and its rate."""
