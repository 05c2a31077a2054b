"""Chinese text as rules read it: one width, no spaces around Han characters, and a way back to the source.

Typesetters put spaces between Han characters and figures, OCR puts them everywhere, and full-width forms stand beside
ASCII: folded, ``２０２４ 年 ３ 月`` and ``2024年3月`` are one text, and so are 租賃合約 and 租赁合同. Tabs and line
feeds between cells and rows stay, one for several empty cells.
"""

from __future__ import annotations

from array import array

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.zh_script import LETTER
from docpipe.rules.zh_traditional import SIMPLIFIED, in_simplified_words

_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "，；"}
_FOLD = {
    **SIMPLIFIED,
    **_WIDE,
    **str.maketrans(
        {"￥": "¥", "\u3000": " ", "\u00a0": " ", "○": "〇", "﹪": "%", "〔": "(", "〕": ")", "﹙": "(", "﹚": ")",
         "“": '"', "”": '"', "「": '"', "」": '"', "『": '"', "』": '"', "—": "-", "–": "-", "－": "-"}
    ),
}  # fmt: skip
_COMMA = compiled(rf"(?<={LETTER}),|(?<=[)%\"]),|,(?={LETTER})")
_SEMICOLON = compiled(rf"(?<={LETTER});|(?<=[)%\"]);|;(?={LETTER})")
_WIDE_THOUSANDS = compiled("(?<=[０-９])，(?=[０-９]{3})")
_SPACES = compiled(r"[ \r\u2000-\u200b\ufeff]+|(?<=\t)\t+")
_UNSPACED = compiled(rf"(?<={LETTER}) | (?={LETTER})|(?<=[（）()《》“”、，。：；]) | (?=[（）()《》“”、，。：；])")


class Folded(Struct, frozen=True, eq=False):
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
    plain = _WIDE_THOUSANDS.sub(",", in_simplified_words(text)).translate(_FOLD)
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


def unspaced(text: str) -> str:
    """Printed text with white space collapsed, and none beside Han characters."""
    text = " ".join(text.split())
    return _UNSPACED.sub("", text)


def _is_wide(text: str, place: int) -> bool:
    if not 0 <= place < len(text):
        return False
    character = text[place]
    return character in "\t\n" or character >= "\u2e80" or "\u2018" <= character <= "\u201d"
