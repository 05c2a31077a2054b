"""Chinese type for the samples: Noto Serif SC (Song) and Noto Sans SC (Hei), both under the SIL Open Font License 1.1.

They come from the package pylopdf-fonts-zh-cn, with PostScript outlines, which reportlab cannot embed: the glyphs that
the texts use are redrawn with TrueType's curves by fonttools, off by a thousandth of the size at most.
"""

from __future__ import annotations

import io
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from reportlab.lib import textsplit
from reportlab.lib.fonts import addMapping
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont as EmbeddedFont
from reportlab.platypus import paragraph

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

SONG, HEI = "Song", "Hei"  # for text, and for what is bold
NEEDED = {"fonttools": "4.68.0", "pylopdf-fonts-zh-cn": "0.1.1"}
"""Packages and the versions whose bytes are committed."""

_HANGING = "，；：！？》”"
"""What may not begin a line and hangs into the margin instead, besides what reportlab knows."""

_ERROR = 1.0  # in thousandths of the size
_INSTRUCTIONS = (
    *("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs"),
    *("maxStackElements", "maxSizeOfInstructions"),
)
_CHARACTERS = re.compile(r"[\u2103\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+")
_WITH_QUOTES = re.compile(r"[\u2014\u201c\u201d\u2103\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+")


def missing() -> list[str]:
    """The packages of ``NEEDED`` that are not installed, as pip wants them."""
    absent = []
    for name, number in NEEDED.items():
        try:
            version(name)
        except PackageNotFoundError:
            absent.append(f"{name}=={number}")
    return absent


def register(texts: str) -> None:
    """Make both fonts known to reportlab, with the characters of ``texts``."""
    import pylopdf_fonts_zh_cn as fonts

    for name, path in ((SONG, fonts.serif_path()), (HEI, fonts.sans_path())):
        pdfmetrics.registerFont(EmbeddedFont(name, io.BytesIO(_true_type(path, texts))))
        for bold in (0, 1):
            for italic in (0, 1):
                addMapping(name, bold, italic, name)
    for module in (paragraph, textsplit):
        module.ALL_CANNOT_START += "".join(sorted(set(_HANGING) - set(module.ALL_CANNOT_START)))


def is_chinese(text: str) -> bool:
    return _CHARACTERS.search(text) is not None


def set_runs(markup: str, bold: bool) -> str:
    """Runs of Chinese characters in Song, or Hei where they are bold.

    The quotation marks and dashes of a Chinese text are Chinese too.
    """
    if not is_chinese(markup):
        return markup
    parts = re.split(r"(<b>.*?</b>)", markup)
    faces = [HEI if bold or part.startswith("<b>") else SONG for part in parts]
    return "".join(
        _WITH_QUOTES.sub(rf'<font face="{face}">\g<0></font>', part) for face, part in zip(faces, parts, strict=True)
    )


def runs(text: str) -> list[str]:
    """A text cut where Chinese characters begin or end."""
    return re.findall(rf"{_CHARACTERS.pattern}|(?:(?!{_CHARACTERS.pattern}).)+", text)


def width(text: str, latin: str, size: float) -> float:
    """Printed width in points of a text whose other characters stand in the font ``latin``."""
    chinese = "".join(_CHARACTERS.findall(text))
    rest = _CHARACTERS.sub("", text)
    return float(pdfmetrics.stringWidth(rest, latin, size)) + len(chinese) * size


def _true_type(path: Path, texts: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(path, recalcTimestamp=False)
    options = Options(layout_features=[], hinting=False, notdef_outline=True, drop_tables=["BASE", "DSIG", "VORG"])
    subsetter = Subsetter(options)
    subsetter.populate(text=texts + " ")
    subsetter.subset(font)
    _redraw(font)
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def _redraw(font: TTFont) -> None:
    """PostScript's cubic curves → TrueType's quadratic ones, in place."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    glyphs, drawn = font.getGlyphSet(), {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, _ERROR, reverse_direction=True))
        drawn[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = font.getGlyphOrder(), drawn
    del font["CFF "]
    for name, glyph in drawn.items():
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))
    font["maxp"].tableVersion = 0x00010000
    for name in _INSTRUCTIONS:
        setattr(font["maxp"], name, 0)
    font["maxp"].maxZones, font["maxp"].maxComponentElements, font["maxp"].maxComponentDepth = 1, 0, 0
    font["post"].formatType = 3.0
    font["head"].glyphDataFormat = 0
    font.sfntVersion = "\000\001\000\000"
