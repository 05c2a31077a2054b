"""What a breach or delay costs: 违约金, 滞纳金, 逾期利息, 扣减, by day, by event, as a multiple."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.contract_zh.passages import Part, Sentence, filled, sentences
from docpipe.rules.money import FoundMoney, FoundPercent
from docpipe.rules.view import View
from docpipe.rules.zh_money import find_money, find_percents
from docpipe.rules.zh_numerals import NUMERAL
from docpipe.rules.zh_text import fold, unspaced
from docpipe.types import Document, Finding

ANSWERS = ("penalties",)

_NAMED = compiled(
    "违约金|滞纳金|罚息|逾期利息|迟延利息|逾期付款利息|逾期付款损失|罚款|违约赔偿|惩罚性|资金占用费|资金占用利息|赔偿金|占有使用费|占用费|双倍返还|加倍|(?:欠款|拖欠|欠付)[^。；]{0,40}利息"
)
_PAID = compiled("(?:赔偿|补偿|扣减|扣除|减少|减扣|抵扣|返还)")
_TRIGGER = compiled(
    r"(?P<trigger>(?:如果?|若|因|由于)?[^，。；:\t]{3,70}?)(?:的|(?<!小)时|，则|后)(?:情形)?(?=[，,])|(?P<if>(?:如果?"
    r"|若|倘若)[^，。；:]{3,60})(?=，)|(?P<each>每(?:发现|发生|出现|低于|延迟|迟延|逾期)[^，。；:]{1,30})(?=，)"
    rf"|(?P<breach>(?:任何一方|任一方|{PARTY})[^，。；:]{{0,20}}(?:违反|违约|逾期|未)[^，。；:]{{0,40}})(?=，(?:应|须|需|则|按|一次性))"
)
_LATE = compiled(
    r"每发[现生]|每低于|逾期|延误|毁损|丢失|迟延|延迟|拖延|未按|超过|违反|擅自|未能|未达|不符|单方|提前解除|解除|泄露|违约"
    r"|串货|断货"
    r"|每少|缺勤|停线"
    r"|不得|旷工|离职|挪用"
)
_NOT = compiled(
    r"不承担|免[除于]|无需(?:支付|承担)|不得(?:扣|收取)|按照本合同约定承担违约责任|追究|依法承担|不以违约金"
    r"|违约金(?:不足|过高|低于|的支付|条款)|包括[^。]{0,40}违约金[^。]{0,20}\)|债务\([^)]*违约金"
)
_MULTIPLE = compiled(
    rf"(?P<base>[^，。；]{{2,60}}?)的?(?P<times>[{NUMERAL}\d]+(?:\.\d+)?\s?倍)|(?:支付|按照?)?(?:相当于|等于|按照?"
    rf"|支付)(?P<months>[^，。；]{{0,8}}?[{NUMERAL}\d]+个?月[^，。；]{{0,12}}?(?:租金|工资|服务费|薪|费用|费))(?=的"
    rf"|作为|违约|$)"
)
_PER = compiled(
    r"每(?:逾期|迟延|延迟|延误|拖延|少|提前|超过|旷工|缺勤)?(?:发生)?(?P<per>[一1]?(?:个)?(?:日历天|日|天|周|月|小时"
    r"|人次|次|人|项|台|件|工作日)|年)|按(?P<by>[日天月年周次])(?!租|工资|薪|均|费)|(?P<lump>每项|每次|每人|每台|每小时|每日|每天|每周"
    r"|每月)"
)
_BASE = compiled(
    r"(?P<base>[^，。；\d]{2,40}?)(?:按照?|以|以每日|按每日)?(?:的?[日月年]利率|每[日天周月年]|[日天])?(?:的|之)?\s*$"
)
_BASE_LEAD = compiled(
    rf"^.*(?:相当于|承担|按照?|以|缴付|缴纳|扣减|扣除|收取|计收|加收|支付|应就|就|以|每逾期一日|为|向{PARTY}支付|每日"
    rf"|{PARTY}|每[项次人台件批](?:指标|产品|设备|货物)?)(?=.{{2,}})"
)
_CAP = compiled(
    r"(?:累计|总额|最高|合计|但)?[^，。；]{0,12}?(?:不超过|不得超过|最高不超过|以不超过|不高于|上限为"
    r"|以)(?P<cap>[^，。；]{2,40}?)(?:为限|为上限)?(?=[，。；)]|$)"
)
_IN_CAP = compiled(r"(?:不超过|不得超过|不高于|上限为|最高为?|低于|达到|累计[^，。；]{0,6}超过|超过)[^，。；]{0,16}$")
_PAYER = compiled(
    rf"(?P<direct>{PARTY})向{PARTY}(?:一次性)?(?:支付|赔偿|补偿|返还)|(?P<payer>{PARTY}|任何一方|违约方|一方)(?:还|并|另|另行)?(?:应当?|须|需)[^。；]{{0,60}}?(?:支付|赔偿|补偿"
    rf"|承担|返还)"
)
_SUBJECT = compiled(
    rf"(?P<direct>(?!))|^(?:[\d.\s()一二三四五六七八九十、]*)(?:如|若|因)?(?P<payer>{PARTY})(?!之间|双方|有权)"
)
_CLAUSE_NUMBER = compiled(r"^\s*(?:第[^条]{1,4}条|\d+(?:\.\d+)*[.、]?|\([^)]{1,4}\)|[一二三四五六七八九十]+、)\s*")


def find(view: View) -> Iterable[Finding]:
    """One finding per sentence that says what a breach costs in figures, a rate or a multiple."""
    for sentence in sentences(view):
        if _NAMED.search(sentence.text) or (_PAID.search(sentence.text) and _LATE.search(sentence.text)):
            yield from _penalty(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """All stand; where special conditions contradict the general ones, a check says which prevails."""
    mine = [finding for finding in findings if finding.field == "penalties"]
    general = [finding for finding in mine if finding.basis == "general"]
    special = [finding for finding in mine if finding.basis == "special"]
    overridden = [check for one in general for other in special if (check := _overridden(one, other))]
    return [*findings, *overridden, *_contradicted(mine)]


def _contradicted(mine: list[Finding]) -> Iterator[Finding]:
    """A check where one breach has two prices in the same part of the contract."""
    priced: dict[tuple[str, str], Finding] = {}
    for finding in mine:
        price = finding.value.get("amount") or finding.value.get("rate")
        key = (str(finding.value.get("trigger") or ""), finding.basis)
        if price is None or len(key[0]) < SHORTEST_TRIGGER:
            continue
        first = priced.setdefault(key, finding)
        prices = [_price(first), _price(finding)]
        if prices[0] != prices[1]:
            message = f"{key[0]}: {prices[0]} in one place, {prices[1]} in another; no rule decides between them"
            yield Finding("penalties", None, (*first.quotes, *finding.quotes), problem="conflict", message=message)


SHORTEST_TRIGGER = 5
"""Characters of a breach that tell it from others: 甲方逾期 says too little."""


def _price(finding: Finding) -> str:
    value = finding.value
    return f"{value['amount']}" if value.get("amount") else f"{value['rate']} {value['rate_unit']}"


def _penalty(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    named = _NAMED.search(text)
    if _NOT.search(text) or "赔偿责任总额" in text or "累计赔偿责任" in text:
        return
    trigger = _trigger(text)
    if _GIVEN_BACK.search(text) and not _OWED.search(text):
        return
    if named is None and (trigger is None or not _LATE.search(text[: trigger[1]])):
        return
    at = named.start() if named else _paid_at(text, trigger[1] if trigger else 0)
    measure = _nearest(text, at) if at is not None else None
    multiple = _MULTIPLE.search(text, trigger[1] if trigger else 0)
    if (measure is None and multiple is None) or (named is None and measure and not _tied(text, measure, at or 0)):
        return
    value = _read(view, sentence, trigger, measure, multiple)
    ends = [each.end for each in (measure,) if each] + [multiple.end() if multiple else 0]
    start = trigger[0] if trigger else 0
    quotes = [sentence.quote(view, start, max(*ends, at or 0))]
    if trigger and sentence.heading and value["trigger"] != sentence.printed(view, *trigger):
        quotes.insert(0, view.quote(*sentence.heading))
    yield Finding("penalties", value, tuple(quotes), item=_key(value), basis=_part_basis(sentence.part))


def _part_basis(part: Part) -> str:
    return part if part in ("general", "special") else ""


def _trigger(text: str) -> tuple[int, int] | None:
    """The stretch that says when a penalty falls due."""
    number = _CLAUSE_NUMBER.match(text)
    match = _TRIGGER.search(text, number.end() if number else 0)
    if match is None:
        return None
    start, end = match.span(next(name for name in ("trigger", "if", "each", "breach") if match[name]))
    lead = _IF.match(text, start, end)
    return (lead.end() if lead else start), end


_GIVEN_BACK = compiled("(?:押金|保证金|定金)[^。；]{0,60}(?:退还|返还|退回)")
_OWED = compiled("违约金|滞纳金|双倍|加倍|利息|逾期|迟延")
"""A deposit that is given back, less what was fined, costs nobody anything by itself."""

_IF = compiled(r"(?:如果?|若|倘若)(?=.{3})")


def _paid_at(text: str, after: int) -> int | None:
    match = _PAID.search(text, after)
    return match.start() if match else None


REACH = 60
"""Characters between the name of a penalty and its measure."""


def _nearest(text: str, at: int) -> FoundMoney | FoundPercent | None:
    """The rate or sum next to the name of a penalty; caps and thresholds are none."""
    measures: list[FoundMoney | FoundPercent] = [*find_percents(text), *find_money(text)]
    found = [each for each in measures if not _IN_CAP.search(text, max(0, each.start - 24), each.start)]
    near = [each for each in found if min(abs(each.start - at), abs(each.end - at)) <= REACH]
    return min(
        near, key=lambda each: (each.start > at + 12, min(abs(each.start - at), abs(each.end - at))), default=None
    )


def _tied(text: str, measure: FoundMoney | FoundPercent, at: int) -> bool:
    """Whether a measure belongs to the verb: 按…的5%补偿, 赔偿…元, within one clause."""
    start, end = min(measure.end, at), max(measure.start, at)
    return not re.search("[，。；]", text[start:end])


def _read(
    view: View,
    sentence: Sentence,
    trigger: tuple[int, int] | None,
    measure: FoundMoney | FoundPercent | None,
    multiple: re.Match[str] | None,
) -> dict[str, Any]:
    text = sentence.text
    value: dict[str, Any] = {"trigger": _named(view, sentence, trigger) if trigger else None}
    if isinstance(measure, FoundMoney):
        value |= {"amount": measure.amount, "currency": measure.currency}
    elif measure is not None:
        value |= {"rate": measure.rate, "rate_unit": measure.unit, "base": _base(view, sentence, measure.start)}
    elif multiple is not None:
        group = "times" if multiple["times"] else "months"
        start, end = multiple.span() if group == "times" else multiple.span("months")
        lead = _BASE_LEAD.match(text[start:end])
        value["base"] = sentence.printed(view, start + (lead.end() if lead else 0), end)
    if per := _PER.search(text):
        value["per"] = sentence.group(view, per, next(name for name in ("per", "by", "lump") if per[name]))
    if cap := _CAP.search(text, measure.end if measure else 0):
        value["cap"] = sentence.group(view, cap, "cap")
    if payer := _PAYER.search(text) or _SUBJECT.search(text[trigger[0] :] if trigger else text):
        value["payer"] = payer["payer"] or payer["direct"]
    return filled(value)


def _named(view: View, sentence: Sentence, trigger: tuple[int, int]) -> str:
    """What a penalty falls due for; 违反本条约定 by the number and title of the article: 违反第七条（保密）约定."""
    printed = sentence.printed(view, *trigger)
    heading = _ARTICLE.fullmatch(fold(_heading(view, sentence)).text)
    return _HERE.sub(f"{heading['number']}（{heading['title']}）", printed, count=1) if heading else printed


def _heading(view: View, sentence: Sentence) -> str:
    return unspaced(view.document.text[slice(*sentence.heading)]) if sentence.heading else ""


_HERE = compiled(
    r"(?<=违反)(?:本合同|本协议)?本条(?=款?(?:的)?(?:约定|规定|义务|条款|[^款第（(]))(?:款)?|(?<=违反)本条$"
)
_ARTICLE = compiled(rf"(?P<number>第[{NUMERAL}\d]+条)[\s:、]*(?P<title>.{{2,20}}?)\s*")


def _base(view: View, sentence: Sentence, end: int) -> str | None:
    """What a rate is taken of: the words between 按 and 的 before it."""
    begin = max(sentence.text.rfind(mark, 0, end) for mark in "，。；\t") + 1
    match = _BASE.search(sentence.text, begin, end)
    if match is None:
        return None
    start, stop = match.span("base")
    lead = _BASE_LEAD.match(sentence.text[start:stop])
    start += lead.end() if lead else 0
    if _NO_BASE.fullmatch(sentence.text, start, stop):
        return None
    stop = start + len(re.sub(r"(?:的基础上)?(?:加收|上浮|收取|计收|计付)$", "", sentence.text[start:stop]))
    return sentence.printed(view, start, stop) if stop - start >= 2 else None


_NO_BASE = compiled(
    r"(?:应当?)?按照?|(?:每?[日天月年])?(?:计收|计算|收取|加收|计付|给付|支付|计)|(?:应当?|须|需)?自.*起(?:至.*)?"
)
"""What is no sum: how it is counted, and since when (应自逾期之日起)."""


def _key(value: dict[str, Any]) -> str:
    """As the kind has it: trigger, amount, rate, per."""
    return "|".join(str(value.get(name) or "").casefold() for name in ("trigger", "amount", "rate", "per"))


def _overridden(general: Finding, special: Finding) -> Finding | None:
    """A check where both say what the same delay costs, differently."""
    said = [finding.value.get("amount") or finding.value.get("rate") for finding in (general, special)]
    topics = [set(_TOPIC.findall(finding.quotes[0].text)) for finding in (general, special)]
    if None in said or said[0] == said[1] or not topics[0] & topics[1]:
        return None
    topic = sorted(topics[0] & topics[1])[0]
    message = f"{topic}: {said[0]} in the general conditions, {said[1]} in the special ones, which prevail"
    return Finding("penalties", None, (*general.quotes, *special.quotes), problem="conflict", message=message)


_TOPIC = compiled(r"逾期(?:竣工|交货|交付|付款|完工|开工|验收)|迟延(?:交货|付款)|工期延误")
