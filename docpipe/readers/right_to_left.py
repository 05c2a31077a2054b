"""Lines in Arabic, Hebrew and their like: words and characters in the order in which they are read.

PDFium turns such lines round by itself, and fails in four ways: letters that one glyph draws (lam with alef) come out
back to front, marks and numbers beside punctuation change places, brackets come out mirrored, and a vowel sign that is
drawn on its own cuts its word. So the pieces of a line are put in order again by where they stand.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.readers.layout import Region, regions
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.rewriting import Rewriting
from docpipe.readers.rows import PageWords, Row
from docpipe.words import Box, union

APART = 1.5
"""Least gap, in heights, between parts of a line that may have directions of their own: English beside Arabic."""

TOUCHING = 0.15
"""Gap, in heights, up to which a vowel sign does not cut its word; spaces are a quarter of a height."""

FOREIGN_NAMES = 3
"""Latin letters for one of ours that a line of a page in Arabic or Hebrew may have: names of companies are long."""

_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff"
_DIGITS = "\u0660-\u0669\u06f0-\u06f9"
_POINTS = "\u060c\u061b\u061f\u066a-\u066c\u06d4"  # punctuation among the letters
_CONTROLS = dict.fromkeys((0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_TATWEEL = "\u0640"
_ALEFS = "\u0622\u0623\u0625\u0627\u0671"
_LAM = "\u0644"

Letter = tuple[str, Box]
"""What a character of the page says, and its box; a ligature says several."""


class _Token(Struct, frozen=True):
    """A run of letters that stay together: of ``kind`` R (right to left), L (left to right), N (number), O (others)."""

    kind: str
    letters: tuple[Letter, ...]

    @property
    def middle(self) -> float:
        x0, _, x1, _ = union(box for _, box in self.letters)
        return (x0 + x1) / 2

    @property
    def text(self) -> str:
        return "".join(said for said, _ in self.letters)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """One letter; and the pieces of a line."""
    letter = rf"[{_LETTERS}](?<![{_DIGITS}{_POINTS}])"  # this way round a search of a page takes half the time
    number = rf"[\d{_DIGITS}]"
    return compiled(letter), compiled(
        rf"(?P<R>(?:{letter})+)"
        rf"|(?P<N>{number}+(?:[.,:/\u066b\u066c\u2013-]{number}+)*[%\u066a]?)(?![^\W{_LETTERS}])"
        rf"|(?P<L>[^\W{_LETTERS}]+(?:[.,:/@'\u2019&+-][^\W{_LETTERS}]+)*)|(?P<O>[^\S\n]+|.)",
        re.DOTALL,
    )


@lru_cache(maxsize=2)  # a page's text is asked about more than once
def reads_right_to_left(text: str) -> bool:
    """Whether a text has letters that are read from right to left."""
    return not text.isascii() and _patterns()[0].search(text) is not None


def in_logical_order(words: PageWords, text_page: TextPage, frame: Frame) -> PageWords:
    """The words of a page with their letters and themselves in reading order, presentation forms made letters."""
    lines = [
        (first, last, words.text[words.starts[first] : words.ends[last - 1]])
        for first, last in pairwise([*sorted({0, *words.line_starts}), len(words.starts)])
        if first < last
    ]
    from_the_right = _mostly_from_the_right(words)
    segments: dict[int, list[list[_Token]]] = {}
    for first, _, text in lines:
        if reads_right_to_left(text):
            letters = _letters(words.starts[first], text, text_page, frame)
            parts = _parted(letters)
            segments[first] = [list(_tokens(part)) for part in (reversed(parts) if from_the_right else parts)]
    every = [tokens for parts in segments.values() for tokens in parts]
    righted = iter(_righted(every, FOREIGN_NAMES if from_the_right else 1))
    writer = Rewriting(words)
    for first, last, _ in lines:
        writer.fill(first)
        if first in segments:
            for _ in segments[first]:
                writer.add(_written(next(righted)))
        else:
            writer.copy(first, last)
    return writer.finished()


def _righted(lines: list[list[_Token]], weight: int) -> list[list[_Token]]:
    """The parts of a page's lines in reading order, what came out mirrored turned back.

    They run from the right if letters of that direction, so much weighted, are not outnumbered.
    """
    lines = [_ordered(tokens, weight * _count(tokens, "R") >= _count(tokens, "L")) for tokens in lines]
    return _brackets_righted(_ligatures_righted(lines))


def _count(tokens: Sequence[_Token], kind: str) -> int:
    return sum(len(token.letters) for token in tokens if token.kind == kind)


def regions_from_the_right(words: PageWords) -> list[Region]:
    """The regions of a page whose columns follow from right to left, if most of its words are read so."""
    if not _mostly_from_the_right(words):
        return regions(words)
    mirrored = replace(words, x0=[-x for x in words.x1], x1=[-x for x in words.x0])
    return [[_mirrored_back(row) for row in region] for region in regions(mirrored)]


def _mostly_from_the_right(words: PageWords) -> bool:
    letter = _patterns()[0]
    texts = list(map(words.word, range(len(words.starts))))
    from_the_right = sum(letter.search(text) is not None for text in texts)
    return from_the_right > sum(any(map(str.isalpha, text)) for text in texts) / 2


def _mirrored_back(row: Row) -> Row:
    return replace(row, x0=-row.x1, x1=-row.x0, more=tuple(map(_mirrored_back, row.more)))


def _letters(start: int, text: str, text_page: TextPage, frame: Frame) -> list[Letter]:
    """The characters of a line, its controls left out, presentation forms resolved."""
    offsets = range(start, start + len(text))
    boxes = zip(*text_page.boxes(frame, offsets, offsets), strict=True)
    return [(_resolved(character), box) for character, box in zip(text, boxes, strict=True)
            if ord(character) not in _CONTROLS]  # fmt: skip


def _resolved(character: str) -> str:
    if "\ufb1d" <= character <= "\ufefe":
        return unicodedata.normalize("NFKC", character).strip() or character
    return character


def _parted(letters: Sequence[Letter]) -> list[list[Letter]]:
    """A line's characters, parted where a wide gap stands between them, from the left."""
    seen = sorted(box for said, box in letters if not said.isspace())
    cuts: list[float] = []
    reach = seen[0][2]
    for x0, top, x1, bottom in seen[1:]:
        if x0 - reach > APART * (bottom - top):
            cuts.append((x0 + reach) / 2)
        reach = max(reach, x1)
    if not cuts:
        return [list(letters)]
    parts: list[list[Letter]] = [[] for _ in range(len(cuts) + 1)]
    for letter in letters:
        parts[bisect_right(cuts, (letter[1][0] + letter[1][2]) / 2)].append(letter)
    return [part for part in parts if part]


def _tokens(letters: Sequence[Letter]) -> Iterator[_Token]:
    text = "".join(said for said, _ in letters)
    at = [letter for letter in letters for _ in letter[0]]
    begins = [index for said, _ in letters for index in range(len(said))]
    for match in _patterns()[1].finditer(text):
        own = tuple(at[index] for index in range(*match.span()) if begins[index] == 0)
        if own:
            yield _Token(match.lastgroup or "O", own)


def _ordered(tokens: Sequence[_Token], from_the_right: bool) -> list[_Token]:
    """Tokens in reading order, those of the other direction turned round again."""
    tokens = [_from_the_left(token) if token.kind in "LN" else _signs_behind(token) for token in tokens]
    tokens = sorted(tokens, key=lambda token: token.middle, reverse=from_the_right)
    return list(_foreign_turned(_uncut(tokens), "L" if from_the_right else "R"))


def _from_the_left(token: _Token) -> _Token:
    return replace(token, letters=tuple(sorted(token.letters, key=lambda letter: letter[1][0])))


def _signs_behind(token: _Token) -> _Token:
    """A token whose vowel signs follow the letters that they stand over or under."""
    letters = list(token.letters)
    for index in range(len(letters) - 2, -1, -1):
        (said, box), (following, base) = letters[index], letters[index + 1]
        if not unicodedata.combining(said[0]) or unicodedata.combining(following[0]):
            continue
        before = letters[index - 1][1] if index else None
        if before is None or _shared(box, base) > _shared(box, before):
            letters[index], letters[index + 1] = letters[index + 1], letters[index]
    return replace(token, letters=tuple(letters))


def _shared(one: Box, other: Box) -> float:
    return min(one[2], other[2]) - max(one[0], other[0])


def _uncut(tokens: Sequence[_Token]) -> list[_Token]:
    """Words made whole that a space cuts where only a vowel sign stands on its own."""
    found: list[_Token] = []
    for token in tokens:
        if len(found) > 1 and found[-1].text.isspace() and _goes_on(found[-2], token):
            found[-2:] = [_Token("R", (*found[-2].letters, *token.letters))]
        else:
            found.append(token)
    return found


def _goes_on(word: _Token, rest: _Token) -> bool:
    """Whether the rest of a word begins with a vowel sign, and its letters touch the word."""
    if word.kind != "R" or rest.kind != "R":
        return False
    boxes = [box for said, box in rest.letters if not unicodedata.combining(said[0])]
    if len(boxes) == len(rest.letters) or not any(unicodedata.combining(said[0]) for said, _ in rest.letters[:2]):
        return False
    left = min(box[0] for _, box in word.letters)
    return not boxes or left - max(box[2] for box in boxes) < TOUCHING * (boxes[0][3] - boxes[0][1])


def _foreign_turned(tokens: Sequence[_Token], foreign: str) -> Iterator[_Token]:
    """Runs that begin with a token of the other direction and end with one of it or a number, turned round."""
    index = 0
    while index < len(tokens):
        last = index
        if tokens[index].kind == foreign:
            for at in range(index, len(tokens)):
                if tokens[at].kind not in (foreign, "N", "O"):
                    break
                if tokens[at].kind != "O":
                    last = at
        yield from reversed(tokens[index : last + 1])
        index = last + 1


def _ligatures_righted(lines: list[list[_Token]]) -> list[list[_Token]]:
    """Letters that one glyph draws, in their order, if it shows on a lam and alef that they came out back to front."""
    if not any(_is_turned(run) for line in lines for token in line for run in _glyphs(token)):
        return lines
    return [
        [
            replace(token, letters=tuple(letter for run in _glyphs(token) for letter in reversed(run)))
            if token.kind == "R" else token
            for token in line
        ]
        for line in lines
    ]  # fmt: skip


def _glyphs(token: _Token) -> list[list[Letter]]:
    """The letters of a token by the glyphs that draw them."""
    return [list(run) for _, run in groupby(token.letters, key=lambda letter: letter[1])]


def _is_turned(run: Sequence[Letter]) -> bool:
    return len(run) > 1 and any(one[0] in _ALEFS and other[0] == _LAM for one, other in pairwise(run))


def _brackets_righted(lines: list[list[_Token]]) -> list[list[_Token]]:
    """Brackets outside of foreign words, mirrored if more of them close where they should open than not."""
    balance = sum(_opening(line, index) for line in lines for index in range(len(line)))
    if balance >= 0:
        return lines
    return [
        [
            replace(token, letters=tuple((said.translate(_MIRRORED), box) for said, box in token.letters))
            if token.kind == "O" else token
            for token in line
        ]
        for line in lines
    ]  # fmt: skip


def _opening(line: Sequence[_Token], index: int) -> int:
    """1 for a bracket that opens or closes as its neighbours want it, -1 for one that does not, 0 for anything else."""
    bracket = line[index].text
    if bracket not in ("(", ")"):
        return 0
    before = index == 0 or line[index - 1].text.isspace()
    after = index == len(line) - 1 or line[index + 1].text.isspace()
    if before == after:
        return 0
    return 1 if (bracket == "(") == before else -1


def _written(tokens: Iterable[_Token]) -> Iterator[tuple[str, Box]]:
    """The words between spaces; stretching strokes inside of them are left out."""
    letters = [letter for token in tokens for letter in token.letters]
    for space, word in groupby(letters, key=lambda letter: letter[0].isspace()):
        if not space:
            own = list(word)
            yield _unstretched("".join(said for said, _ in own)), union(box for _, box in own)


def _unstretched(word: str) -> str:
    if _TATWEEL not in word:
        return word
    return re.sub(rf"(?<=[{_LETTERS}]){_TATWEEL}+(?=[{_LETTERS}])", "", word)
