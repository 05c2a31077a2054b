"""Running headers, footers and page numbers: taken out of the body and set aside in ``removed``.

Furniture repeats, word for word, on pages that follow each other or on a good share of all pages, and the only number
that may differ is the number of the page. It stands at the edge of the page's text, and free space parts it from the
body unless it tops or ends most pages. A row of figures is none. In doubt a line stays: a header left in the body is
a blemish, a line of the body that is gone is a fault. Never is the whole of a page's text taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from itertools import chain, groupby, pairwise
from operator import attrgetter
from statistics import median

from msgspec.structs import replace

from docpipe.cleaning.edges import EDGE_ROWS, Edge, edges_of
from docpipe.cleaning.inner import LEAST_TALL, Found, drawn_rules, inner_furniture, laid_over
from docpipe.cleaning.lines import TextLine, block_lines
from docpipe.cleaning.page_numbers import BY_FORM, EDGAR, FILE_NUMBER, known_alone
from docpipe.cleaning.proven import proven_elsewhere
from docpipe.cleaning.repeats import SUPPORTED, Repeats, Running, is_head
from docpipe.cleaning.single import BODY_ROWS, by_form
from docpipe.types import Document, Removed, RemovedKind

APART = 1.3
"""Distance of furniture to the body, in distances between the body's lines, that parts the two. Of 714
header and footer rows in 26 documents, sure ones included, 9 in 10 are 1.47 or more away, half of them 4.2 or more;
the heads of tables that this keeps in the body stand as close as their rows do."""

AMID = 2
"""Rows that may stand between a row that numbers the pages and the edge, or furniture further out."""

SHORT = 60
"""Characters of a row that is a section's name if it stands amid a running header."""

CLOSE = 2.2
"""Distance of such a row to the row further in, in its own heights."""

SECTION_NAME = "it stands amid a running line"

TALLEST = 3
"""Rows on end that repeat at the same height of a few pages and are furniture: forms repeat more."""

Sides = Mapping[int, Sequence[Sequence[Edge]]]
"""The rows at the upper and at the lower edge of each page."""

_PAGE = attrgetter("page")


def without_furniture(document: Document, lines: Sequence[TextLine]) -> tuple[Document, Sequence[TextLine]]:
    """The document with its running lines in ``removed``, with kind, place and reason, and its lines, those without
    text that are to be left out when it is rewritten."""
    found = _furniture(document, lines)
    if not found:
        return document, lines
    removed = tuple(
        Removed(kind, lines[index].page, lines[index].box, lines[index].text, why)
        for index, (kind, why) in sorted(found.items())
    )
    kept = list(lines)
    for index in found:
        kept[index] = replace(lines[index], text="")
    return replace(document, removed=document.removed + removed), kept


def _furniture(document: Document, lines: Sequence[TextLine]) -> Found:
    """What is furniture, line by line; never a table's row."""
    tables = _table_lines(document, lines)
    heights = {page.number: page.height for page in document.pages}
    by_page: dict[int, list[TextLine]] = defaultdict(list)
    for page, own in groupby(lines, _PAGE):
        by_page[page] += own
    sides = {page: edges_of(_without(own, tables), heights[page]) for page, own in by_page.items()}
    found = _at_the_edges(document, lines, by_page, sides)
    found |= inner_furniture(lines, found)
    found |= proven_elsewhere(lines, by_page, found)
    found |= by_form(document, _with_tables(sides, by_page, heights) if tables else sides, found)
    return _never_all(by_page, {index: reason for index, reason in found.items() if index not in tables})


def _at_the_edges(
    document: Document, lines: Sequence[TextLine], pages: Mapping[int, Sequence[TextLine]], sides: Sides
) -> Found:
    """What the rows at the edges of pages, and what lies across these, are known for."""
    every = [side for both in sides.values() for side in both]
    running = Repeats(every, known_alone(list(chain.from_iterable(every))), list(pages), document.words)
    aside = _aside(document, lines, pages)
    found: Found = {}
    for page, own in pages.items():
        beside = aside.get(page, {})
        known = [side for side in sides[page] if running.knows(side)]
        if known or beside:
            taken = dict(beside)
            for side in known:
                taken |= _from_the_edge(side, running, beside, own)
            found |= _with_body(own, taken)
    return found


def _aside(document: Document, lines: Sequence[TextLine], pages: Mapping[int, Sequence[TextLine]]) -> dict[int, Found]:
    """What is drawn or laid over the text of each page that has such."""
    found: dict[int, Found] = defaultdict(dict)
    for page in dict.fromkeys([line.page for line in lines if line.height > LEAST_TALL]):
        found[page] |= laid_over(pages[page], document.words)
    for index, reason in drawn_rules(lines).items():
        found[lines[index].page][index] = reason
    return found


def _without(page: Sequence[TextLine], tables: Container[int]) -> Sequence[TextLine]:
    return [line for line in page if line.index not in tables] if tables else page


def _table_lines(document: Document, lines: Sequence[TextLine]) -> set[int]:
    """The indexes of the lines of tables; contracts have none, and then no block's lines are looked for."""
    tables = tuple(block for block in document.blocks if block.kind == "table")
    own = block_lines(replace(document, blocks=tables), lines) if tables else []
    return {line.index for _, rows in own for line in rows}


def _with_tables(sides: Sides, by_page: Mapping[int, Sequence[TextLine]], heights: Mapping[int, float]) -> Sides:
    """The edges of each page, rows of tables among them where a page has hardly another: they are its body then."""
    return {
        page: both if all(len(side) > BODY_ROWS for side in both) else edges_of(by_page[page], heights[page])
        for page, both in sides.items()
    }


def _with_body(page: Sequence[TextLine], taken: Found) -> Found:
    """What is taken from a page; what stands amid furniture on a page without other text is its body."""
    if len(taken) < len(page):
        return taken
    return {index: reason for index, reason in taken.items() if reason[1] != SECTION_NAME}


def _leading(page: Sequence[TextLine]) -> float:
    """The usual distance between the lines of a page; with a few lines, what would be usual for their height."""
    bottoms = sorted(line.bottom for line in page)
    distances = [after - before for before, after in pairwise(bottoms) if after - before > 1]
    least = max(1.2 * min((line.height for line in page), default=0.0), 1.0)
    return median(distances) if len(distances) > EDGE_ROWS else least


def _from_the_edge(side: Sequence[Edge], running: Repeats, aside: Found, page: Sequence[TextLine]) -> Found:
    """The furniture of one side of a page: from the edge inwards up to the first row of the body."""
    taken: Found = {}
    waiting: list[tuple[Edge, Running]] = []  # believed once a surer row, or free space, stands further in
    passed: list[Edge] = []  # rows of no known kind; rows that number the pages may stand further in
    inner: Edge | None = None
    for edge in side:
        if aside and all(line.index in aside for line in edge.lines):
            continue
        own = running.alone.get(edge, {})
        whole = len(own) == len(edge.lines)
        runs = None if whole else running.of(edge)
        if passed and not _numbers_pages(own if whole else {}, runs):
            passed.append(edge)
            if len(passed) > AMID:
                break
            continue
        if runs is not None and not runs.sure:
            waiting.append((edge, runs))
            continue
        if runs is None and not own:
            inner, passed = edge, [edge]
            continue
        taken |= _section_name(passed, edge, taken) | _all_of(waiting) | own | _all_of([(edge, runs)] if runs else [])
        waiting, passed, inner = [], [], None
        if runs is None and not whole:
            break
    if len(waiting) > TALLEST:
        return taken  # a form that fills page after page
    while waiting and not _parted(waiting[-1], inner, page):
        inner = waiting.pop()[0]
    return taken | _all_of(waiting)


def _numbers_pages(own: Found, runs: Running | None) -> bool:
    """Whether a row is sure to count the pages, so that what stands further out may be furniture too."""
    if runs is not None:
        return runs.counts and runs.sure
    return bool(own) and any(why in (BY_FORM, FILE_NUMBER) for _, why in own.values())


def _section_name(passed: Sequence[Edge], inner: Edge, taken: Found) -> Found:
    """A short row with furniture close on both its sides: the name of a section in a running header."""
    if not taken or len(passed) != 1 or len(passed[0].lines) > 1:
        return {}
    line = passed[0].lines[0]
    close = abs(inner.distance - passed[0].distance) <= CLOSE * line.height
    if not close or len(line.text) > SHORT or "/s/" in line.text or is_head(line.text):
        return {}
    return {line.index: ("header" if inner.side == "top" else "footer", SECTION_NAME)}


def _parted(row: tuple[Edge, Running], inner: Edge | None, page: Sequence[TextLine]) -> bool:
    """Whether a row that repeats stands apart from the row further in, and free space is what it needs."""
    edge, runs = row
    return runs.needs != SUPPORTED and (inner is None or abs(inner.distance - edge.distance) > APART * _leading(page))


def _all_of(rows: Sequence[tuple[Edge, Running]]) -> Found:
    return {line.index: (runs.kind, runs.why) for edge, runs in rows for line in edge.lines}


def _never_all(pages: Mapping[int, Sequence[TextLine]], taken: Found) -> Found:
    """What is taken: of a page that has nothing else only its number and what is a footer by its form, and never all
    that a document says."""
    bare = [own for own in pages.values() if all(line.index in taken for line in own)]
    if not bare:
        return taken
    left = {line.index for own in bare for line in own if not _plain(taken[line.index])}
    kept = {index: reason for index, reason in taken.items() if index not in left}
    if any(line.index not in kept for own in pages.values() for line in own):
        return kept
    return {}


def _plain(reason: tuple[RemovedKind, str]) -> bool:
    """Whether a line needs no other page to be known as furniture, or its number alone differs there."""
    return reason[0] == "page_number" or reason[1] in (EDGAR, FILE_NUMBER)
