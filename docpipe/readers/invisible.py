"""Characters within words that nobody sees: hyphens where one might break, spaces of no width, marks of direction."""

from __future__ import annotations

from msgspec.structs import replace

from docpipe.readers.hidden import without
from docpipe.readers.rows import PageWords

SOFT_HYPHEN = "\xad"
_INVISIBLE = "\xad\u200b\u200e\u200f\u2060\ufeff"
_LEFT_OUT = dict.fromkeys(map(ord, _INVISIBLE))


def visible(words: PageWords) -> PageWords:
    """The words of a page without such characters; a soft hyphen at the end of a word is where a line breaks it."""
    if words.text.isascii() or not any(character in words.text for character in _INVISIBLE):
        return words
    letters, ends = list(words.text), list(words.ends)
    empty: dict[int, str] = {}
    for index, (start, end) in enumerate(zip(words.starts, words.ends, strict=True)):
        seen = _seen("".join(letters[start:end]))
        letters[start:end] = seen.ljust(end - start)
        ends[index] = start + len(seen)
        if not seen:
            empty[index] = ""
    if len(empty) == len(ends):
        return words
    words = replace(words, text="".join(letters), ends=ends)
    return without(words, empty) if empty else words


def _seen(word: str) -> str:
    seen = word.translate(_LEFT_OUT)
    return seen + SOFT_HYPHEN if word.endswith(SOFT_HYPHEN) and seen else seen
