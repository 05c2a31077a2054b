"""The spaces between the words of a row: where the page has white space or a jump, and it means one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from docpipe.patterns import compiled
from docpipe.readers.rows import EAST_ASIAN_RANGES, PageWords, has_east_asian

WIDE_SETTING = 0.65
"""Least gap between East Asian characters that is a space, in heights: justified lines have up to .5."""


_NUMBERED = compiled(
    r"\s*(?:第\s*[一二三四五六七八九十百零〇\d\s]{1,7}[编章节条]|附\s*[件表录]\s*[一二三四五六七八九十\d]{1,3})(?=\s)"
)
"""The number of a Chinese heading with white space behind it, which its title begins after."""


def spaced(order: Sequence[int], words: PageWords, joined: frozenset[int]) -> Iterator[tuple[str, str]]:
    """The words of a row (at least one), each with what stands before it: no space before those that are joined."""
    before = -1
    number = _NUMBERED.match(words.text, words.starts[order[0]], words.ends[order[-1]])
    title = number.end() if number else -1
    for word in order:
        apart = before >= 0 and words.ends[before] != words.starts[word] and word not in joined
        gap = " " if apart and (words.ends[before] == title or not _set_wide(before, word, words)) else ""
        yield gap, words.text[words.starts[word] : words.ends[word]]
        before = word


def _set_wide(before: int, word: int, words: PageWords) -> bool:
    """Whether white space between two East Asian characters is only their line's justification."""
    around = words.text[words.ends[before] - 1] + words.text[words.starts[word]]
    gap = words.x0[word] - words.x1[before]
    return (
        has_east_asian(around)
        and bool(_pair().fullmatch(around))
        and gap < WIDE_SETTING * (words.bottom[word] - words.top[word])
    )


@cache
def _pair() -> re.Pattern[str]:
    return compiled(rf"[{EAST_ASIAN_RANGES}]{{2}}")
