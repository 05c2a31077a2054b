"""A small HTTP server that answers as a model server would, or as one in trouble: what a test tells it to."""

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from patience import SECONDS, until_then

MODEL = {"id": "tiny", "owned_by": "vllm", "root": "/models/tiny-qwen3", "max_model_len": 1000, "parent": None}


@dataclass
class Status:
    """An answer other than 200."""

    code: int
    body: object = ""
    headers: dict = field(default_factory=dict)


@dataclass
class Chat:
    """A reply, in pieces; ``seconds`` between them. ``end`` is ``done``, ``cut`` (the connection is closed) or
    ``hang``."""

    pieces: list
    finish: str = "stop"
    seconds: float = 0.0
    end: str = "done"
    usage: dict | None = None


@dataclass
class Raw:
    """A body that is no chat completion."""

    data: bytes
    media_type: str = "text/event-stream"


class ModelServer:
    """Answers the chats in turn, the last one for ever; one may be a function of what is asked.

    None is answered until so many were asked ``together``. ``asked`` are the bodies of chats; ``hung_up`` counts the
    clients that left in the middle of a reply and ``connections`` those that were made; ``routes`` says what other
    addresses answer.
    """

    def __init__(self, *chats, models=(MODEL,), routes=None, together=1):
        self.chats = list(chats)
        self.together = together
        self.routes = {"/v1/models": {"object": "list", "data": list(models)}, **(routes or {})}
        self.asked, self.paths, self.headers = [], [], []
        self.hung_up = self.running = self.most_at_once = self.connections = 0
        self.url = ""

    @asynccontextmanager
    async def serving(self, port=0):
        server = await asyncio.start_server(self._connected, "127.0.0.1", port, limit=2**22)
        self.port = server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"
        tasks = self._tasks = set()
        try:
            yield self
        finally:
            server.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def quiet(self):
        """Wait until no reply is under way."""
        await until_then(lambda: not self.running)

    async def _connected(self, reader, writer):
        self.connections += 1
        self._tasks.add(asyncio.current_task())
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                await self._answer(head.decode("latin-1"), reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(asyncio.current_task())
            writer.close()

    async def _answer(self, head, reader, writer):
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = json.loads(await reader.readexactly(int(headers.get("content-length", 0))) or b"null")
        path = first.split()[1]
        self.paths.append(path)
        self.headers.append(headers)
        if path != "/v1/chat/completions":
            answer = self.routes.get(path, Status(404, {"detail": "Not Found"}))
            answer = answer(body) if callable(answer) else answer
        else:
            self.asked.append(body)
            answer = self.chats.pop(0) if len(self.chats) > 1 else self.chats[0]
            answer = answer(body) if callable(answer) else answer
        if isinstance(answer, Chat):
            await self._chat(answer, reader, writer)
        else:
            await _send(answer, writer)

    async def _chat(self, chat, reader, writer):
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        gone = asyncio.create_task(reader.read(1))  # ends when the client hangs up
        try:
            await until_then(lambda: self.most_at_once >= self.together)
            kind = b"content-type: text/event-stream\r\ntransfer-encoding: chunked"
            writer.write(b"HTTP/1.1 200 OK\r\n" + kind + b"\r\n\r\n")
            for event in _events(chat):
                line = b"data: " + event + b"\n\n"
                writer.write(b"%x\r\n%s\r\n" % (len(line), line))
                await writer.drain()
                await asyncio.wait({gone}, timeout=chat.seconds)
                if gone.done():
                    break
            if chat.end == "hang":
                await asyncio.wait({gone}, timeout=SECONDS)
            self.hung_up += gone.done()
            if chat.end != "done" or gone.done():
                raise ConnectionResetError
            writer.write(b"0\r\n\r\n")
        finally:
            self.running -= 1
            gone.cancel()
            await asyncio.wait({gone})


def _events(chat):
    for piece in chat.pieces:
        yield json.dumps({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]}).encode()
    if chat.end == "done":
        yield json.dumps({"choices": [{"index": 0, "delta": {}, "finish_reason": chat.finish}]}).encode()
        if chat.usage:
            yield json.dumps({"choices": [], "usage": chat.usage}).encode()
        yield b"[DONE]"


async def _send(answer, writer):
    status = answer if isinstance(answer, Status) else Status(200, answer)
    if isinstance(answer, Raw):
        status = Status(200, answer.data, {"content-type": answer.media_type})
    text = isinstance(status.body, str | bytes)
    data = status.body if text else json.dumps(status.body)
    data = data.encode() if isinstance(data, str) else data
    headers = {"content-type": "text/plain" if text else "application/json", "content-length": len(data)}
    lines = "".join(f"{name}: {value}\r\n" for name, value in (headers | status.headers).items())
    writer.write(f"HTTP/1.1 {status.code} X\r\n{lines}\r\n".encode() + data)
    await writer.drain()
