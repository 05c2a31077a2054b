"""Replacing stretches of a text, and moving offsets along."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from msgspec import Struct

from docpipe.filters.policies import Policy
from docpipe.filters.scan import Hit
from docpipe.words import Span


class Edits(Struct, frozen=True):
    """Stretches ``starts[i] .. ends[i] - 1`` that don't overlap, each with what takes its place."""

    starts: Sequence[int]
    ends: Sequence[int]
    markers: Sequence[str]
    shifts: Sequence[int]  # how far what follows edit i moves
    places: Sequence[Span]  # where the markers stand in the new text

    def __bool__(self) -> bool:
        return bool(self.starts)

    @classmethod
    def of(cls, hits: Iterable[Hit], policy: Policy) -> Edits:
        """The edits that redacting takes; ``hits`` are in the order of the text. Overlapping hits become one edit."""
        merged: list[Hit] = []
        for hit in hits:
            if policy.action(hit.rule) != "redact":
                continue
            if merged and hit.start < merged[-1].end:
                merged[-1] = Hit(merged[-1].start, max(merged[-1].end, hit.end), merged[-1].rule)
            else:
                merged.append(hit)
        markers = [policy.marker(hit.rule) for hit in merged]
        shifts, places, shift = [], [], 0
        for hit, marker in zip(merged, markers, strict=True):
            places.append((hit.start + shift, hit.start + shift + len(marker)))
            shift += len(marker) - (hit.end - hit.start)
            shifts.append(shift)
        return cls([hit.start for hit in merged], [hit.end for hit in merged], markers, shifts, places)

    def applied(self, text: str) -> str:
        """The text with the markers in place."""
        parts, at = [], 0
        for start, end, marker in zip(self.starts, self.ends, self.markers, strict=True):
            parts += [text[at:start], marker]
            at = end
        return "".join([*parts, text[at:]])

    def moved(self, offset: int) -> int:
        """An offset in the new text; one inside an edit moves behind its marker."""
        index = bisect_left(self.starts, offset) - 1  # the last edit that begins before it
        if index < 0:
            return offset
        return self.places[index][1] if offset < self.ends[index] else offset + self.shifts[index]

    def span(self, span: Span) -> Span:
        """A range in the new text; adjoining ranges stay so, and one that lay within an edit is empty."""
        return self.moved(span[0]), self.moved(span[1])

    def shown(self, span: Span) -> Span:
        """The same, but a range that lay within an edit shows its marker."""
        start, end = self.span(span)
        if start < end or span[0] == span[1]:
            return start, end
        return self.places[bisect_right(self.starts, span[0]) - 1]

    def touches(self, span: Span) -> bool:
        """Whether a range shares a character with an edit."""
        index = bisect_left(self.starts, span[1]) - 1
        return index >= 0 and self.ends[index] > span[0]
