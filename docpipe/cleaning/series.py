"""Heads of one series are of one kind: 3. Compelled disclosure is a heading where 2. Duties of the Recipient is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from docpipe.cleaning.numbering import Marker, begins_series, follows
from docpipe.types import Block

_FAMILIES = frozenset({"article", "section", "number", "decimal"})

SHARE = 0.3
"""Least share of a series that are headings by themselves: an estimate. Heads in sentence case are recognised where
they have one word, or names in them; 4 of 9 in a contract of our own."""


def same_kind(blocks: Sequence[Block], markers: Sequence[Marker | None], short: Sequence[bool]) -> Iterator[int]:
    """Which list items are headings, as others of their series are, and all are set alike: ``short`` says which
    blocks have nothing but a few words behind their number."""
    for series in _series(blocks, markers):
        headings = [at for at in series if blocks[at].kind == "heading"]
        if len(headings) >= max(2, SHARE * len(series)) and all(short[at] or at in headings for at in series):
            yield from (at for at in series if at not in headings and _set_alike(blocks[at], blocks[headings[0]]))


def _series(blocks: Sequence[Block], markers: Sequence[Marker | None]) -> Iterator[list[int]]:
    """The blocks of each series of numbers; one goes on behind the series that stand between its numbers."""
    found: dict[tuple[str, str], list[list[int]]] = {}
    for at, number in enumerate(markers):
        if number is None or number.family not in _FAMILIES or blocks[at].kind not in ("heading", "list_item"):
            continue
        alike = found.setdefault((number.family, number.number.rpartition(".")[0]), [])
        own = next((series for series in reversed(alike) if _goes_on(markers[series[-1]], number)), None)
        if own is not None:
            own.append(at)
        elif begins_series(number):
            alike.append([at])
    return chain.from_iterable(found.values())


def _goes_on(before: Marker | None, number: Marker) -> bool:
    return before is not None and follows(before, number)


def _set_alike(block: Block, heading: Block) -> bool:
    """Whether a block begins where a heading does, or is centred as it is."""
    left, middle = block.bbox[0] - heading.bbox[0], sum(block.bbox[0::2]) - sum(heading.bbox[0::2])
    return abs(left) < INDENT or abs(middle) / 2 < INDENT


INDENT = 6.0
"""Points that the heads of one series may stand apart: half a letter's height, less than any indent."""
