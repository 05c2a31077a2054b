"""What each block is: a heading, a list item or a paragraph, with its number and depth."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from docpipe.cleaning.contents import entries
from docpipe.cleaning.footnotes import footnote_number, raised_marks
from docpipe.cleaning.hyphens import is_east_asian
from docpipe.cleaning.numbering import Marker, marker
from docpipe.cleaning.series import same_kind
from docpipe.cleaning.titles import TITLE_CHARACTERS, titles
from docpipe.types import Block, Document

HEADING_WORDS = 14
"""Most words of a heading: of 597 numbered headings in 26 documents 95 in 100 have up to 8, numbers included."""

_UNCAPITALISED = "a an and as at by for from in of on or the to with upon under between into its this"
_SMALL_WORDS = frozenset(_UNCAPITALISED.split())
_NO_HEADING = re.compile(
    r"_{3,}|@|\.{4,}|\$\s?\d|^(?:by|name|title|date|its|attn|attention)\s*:|https?://", re.IGNORECASE
)
_COMPANY_END = re.compile(
    r"\b(?:inc|llc|l\.l\.c|ltd|limited|corp|corporation|l\.?p|co|company|plc|gmbh|s\.?a|n\.?v)\.?,?$", re.I
)
_HEADS = frozenset({"article", "section", "annex", "zh_article"})
_WORDS = re.compile(r"[^\W\d_][\w'’&-]*")


def outlined(document: Document) -> Document:
    """The document with the kind, number and level of each block; entries of contents stay paragraphs."""
    texts = [document.text[slice(*block.span)] if block.span is not None else "" for block in document.blocks]
    listed, large = entries(texts), titles(document)
    blocks = []
    for at, (block, text) in enumerate(zip(document.blocks, texts, strict=True)):
        if block.kind == "footnote" and block.continues is None and (mark := footnote_number(text)):
            block = replace(block, number=mark[0])
        if block.kind != "paragraph" or block.span is None or at in listed:
            blocks.append(block)
            continue
        named = _classified(block, text)
        if at in large and named.kind == "paragraph" and not _NO_HEADING.search(text):
            named = replace(block, kind="heading", level=1)
        blocks.append(named)
    for at in _by_series(blocks, texts):
        blocks[at] = replace(blocks[at], kind="heading")
    for at, marks in raised_marks(document, blocks).items():
        blocks[at] = replace(blocks[at], marks=(*blocks[at].marks, *marks))
    return replace(document, blocks=tuple(blocks))


def _by_series(blocks: Sequence[Block], texts: Sequence[str]) -> list[int]:
    """The list items that are headings because others of their series are."""
    numbered = [block.number is not None and block.number[0].isalnum() for block in blocks]
    markers = [marker(text) if has else None for text, has in zip(texts, numbered, strict=True)]
    ended = [*(not after.continues for after in blocks[1:]), True][: len(blocks)]
    short = [
        found is not None and alone and _short(text[found.end :].strip())
        for text, found, alone in zip(texts, markers, ended, strict=True)
    ]
    return list(same_kind(blocks, markers, short))


def _short(body: str) -> bool:
    """Whether what follows a number could be a heading in sentence case: a few words that end no sentence."""
    if len(body) > TITLE_CHARACTERS:
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


def _classified(block: Block, text: str) -> Block:
    if block.continues is not None:
        return block
    found = marker(text)
    if _heading(text, found):
        return replace(block, kind="heading", number=found.number if found else None, level=found.level if found else 1)
    if found is not None:
        return replace(block, kind="list_item", number=found.number, level=found.level)
    return block


def _heading(text: str, found: Marker | None) -> bool:
    """Whether a whole block is a heading: short, no sentence, in capitals or title case under a number."""
    body = text[found.end :] if found else text
    words = _WORDS.findall(body)
    if len(words) > HEADING_WORDS or _NO_HEADING.search(text):
        return False
    if not words:
        return found is not None and found.family in _HEADS
    if found is not None and found.family in ("bullet", "bracketed", "roman", "letter"):
        return body.isupper() and len(words) > 1
    if found is not None:
        return not body.rstrip().endswith((",", ";")) and _title_case(words, body)
    return (
        body.isupper()
        and sum(map(str.isalpha, body)) > max(3, sum(map(str.isdecimal, body)))
        and not any(map(is_east_asian, body))
        and not _COMPANY_END.search(body.rstrip())
        and body[-1] not in ",;"
    )


def _title_case(words: Sequence[str], body: str) -> bool:
    """Every word but the small ones begins with a capital, and no second sentence follows; Chinese has no case."""
    if not any(word[0].isupper() for word in words):
        return not any(word[0].islower() for word in words) and len(body) <= 30 and not re.search("[。；，]", body)
    large = [word for word in words if word.casefold() not in _SMALL_WORDS]
    return sum(word[0].isupper() for word in large) >= 0.8 * len(large) and not re.search(r"\.\s+\S", body)
