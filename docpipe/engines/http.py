"""One pool of connections to model servers.

httpx2, the maintained continuation of httpx: pooling, streaming, and connections that close when a task is cancelled,
in pure Python. Its import takes about 0.2 s and only this module does it. A chunk of a stream costs it 0.15 ms of CPU
(aiohttp: 0.08, but compiled, and with more to install); the server takes milliseconds to make one.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager

from docpipe.engines.trouble import Passing, broken_off, gone, refusal
from docpipe.errors import MissingExtra
from docpipe.types import Json
from docpipe.version import VERSION

try:
    import httpx2
except ImportError as error:
    raise MissingExtra("model servers are spoken to with httpx2: pip install 'docpipe[llm]'") from error

CONNECT_SECONDS = 10.0
"""For a connection, which a server that is there takes at once; longer means that it is down or cut off."""

SPARE = 8
"""Connections beside those of the prompts, for counting: a prompt never waits for one."""


class Http:
    """Sends JSON, with the key if there is one. Neither proxies nor certificates are taken from the environment, and
    redirects are not followed: the addresses that were given are the only ones that hear of a document."""

    def __init__(self, connections: int, key: str | None) -> None:
        headers = {"user-agent": f"docpipe/{VERSION}", "accept-encoding": "identity"}
        most = connections + SPARE
        self._client = httpx2.AsyncClient(
            headers=headers | ({"authorization": f"Bearer {key}"} if key else {}),
            limits=httpx2.Limits(max_connections=most, max_keepalive_connections=most),
            timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),  # the engine bounds the rest by tokens
            trust_env=False,
            follow_redirects=False,
        )

    async def get(self, url: str) -> bytes:
        """What stands at an address. Raises Passing, or a DocpipeError."""
        async with self._answer("GET", url) as response:
            return await response.aread()

    async def post(self, url: str, body: Mapping[str, Json]) -> Json:
        """The JSON that answers a body. Raises like ``get``."""
        async with self._answer("POST", url, body) as response:
            return parsed(url, await response.aread())

    @asynccontextmanager
    async def events(self, url: str, body: Mapping[str, Json]) -> AsyncIterator[AsyncIterator[Json]]:
        """The events of a stream, one after the other; leaving the block closes the connection if it goes on.

        Raises like ``get``; a server that answers in one piece gives that piece.
        """
        async with self._answer("POST", url, body) as response:
            if response.headers.get("content-type", "").startswith("application/json"):
                yield _single(parsed(url, await response.aread()))
            else:
                async with aclosing(_events(url, response.aiter_raw())) as events:
                    yield events

    async def aclose(self) -> None:
        await self._client.aclose()

    @asynccontextmanager
    async def _answer(
        self, method: str, url: str, body: Mapping[str, Json] | None = None
    ) -> AsyncIterator[httpx2.Response]:
        """A response of status 200, its body not read yet."""
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        headers = {} if body is None else {"content-type": "application/json"}
        try:
            async with self._client.stream(method, url, content=content, headers=headers) as response:
                if response.status_code != 200:
                    raise refusal(url, response.status_code, response.headers, await response.aread())
                yield response
        except httpx2.TransportError as error:
            raise gone(url, str(error) or type(error).__name__) from error


def parsed(url: str, data: bytes) -> Json:
    """JSON of a server. Raises Passing for anything else."""
    try:
        return json.loads(data)
    except ValueError as error:
        raise Passing(f"{url} answers something that is no JSON") from error


async def _single(event: Json) -> AsyncIterator[Json]:
    yield event


async def _events(url: str, pieces: AsyncIterator[bytes]) -> AsyncGenerator[Json, None]:
    """The ``data:`` lines of a stream. It is read to its very end, beyond ``[DONE]``: only then can its connection
    serve again."""
    rest = b""
    async for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if not line.startswith(b"data:"):
                continue  # comments and other fields
            data = line[5:].strip()
            if data == b"[DONE]":
                continue
            event = parsed(url, data)
            if isinstance(event, dict) and event.get("error"):
                raise broken_off(url, event["error"])
            yield event
