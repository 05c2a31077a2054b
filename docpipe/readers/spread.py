"""Words printed with space between their letters: ``W I T N E S S E T H`` is one word, and ``2 0 1 4`` one number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from docpipe.patterns import compiled
from docpipe.readers.rows import PageWords

LETTERS = 5
"""Single letters on end from which on they are a word: fewer are initials, or the heads of columns."""

CLOSE = 1.2
"""Most space between two letters of a word, in heights: a typewriter's is .6 to .9."""

EVEN = 1.7
"""Space, in the least space between the letters around, from which on one word ends and another begins."""

AVERAGE = 3
"""Characters a word, with the space behind it, under which a row is looked at: letters set apart have 2."""

_SPREAD = compiled(rf"(?:[^\W\d_] ){{{LETTERS - 1}}}[^\W\d_](?![^\W_])")
_LETTER = compiled(r"[^\W\d_]{1,2}[.,:;]?")


def spread(text: str, count: int) -> bool:
    """Whether a row of ``count`` words may hold such a word: a look at its length sorts nearly every row out."""
    return may_be_spread(len(text), count) and _SPREAD.search(text) is not None


def may_be_spread(length: int, count: int) -> bool:
    """What the length of a row says of it: enough for nearly every one."""
    return count >= LETTERS and length < AVERAGE * count


def joined_letters(order: Sequence[int], words: PageWords) -> frozenset[int]:
    """The words of a row, from left to right, that go on with the word before them without a space."""
    runs: list[list[int]] = [[]]
    for word in order:
        letter = _LETTER.fullmatch(words.word(word)) is not None
        if runs[-1] and not (letter and _gap(runs[-1][-1], word, words) <= CLOSE * _height(word, words)):
            runs.append([])
        if letter:
            runs[-1].append(word)
    longest = max(runs, key=len)
    if sum(len(words.word(word)) == 1 for word in longest) < LETTERS:
        return frozenset()
    most = EVEN * max(0.5, min(_gap(before, word, words) for before, word in pairwise(longest)))
    return frozenset(word for run in runs for before, word in pairwise(run) if _gap(before, word, words) < most)


def _gap(before: int, word: int, words: PageWords) -> float:
    return words.x0[word] - words.x1[before]


def _height(word: int, words: PageWords) -> float:
    return words.bottom[word] - words.top[word]
