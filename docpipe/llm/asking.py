"""Asks → prompts: the document first, the question last, and all of one chunk's prompts alike up to the question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from docpipe import prompts
from docpipe.completions import Prompt
from docpipe.kinds.base import Kind
from docpipe.llm import excerpt, shapes
from docpipe.llm.questions import Question, Unit, question
from docpipe.llm.reply import Blocks
from docpipe.prompts import Language
from docpipe.types import Chunk, Document

REDUCE_WORDS = 150
REDUCE_TOKENS = 768
"""Words of a reduced summary, and room for its reply."""

REDUCE_AGAIN_WORDS = 75
"""Words of one that is asked for again: the first may have been cut for its length."""


Messages = tuple[tuple[Literal["system", "user", "assistant"], str], ...]


class Ask(Struct, frozen=True):
    """Units to be asked of a chunk. ``label`` names the chunk, or the part of one (``2``, ``2.1``); ``depth`` is how
    much of the budget for asking again is used up; ``questions`` names the group that they come from."""

    label: str
    chunk: Chunk
    units: tuple[Unit, ...]
    depth: int = 0
    questions: str = ""


class Asker:
    """Makes the prompts of one document (without its struck words) in its language, which goes ``whole`` or in chunks.

    What is sent of a chunk hangs on the text up to its end, the terms that it uses and nothing behind it: not on how
    many chunks or paragraphs follow. So it can be asked before they are there, and stays paid for when they change.
    """

    def __init__(self, document: Document, kind: Kind, whole: bool, priority: int = 0) -> None:
        self.document, self.kind, self.whole = document, kind, whole
        self.language: Language = prompts.language_of(document.languages)
        self._priority = priority
        self._key = document.source.sha256[:12]
        self._heads: dict[str, str] = {}
        self._blocks: dict[str, Blocks] = {}
        self._questions: dict[tuple[Unit, ...], Question] = {}

    def prompt(self, ask: Ask) -> Prompt:
        """The prompt of an ask; its id is ``label/question``."""
        asked = self.question(ask.units)
        return Prompt(
            f"{ask.label}/{asked.name}",
            self._messages(f"{self._head(ask)}\n\n{asked.text}"),
            asked.reply_tokens,
            f"{self._key}/{ask.label}",
            asked.schema(self.kind, max(self.blocks(ask), default=1)),
            self._priority,
        )

    def question(self, units: tuple[Unit, ...]) -> Question:
        if units not in self._questions:
            self._questions[units] = question(self.kind, units, self.language)
        return self._questions[units]

    def blocks(self, ask: Ask) -> Blocks:
        """The blocks behind the ids that a prompt shows."""
        self._head(ask)
        return self._blocks[ask.label]

    def empty(self, units: tuple[Unit, ...]) -> Prompt:
        """The prompt of a chunk without text: what a question takes of the window by itself."""
        asked = self.question(units)
        text = self._document(excerpt.Excerpt(Chunk(0, 0, 0, 0), "", "", (), ()))
        return Prompt("empty", self._messages(f"{text}\n\n{asked.text}"), asked.reply_tokens)

    def reduce(self, name: str, field: str, summaries: Sequence[str], words: int = REDUCE_WORDS) -> Prompt:
        """The prompt that makes one summary of several, or one answer to a question of somebody's own."""
        about = self.kind.about.get(field)
        text = prompts.render(
            "reduce",
            self.language,
            name=self._shown_name,
            fence=excerpt.fence(*summaries),
            summaries=[excerpt.neutral(summary) for summary in summaries],
            words=words,
            question=about.description if about else "",
        )
        schema = shapes.closed({"value": shapes.text_schema(shapes.PROSE_CHARACTERS)})
        return Prompt(name, self._messages(text), REDUCE_TOKENS, f"{self._key}/{name}", schema, self._priority)

    @property
    def _shown_name(self) -> str:
        return " ".join(excerpt.neutral(self.document.source.name).split())

    def _messages(self, text: str) -> Messages:
        """One user message: some chat templates refuse two in a row."""
        return ("system", prompts.render("system", self.language)), ("user", text)

    def _head(self, ask: Ask) -> str:
        """A chunk's text in its fence, made once."""
        if ask.label not in self._heads:
            made = excerpt.excerpt(self.document, ask.chunk)
            numbered = excerpt.numbered_blocks(self.document)
            self._blocks[ask.label] = {at: numbered.get(index, ()) for at, index in enumerate(made.shown, 1)}
            self._heads[ask.label] = self._document(made)
        return self._heads[ask.label]

    def _document(self, made: excerpt.Excerpt) -> str:
        return prompts.render(
            "document",
            self.language,
            name=self._shown_name,
            fence=excerpt.fence(*made.headings, made.terms, made.text),
            whole=self.whole,
            part=made.chunk.index + 1,
            headings=list(made.headings),
            terms=made.terms,
            text=made.text,
        )
