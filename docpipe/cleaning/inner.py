"""What is no body text but stands amid it: rules drawn with dashes, and the page ends of an earlier printing.

A filing that was printed, sent as text and printed again carries its old page numbers wherever they fell.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from statistics import median

from docpipe.cleaning.lines import TextLine
from docpipe.patterns import compiled
from docpipe.types import RemovedKind
from docpipe.words import Words

Found = dict[int, tuple[RemovedKind, str]]
"""Index of a line → what it is, and why."""

CHAIN = 4
"""Numbers that must follow each other, one a page, to be old page numbers: a list of bare numbers has its items on
lines that follow at once."""

LEAST_APART = 8
"""Lines between two old page numbers."""

MOST_APART = 160
"""Lines between two old page numbers at most, an estimate: two pages of 70 lines and some."""

LONGEST = 12
"""Characters of a line that says nothing but an old page number."""

MOST = 0.5
"""Share of the old page numbers that a line must stand beside to belong to them."""

REPEATS = 3
"""Old page numbers that a long line must stand beside: legends stand only on the pages that they speak of."""

LONG = 30
"""Letters of such a line."""

SHORT = 12
"""Letters of a line of a legend, beside its long ones."""

INNER = 0.25
"""Share of the numbers that must stand amid the text: page numbers of this printing stand at the edges of pages."""

NEIGHBOURS = 3
"""Lines before and after an old page number that may belong to the old page's foot or head."""

TALL = 3.0
"""Least height of laid-over text, in usual heights of a line: drop capitals have two or three."""

COVERED = 3
"""Other lines that a watermark lies over, at least."""

INDENT = 0.3
"""Least width of a drop capital, in its heights: an I in print is that wide with the space behind it."""

LEAST_TALL = 30.0
"""Points up to which no line is tall: pages without a taller one are not looked at."""

MOST_TURNED = 0.2
"""Share of a page's lines from which on turned text is its body."""

_RULE = compiled(r"(?:[-=–—~]\s?){3,}")
_NUMBER = compiled(r"(?:page\s+)?[-–—(]?\s*(\d{1,3})\s*[-–—)]?", re.IGNORECASE)
_PAGE_MARK = compiled(r"<page>|\f", re.IGNORECASE)


def drawn_rules(lines: Sequence[TextLine]) -> Found:
    """Lines of nothing but dashes or equals signs: underlined headings and rules of typewriter text."""
    return {
        line.index: ("noise", "a rule drawn with characters")
        for line in lines
        if line.text[:1] in "-=–—~<\f" and (_RULE.fullmatch(line.text) or _PAGE_MARK.fullmatch(line.text))
    }


def laid_over(page: Sequence[TextLine], words: Words) -> Found:
    """Watermarks across a page, and turned text in its margin; on a page that is turned as a whole, nothing."""
    if sum(line.height > line.x1 - line.x0 and len(line.text) > 3 for line in page) > MOST_TURNED * len(page):
        return {}
    usual = median(line.height for line in page)
    found: Found = {}
    for line in page:
        if line.height > TALL * usual:
            beside = [other for other in page if line.top < (other.top + other.bottom) / 2 < line.bottom]
            across = [other for other in beside if other.x0 < line.x1 and line.x0 < other.x1 and other is not line]
            if len(across) >= COVERED:
                if not _has_drop_capital(line, across, usual, words):
                    found[line.index] = ("watermark", f"it lies over {len(across)} other lines")
            elif len(beside) > 3 and line.height > TALL * (line.x1 - line.x0) and _outermost(line, page):
                found[line.index] = ("header", "turned text in the margin")
    return found


def _has_drop_capital(line: TextLine, across: Sequence[TextLine], usual: float, words: Words) -> bool:
    """Whether a tall line is one of the body whose first letter reaches down beside the next lines: its other words are
    of the usual height, or, where it has none, those lines begin to the right of the letter."""
    boxes = [words.box(index) for index in range(line.first + 1, line.last)]
    if boxes:
        return median(box[3] - box[1] for box in boxes) < 0.5 * TALL * usual
    return all(other.x0 > line.x0 + INDENT * line.height for other in across)


def _outermost(line: TextLine, page: Sequence[TextLine]) -> bool:
    """Whether no other line begins or ends further out: the names of an axis stand within the body's width."""
    others = [other for other in page if other is not line]
    return line.x1 <= min(other.x0 for other in others) or line.x0 >= max(other.x1 for other in others)


def inner_furniture(lines: Sequence[TextLine], taken: Container[int]) -> Found:
    """Old page numbers amid the text, and the lines that repeat beside them; those ``taken`` are known already."""
    numbers = _chain(lines)
    if sum(number not in taken for number in numbers) < INNER * len(numbers):
        return {}  # the page numbers of this very printing
    found: Found = dict.fromkeys(numbers, ("page_number", "a page number of an earlier printing"))
    beside: dict[str, set[int]] = defaultdict(set)
    for number in numbers:
        for index in _around(number, len(lines)):
            if index not in found and index not in taken and len(lines[index].text) > 3:
                beside[lines[index].text].add(index)
    for text, places in beside.items():
        if len(places) >= (REPEATS if len(text) > LONG else max(CHAIN, MOST * len(numbers))):
            why = f"the same line beside {len(places)} old page numbers"
            found.update(dict.fromkeys(places, ("footer", why)))
    return found | _rest_of_legends(beside, found)


def _rest_of_legends(beside: Mapping[str, set[int]], found: Found) -> Found:
    """The short lines of what repeats beside old page numbers, such as the last line of a legend: each time right above
    or below a line of it, or in capitals beside the number itself."""
    rest: Found = {}
    for text, places in beside.items():
        own = {
            index
            for index in places
            if index not in found
            and any(near in found and (found[near][0] == "footer" or text.isupper()) for near in (index - 1, index + 1))
        }
        if len(own) >= REPEATS and len(text) >= SHORT:
            rest.update(dict.fromkeys(own, ("footer", f"the same line with {len(own)} legends of old pages")))
    return rest


def _around(number: int, count: int) -> range:
    return range(max(0, number - NEIGHBOURS), min(count, number + NEIGHBOURS + 1))


def _chain(lines: Sequence[TextLine]) -> list[int]:
    """The longest run of lone numbers, each one more than the last and some lines below it."""
    best: dict[int, tuple[int, int, int | None]] = {}  # value → length, line, value's own predecessor line
    before: dict[int, int | None] = {}
    lengths: dict[int, int] = {}
    for line in [line for line in lines if len(line.text) <= LONGEST]:
        match = _NUMBER.fullmatch(line.text)
        if match is None:
            continue
        value = int(match[1])
        previous = best.get(value - 1)
        joined = previous is not None and LEAST_APART <= line.index - previous[1] <= MOST_APART
        lengths[line.index] = previous[0] + 1 if previous is not None and joined else 1
        before[line.index] = previous[1] if previous is not None and joined else None
        if value not in best or lengths[line.index] >= best[value][0]:
            best[value] = (lengths[line.index], line.index, before[line.index])
    if not lengths or max(lengths.values()) < CHAIN:
        return []
    at: int | None = max(lengths, key=lambda index: lengths[index])
    found = []
    while at is not None:
        found.append(at)
        at = before[at]
    return found[::-1]
