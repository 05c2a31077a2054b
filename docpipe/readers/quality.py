"""Whether the text layer of a page can be trusted: fonts without a mapping and wrongly decoded text leave traces."""

from __future__ import annotations

import re
from functools import cache

from docpipe.readers.rows import has_east_asian

LEAST = 8
"""Characters that must be wrong: a font of bullets puts up to 4 of its own code points on a page."""

SHARE = 0.03
"""Least share of a page that is wrong. 84 sound Chinese pages and 365 English contracts stay at 0, damaged ones begin
at .07 (mojibake) and .04 (placeholders)."""

_SOUND = frozenset("\t\r\n\x02\xa0“”‘’–—…§©®™•·¶°£€¥½¼\ufffe" + "".join(map(chr, range(0x20, 0x7F))))
"""What sound English pages are made of: such a page is passed by the set of its characters. 2 and U+FFFE stand for
hyphens at the ends of lines."""

_SECOND = "\x80-\x9f\xa1-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"  # without the space of « société »


def damage(text: str) -> str | None:
    """Why the characters of a page, as its text layer gives them, cannot be what the page shows; None if they can."""
    if _SOUND.issuperset(text):
        return None
    latin, unmapped, boxes, decoded = _patterns()
    if _much(sum(map(len, unmapped.findall(text))), text):
        return "characters without a meaning"
    if _much(sum(map(len, latin.findall(text))), text) or (has_east_asian(text) and _misread(text, decoded)):
        return "mojibake"
    return "placeholders for characters" if _much(sum(map(len, boxes.findall(text))), text) else None


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Compiled for such pages only: UTF-8 read byte by byte, code points of no meaning, runs of one box, words."""
    return tuple(
        map(
            re.compile,
            (
                rf"[ÃÂ][{_SECOND}]|[â-é][{_SECOND}]{{2}}",
                "[\x00\x01\x03-\x08\x0e-\x1f\ufffd\ue000-\uf8ff\U000f0000-\U0010fffd]+",
                "口{3,}|[□▯]{3,}",
                "[\u3400-\u9fff]{3,}",
            ),
        )
    )


def _misread(text: str, decoded: re.Pattern[str]) -> bool:
    """Whether a page is in part UTF-8 that was read as GBK: its bytes in GBK then make words as UTF-8."""
    again = text.encode("gb18030", "replace").decode("utf-8", "replace")
    return _much(sum(map(len, decoded.findall(again))), text)


def _much(wrong: int, text: str) -> bool:
    return wrong >= LEAST and wrong >= SHARE * len(text)
