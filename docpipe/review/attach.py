"""Decisions → the values of a result: by the value's lasting name, then by its quote; what finds no value is told.

A decision holds for the words of a document. When a later version of docpipe reads another value from the same words,
the decision is still there and says so (``review_stale``); when those words give no value any more, it has no home
(``review_orphaned``). Two people who decided differently are shown both (``review_conflict``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from docpipe.facts import Fact
from docpipe.review.corrections import Correction, about, latest
from docpipe.review.values import Values

Standing = Literal["", "review_stale", "review_orphaned", "review_conflict"]


class Reviewed(Struct, frozen=True):
    """A decision and the value that it is about: None where there is none any more, or none was (``add``): no row of an
    export shows it."""

    correction: Correction
    fact: Fact | None
    standing: Standing = ""

    @property
    def message(self) -> str:
        """What a person must know about a decision that does not simply hold; empty for one that does."""
        one = self.correction
        decided = f"{one.by} decided '{one.action}'" + (f" ({one.value})" if one.value else "")
        if self.standing == "review_stale":
            now = self.fact.value if self.fact else None
            return f"{decided} when the value was '{one.machine}'; it is '{now}' now: look again"
        if self.standing == "review_orphaned":
            return f"{decided}, and no value rests on these words any more: {one.quote or one.path}"
        if self.standing == "review_conflict":
            return f"{decided}, others decided otherwise: settle it"
        return f"{decided}, and no value was found that it would stand beside" if self.fact is None else ""


def reviewed(values: Values, decided: Sequence[Correction]) -> list[Reviewed]:
    """The last decisions about the values of one document, each with its value."""
    sha256 = values.loaded.data["document"]["sha256"]
    mine = [one for one in latest(decided) if one.document_sha256 == sha256]
    differing = _differing(mine)
    return [_placed(one, values, about(one) in differing) for one in mine]


def _home(one: Correction, values: Values) -> Fact | None:
    """By name; else by quote, if one value alone rests on it, or one that is the same as it was."""
    if one.id in values.by_id:
        return values.by_id[one.id]
    there = values.quoting(one.path, one.quote) if one.quote else []
    same = [fact for fact in there if fact.value == one.machine]
    return same[0] if same else there[0] if len(there) == 1 else None


def _placed(one: Correction, values: Values, differs: bool) -> Reviewed:
    fact = _home(one, values)
    if differs:
        return Reviewed(one, fact, "review_conflict")
    if one.action == "add":
        return Reviewed(one, fact)
    if fact is None:
        return Reviewed(one, None, "" if one.action == "absent" else "review_orphaned")
    held = one.machine is None or fact.value == one.machine or (fact.value == one.value and one.action == "correct")
    return Reviewed(one, fact, "" if held else "review_stale")


def _differing(decided: Iterable[Correction]) -> set[tuple[str, ...]]:
    """The names of values about which people say different things."""
    said: dict[tuple[str, ...], set[tuple[str, str | None]]] = {}
    for one in decided:
        said.setdefault(about(one), set()).add((one.action, one.value))
    return {name for name, ways in said.items() if len(ways) > 1}
