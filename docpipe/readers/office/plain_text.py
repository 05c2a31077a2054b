"""Plain text: its encoding found, paragraphs parted by blank lines, lines that were broken to fit a width joined."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from itertools import pairwise

from docpipe.errors import ReadError
from docpipe.readers.office.pieces import Piece, plain
from docpipe.readers.sniff import wide

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

CHINESE_SHARE = 0.5
"""Least share of the pairs above ASCII that must be common Chinese signs for text to be GB18030: of Chinese prose
more than nine in ten are (the first level of GB 2312 and its punctuation), of accented Latin letters few are pairs."""

FULL_LINE = 60
"""Characters from which on a line may be one that was broken to fit a width."""

ITEM = re.compile(r"(\s*)([-*+]|\d{1,4}[.)])[ \t]+(.*)", re.DOTALL)
"""Indent, sign and words of a line that begins an item of a list."""


def decoded(data: bytes) -> tuple[str, str]:
    """The text of some bytes, and what to say of the encoding where it is a guess. Raises ReadError (binary data)."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace"), ""
    if coding := wide(data):
        return data.decode(coding, "replace"), f"the encoding is not told in the file; it was read as {coding.upper()}"
    if b"\x00" in data[:4096]:
        raise ReadError("not text: it has zero bytes; ask for the file again")
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        encoding = "gb18030" if _is_chinese(data) else "cp1252"
    shown = "GB18030" if encoding == "gb18030" else "Windows-1252"
    return data.decode(encoding, "replace"), f"the encoding is not told in the file; it was read as {shown}"


def text_pieces(text: str, place: str = "paragraph") -> Iterator[Piece]:
    """Paragraphs: lines without a blank line between them, joined where they were broken to fit a width."""
    number = 0
    for group in _groups(text):
        for paragraph in _paragraphs(group):
            number += 1
            yield Piece("paragraph", plain(paragraph), f"{place} {number}")


def _groups(text: str) -> Iterator[list[str]]:
    """Lines without a blank one between them."""
    group: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n").split("\n"):
        if line.strip():
            group.append(line.rstrip())
        elif group:
            yield group
            group = []
    if group:
        yield group


def _paragraphs(group: list[str]) -> Iterator[str]:
    """The paragraphs of a group of lines: a full line is joined with the next one, which begins nothing new."""
    width = max(map(len, group))
    joined = group[0]
    for before, line in pairwise(group):
        indent = len(line) - len(line.lstrip())
        goes_on = len(before) >= max(FULL_LINE, 0.7 * width) and not ITEM.match(line) and indent < 8
        if goes_on and not re.match(r"\s*(?:\(?[\divxa-z]{1,4}[.)]|第)", line):
            joined += _between(joined, line) + line.strip()
        else:
            yield joined
            joined = line
    yield joined


def _between(before: str, line: str) -> str:
    """Chinese goes on without a space."""
    return "" if before[-1] >= "\u2e80" and line.strip()[0] >= "\u2e80" else " "


def _is_chinese(data: bytes) -> bool:
    """Whether bytes above ASCII come in pairs that are mostly common Chinese signs."""
    try:
        data[: 1 << 20].decode("gb18030", "strict" if len(data) <= 1 << 20 else "replace")
    except UnicodeDecodeError as error:
        if error.start < len(data) - 4:
            return False
    high = re.findall(rb"[\x80-\xff]+", data[: 1 << 16])
    count = sum(map(len, high))
    common = sum(2 * len(re.findall(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]", run)) for run in high if len(run) > 1)
    return count > 0 and common >= CHINESE_SHARE * count
