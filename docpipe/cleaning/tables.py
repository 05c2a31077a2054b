"""Tables that go on over a page's end become one: what stands in their columns belongs together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from docpipe.types import Block, Document, Table

OVERLAP = 0.5
"""Least share of the narrower of two columns that lies in the other for both to be one."""


def with_whole_tables(document: Document) -> Document:
    """The document with one table for all its parts on following pages; the parts' blocks continue each other.

    Parts are of one table when nothing but set-aside text stands between them, they have the same columns, and the
    later one repeats the earlier one's header or has none.
    """
    tables: list[Table] = []
    continued: dict[str, str] = {}
    last: dict[str, str] = {}  # the table's first block → its last
    before = _predecessors(document.blocks)
    for table in document.tables:
        whole = tables[-1] if tables else None
        if whole is not None and before.get(table.block) == last[whole.block] and _same(whole, table):
            continued[table.block] = last[whole.block]
            last[whole.block] = table.block
            tables[-1] = _joined(whole, table)
        else:
            tables.append(table)
            last[table.block] = table.block
    if not continued:
        return document
    blocks = tuple(
        replace(block, continues=continued[block.id]) if block.id in continued else block for block in document.blocks
    )
    return replace(document, tables=tuple(tables), blocks=blocks)


def _predecessors(blocks: Sequence[Block]) -> dict[str, str]:
    """Tables that begin their page → the table that ends the page before."""
    written = [block for block in blocks if block.span is not None]
    return {
        block.id: earlier.id
        for earlier, block in pairwise(written)
        if block.kind == earlier.kind == "table" and block.page == earlier.page + 1
    }


def _same(whole: Table, table: Table) -> bool:
    width = len(whole.rows[0])
    if len(table.rows[0]) != width:
        return False
    if table.header_rows and _names(table) != _names(whole)[: table.header_rows]:
        return False
    page = whole.regions[-1].page
    columns = zip(_columns(whole, page), _columns(table, table.regions[0].page), strict=True)
    return all(_overlap(one, other) for one, other in columns if one and other)


def _names(table: Table) -> list[str]:
    """The words of each row of a header in their order, however they fell into cells: pages are set one by one."""
    return [" ".join(filter(None, row)) for row in table.rows[: table.header_rows]]


def _columns(table: Table, page: int) -> list[tuple[float, float] | None]:
    """Where each column stands on a page, by the cells that stand in it alone."""
    sides: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for cell in table.cells:
        if cell.page == page and cell.colspan == 1 and cell.row >= table.header_rows:
            sides[cell.col].append((cell.bbox[0], cell.bbox[2]))
    return [
        (min(x0 for x0, _ in sides[col]), max(x1 for _, x1 in sides[col])) if sides[col] else None
        for col in range(len(table.rows[0]))
    ]


def _overlap(one: tuple[float, float], other: tuple[float, float]) -> bool:
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return shared >= OVERLAP * min(one[1] - one[0], other[1] - other[0])


def _joined(whole: Table, table: Table) -> Table:
    """The rows of both, a repeated header once; its cells are gone with it, its words stay in the text."""
    repeated, down = table.header_rows, len(whole.rows) - table.header_rows
    cells = (replace(cell, row=cell.row + down) for cell in table.cells if cell.row >= repeated)
    return replace(
        whole,
        regions=whole.regions + table.regions,
        rows=whole.rows + table.rows[repeated:],
        cells=(*whole.cells, *cells),
    )
