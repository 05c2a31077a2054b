"""Models behind an OpenAI-compatible server, of which ``vllm serve`` is the one that this is made for.

What is particular to vLLM (exact counts, priorities, the size of its cache) is used where the server has it.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from msgspec.structs import replace

from docpipe import network
from docpipe.completions import Completion, Prompt
from docpipe.engines import DEFAULT_URL, Count, EngineInfo, TokenCount
from docpipe.engines.counting import PROBES, estimated_tokens, has_markup, most_tokens, qwen_tokens
from docpipe.engines.deadlines import Late, deadline
from docpipe.engines.flight import Flight, flight_to
from docpipe.engines.http import Http
from docpipe.engines.replies import Incoming
from docpipe.engines.served import Served, above, look_up
from docpipe.engines.servers import Patience, Server, choose
from docpipe.engines.trouble import Passing
from docpipe.errors import DoesNotFit, EngineError, SettingsError
from docpipe.settings import API_KEY, Settings
from docpipe.types import Json

STREAM_INTERVAL = 16
"""Tokens of a reply in one event behind its first, where the server can put several into one (vLLM): a token each costs
both sides more than the token. Endless white space is seen so much later."""

_REMEMBERED = 4_096
"""Counts that are kept: a prompt is counted when it is made, and again when it is sent."""


class OpenAI:
    """Prompts to the servers of one model, several at a time."""

    def __init__(self, settings: Settings, count: Count) -> None:
        self._settings = settings
        self._count = count
        self._urls = [_checked(url, settings) for url in settings.base_url or (DEFAULT_URL,)]
        self._http: Http | None = None
        self._servers: list[Server] = []
        self._served = Served("", "", None)
        self._window = 0  # for prompts and replies; thoughts have their own room
        self._counts_like_qwen = False
        self._has_counts = False
        self._refused: set[str] = set()
        self._counted: OrderedDict[bytes, int] = OrderedDict()

    async def open(self) -> EngineInfo:
        """Ask the servers what they serve. One that is down may come up later, if another one answers."""
        await self.aclose()
        self._http = Http(self._settings.requests_in_flight * len(self._urls), os.environ.get(API_KEY))
        found = await asyncio.gather(
            *(look_up(self._http, url, self._settings.model) for url in self._urls), return_exceptions=True
        )
        served = [one for one in found if isinstance(one, Served)]
        if not served:
            await self.aclose()
            raise next(one for one in found if isinstance(one, BaseException))
        self._served = _agreed(served)
        self._window = _window(served, self._settings)
        self._servers = [Server(url, self._flight(url, one)) for url, one in zip(self._urls, found, strict=True)]
        for server, one in zip(self._servers, found, strict=True):
            if not isinstance(one, Served):
                server.failed()
        self._has_counts = self._served.is_vllm
        return await self._info()

    async def count(self, prompt: Prompt) -> TokenCount:
        """The model's own count, chat template included; where there is none, one that errs upwards."""
        digest = _digest(prompt)
        if digest not in self._counted:
            exact = await self._exact(prompt)
            if exact is None:
                return TokenCount(self._estimate(prompt), False)
            self._remember(digest, exact)
        return TokenCount(self._counted[digest], True)

    async def complete(self, prompt: Prompt, on_first_token: Callable[[], None] | None = None) -> Completion:
        tokens = await self._fitting(prompt)
        patience = Patience(self._settings.retry_seconds)
        first = _once(on_first_token)
        while True:
            server = choose(self._servers, prompt.group or prompt.id)
            try:
                async with server.flight.room(self._own(prompt), tokens):
                    completion = await self._sent(server, prompt, tokens, first)
            except Passing as trouble:
                if trouble.elsewhere:
                    server.failed()
                others = any(other.is_up for other in self._servers if other is not server)
                await asyncio.sleep(patience.pause(trouble, others=others))
            else:
                server.worked()
                return completion

    async def aclose(self) -> None:
        if self._http is not None:
            await self._http.aclose()

    @property
    def _open(self) -> Http:
        if self._http is None:
            raise EngineError("the engine is not open: await engine.open() first")
        return self._http

    async def _info(self) -> EngineInfo:
        """What the servers are, once it is known how they count."""
        counts = [await self._asked_count(probe) for probe in PROBES]
        self._counts_like_qwen = counts == [self._qwen_tokens(probe) for probe in PROBES]
        vllm = ("priority", "cached_tokens") if self._served.is_vllm else ()
        exact = () if None in counts else ("exact_count",)
        return EngineInfo(
            name="openai",
            model=self._served.model,
            fingerprint=self._served.fingerprint,
            window=self._window,
            block_size=self._served.block_size,
            supports=frozenset(("schema", "streaming", *vllm, *exact)),
        )

    def _flight(self, url: str, served: Served | BaseException) -> Flight:
        """As much at once as the settings say, else as the server's cache holds, else two whole windows; with all that
        others ask there."""
        cache = served.cache_tokens if isinstance(served, Served) else self._served.cache_tokens
        tokens = self._settings.tokens_in_flight or cache or 2 * self._window
        return flight_to((url, self._served.base), tokens, self._settings.requests_in_flight)

    def _own(self, prompt: Prompt) -> Prompt:
        """A prompt in a group of this model's: the cache holds a document once for each model that reads it."""
        return replace(prompt, group=f"{self._served.model} {prompt.group}") if prompt.group else prompt

    async def _fitting(self, prompt: Prompt) -> int:
        """The prompt's tokens, or an estimate if it fits whatever they are. Raises DoesNotFit."""
        if _digest(prompt) not in self._counted and most_tokens(prompt) + prompt.reply_tokens <= self._window:
            return self._estimate(prompt)
        tokens = (await self.count(prompt)).tokens
        if tokens + prompt.reply_tokens > self._window:
            raise DoesNotFit(
                f"prompt {prompt.id} does not fit: {tokens:,} tokens and {prompt.reply_tokens:,} for the reply exceed "
                f"the window of {self._window:,} tokens; lower threshold_tokens or chunk_tokens"
            )
        return tokens

    def _estimate(self, prompt: Prompt) -> int:
        if self._counts_like_qwen or "qwen3" in f"{self._served.model} {self._served.root}".lower():
            return self._qwen_tokens(prompt)
        return estimated_tokens(prompt, self._count)

    def _qwen_tokens(self, prompt: Prompt) -> int:
        return qwen_tokens(prompt, self._count, thinking=self._settings.thinking_tokens > 0)

    async def _exact(self, prompt: Prompt) -> int | None:
        """The model's own count. A server whose counts were ours on the probes is not asked any more: it takes ten
        times longer than we do, and would read each document once more for each question."""
        if self._counts_like_qwen and not has_markup(prompt):
            return self._qwen_tokens(prompt)
        return await self._asked_count(prompt)

    async def _asked_count(self, prompt: Prompt) -> int | None:
        """The server's own count; None when it has none to give."""
        if not self._has_counts:
            return None
        body = {name: value for name, value in self._body(prompt).items() if name in _COUNTED}
        for server in sorted(self._servers, key=lambda server: not server.is_up):
            try:
                answer = await self._open.post(above(server.url, "tokenize"), body | {"add_generation_prompt": True})
            except Passing:
                continue
            except EngineError:  # a server that has no such address
                self._has_counts = False
                return None
            count = answer.get("count") if isinstance(answer, dict) else None
            return count if isinstance(count, int) else None
        return None

    def _remember(self, digest: bytes, tokens: int) -> None:
        self._counted[digest] = tokens
        while len(self._counted) > _REMEMBERED:
            self._counted.popitem(last=False)

    async def _sent(self, server: Server, prompt: Prompt, tokens: int, first: Callable[[], None]) -> Completion:
        """The reply of one server. Raises Passing when another try may help."""
        try:
            async with deadline(self._settings, prompt, tokens) as begin:
                incoming = Incoming(prompt, server.url, _both(begin, first))
                await self._exchange(server, prompt, incoming)
        except Late as late:
            raise Passing(f"{server.url}: {late}") from late
        return incoming.completion(tokens, self._count)

    async def _exchange(self, server: Server, prompt: Prompt, incoming: Incoming) -> None:
        """Send, and again without an optional field that the server does not know."""
        while True:
            body = self._body(prompt)
            try:
                async with self._open.events(f"{server.url}/chat/completions", body) as events:
                    await incoming.take(events)
                return
            except DoesNotFit:
                raise
            except EngineError as error:
                unknown = {name for name in _OPTIONAL if name in body and name in error.message}
                if not unknown:
                    raise
                self._refused |= unknown

    def _body(self, prompt: Prompt) -> dict[str, Json]:
        """What is sent. Answers are to be the same each time: temperature 0."""
        thinking = self._settings.thinking_tokens
        body: dict[str, Json] = {
            "model": self._served.model,
            "messages": [{"role": role, "content": text} for role, text in prompt.messages],
            "max_tokens": prompt.reply_tokens + thinking,
            "temperature": 0.0,
            "stream": True,
            "stream_options": {"include_usage": True},
            "chat_template_kwargs": {"enable_thinking": thinking > 0},
        }
        if self._served.is_vllm:
            body |= {"stream_interval": STREAM_INTERVAL}
            body |= {"thinking_token_budget": thinking} if thinking else {}
            body |= {"priority": prompt.priority} if prompt.priority else {}
        if prompt.schema is not None:
            named = {"name": "reply", "schema": prompt.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        return {name: value for name, value in body.items() if name not in self._refused}


_OPTIONAL = ("chat_template_kwargs", "priority", "stream_interval", "stream_options", "temperature")
"""What is left out for servers that refuse it. A schema is not: replies without one would be another matter."""

_COUNTED = ("model", "messages", "chat_template_kwargs")
"""What of a request counts."""


def _digest(prompt: Prompt) -> bytes:
    """Stands for a prompt's messages, which are too large to keep."""
    digest = hashlib.sha256()
    for role, text in prompt.messages:
        digest.update(f"{role}\0{len(text)}\0{text}".encode("utf-8", "surrogatepass"))
    return digest.digest()


def _once(call: Callable[[], None] | None) -> Callable[[], None]:
    """A function that is called at most once, however many tries there are."""
    waiting = [call] if call is not None else []

    def once() -> None:
        if waiting:
            waiting.pop()()

    return once


def _both(one: Callable[[], None], other: Callable[[], None]) -> Callable[[], None]:
    def call() -> None:
        one()
        other()

    return call


def _checked(url: str, settings: Settings) -> str:
    """An address that may be connected to, without a slash at its end. Raises SettingsError for others."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SettingsError(f"base_url: {url!r} must begin with http:// or https://, such as {DEFAULT_URL}")
    if parts.username is not None or parts.query or parts.fragment:
        raise SettingsError(f"base_url: an address and nothing else, such as {DEFAULT_URL}; a key goes into {API_KEY}")
    network.require(url, settings)
    return url.rstrip("/")


def _agreed(served: Sequence[Served]) -> Served:
    """What all servers serve. Raises EngineError when they differ: a document's answers would depend on its server."""
    for one in served:
        if one.fingerprint != served[0].fingerprint:
            raise EngineError(
                f"the servers differ: {served[0].model} ({served[0].root}, window {served[0].window}, "
                f"{served[0].version}) and {one.model} ({one.root}, window {one.window}, {one.version})"
            )
    return served[0]


def _window(served: Sequence[Served], settings: Settings) -> int:
    """The tokens that a prompt and its reply may have together, thoughts not counted."""
    told = [size for size in (served[0].window, settings.window_tokens) if size is not None]
    if not told:
        raise SettingsError(
            f"the server of {served[0].model} does not say its window: set window_tokens to what it was started with"
        )
    return min(told) - settings.thinking_tokens
