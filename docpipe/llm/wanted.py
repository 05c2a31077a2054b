"""A part of what can be asked of a document: for a second model, which is asked only where the first one failed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from docpipe.llm.questions import Unit
from docpipe.types import Chunk, Finding
from docpipe.words import Span


class Wanted(Struct, frozen=True):
    """A part of what can be asked: names, as coverage has them, with the stretches of the document to ask each of.
    ``known`` was found before, so that conditions on it hold."""

    spans: Mapping[str, tuple[Span, ...]]
    known: tuple[Finding, ...] = ()

    def part(self, unit: Unit, chunk: Chunk) -> Unit | None:
        """What of a unit is to be asked of a chunk."""
        named = zip(unit.names, unit.categories or (unit.field,), strict=True)
        kept = tuple(key for name, key in named if self._touches(name, chunk))
        return (replace(unit, categories=kept) if unit.categories else unit) if kept else None

    def _touches(self, name: str, chunk: Chunk) -> bool:
        return any(start < chunk.end and chunk.start < end for start, end in self.spans.get(name, ()))
