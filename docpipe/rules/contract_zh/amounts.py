"""Amounts of money: how much, what it is called where it stands, what part it plays, who pays whom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.contract_zh.passages import Sentence, filled, sentences
from docpipe.rules.contract_zh.tables import bare, header_over, rows_with_amounts
from docpipe.rules.money import FoundMoney
from docpipe.rules.view import View
from docpipe.rules.zh_money import find_money
from docpipe.rules.zh_script import LETTER
from docpipe.rules.zh_text import fold
from docpipe.types import Document, Finding, Quote

ANSWERS = ("amounts",)

_NOUN = (
    "(?:总价款|价款|总价|单价|价格|报价|造价|合同价|价|费用|服务费|费|货款|款项|款|金额|总额|额度|额|租金|薪酬|薪资|工资|薪金|月薪|年薪|日薪|报酬|奖金|津贴|补贴|补偿金|赔偿金|违约金|滞纳金|保证金|押金|按金|订金|定金"
    "|对价|出资|注册资本|资本公积|资本|本金|借款|贷款|利息|罚金|罚款|保函|上限|限额|小计|合计|总计|余额|收入|佣金|提成|税额|税金|预付款|尾款|首付款|投资款|增资款|转让款|股权转让款|限价|损失|责任)"
)
_LINK = (
    r"(?:\([^()]{0,16}\))?(?:总计|共计|合计|计|总额|为|是|即|:|\t|=|达|约|达到|不超过|不低于|不少于|低于|高于"
    r"|超过|的标准|标准|按|税前|税后|含税|不含税|人民币|大写|小写|共|由|从|调整为|变更为|增加至|增加到|减少至"
    r"|降低至|提高至|每\S{1,3}|\s|,|，)*"
)
_BEFORE = compiled(rf"(?P<what>[\w/()《》、&\"-]{{0,24}}{_NOUN})(?P<link>{_LINK})$")
_AFTER = compiled(rf"\s?(?:整)?的?(?P<what>{LETTER}{{0,16}}?{_NOUN})")
_THAT_IS = compiled(r"(?:即|共计|合计|计|为|人民币|每(?:季度|期|月|年|次|周)|\s)*")
_GENERIC = compiled("金额|总额|款项|款|额|额度|费用")
_LABEL = compiled(r"(?P<what>[\w/()、]{2,20}):\s*$")
_LEAD = compiled(
    rf"^.*(?:应当?|须|需|(?<![不许认])可以?|有权|同意|承诺|按照?|但|支付|缴纳|交纳|缴付|提交|提供|收取|退还|返还|赔偿|承担|补足|补缴"
    rf"|{PARTY}|其中|其余|以及|及|和|与|则|约定|并|每月|每年|每季度|每次|另|后|内|前(?!期)|于|日|对|由|为|以|该"
    rf"|在本合同项下|的)(?=.{{2,}})"
)
_NUMBERING = compiled(r"^(?:第[^条]{1,4}条|[\d.]+|\([^)]{1,3}\)|[一二三四五六七八九十]+、)\s*")

_CAPPED = compiled(r"(?:不超过|不得超过|不高于|上限为|限额为|最高为?|以)(?:人民币|\s)*$")
_CAPS = compiled(r"\s?(?:\([^()]*\))?(?:为限|为上限|的限额|封顶)")
_ROLES = (
    ("penalty", compiled("违约金|滞纳金|罚款|罚金|罚息|赔偿|逾期利息|扣[减除]|违约责任")),
    ("other", compiled("保险|注册资本|以上的?$|增值税税?额|税金|税额")),
    ("deposit", compiled("保证金|押租?金|按金|定金|订金|履约保函|质保金|诚意金|保函")),
    ("cap", compiled("上限|不超过|不得超过|最高|限额|为限|额度|不高于|封顶")),
    ("minimum", compiled("不低于|最低|不少于|至少|保底|下限")),
    ("fee", compiled("费|酬|薪|工资|佣金|提成|奖金|津贴|补贴")),
    ("price", compiled("价|[Pp]rice|货款|租金|对价|转让款|工程款|签约合同|合同(?:总)?(?:金额|额)|总金额")),
)
_PER_BEFORE = compiled(
    r"(?P<per>(?:每|按)(?:一)?(?:平方米|建筑平方米|小时|日|天|周|月|季度|季|年|学期|次|人|名|台|套|件|吨|公斤|股|批"
    r"|户|期|逾期一日|延迟一日|少一天|提前一日)(?:历天)?(?:每(?:平方米|日|天|月|年))?)[^，。；]{0,24}$"
)
_PER_AFTER = compiled(
    r"\s?(?:/|每)(?P<per>(?:㎡|平方米|小时|日|天|周|月|季度|年|次|人|名|台|套|件|吨|公斤|股|批|户|期)(?:[/·]?(?:日"
    r"|天|月|年))?)"
)
_TAX = compiled(
    r"(?:不?含(?:\d+%)?(?:的)?(?:增值)?税(?:价|价格|价款)?|含\s?\d+(?:\.\d+)?\s?%\s?(?:的)?(?:增值)?税|税前|税后)"
)
_PAYS = compiled(
    rf"(?P<payer>{PARTY})[^。；]{{0,60}}?向(?P<payee>{PARTY})(?:一次性|足额|分期|另行|如期|按期|再)?(?:支付|缴纳"
    rf"|交纳|赔偿|补偿|提交|提供|出借|退还|返还)|向(?P<to>{PARTY})(?:一次性|足额)?(?:支付|缴纳|交纳|赔偿|提交|出借)"
    rf"|(?P<from>{PARTY})(?:应当?|须|需|同意)[^，。；]{{0,30}}?(?:支付|缴纳|交纳|赔偿)"
)


def find(view: View) -> Iterable[Finding]:
    """One finding per amount; two where capitals and figures contradict each other; amounts of tables."""
    for sentence in sentences(view):
        for money in find_money(sentence.text):
            yield from _amount(view, sentence, money)
    for row in rows_with_amounts(view):
        value = {
            "what": row.what,
            "amount": row.amount,
            "currency": row.currency,
            "role": _row_role(row.what, row.header),
            "per": row.per,
        }
        yield Finding("amounts", filled(value), row.quotes, item=_key(value), derived=row.scaled, message=row.message)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Every amount stands. Capitals that differ from figures are reported once, with a table's total that backs one."""
    amounts = [finding for finding in findings if finding.field == "amounts"]
    doubted = [finding for finding in amounts if finding.problem == "amount_words"]
    settled = [replace(f, basis="") if f.field == "amounts" else f for f in findings if f not in doubted]
    return [*settled, *(_backed(finding, amounts) for finding in doubted)]


def _backed(doubt: Finding, amounts: list[Finding]) -> Finding:
    """A doubt that also cites where else one of its two figures stands."""
    said = set(str(doubt.basis).split("|"))
    others = (
        [
            f
            for f in amounts
            if not f.problem and f.basis != "doubt" and f"{f.value['amount']:f}".rstrip("0").rstrip(".") in said
        ]
        if said
        else []
    )
    quotes = tuple(dict.fromkeys((*doubt.quotes, *(quote for finding in others for quote in finding.quotes[:1]))))
    return replace(doubt, quotes=quotes, basis="")


def _amount(view: View, sentence: Sentence, money: FoundMoney) -> Iterator[Finding]:
    before, after = sentence.text[: money.start], sentence.text[money.end :]
    if money.amount == 0 or (re.search(r"每\s?$|每(?:一)?股$", before) and money.amount == 1):
        return
    headed = _headed(sentence, money)
    what = bare(headed or _what(sentence, view, money) or "") or None
    shown = fold(what or "").text
    role = _role(shown, before, after)
    if role == "other":
        role = _row_role(what, header_over(view, sentence.paragraph)) if _TOTAL.match(shown) else _share_role(before)
    value: dict[str, Any] = {"what": what, "amount": money.amount, "currency": money.currency, "role": role}
    value |= _more(sentence, view, money)
    quote = sentence.quote(view, max(0, money.start - 30), money.end)
    over = (view.quote(*sentence.heading),) if headed and sentence.heading else ()
    if money.words is None or money.words == money.amount:
        yield Finding("amounts", filled(value), (*over, quote), item=_key(value))
        return
    for amount, place in _two_sides(view, sentence, money):
        side = {**value, "amount": amount}
        yield Finding("amounts", filled(side), (quote, place), item=_key(side), basis="doubt")


def _two_sides(view: View, sentence: Sentence, money: FoundMoney) -> Iterator[tuple[Any, Quote]]:
    """The figures and the capitals of an amount that says two things, each with its own place."""
    for part in find_money_parts(sentence.text, money):
        yield part.amount, sentence.exactly(view, part.start, part.end)


def find_money_parts(text: str, money: FoundMoney) -> tuple[FoundMoney, ...]:
    """The amounts inside a pair, read one by one."""
    cut = max(text.rfind("(", money.start, money.end), text.rfind("，", money.start, money.end))
    parts = [(money.start, cut), (cut, money.end)] if cut > money.start else [(money.start, money.end)]
    found = []
    for start, end in parts:
        found += [replace(each, start=each.start + start, end=each.end + start) for each in find_money(text[start:end])]
    return tuple(found)


def _key(value: dict[str, Any]) -> str:
    """As the kind has it: amount, currency, role, what."""
    return "|".join(str(value.get(name) or "").casefold() for name in ("amount", "currency", "role", "what"))


def _what(sentence: Sentence, view: View, money: FoundMoney) -> str | None:
    """The noun in front of an amount, the one behind it, or the label of its line."""
    text = sentence.text
    begin = max(text.rfind(mark, 0, money.start) for mark in "，。；\t ") + 1
    behind = _AFTER.match(text, money.end) if begin == money.start else None
    if begin and not behind and _THAT_IS.fullmatch(text, begin, money.start):
        begin = max(text.rfind(mark, 0, begin - 1) for mark in "，。；\t ") + 1
    begin = max((begin, *(other.end for other in find_money(text) if other.end <= money.start)))
    if match := _BEFORE.search(text, max(begin, money.start - 48), money.start):
        start, end = _trimmed(text, *match.span("what"))
        if _GENERIC.fullmatch(text, start, end) and (behind := _AFTER.match(text, money.end)):
            return sentence.printed(view, *_trimmed(text, *behind.span("what")))
        if end - start >= 2 or match["link"]:
            return sentence.printed(view, start, end) if end > start else None
    if match := _AFTER.match(text, money.end):
        return sentence.printed(view, *_trimmed(text, *match.span("what")))
    if match := _LABEL.search(text, max(begin, money.start - 24), money.start):
        return sentence.printed(view, *_trimmed(text, *match.span("what")))
    if match := _STEP.match(text):
        return sentence.group(view, match, "what")
    if match := _SHARE.search(text, 0, money.start):
        start, end = match.span("what")
        start += numbering.end() if (numbering := _NUMBERING.match(text[start:end])) else 0
        lead = _SHARE_LEAD.match(text[start:end])
        return sentence.printed(view, start + (lead.end() if lead else 0), end)
    return _changed(sentence, view, money)


def _headed(sentence: Sentence, money: FoundMoney) -> str | None:
    """The heading over an amount that stands for itself: 四、签约合同价."""
    topic = sentence.topic.strip()
    if sentence.paragraph.kind == "table":
        return None
    alone = sentence.heading and _ALONE.fullmatch(sentence.text, 0, money.start) and _ONLY_NOUN.fullmatch(topic)
    return topic if alone else None


_ALONE = compiled(r"[\s:()¥]*(?:人民币|大写|小写|[\s:()¥])*")
_ONLY_NOUN = compiled(rf"{LETTER}{{0,12}}{_NOUN}")
_STEP = compiled(
    r"\s*(?:\([^)]{1,3}\)|\d{1,2}[.、)]|[①-⑳])?\s*(?P<what>[\w()、]{0,12}(?:款|金|费|期|租|保证金|定金))(?:\([^()]{0,12}\))?:"
)
"""What a step of payment is called at the head of its line: 1. 预付款：…, （2）进度款：…, 第一期：…."""

_SHARE = compiled(
    r"(?P<what>[^，。；:]{2,30}?的?\s?(?:\d{1,3}(?:\.\d+)?\s?%|百分之[一二三四五六七八九十]{1,4}))[，、(]*(?:即|计|共计|为|合计)?(?:人民币)?\s*$"
)
_SHARE_LEAD = compiled(
    r"^.*(?:支付|付清|付|结清|预付|交纳|缴纳|收取|返还|退还|向\S{2,4}|至|按照?|的)(?=(?:本?合同|总|工程|设备|货|价|租|服务|转让).{2,})"
)
"""A share of a price that an amount works out: 合同总价款的30%，即…."""


_SHARE_OF = compiled(r"(?P<what>[^，。；:]{2,30}?)的?\s?(?:\d{1,3}(?:\.\d+)?\s?%|百分之[一二三四五六七八九十]{1,4})")


def _share_role(before: str) -> str:
    """The part that an amount plays which works out a share of something: 合同总价款的30%，即… is part of the price."""
    match = _SHARE_OF.search(before)
    return next((r for r in ("fee", "price") if match and dict(_ROLES)[r].search(match["what"])), "other")


_TOTAL = compiled(r"合计|总计|小计|共计")


def _row_role(what: str | None, header: str | None) -> str:
    """The part that a row of a table plays: what it says itself, else what the header says if it says one thing."""
    what, header = fold(what or "").text, fold(header or "").text
    own = _role(what, "", "")
    if own != "other" or not header or "税" in what:
        return own
    said = {role for role, pattern in _ROLES if pattern.search(header) and role != "other"}
    if not said and _GOODS.search(header) and "金额" in header:
        said = {"price"}
    return said.pop() if len(said) == 1 else "other"


_GOODS = compiled("设备|货物|产品|商品|物资|材料|规格|型号|品名|数量|备件")


def _changed(sentence: Sentence, view: View, money: FoundMoney) -> str | None:
    """The name of an amount that another one was changed into: 由120万元调整为126.5万元."""
    for other in find_money(sentence.text):
        if other.end < money.start and _CHANGED.fullmatch(sentence.text, other.end, money.start):
            return _what(sentence, view, other)
    return None


_CHANGED = compiled(r"(?:调整|变更|增加|减少|提高|降低|修改)(?:为|至|到)")


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A noun phrase without numbering, subject and verb in front of it."""
    if numbering := _NUMBERING.match(text[start:end]):
        start += numbering.end()
    if lead := _LEAD.match(text[start:end]):
        start += lead.end()
    while start < end and text[start] in ')的:、/"即':
        start += 1
    return start, end


_CAPITALS = compiled(r"\(?(?:人民币)?\(?(?:大写|小写)\)?$|\($")

NEAR = 24
"""Characters before an amount in which a word can still say what part it plays."""


def _role(printed: str, before: str, after: str) -> str:
    what = fold(printed).text
    near = re.split("[，。；]", before)[-1][-NEAR:]
    if _CAPS.match(after) or (_CAPPED.search(near) and not near.rstrip().endswith("以")):
        return "cap"
    behind = re.split("[，。；]", after)[0][:16]
    for role, pattern in _ROLES:
        places = [what] if role in ("fee", "price") else [what, near]
        if role in ("penalty", "cap", "deposit"):
            places.append(behind)
        if any(pattern.search(place) for place in places):
            return role
    return "other"


def _more(sentence: Sentence, view: View, money: FoundMoney) -> dict[str, str]:
    """Per what, tax, payer and payee, as printed in the same sentence."""
    text, found = sentence.text, {}
    before = text[: money.start]
    if (match := _PER_AFTER.match(text, money.end)) or (
        match := _PER_BEFORE.search(text, max(0, money.start - 40), money.start)
    ):
        found["per"] = sentence.group(view, match, "per")
    if match := _TAX.search(text, max(0, money.start - 12), money.end + 16):
        found["tax"] = sentence.group(view, match)
    if match := next(iter(list(_PAYS.finditer(before))[-1:]), None) or _PAYS.search(text, 0, money.end + 12):
        payee = match["payee"] or match["to"] or ""
        nearer = re.findall(PARTY, text[match.start() : match.start("payee")]) if match["payee"] else []
        payer = next((name for name in reversed(nearer) if name != payee), match["from"] or "")
        found |= {"payer": payer, "payee": payee}
    return found
