"""Who owns which intellectual property, and how long confidentiality lasts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.contract_zh.passages import Sentence, sentences
from docpipe.rules.view import View
from docpipe.rules.zh_durations import find_durations
from docpipe.types import Document, Finding

ANSWERS = ("ip_ownership", "confidentiality_term")

_OWNER = (
    rf"(?P<owner>(?:甲、?乙)?双方|(?:甲、?乙、?丙)?三方|各方|{PARTY}|目标公司|公司|顾问|各自|原权利人"
    r"|披露方|创作方|开发者)"
)
_HOW = r"(?:均|仍|应当?|全部|自始|始终|永远|独家|单独|完全|仍然|继续|依法|一并|各自|共同|永久|亦|也|皆|，)*"
_HELD = r"(?:单独|独家|共同|独占|依法)?(?:所有|享有|共有|拥有)"
_OTHER = _OWNER.replace("owner", "by")
_GROUPS = (("owner", "what"), ("by", "what"), ("first", "thing"), ("holder", "object"))
_OWNED = compiled(
    rf"(?P<what>[^。；]{{2,120}}?){_HOW}(?:(?:归属?于?|属于?){_HOW}{_OWNER}{_HELD}?"
    rf"|由{_OTHER}{_HELD})(?=[，。；;且并的)]|$)"
    rf"|(?P<first>{PARTY}|双方){_HOW}(?:享有|拥有|保留)(?P<thing>[^，。；]{{2,80}}?(?:知识产权|著作权|专利权?"
    rf"|商标权?|版权))"
    rf"|(?P<holder>{PARTY}|双方)对(?P<object>[^，。；]{{2,60}}?){_HOW}(?:享有|拥有)[^，。；]{{0,16}}?(?:知识产权"
    rf"|著作权|专利|商标|所有权|版权|权利)"
)
_IP = compiled(
    "知识产权|智慧财产|著作权|专利|商标|版权|成果|软件|源代码|技术|作品|模具|数据|文件|资料|发明|设计|图纸|商业秘密|域名|专有|程序"
)
_NOT_OWNED = compiled("不(?:构成|得|视为)|风险|负责|承担|费用|收益归|利息归|过错|管辖")
_LEAD = compiled(
    r"^\s*(?:第[^条]{1,4}条|\d+(?:\.\d+)*[.、]?|\([^)]{1,4}\)"
    r"|[一二三四五六七八九十]+、)?\s*(?:[^，。；]{0,60}?约定，)?"
)

_ASIDE = compiled(r"双方(?:确[定认]|同意|约定):|[^，。；]{2,40}(?:应当?|须|不得)[^，。；]{2,40}，(?=[^，。；]{2,}$)")
"""What stands before the thing that is owned: 双方确定：, and a duty of its own, 乙方应对图案保密，图案的著作权…."""

_SECRET = compiled("保密|商业秘密|不披露")
_LASTS = compiled(r"期限|保密期|期间|为期|持续|有效|终止后|届满后|解除后|之日起|内仍|不少于|后|长达")
_OTHER_LENGTH = compiled(r"通知|提前|内(?:返还|销毁|删除|书面|提出|赔偿|支付|向)|小时|竞业|赔偿|违约金|返还|销毁")
_FOREVER = compiled(
    r"(?:长期|永久|无限期|持续)(?:有效|性)?|无期限|直至[^，。；]{0,16}(?:公开|公众|公知)|不受[^，。；]{0,8}期限"
)


def find(view: View) -> Iterable[Finding]:
    """Statements of ownership, and durations of secrecy."""
    for sentence in sentences(view):
        yield from _owned(view, sentence)
        if _SECRET.search(sentence.text) or _SECRET.search(sentence.topic):
            yield from _secret(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """A duration of secrecy before "for ever", which is about some secrets only; then the first."""
    mine = [finding for finding in findings if finding.field == "confidentiality_term"]
    rest = [finding for finding in findings if finding.field != "confidentiality_term"]
    best = min(mine, key=lambda finding: (finding.basis, finding.at), default=None)
    same = [finding for finding in mine if best and finding.value == best.value]
    return [*rest, *(replace(finding, basis="") for finding in same)]


def _owned(view: View, sentence: Sentence) -> Iterator[Finding]:
    if not _IP.search(sentence.text):
        return
    for match in _OWNED.finditer(sentence.text):
        owner, what = next(pair for pair in _GROUPS if match[pair[0]])
        start, end = match.span(what)
        lead = _LEAD.match(sentence.text[start:end])
        start += lead.end() if lead else 0
        if opening := _ASIDE.match(sentence.text[start:end]):
            start += opening.end()
        while start < end and sentence.text[start] in "，、":
            start += 1
        subject = sentence.text[start:end]
        if not _IP.search(subject) or _NOT_OWNED.search(subject[-40:] + match[0][-8:]) or end - start > LONGEST_WHAT:
            continue
        value = {
            "owner": sentence.group(view, match, owner),
            "what": _OWN_RIGHTS.sub("", sentence.printed(view, start, end)).rstrip("，、及和"),
        }
        item = f"{value['owner']}|{value['what']}".casefold()
        yield Finding("ip_ownership", value, (sentence.quote(view, start, match.end()),), item=item)


_OWN_RIGHTS = compiled(
    r"(?<=.{4})[，,]?其(?:全部|所有|相关|一切)?的?(?:知识产权|著作权|专利(?:申请)?权|商标权|所有权|权利)"
    r"(?:[及和、与](?:全部|所有|相关|其他)?(?:知识产权|著作权|专利(?:申请)?权|商标权|所有权|权益|权利))*，?$"
)
"""The rights in a thing that is named already: 控制程序，其知识产权 says no more than the programs."""

LONGEST_WHAT = 120
"""Characters of what is owned: a longer run is several clauses."""


def _secret(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    direct = bool(_SECRET.search(text))
    for duration in find_durations(text):
        around = text[max(0, duration.start - 30) : duration.end + 12]
        if (
            duration.unit not in ("year", "month")
            or not _LASTS.search(around)
            or _OTHER_LENGTH.search(text[duration.end : duration.end + 12])
        ):
            continue
        if not direct and not re.search("期限|有效|义务", text):
            continue
        value = {"count": duration.count, "unit": duration.unit}
        yield Finding(
            "confidentiality_term",
            value,
            (sentence.quote(view, duration.start, duration.end),),
            basis="a" if direct else "b",
        )
        return
    match = _FOREVER.search(text)
    if direct and match and re.search("保密(?:义务|责任|期限|条款)", text):
        yield Finding("confidentiality_term", "perpetual", (sentence.quote(view, *match.span()),), basis="c")
