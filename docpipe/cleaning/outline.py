"""What each block is: a heading, a list item or a paragraph, with its number and depth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from docpipe.cleaning.contents import entries
from docpipe.cleaning.footnotes import footnote_number
from docpipe.cleaning.hyphens import is_east_asian
from docpipe.cleaning.numbering import Marker, marker
from docpipe.cleaning.series import same_kind
from docpipe.cleaning.titles import TITLE_CHARACTERS, title_number, titles
from docpipe.patterns import compiled
from docpipe.types import Block, Document

HEADING_WORDS = 14
"""Most words of a heading: of 597 numbered headings in 26 documents 95 in 100 have up to 8, numbers included."""

_CHINESE_NUMBERS = frozenset("第（一二三四五六七八九十")
_ARABIC = "1"
UNDER_CHINESE = 4
"""Level of 1. and 1、 where （一） is of the third."""

LEAD_IN = 10
"""Characters of Chinese from which on a colon ends what leads into a list, not a heading."""

HEADING_CHARACTERS = 90
"""Most characters of a heading in sentence case."""

_BULLETS = frozenset("•●▪■◦○·–—\uf0b7\uf0a7*-")
_UNCAPITALISED = "a an and as at by for from in of on or the to with upon under between into its this"
_SMALL_WORDS = frozenset(_UNCAPITALISED.split())
_NO_HEADING = compiled(
    r"_{3,}|@|\.{4,}|\$\s?\d|^(?:by|name|title|date|its|attn|attention)\s*:|https?://|[☐☑☒]", re.IGNORECASE
)
_COMPANY_END = compiled(
    r"\b(?:inc|llc|l\.l\.c|ltd|limited|corp|corporation|l\.?p|co|company|plc|gmbh|s\.?a|n\.?v)\.?,?$", re.I
)
_HEADS = frozenset({"article", "section", "item", "annex", "zh_article", "zh_annex"})
_ITEMS = frozenset({"bullet", "bracketed", "letter", "nested", "circled"})
_SENTENCE = compiled(r"\.\s+\S")
_ASIDE = compiled(r"\s*\([^()]*\)")
_WORDS = compiled(r"[^\W\d_][\w'’&-]*")


def outlined(document: Document) -> Document:
    """The document with the kind, number and level of each block; entries of contents stay paragraphs."""
    texts = [document.text[slice(*block.span)] if block.span is not None else "" for block in document.blocks]
    listed = entries(texts)
    markers = [marker(text) for text in texts]
    blocks = [
        block if at in listed or not text else _named(block, text, found)
        for at, (block, text, found) in enumerate(zip(document.blocks, texts, markers, strict=True))
    ]
    among = [at for at, (block, text) in enumerate(zip(blocks, texts, strict=True)) if _open(block, text, at in listed)]
    for at, level in titles(document, blocks, texts, among).items():
        blocks[at] = _titled(blocks[at], texts[at], level)
    for at in _by_series(blocks, texts, markers):
        blocks[at] = replace(blocks[at], kind="heading")
    if any(block.number and block.number[0] in _CHINESE_NUMBERS for block in blocks):
        blocks = list(_under_chinese(blocks))
    return replace(document, blocks=tuple(blocks))


def _under_chinese(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks of a document with Chinese numbers: Arabic ones stand under 第一条, 一、 and （一） if these come
    first in their part or annex."""
    open_numbers: list[str] = []  # a number's sign for each depth
    for block in blocks:
        number = block.number or ""
        sign = _ARABIC if number.rstrip("、)）").isdecimal() else number[:1] if number[:1] in "第（" else number[-1:]
        if block.kind == "heading" and block.level == 1 and (sign not in ("第", _ARABIC) or number.endswith("部分")):
            open_numbers = []
        elif sign in open_numbers:
            open_numbers = open_numbers[: open_numbers.index(sign) + 1]
        elif number and (sign == _ARABIC or number[0] in _CHINESE_NUMBERS):
            open_numbers.append(sign)
        arabic = sign == _ARABIC and open_numbers[:1] != [_ARABIC]
        yield replace(block, level=UNDER_CHINESE) if arabic else block


def _named(block: Block, text: str, found: Marker | None) -> Block:
    """A block with its kind and number by its text alone."""
    if block.kind == "footnote" and block.continues is None and (mark := footnote_number(text)):
        return replace(block, number=mark[0])
    return _classified(block, text, found) if block.kind == "paragraph" else block


def _open(block: Block, text: str, listed: bool) -> bool:
    """Whether a block's type may make it a heading though its text alone does not."""
    if listed or not text or block.continues is not None or block.number in _BULLETS:
        return False
    fits = len(text) <= TITLE_CHARACTERS and block.kind in ("paragraph", "list_item")
    return fits and not _NO_HEADING.search(text)


def _titled(block: Block, text: str, level: int) -> Block:
    """A block made a heading by its type; one that has a number keeps its depth."""
    if block.number is not None:
        return replace(block, kind="heading")
    if number := title_number(text):
        return replace(block, kind="heading", number=number, level=number.count(".") + 1)
    return replace(block, kind="heading", level=level)


def _by_series(blocks: Sequence[Block], texts: Sequence[str], found: Sequence[Marker | None]) -> list[int]:
    """The list items that are headings because others of their series are."""
    numbered = [block.number is not None and block.number[0].isalnum() for block in blocks]
    markers = [one if has else None for one, has in zip(found, numbered, strict=True)]
    ended = [*(not after.continues for after in blocks[1:]), True][: len(blocks)]
    short = [
        one is not None and alone and _short(text[one.end :].strip())
        for text, one, alone in zip(texts, markers, ended, strict=True)
    ]
    return list(same_kind(blocks, markers, short))


def _short(body: str) -> bool:
    """Whether what follows a number could be a heading in sentence case: a few words that end no sentence."""
    if len(body) > HEADING_CHARACTERS:
        return False
    words = len(_WORDS.findall(body))
    return (
        0 < words <= SENTENCE_CASE_WORDS
        and body[0].isupper()
        and body[-1] not in ".,;:"
        and not (_NO_HEADING.search(body) or re.search(r"[.;:]\s+\S", body))
    )


SENTENCE_CASE_WORDS = 9
"""Most words of a heading in sentence case; as for those that only their size makes one."""


def _classified(block: Block, text: str, found: Marker | None) -> Block:
    if block.continues is not None:
        return block
    if _heading(text, found):
        return replace(block, kind="heading", number=found.number if found else None, level=found.level if found else 1)
    if found is not None:
        return replace(block, kind="list_item", number=found.number, level=found.level)
    return block


def _heading(text: str, found: Marker | None) -> bool:
    """Whether a whole block is a heading: short, no sentence, in capitals or title case under a number."""
    if found is None and (head := text[:40].partition("(")[0]) != head.upper():
        return False  # most blocks: nothing else without a number can be a heading but capitals
    body = text[found.end :] if found else text
    is_item = found is not None and (found.family in _ITEMS or (found.family == "roman" and found.level > 1))
    if is_item and not body.isupper():
        return False  # most of them
    if sum([token[0].isalpha() for token in body.split(None, HEADING_WORDS + 4)]) > HEADING_WORDS:
        return False  # the rest of them: in half the time of finding its words
    words = [match[0] for match in islice(_WORDS.finditer(body), HEADING_WORDS + 1)]
    if len(words) > HEADING_WORDS or _NO_HEADING.search(text):
        return False
    if not words:
        return found is not None and found.family in _HEADS
    if is_item:
        return len(words) > 1
    if found is not None and found.family in _HEADS and body[0].isupper() and body[-1] not in ".,;:":
        return not _SENTENCE.search(body)
    if found is not None:
        return not body.rstrip().endswith((",", ";")) and _title_case(words, body)
    bare = _ASIDE.sub("", body).rstrip()  # (Unaudited)
    return (
        bare.isupper()
        and (bare == body.rstrip() or " " in bare)
        and sum(map(str.isalpha, bare)) > max(3, sum(map(str.isdecimal, bare)))
        and not any(map(is_east_asian, body))
        and not _COMPANY_END.search(bare)
        and body[-1] not in ",;"
    )


def _title_case(words: Sequence[str], body: str) -> bool:
    """Every word but the small ones begins with a capital, and no second sentence follows; Chinese has no case."""
    if not any(word[0].isupper() for word in words):
        lead_in = len(body) > LEAD_IN and body.rstrip()[-1] in ":："
        plain = not any(word[0].islower() for word in words) and not re.search("[。；，]|：.", body)
        return plain and len(body) <= 30 and not lead_in
    large = [word for word in words if word.casefold() not in _SMALL_WORDS]
    return sum(word[0].isupper() for word in large) >= 0.8 * len(large) and not _SENTENCE.search(body)
