"""Prose of several parts of a document, made one by a tree: which parts go together, and what a reply came to."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from docpipe.completions import Completion, PromptFailure
from docpipe.llm.reply import Malformed, parse
from docpipe.types import Finding, Quote

FAN_IN = 8
"""Summaries that are reduced to one at a time."""

MOST_CITED = 12
"""Places that a reduced summary cites."""


class Level:
    """One level of a tree: batches, and what became of each."""

    def __init__(self, name: str, level: int, batches: list[list[Finding]]) -> None:
        self.name, self.level, self.batches = name, level, batches
        self.done: dict[int, Finding] = {}
        self.failed: dict[int, str] = {}


class Reducing(Struct, frozen=True):
    level: Level
    index: int
    again: bool


def batches(parts: list[Finding], count: Callable[[str], int], room: int) -> list[list[Finding]]:
    """Neighbouring parts together, as many as fit."""
    made: list[list[Finding]] = []
    taken = 0
    for part in parts:
        tokens = count(str(part.value)) + 8
        if made and len(made[-1]) < FAN_IN and taken + tokens <= room:
            made[-1].append(part)
            taken += tokens
        else:
            made.append([part])
            taken = tokens
    return made


def reduced_text(reply: Completion | PromptFailure) -> str:
    if isinstance(reply, PromptFailure):
        raise Malformed(reply.error.message)
    if reply.finish == "length":
        raise Malformed("the reply was cut off")
    value = parse(reply.text).get("value")
    if not isinstance(value, str) or not value.strip():
        raise Malformed("is no text")
    return " ".join(value.split())


def cited(batch: list[Finding]) -> tuple[Quote, ...]:
    """The places of all parts, the first of each part first, up to the limit."""
    rounds = max(len(part.quotes) for part in batch)
    quotes = [part.quotes[turn] for turn in range(rounds) for part in batch if turn < len(part.quotes)]
    return tuple(dict.fromkeys(quotes))[:MOST_CITED]
