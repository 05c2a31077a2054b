"""Wide gaps between words, which may part columns: what looks for tables asks for them, and what looks for columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from docpipe.readers.rows import PageWords

LEAST_POINTS = 4.0
"""Least width of a gap that is remembered: columns are .8 heights of a line apart, and lines under 5 points rare."""


def behind_gaps(words: PageWords, least: float) -> Sequence[int]:
    """The words that stand more than ``least`` points to the right of the word before them in the stream."""
    if least < LEAST_POINTS:
        return _behind(words, least)
    x0, x1 = words.x0, words.x1
    return [at for at in _remembered(words) if x0[at] - x1[at - 1] > least]


@lru_cache(maxsize=1)
def _remembered(words: PageWords) -> Sequence[int]:
    return _behind(words, LEAST_POINTS)


def _behind(words: PageWords, least: float) -> Sequence[int]:
    """All gaps in one pass: to list them first takes a third longer."""
    pairs = zip(range(1, len(words.x0)), words.x0[1:], words.x1, strict=False)
    return [at for at, left, right in pairs if left - right > least]
