"""An engine without a model: it gives the replies of a script, as late and as wrong as the script says.

For tests, of docpipe and of what is built on it. What was asked of it stands in ``prompts``.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from docpipe.completions import Completion, Prompt, Usage
from docpipe.engines import Count, EngineInfo, TokenCount
from docpipe.errors import DocpipeError, DoesNotFit, EngineError, SettingsError
from docpipe.settings import Settings
from docpipe.types import Json

INFO = EngineInfo(
    name="fake",
    model="scripted",
    fingerprint="fake",
    window=32_768,
    block_size=16,
    supports=frozenset(("schema", "priority", "exact_count", "streaming")),
)

PER_MESSAGE = 5
"""Tokens that the chat template adds to a message: what Qwen's takes."""


class Reply(Struct, frozen=True):
    """A reply and how it comes: ``first_token_seconds`` after the prompt its first token, then all at ``seconds``.

    ``text`` may be any value that JSON can hold, too. ``usage`` is counted where it is not given.
    """

    text: Json
    finish: Literal["stop", "length"] = "stop"
    seconds: float = 0.0
    first_token_seconds: float = 0.0
    usage: Usage | None = None


Answer = Reply | DocpipeError | Json
"""A reply, an error to raise, or the text of a reply (what is no text is written as JSON)."""

Script = Callable[[Prompt], Answer] | Mapping[str, Answer] | Sequence[Answer]
"""What is answered: by a function, by the prompt's id, or one after the other. By id the same is given each time, or
of a list the next: ``{"a": [EngineError("down"), {"x": 1}]}``."""


class Fake:
    """Answers prompts from a script. ``prompts`` are those that came, ``cancelled`` the ids of those given up, and
    ``most_at_once`` how many ran side by side."""

    def __init__(self, script: Script, info: EngineInfo = INFO, count: Count | None = None) -> None:
        self.prompts: list[Prompt] = []
        self.cancelled: list[str] = []
        self.running = 0
        self.most_at_once = 0
        self.closed = False
        self._info = info
        self._count = count or _words
        self._script = script if callable(script) else _told(script)

    async def open(self) -> EngineInfo:
        return self._info

    async def count(self, prompt: Prompt) -> TokenCount:
        return TokenCount(self._tokens(prompt), exact="exact_count" in self._info.supports)

    async def complete(self, prompt: Prompt, on_first_token: Callable[[], None] | None = None) -> Completion:
        tokens = self._tokens(prompt)
        if tokens + prompt.reply_tokens > self._info.window:
            needed = f"{tokens:,} tokens and {prompt.reply_tokens:,} for the reply"
            raise DoesNotFit(f"prompt {prompt.id} does not fit: {needed} exceed the window of {self._info.window:,}")
        self.prompts.append(prompt)
        answer = self._script(prompt)
        if isinstance(answer, DocpipeError):
            raise answer
        reply = answer if isinstance(answer, Reply) else Reply(answer)
        await self._passing(prompt, reply, on_first_token)
        text = reply.text if isinstance(reply.text, str) else json.dumps(reply.text, ensure_ascii=False)
        usage = reply.usage or Usage(prompt_tokens=tokens, reply_tokens=self._count(text), calls=1)
        return Completion(prompt.id, text, reply.finish, usage)

    async def aclose(self) -> None:
        self.closed = True

    async def _passing(self, prompt: Prompt, reply: Reply, on_first_token: Callable[[], None] | None) -> None:
        """Let the time of a reply pass."""
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        try:
            await asyncio.sleep(reply.first_token_seconds)
            if on_first_token is not None:
                on_first_token()
            await asyncio.sleep(max(0.0, reply.seconds - reply.first_token_seconds))
        except asyncio.CancelledError:
            self.cancelled.append(prompt.id)
            raise
        finally:
            self.running -= 1

    def _tokens(self, prompt: Prompt) -> int:
        return sum(self._count(text) + PER_MESSAGE for _, text in prompt.messages)


def from_file(settings: Settings, count: Count) -> Fake:
    """The engine that ``--engine fake --model replies.json`` names: a JSON object of replies by the prompt's id, or a
    list of replies in order."""
    if settings.model is None:
        raise SettingsError("the fake engine gives the replies of a file: name it with --model replies.json")
    try:
        text = Path(settings.model).read_text(encoding="utf-8")
        script: Json = json.loads(text)
    except (OSError, ValueError) as error:
        raise SettingsError(f"model: {settings.model} cannot be read as JSON: {error}") from error
    if not isinstance(script, dict | list):
        raise SettingsError(f"model: {settings.model} must hold an object or a list of replies")
    return Fake(script, replace(INFO, fingerprint=hashlib.sha256(text.encode()).hexdigest()), count)


def _words(text: str) -> int:
    """A count that tests can do in their head: a token per word."""
    return len(text.split())


def _told(script: Mapping[str, Answer] | Sequence[Answer]) -> Callable[[Prompt], Answer]:
    """A script of answers as a function that gives each in its turn."""
    if isinstance(script, Mapping):
        turns = {name: iter(answer) if isinstance(answer, list) else repeat(answer) for name, answer in script.items()}
        return lambda prompt: next(turns.get(prompt.id, iter(())), _nothing(prompt))
    following = iter(script)
    return lambda prompt: next(following, _nothing(prompt))


def _nothing(prompt: Prompt) -> EngineError:
    return EngineError(f"the script has no reply to prompt {prompt.id}")
