"""What one ask was split into: where none of its parts could be used either, the fault is not that it was too much.

Eleven fields of which one is too long are halved until that one is alone. A model that writes without end is cut each
time, and halving would go on in every branch: 127 prompts for one, and each gives nothing. So parts that fail wait for
the others of their split, which were sent with them; where all of them failed, it costs more of the budget, and 15 are
the most. What is decided hangs on their replies alone, in whatever order they come.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from docpipe.llm.asking import Ask

ALL_FAILED = 1
"""What it costs on top where every part of a split failed."""


class Failed(Struct, frozen=True):
    """An ask whose reply was no use, why, and how much of its budget that takes."""

    ask: Ask
    why: str
    cost: int


class _Family(Struct):
    waiting: int
    size: int
    failed: list[Failed]


class Families:
    """The parts of each split, by the ids of their prompts."""

    def __init__(self) -> None:
        self._of: dict[str, _Family] = {}

    def begin(self, prompt_ids: Iterable[str]) -> None:
        """These prompts ask the parts of one ask."""
        ids = list(prompt_ids)
        self._of |= dict.fromkeys(ids, _Family(len(ids), len(ids), []))

    def settled(self, prompt_id: str, failed: Failed | None) -> list[Failed]:
        """A prompt was answered, or it failed: what is to be asked again now."""
        family = self._of.pop(prompt_id, None)
        if family is None:
            return [failed] if failed else []
        family.waiting -= 1
        family.failed += [failed] if failed else []
        if family.waiting:
            return []
        more = ALL_FAILED if len(family.failed) == family.size else 0
        return [replace(one, cost=one.cost + more) for one in family.failed]
