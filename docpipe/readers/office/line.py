"""A paragraph being put together: its text, and marks on stretches of it."""

from __future__ import annotations

from msgspec import Struct, field

from docpipe.types import MarkKind
from docpipe.words import Span


class Line(Struct):
    """The text of a paragraph, growing; marks count in it."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    marks: list[tuple[MarkKind, Span]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def add(self, text: str, mark: MarkKind | None = None) -> None:
        start, self.length = self.length, self.length + len(text)
        self.parts.append(text)
        if mark is None or start == self.length:
            return
        if self.marks and self.marks[-1][0] == mark and self.marks[-1][1][1] == start:
            self.marks[-1] = (mark, (self.marks[-1][1][0], self.length))
        else:
            self.marks.append((mark, (start, self.length)))

    def trimmed(self) -> tuple[str, tuple[tuple[MarkKind, Span], ...]]:
        """The text without white space around it and runs of it, and its marks there."""
        text, kept, at = self.text, [0] * (self.length + 1), 0
        found: list[str] = []
        for index, character in enumerate(text):
            kept[index] = at
            blank = character in " \t\xa0\u3000"
            if not (blank and (not found or found[-1] in " \n")):
                found.append(" " if blank else character)
                at += 1
        kept[self.length] = at
        whole = "".join(found)
        end = len(whole.rstrip())
        start = len(whole) - len(whole.lstrip())
        marks = (
            (kind, (max(kept[first] - start, 0), min(kept[last], end) - start)) for kind, (first, last) in self.marks
        )
        return whole[start:end], tuple((kind, span) for kind, span in marks if span[0] < span[1])
