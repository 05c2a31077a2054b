"""A reply as it comes in, piece by piece."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from typing import Literal

from docpipe.completions import Completion, Prompt, Usage
from docpipe.engines.trouble import Passing
from docpipe.errors import EngineError
from docpipe.types import Json

WHITE_RUN = 160
"""White space in a row that no JSON of ours has: ten levels deep, indented by eight, make 81 characters. Models that
may only write what a schema allows fall into endless white space between two fields; it is no fault of the prompt."""

_THOUGHT = re.compile(r"\s*<think>.*?(?:</think>\s*|\Z)", re.DOTALL)


class Incoming:
    """Gathers the events of one reply. ``text`` is what has come; ``first`` is called when a reply has begun."""

    def __init__(self, prompt: Prompt, url: str, first: Callable[[], None]) -> None:
        self._prompt = prompt
        self._url = url
        self._first = first
        self._pieces: list[str] = []
        self._white = 0
        self._finish: str | None = None
        self._usage: Json = None

    async def take(self, events: AsyncIterator[Json]) -> None:
        """Take events until the reply is complete, or goes astray. Raises Passing when it breaks off."""
        async for event in events:
            self._take(event)
            if self.is_astray:
                self._finish = "length"
                return
        if self._finish is None:
            raise Passing(f"{self._url} broke off in the middle of a reply", elsewhere=True)

    @property
    def is_astray(self) -> bool:
        """Whether the reply has turned into endless white space."""
        return self._prompt.schema is not None and self._white >= WHITE_RUN

    def completion(self, prompt_tokens: int, count: Callable[[str], int]) -> Completion:
        """The reply; ``prompt_tokens`` and ``count`` stand in for a server that does not tell its usage."""
        whole = "".join(self._pieces)
        text = _THOUGHT.sub("", whole, count=1) if whole.lstrip().startswith("<think>") else whole
        return Completion(self._prompt.id, text, self._ended(), self._paid(prompt_tokens, whole, count))

    def _take(self, event: Json) -> None:
        try:
            self._usage = event.get("usage") or self._usage
            choice = (event.get("choices") or [None])[0]
            if choice is None:
                return
            part = choice.get("delta") or choice.get("message") or {}
            self._finish = choice.get("finish_reason") or self._finish
            piece = part.get("content") or ""
            begun = bool(piece or part.get("reasoning_content") or part.get("reasoning") or self._finish)
            self._pieces.append(piece)
        except (AttributeError, TypeError, KeyError, IndexError) as error:
            raise Passing(f"{self._url} answers in a shape that is not a chat completion") from error
        if begun:
            self._first()
        stripped = piece.rstrip()
        self._white = len(piece) - len(stripped) + (0 if stripped else self._white)

    def _ended(self) -> Literal["stop", "length"]:
        if self._finish == "length":
            return "length"
        if self._finish == "abort":
            raise Passing(f"{self._url} gave up a prompt", elsewhere=True)
        if self._finish == "content_filter":
            raise EngineError(f"{self._url} kept the reply to prompt {self._prompt.id} back (content_filter)")
        return "stop"

    def _paid(self, prompt_tokens: int, text: str, count: Callable[[str], int]) -> Usage:
        told = self._usage if isinstance(self._usage, dict) else {}
        details = told.get("prompt_tokens_details") or {}
        return Usage(
            prompt_tokens=told.get("prompt_tokens", prompt_tokens),
            cached_tokens=details.get("cached_tokens") or 0,
            reply_tokens=told["completion_tokens"] if "completion_tokens" in told else count(text),
            calls=1,
        )
