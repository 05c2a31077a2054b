"""What goes to a language model and comes back: Prompt → Completion or PromptFailure, and what it took."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct

from docpipe.errors import DocpipeError


class Usage(Struct, frozen=True):
    """Tokens and calls that a language model was paid for; zero for the rules engine."""

    prompt_tokens: int = 0
    cached_tokens: int = 0
    reply_tokens: int = 0
    calls: int = 0


def summed(usages: Iterable[Usage]) -> Usage:
    """What several took together."""
    every = list(usages)
    return Usage(*(sum(getattr(one, name) for one in every) for name in Usage.__struct_fields__))


class Spent(Struct, frozen=True):
    """What a group of questions took of one model, the asking again of its parts included. ``questions`` names its
    fields, or the field whose summaries were made one. ``cost`` is a decimal in ``currency``, None without a price."""

    model: str
    questions: str
    usage: Usage
    cost: str | None = None
    currency: str | None = None


class Prompt(Struct, frozen=True):
    """What an engine is asked to complete: messages in order, of which the last asks.

    Prompts of one ``group`` share their messages up to the question byte for byte (the document or chunk), so that a
    server's prefix cache pays for it once. ``schema`` is the JSON schema of the reply, None for prose. Engines serve a
    lower ``priority`` first.
    """

    id: str
    messages: tuple[tuple[Literal["system", "user", "assistant"], str], ...]
    reply_tokens: int
    group: str = ""
    schema: Mapping[str, Any] | None = None
    priority: int = 0


class Completion(Struct, frozen=True):
    """An engine's reply to a prompt. ``finish`` is ``length`` when it was cut at the limit of reply tokens."""

    prompt_id: str
    text: str
    finish: Literal["stop", "length"]
    usage: Usage = Usage()


class PromptFailure(Struct, frozen=True):
    """A prompt that got no reply; the others went on."""

    prompt_id: str
    error: DocpipeError
