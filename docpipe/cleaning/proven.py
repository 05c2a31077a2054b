"""Furniture that the edges have proven, wherever else it stands: amid the text, above an appendix, on a short page.

A printer that sets several old pages on one new page, or breaks one old page over two, moves their heads and feet
into the middle. Their words, their place across the page and the size of their letters stay the same.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from statistics import median

from msgspec import Struct

from docpipe.cleaning.inner import Found
from docpipe.cleaning.lines import TextLine
from docpipe.cleaning.page_numbers import LONGEST, LONGEST_NUMBER, number_in_exhibit, number_of
from docpipe.types import RemovedKind

PROOF = 3
"""Pages of which the edges must have proven a line, or a place of page numbers."""

LONG = 30
"""Letters from which on a proven line needs no free space around it."""

OFTEN = 8
"""Pages of which the edges must have proven a shorter line that nothing else vouches for."""

SAME_PLACE = 3.0
"""Points across the page by which the places of two prints of a line, or of two page numbers, may differ."""

SAME_SIZE = 0.6
"""Points by which the heights of two prints of a line may differ."""

UNDER_TITLE = 8
"""Lines of the first page that must stand above a proven line: further up, the same words are the title."""

SHORT = 16
"""Characters of a line that its place alone makes furniture."""

DRIFT = 10.0
"""Points by which the places of such a line may differ between scanned pages."""

FAR = 2.5
"""Distance of such a line to the body, in its own heights."""

PLACE: tuple[RemovedKind, str] = ("page_number", "a number where the other page numbers stand")

Pages = Mapping[int, Sequence[TextLine]]

_TOP = attrgetter("top")


def proven_elsewhere(lines: Sequence[TextLine], pages: Pages, taken: Found) -> Found:
    """What the furniture that is ``taken`` from the edges says of lines that stand elsewhere."""
    if not taken:
        return {}
    found = _lines(lines, pages, taken)
    found |= _Numbers(lines, pages, taken | found).found()
    return found | _outermost(pages, taken)


class _Print(Struct, frozen=True):
    """How a running line is printed: how far from the left, how tall, on how many pages."""

    kind: RemovedKind
    x0: float
    height: float
    pages: int


def _of_kinds(lines: Sequence[TextLine], taken: Found, *kinds: RemovedKind) -> list[TextLine]:
    """The lines that are taken as one of some kinds, in their order."""
    return [lines[index] for index in sorted(taken) if taken[index][0] in kinds]


def _running(lines: Sequence[TextLine], taken: Found) -> Mapping[str, _Print]:
    """The proven headers and footers by their words."""
    prints: dict[str, list[TextLine]] = defaultdict(list)
    for line in _of_kinds(lines, taken, "header", "footer"):
        prints[line.text].append(line)
    running = {}
    for text, proven in prints.items():
        if len(proven) >= PROOF:
            typical = proven[len(proven) // 2]
            running[text] = _Print(taken[typical.index][0], typical.x0, typical.height, len(proven))
    return running


def _lines(lines: Sequence[TextLine], pages: Pages, taken: Found) -> Found:
    """Lines that say what a proven one says, and are printed as it is."""
    running = _running(lines, taken)
    first = min(pages)
    found: Found = {}
    for line in [line for line in lines if line.text in running and line.index not in taken] if running else ():
        known, own = running[line.text], pages[line.page]
        if not _printed_as(line, known):
            continue
        beside = [index for index in (line.index - 1, line.index + 1) if own[0].index <= index <= own[-1].index]
        vouched = any(index in found or index in taken for index in beside)
        if line.page == first and not vouched and sum(other.top < line.top for other in own) < UNDER_TITLE:
            continue
        if len(line.text) > LONG or vouched or (known.pages >= OFTEN and _alone(line, own)):
            found[line.index] = (known.kind, f"the same line as at the edges of {known.pages} pages")
    return found


def _outermost(pages: Pages, taken: Found) -> Found:
    """Short lines far out, where those of other pages are furniture: misread numbers, above all."""
    found: Found = {}
    for far, sign in ((min, 1), (max, -1)):
        outer = [far(own, key=_TOP) for own in pages.values()]
        short = [line for line in outer if len(line.text) <= SHORT]
        places = [(line.top, line.x0, taken[line.index][0]) for line in short if line.index in taken]
        for line in short if len(places) >= PROOF else ():
            if line.index in taken:
                continue
            near = [kind for top, x0, kind in places if abs(top - line.top) <= DRIFT and abs(x0 - line.x0) <= DRIFT]
            if len(near) < PROOF:
                continue
            rest = [other for other in pages[line.page] if other is not line]
            gap = min((sign * (other.top - line.top) for other in rest), default=0.0)
            if gap > FAR * line.height:
                found[line.index] = (near[0], "a short line where that of other pages is furniture")
    return found


def _printed_as(line: TextLine, known: _Print) -> bool:
    return abs(line.x0 - known.x0) <= SAME_PLACE and abs(line.height - known.height) <= SAME_SIZE


def _alone(line: TextLine, page: Sequence[TextLine]) -> bool:
    """Whether a line's own height is free above and below it."""
    top, bottom = line.top - line.height, line.bottom + line.height
    return not any(other.bottom > top and other.top < bottom for other in page if other is not line)


class _Numbers:
    """Page numbers where the proven ones stand across the page: at the same edge whatever they count, or amid the
    text between their neighbours."""

    def __init__(self, lines: Sequence[TextLine], pages: Pages, taken: Found) -> None:
        self._lines, self._pages, self._taken = lines, pages, taken
        numbered = [(line, number_of(line.text)) for line in _of_kinds(lines, taken, "page_number")]
        self._known = {line.index: number for line, number in numbered if number}
        self._proven = [lines[index] for index in self._known]
        self._places = [sorted(places) for places in zip(*map(_places, self._proven), strict=True)]
        self._height = median([line.height for line in self._proven] or [0.0])

    @cached_property
    def _below(self) -> bool:
        return 2 * sum(map(self._most_above, self._proven)) >= len(self._proven)

    def found(self) -> Found:
        if len(self._known) < PROOF:
            return {}
        found: Found = {}
        chain: list[tuple[TextLine, tuple[str, int]]] = []
        for line in [line for line in self._lines if len(line.text) <= LONGEST]:
            own = self._pages[line.page]
            if line.text[:1] in "EeSsAa" and self._of_exhibit(line, own):
                found[line.index] = PLACE
                continue
            known = self._known.get(line.index)
            number = known or self._candidate(line, own)
            if number is None:
                continue
            if known is None and self._outermost(line, own):
                found[line.index] = PLACE
            if chain and chain[-1][1] != (number[0], number[1] - 1):
                found |= self._in_order(chain)
                chain = []
            chain.append((line, number))
        return found | self._in_order(chain)

    def _in_order(self, chain: Sequence[tuple[TextLine, tuple[str, int]]]) -> Found:
        """The lines of a chain of numbers that each stand by themselves: three of them, or one with a proven one."""
        if len(chain) < PROOF and (len(chain) < 2 or not any(line.index in self._known for line, _ in chain)):
            return {}
        unproven = [line for line, _ in chain if line.index not in self._known]
        return {line.index: PLACE for line in unproven if _alone(line, self._pages[line.page])}

    def _candidate(self, line: TextLine, page: Sequence[TextLine]) -> tuple[str, int] | None:
        if len(line.text) > LONGEST_NUMBER or line.index in self._taken:
            return None
        number = number_of(line.text)
        if number is None or abs(line.height - self._height) > 2 * SAME_SIZE or not self._in_place(line):
            return None
        if any(other.top < line.bottom and line.top < other.bottom for other in page if other is not line):
            return None
        return number

    def _of_exhibit(self, line: TextLine, page: Sequence[TextLine]) -> bool:
        """Whether a line is the page number of an exhibit below its text, which a slip sheet has not."""
        if line.index in self._taken or not number_in_exhibit(line.text):
            return False
        return self._below and self._in_place(line) and self._outermost(line, page) and not self._only(line, page)

    def _only(self, line: TextLine, page: Sequence[TextLine]) -> bool:
        return all(other.index in self._taken for other in page if other is not line)

    def _in_place(self, line: TextLine) -> bool:
        """Whether a line begins, ends or has its middle where those of proven numbers do."""
        return any(
            bisect_right(proven, own + SAME_PLACE) - bisect_left(proven, own - SAME_PLACE) >= PROOF
            for own, proven in zip(_places(line), self._places, strict=True)
        )

    def _outermost(self, line: TextLine, page: Sequence[TextLine]) -> bool:
        rest = [other for other in page if other.index not in self._taken and other is not line]
        return all(other.top < line.top if self._below else other.top > line.top for other in rest)

    def _most_above(self, line: TextLine) -> bool:
        own = self._pages[line.page]
        return 2 * sum(other.top < line.top for other in own) >= len(own) - 1


def _places(line: TextLine) -> tuple[float, float, float]:
    return line.x0, (line.x0 + line.x1) / 2, line.x1
