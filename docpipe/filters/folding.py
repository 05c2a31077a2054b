"""Text in the form that rules search: one way of writing each character, and the way back to the original offsets.

Full-width forms and ligatures become plain, accents fall off, dashes become ``-`` and spaces a space; characters that
show nothing (zero-width, soft hyphen, direction marks, variation selectors) are left out. Letters that merely look
alike (Cyrillic а, Latin a) stay different.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct

from docpipe.words import Span

APART = "\x00"
"""Stands between texts that are searched together; no rule matches across it."""

_MANY = 1 << 16


Form = Callable[[str], str]
"""What becomes of one character; applied twice it changes nothing more."""


class Folded(Struct, frozen=True):
    """A text in a form, and the original; the way back is only worked out when it is asked for."""

    text: str
    original: str
    form: Form

    def span(self, start: int, end: int) -> Span:
        """The original range behind ``text[start:end]``, which is not empty."""
        if len(self.text) == len(self.original):
            return start, end
        stretches = _stretches(self.original, self.form)
        return stretches.origin(start), stretches.origin(end - 1) + 1


def fold(text: str) -> Folded:
    """The text with case and breaks kept."""
    return _mapped(text, _plain)


def fold_joined(text: str) -> Folded:
    """The same with line feeds left out: what a line's end broke is whole again."""
    return _mapped(text, _joined)


def fold_caseless(text: str) -> Folded:
    """The same as ``fold`` without case."""
    return _mapped(text, _caseless)


def squeeze(text: str) -> Folded:
    """Letters and digits alone, without case: equal for all ways of writing the same."""
    return _mapped(text, _squeezed)


def _mapped(text: str, form: Form) -> Folded:
    changed = _changed(text, form)
    if text.isascii():
        return Folded(text.translate({ord(char): folded for char, folded in changed.items()}), text, form)
    folded_text = text
    for char, folded in changed.items():  # ten times as fast as translating what is not ASCII
        folded_text = folded_text.replace(char, folded)
    return Folded(folded_text, text, form)


def _changed(text: str, form: Form) -> dict[str, str]:
    return {char: folded for char in set(text) if (folded := form(char)) != char}


class _Stretches(Struct, frozen=True):
    """Stretch ``i`` begins at ``starts[i]`` of the folded text and at ``origins[i]`` of the original.

    In a stretch both go on character by character, or, where ``one[i]``, all of it comes from one character.
    """

    starts: Sequence[int]
    origins: Sequence[int]
    one: Sequence[bool]

    def origin(self, at: int) -> int:
        stretch = bisect_right(self.starts, at) - 1
        return self.origins[stretch] + (0 if self.one[stretch] else at - self.starts[stretch])


@lru_cache(maxsize=4)
def _stretches(text: str, form: Form) -> _Stretches:
    changed = _changed(text, form)
    moving = "".join(char for char, folded in changed.items() if len(folded) != 1)
    starts, origins, one = [0], [0], [False]
    at = before = 0  # in the folded text; the original offset behind it
    for match in re.finditer(f"[{re.escape(moving)}]+", text) if moving else ():
        at += match.start() - before
        for offset, char in enumerate(match.group(), match.start()):
            if length := len(changed[char]):
                starts.append(at)
                origins.append(offset)
                one.append(True)
                at += length
        before = match.end()
        starts.append(at)
        origins.append(before)
        one.append(False)
    return _Stretches(starts, origins, one)


@lru_cache(maxsize=_MANY)
def _plain(char: str) -> str:
    if char.isascii():
        return char
    if _shows_nothing(char):
        return ""
    parts = (part for part in unicodedata.normalize("NFKD", char) if not "\u0300" <= part <= "\u036f")
    return "".join(map(_simplest, parts))


@lru_cache(maxsize=_MANY)
def _joined(char: str) -> str:
    return "" if char == "\n" else _plain(char)


@lru_cache(maxsize=_MANY)
def _caseless(char: str) -> str:
    return _plain(char).casefold()


@lru_cache(maxsize=_MANY)
def _squeezed(char: str) -> str:
    return "".join(part for part in _caseless(char) if part.isalnum() or part == APART)


def _shows_nothing(char: str) -> bool:
    return (
        unicodedata.category(char) == "Cf"
        or "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
        or char in "\u034f\u115f\u1160\u3164\uffa0\ufffe"
    )


def _simplest(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category == "Pd" or char == "\u2212":
        return "-"
    if category in ("Zl", "Zp"):
        return "\n"
    return " " if category == "Zs" else char
