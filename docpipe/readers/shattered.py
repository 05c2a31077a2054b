"""Lines that PDFium breaks behind every letter: it takes the letters of some prints, of browsers above all, which place
each for itself, for lines of one letter. What touches on one line is one word."""

from __future__ import annotations

from itertools import pairwise

from docpipe.readers.rows import PageWords
from docpipe.words import union

LINES = 3
"""Words a line of PDFium's, under which a page is looked at; prose has about ten, tables with a line a cell two."""

TOUCHING = 20
"""Words that touch the one before, over a line's end, from which on a page is such a one: cells may touch by chance."""

CLOSE = 0.12
"""Most gap between letters of a word, in heights; the least space between words is .2."""

SAME_LINE = 1.0
"""Most gap, in heights, over which a line goes on: the space between two words, not that between columns."""

LEVEL = 0.3
"""How far the tops and bottoms of letters of one line may differ, in heights."""


def whole_lines(words: PageWords) -> PageWords:
    """The words of a page, those that were broken letter by letter whole again. Words begin at their own offsets, and
    the text stays as long as it is."""
    if len(words.starts) > LINES * len(words.line_starts):
        return words
    gaps = {word: _gap(word, words) for word in words.line_starts if word}
    touching = {word for word, gap in gaps.items() if gap < CLOSE}
    if len(touching) < TOUCHING:
        return words
    runs = list(pairwise([*(word for word in range(len(words.starts)) if word not in touching), len(words.starts)]))
    going_on = {word for word, gap in gaps.items() if gap < SAME_LINE}
    letters = list(words.text)
    for first, last in runs:
        start, end = words.starts[first], words.ends[last - 1]
        letters[start:end] = "".join(map(words.word, range(first, last))).ljust(end - start)
    x0, top, x1, bottom = zip(*(union(map(words.box, range(first, last))) for first, last in runs), strict=True)
    return PageWords(
        "".join(letters),
        [words.starts[first] for first, _ in runs],
        [words.starts[first] + sum(map(len, map(words.word, range(first, last)))) for first, last in runs],
        list(x0), list(top), list(x1), list(bottom),
        frozenset(at for at, (first, _) in enumerate(runs) if first in words.line_starts and first not in going_on),
    )  # fmt: skip


def _gap(word: int, words: PageWords) -> float:
    """The gap between a word and the one before, in heights; endless where they stand on no one line."""
    before, height = word - 1, words.bottom[word] - words.top[word]
    level = max(abs(words.top[word] - words.top[before]), abs(words.bottom[word] - words.bottom[before]))
    gap = words.x0[word] - words.x1[before]
    return gap / height if height > 0 and level <= LEVEL * height and gap > -LEVEL * height else float("inf")
