"""The Python API for asynchronous callers: the same pipeline, and fields as they are verified.

Without a model the work is done in a thread. With one, the engine lives in the caller's loop, and cancelling a call
cancels its prompts at the engine.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator
from concurrent.futures import Future
from os import fspath
from typing import TYPE_CHECKING

from msgspec import Struct

from docpipe import api, kinds, merge, models, recording
from docpipe.errors import DocpipeError
from docpipe.kinds.base import Kind
from docpipe.llm.analysis import Event
from docpipe.llm.early import Early
from docpipe.models import Opened
from docpipe.reading import File, open_pool, telling_options
from docpipe.settings import Settings, load
from docpipe.types import Document, Evidence, Failure, Finding, Json, Result, Trust
from docpipe.verify import verify
from docpipe.verify.anchor import anchored

if TYPE_CHECKING:
    from docpipe.api import Asked


class Streamed(Struct, frozen=True):
    """A value that a model just found, located and re-read. Elements of lists come one by one and have no pointer yet:
    those are given when everything is merged, and the Result may hold it against what other chunks say."""

    field: str
    value: Json
    trust: Trust | None
    evidence: tuple[Evidence, ...]


async def analyze(path: File, kind: Asked = "auto", settings: Settings | None = None) -> Result:
    """``docpipe.analyze``. Raises the same errors."""
    settings = settings or load()
    if settings.chosen_engine == "rules":
        return await asyncio.to_thread(api.analyze, path, kind, settings)
    async for made in stream(path, kind, settings):
        if isinstance(made, Result):
            return made
    raise AssertionError("a stream ends with its result")


async def ask(path: File, question: str | list[str], settings: Settings | None = None) -> Result:
    """``docpipe.ask``. Raises the same errors."""
    return await analyze(path, api.free_questions(question), settings)


async def read(path: File, settings: Settings | None = None) -> Document:
    """``docpipe.read``. Raises the same errors."""
    return await asyncio.to_thread(api.read, path, settings)


async def analyze_many(
    paths: Iterable[File],
    kind: Asked = "auto",
    settings: Settings | None = None,
    *,
    workers: int | None = None,
    engine: str | None = None,
) -> AsyncGenerator[Result | Failure, None]:
    """``docpipe.analyze_many``: a Result or a Failure for each document, in input order.

    Closing it (``contextlib.aclosing``), or cancelling who waits for it, ends its processes when the document at hand
    is done.
    """
    outcomes = api.analyze_many(paths, kind, settings or load(), workers=workers, engine=engine)
    step: asyncio.Future[Result | Failure | None] | None = None
    try:
        while True:
            step = asyncio.ensure_future(asyncio.to_thread(next, outcomes, None))
            made = await asyncio.shield(step)
            if made is None:
                return
            yield made
    finally:
        if step is not None:
            await asyncio.wait([step])
        await asyncio.to_thread(outcomes.close)


async def stream(
    path: File, kind: Asked = "auto", settings: Settings | None = None
) -> AsyncIterator[Streamed | Result]:
    """What a model finds in one document as it is verified, and the Result at the end. The rules have it all at once.

    Raises a DocpipeError like ``analyze``. Leaving the loop early cancels what is still asked.
    """
    settings = settings or load()
    if settings.chosen_engine == "rules":
        yield await asyncio.to_thread(api.analyze, path, kind, settings)
        return
    try:
        async with models.opened(settings) as opened:
            async for made in _streamed(path, kind, opened):
                yield made
    except DocpipeError as error:
        recording.recorded(Failure(fspath(path), error), settings)
        raise


async def _streamed(path: File, kind: Asked, opened: Opened) -> AsyncIterator[Streamed | Result]:
    began = time.perf_counter()
    named = api.choose_kind(kind)
    with open_pool() as pool:
        reading = pool.submit(fspath(path), telling_options(opened.settings))
        early = models.listening(opened, reading, named, asyncio.get_running_loop().call_soon_threadsafe)
        document = await _read(reading, early)
    chosen, why = kinds.chosen(document) if named is None else (named, None)
    waiting: asyncio.Queue[list[Event] | None] = asyncio.Queue()
    asking = asyncio.create_task(models.ask(opened, document, chosen, waiting.put_nowait, early))
    asking.add_done_callback(lambda _: waiting.put_nowait(None))
    asked_at = time.perf_counter()
    try:
        while (events := await waiting.get()) is not None:
            for event in events:
                for made in _parts(document, chosen, event.findings):
                    yield made
        asked = await asking
    finally:
        asking.cancel()
    seconds = asked_at - began, time.perf_counter() - asked_at
    result = await asyncio.to_thread(models.result, opened, document, (chosen, why), asked, seconds)
    outcome = recording.recorded(result, opened.settings)
    if isinstance(outcome, Failure):
        raise outcome.error
    yield outcome


async def _read(reading: Future[Document], early: Early) -> Document:
    """The document, read and cleaned by a worker; where that fails, nothing is asked any more."""
    try:
        return await asyncio.wrap_future(reading)
    except BaseException:
        early.close()
        raise


def _parts(document: Document, kind: Kind, findings: Iterable[Finding]) -> Iterator[Streamed]:
    """Each finding as a value with its places; of questions there are none before the end."""
    if not set(kind.fields) >= {finding.field for finding in findings}:
        return
    for finding in anchored(document, findings):
        if finding.problem:
            continue
        verified = verify(document, merge.settle([finding], kind), kind)
        value = verified.data[finding.field]
        trust = next(iter(verified.trust.values()), None)
        evidence = tuple(entry for entries in verified.evidence.values() for entry in entries)
        yield Streamed(finding.field, value[0] if isinstance(value, list) else value, trust, evidence)
