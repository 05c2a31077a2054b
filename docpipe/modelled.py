"""Outcomes of many documents through one model, in their order. Several are in flight: while one waits for its replies
the next is read and asked."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from os import fspath

from msgspec import Struct

from docpipe import kinds, models, recording
from docpipe.errors import DocpipeError, InternalError
from docpipe.kinds.base import Kind
from docpipe.models import Asked, Model
from docpipe.reading import File
from docpipe.settings import Settings
from docpipe.types import Document, Failure, Result

DOCUMENTS_IN_FLIGHT = 32
"""Documents whose prompts are with the engine at once; how many tokens of them, the engine bounds."""

Fault = Callable[[Exception, str], InternalError]


class _Waiting(Struct, frozen=True):
    """A document whose replies are on their way, or why it has none."""

    path: str
    began: float
    document: Document | None = None
    kind: Kind | None = None
    why: str | None = None
    read_seconds: float = 0.0
    asked: Future[Asked] | None = None
    error: DocpipeError | None = None


def outcomes(
    ahead: Iterable[tuple[File, Future[Document]]], kind: Kind | None, settings: Settings, fault: Fault
) -> Iterator[Result | Failure]:
    """A Result or Failure for each document. ``fault`` makes an error of what nobody expected.

    Raises EngineError and SettingsError where the engine cannot be opened at all.
    """
    with models.connected(settings) as model:
        waiting: deque[_Waiting] = deque()
        for path, reading in ahead:
            waiting.append(_begun(fspath(path), reading, kind, model))
            while len(waiting) >= DOCUMENTS_IN_FLIGHT or (waiting and _ready(waiting[0])):
                yield recording.recorded(_finished(waiting.popleft(), model, fault), settings)
        while waiting:
            yield recording.recorded(_finished(waiting.popleft(), model, fault), settings)


def _begun(path: str, reading: Future[Document], kind: Kind | None, model: Model) -> _Waiting:
    began = time.perf_counter()
    early = models.listening(model.opened, reading, kind, model.loop.call)
    try:
        document = reading.result()
    except DocpipeError as error:
        model.loop.call(early.close)
        return _Waiting(path, began, error=error)
    chosen, why = kinds.chosen(document) if kind is None else (kind, None)
    seconds = time.perf_counter() - began
    asked = models.begin(model, document, chosen, early)
    return _Waiting(path, time.perf_counter(), document, chosen, why, seconds, asked)


def _ready(waiting: _Waiting) -> bool:
    return waiting.asked is None or waiting.asked.done()


def _finished(waiting: _Waiting, model: Model, fault: Fault) -> Result | Failure:
    if waiting.document is None or waiting.kind is None or waiting.asked is None:
        assert waiting.error is not None
        return Failure(waiting.path, waiting.error)
    try:
        asked = waiting.asked.result()
        seconds = waiting.read_seconds, time.perf_counter() - waiting.began
        return models.result(model, waiting.document, (waiting.kind, waiting.why), asked, seconds)
    except DocpipeError as error:
        return Failure(waiting.path, error)
    except Exception as error:  # noqa: BLE001 - the outermost edge: a fault in one document must not stop the others
        return Failure(waiting.path, fault(error, waiting.path))
