"""The markup of the texts: front matter, then blocks with a blank line between them.

``# title``, ``## heading``, ``### subheading``, ``^ centred line``; numbered paragraphs (``4.1``, ``(a)``, ``A.``)
and plain ones, two spaces per level of indentation; ``| cell | cell |`` tables, whose second row gives the
alignment; ``[^1]`` and ``[^1]: text`` for a footnote; ``+++`` for a new page; ``:::keep`` keeps what follows up to
the next fence on one page; ``:::signatures`` … ``:::`` sets signature blocks side by side; ``:::section NAME`` names
the running header from here on; ``:::contents`` is the table of contents; ``:::columns`` … ``:::`` sets two versions
side by side; ``:::hidden TEXT`` is white and one point high. A cell ``<`` is covered by the cell to its left. Inline:
``**bold**``, ``*italic*``, ``_signed_``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_NUMBER = re.compile(r"(\d+(?:\.\d+)+|\d+\.|\([a-z]+\)|\(\d+\)|[A-Z]\.)\s+(?=\S)")
_NOTE = re.compile(r"\[\^(\d+)\]:\s*")
_FENCES = (":::signatures", ":::columns")
_SIGNS = {"#": "title", "##": "heading", "###": "subheading", "^": "centred"}


@dataclass(frozen=True, slots=True)
class Block:
    """One block; ``rows`` holds the cells of tables and signature blocks, ``aligns`` one of ``l``, ``r`` per column."""

    kind: str
    text: str = ""
    number: str = ""
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()
    aligns: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A parsed text: its front matter, its blocks, and its footnotes by number."""

    front: dict[str, str]
    blocks: list[Block]
    notes: dict[str, str] = field(default_factory=dict)


def parse(source: str) -> Text:
    """Front matter and blocks of a text; raises ValueError where the front matter is missing."""
    if not source.startswith("---\n"):
        raise ValueError("a text begins with its front matter")
    head, body = source[4:].split("\n---\n", 1)
    front = dict(line.split(": ", 1) for line in head.splitlines())
    notes: dict[str, str] = {}
    blocks: list[Block] = []
    for lines in _paragraphs(body):
        note = _NOTE.match(lines[0])
        if note:
            notes[note[1]] = _joined(lines)[note.end() :]
        else:
            blocks.extend(_blocks(lines))
    return Text(front, blocks, notes)


def _paragraphs(body: str) -> Iterator[list[str]]:
    """The lines of each block; a heading needs no blank line after it, a fence none around it."""
    lines: list[str] = []
    fenced = False
    for line in body.splitlines():
        alone = line.startswith((":::", "#", "^ ", "+++")) and not fenced
        if lines and not fenced and (alone or not line.strip()):
            yield lines
            lines = []
        if line.strip():
            lines.append(line)
        if line.startswith(":::"):
            fenced = line.strip() in _FENCES
        if lines and (alone or line.strip() == ":::") and not fenced:
            yield lines
            lines = []
    if lines:
        yield lines


def _blocks(lines: list[str]) -> Iterator[Block]:
    first = lines[0]
    sign = first.split(" ", 1)[0]
    if first.startswith("+++"):
        yield Block("page")
    elif first.strip() in _FENCES:
        yield Block(first.strip(": "), rows=tuple(_cells(line) for line in lines[1:-1]))
    elif first.startswith(":::"):
        kind, _, text = first[3:].partition(" ")
        yield Block(kind, text)
    elif first.startswith("|"):
        yield _table(lines)
    elif sign in _SIGNS:
        yield Block(_SIGNS[sign], _joined(lines)[len(sign) :].strip())
    else:
        yield _paragraph(lines)


def _paragraph(lines: list[str]) -> Block:
    level = (len(lines[0]) - len(lines[0].lstrip())) // 2
    text = _joined(lines)
    number = _NUMBER.match(text)
    if number is None:
        return Block("paragraph", text, level=level)
    return Block("paragraph", text[number.end() :], number[1], level)


def _table(lines: list[str]) -> Block:
    rows = [_cells(line.strip().strip("|")) for line in lines]
    aligns = "".join("r" if cell.endswith("-:") else "l" for cell in rows[1])
    return Block("table", rows=(rows[0], *rows[2:]), aligns=aligns)


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.split("|"))


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)
