"""Chinese text as rules read it: one width, no spaces around Han characters, and a way back to the source.

Typesetters put spaces between Han characters and figures, OCR puts them everywhere, and full-width forms stand beside
ASCII: folded, ``２０２４ 年 ３ 月`` and ``2024年3月`` are one text. Tabs and line feeds between cells and rows stay.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from itertools import islice

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
"""Han characters, for use inside a character class."""

ENOUGH_HAN = 10
"""Han characters from which a document is read by the Chinese rules: a name in brackets has fewer."""

_HAN = re.compile(f"[{HAN}]")
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "，；"}
_FOLD = {
    **_WIDE,
    **str.maketrans(
        {"￥": "¥", "\u3000": " ", "\u00a0": " ", "○": "〇", "﹪": "%", "〔": "(", "〕": ")", "﹙": "(", "﹚": ")",
         "“": '"', "”": '"', "「": '"', "」": '"', "—": "-", "–": "-", "－": "-"}
    ),
}  # fmt: skip
_COMMA = re.compile(rf"(?<=[{HAN})%\"]),|,(?=[{HAN}])")
_SEMICOLON = re.compile(rf"(?<=[{HAN})%\"]);|;(?=[{HAN}])")
_WIDE_THOUSANDS = re.compile("(?<=[０-９])，(?=[０-９]{3})")
_SPACES = re.compile(r"[ \r\u2000-\u200b\ufeff]+")
_WIDE_CHARACTER = re.compile("[\u2018-\u201d\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True, eq=False)
class Folded:
    """Folded text; character ``i`` of it is character ``origins[i]`` of the source, counted from ``base``."""

    text: str
    origins: array[int]
    base: int = 0

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where ``text[start:end]`` stands in the source; empty stretches have an empty span."""
        if end <= start:
            at = self.origins[start] if start < len(self.origins) else (self.origins[-1] + 1 if self.origins else 0)
            return self.base + at, self.base + at
        return self.base + self.origins[start], self.base + self.origins[end - 1] + 1


def fold(text: str, base: int = 0) -> Folded:
    """Fold a text that begins at offset ``base`` of its source."""
    plain = _WIDE_THOUSANDS.sub(",", text).translate(_FOLD)
    plain = _SEMICOLON.sub("；", _COMMA.sub("，", plain))
    kept: list[str] = []
    origins = array("I")
    at = 0
    for match in _SPACES.finditer(plain):
        start, end = match.span()
        kept.append(plain[at:start])
        origins.extend(range(at, start))
        if not (_is_wide(text, start - 1) or _is_wide(text, end)):
            kept.append(" ")
            origins.append(start)
        at = end
    kept.append(plain[at:])
    origins.extend(range(at, len(plain)))
    return Folded("".join(kept), origins, base)


def has_han(text: str) -> bool:
    """Whether a text has a Han character at all."""
    return not text.isascii() and _HAN.search(text) is not None


def is_chinese(text: str) -> bool:
    """Whether a document has enough Han characters for the Chinese rules to read it."""
    return not text.isascii() and len(list(islice(_HAN.finditer(text), ENOUGH_HAN))) == ENOUGH_HAN


def mostly_han(text: str) -> bool:
    """Whether Han characters outnumber Latin letters; each stands for about two letters of a word."""
    han = len(_HAN.findall(text))
    return 2 * han > sum(character.isalpha() for character in text) - han


def unspaced(text: str) -> str:
    """Printed text with white space collapsed, and none beside Han characters."""
    text = " ".join(text.split())
    return re.sub(rf"(?<=[{HAN}（）()《》“”、，。：；]) | (?=[{HAN}（）()《》“”、，。：；])", "", text)


def _is_wide(text: str, place: int) -> bool:
    return 0 <= place < len(text) and (text[place] in "\t\n" or _WIDE_CHARACTER.match(text[place]) is not None)
