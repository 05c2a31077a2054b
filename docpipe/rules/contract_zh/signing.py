"""Dates of signing and taking effect: 签订日期, 于…签订, signature blocks, 自…起生效."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.contract_zh.passages import Sentence, sentences
from docpipe.rules.contract_zh.signatures import BASIS, near_signature, signs
from docpipe.rules.dates import FoundDate
from docpipe.rules.view import View
from docpipe.rules.zh_dates import find_dates
from docpipe.rules.zh_text import fold
from docpipe.types import Document, Finding, Paragraph

ANSWERS = ("agreement_date", "effective_date", "effective_condition")

NEAR_SIGNATURE = 6
"""Paragraphs around one in which somebody signs that may hold its date."""

CLUSTER = 3_000
"""Characters between dates of one signature page; further ones belong to annexes."""

ONLY_DATES = 0.7
"""Share of a line beside a signature that dates make up where they need no label."""

CONTRACT = r"(?:本|此|该)?(?:[^，。；:]{0,10}?)(?:合同|协议|契约|备忘录|意向书|订单|承诺函|保证函)(?:书)?"
_SIGNED_LABEL = compiled(r"(?:签订|签署|签约|订立|合同|协议)(?:日期|时间|之日)(?:为|:|是)?\s*$")
_SIGNED_ON = compiled(rf"(?:{CONTRACT}|双方|各方|以下各方|本《[^》]*》)[^。；]{{0,80}}?于\s*$")
_SIGNED_VERB = compiled(r"[^，。；]{0,40}?(?:签订|签署|订立|达成|缔结|签字|签约)")
_OTHER = compiled(r"(?<!本)《[^》]*》[^。]{0,20}$|(?:原|主|此前|曾|已)[^，。；]{0,12}于\s*$")
_EARLIER = compiled(r"(?:了|过|的|并生效的)|[^，。；]{0,30}?《[^》]*》(?!\s?\((?:以下|下)?(?:简)?称[^()]{0,6}本)")
_DATE_LABEL = compiled(r"(?:日\s?期|时间|签[订署字约]于|[Dd]ate)\s?:?[\s_]*$")
_EFFECTIVE_ON = compiled(
    r"(?:本|此)(?:合同|协议)[^。；]{0,30}?(?:自|从|于)\s*$|(?:生效日期?|起始日期?|生效时间)(?:为|是|:|指)?\s*(?:自)?$"
)
_TAKES_EFFECT = compiled(r"(?:之日)?(?:起|开始)?(?:正式|开始|即)?(?:生效|施行)|(?=[，。；\s]|$)")
_EFFECT = r"(?:起|后|时)?(?:正式|开始|即行|即|成立并|成立且|依法成立并|成立、)*(?:生效|发生法律效力|产生法律效力)"
_WHEN = r"(?P<condition>[^。；，]{0,70}?(?:，且[^。；，]{2,40}|，并[^。；，]{2,40})?)"
_CONDITION = compiled(
    r"(?:(?:本|此)(?:合同|协议|契约|保证|借款合同|租赁合同)?|^\s?(?:合同"
    r"|协议)(?=自|经|须经|在|于))(?:书)?[^。；，]{0,10}?(?:，)?(?:[^。；，]{0,24}?(?:成立，))?"
    rf"(?:自|经|须经|应经|在|于|待)?{_WHEN}{_EFFECT}"
)
_LATER = compiled(rf"(?:本|此)(?:合同|协议)[^。；]{{0,60}}?，(?:自|经|须经|在|于|待){_WHEN}{_EFFECT}")
"""The same with something in between: 本合同一式两份，…，自双方签字之日起生效."""

_SUBJECT_ELSE = compiled(r"补充|变更|修[改订]|解除|通知|附件|保函|担保|转让(?!合同|协议)|终止|条款|授权书|判决|裁决")
_EVENT = compiled(r"签|盖章|章|之日|后$|收到|支付|批准|登记|备案|通过|提交|审议|成就|满足")
_ONLY_SIGNING = compiled(
    rf"(?:双方|各方|三方|四方|所有|全体|当事人|双方当事人|各自|的|及其?|和|与|、|或|或者|并|且|{PARTY}|法定代表人?"
    rf"|负责人|授权代表人?|授权代理人|委托代理人|代理人|代表|其|有权|签字人|签[字名订署章约]|订立|加盖|盖|公章"
    rf"|合同专用章|印章|章|按手印|捺印|之日|均|共同|完成|同时|正式|\(|\)|/)+"
)


def find(view: View) -> Iterable[Finding]:
    """Candidates of every sort of place, each with its basis."""
    for sentence in sentences(view):
        yield from _signed(view, sentence)
        if "生效" in sentence.text or "施行" in sentence.text or "法律效力" in sentence.text or "起始" in sentence.text:
            yield from _takes_effect(view, sentence)
    for paragraph in view.own:
        yield from _beside_signatures(view, paragraph)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Choose the date of signing, then the day of taking effect that may rest on it."""
    mine = [finding for finding in findings if finding.field in ANSWERS]
    others = [finding for finding in findings if finding.field not in ANSWERS]
    signing = [finding for finding in mine if finding.field == "agreement_date"]
    agreed = _agreement_date(signing, _accessories(document, others))
    condition = next((finding for finding in mine if finding.field == "effective_condition"), None)
    stated = [finding for finding in mine if finding.field == "effective_date"][:1]
    effective = stated or _by_signing(condition, agreed, signing)
    return [*others, *agreed, *effective, *([replace(condition, basis="")] if condition else [])]


def _signed(view: View, sentence: Sentence) -> Iterator[Finding]:
    """签订日期：…, and 本协议由双方于…签订."""
    if (
        sentence.part == "schedule"
        or near_signature(view, sentence.paragraph)
        or not any(word in sentence.text for word in ("签", "订立", "日期", "达成"))
    ):
        return
    for date in find_dates(sentence.text):
        before = sentence.text[max(0, date.start - 120) : date.start]
        label = _SIGNED_LABEL.search(before) and len(sentence.text[: date.start].lstrip()) < 200
        verb = _SIGNED_ON.search(before) and _SIGNED_VERB.match(sentence.text, date.end)
        if (label or (verb and not _EARLIER.match(sentence.text, verb.end()))) and not _OTHER.search(before):
            yield _dated(view, sentence, date, "agreement_date", "clause")


def _dated(view: View, sentence: Sentence, date: FoundDate, field: str, basis: str) -> Finding:
    """A date as a finding: its value, or the reason why it has none."""
    begin = max(sentence.text.rfind(mark, 0, date.start) for mark in "，。；\t ") + 1
    quote = sentence.exactly(view, max(begin, date.start - 24), date.end)
    if date.value:
        return Finding(field, date.value.isoformat(), (quote,), basis=basis)
    printed = sentence.printed(view, date.start, date.end)
    problem = "partial_date" if date.partial else "impossible_date"
    message = f"{printed!r} is not a whole day" if date.partial else f"no calendar has {printed!r}"
    return Finding(field, None, (quote,), basis=basis, problem=problem, message=message)


def _takes_effect(view: View, sentence: Sentence) -> Iterator[Finding]:
    """自2024年5月1日起生效, or the condition: 自双方签字盖章之日起生效."""
    text = sentence.text
    for date in find_dates(text):
        before = text[max(0, date.start - 60) : date.start]
        if (
            date.value
            and _EFFECTIVE_ON.search(before)
            and _TAKES_EFFECT.match(text, date.end)
            and not _SUBJECT_ELSE.search(before)
        ):
            label = re.search(r"日期?|时间", before[-12:])
            if label or "生效" in text[date.end : date.end + 10]:
                yield _dated(view, sentence, date, "effective_date", "clause")
                return
    match = _CONDITION.search(text) or _LATER.search(text)
    if match is None or _SUBJECT_ELSE.search(text[: match.start("condition")]) or not _EVENT.search(match["condition"]):
        return
    start, end = match.span("condition")
    lead = re.match(r"[^，签盖并且]{0,30}?(?:自|经|须经|在|于)(?=[^，]{2})", text[start:end])
    start += lead.end() if lead else 0
    if not find_dates(text[start:end]) and end - start >= 3:
        yield Finding("effective_condition", sentence.printed(view, start, end), (sentence.quote(view, *match.span()),))


def _beside_signatures(view: View, paragraph: Paragraph) -> Iterator[Finding]:
    """Dates in and around signature blocks; ``accessory`` marks those beside a guarantor."""
    text = paragraph.text
    if len(text) > 700 or not re.search(r"[年\d]", text):
        return
    around = (paragraph, *view.before(paragraph, NEAR_SIGNATURE), *view.after(paragraph, NEAR_SIGNATURE))
    folded = fold(text, paragraph.start)
    dates = find_dates(folded.text)
    closing = folded.text.lstrip().startswith("中华民国")  # how contracts of Taiwan end, whatever stands above
    if not dates or not (closing or any(signs(other) for other in around)):
        return
    alone = sum(date.end - date.start for date in dates) > ONLY_DATES * len(folded.text.strip())
    alone = alone or (signs(paragraph) and not folded.text[dates[-1].end :].strip() and len(dates) == 1)
    for date in dates:
        before = folded.text[max(0, date.start - 24) : date.start]
        label = _DATE_LABEL.search(before)
        if not (label or alone):
            continue
        begin = max(0, date.start - 24) + label.start() if label else date.start
        quote = view.quote(*folded.span(begin, date.end))
        who = _nearest_signer(view, paragraph, folded.text[:begin])
        if date.value:
            yield Finding("agreement_date", date.value.isoformat(), (quote,), basis=f"{BASIS}:{who}")
        elif date.partial:
            message = f"the signature is not dated: {quote.text!r}"
            yield Finding("agreement_date", None, (quote,), basis=BASIS, problem="partial_date", message=message)


def _nearest_signer(view: View, paragraph: Paragraph, before: str) -> str:
    """The party that signs last before a date, as its label calls it."""
    above = "\n".join(fold(other.text).text for other in view.before(paragraph, NEAR_SIGNATURE))
    named = re.findall(rf"({PARTY})(?:\([^()]{{0,12}}\))?\s?[:(]", f"{above}\n{before}")
    return named[-1] if named else ""


def _accessories(document: Document, findings: list[Finding]) -> frozenset[str]:
    """The names of parties that only guarantee: their later signature does not date the contract."""
    items = {
        finding.item
        for finding in findings
        if finding.field == "parties"
        and finding.attribute == "role"
        and re.match("保证|担保|抵押人|出质", finding.value)
    }
    return frozenset(f.value for f in findings if f.field == "parties" and f.item in items and f.attribute == "aliases")


def _agreement_date(mine: list[Finding], accessories: frozenset[str]) -> list[Finding]:
    """What the text states; else the latest date beside a principal's signature, with a check where they differ."""
    stated = [finding for finding in mine if finding.basis == "clause"]
    signed = _one_page([finding for finding in mine if finding.basis.startswith(BASIS) and finding.value])
    if stated and (stated[0].value or not signed):
        same = [finding for finding in (*stated, *signed) if finding.value and finding.value == stated[0].value]
        found = _united(same) or [replace(stated[0], basis="")]
        return [*found, *_several([*stated[:1], *signed], "the date that the text states")]
    if not signed:
        undated = [finding for finding in mine if finding.problem][:1]
        return [replace(finding, quotes=finding.quotes[:1], basis="") for finding in undated]
    principal = [finding for finding in signed if finding.basis.partition(":")[2] not in accessories] or signed
    latest = max(finding.value for finding in principal)
    found = _united([finding for finding in signed if finding.value == latest])
    last = latest == max(finding.value for finding in signed)
    return [*found, *_several(signed, "the latest" if last else "the latest of the principal parties'")]


def _several(dated: list[Finding], chosen: str) -> Iterator[Finding]:
    """The check that lists the days on which a contract says that it was signed."""
    values = sorted({finding.value for finding in dated if finding.value})
    if len(values) > 1:
        quotes = tuple(quote for finding in dated for quote in finding.quotes)
        message = f"signed on {', '.join(values)}; {chosen} is the agreement date"
        yield Finding("agreement_date", None, quotes, problem="several_dates", message=message)


def _united(same: list[Finding]) -> list[Finding]:
    quotes = tuple(dict.fromkeys(quote for finding in same for quote in finding.quotes))
    return [replace(same[0], quotes=quotes, basis="")] if same else []


def _one_page(signed: list[Finding]) -> list[Finding]:
    """The dates of the first signature page."""
    page: list[Finding] = []
    places = sorted(
        (replace(finding, quotes=(quote,)) for finding in signed for quote in finding.quotes),
        key=lambda finding: finding.at,
    )
    for finding in places:
        if page and finding.at - page[-1].at > CLUSTER:
            break
        page.append(finding)
    return page


def _by_signing(condition: Finding | None, agreed: list[Finding], signing: list[Finding]) -> list[Finding]:
    """The latest signature's day where signing is all that taking effect needs and every signature is dated."""
    if condition is None or not _ONLY_SIGNING.fullmatch(fold(condition.value).text):
        return []
    if any(finding.problem for finding in signing):
        return []
    signed = _one_page([finding for finding in signing if finding.basis.startswith(BASIS) and finding.value])
    last = max(signed, key=lambda finding: finding.value, default=next((f for f in agreed if f.value), None))
    if last is None:
        return []
    message = f"effective when signed; the last signature is dated {last.value}"
    return [Finding("effective_date", last.value, (*condition.quotes, *last.quotes), derived=True, message=message)]
