"""Questions that ask for what the rules of a kind find: field, or clause category, and how people ask for it.

The passages that such a fact was read from are the best ones, whatever words the question shares with them.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from msgspec import Struct

from docpipe.patterns import compiled


class Field(Struct, frozen=True):
    """A field (``governing_law``) or clause category (``clauses: Insurance``) that a question asks for.

    ``words`` are beginnings of the words by which people ask for it: what else a question says must stand in the
    passage, or it is about something else ("When does the warranty begin?" is not about the effective date).
    """

    name: str
    words: tuple[str, ...]

    def explains(self, concept: str) -> bool:
        """Whether a concept of the question is one of those words."""
        return all(self._has(word) for word in concept.lower().split())

    def _has(self, word: str) -> bool:
        if not word.isascii():
            return any(word in own for own in self.words)
        return word in self.words or any(
            word.startswith(own) or own.startswith(word) for own in self.words if min(len(own), len(word)) > 3
        )


def asked(question: str) -> tuple[Field, ...]:
    """What a question asks for, if it is something that rules find."""
    return tuple(Field(name, words) for name, pattern, words in _compiled() if pattern.search(question))


_ALWAYS = (
    "agreement",
    "contract",
    "lease",
    "license",
    "term",
    "initial",
    "part",
    "party",
    "parties",
    "date",
    "time",
    "day",
    "days",
    "month",
    "months",
    "year",
    "years",
    "合同",
    "协议",
    "租赁",
    "许可",
    "约定",
    "期限",
)
"""What a question may say of any field."""
_LITERAL = compiled("[a-z]{3,}|[\u4e00-\u9fff]+")


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str], tuple[str, ...]], ...]:
    """Name, pattern, and the words that stand in the pattern, of every field of ``fields.txt``."""
    return tuple(
        (
            name,
            compiled("|".join(patterns), re.IGNORECASE),
            (*_ALWAYS, *_LITERAL.findall(re.sub(r"\\[a-z]", " ", " ".join(patterns)))),
        )
        for name, patterns in _table().items()
    )


def _table() -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    name = ""
    for line in Path(__file__).with_name("fields.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            table[name].append(line.strip())
        elif line and not line.startswith("#"):
            name = line
            table[name] = []
    return table
