"""Where the reading order of a page is not that of its text layer: a quote over such a place is nowhere one piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from docpipe.patterns import compiled
from docpipe.readers.plain import ordered
from docpipe.readers.rows import PageWords
from docpipe.readers.turning import Group
from docpipe.words import Span

_NEXT_TO_NOTHING = compiled(r"\W*(?:\d{1,3}\W*)?")
"""What the text layer may have between two words in a row: the number of a line, in the margin, is no break."""


def breaks(groups: Sequence[Group], drawn: PageWords, first: int) -> list[int]:
    """The words of a page, counted from ``first`` in reading order, that do not follow on the one before them in its
    text layer, whose words are ``drawn``. A page in one order costs a look at each row."""
    found: list[int] = []
    end = None  # where the last word ends in the text layer
    for regions, page in groups:
        stretches = ordered([row for region in regions for row in region])
        if stretches and (page is drawn or _is_part(page, stretches, drawn.text)):
            if end is not None and not _follows(drawn.text, end, page.starts[stretches[0][0]]):
                found.append(first)
            if page is not drawn or not _in_order(stretches):
                found += _inner(stretches, page, drawn.text, first)
            end = page.ends[stretches[-1][1] - 1]
        first += sum([last - begin for begin, last in stretches])
    return found


def _is_part(page: PageWords, stretches: Sequence[Span], text: str) -> bool:
    """Whether words stand in the text layer where they say: not those that were written anew, from right to left."""
    return all(page.word(first) == text[page.starts[first] : page.ends[first]] for first, _ in stretches)


def _in_order(stretches: Sequence[Span]) -> bool:
    """Whether each of them begins where the one before ends: nearly every page."""
    return [last for _, last in stretches[:-1]] == [begin for begin, _ in stretches[1:]]


def _inner(stretches: Sequence[Span], page: PageWords, text: str, first: int) -> Iterator[int]:
    """The breaks between stretches of a page's words, the first of which has the number ``first``."""
    for (begin, last), (following, _) in pairwise(stretches):
        first += last - begin
        if not _follows(text, page.ends[last - 1], page.starts[following]):
            yield first


def _follows(text: str, end: int, start: int) -> bool:
    """Whether what starts at an offset follows in the text layer on what ends at another, next to nothing between."""
    return end <= start and _NEXT_TO_NOTHING.fullmatch(text, end, start) is not None
