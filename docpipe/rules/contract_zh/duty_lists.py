"""Duties in a list that one sentence announces: 乙方应当：（1）…；（2）…; 甲方按以下进度支付价款：（1）预付款：…."""

from __future__ import annotations

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.lists import items_below
from docpipe.rules.contract_zh.passages import Sentence
from docpipe.rules.view import View
from docpipe.words import Span

_FORBIDDEN = compiled(r"(?:(?P<unless>(?:未经|非经|除)[^，。；]{2,40})，?)?(?:不得|禁止|严禁)")
_NO_DUTIES = compiled("情形|情况|条件|原因|事由|之一|事件|规定为准|顺序|定义|含义")
"""Words of a sentence whose list is not of what is to be done."""


_CASES = compiled("(?:下列|以下|如下)[^，。；]{0,8}(?:情形|情况|条件|原因|事由|之一|事件)")

Listed = tuple[Sentence, int, int]
"""A stretch of a sentence that is an item of a list."""


class Item(Struct, frozen=True):
    """One duty of a list: its sentence, where its action stands there, whether it forbids, and what lifts that."""

    sentence: Sentence
    action: Span
    forbids: bool
    unless: Span | None


def duties_below(view: View, sentence: Sentence) -> tuple[Item, ...]:
    """The duties of the list that a sentence leads to; none where the list is of something else."""
    if _NO_DUTIES.search(sentence.text):
        return ()
    return tuple(_item(*each) for each in items_below(view, sentence))


def cases_below(view: View, sentence: Sentence) -> tuple[Listed, ...]:
    """The cases in which a sentence's duty is owed, where it says that they follow."""
    if not (sentence.text.rstrip().endswith(":") and _CASES.search(sentence.text)):
        return ()
    return tuple(items_below(view, sentence))


def _item(sentence: Sentence, start: int, end: int) -> Item:
    match = _FORBIDDEN.match(sentence.text, start, end)
    if match is None:
        return Item(sentence, (start, end), False, None)
    return Item(sentence, (match.end(), end), True, match.span("unless") if match["unless"] else None)
