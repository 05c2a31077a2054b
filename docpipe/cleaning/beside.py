"""What takes long to look for in a long text and needs no block's name: the languages of blocks, and what may be raised
marks. Another process can look for both while this one names the blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import Any, Protocol

from msgspec import Struct

from docpipe.cleaning.footnotes import mark_offsets
from docpipe.cleaning.languages import span_language
from docpipe.types import Document
from docpipe.words import Span

Answer = Callable[[], Any]
"""Waits for what another process gives; None where it gives nothing."""


class Others(Protocol):
    """Processes that help with a document. Functions are named ``module:name``."""

    @property
    def parts(self) -> Mapping[str, Sequence[int]]:
        """The names of those parts of the document that they have read, with the pages of each."""

    def asked(self, function: str, argument: object) -> AbstractContextManager[Answer]:
        """Have one of them call a function with an argument."""

    def parts_asked(self, function: str, argument: object) -> AbstractContextManager[Answer]:
        """Have all that have read a part call a function with their parts by name, each as it was read, and with an
        argument. The answer is all that they give, by name."""


class _Nobody:
    """One process alone."""

    parts: Mapping[str, Sequence[int]] = MappingProxyType({})

    def asked(self, _function: str, _argument: object) -> AbstractContextManager[Answer]:
        return nullcontext(lambda: None)

    parts_asked = asked


ALONE: Others = _Nobody()

LOOKED = "docpipe.cleaning.beside:looked"

Finished = tuple[str, Sequence[Span]]
"""A text that stays as it is, and the stretches of it that are blocks. Where the words stand is four times as much to
hand over, which takes longer than to look which marks are raised."""


class Seen(Struct, frozen=True):
    """The languages of stretches of a text, and the offsets of what may be raised marks."""

    languages: dict[Span, str | None]
    marks: list[int]


def finished(document: Document) -> Finished:
    """What there is to look at in a document whose text will not change."""
    return document.text, [block.span for block in document.blocks if block.span is not None]


def look(at: Finished) -> Seen:
    """Look for both."""
    text, spans = at
    return Seen({span: span_language(text, span) for span in spans}, mark_offsets(text))


def looked(_data: bytes, _source: object, _options: object, at: Finished) -> Seen:
    """``look`` as a worker's task."""
    return look(at)
