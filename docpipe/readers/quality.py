"""Whether the text layer of a page can be trusted: fonts without a mapping and wrongly decoded text leave traces."""

from __future__ import annotations

import re
from functools import cache

from docpipe.readers.rows import EAST_ASIAN
from docpipe.readers.splitting import odd_characters

LEAST = 8
"""Characters that must be wrong: a font of bullets puts up to 4 of its own code points on a page."""

SHARE = 0.03
"""Least share of a page that is wrong. 84 sound Chinese pages and 365 English contracts stay at 0, damaged ones begin
at .07 (mojibake) and .04 (placeholders)."""

LETTERS = 300
"""Least letters of a page whose vowels are counted."""

VOWELS = 0.29
"""Share of vowels, accented letters among them, below which letters are shifted: 1,600 pages of at least 300 letters
(contracts, reports, papers, lists) begin at .32, and a font whose codes are off by one gives .19 to .26."""

MISREAD = 0.5
"""Share of characters in the upper half of a byte from which a page is another script, read byte by byte: French and
Icelandic have .05 and .12."""

NO_WORDS = "letters that make no words"

UNMAPPED = "a font does not say its letters"
"""Of a stretch of a page: its other words are sound."""

DISTINCT = 3
"""Characters that a stretch without a meaning must have: leaders are one or two."""

_LETTERS = bytes((*range(65, 91), *range(97, 123)))
_VOWELS = b"aeiouAEIOU"
_SOUND = frozenset("\t\r\n\x02\xa0“”‘’–—…§©®™•·¶°£€¥½¼\ufffe" + "".join(map(chr, range(0x20, 0x7F))))
"""What sound English pages are made of: such a page is passed by the set of its characters. 2 and U+FFFE stand for
hyphens at the ends of lines."""

_LEADS, _BOXES = frozenset("ÃÂâãäåæçèé"), frozenset("口□▯")  # a page without one of them needs no closer look
_SECOND = "\x80-\x9f\xa1-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"  # without the space of « société »


def damage(text: str) -> str | None:
    """Why the characters of a page, as its text layer gives them, cannot be what the page shows; None if they can."""
    if _few_vowels(text.encode("ascii", "ignore"), len(text)):
        return NO_WORDS
    odd = odd_characters(text) - _SOUND
    if not odd:
        return None
    latin, decoded, boxes, repeated, stretch = _patterns()
    meaningless = sum(text.count(character) for character in odd if _is_meaningless(character))
    if _much(meaningless, text):
        return "characters without a meaning"
    wide = max(odd_characters(text)) >= EAST_ASIAN
    if (not odd.isdisjoint(_LEADS) and _much(_count(latin, text), text)) or (wide and _misread(text, decoded)):
        return "mojibake"
    if sum(text.count(character) for character in odd if "\xa1" <= character <= "\xff") > MISREAD * len(text):
        return "mojibake"
    if max(odd) > "\u0590" and _much(sum(len(match[0]) for match in repeated.finditer(text)), text):
        return NO_WORDS
    if not odd.isdisjoint(_BOXES) and _much(_count(boxes, text), text):
        return "placeholders for characters"
    unmapped = meaningless >= LEAST and any(len(set(match[0])) >= DISTINCT for match in stretch.finditer(text))
    return UNMAPPED if unmapped else None


def _is_meaningless(character: str) -> bool:
    """Whether a character, odd on an English page, is a control, a placeholder or of private use."""
    return character < "\x20" or "\ue000" <= character <= "\uf8ff" or character == "\ufffd" or character >= "\U000f0000"


def _few_vowels(plain: bytes, length: int) -> bool:
    """Whether the letters of a page of so many characters are shifted; those beyond ASCII pass for vowels."""
    accented = length - len(plain)
    letters = len(plain) - len(plain.translate(None, _LETTERS))
    vowels = len(plain) - len(plain.translate(None, _VOWELS))
    return letters >= LETTERS and vowels + accented < VOWELS * (letters + accented)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Compiled for odd pages only: UTF-8 read byte by byte, words, runs of one box, letters of Arabic or Hebrew three
    times and more, stretches of no meaning."""
    return tuple(
        map(
            re.compile,
            (
                rf"[ÃÂ][{_SECOND}]|[â-é][{_SECOND}]{{2}}",
                "[\u3400-\u9fff]{3,}",
                "口{3,}|[□▯]{3,}",
                r"([\u05d0-\u05ea\u0620-\u063f\u0641-\u064a])\1\1+",
                "(?:[\x01\x03-\x08\x0b\x0c\x0e-\x1f\ue000-\uf8ff] ?){8,}",
            ),
        )
    )


def _misread(text: str, decoded: re.Pattern[str]) -> bool:
    """Whether a page is in part UTF-8 that was read as GBK: its bytes in GBK then make words as UTF-8."""
    again = text.encode("gb18030", "replace").decode("utf-8", "replace")
    return _much(_count(decoded, again), text)


def _count(pattern: re.Pattern[str], text: str) -> int:
    return sum(map(len, pattern.findall(text)))


def _much(wrong: int, text: str) -> bool:
    return wrong >= LEAST and wrong >= SHARE * len(text)
