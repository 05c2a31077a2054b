"""Headings by their type: lines in larger or bold letters, or in the middle with space around, over what they head."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import inf

from msgspec import Struct

from docpipe.cleaning.hyphens import is_east_asian
from docpipe.cleaning.looks import Look, has_gaps, look
from docpipe.patterns import compiled
from docpipe.types import Block, Document

LARGE = 1.12
"""Least size of a title, in sizes of the body, that needs nothing else: 12 beside 10.5 points is 1.14."""

LARGER = 1.04
"""Least size of a title over running text, in sizes of the body: half a point more than 11 or 12."""

TITLE_WORDS = 16
"""Most words of a title that its type makes one."""

TITLE_CHARACTERS = 130
"""Most characters of one."""

PROSE_WORDS = 8
"""Words from which on the block below a title is running text."""

PROSE_CHARACTERS = 25
"""Characters from which on it is in a script without spaces between words."""

LONG = 120
"""Characters from which on a block tells how the body is set."""

LEAD_IN = 14
"""Characters from which on a Chinese colon ends what leads into a list, not a title."""

ENOUGH = 100
"""Long blocks that tell how the body is set."""

LETTERS = 0.6
"""Least share of letters in a title: rows of figures, dates and telephone numbers have less."""

ALONE = 0.8
"""Least space above a title that only its place in the middle makes one, in its heights."""

CENTRED = 12.0
"""Points by which the middles of a title and of what it heads may differ."""

NARROW = 0.8
"""Most width of a title that only its place in the middle makes one, in widths of what it heads."""

_NO_TITLE = compiled(
    r"[,;]$|[.:]\s+\S.*[.]$|\d[\d.,]*\s*%|[$€£¥]|_{3,}|\t|\.{4,}|@|https?://|www\.|\b\d{5}(?:-\d{4})?$"
    r"|\b(?:street|avenue|road|boulevard|suite|floor|lane|drive|p\.?\s?o\.? box)\b"
    r"|^(?:by|name|title|date|dated|its|attn|attention|tel|telephone|fax|phone|e-?mail|address|source)\b\s*[:.]"
    r"|^(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d"
    r"|^(?:by and )?(?:between|among)\b|^and\b"
    r"|[。；，、]$|^\[.*\]$|^\(.*\)$|[☐☑☒]|^n/a$",
    re.IGNORECASE,
)
_COMPANY = compiled(
    r"\b(?:inc|llc|l\.l\.c|ltd|limited|corp|corporation|l\.?p|co|company|plc|gmbh|s\.?a|n\.?v)\.?,?$", re.IGNORECASE
)
_NUMBER = compiled(r"\d{1,2}(?:\.\d{1,2}){0,3}\s+(?=[^\W\d_])")


class _Body(Struct, frozen=True):
    """How running text is set: its size, and whether it is bold itself."""

    size: float
    bold: bool


class _View(Struct, frozen=True):
    """A block that may be a title, and its neighbours in the order of the text: ``before`` and what stands below."""

    block: Block
    text: str
    own: Look
    before: Block | None
    after: Block
    text_below: str


def titles(document: Document, named: Sequence[Block], texts: Sequence[str], among: Sequence[int]) -> dict[int, int]:
    """Which of the blocks ``among`` are headings by their type, and their levels: 1 in larger letters, else 2.

    ``named`` are the document's blocks with what their texts alone make them.
    """
    spanned = [at for at, block in enumerate(named) if block.span is not None and texts[at]]
    body = _body(document, [at for at in spanned if _long(texts[at])]) if document.paged else None
    if body is None:
        return {}
    places = {at: place for place, at in enumerate(spanned[:-1])}
    found: dict[int, int] = {}
    for at in reversed(among):
        place = places.get(at)
        if place is None or len(texts[at]) > TITLE_CHARACTERS:
            continue
        before, after = named[spanned[place - 1]] if place else None, spanned[place + 1]
        own = look(document, named[at])
        plain = own.size < LARGER * body.size and not (own.bold and not body.bold)
        if (plain and not _centred(named[at], named[after])) or named[after].continues is not None:
            continue
        view = _View(named[at], texts[at], own, before, named[after], texts[after])
        over_heading = named[after].kind == "heading" or after in found
        if _could_be(texts[at], named[at].number) and _heads(document, view, body, over_heading):
            found[at] = 1 if own.size >= LARGE * body.size else 2
    return found


def _long(text: str) -> bool:
    """Whether a block tells how the body is set; two letters are as wide as an East Asian character."""
    return len(text) > LONG or (2 * len(text) > LONG and is_east_asian(text[0]))


def _centred(block: Block, below: Block) -> bool:
    """Whether a block stands in the middle of what is below it, and further in than that."""
    (x0, _, x1, _), (left, _, right, _) = block.bbox, below.bbox
    return abs(x0 + x1 - left - right) < 2 * CENTRED and x0 - left > CENTRED and x1 - x0 < NARROW * (right - left)


def _space(before: Block | None, block: Block) -> float:
    """The space above a block; endless at the head of a page or column."""
    if before is None or before.page != block.page or before.bbox[3] > block.bbox[3]:
        return inf
    return block.bbox[1] - before.bbox[3]


def title_number(text: str) -> str | None:
    """The number without a point that a title may begin with: ``2.1 Results``, ``1 Introduction``."""
    number = _NUMBER.match(text)
    return number[0].strip() if number else None


def _body(document: Document, long: Sequence[int]) -> _Body | None:
    """How the ``long`` blocks of a document are set."""
    sizes, weights = Counter[float](), Counter[bool]()
    for at in long[:: 1 + len(long) // ENOUGH]:
        block = document.blocks[at]
        seen, length = look(document, block), block.span[1] - block.span[0] if block.span is not None else 0
        sizes[seen.size] += length
        weights[seen.bold] += length
    return _Body(sizes.most_common(1)[0][0], weights.most_common(1)[0][0]) if sizes else None


def _could_be(text: str, number: str | None) -> bool:
    """Whether a block's text can be a title: short, no address, no label, no sentence, mostly letters."""
    if len(text) > TITLE_CHARACTERS or len(text.split()) > TITLE_WORDS or text[0].islower():
        return False
    if _NO_TITLE.search(text) or ("," in text and _NUMBER.match(text)):  # 1 Foundry Square, Lowmoor
        return False
    if number is not None and not _titled(text[text.index(number) + len(number) :].lstrip(" .):")):
        return False
    if "：" in (text[:-1] if len(text) <= LEAD_IN else text):  # a label, or what leads into a list
        return False
    if text[-1] == ":" and not _capitalised(text):  # The supplier will:
        return False
    letters = sum(map(str.isalpha, text))
    return letters >= 2 and letters >= LETTERS * sum(not character.isspace() for character in text)


def _titled(body: str) -> bool:
    """Whether what follows a number is no sentence and no part of one."""
    return bool(body) and not body.split(None, 1)[0].islower() and body[-1] not in ".:"


def _heads(document: Document, view: _View, body: _Body, over_heading: bool) -> bool:
    """Whether size, weight or place set a block apart as the heading of what stands below."""
    own, below = view.own, look(document, view.after)
    over = own.size > below.size or (own.size == below.size and over_heading)
    larger = own.size / body.size if over else 0
    if larger >= LARGE:
        return not has_gaps(document, own)
    if _COMPANY.search(view.text):  # of parties and signatures
        return False
    bold = own.bold and not body.bold
    if over_heading and bold and own.size >= below.size:
        set_apart = own.size >= LARGER * below.size or view.block.number is not None
    else:
        by_type = (larger >= LARGER or (bold and not below.begins_bold)) and _at_left(own, below)
        set_apart = (by_type or _in_the_middle(view)) and _is_prose(view.text_below) and not has_gaps(document, below)
    return set_apart and not has_gaps(document, own)


def _in_the_middle(view: _View) -> bool:
    """Whether a block is a title by its place: in the middle, with space above, its words with capitals."""
    space = _space(view.before, view.block)
    return _centred(view.block, view.after) and space >= ALONE * view.own.size and _capitalised(view.text)


def _at_left(own: Look, below: Look) -> bool:
    """Whether a title begins about where the text below does, or further out; or stands in its middle."""
    middle = abs(own.box[0] + own.box[2] - below.box[0] - below.box[2]) < 2 * CENTRED
    return middle or -6 * own.size < own.box[0] - below.box[0] < own.size


def _capitalised(text: str) -> bool:
    """Whether the longer words of a text begin with capitals, and there is one."""
    longer = [word for word in text.split() if len(word) > 3 and word[0].isalpha()]
    return bool(longer) and all(word[0].isupper() for word in longer)


def _is_prose(text: str) -> bool:
    """Whether a block is running text: it begins with a capital, a number or a mark and has some words."""
    if text[0].islower():
        return False
    if any(map(is_east_asian, text[:PROSE_CHARACTERS])):
        return len(text) >= PROSE_CHARACTERS
    return len(text.split()) >= PROSE_WORDS
