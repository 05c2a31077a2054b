"""The title: the first line of the opening that names a kind of contract and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from docpipe.patterns import compiled
from docpipe.rules.view import View
from docpipe.rules.zh_script import has_han
from docpipe.rules.zh_text import fold, unspaced
from docpipe.types import Document, Finding

ANSWERS = ("title",)

LONGEST = 50
"""Characters of a title on one line."""

_KIND = (
    r"(?:合同书|合同|协议书|协议|契约|备忘录|意向书|条款清单|承诺书|承诺函|保证书|担保书|担保函|保证函|委托书"
    r"|订货单|采购订单|订单|补充条款|章程|约定书|聘书|确认书)"
)
_TITLE = compiled(rf"(?:关于)?[\w()《》“”\"、·/&和与及之的第号-]{{0,40}}?{_KIND}(?:\([^()]{{1,16}}\))?")
_NOT_A_TITLE = compiled(
    r"[，。；:]|^第\w+[条章节部]|^附[件表录]|编号|^本[合协]|^目录|^签[订署]|^甲方|^乙方|应当|以下"
    r"|^[一二三四五六七八九十]+、|^\d+[.、]|见附|\.{3,}|…|文件构成|^合同协议书$|示范文本"
)
_TRANSLATED = compiled(r"(?<=[\u4e00-\u9fff)）])\s?[/|]?\s?[A-Z][A-Za-z ,&'-]{6,80}$")
"""The English title on the same line."""

_WHOLE = compiled(r"^《([^《》]*)》$")
"""A title in brackets; 《…合同》补充协议 keeps those of the contract that it names."""

_NAMED = compiled(
    rf"(?:就|签[订署]|订立|达成)?本?《(?P<name>[^》]{{2,40}}{_KIND}(?:\([^()]{{1,16}}\))?)》\s?\((?:以下"
    rf"|下)?(?:简)?称(?:为)?\"?(?:本|合同|协议)"
)


def find(view: View) -> Iterable[Finding]:
    """Lines that are titles, the one over them joined where it is the first half; names that the preamble gives."""
    opening = view.opening
    for place, paragraph in enumerate(opening):
        text = fold(paragraph.text).text.strip(" \t《》")
        text = _TRANSLATED.sub("", text)
        if not has_han(text) or len(text) > LONGEST or _NOT_A_TITLE.search(text) or not _TITLE.fullmatch(text):
            continue
        start = paragraph.start
        above = opening[place - 1] if place else None
        opens = above and re.search("之$|的$|^关于", fold(above.text).text.strip())
        if (
            (text in _BARE or opens)
            and above
            and len(above.text) <= LONGEST
            and not _NOT_A_TITLE.search(fold(above.text).text)
        ):
            start = above.start if has_han(above.text) else start
        quote = view.quote(start, paragraph.end)
        printed = _WHOLE.sub(r"\1", _TRANSLATED.sub("", unspaced(quote.text)))
        yield Finding("title", printed, (quote,), basis=f"line@{place}")
    for paragraph in opening:
        folded = fold(paragraph.text, paragraph.start)
        if match := _NAMED.search(folded.text):
            quote = view.quote(*folded.span(*match.span("name")))
            yield Finding("title", unspaced(quote.text), (quote,), basis="named")


_BARE = frozenset(("合同", "协议", "合同书", "协议书", "补充协议", "施工合同", "(合同书)", "协议文本"))
"""Second lines of a title: what they are about stands over them."""


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The first line; else the name in the preamble."""
    mine = [finding for finding in findings if finding.field == "title"]
    best = min(mine, key=lambda finding: (not finding.basis.startswith("line"), finding.at), default=None)
    return [finding for finding in findings if finding.field != "title"] + ([best] if best else [])
