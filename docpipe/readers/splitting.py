"""PDFium's text of a page → what is written, and where its words begin and end."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Set
from functools import lru_cache
from itertools import repeat

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.readers.ligatures import HYPHEN
from docpipe.readers.pdfium import Columns, Frame, TextPage
from docpipe.readers.raised import cuts
from docpipe.readers.rows import EAST_ASIAN, PageWords, word_pattern
from docpipe.readers.shattered import whole_lines

FLAT = "一ー"
"""Letters that are one stroke from left to right."""

LOW = 0.4
"""Height of a box, in widths, under which it is that of a stroke: 一 has .1 to .2, and 1 in fonts with metrics."""

_CONTROLS = (*range(0x0A), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA1))
_SPACES = (0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
_UNWRITTEN = {**dict.fromkeys(map(chr, (*_CONTROLS, *_SPACES, 0xFFFF)), " "), HYPHEN: "-"}
_PRINTED = bytes((*b"\r\n", *range(0x20, 0x7F)))
_LINE_END = compiled("\n")


@lru_cache(maxsize=1)  # a page's text is looked at by its reader, and for damage
def odd_characters(text: str) -> frozenset[str]:
    """The characters of a text that are neither printed ASCII nor line ends. To take the others away, as
    bytes, takes a third of the time of looking for these."""
    return frozenset(text.encode("utf-8", "surrogatepass").translate(None, _PRINTED).decode("utf-8", "surrogatepass"))


def page_words(text_page: TextPage, frame: Frame, within: frozenset[int] | set[int] = frozenset()) -> PageWords:
    """The words of a page by white space, an East Asian character each for itself, and their boxes; cut ``within``."""
    raw = text_page.text
    written = Written.of(raw)
    starts, ends = written.words()
    hyphens = {match.end() for match in re.finditer(HYPHEN, raw)} if HYPHEN in raw else frozenset[int]()
    breaks = within | hyphens | cuts(written.text, text_page, frame)
    if breaks and (breaks := written.within_words(breaks)):
        starts, ends = sorted({*starts, *breaks}), sorted({*ends, *breaks})
    glued = [bisect_left(ends, at) for at in breaks]
    columns = text_page.boxes(frame, starts, [end - 1 for end in ends]) if starts else ([], [], [], [])
    if not written.plain and any(letter in raw for letter in FLAT):
        _grow_flat_letters(written.text, starts, columns)
    return whole_lines(
        PageWords(written.text, starts, ends, *columns, written.line_starts(starts), plain=written.plain, glued=glued)
    )


def _grow_flat_letters(text: str, starts: list[int], columns: Columns) -> None:
    """Make the boxes of flat letters as tall as wide, as other characters are: in fonts without metrics, as
    browsers print them, the box of 一 is its stroke, which stands on no line with its neighbours."""
    x0, top, x1, bottom = columns
    for word, start in enumerate(starts):
        wide, tall = x1[word] - x0[word], bottom[word] - top[word]
        if text[start] in FLAT and 0 < tall < LOW * wide:
            grown = (wide - tall) / 2
            top[word], bottom[word] = top[word] - grown, bottom[word] + grown


class Written(Struct, frozen=True):
    """A page's text, as long as PDFium's: a line feed ends a line, all other white space is spaces.

    ``plain`` says that it has no East Asian characters, which are words each for itself.
    """

    text: str
    plain: bool

    @classmethod
    def of(cls, raw: str) -> Written:
        """PDFium's text as written. To replace the few odd characters of a page takes a twentieth of the time of
        ``str.translate`` where one of them is not ASCII."""
        odd = odd_characters(raw)
        text = raw.replace("\r\n", " \n").replace("\r", " ")
        for character in odd & _UNWRITTEN.keys():
            text = text.replace(character, _UNWRITTEN[character])
        return cls(text, max(odd - _UNWRITTEN.keys(), default="") < EAST_ASIAN)

    def words(self) -> tuple[list[int], list[int]]:
        """The offsets at which words begin, and those at which they end."""
        if not self.plain:
            spans = [match.span() for match in word_pattern(self.text).finditer(self.text)]
            return [start for start, _ in spans], [end for _, end in spans]
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for word in self.text.replace("\n", " ").split(" "):  # a tenth faster than passes over all lengths
            if word:
                starts.append(at)
                at += len(word)
                ends.append(at)
            at += 1
        return starts, ends

    def within_words(self, offsets: Set[int]) -> set[int]:
        """Those offsets that lie within a word."""
        return {at for at in offsets if self.text[at - 1 : at].strip(" \n") and self.text[at : at + 1].strip(" \n")}

    def line_starts(self, starts: list[int]) -> frozenset[int]:
        """Which words, by the offsets at which all begin, come first on a line of PDFium's."""
        ends = [match.end() for match in _LINE_END.finditer(self.text.rstrip(" \n"))]
        return frozenset([0, *map(bisect_left, repeat(starts), ends)])
