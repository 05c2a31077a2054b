"""A document's first chunks are asked about while its last pages are still being read.

What later pages may change is the whole of what is sent: which lines are furniture, where words join at a line's end,
which defined terms travel, the language, the kind, the way itself. So nothing is decided here. Prompts are made of the
pages that are there as they will be made of all of them; those that were the same after some more pages are sent, and
their replies wait. When the document is there, it is analysed as ever, and a prompt whose reply waits is not sent
again. A prompt that came out otherwise is sent then, and its early one was in vain: paid, and told as spent. So
results, and the journal's keys, are the same with and without; it can only save time.

Measured on 22 contracts and reports of 29 to 71 pages in chunks of 4,000 tokens, told every 3 pages: of 211 chunks 146
were asked early as they were asked at the end, and 23 otherwise. What changes most are terms that a later article
defines. Sent as soon as a chunk has its end, it would be 183 and 45; in a file of four contracts, whose lines are
measured together, none and 12 instead of none and 4.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from docpipe.completions import Completion, Prompt, PromptFailure, Usage, summed
from docpipe.engines import Engine, EngineInfo, TokenCount
from docpipe.errors import DocpipeError
from docpipe.llm.driver import Turns
from docpipe.readers.so_far import SoFar

IN_VAIN = "asked early, changed by later pages"
"""What is spent on prompts that came out otherwise, in the place of their questions."""


ALIKE = 2
"""Times, one after the other, that a prompt must have been made alike before it is sent; once more for each time that
some that were sent came out otherwise: such a document is one that changes."""


class First(Struct, frozen=True):
    """The first prompts of chunks that have their end, and who completes them."""

    engine: Engine
    turns: Turns
    prompts: tuple[Prompt, ...]


class Early:
    """The early prompts of one document, in the loop of its engine. ``first`` makes those of what is read so far: None
    while that may still go whole."""

    def __init__(self, first: Callable[[SoFar], Awaitable[First | None]]) -> None:
        self._first = first
        self._latest: SoFar | None = None
        self._following: asyncio.Task[None] | None = None
        self._alike: dict[bytes, int] = {}
        self._needed = ALIKE
        self._engine: Engine | None = None
        self._turns: Turns | None = None
        self._sent: dict[bytes, asyncio.Task[Completion | PromptFailure]] = {}

    def hear(self, so_far: SoFar) -> None:
        """Send what can be sent of it; of what is told meanwhile, the last counts."""
        self._latest = so_far
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow())

    async def settled(self, engine: Engine, prompts: Callable[[], Iterable[Prompt]]) -> Engine:
        """The engine, which has the replies to those of the document's ``prompts`` that were sent; the others that
        were are given up."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.wait([self._following])
            if not self._following.cancelled():
                self._following.result()  # what nobody expected is not passed over
        if not self._sent or engine is not self._engine:
            self.close()
            return engine
        wanted = {_key(prompt) for prompt in await asyncio.to_thread(prompts)}
        for key, task in self._sent.items():
            if key not in wanted:
                task.cancel()
        return _Ahead(engine, self._sent)

    @property
    def in_vain(self) -> Usage:
        """What was spent on replies that nobody took."""
        done = [task.result() for task in self._sent.values() if task.done() and not task.cancelled()]
        return summed(reply.usage for reply in done if isinstance(reply, Completion))

    def close(self) -> None:
        """Give up what is still on its way."""
        for task in (self._following, *self._sent.values()):
            if task is not None:
                task.cancel()

    async def _follow(self) -> None:
        with suppress(DocpipeError):  # who asks for the whole of it is told
            while self._latest is not None:
                so_far, self._latest = self._latest, None
                first = await self._first(so_far)
                if first is not None:
                    await self._send(first)

    async def _send(self, first: First) -> None:
        """Send the prompts that are as they were made of fewer pages, often enough."""
        if self._turns is None:
            self._engine, self._turns = first.engine, first.turns
        if first.engine is not self._engine:  # another kind, which has a model of its own: at the end one is right
            return
        made = await asyncio.to_thread(lambda: {_key(prompt): prompt for prompt in first.prompts})
        self._needed += any(key in self._alike and key not in made for key in self._sent)
        self._alike = {key: self._alike.get(key, 0) + 1 for key in made}
        for key, prompt in made.items():
            if self._alike[key] >= self._needed and key not in self._sent:
                self._sent[key] = asyncio.create_task(self._turns.completed(prompt))


class _Ahead:
    """An engine some of whose replies are on their way already."""

    def __init__(self, engine: Engine, sent: dict[bytes, asyncio.Task[Completion | PromptFailure]]) -> None:
        self._engine, self._sent = engine, sent

    async def open(self) -> EngineInfo:
        return await self._engine.open()

    async def count(self, prompt: Prompt) -> TokenCount:
        return await self._engine.count(prompt)

    async def complete(self, prompt: Prompt, on_first_token: Callable[[], None] | None = None) -> Completion:
        sent = self._sent.pop(_key(prompt), None)
        if sent is None:
            return await self._engine.complete(prompt, on_first_token)
        reply = await sent
        if on_first_token is not None:
            on_first_token()
        if isinstance(reply, PromptFailure):
            raise reply.error
        return replace(reply, prompt_id=prompt.id)

    async def aclose(self) -> None:
        await self._engine.aclose()


def _key(prompt: Prompt) -> bytes:
    """Stands for all of a prompt that its reply depends on."""
    sent = [prompt.messages, prompt.reply_tokens, prompt.schema]
    return hashlib.sha256(json.dumps(sent, ensure_ascii=True).encode()).digest()
