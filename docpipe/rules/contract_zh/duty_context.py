"""When somebody must, and until when: 验收不合格的，甲方应…; 本合同终止后十日内，乙方应…."""

from __future__ import annotations

import re

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.passages import NUMBER
from docpipe.words import Span

_TIME = r"(?:[\d一二三四五六七八九十两]+)\s?(?:个)?(?:工作日|日|天|月|年|小时)"
_DEADLINE = compiled(
    rf"(?:(?:自|于|在|收到|接到)[^，。；:自于]{{0,30}}?)?(?:之日起)?\s?{_TIME}(?:之)?(?:内|前)(?!{_TIME}|有效|持续|仍|继续有效)"
    rf"|(?:于|在)?\d{{4}}年\d{{1,2}}月\d{{1,2}}日(?:之)?前|(?:至少)?提前(?:至少)?{_TIME}(?!通知[后的])"
)
_RUNS = compiled(r"[^，。；]{0,2}(?:持续|继续)?有效")
"""A time in which something stays in force is no limit: 在本协议终止后五年内持续有效."""

_SINCE = compiled(r"(?:之日|当日|届满|到期|后|起|之后|以后)$")
_PREPOSITION = compiled("[自于在从]|提前|至少")
_ACTS = compiled("[应须可得由按将把]")
"""What stands before a limit and is no event that it counts from."""

_WHEN = compiled(
    r"(?:如果?|若|倘若|因|由于|凡|当|除|未经|非经|经(?!济|营|销))[^，]+$"
    r"|[^，]+(?:的|(?<!小|同|及|按|临|随|平)时|后|前|之日|期间|期内|届满|到期|终止|情况下|情形下|范围内|外)$"
)
"""A clause that says when: it begins with if, unless or without, or ends as such clauses do."""

_NO_CASE = compiled(r"[^，]*(?:鉴于|根据《|为了|双方确认|目的)|[^，]{0,3}$")


def condition_in(text: str, start: int, end: int) -> Span | None:
    """The stretch of ``text[start:end]``, the words before a duty, that says when it is owed."""
    number = NUMBER.match(text, start, end)
    start = number.end() if number else start
    start += len(text[start:end]) - len(text[start:end].lstrip("，。；:、 \t"))
    found, at = None, start
    for clause in re.finditer("[^，:]+", text[start:end]):
        last = start + clause.end()
        if text[last : last + 1] == ":":
            at, found = last + 1, None  # a label: 交货期限：
        elif _WHEN.match(clause[0]) and not _limits(clause[0]):
            found = (at, last)
    if found is None or _NO_CASE.fullmatch(text, *found):
        return None
    return found


def deadline_in(text: str, action: Span, before: int) -> Span | None:
    """The time limit in an action, or in the clause that stands right before it from ``before`` on."""
    for start, end in (action, (before, action[0])):
        for match in _DEADLINE.finditer(text, start, end):
            if not _RUNS.match(text, match.end()):
                return _begun(text, match, start), match.end()
    return None


def _begun(text: str, match: re.Match[str], least: int) -> int:
    """Where a time limit begins that counts from what stands before it: 本合同终止后|十日内."""
    cut = max(least, *(text.rfind(mark, least, match.start()) + 1 for mark in "，。；:"))
    cut = number.end() if (number := NUMBER.match(text, cut, match.start())) else cut
    counted = match[0].startswith(("之日起", "收到", "接到")) or _SINCE.search(text, cut, match.start())
    whole = counted and not _PREPOSITION.match(match[0]) and not _ACTS.search(text, cut, match.start())
    return cut if whole else match.start()


def _limits(clause: str) -> bool:
    match = _DEADLINE.search(clause)
    return match is not None and match.end() == len(clause)
