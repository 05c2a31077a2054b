"""A document as it reads without the options of a form that nobody chose.

``☒ two years ☐ in perpetuity`` says two years, and 按下列第 2 种方式解决：1、仲裁；2、诉讼 says the courts. Options
count as such only beside one that is chosen: a blank form says all of them, and empty boxes alone are bullets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from docpipe.patterns import compiled
from docpipe.rules.unstruck import blanked
from docpipe.rules.zh_script import has_han
from docpipe.types import Document
from docpipe.words import Span

FARTHEST = 1_200
"""Characters behind the words that choose within which the options stand: forms of courts and ministries have 400."""

_MARK = compiled(r"(?P<chosen>[☑☒✓✔√🗹🗷⊠■]|\[[xX✓√]\])|[☐□]|\[\s?\]")
_LEAD = compiled(r"[ \t]*(?:\(?\w{1,3}[.)]\s?|[-–•*]\s?)?")
_LABEL = compiled(r"\s*[^\s，。；、,;）)☐□☑☒]*")
_LINE, _SENTENCE = compiled(r"[^\n]*"), compiled(r"[^\n。]*。?")

_NUMERALS = "一二三四五六七八九十"
_FIGURE = rf"(?:[{_NUMERALS}]|\d{{1,2}}|[A-Ga-g])"
_CHOICE = compiled(
    rf"(?:下列|以下|下述|如下)(?:约定的?|所列的?|几种)?(?:方式|形式)?(?:中的?)?(?:的)?第?[\s_＿（(\[【]*(?P<numbers>{_FIGURE}"
    rf"(?:\s?[、,，和及]\s?{_FIGURE})*)[\s_＿）)\]】]*(?:[种種项項]\s?(?:方式|形式|方法|办法|标准|途径|情形|情况)?|方式|形式)"
)
_ITEM = compiled(
    rf"(?<![\w.])(?:[（(](?P<bracketed>[{_NUMERALS}]|\d{{1,2}}|[A-Ga-g])[）)]|(?P<listed>[{_NUMERALS}])、"
    r"|(?P<plain>\d{1,2}|[A-Ga-g])[、.．](?!\d)|(?P<circled>[①-⑩]))"
)


@lru_cache(maxsize=2)
def chosen(document: Document) -> Document:
    """The document with blanks for options that were not chosen, so that all offsets hold; itself if there are none."""
    return blanked(document, [*_unticked(document.text), *_unnamed(document.text)])


def _unticked(text: str) -> Iterator[Span]:
    """Options with an empty box beside one that is ticked, on its line or on the lines next to it."""
    if not any(mark in text for mark in "☑☒✓✔√🗹🗷⊠■") and "[x]" not in text.lower():
        return
    group: list[tuple[Span, bool]] = []
    for start, end in _lines(text):
        options = list(_options(text, start, end))
        if not options or not _LEAD.fullmatch(text, start, options[0][0][0]):
            yield from _left(group)
            group = []
            yield from _left(options)
        else:
            group += options
    yield from _left(group)


def _left(options: Sequence[tuple[Span, bool]]) -> Iterator[Span]:
    if any(ticked for _, ticked in options):
        yield from (span for span, ticked in options if not ticked)


def _lines(text: str) -> Iterator[Span]:
    """Lines, and the cells of a row, each for itself."""
    start = 0
    for match in re.finditer(r"[\n\t]", text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _options(text: str, start: int, end: int) -> Iterator[tuple[Span, bool]]:
    """The options of a line, each with its box and whether it is ticked; none where boxes stand behind their words."""
    marks = list(_MARK.finditer(text, start, end))
    if any(mark[0] == "■" for mark in marks) and all(mark["chosen"] for mark in marks):
        return  # bullets
    before = text[start : marks[0].start()].rstrip() if marks else ""
    if not marks or (before[-1:].isalnum() and not text[marks[-1].end() : end].strip()):
        return
    stops = [*(mark.start() for mark in marks[1:]), end]
    for mark, stop in zip(marks, stops, strict=True):
        label = _LABEL.match(text, mark.end(), stop)
        short = label is not None and has_han(label[0])
        yield (mark.start(), label.end() if label and short else stop), bool(mark["chosen"])


def _unnamed(text: str) -> Iterator[Span]:
    """The items of a list of which the words before it choose others by their numbers."""
    for choice in _CHOICE.finditer(text):
        named = {_value(each) for each in re.split(r"\s?[、,，和及]\s?", choice["numbers"])}
        items = list(_items(text, choice.end()))
        if len(items) > 1 and named & {number for number, _ in items}:
            yield from (span for number, span in items if number not in named)


def _items(text: str, at: int) -> Iterator[tuple[int, Span]]:
    """The numbered items that follow, from the first on, each with its number."""
    last: re.Match[str] | None = None
    number = 0
    for match in _ITEM.finditer(text, at, at + FARTHEST):
        if _value(match[match.lastgroup or 0]) != number + 1 or (last and match.lastgroup != last.lastgroup):
            continue
        if last:
            if text[last.end() : match.start()].count("\n") > 1:
                break
            yield number, (last.start(), match.start())
        elif text[at : match.start()].count("\n") > 1:
            return
        last, number = match, number + 1
    if last:
        begins = not text[text.rfind("\n", 0, last.start()) + 1 : last.start()].strip()
        end = _LINE.match(text, last.end()) if begins else _SENTENCE.match(text, last.end())
        yield number, (last.start(), end.end() if end else last.end())


def _value(printed: str) -> int:
    """1 for 1, 一, A and ①; 0 for what is no number."""
    if printed.isdecimal():
        return int(printed)
    if "①" <= printed <= "⑩":
        return ord(printed) - ord("①") + 1
    return ord(printed.upper()) - ord("A") + 1 if printed.isascii() else _NUMERALS.find(printed) + 1
