"""Duties and rights: 甲方应当…, 乙方不得…, 任何一方有权…."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.duty_context import condition_in, deadline_in
from docpipe.rules.contract_zh.duty_lists import Item, Listed, cases_below, duties_below
from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.contract_zh.passages import Sentence, filled, sentences
from docpipe.rules.verbs import CUT
from docpipe.rules.view import View
from docpipe.rules.zh_script import LETTER
from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

ANSWERS = ("obligations",)

_SOMEONE = (
    rf"(?:{PARTY}|(?<!{LETTER})(?:目标公司|标的公司|公司)|双方|各方|任何一方|守约方|违约方|任一方"
    rf"|(?:遭受|受)[^，。；]{{0,12}}影响的?(?:一方)?)"
    rf"(?:[和与及、或]{PARTY})*(?:及其(?:工作人员|员工|雇员|关联方|代理人))?"
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
_ANNOUNCED = compiled(
    rf"(?:^|[，。；:\s)])(?:[^，。；]{{0,12}}?)(?P<party>{_SOMEONE})(?:(?P<modal>{_MODAL})|(?=[^，。；:]{{0,20}}?(?:以下|下列|如下)))"
    rf"(?P<action>[^。；:]{{0,80}}):\s*$"
)
"""What leads to a list of duties: 乙方应当：; 甲方按以下进度向乙方支付合同价款：."""

_NEXT = compiled(rf"，(?=[^，。；]{{0,6}}?{_SOMEONE}(?:还|均|亦|也|并|同时|另|仍)*{_MODAL})")
"""Where the duty of somebody else begins in the same sentence."""

_BY = compiled(
    rf"由(?P<party>{PARTY})(?P<action>[^，。；:]{{0,12}}?(?:承担|负担|代扣代缴|代缴|缴纳|支付|办理|负责|提供|交付|完成|出具"
    r"|采购|安装|维修|维护|保管)(?!的|过|了)[^，。；:]{0,60})(?=[，。；]|$)"
)
"""What falls to somebody: 运费由乙方承担, 所得税由甲方从服务费中代扣代缴."""

_PLAIN = compiled(
    rf"(?:^|[，。；:\s)])(?:[^，。；:\s]{{2,12}}后)?(?P<party>{_SOMEONE})(?P<action>(?!的|之|与|和|及)[^，。；:]{{0,30}}?(?:支付|付清|缴纳|交纳|缴付|预付|交付|移交"
    r"|退还|返还|提供|开具|承担|负担|投保|维修|办理|移转|配合|补偿|赔偿|保管|公布|认缴|汇入|出资|拨付|负有)(?!的|过|了|方|款|时|后|前|义务|责任|总额|金额|能力|之)"
    r"[^，。；:]{1,80})(?=[，。；]|$)"
)
"""A duty without a word for must: 甲方按月向乙方支付经济补偿."""

_NO_DUTY = compiled(
    r"逾期|未|不(?!少于|低于|超过|小于|限|含)|拒|迟延|延迟|延误|如|若|因|应|须|需|可|有权|违反|擅自|所|已|曾|拟|向[^，。；]{1,10}主张|(?:的|时|后|前|之日|日起"
    r"|方式|期限|(?<!保密)义务|权利|情形|情况|责任|范围|标准|如下|部分|费用总额|(?:后|之日起)[^，。；]{1,6}[日天月年]之?内?)$"
)
_OBJECT = compiled(
    "从[^，。；]{2,}中代|(?:承担|负担|缴纳|支付|办理|负责|提供|交付|完成|出具|采购|安装|维修|维护|保管).{2,}"
)
"""An action that says by itself what is done; 运费由乙方承担 names the thing in front and is left out."""

_FORMULA = compiled("同意(?:如下|以下|本[合协])|同意(?:签[订署]|订立|缔结)|达成如下")
"""What announces the contract itself and owes nothing."""

_NO_COST = compiled("(?:承担|负担).*(?:风险|责任|损失|后果|选择|决定|毁损)")
_CONDITION = compiled("[^，。；]{2,}(?:的|时|的情况下|的情形下)(?=，)")
"""What goes before a duty: 应当交付而未交付的，…."""

LONGEST_ACTION = 280
"""Characters of an action; a longer one ends at a comma."""


def find(view: View) -> Iterable[Finding]:
    """The duties and rights of every sentence whose subjects are short names of parties."""
    for sentence in sentences(view):
        if len(sentence.text) > SHORTEST:
            yield from _stated_in(view, sentence)


SHORTEST, SHORTEST_ACTION = 8, 2
"""Characters of a sentence that can be a duty, and of what is to be done."""


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """All stand: their subjects are the short names of parties. What two clauses say is one duty, of the first."""
    firsts: dict[str | None, Finding] = {}
    for finding in (finding for finding in findings if finding.field == "obligations"):
        first = firsts.setdefault(finding.item, finding)
        if first is not finding:
            firsts[finding.item] = replace(first, quotes=tuple(dict.fromkeys((*first.quotes, *finding.quotes))))
    return [*(finding for finding in findings if finding.field != "obligations"), *firsts.values()]


class _Duty(Struct, frozen=True):
    """Whose duty, and what, as stretches of a sentence: ``case`` says when it is owed, ``before`` where the words
    before it begin."""

    party: Span
    modality: str
    action: Span
    case: Span | None
    before: int = 0


def _stated_in(view: View, sentence: Sentence) -> Iterator[Finding]:
    """What is said by a word for must or may, or by a list; else what falls to a party; else what is said plainly."""
    text = sentence.text
    if (lead := _ANNOUNCED.search(text)) and (items := duties_below(view, sentence)):
        yield from (_of_list(view, sentence, lead, item) for item in items)
    elif duties := list(_duties(text)):
        cases = cases_below(view, sentence)
        yield from (_obligation(view, sentence, duty, cases) for duty in duties)
    else:
        yield from (_obligation(view, sentence, duty) for duty in _without_modal(text))


def _duties(text: str) -> Iterator[_Duty]:
    """Each duty of a sentence by its modal. What it begins with holds for all: 验收不合格的，甲方应…，乙方应…."""
    at, case = 0, None
    while match := _DUTY.search(text, at):
        stop = _NEXT.search(text, match.start("action"), match.end("action"))
        end = stop.start() if stop else match.end("action")
        case = condition_in(text, at, match.start("party")) or case
        if condition := _CONDITION.match(text, match.start("action"), end + 1):
            end = condition.end()
        elif end - match.start("action") >= SHORTEST_ACTION and not _FORMULA.match(text, match.start("modal")):
            when = _own_case(match) or case
            yield _Duty(match.span("party"), _modality(match["modal"]), (_begin(match), end), when, at)
        at = end


def _without_modal(text: str) -> Iterator[_Duty]:
    """What falls to somebody, else what is said plainly."""
    borne = [match for match in _BY.finditer(text) if _OBJECT.search(match["action"])]
    plain = [] if borne else [match for match in _PLAIN.finditer(text) if not _NO_DUTY.search(match["action"])]
    for match in (*(match for match in borne if not _NO_COST.search(match["action"])), *plain):
        case = condition_in(text, 0, match.start("party"))
        yield _Duty(match.span("party"), "must", match.span("action"), case)


def _begin(match: re.Match[str]) -> int:
    """Where the action begins: at the modal if that says what is done, at a case that belongs to it."""
    if match["modal"] in ("保证", "承诺", "同意", "授权", "负责"):
        return match.start("modal")
    return match.start("case") if match["case"] and not match["case"].endswith("，") else match.start("action")


def _own_case(match: re.Match[str]) -> Span | None:
    """When a duty is owed by what stands between its party and its modal: 乙方逾期付款的，应…; 乙方未经同意，不得…."""
    case = match["case"] or ""
    if not case.endswith("，"):
        return None
    return match.start("case" if _PROVISO.match(case) else "party"), match.end("case") - 1


_PROVISO = compiled("未经|非经|经|除|如|若")
"""A case that says all by itself; before another one the party is its subject."""


def _obligation(view: View, sentence: Sentence, duty: _Duty, cases: Sequence[Listed] = ()) -> Finding:
    """A duty with its conditions, of which ``cases`` stand in a list below: 有下列情形之一的，甲方有权…：（1）…."""
    text = sentence.text
    start, end = duty.action[0], _shortened(text, *duty.action)
    limit = deadline_in(text, (start, end), duty.before)
    when = [sentence.printed(view, *duty.case)] if duty.case else []
    value = {
        "party": sentence.printed(view, *duty.party),
        "action": f"{sentence.printed(view, start, end)}{CUT if end < _last(text, *duty.action) else ''}",
        "deadline": sentence.printed(view, *limit) if limit else None,
        "modality": duty.modality,
        "condition": "；".join([*when, *(other.printed(view, *span) for other, *span in cases)]),
    }
    quotes = [sentence.quote(view, 0, end), *(other.quote(view, *span) for other, *span in cases)]
    return _finding(view, sentence, value, quotes)


def _of_list(view: View, sentence: Sentence, lead: re.Match[str], item: Item) -> Finding:
    """An item's duty: what is said before the list belongs to each."""
    case = condition_in(sentence.text, 0, lead.start("party"))
    limit = deadline_in(item.sentence.text, item.action, item.action[0])
    cases = [sentence.printed(view, *case)] if case else []
    cases += [item.sentence.printed(view, *item.unless)] if item.unless else []
    said = [sentence.group(view, lead, "action"), item.sentence.printed(view, *item.action)]
    value = {
        "party": sentence.group(view, lead, "party"),
        "action": said[1] if item.forbids else "：".join(filter(None, said)),
        "deadline": item.sentence.printed(view, *limit) if limit else None,
        "modality": "must_not" if item.forbids else _modality(lead["modal"] or ""),
        "condition": "；".join(cases),
    }
    quotes = [sentence.quote(view, 0, lead.end()), item.sentence.quote(view, 0, item.action[1])]
    return _finding(view, item.sentence, value, quotes)


def _finding(view: View, sentence: Sentence, value: dict[str, str | None], quotes: list[Quote]) -> Finding:
    numbers = [view.quote(*span) for span in sentence.numbers]
    value = filled({**value, "clause": "".join(number.text for number in numbers).rstrip("、.")})
    item = "|".join(str(value.get(name, "")) for name in ("party", "action", "condition")).casefold()
    first = min((quote.span[0] for quote in quotes if quote.span), default=0)
    before = [number for number in numbers if number.span and number.span[0] < first]
    return Finding("obligations", value, (*before, *quotes), item=item)


def _shortened(text: str, start: int, end: int) -> int:
    end = _last(text, start, end)
    if end - start <= LONGEST_ACTION:
        return end
    comma = text.rfind("，", start, start + LONGEST_ACTION)
    return comma if comma > start else end


def _last(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip("，、；;: \t"))


def _modality(modal: str) -> str:
    if modal in ("不得", "不应", "无权", "仅得"):
        return "must_not" if modal != "仅得" else "may"
    return "may" if modal.startswith(("可", "有权", "得")) else "must"
