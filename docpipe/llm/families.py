"""What one ask was split into: where none of its parts could be used either, the fault is not that it was too much.

Eleven fields of which one is too long are halved until that one is alone. A model that writes without end is cut each
time, and halving would go on in every branch: 127 prompts for one, and each gives nothing. So parts that fail wait for
the others of their split, which were sent with them; where all of them failed, it costs more of the budget, and 15 are
the most. The first questions of a chunk wait for each other, too: where half of their replies are no use and not one
of the others quotes words of the text, the fault is the model's or its server's, and none is asked again. What is
decided hangs on their replies alone, in whatever order they come.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from docpipe.llm.asking import Ask

ALL_FAILED = 1
"""What it costs on top where every part of a split failed."""

LEAST_FIRST = 4
"""First questions from which on they tell of a model. Of the eleven about a contract a true model leaves none without a
use, or one whose list is too long; one of noise leaves seven, each as long as it may be, and quotes nothing."""

GIVEN_UP = 1_000
"""More than any budget."""


class Failed(Struct, frozen=True):
    """An ask whose reply was no use, why, and how much of its budget that takes."""

    ask: Ask
    why: str
    cost: int


class _Family(Struct):
    waiting: int
    size: int
    first: bool
    failed: list[Failed]
    quotes: bool = False

    @property
    def hopeless(self) -> bool:
        return self.first and not self.quotes and self.size >= LEAST_FIRST and 2 * len(self.failed) >= self.size


class Families:
    """The parts of each split, and the first questions of each chunk, by the ids of their prompts."""

    def __init__(self) -> None:
        self._of: dict[str, _Family] = {}

    def begin(self, prompt_ids: Iterable[str], first: bool = False) -> None:
        """These prompts ask the parts of one ask, or the ``first`` questions of a chunk."""
        ids = list(prompt_ids)
        self._of |= dict.fromkeys(ids, _Family(len(ids), len(ids), first, []))

    def settled(self, prompt_id: str, failed: Failed | None, quotes: bool) -> list[Failed]:
        """A prompt was answered, by a reply that ``quotes`` words of the text or not, or it failed: what is to be asked
        again now."""
        family = self._of.pop(prompt_id, None)
        if family is None:
            return [failed] if failed else []
        family.waiting -= 1
        family.failed += [failed] if failed else []
        family.quotes |= quotes
        if family.waiting:
            return []
        if family.hopeless:
            note = f"{len(family.failed)} of {family.size} first replies are no use and the others quote nothing"
            return [replace(one, why=f"{one.why} ({note})", cost=GIVEN_UP) for one in family.failed]
        more = ALL_FAILED if len(family.failed) == family.size and not family.first else 0
        return [replace(one, cost=one.cost + more) for one in family.failed]
