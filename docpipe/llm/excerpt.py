"""The text of a chunk as a model reads it: paragraphs with short ids, in a fence, nothing hidden, nothing that talks
like a chat.

An id is the paragraph's place in the excerpt: one paragraph more at the beginning of a document changes what is sent of
the chunks that it moves, and of no others. The fence is made of a hash of what stands in it: no author of a text can
know it beforehand, and the same text gets the same one, so that its prompts are the same in the next run.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from docpipe.definitions import Definition, definitions
from docpipe.patterns import compiled
from docpipe.types import Block, Chunk, Document, Paragraph, paragraphs

MOST_TERMS = 16
"""Defined terms that travel with a chunk at most: the first ones that it uses."""

TERM_CHARACTERS = 240
"""Characters of a definition that travel."""

HEADER_CHARACTERS = 600
"""Characters of a table's header rows that are repeated where a chunk begins inside the table; longer ones are cut,
and say so."""


class Excerpt(Struct, frozen=True):
    """What is sent of a chunk. ``shown`` are the indexes of the paragraphs with the ids 1, 2 …: those in it, then those
    of terms."""

    chunk: Chunk
    text: str
    terms: str
    headings: tuple[str, ...]
    shown: tuple[int, ...]


def excerpt(document: Document, chunk: Chunk) -> Excerpt:
    """The excerpt of a chunk; ``document`` is the one without struck words."""
    parts = list(_parts(document, chunk))
    terms = list(_terms(document, chunk)) if chunk.end - chunk.start < len(document.text) else []
    shown = tuple(dict.fromkeys(index for index, _ in (*parts, *terms)))
    ids = {index: at for at, index in enumerate(shown, 1)}
    headings = tuple(" ".join(neutral(heading).split()) for heading in chunk.headings)
    return Excerpt(chunk, _joined(parts, ids), _joined(terms, ids), headings, shown)


def fence(*texts: str) -> str:
    """The line around texts."""
    together = "\0".join(("fence", *texts)).encode("utf-8", "replace")
    return f"======== {hashlib.sha256(together).hexdigest()[:16]} ========"


@lru_cache(maxsize=4)
def numbered_blocks(document: Document) -> dict[int, tuple[str, ...]]:
    """Index of a paragraph → the ids of the blocks that it is made of."""
    everything = paragraphs(document)
    starts = [paragraph.start for paragraph in everything]
    found: dict[int, list[str]] = {}
    for block in document.blocks:
        if block.span is not None and block.span[0] < block.span[1]:
            index = bisect_right(starts, block.span[0]) - 1
            if index >= 0 and block.span[0] < everything[index].end:
                found.setdefault(index, []).append(block.id)
    return {index: tuple(ids) for index, ids in found.items()}


def neutral(text: str) -> str:
    """Text in which nothing is a chat token, an id or an invisible sign; what is left can be found in the original by
    its letters, since only white space is put in."""
    text = _INVISIBLE.sub("", text)
    return _SPOKEN.sub(lambda match: f"{match.group()[0]} {match.group()[1:]}", text)


_INVISIBLE = compiled("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\U000e0000-\U000e007f]")
_SPOKEN = compiled(
    r"<\||\|>|</?(?=(?:s|think|tool_call|tool_response|start_of_turn|end_of_turn|bos|eos|unk|pad)>)"
    r"|\[(?=§)|\[/?(?=INST\])|<<(?=/?SYS>>)|={8,}",
    re.IGNORECASE,
)
"""Openings of what a chat template, or this module, would write: no text of a document may look like them."""


def _joined(parts: list[tuple[int, str]], ids: Mapping[int, int]) -> str:
    return "\n".join(f"[§{ids[index]}] {text}" for index, text in parts)


def _parts(document: Document, chunk: Chunk) -> Iterator[tuple[int, str]]:
    """The paragraphs of a chunk, or what of them stands in it, each with its index."""
    for paragraph in paragraphs(document):
        start, end = max(paragraph.start, chunk.start), min(paragraph.end, chunk.end)
        if start >= end or document.text[start:end].isspace():
            continue
        text = neutral(document.text[start:end]).strip()
        if paragraph.kind == "table" and start > paragraph.start:
            text = _header(document, paragraph, start) + text
        yield paragraph.index, text


def _header(document: Document, paragraph: Paragraph, start: int) -> str:
    """The header rows of a table that a chunk begins in the middle of; nothing where it begins with them."""
    block = _table_block(document, paragraph)
    table = next((table for table in document.tables if block and table.block == block.id), None)
    if table is None or not table.header_rows:
        return ""
    rows = document.text[paragraph.start : start].split("\n")[: table.header_rows]
    text = neutral("\n".join(rows)).strip()
    if len(text) > HEADER_CHARACTERS:
        text = f"{text[:HEADER_CHARACTERS]} (the table's header is longer)"
    return f"(header of the table, repeated:) {text}\n"


def _table_block(document: Document, paragraph: Paragraph) -> Block | None:
    return next((block for block in document.blocks if block.span and block.span[0] == paragraph.start), None)


def _terms(document: Document, chunk: Chunk) -> Iterator[tuple[int, str]]:
    """Definitions that stand outside of a chunk and that it uses, in the order of the text; in passing, words are
    defined for what follows only."""
    text = document.text[chunk.start : chunk.end]
    starts = [paragraph.start for paragraph in paragraphs(document)]
    count = 0
    for term in _definitions(document):
        at = term.span[0]
        too_late = at >= chunk.end and term.in_passing
        if chunk.start <= at < chunk.end or too_late or count == MOST_TERMS or not _used(term.term, text):
            continue
        index = bisect_right(starts, at) - 1
        if index < 0:
            continue
        count += 1
        yield index, _around(document.text, paragraphs(document)[index], term)


def _around(text: str, paragraph: Paragraph, term: Definition) -> str:
    """The words in which a term is defined, from where they begin or a little before the term."""
    start, end = term.meaning
    start = max(paragraph.start, start, term.span[0] - TERM_CHARACTERS // 2)
    return " ".join(neutral(text[start : min(end, start + TERM_CHARACTERS)]).split())


def _used(term: str, text: str) -> bool:
    """Whether a text uses a term as a word."""
    at = text.find(term)
    while at >= 0:
        after = text[at + len(term) : at + len(term) + 1]
        before = text[max(at - 1, 0) : at]
        if not (before.isascii() and before.isalnum()) and not (after.isascii() and after.isalnum()):
            return True
        at = text.find(term, at + 1)
    return False


@lru_cache(maxsize=2)
def _definitions(document: Document) -> tuple[Definition, ...]:
    return tuple(definitions(document))
