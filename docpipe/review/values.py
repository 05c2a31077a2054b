"""The values of one result, findable by their lasting names, by their pointers, and by field and quote."""

from __future__ import annotations

import re
from collections.abc import Iterable

from docpipe.export.results import Loaded
from docpipe.facts import Fact, elements, facts
from docpipe.kinds import KINDS, load
from docpipe.kinds.shape import Misfit, annotation_at, choices, is_list, is_object, typed
from docpipe.review.corrections import shape
from docpipe.verify.ground import squeeze


class Values:
    """Every value of a result, and every element of its lists as a whole."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        lists = [name for name, value in loaded.data["value"].items() if isinstance(value, list)]
        self._facts = facts(loaded.data)
        self.elements = [one for name in lists for one in elements(loaded.data, name)]
        everything = [*self._facts, *self.elements]
        self.by_id = {fact.id: fact for fact in everything}
        self.by_pointer = {fact.pointer: fact for fact in everything if fact.value is not None}
        absent = [fact for fact in self._facts if fact.value is None]
        self.missing = {fact.pointer: fact for fact in absent if not fact.attribute or fact.state == "contradictory"}
        self._by_quote: dict[tuple[str, str], list[Fact]] = {}
        for fact in everything:
            if fact.quote:
                self._by_quote.setdefault((shape(fact.pointer), squeeze(fact.quote)), []).append(fact)

    def quoting(self, pointer: str, quote: str) -> list[Fact]:
        """The values of the same field that rest on the same words."""
        return self._by_quote.get((shape(pointer), squeeze(quote)), [])

    def parts(self, fact: Fact) -> dict[str, Fact]:
        """The parts of an element by their names."""
        below = f"{fact.pointer}/"
        return {one.pointer.removeprefix(below): one for one in self._facts if one.pointer.startswith(below)}


def misfit(kind: str, pointer: str, value: str | None) -> str | None:
    """Why a value cannot stand at a pointer of a kind; None if it can, or the kind is one of somebody's own."""
    if kind not in KINDS:
        return None
    try:
        annotation = annotation_at(load(kind).model, re.sub(r"/-(?=/|$)", "/0", pointer))
    except (KeyError, TypeError, StopIteration):
        return f"the kind {kind} has nothing at {pointer}; docpipe kinds {kind} lists its fields"
    try:
        allowed = choices(annotation)
        if value is not None and not any(is_list(one) or is_object(one) for one in allowed):
            typed(int(value) if int in allowed and value.isdigit() else value, annotation)
    except Misfit as wrong:
        return f"{pointer}: {wrong.why}"
    return None


def values_of(results: Iterable[Loaded], wanted: set[str]) -> dict[str, Values]:
    """The values of the documents with these hashes, by hash."""
    there = ((str(one.data["document"]["sha256"]), one) for one in results if not one.failed)
    return {sha256: Values(one) for sha256, one in there if sha256 in wanted}
