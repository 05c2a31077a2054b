"""Chinese print folded and without any white space, and the way back: titles and labels are set with spaces in them."""

from __future__ import annotations

from msgspec import Struct

from docpipe.rules.zh_text import fold
from docpipe.words import Span


class Tight(Struct, frozen=True):
    """Character ``i`` of ``text`` stands at ``places[i]`` of the document."""

    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> Span:
        return self.places[start], self.places[end - 1] + 1


def tightened(text: str, base: int = 0) -> Tight:
    """A text that begins at an offset of the document."""
    folded = fold(text)
    kept = [at for at, letter in enumerate(folded.text) if not letter.isspace()]
    return Tight("".join(folded.text[at] for at in kept), tuple(base + folded.origins[at] for at in kept))


def squeezed(text: str) -> str:
    return "".join(fold(text).text.split())
