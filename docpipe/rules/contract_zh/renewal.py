"""How a contract is renewed, and how long before its end that must be refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.passages import Sentence, sentences
from docpipe.rules.durations import FoundDuration
from docpipe.rules.view import View
from docpipe.rules.zh_durations import find_durations
from docpipe.types import Document, Finding

ANSWERS = ("renewal_term", "notice_period")

_RENEWS = compiled(r"续展|续租|续签|续期|续订|续约|顺延|延续|延长|自动延期|展期")
_RENEWAL = compiled(
    r"(?:自动|可|再|每次|依次|默认|则|同意|期限?)*(?:续展|续租|续签|续期|续订|续约|顺延|延续|延长|展期)(?:的|本合同"
    r"|本协议|合同|协议|租赁|许可|服务|期限|期|有效期|一次|每次)*[^。；，\d一二三四五六七八九十两半]{0,8}$"
)
_CEILING = compiled(r"(?:不超过|不得超过|最长|至多|最多|不长于)(?:为|\s)*$")
_NOT_RENEWED = compiled(r"(?:工期|履行期限|交货期|付款期限|期间|宽限)[^。；，]{0,8}(?:相应)?(?:顺延|延长)")

_BEFORE_END = compiled(
    r"(?:期满|届满|到期|终止|期限届满|满)(?:日|之日)?(?:的)?(?:之)?前(?:的)?(?:至少|不少于|提前)?\s*$|(?:期满|届满"
    r"|到期)(?:日)?(?:之)?前?(?:应当|应|须|至少)?提前(?:至少)?\s*$"
)
_IN_ADVANCE = compiled(r"(?:提前|至少提前|应当?提前|须提前)(?:至少|不少于)?\s*$")
_RIGHT_BEFORE = compiled(r"(?:之)?前(?:以)?书面(?:形式)?通知")
_NOTICE = compiled(r"通知|申请|告知|函告|书面(?:形式)?(?:提出|表示)")
_OBJECTION = compiled(r"异议|反对")
_ENDS_CONTRACT = compiled(r"(?:终止|解除|退出)(?:本)?(?:合同|协议|合作|租赁|劳动合同|本)?")
_AFTER_CONTRACT = compiled(r"终止(?:后|之日起)|解除后")


def find(view: View) -> Iterable[Finding]:
    """Candidates; how surely a sentence speaks of the contract itself is the basis."""
    for sentence in sentences(view):
        renews = _RENEWS.search(sentence.text) and not _NOT_RENEWED.search(sentence.text)
        notifies = "前" in sentence.text and any(word in sentence.text for word in ("通知", "书面", "申请"))
        durations = find_durations(sentence.text) if renews or notifies else ()
        if renews:
            yield from _renewals(view, sentence, durations)
        if notifies:
            yield from _notices(view, sentence, durations)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The best sentence for each field."""
    kept = [finding for finding in findings if finding.field not in ANSWERS]
    for name in ANSWERS:
        mine = [finding for finding in findings if finding.field == name]
        best = min(((finding.basis, finding.at) for finding in mine), default=None)
        kept += [replace(finding, basis="") for finding in mine if (finding.basis, finding.at) == best]
    return kept


def _renewals(view: View, sentence: Sentence, durations: tuple[FoundDuration, ...]) -> Iterator[Finding]:
    text = sentence.text
    for duration in durations:
        before = text[max(0, duration.start - 24) : duration.start]
        if (
            duration.unit in ("month", "year")
            and _RENEWAL.search(before)
            and text[duration.end : duration.end + 1] != "前"
        ):
            basis = "c" if sentence.part == "schedule" else "a"
            quote = sentence.quote(view, duration.start, duration.end)
            value = {"count": duration.count, "unit": duration.unit}
            if _CEILING.search(before):
                yield Finding("renewal_term", None, (quote,), basis=f"b{basis}", problem="ceiling", message=_AT_MOST)
                basis = f"b{basis}"
            yield Finding("renewal_term", value, (quote,), basis=basis)
            return


_AT_MOST = "the most that a renewal may last, to be agreed; the contract does not fix the term of a renewal"


def _notices(view: View, sentence: Sentence, durations: tuple[FoundDuration, ...]) -> Iterator[Finding]:
    """a: notice that refuses or asks for a renewal; b: notice that ends the contract without a cause; c: objection."""
    text = sentence.text
    for duration in durations:
        before, after = text[max(0, duration.start - 24) : duration.start], text[duration.end : duration.end + 60]
        whole = text[max(0, duration.start - 60) : duration.end + 60]
        before_end = _BEFORE_END.search(before) or (_IN_ADVANCE.search(before) and re.search(r"期满|届满|到期", before))
        basis = None
        if re.search(r"(?:期满|届满|到期)\s?$", before) and re.match(r"(?:之)?前", after):
            before_end = _BEFORE_END.search("届满前")
        if (before_end and _RENEWS.search(whole)) or (before_end and re.search(r"终止|不再|解除", after)):
            basis = "a" if _NOTICE.search(whole) else "c" if _OBJECTION.search(whole) else None
        elif _without_cause(text, duration) and (
            _RIGHT_BEFORE.match(after) or (_IN_ADVANCE.search(before) and re.search("通知|书面", after))
        ):
            basis = "b"
        if basis:
            yield Finding(
                "notice_period",
                {"count": duration.count, "unit": duration.unit},
                (sentence.quote(view, duration.start, duration.end),),
                basis=basis,
            )
            return


def _without_cause(text: str, duration: FoundDuration) -> bool:
    """Whether a sentence lets somebody end the contract by notice alone."""
    after = text[duration.end : duration.end + 60]
    ends = _ENDS_CONTRACT.search(after) or re.search(r"提前(?:终止|解除)", text[: duration.start])
    if not ends or _AFTER_CONTRACT.search(after):
        return False
    return not re.search(
        r"违约|未能|逾期|不可抗力|不符|发生|有下列|无法|不能|拒绝|超过|验收|变更", text[: duration.start]
    )
