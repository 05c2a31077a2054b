"""The table of synonyms (``synonyms.txt``): words that contracts use for the same thing, in English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def rows() -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Each row: the phrases that stand for each other, and those that only a passage uses."""
    parsed = []
    for line in Path(__file__).with_name("synonyms.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        both, _, more = line.partition(" > ")
        parsed.append((_phrases(both), _phrases(more)))
    return tuple(parsed)


@cache
def by_phrase() -> Mapping[str, tuple[str, ...]]:
    """Phrase of a question → what may stand for it in a passage, over all rows that have it."""
    found: dict[str, dict[str, None]] = {}
    for phrases, more in rows():
        for phrase in phrases:
            found.setdefault(phrase, {}).update(dict.fromkeys((*phrases, *more)))
    return {phrase: tuple(others) for phrase, others in found.items()}


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.split(",") if phrase.strip())
