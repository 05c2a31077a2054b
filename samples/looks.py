"""How the samples look: fonts, sizes, rules; and markup inside a line → reportlab's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

import chinese
from reportlab.lib.colors import white
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

GREY = (0.9, 0.9, 0.9)


@dataclass(frozen=True, slots=True)
class Look:
    """How one style of document is set."""

    size: float
    heads: str  # font of headings
    ruled: bool  # tables with all rules, or with rules above and below only
    lead: float = 1.22  # distance of lines, in sizes
    gap: float = 0.55  # between paragraphs, in lines
    left_headings: bool = False
    larger: float = 0.0  # headings than the text, in points
    chinese: bool = False  # paragraphs that begin two characters in, lines that break after any character


LOOKS = {
    "contract": Look(11, "Times-Bold", True),
    "report": Look(11, "Helvetica-Bold", False, lead=1.43, left_headings=True, larger=3),
    "chinese": Look(11, "Times-Bold", True, lead=1.62, gap=0.1, left_headings=True, larger=0.5, chinese=True),
    "bilingual": Look(10, "Times-Bold", True, lead=1.3),
}

GRID: list[tuple[Any, ...]] = [
    ("GRID", (0, 0), (-1, -1), 0.5, (0, 0, 0)),
    ("BACKGROUND", (0, 0), (-1, 0), GREY),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("TOPPADDING", (0, 0), (-1, -1), 3),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
]
OPEN: list[tuple[Any, ...]] = [
    ("LINEABOVE", (0, 0), (-1, 0), 1, (0, 0, 0)),
    ("LINEBELOW", (0, 0), (-1, 0), 0.5, (0, 0, 0)),
    ("LINEBELOW", (0, -1), (-1, -1), 1, (0, 0, 0)),
    ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
    ("TOPPADDING", (0, 0), (-1, -1), 2.5),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
    ("LEFTPADDING", (0, 0), (0, -1), 2),
]
COLUMNS: list[tuple[Any, ...]] = [
    ("LINEAFTER", (0, 0), (0, -1), 0.5, (0.6, 0.6, 0.6)),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (0, -1), 0),
    ("RIGHTPADDING", (0, 0), (0, -1), 10),
    ("LEFTPADDING", (1, 0), (1, -1), 10),
    ("RIGHTPADDING", (1, 0), (1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 3),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 5),
]


def inline(text: str, breaks: dict[str, str]) -> str:
    """Markup inside a line → reportlab's, with soft hyphens in the words that may be broken."""
    text = escape(text).replace("\u3000", "\xa0\xa0")  # reportlab folds other spaces
    text = re.sub(r"[A-Za-z]{5,}", lambda word: _broken(word[0], breaks), text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"\*(.+?)\*", r"<i>\1</i>", text)
    text = re.sub(r"(?<!\w)_(.+?)_(?!\w)", r"<i>\1</i>", text)
    return re.sub(r"\[\^(\d+)\]", r'<super>\1</super><onDraw name="footnote" label="\1"/>', text)


def paragraph(markup: str, style: ParagraphStyle, **options: str | None) -> Paragraph:
    """A paragraph whose Chinese characters stand in Chinese type."""
    return Paragraph(chinese.set_runs(markup, "Bold" in style.fontName), style, **options)


def _broken(word: str, breaks: dict[str, str]) -> str:
    parts = breaks.get(word.casefold())
    if parts is None or word.isupper():
        return word
    places = [len(part) for part in parts.split("-")][:-1]
    pieces, rest = [], word
    for length in places:
        pieces.append(rest[:length])
        rest = rest[length:]
    return "\xad".join([*pieces, rest])


def styles(look: Look) -> dict[str, ParagraphStyle]:
    size, lead = look.size, look.size * look.lead
    body = ParagraphStyle(
        "body",
        fontName="Times-Roman",
        fontSize=size,
        leading=lead,
        alignment=TA_JUSTIFY,
        spaceAfter=lead * look.gap,
        bulletFontName="Times-Roman",
        bulletFontSize=size,
        allowWidows=0,
        allowOrphans=0,
        splitLongWords=0,
    )
    if look.chinese:
        body = body.clone("body", wordWrap="CJK", alignment=TA_LEFT, firstLineIndent=2 * size)
    place = TA_LEFT if look.left_headings else TA_CENTER
    head = body.clone(
        "heading", fontName=look.heads, alignment=place, spaceBefore=lead * 0.7, keepWithNext=1, firstLineIndent=0
    )
    plain = body.clone(
        "cell", fontSize=size - 1, leading=(size - 1) * 1.2, alignment=TA_LEFT, spaceAfter=0, firstLineIndent=0
    )
    return {
        "body": body,
        "title": head.clone("title", fontSize=size + 4, leading=size + 9, alignment=TA_CENTER, spaceAfter=10),
        "heading": head.clone("h", fontSize=size + look.larger, leading=lead + 4),
        "subheading": head.clone("sub", alignment=TA_LEFT, fontSize=size),
        "centred": body.clone("centred", alignment=TA_CENTER, keepWithNext=1, firstLineIndent=0),
        "note": body.clone("note", fontSize=9, leading=11, spaceAfter=0),
        "cell": plain,
        "number": plain.clone("number", alignment=TA_RIGHT),
        "column": body.clone("column", spaceAfter=0),
        "hidden": body.clone("hidden", fontSize=1, leading=1.2, textColor=white, spaceAfter=0),
    }
