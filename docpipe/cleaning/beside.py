"""What takes long to look for in a long document and needs no block's name: the languages of blocks, and raised words.
Another process can look for both while this one names the blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from msgspec import Struct

from docpipe.cleaning.footnotes import raised_words
from docpipe.cleaning.languages import span_language
from docpipe.types import Document
from docpipe.words import Span, Words

Answer = Callable[[], Any]
"""Waits for what another process gives; None where it gives nothing."""

Elsewhere = Callable[[str, object], AbstractContextManager[Answer]]
"""Has a function (``module:name``) called with an argument by another process, as its task."""

LOOKED = "docpipe.cleaning.beside:looked"

Finished = tuple[str, Words, Sequence[Span]]
"""A text that stays as it is, its words, and the stretches of it that are blocks."""


class Seen(Struct, frozen=True):
    """The languages of stretches of a text, and its raised words."""

    languages: dict[Span, str | None]
    raised: list[int]


def alone(_function: str, _argument: object) -> AbstractContextManager[Answer]:
    """Nobody else is there."""
    return nullcontext(lambda: None)


def finished(document: Document) -> Finished:
    """What there is to look at in a document whose text will not change."""
    return document.text, document.words, [block.span for block in document.blocks if block.span is not None]


def look(at: Finished) -> Seen:
    """Look for both."""
    text, words, spans = at
    return Seen({span: span_language(text, span) for span in spans}, raised_words(text, words))


def looked(_data: bytes, _source: object, _options: object, at: Finished) -> Seen:
    """``look`` as a worker's task."""
    return look(at)
