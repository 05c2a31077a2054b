"""Which script a text is in. Every document is asked, so this costs one small pattern and nothing more."""

from __future__ import annotations

from itertools import islice

from docpipe.patterns import compiled

ENOUGH_HAN = 10
HAN_SHARE = 0.01
"""Han characters, and their share of all, from which a document is read by the Chinese rules: names and addresses in an
English contract stay below it in all 365 development contracts, a bilingual one has a tenth and more."""

LETTER = r"[^\W0-9A-Za-z_]"
"""Pattern text of a letter beyond ASCII: in Chinese text a Han character. A class of the Han ranges takes the compiler
forty times as long, and the Chinese rules have a hundred of them."""

_HAN = compiled("[\u4e00-\u9fff]")


def has_han(text: str) -> bool:
    """Whether a text has a Han character at all."""
    return not text.isascii() and _HAN.search(text) is not None


def is_chinese(text: str) -> bool:
    """Whether a document has enough Han characters for the Chinese rules to read it."""
    if text.isascii():
        return False
    enough = max(ENOUGH_HAN, int(HAN_SHARE * len(text)))
    return len(list(islice(_HAN.finditer(text), enough))) == enough


def mostly_han(text: str) -> bool:
    """Whether Han characters outnumber Latin letters; each stands for about two letters of a word."""
    han = len(_HAN.findall(text))
    return 2 * han > sum(character.isalpha() for character in text) - han
