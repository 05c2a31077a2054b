"""Line numbers of pleadings, transcripts, bills and patents: a column of numbers that counts the page's lines.

The rows of a table and the items of a list are numbered as well. Line numbers stand by themselves, at one distance
from each other whatever stands beside them: lines that go on in the middle of a sentence, or nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.readers.rows import Apart, PageWords, printed_lines

LEAST = 8
"""Lines that must be numbered one by one: short of that it may be a list."""

LEAST_FIVES = 4
"""Numbers that must count in fives."""

COUNTS = (1, 5)
"""Steps that lines are counted in; patents, bills and poems number every fifth."""

EVEN = 0.2
"""Share by which the distance of two numbers may differ from the usual one."""

ALIGNED = 2.5
"""Points by which the edges of numbers in one column may differ, on the left or on the right."""

UNLIKE_ITEMS = 0.15
"""Share of the numbered lines that must be empty or go on in the middle of a sentence: items of a list do neither."""

WITH_TEXT = 0.4
"""Share of the numbers that must have text beside them."""

FIGURES = 0.5
"""Share of the numbered lines that may end in a figure: those of a table or of its contents do."""

FIVE_LINES = 3.5
"""Least distance, in heights of a number, of two that count in fives."""

_FIGURE = compiled(r"[$€£¥(-]*\d[\d.,]*[%)]*|[-–—]")


class _Number(Struct, frozen=True):
    """A word that is a number."""

    word: int
    value: int
    x0: float
    top: float
    x1: float
    bottom: float


def line_numbers(words: PageWords) -> list[Apart]:
    """The columns of line numbers of a page, each as one; nearly always none."""
    text, starts, ends = words.text, words.starts, words.ends
    firsts = [row.first for row in printed_lines(words).rows]
    short = [text[starts[at] : ends[at]] for at in firsts if ends[at] - starts[at] < 4]
    if sum(map(str.isdecimal, short)) < LEAST_FIVES:
        return []
    numbers = [
        _Number(index, int(text[start:end]), *words.box(index))
        for index, (start, end) in enumerate(zip(starts, ends, strict=True))
        if end - start < 4 and text[start:end].isdecimal()
    ]
    found: dict[int, Apart] = {}
    for column in _columns(numbers):
        for run in _counting(column):
            own = [number.word for number in run]
            if not found.keys() & own and _Counted(run, words).believed():
                found.update(dict.fromkeys(own, Apart("line_number", own, f"{len(own)} numbers that count the lines")))
    return list({id(apart): apart for apart in found.values()}.values())


def _columns(numbers: Sequence[_Number]) -> Iterator[list[_Number]]:
    """Numbers that stand one under another, flush on the right or on the left."""
    for edge in (_right, _left):
        column: list[_Number] = []
        for number in sorted(numbers, key=edge):
            if column and edge(number) - edge(column[0]) > ALIGNED:
                yield sorted(column, key=_top)
                column = []
            column.append(number)
        yield sorted(column, key=_top)


def _left(number: _Number) -> float:
    return number.x0


def _right(number: _Number) -> float:
    return number.x1


def _top(number: _Number) -> float:
    return number.top


def _counting(column: Sequence[_Number]) -> Iterator[list[_Number]]:
    """The stretches of a column that count on at one distance, long enough to count lines."""
    run: list[_Number] = []
    for number in column:
        if run and not _counts_on(run, number):
            yield from _long_enough(run)
            run = [run[-1]] if _step(run[-1], number) in COUNTS else []
        run.append(number)
    yield from _long_enough(run)


def _long_enough(run: list[_Number]) -> Iterator[list[_Number]]:
    if len(run) >= LEAST_FIVES and len(run) >= (LEAST if _step(*run[:2]) == 1 else LEAST_FIVES):
        yield run


def _counts_on(run: Sequence[_Number], number: _Number) -> bool:
    if len(run) == 1:
        return _step(run[0], number) in COUNTS
    usual = run[1].top - run[0].top
    even = abs(number.top - run[-1].top - usual) <= EVEN * usual
    return even and _step(run[-1], number) == _step(*run[:2])


def _step(before: _Number, number: _Number) -> int:
    return number.value - before.value


class _Counted:
    """The lines that a column of numbers may count."""

    def __init__(self, run: Sequence[_Number], words: PageWords) -> None:
        self._run, self._words = run, words
        self._x0, self._x1 = min(map(_left, run)), max(map(_right, run))
        self._apart = median(number.top - before.top for before, number in pairwise(run))
        own = {number.word for number in run}
        first, last = run[0].top - self._apart, run[-1].bottom + self._apart
        self._near = [
            index
            for index, (top, bottom) in enumerate(zip(words.top, words.bottom, strict=True))
            if bottom > first and top < last and index not in own
        ]

    def believed(self) -> bool:
        """Whether nothing else stands in the column, and what stands beside it runs on as prose does."""
        words = self._words
        if any(words.x0[index] < self._x1 and words.x1[index] > self._x0 for index in self._near):
            return False
        if _step(*self._run[:2]) > 1:
            return self._apart >= FIVE_LINES * (self._run[0].bottom - self._run[0].top)
        left = [index for index in self._near if words.x1[index] <= self._x0]
        right = [index for index in self._near if words.x0[index] >= self._x1]
        return not (left and right) and self._runs_on()

    def _runs_on(self) -> bool:
        lines = [self._line(number) for number in self._run]
        told = [line for line in lines if line]
        like_no_item = sum(not line or line[0][0].islower() for line in lines)
        return (
            len(told) >= WITH_TEXT * len(lines)
            and like_no_item >= UNLIKE_ITEMS * len(lines)
            and sum(_FIGURE.fullmatch(line[-1]) is not None for line in told) <= FIGURES * len(told)
        )

    def _line(self, number: _Number) -> list[str]:
        """The words beside a number, from left to right."""
        words = self._words
        beside = [
            index for index in self._near if number.top < (words.top[index] + words.bottom[index]) / 2 < number.bottom
        ]
        return [words.word(index) for index in sorted(beside, key=lambda index: words.x0[index])]
