"""Free questions as a kind: asked in the user's own words, answered with passages of the document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from docpipe.kinds.base import Kind

NAME = "questions"


@dataclass(slots=True, kw_only=True)
class Passage:
    """Words of the document, under the headings from the nearest up.

    ``missing`` are words of the question that neither the passage nor what stands around it has. ``fact`` names what
    rules read there (``governing_law``) and the question asks for.
    """

    text: str
    headings: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    fact: str | None = None


@dataclass(slots=True, kw_only=True)
class Answer:
    """What the document has to a question. ``note`` says what the passages are, or that there are none; ``answer`` is
    a model's, in its own words.

    Where ``found`` is false, the one passage there may be is the nearest, and no answer.
    """

    question: str
    found: bool
    note: str
    answer: str | None = None
    passages: list[Passage] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Answers:
    """One answer per question, in their order."""

    answers: list[Answer] = field(default_factory=list)


def questions(texts: Sequence[str]) -> Kind:
    """The kind that asks these questions."""
    return Kind(
        NAME, "passages of the document that carry the words of a question", Answers, {}, {"answers": tuple(texts)}
    )
