"""Footnotes: small lines at the foot of a page, behind a mark that stands in the body above."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from docpipe.cleaning.lines import TextLine
from docpipe.words import Words

SMALLER = 0.92
"""Most size of a footnote, in sizes of the body: an estimate, one size of letters less is .9."""

MOST_LINES = 0.6
"""Share of a page's lines that may be footnotes: more of them are a page set in small letters."""

_MARK = re.compile(r"(\d{1,2}|\*{1,3}|[†‡§]|\([a-z0-9]{1,2}\))(?=\s*[A-Z“\"(])\s*")
_WORDS_OF_PROSE = 6


def footnotes(lines: Sequence[TextLine], words: Words) -> dict[int, bool]:
    """Index of each line of a footnote → whether the footnote begins there."""
    by_page: dict[int, list[TextLine]] = defaultdict(list)
    sizes: Counter[float] = Counter()
    for line in lines:
        if line.text:
            by_page[line.page].append(line)
            if line.last - line.first >= _WORDS_OF_PROSE:
                sizes[round(_size(line, words), 1)] += 1
    found: dict[int, bool] = {}
    if sizes:
        body = sizes.most_common(1)[0][0]
        for page in by_page.values():
            found.update(_of_page(page, words, SMALLER * body))
    return found


def _of_page(page: Sequence[TextLine], words: Words, most: float) -> dict[int, bool]:
    """The small lines that end a page, from the first one with a mark that the body has."""
    small: list[TextLine] = []
    for line in reversed(page):
        if _size(line, words) > most or (small and line.top > small[-1].top):
            break
        small.append(line)
    if not small or len(small) > MOST_LINES * len(page):
        return {}
    body = page[: len(page) - len(small)]
    if body[-1].bottom > small[-1].bottom:
        return {}
    found: dict[int, bool] = {}
    for line in reversed(small):
        mark = _MARK.match(line.text)
        begins = mark is not None and _stands_in(mark[1], body)
        if found or begins:
            found[line.index] = begins
    return found


def _stands_in(mark: str, body: Sequence[TextLine]) -> bool:
    """Whether a mark stands behind a word of the body."""
    behind = re.compile(rf"[^\W\d_][.,;:”\"’)]*{re.escape(mark)}(?![\w%])")
    return any(mark in line.text and behind.search(line.text) for line in body)


def _size(line: TextLine, words: Words) -> float:
    """The height of a line's last word: the first one may be a raised mark."""
    at = 4 * line.last - 4
    return words.boxes[at + 3] - words.boxes[at + 1]
