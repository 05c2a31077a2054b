"""Duties and rights: 甲方应当…, 乙方不得…, 任何一方有权…."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.contract_zh.passages import Sentence, filled, sentences
from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS = ("obligations",)

_DUTY = re.compile(
    rf"(?:^|[，。；:\s)])(?:[^，。；]{{0,12}}?)(?P<party>(?:{PARTY}|双方|各方|任何一方|守约方|违约方"
    rf"|任一方)(?:[和与及、]{PARTY})*)"
    rf"(?:还|均|亦|也|并|同时|另|仍|各自|共同)*(?P<modal>应当?(?!付|收|计|负|有)|须|必须|有义务|负责|承诺|保证(?!人"
    rf"|方|金|期|担保|书)|不得|不应|无权|有权|可以?(?!能)|仅得|同意(?![^，。；]{{0,24}}的，)|授权(?={PARTY})"
    rf"|应负)(?P<action>[^。；]{{3,300}})"
)
_DEADLINE = re.compile(
    r"(?:(?:自|于|在|收到"
    r"|接到)[^，。；自于]{0,30}?)?(?:之日起)?\s?(?:[\d一二三四五六七八九十两]+)\s?(?:个)?(?:工作日|日|天|月|年"
    r"|小时)(?:之)?(?:内|前)|(?:于|在)?\d{4}年\d{1,2}月\d{1,2}日(?:之)?前"
)
LONGEST_ACTION = 160
"""Characters of an action; a longer one ends at a comma."""


def find(view: View) -> Iterable[Finding]:
    """The first duty or right of every sentence whose subject is a party's short name."""
    for sentence in sentences(view):
        if len(sentence.text) > 8 and (match := _DUTY.search(sentence.text)):
            yield from _obligation(view, sentence, match)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """All stand: their subjects are the short names of parties."""
    return findings


def _obligation(view: View, sentence: Sentence, match: re.Match[str]) -> Iterator[Finding]:
    start, end = match.span("action")
    if match["modal"] in ("保证", "承诺", "同意", "授权", "负责"):
        start = match.start("modal")
    end = _shortened(sentence.text, start, end)
    deadline = _DEADLINE.search(sentence.text, start, end) or _DEADLINE.search(sentence.text, 0, start)
    value = {
        "party": sentence.group(view, match, "party"),
        "action": sentence.printed(view, start, end),
        "deadline": sentence.printed(view, *deadline.span())
        if deadline and match.start() <= deadline.start()
        else None,
        "modality": _modality(match["modal"]),
        "clause": sentence.number,
    }
    value = filled(value)
    item = f"{value['party']}|{value['action']}".casefold()
    quotes = [sentence.quote(view, 0, end)]
    if sentence.numbered and sentence.numbered[0] < sentence.span(0, 1)[0]:
        quotes.append(view.quote(*sentence.numbered))  # the paragraph's number stands before an earlier sentence
    yield Finding("obligations", value, tuple(quotes), item=item)


def _shortened(text: str, start: int, end: int) -> int:
    end = start + len(text[start:end].rstrip("，、；;: \t"))
    if end - start <= LONGEST_ACTION:
        return end
    comma = text.rfind("，", start, start + LONGEST_ACTION)
    return comma if comma > start else end


def _modality(modal: str) -> str:
    if modal in ("不得", "不应", "无权", "仅得"):
        return "must_not" if modal != "仅得" else "may"
    return "may" if modal.startswith(("可", "有权")) else "must"
