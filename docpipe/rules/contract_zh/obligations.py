"""Duties and rights: 甲方应当…, 乙方不得…, 任何一方有权…."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.contract_zh.passages import Sentence, filled, sentences
from docpipe.rules.view import View
from docpipe.rules.zh_script import LETTER
from docpipe.types import Document, Finding
from docpipe.words import Span

ANSWERS = ("obligations",)

_SOMEONE = (
    rf"(?:{PARTY}|(?<!{LETTER})(?:目标公司|标的公司|公司)|双方|各方|任何一方|守约方|违约方|任一方)"
    rf"(?:[和与及、或]{PARTY})*"
)
_MODAL = (
    r"(?:应当?(?!付|收|计|负|有)|须|必须|有义务|负责(?![，。；])|承诺|保证(?!人|方|金|期|担保|书)|不得|不应|无权|有权|可以?(?!能)|仅得"
    rf"|得(?=终止|解除|请求|要求|提前|主张|拒绝|扣除|径)|同意(?![^，。；]{{0,24}}的，)|授权(?={PARTY})|应负责(?![，。；])|应负(?!责))"
)
_CASE = (
    r"(?:(?:未经|非经|经|除|如果?|若|因|在|于|自)[^，。；]{2,40}，|[^，。；]{2,30}[的时后]，(?:每[^，。；]{2,10}，)?"
    r"|[^，。；的]{1,14}(?:内|期间|后|前)，?)"
)
"""When somebody must: 未经对方书面同意，; 逾期付款的，每逾期一日，; 离职后十二个月内."""

_DUTY = compiled(
    rf"(?:^|[，。；:\s)])(?:[^，。；]{{0,12}}?)(?<!经)(?<!得)(?P<party>{_SOMEONE})"
    rf"(?:(?:还|均|亦|也|并|同时|另|仍|各自|共同)*|(?!的|之|与|和)(?P<case>{_CASE})(?:则|还|均|并)?)"
    rf"(?P<modal>{_MODAL})(?P<action>[^。；]{{3,300}})"
)
_NEXT = compiled(rf"，(?=[^，。；]{{0,6}}?{_SOMEONE}(?:还|均|亦|也|并|同时|另|仍)*{_MODAL})")
"""Where the duty of somebody else begins in the same sentence."""

_BY = compiled(
    rf"由(?P<party>{PARTY})(?P<action>[^，。；:]{{0,12}}?(?:承担|负担|代扣代缴|代缴|缴纳|支付|办理|负责|提供|交付|完成|出具"
    r"|采购|安装|维修|维护|保管)(?!的|过|了)[^，。；:]{0,60})(?=[，。；]|$)"
)
"""What falls to somebody: 运费由乙方承担, 所得税由甲方从服务费中代扣代缴."""

_PLAIN = compiled(
    rf"(?:^|[，。；:\s)])(?:[^，。；:\s]{{2,12}}后)?(?P<party>{_SOMEONE})(?P<action>(?!的|之|与|和|及)[^，。；:]{{0,30}}?(?:支付|付清|缴纳|交纳|缴付|预付|交付|移交"
    r"|退还|返还|提供|开具|承担|负担|投保|维修|办理|移转|配合|补偿|赔偿|保管|公布|认缴|汇入|出资|拨付)(?!的|过|了|方|款|时|后|前|义务|责任|总额|金额|能力|之)"
    r"[^，。；:]{1,80})(?=[，。；]|$)"
)
"""A duty without a word for must: 甲方按月向乙方支付经济补偿."""

_NO_DUTY = compiled(
    r"逾期|未|不(?!少于|低于|超过|小于|限|含)|拒|迟延|延迟|延误|如|若|因|应|须|需|可|有权|违反|擅自|所|已|曾|拟|向[^，。；]{1,10}主张|(?:的|时|后|前|之日|日起"
    r"|方式|期限|义务|权利|情形|情况|责任|范围|标准|如下|部分|费用总额|(?:后|之日起)[^，。；]{1,6}[日天月年]之?内?)$"
)
_OBJECT = compiled(
    "从[^，。；]{2,}中代|(?:承担|负担|缴纳|支付|办理|负责|提供|交付|完成|出具|采购|安装|维修|维护|保管).{2,}"
)
"""An action that says by itself what is done; 运费由乙方承担 names the thing in front and is left out."""

_FORMULA = compiled("同意(?:如下|以下|本[合协])|同意(?:签[订署]|订立|缔结)|达成如下")
"""What announces the contract itself and owes nothing."""

_NO_COST = compiled("(?:承担|负担).*(?:风险|责任|损失|后果|选择|决定|毁损)")
_PROVISO = compiled("未经|非经|经|除")
"""A case that bounds what is forbidden or owed and so belongs to it: 未经对方书面同意，不得…."""

_CONDITION = compiled("[^，。；]{2,}(?:的|时|的情况下|的情形下)(?=，)")
"""What goes before a duty: 应当交付而未交付的，…."""

_DEADLINE = compiled(
    r"(?:(?:自|于|在|收到"
    r"|接到)[^，。；自于]{0,30}?)?(?:之日起)?\s?(?:[\d一二三四五六七八九十两]+)\s?(?:个)?(?:工作日|日|天|月|年"
    r"|小时)(?:之)?(?:内|前)|(?:于|在)?\d{4}年\d{1,2}月\d{1,2}日(?:之)?前"
)
LONGEST_ACTION = 160
"""Characters of an action; a longer one ends at a comma."""


def find(view: View) -> Iterable[Finding]:
    """The duties and rights of every sentence whose subjects are short names of parties."""
    for sentence in sentences(view):
        if len(sentence.text) > SHORTEST:
            found = list(_duties(sentence.text))
            yield from (_obligation(view, sentence, match, end) for match, end in found)
            borne = [] if found else list(_BY.finditer(sentence.text))
            for match in borne:
                yield from _borne(view, sentence, match)
            for match in () if found or borne else _PLAIN.finditer(sentence.text):
                if not _NO_DUTY.search(match["action"]):
                    yield _stated(view, sentence, match["party"], "must", match.span("action"))


SHORTEST = 8
"""Characters of a sentence that can be a duty."""


def _duties(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Each duty of a sentence with its end: where it stops, or somebody else's begins."""
    at = 0
    while match := _DUTY.search(text, at):
        stop = _NEXT.search(text, match.start("action"), match.end("action"))
        end = stop.start() if stop else match.end("action")
        if condition := _CONDITION.match(text, match.start("action"), end + 1):
            end = condition.end()
        elif end - match.start("action") >= SHORTEST_ACTION and not _FORMULA.match(text, match.start("modal")):
            yield match, end
        at = end


SHORTEST_ACTION = 2


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """All stand: their subjects are the short names of parties. What two clauses say is one duty, of the first."""
    firsts: dict[str | None, Finding] = {}
    for finding in (finding for finding in findings if finding.field == "obligations"):
        first = firsts.setdefault(finding.item, finding)
        if first is not finding:
            firsts[finding.item] = replace(first, quotes=tuple(dict.fromkeys((*first.quotes, *finding.quotes))))
    return [*(finding for finding in findings if finding.field != "obligations"), *firsts.values()]


def _borne(view: View, sentence: Sentence, match: re.Match[str]) -> Iterator[Finding]:
    """What a sentence leaves to a party, where the words behind the party say what is to be done."""
    if _OBJECT.search(match["action"]) and not _NO_COST.search(match["action"]):
        yield _stated(view, sentence, match["party"], "must", match.span("action"))


def _obligation(view: View, sentence: Sentence, match: re.Match[str], end: int) -> Finding:
    start = match.start("action")
    if match["modal"] in ("保证", "承诺", "同意", "授权", "负责"):
        start = match.start("modal")
    begin, case = match.start(), match["case"] or ""
    if case.endswith("，") and not _PROVISO.match(case):
        begin = start if _CONDITION.match(case) else begin
    elif case:
        start = match.start("case")
    end = _shortened(sentence.text, start, end)
    party = sentence.group(view, match, "party")
    return _stated(view, sentence, party, _modality(match["modal"]), (start, end), begin)


def _stated(view: View, sentence: Sentence, party: str, modality: str, action: Span, begin: int = 0) -> Finding:
    start, end = action
    numbers = [view.quote(*span) for span in sentence.numbers]
    deadline = _DEADLINE.search(sentence.text, start, end) or _DEADLINE.search(sentence.text, begin, start)
    value = {
        "party": party,
        "action": sentence.printed(view, start, end),
        "deadline": sentence.printed(view, *deadline.span()) if deadline else None,
        "modality": modality,
        "clause": "".join(number.text for number in numbers).rstrip("、."),
    }
    value = filled(value)
    item = f"{value['party']}|{value['action']}".casefold()
    quote = sentence.quote(view, 0, end)
    before = [number for number in numbers if number.span and quote.span and number.span[0] < quote.span[0]]
    return Finding("obligations", value, (*before, quote), item=item)


def _shortened(text: str, start: int, end: int) -> int:
    end = start + len(text[start:end].rstrip("，、；;: \t"))
    if end - start <= LONGEST_ACTION:
        return end
    comma = text.rfind("，", start, start + LONGEST_ACTION)
    return comma if comma > start else end


def _modality(modal: str) -> str:
    if modal in ("不得", "不应", "无权", "仅得"):
        return "must_not" if modal != "仅得" else "may"
    return "may" if modal.startswith(("可", "有权", "得")) else "must"
