"""How much is at a server at once, in prompts and in tokens.

A server that is given more than its cache holds takes turns between prompts, and computes again what it had. So
prompts wait here, the urgent first. The document that the prompts of a group share is counted once: the server keeps
it once. Engines that ask models of one server (a kind's own adapter, a judge) wait together.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from weakref import WeakKeyDictionary, WeakValueDictionary

from msgspec import Struct

from docpipe.completions import Prompt


class _Group(Struct):
    """Prompts in flight that begin alike: the first of them, its tokens, and how many they are."""

    prompt: Prompt
    tokens: int
    members: int


class Flight:
    """Room for so many tokens and prompts. A prompt larger than all room goes alone."""

    def __init__(self, tokens: int, requests: int) -> None:
        self._most_tokens = tokens
        self._most_requests = requests
        self._tokens = 0
        self._requests = 0
        self._groups: dict[str, _Group] = {}
        self._waiting: list[tuple[int, int, asyncio.Future[int], Prompt, int]] = []
        self._arrivals = count()

    @property
    def tokens(self) -> int:
        """Tokens in flight now."""
        return self._tokens

    @asynccontextmanager
    async def room(self, prompt: Prompt, tokens: int) -> AsyncIterator[None]:
        """Hold room for a prompt of so many tokens, and its reply, from when it is free."""
        own = await self._enter(prompt, tokens)
        try:
            yield
        finally:
            self._leave(prompt, own)

    async def _enter(self, prompt: Prompt, tokens: int) -> int:
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (prompt.priority, next(self._arrivals), turn, prompt, tokens))
        self._admit()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # given room and called off in one breath
                self._leave(prompt, turn.result())
            turn.cancel()
            self._admit()
            raise

    def _admit(self) -> None:
        """Let in who is next, while there is room. Nobody overtakes a large prompt, or it would wait for ever."""
        while self._waiting:
            _, _, turn, prompt, tokens = self._waiting[0]
            if not turn.done():
                group = self._groups.get(prompt.group) if prompt.group else None
                own = (tokens - (shared_tokens(group.prompt, prompt, tokens) if group else 0)) + prompt.reply_tokens
                full = self._requests >= self._most_requests or self._tokens + own > self._most_tokens
                if full and self._requests:
                    return
                turn.set_result(self._let_in(prompt, tokens, own, group))
            heapq.heappop(self._waiting)

    def _let_in(self, prompt: Prompt, tokens: int, own: int, group: _Group | None) -> int:
        """Count a prompt in; the tokens that leave with it: those of a group's first prompt stay with the group."""
        self._tokens += own
        self._requests += 1
        if group is not None:
            group.members += 1
        elif prompt.group:
            self._groups[prompt.group] = _Group(prompt, tokens, 1)
            return own - tokens
        return own

    def _leave(self, prompt: Prompt, own: int) -> None:
        self._tokens -= own
        self._requests -= 1
        group = self._groups.get(prompt.group)
        if group is not None:
            group.members -= 1
            if not group.members:
                self._tokens -= group.tokens
                del self._groups[prompt.group]
        self._admit()


_flights: WeakKeyDictionary[asyncio.AbstractEventLoop, WeakValueDictionary[tuple[str, str, int, int], Flight]] = (
    WeakKeyDictionary()
)


def flight_to(server: tuple[str, str], tokens: int, requests: int) -> Flight:
    """The flight to a server, named by its address and the model whose cache it is: the same one for all engines of a
    loop that ask for as much room there, for as long as one of them is open."""
    known = _flights.setdefault(asyncio.get_running_loop(), WeakValueDictionary())
    return known.setdefault((*server, tokens, requests), Flight(tokens, requests))


def shared_tokens(first: Prompt, other: Prompt, tokens: int) -> int:
    """About how many of a prompt's tokens it has in common with another from the beginning on."""
    same = 0
    for (role, text), (other_role, other_text) in zip(first.messages, other.messages, strict=False):
        alike = _alike(text, other_text) if role == other_role else 0
        same += alike
        if alike < len(other_text):
            break
    total = sum(len(text) for _, text in other.messages)
    return tokens * same // total if total else 0


def _alike(one: str, other: str) -> int:
    """The characters that two texts have in common from the beginning on."""
    if one == other:
        return len(one)
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
