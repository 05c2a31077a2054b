"""Footnotes: lines behind a mark that stands raised in the body, in small letters at the foot of a column or wherever
their own mark is raised too; and the marks themselves."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from docpipe.cleaning.lines import TextLine
from docpipe.patterns import compiled
from docpipe.types import Document, Mark
from docpipe.words import SMALLER as MARK_SIZE
from docpipe.words import Words, raised

SMALLER = 0.92
"""Most size of a footnote, in sizes of the body: an estimate, one size of letters less is .9."""

MOST_LINES = 0.6
"""Share of a page's lines that may be footnotes: more of them are a page set in small letters."""

NEAR = 1.5
"""Most distance of a footnote's lines, in their heights: single spacing is 1 to 1.2."""

ENOUGH = 1_000
"""Lines of prose, spread over the document, that tell the size of the body."""

_MARK = compiled(r"(\d{1,2}|\*{1,3}|[†‡§]{1,2}|\([a-z0-9]{1,2}\))(?=\s*[A-Z“\"‘'(\u4e00-\u9fff《])")
_RAISED = compiled(r"[0-9*†‡§٠-٩۰-۹０-９](?<!\S.)(?:(?<=\d)\d?|(?<=\*)\*{0,2}|(?<=[†‡§])[†‡§]?)(?=[\s.,;:)])")
_SIGNS = "0123456789*†‡§("
_WORDS_OF_PROSE = 6


def small_size(lines: Sequence[TextLine], words: Words) -> float | None:
    """The most height of a footnote's lines in points, by the size of the body; None without any prose."""
    prose = [line for line in lines if line.last - line.first >= _WORDS_OF_PROSE and line.text]
    sizes = Counter([round(_size(line, words), 1) for line in prose[:: 1 + len(prose) // ENOUGH]])
    return SMALLER * sizes.most_common(1)[0][0] if sizes else None


def footnotes(lines: Sequence[TextLine], words: Words, small: float | None) -> dict[int, bool]:
    """Index of each line of a footnote on some pages → whether the footnote begins there; ``small`` is what
    ``small_size`` says of all pages."""
    found: dict[int, bool] = {}
    if small is None:
        return found
    by_page: dict[int, list[TextLine]] = defaultdict(list)
    for line in lines:
        if line.text:
            by_page[line.page].append(line)
    for page in by_page.values():
        found.update(_of_page(page, words, small))
    return found


def _of_page(page: Sequence[TextLine], words: Words, most: float) -> dict[int, bool]:
    """The small lines that end a page's columns, from the first one with a mark that the body has, and lines behind a
    raised mark of their own."""
    columns = list(_columns(page))
    tails = [_tail(column, words, most) for column in columns]
    small = {line.index for tail in tails for line in tail}
    if len(small) > MOST_LINES * len(page):
        tails, small = [], set()
    led = [line for line in page if not line.text[0].isalpha()]  # few, and told sooner than by _MARK
    leads = [line.index for line in led if line.index not in small and _MARK.match(line.text) and _led(line, words)]
    if not small and not leads:
        return {}
    body = [line for line in page if line.index not in small]
    marks = _marks_of(body, words)
    found: dict[int, bool] = {}
    for tail in tails:
        found.update(_behind_marks(tail, body, marks))
    for column in columns if leads else ():
        found.update(_led_lines(column, {index for index in leads if index not in found}, marks))
    return found


def _columns(page: Sequence[TextLine]) -> Iterator[Sequence[TextLine]]:
    """A page's lines, cut where one stands above the line before it."""
    first = 0
    for at, (before, line) in enumerate(pairwise(page), 1):
        if line.top < before.top - before.height / 2:
            yield page[first:at]
            first = at
    yield page[first:]


def _tail(column: Sequence[TextLine], words: Words, most: float) -> Sequence[TextLine]:
    """The small lines that a column ends with, below larger ones."""
    at = len(column)
    while at and _size(column[at - 1], words) <= most:
        at -= 1
    return column[at:] if at and column[at - 1].top <= min((line.top for line in column[at:]), default=0) else ()


def _behind_marks(tail: Sequence[TextLine], body: Sequence[TextLine], marks: set[str]) -> dict[int, bool]:
    found: dict[int, bool] = {}
    for line in tail:
        mark = _MARK.match(line.text)
        begins = mark is not None and (mark[1].strip("()") in marks or _stands_in(mark[1], body))
        if found or begins:
            found[line.index] = begins
    return found


def _led_lines(column: Sequence[TextLine], leads: set[int], marks: set[str]) -> dict[int, bool]:
    """Lines that begin with a raised mark which the body has too, and those that go on right below."""
    found: dict[int, bool] = {}
    before: TextLine | None = None
    for line in column:
        mark = _MARK.match(line.text) if line.index in leads else None
        near = before is not None and 0 < line.bottom - before.bottom <= NEAR * before.height
        if mark is not None and mark[1].strip("()") in marks:
            found[line.index] = True
            before = line
        elif before is not None and near and not _ended(before, line):
            found[line.index] = False
            before = line
        else:
            before = None
    return found


def _ended(before: TextLine, line: TextLine) -> bool:
    """Whether a footnote's line is its last one: a sentence ends, and the next line is not as wide."""
    return before.text.endswith((".", "。")) and (
        line.x0 > before.x0 + before.height or line.x1 > before.x1 + before.height
    )


def _led(line: TextLine, words: Words) -> bool:
    """Whether a line's first word is raised beside its second one."""
    return line.last - line.first > 1 and raised(words.box(line.first), words.box(line.first + 1))


def _marks_of(lines: Sequence[TextLine], words: Words) -> set[str]:
    """The marks that stand raised behind a word of some lines."""
    return {
        line.text[words.starts[at] - words.starts[line.first] : words.ends[at] - words.starts[line.first]].strip("()")
        for line in lines
        for at in range(line.first + 1, line.last)
        if words.ends[at] - words.starts[at] <= 4 and raised(words.box(at), words.box(at - 1))
    }


def _stands_in(mark: str, body: Sequence[TextLine]) -> bool:
    """Whether a mark stands behind a word of the body."""
    behind = re.compile(rf"[^\W\d_][.,;:”\"’)，。；：、）」』》]*{re.escape(mark)}(?![\w%])")
    return any(mark in line.text and behind.search(line.text) for line in body)


def _size(line: TextLine, words: Words) -> float:
    """The height of a line's last word: the first one may be a raised mark."""
    at = 4 * line.last - 4
    return words.boxes[at + 3] - words.boxes[at + 1]


def footnote_number(text: str) -> tuple[str, int] | None:
    """A footnote's own mark and where it ends, or None if it goes on from elsewhere."""
    mark = _MARK.match(text)
    return None if mark is None else (mark[1], mark.end(1))


def with_raised_marks(document: Document, raised_words: Sequence[int]) -> Document:
    """The document with a mark at each raised word: that of a footnote of its page, or superscript."""
    words, text, blocks = document.words, document.text, list(document.blocks)
    noted = {(block.page, block.number.strip("()")) for block in blocks if block.kind == "footnote" and block.number}
    begins = [block.span[0] if block.span is not None else -1 for block in blocks]
    spanned = [at for at, begin in enumerate(begins) if begin >= 0]
    order = [begins[at] for at in spanned]
    for word in raised_words:
        start, end = words.starts[word], words.ends[word]
        place = bisect_left(order, start + 1) - 1
        if place < 0:
            continue
        at = spanned[place]
        known = (blocks[at].page, text[start:end].strip("()")) in noted
        mark = Mark("footnote_mark" if known else "superscript", (start, end))
        blocks[at] = replace(blocks[at], marks=(*blocks[at].marks, mark))
    return replace(document, blocks=tuple(blocks)) if raised_words else document


def mark_offsets(text: str) -> list[int]:
    """Where a text has figures or signs behind a word, or at the head of a line, that may be raised marks."""
    return [match.start() for match in _RAISED.finditer(text)]


def raised_words(text: str, words: Words, offsets: Iterable[int]) -> list[int]:
    """The words that are raised marks: figures or signs glued to a word, or at one of the ``mark_offsets``."""
    starts, ends = words.starts, words.ends
    glued = [at for at in _glued(words) if starts[at] < ends[at] and text[starts[at]] in _SIGNS]
    found = {at for at in glued if _raised_behind(at, words)}
    for offset in offsets:
        at = bisect_left(starts, offset)
        while at < len(starts) - 1 and ends[at] == starts[at]:
            at += 1
        if starts[at] != offset or not _may_be_raised(at, words):
            continue
        if _raised_behind(at, words) or _raised_before(at, words):
            found.add(at)
    return sorted(found)


def _may_be_raised(at: int, words: Words) -> bool:
    """Whether a word is so small that it can be raised beside one of its neighbours: nearly no figure is."""
    sides = words.boxes[4 * at - 4 : 4 * at + 8]
    return len(sides) < 12 or sides[7] - sides[5] < MARK_SIZE * max(sides[3] - sides[1], sides[11] - sides[9])


def _glued(words: Words) -> Iterator[int]:
    """The words that begin where the one before them ends.

    The last bytes of both columns as one number each, and zeros looked for in what differs: a thirtieth of the time of
    comparing each.
    """
    size = words.starts.itemsize
    last_bytes = slice(0 if sys.byteorder == "little" else size - 1, None, size)
    ends, starts = (column.tobytes()[last_bytes] for column in (words.ends[:-1], words.starts[1:]))
    apart = (int.from_bytes(ends, "big") ^ int.from_bytes(starts, "big")).to_bytes(len(ends), "big")
    at = apart.find(0)
    while at >= 0:
        if words.ends[at] == words.starts[at + 1]:
            yield at + 1
        at = apart.find(0, at + 1)


def _raised_behind(at: int, words: Words) -> bool:
    """Whether a word is raised beside the one before it on its line."""
    if at == 0:
        return False
    box, base = words.box(at), words.box(at - 1)
    return raised(box, base) and box[0] >= base[2] - 1


def _raised_before(at: int, words: Words) -> bool:
    """Whether a word is raised beside the one behind it."""
    if at + 1 >= len(words.starts):
        return False
    box, base = words.box(at), words.box(at + 1)
    return raised(box, base) and box[2] <= base[0] + 1
