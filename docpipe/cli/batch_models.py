"""A batch through a model: one engine for all documents, opened once; processes that read, and processes that make
results of replies and write them. ``batch.flow`` passes documents from one to the next."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from docpipe import api, kinds, models, tokens
from docpipe.batch.flow import Bounds, run
from docpipe.batch.folder import Job
from docpipe.batch.pool import Desk, Lost
from docpipe.batch.runner import Crew, Outcome, Unwritable, failed, given_up, of_job, written
from docpipe.engines import EngineInfo
from docpipe.errors import DocpipeError
from docpipe.kinds.base import Kind
from docpipe.models import Asked, Known, Model
from docpipe.readers.workers import Pool
from docpipe.reading import open_pool, read_options
from docpipe.settings import Settings
from docpipe.sinks import Look
from docpipe.types import Document, Failure, Json, Result

LEAST_READERS = 2
"""A document that takes long to read holds up one of them, and the others go on."""

CHARACTERS_PER_TOKEN = 4
WINDOWS_IN_FLIGHT = 4
"""Windows full of documents that may be asked about at once where the settings do not say how many tokens: beyond what
a server has room for, documents only wait in memory."""

Copied = Callable[[Job], dict[str, Json] | None]


class Outcomes(Struct, frozen=True):
    """The outcomes of a batch through a model. ``copied`` gives the result of a copy, and runs in a worker."""

    kind: str
    settings: Settings
    crew: Crew
    look: Look
    copied: Copied

    def of(self, following: Callable[[], Job | None]) -> Iterator[Outcome]:
        """Each job's outcome as it is ready. Nothing is opened where there is no job.

        Raises EngineError and SettingsError where the engine cannot be opened, OSError where nothing can be written.
        """
        if (first := following()) is None:
            return
        waiting = [first]
        with ExitStack() as stack:
            readers = max(LEAST_READERS, self.crew.workers)
            pool = stack.enter_context(open_pool(readers))
            making = _Making(self.kind, self.settings, self.look, self.copied)
            desk = stack.enter_context(closing(Desk(making, self.crew.workers, self.crew.limit_seconds)))
            threading.Thread(target=tokens.load, daemon=True).start()  # while the first documents are read
            model = stack.enter_context(models.connected(self.settings))
            stages = _Stages(self, model, pool, desk)
            yield from run(lambda: waiting.pop() if waiting else following(), stages, _bounds(model, readers))


class _Replied(Struct, frozen=True):
    """A document and what the model said of it: all that a result is made of."""

    job: Job
    info: EngineInfo
    document: Document
    kind: tuple[str, str | None]
    asked: Asked
    seconds: tuple[float, float]


class _Chosen(Struct, frozen=True):
    """What was asked about a document and why, when that began, and what came of it."""

    kind: str
    why: str | None
    began: float
    asked: Asked


class _Making(Struct, frozen=True):
    """Makes results, in a worker: of replies, and of the result that a job is a copy of (None where it can't)."""

    kind: str
    settings: Settings
    look: Look
    copied: Copied

    def __call__(self, given: _Replied | Job) -> Outcome | Unwritable | None:
        began = time.perf_counter()
        if isinstance(given, Job):
            content = self.copied(given)
            return None if content is None else written(given, content, self.look, self.settings, began)
        return written(given.job, self._made(given), self.look, self.settings, began)

    def _made(self, given: _Replied) -> Result | Failure:
        name, why = given.kind
        source = given.job.told
        known = Known(given.info, self.settings)
        try:
            kind = api.choose_kind(self.kind) or kinds.load(name)
            made = models.result(known, given.document, (kind, why), given.asked, given.seconds)
        except DocpipeError as error:
            return Failure(source, error)
        except Exception as error:  # noqa: BLE001 - the outermost edge: one document's fault is not the others'
            return Failure(source, api.internal_error(error, source))
        return replace(made, manifest=given.job.manifest) if given.job.manifest else made


class _Stages:
    """The three kinds of work, as ``batch.flow`` asks for them."""

    def __init__(self, batch: Outcomes, model: Model, pool: Pool, desk: Desk[Any, Any]) -> None:
        self._model, self._pool, self._desk = model, pool, desk
        self._options = read_options(batch.settings)
        self._settings = batch.crew.settings
        self._kind = api.choose_kind(batch.kind)
        self._read_seconds: dict[Path, float] = {}

    def read(self, job: Job) -> Future[Document]:
        began = time.perf_counter()
        reading = self._pool.submit(job.file, self._options)
        reading.add_done_callback(lambda _: self._read_seconds.update({job.source: time.perf_counter() - began}))
        return reading

    def ask(self, job: Job, document: Document) -> Future[_Chosen]:
        return self._model.loop.submit(_asked(self._model, document, self._kind))

    def finish(self, job: Job, document: Document, replies: _Chosen) -> Future[Outcome]:
        seconds = self._read_seconds.pop(job.source, 0.0), time.perf_counter() - replies.began
        kind = replies.kind, replies.why
        making = self._desk.submit(_Replied(job, self._model.info, document, kind, replies.asked, seconds))
        return _then(making, partial(self._told, job))

    def fail(self, job: Job, error: DocpipeError) -> Outcome:
        self._read_seconds.pop(job.source, None)
        return failed(job, error, self._settings)

    def copy(self, job: Job) -> Future[Outcome | None]:
        return _then(self._desk.submit(job), partial(self._told, job))

    def fault(self, error: Exception, job: Job) -> DocpipeError:
        return api.internal_error(error, job.told)

    def _told(self, job: Job, answer: Any) -> Any:
        if isinstance(answer, Unwritable):
            raise answer.error
        if isinstance(answer, Lost):
            return given_up(job, answer, self._settings)
        return None if answer is None else of_job(answer, job)


async def _asked(model: Model, document: Document, kind: Kind | None) -> _Chosen:
    """What the model says of a document, of the kind that is asked for or fits."""
    began = time.perf_counter()
    chosen, why = (kind, None) if kind else await asyncio.to_thread(kinds.chosen, document)
    return _Chosen(chosen.name, why, began, await models.ask(model.opened, document, chosen))


def _then(made: Future[Any], step: Callable[[Any], Any]) -> Future[Any]:
    """What a step makes of a future's result."""
    after: Future[Any] = Future()

    def go_on(done: Future[Any]) -> None:
        try:
            after.set_result(step(done.result()))
        except Exception as error:  # noqa: BLE001 - whoever waits for it is told
            after.set_exception(error)

    made.add_done_callback(go_on)
    return after


def _bounds(model: Model, readers: int) -> Bounds:
    settings = model.settings
    room = settings.tokens_in_flight or WINDOWS_IN_FLIGHT * model.info.window
    servers = max(1, len(settings.base_url))
    characters = 2 * CHARACTERS_PER_TOKEN * room * servers
    return Bounds(readers + 1, models.prompts_at_once(settings), characters)
