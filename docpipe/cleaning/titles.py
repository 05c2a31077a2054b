"""Titles without a number: short lines in larger letters, with space around, over running text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from docpipe.types import Block, Document
from docpipe.words import Words

LARGER = 1.04
"""Least size of a title, in sizes of the body: an estimate, half a point more than 11 or 12."""

TITLE_WORDS = 9
"""Most words of a title that only its size makes one: an estimate."""

TITLE_CHARACTERS = 90
"""Most characters of one."""

PROSE_WORDS = 8
"""Words from which on the block below a title is running text."""

_NO_TITLE = re.compile(r"[.,;:!?]$|\d[\d.,]*\s*%|[$€£¥]|_{3,}|\t|^[\d(]")


def titles(document: Document) -> set[int]:
    """Which blocks are titles by their size."""
    words = document.words
    firsts = _first_words(document)
    sizes = Counter[float]()
    for block, first in zip(document.blocks, firsts, strict=True):
        if block.span is not None and block.span[1] - block.span[0] > 120:
            sizes[_size(words, first)] += block.span[1] - block.span[0]
    if not sizes:
        return set()
    body = sizes.most_common(1)[0][0]
    return {
        at
        for at, block in enumerate(document.blocks[:-1])
        if _could_be(document, block)
        and _size(words, firsts[at]) >= LARGER * body
        and _over_prose(document, block, document.blocks[at + 1])
    }


def _could_be(document: Document, block: Block) -> bool:
    if block.span is None or block.kind != "paragraph" or block.continues is not None:
        return False
    if block.span[1] - block.span[0] > TITLE_CHARACTERS:
        return False
    text = document.text[slice(*block.span)]
    return text[0].isupper() and len(text.split()) <= TITLE_WORDS and not _NO_TITLE.search(text)


def _over_prose(document: Document, block: Block, below: Block) -> bool:
    """Whether running text begins below, in smaller letters, with a capital."""
    if below.span is None or below.page != block.page or below.bbox[1] < block.bbox[3] - 2:
        return False
    text = document.text[slice(*below.span)]
    return text[0].isupper() and len(text.split()) >= PROSE_WORDS


def _first_words(document: Document) -> Sequence[int]:
    """The first word of each block; of one without a span any."""
    starts, ends = document.words.starts, document.words.ends
    found = []
    for block in document.blocks:
        word = bisect_left(starts, block.span[0]) if block.span is not None else 0
        while word < len(starts) - 1 and ends[word] == starts[word]:  # removed words are empty
            word += 1
        found.append(word)
    return found


def _size(words: Words, word: int) -> float:
    """Height of a word, to a fifth of a point."""
    return round(5 * (words.boxes[4 * word + 3] - words.boxes[4 * word + 1])) / 5
