"""The values of one result, findable by their lasting names, by their pointers, and by field and quote."""

from __future__ import annotations

from collections.abc import Iterable

from docpipe.export.results import Loaded
from docpipe.facts import Fact, elements, facts
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
        self.missing = {fact.pointer: fact for fact in self._facts if fact.value is None and fact.attribute is None}
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


def shape(pointer: str) -> str:
    """A pointer without the numbers of elements, which move: ``parties/name``."""
    return "/".join(part for part in pointer.split("/")[1:] if not part.isdigit())


def values_of(results: Iterable[Loaded], wanted: set[str]) -> dict[str, Values]:
    """The values of the documents with these hashes, by hash."""
    there = ((str(one.data["document"]["sha256"]), one) for one in results if not one.failed)
    return {sha256: Values(one) for sha256, one in there if sha256 in wanted}
