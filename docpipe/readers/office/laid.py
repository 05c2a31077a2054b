"""Tables that only lay text out: signatures side by side, two languages side by side, numbers beside their text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docpipe.readers.office.pieces import Piece, laid_out

LEAST_ROWS = 3
"""Rows of two languages side by side; a shorter table may be a glossary's head."""

LEAST_PROSE = 40
"""Characters of the median cell of two languages side by side in the Latin one: glossaries have up to 25."""

_LEAD = re.compile(
    r"\(?[\divxlcA-Za-z]{1,5}[.)]|\d+(?:\.\d+)+\.?|[•●▪■◦○·–—§*-]|\([a-z]{1,2}\)|(?:Section|Article) \d[\d.]*"
    r"|[（(]?[一二三四五六七八九十\d]{1,3}[)）、.．]"
)
_SIGNED = re.compile(
    r"(?:By|Name|Title|Its|Date|Signature|Signed|Per)\s*(?:/[^:]{0,9})?[:：]"
    r"|(?:签字|签章|盖章|签署|法定代表人|授权代表|委托代理人|日期|职务|姓名|甲方|乙方)[^。]{0,16}(?:[:：]|（盖章）|\(盖章\)|（签字）|（章）)",
    re.IGNORECASE,
)
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")


def paragraphs(piece: Piece) -> list[str] | None:
    """The paragraphs of a table that is none, in reading order; None for one that is."""
    grid, _ = laid_out(piece)
    rows = [[cell.text if cell else "" for cell in row] for row in grid]
    columns = [list(column) for column in zip(*rows, strict=True) if any(column)]
    if not columns:
        return []
    if _is_signed(columns) or _is_two_languages(columns):
        return [text for column in columns for text in column if text]
    if all(_is_led([text for text in row if text]) for row in rows):
        return [" ".join(text for text in row if text) for row in rows if any(row)]
    return None


def as_pieces(piece: Piece, count: int, place: str = "paragraph") -> Iterator[Piece]:
    """The table itself, or the paragraphs that it is, named by what follows ``count``."""
    texts = paragraphs(piece)
    if texts is None:
        yield piece
        return
    for number, text in enumerate(texts, count + 1):
        yield Piece("paragraph", text, f"{place} {number}", piece.part)


def _is_led(texts: Sequence[str]) -> bool:
    """Whether a row is one text, or a number or bullet and its text."""
    return len(texts) < 2 or (len(texts) == 2 and _LEAD.fullmatch(texts[0]) is not None)


def _is_signed(columns: Sequence[Sequence[str]]) -> bool:
    """Whether each of two or three columns is somebody's signature: two of its lines begin as such lines do."""
    if not 2 <= len(columns) <= 3:
        return False
    return all(sum(bool(_SIGNED.match(text)) for text in column) >= 2 for column in columns)


def _is_two_languages(columns: Sequence[Sequence[str]]) -> bool:
    """Whether one of two columns is Chinese prose and the other one what it says in another script."""
    if len(columns) != 2 or len(columns[0]) < LEAST_ROWS:
        return False
    east = [[bool(_EAST_ASIAN.search(text)) for text in column if text] for column in columns]
    shares = [sum(own) / max(len(own), 1) for own in east]
    latin = columns[shares.index(min(shares))]
    lengths = sorted(len(text) for text in latin if text)
    return max(shares) > 0.8 and min(shares) < 0.2 and lengths[len(lengths) // 2] >= LEAST_PROSE
