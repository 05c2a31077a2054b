"""Plain text and Markdown → Document. Needs nothing beside Python."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from docpipe.readers.office.pieces import Piece, Read, Stretch, plain, written
from docpipe.readers.office.plain_text import ITEM, decoded, text_pieces
from docpipe.readers.options import ReadOptions
from docpipe.readers.sniff import ORG, RST
from docpipe.types import Document, Source

MARKED_UP = {"rst": RST, "org": ORG}
"""Endings of text that is more than that where an extra reads it."""

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*$")
_RULE = re.compile(r"\s*([-*_=])(?:\s*\1){2,}\s*$")
_ROW = re.compile(r"\s*\|.*\|\s*$")
_UNDER_HEAD = re.compile(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?)?\s*$")
_FENCE = re.compile(r"\s*(```|~~~)")
_INLINE = (
    (re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)"), r"\1"),
    (re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<!\w)_(?=[^\s_])([^_\n]+?)(?<=[^\s_])_(?!\w)"), r"\1"),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
    (re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])"), r"\1"),
)


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """A text file, its paragraphs parted by blank lines. Raises ReadError, NoText.

    A guessed encoding is said in ``warnings``. The ending of a name says which text is Markdown, or values with
    separators, or marked up in a way that only an extra reads.
    """
    ending = source.name.lower().rpartition(".")[2]
    warnings: list[str] = []
    if ending in MARKED_UP:
        from docpipe.readers.office import unstructured

        if unstructured.installed():
            return unstructured.read(data, replace(source, media_type=MARKED_UP[ending]), options)
        warnings.append(f"read as plain text: headings and tables of .{ending} files need {unstructured.INSTALL}")
    text, guess = decoded(data)
    return written(Read(list(_by_ending(text, ending)), warnings=[*([guess] if guess else []), *warnings]), source)


def _by_ending(text: str, ending: str) -> Iterator[Piece]:
    if ending in ("csv", "tsv"):
        from docpipe.readers.office import values

        return values.pieces(text, ending)
    return markdown_pieces(text) if ending in ("md", "markdown") else text_pieces(text)


def markdown_pieces(text: str) -> Iterator[Piece]:
    """Headings, list items, tables, paragraphs and code of a Markdown text, without its signs."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    at = number = 0
    while at < len(lines):
        end, piece = _markdown_piece(lines, at, number + 1)
        at = end
        if piece is not None:
            number += 1
            yield piece


def _markdown_piece(lines: list[str], at: int, number: int) -> tuple[int, Piece | None]:
    """What begins at a line, and the line behind it."""
    line, place = lines[at], f"paragraph {number}"
    if not line.strip() or _RULE.match(line):
        return at + 1, None
    if _FENCE.match(line):
        end = next((k for k in range(at + 1, len(lines)) if _FENCE.match(lines[k])), len(lines))
        text = "\n".join(lines[at + 1 : end])
        return end + 1, Piece("paragraph", text.strip("\n"), place) if text.strip() else None
    if heading := _HEADING.match(line):
        return at + 1, Piece("heading", _inline(heading[2]), place, level=len(heading[1]))
    if _ROW.match(line) and at + 1 < len(lines) and _UNDER_HEAD.match(lines[at + 1]):
        end = next((k for k in range(at + 2, len(lines)) if not _ROW.match(lines[k])), len(lines))
        rows = tuple(_row(each) for each in (line, *lines[at + 2 : end]))
        return end, Piece("table", "", place, rows=rows, header_rows=1)
    end = at + 1
    while end < len(lines) and not _begins(lines[end]):
        end += 1
    if end < len(lines) and end == at + 1 and (under := re.fullmatch(r"\s*(=+|-+)\s*", lines[end])):
        return end + 1, Piece("heading", _inline(line), place, level=1 if under[1][0] == "=" else 2)
    body = " ".join(each.strip().lstrip("> ") for each in lines[at:end])
    item = ITEM.match(lines[at])
    if item and not item[2][0].isdigit():
        return end, Piece("list_item", _inline(body[2:]), place, level=1 + len(item[1].expandtabs(4)) // 2)
    return end, Piece("paragraph", _inline(body), place)


def _begins(line: str) -> bool:
    """Whether a line ends the paragraph before it."""
    if not line.strip() or _RULE.match(line) or _HEADING.match(line) or _FENCE.match(line):
        return True
    return bool(ITEM.match(line) or _ROW.match(line) or re.fullmatch(r"\s*(=+|-+)\s*", line))


def _row(line: str) -> tuple[Stretch, ...]:
    cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
    return tuple(Stretch(_inline(cell)) for cell in cells)


def _inline(text: str) -> str:
    for pattern, shown in _INLINE:
        text = pattern.sub(shown, text)
    return plain(text)
