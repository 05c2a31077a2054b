"""The words of a page written again in another order: lines keep their offsets wherever they can."""

from __future__ import annotations

from collections.abc import Iterable

from docpipe.readers.rows import PageWords
from docpipe.words import Box


class Rewriting:
    """Words put together line by line; offsets of characters are then near those of the page's own text."""

    def __init__(self, words: PageWords) -> None:
        self._words = words
        self._parts: list[str] = []
        self._length = 0
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._boxes: list[Box] = []
        self._line_starts: set[int] = set()

    def copy(self, first: int, last: int) -> None:
        """Words ``first .. last - 1`` as a line of their own, as they are."""
        words = self._words
        self._line_starts.add(len(self._starts))
        shift = self._length - words.starts[first]
        self._starts += [start + shift for start in words.starts[first:last]]
        self._ends += [end + shift for end in words.ends[first:last]]
        self._boxes += map(words.box, range(first, last))
        self._write(words.text[words.starts[first] : words.ends[last - 1]] + "\n")

    def add(self, line: Iterable[tuple[str, Box]]) -> None:
        """A line, or a part of one that stands for itself, of other words."""
        self._line_starts.add(len(self._starts))
        for text, box in line:
            self._starts.append(self._length)
            self._ends.append(self._length + len(text))
            self._boxes.append(box)
            self._write(text + " ")
        self._write("\n")

    def fill(self, word: int) -> None:
        """Spaces up to where a word of the page begins in its own text."""
        self._write(" " * (self._words.starts[word] - self._length))

    def finished(self) -> PageWords:
        """The words as written."""
        x0, top, x1, bottom = (list(side) for side in zip(*self._boxes, strict=True))
        return PageWords(
            "".join(self._parts), self._starts, self._ends, x0, top, x1, bottom, frozenset(self._line_starts)
        )

    def _write(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)
