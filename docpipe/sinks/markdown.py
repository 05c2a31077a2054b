"""A document as Markdown: headings, lists and tables as such, everything else escaped so that it reads as printed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from docpipe.sinks.markdown_text import escape
from docpipe.types import Block, Document, Mark, Table
from docpipe.words import Span

DEEPEST_HEADING = 6
"""Markdown knows six levels."""

_LINE_START = re.compile(r"^(#{1,6}(?=\s|$)|[-+=](?=[\s=-]|$))", re.MULTILINE)
_LINE_NUMBER = re.compile(r"^(\d{1,9})([.)])(?=\s)", re.MULTILINE)
_SECTION = re.compile(r"\d{1,3}(?:\.\d{1,3})+\.?\s")
_BULLET = re.compile(r"(?:[•●○▪■◦‣∙·–—-]|\\\*)\s+")


class _Whole(Struct, frozen=True):
    """A block together with those that continue it."""

    block: Block
    span: Span | None
    marks: tuple[Mark, ...]


def document_to_markdown(document: Document) -> str:
    """The body in reading order. Hidden text is left out (JSON has it); notes on a page stand behind it."""
    tables = {table.block: table for table in document.tables}
    parts = (_rendered(document.text, whole, tables) for whole in _wholes(document.blocks))
    return "\n\n".join(part for part in parts if part) + "\n"


def _wholes(blocks: tuple[Block, ...]) -> list[_Whole]:
    wholes: list[_Whole] = []
    for block in blocks:
        before = wholes[-1] if wholes else None
        if block.continues is not None and block.span is not None and before is not None and before.span is not None:
            wholes[-1] = _Whole(before.block, (before.span[0], block.span[1]), before.marks + block.marks)
        else:
            wholes.append(_Whole(block, block.span, block.marks))
    return wholes


def _rendered(text: str, whole: _Whole, tables: Mapping[str, Table]) -> str:
    block = whole.block
    if block.kind == "hidden":
        return ""
    if block.id in tables:
        return _grid(_spread(tables[block.id]), tables[block.id].header_rows)
    if whole.span is None:
        return f"> **Note on page {block.page}:** " + escape(" ".join((block.text or "").split()))
    printed = text[slice(*whole.span)]
    if block.kind == "table":
        return _grid([line.split("\t") for line in printed.splitlines()], 0)
    return _shaped(block, printed, _marked(printed, whole.span[0], whole.marks))


def _shaped(block: Block, printed: str, body: str) -> str:
    """Escaped text in the form of its kind of block."""
    if block.kind == "heading":
        return "#" * min(max(block.level or 1, 1), DEEPEST_HEADING) + " " + " ".join(body.split())
    if block.kind == "list_item":
        return _list_item(printed, " ".join(body.split()))
    lines = "\n".join(line.strip() for line in body.splitlines())
    return _LINE_NUMBER.sub(r"\1\\\2", _LINE_START.sub(r"\\\1", lines))


def _list_item(printed: str, body: str) -> str:
    """A number stays the item's mark, a printed bullet becomes Markdown's, any other mark stands after it.

    Sections (``4.2 Notices``) are paragraphs: Markdown has no list that counts like that.
    """
    if _LINE_NUMBER.match(printed.lstrip()) or _SECTION.match(printed.lstrip()):
        return body
    bullet = _BULLET.match(body)
    return "- " + (body[bullet.end() :] if bullet else body)


def _marked(text: str, start: int, marks: tuple[Mark, ...]) -> str:
    """Escaped text with its struck stretches between tildes; spans of marks count in the whole document."""
    parts: list[str] = []
    at = 0
    for first, last in sorted(mark.span for mark in marks if mark.kind == "struck"):
        begin, end = max(first - start, at), min(last - start, len(text))
        if begin < end:
            parts += [escape(text[at:begin]), f"~~{escape(text[begin:end])}~~"]
            at = end
    return "".join(parts) + escape(text[at:])


def _spread(table: Table) -> list[list[str]]:
    """The rows of a table, a name over several columns above each of them: Markdown has no cells that span some."""
    rows = [list(row) for row in table.rows]
    for cell in table.cells:
        if cell.row < table.header_rows and cell.colspan > 1:
            row, name = rows[cell.row], rows[cell.row][cell.col]
            for col in range(cell.col + 1, min(cell.col + cell.colspan, len(row))):
                row[col] = row[col] or name
    return rows


def _grid(rows: list[list[str]], header_rows: int) -> str:
    """Pipes; several header rows are joined into one, and a table without any gets an empty one."""
    width = max((len(row) for row in rows), default=0)
    if not width:
        return ""
    filled = [[_cell(cell) for cell in row] + [""] * (width - len(row)) for row in rows]
    columns = zip(*filled[:header_rows], strict=True)
    header = [" ".join(dict.fromkeys(cell for cell in column if cell)) for column in columns]
    lines = [header or [""] * width, ["---"] * width, *filled[header_rows:]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    return escape(text.strip()).replace("|", "\\|").replace("\n", "<br>")
