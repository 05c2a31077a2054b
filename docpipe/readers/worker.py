"""A reading worker: a process that reads one document after another and answers on its standard output.

It is started as ``python -m docpipe.worker_process STEP…``, where each step is ``module:function`` from Document to
Document (cleaning, handed in by the pipeline); for a long one a step is also given what has a helper do a task. It
imports no pydantic. It ends when its input ends, also amid a document, so it never outlives its parent; a thread ends
it when a document takes more memory or far more time than its limits allow.
"""

from __future__ import annotations

import gc
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, BinaryIO, cast

from docpipe import readers
from docpipe.errors import DocpipeError, ReadError
from docpipe.patterns import keep
from docpipe.readers import overtime, parts, so_far
from docpipe.readers.frames import Request, receive, send
from docpipe.readers.helpers import Others
from docpipe.readers.memory import bound_address_space, resident_mb
from docpipe.readers.options import Limits
from docpipe.readers.so_far import SoFar
from docpipe.types import Document

MEMORY_EXIT = 77
"""Exit status of a worker whose document took more memory than its limit."""

SELDOM = 50_000
"""Objects that come about between two collections of garbage."""

_WATCH_SECONDS = 0.05
_OVERTIME_SECONDS = 10.0  # the parent ends a worker at its limit; this is for a parent that is gone
_VIRTUAL_HEADROOM_MB = 1_024  # libraries map more than they hold

Step = Callable[..., Document]

_shared = parts.Shared()


def main() -> None:
    """Answer requests; the process ends with its input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
    answers = _own_stdout()
    steps: list[Step] = [_imported(name) for name in sys.argv[1:]]
    import_module(readers.READERS["application/pdf"].split(":")[0])  # before the first document asks for it
    settle()
    watch = _Watch()
    one_at_a_time = threading.Lock()  # who waits for helpers asks for time, beside who reads

    def tell(message: object) -> None:
        with one_at_a_time:
            send(answers, message)

    overtime.listen(watch.more)
    overtime.listen(lambda seconds: tell(overtime.MoreTime(seconds)))
    so_far.listen(lambda one: tell(SoFar(_stepped(one.document, steps), one.page_count)))
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        request = requests.get()
        watch.begin(request.options.limits)
        answer = answered(request, steps)
        watch.end()
        tell(answer)
        keep()
        gc.collect(0)  # who asked has its answer; to look through a long document's objects amid it takes .015 s


def settle() -> None:
    """Let collections of garbage be few: what is imported stays, and reading leaves next to nothing to collect. Every
    700 objects, as Python has it, they take 4 % of reading and cleaning."""
    gc.freeze()
    gc.set_threshold(SELDOM)


def answered(request: Request, steps: Sequence[Step]) -> object:
    """The document read and passed through the steps, what the task gives, or the error that stands for either."""
    try:
        return _read(request, steps)
    except DocpipeError as error:
        return type(error)(error.message, error.document or request.name)
    except MemoryError:
        os._exit(MEMORY_EXIT)
    except Exception as error:  # noqa: BLE001 - the outermost edge: one document's bad day
        return ReadError(f"the reader failed ({type(error).__name__}: {error}); please report this file", request.name)


def _read(request: Request, steps: Sequence[Step]) -> object:
    if request.part_of is not None and request.task is not None:
        return _imported(request.task.function)(_shared.parts, request.task.argument)
    if request.part_of is not None:
        return _shared.part(request)
    _shared.close()
    if request.data is None:
        data, source = readers.loaded(request.path or "", request.options)
    else:
        data, source = request.data, readers.describe(request.data, request.name)
    if request.task is not None:
        return _imported(request.task.function)(data, source, request.options, request.task.argument)
    document = parts.read(data, source, request.options)
    shared = parts.process_count(len(document.pages), request.options) > 1
    return _stepped(document, steps, *([Others(source, request.options)] if shared else []))


def _stepped(document: Document, steps: Sequence[Step], *others: Others) -> Document:
    """A document passed through the steps; ``others`` help with a long one."""
    for step in steps:
        document = step(document, *others)
    return document


def _listen(stream: BinaryIO, requests: queue.SimpleQueue[Request]) -> None:
    """Hand on what comes in, and end the process when nothing can come any more: nobody waits for its answer."""
    while True:
        try:
            requests.put(cast(Request, receive(stream)))
        except (EOFError, OSError):
            os._exit(0)


class _Watch:
    """Ends the process when the document at hand takes too much memory, or time without end."""

    def __init__(self) -> None:
        self._limits: Limits | None = None
        self._ends = 0.0
        threading.Thread(target=self._run, daemon=True).start()

    def begin(self, limits: Limits) -> None:
        bound_address_space(limits.memory_mb + _VIRTUAL_HEADROOM_MB)
        self._ends, self._limits = time.monotonic() + limits.seconds, limits

    def more(self, seconds: float) -> None:
        """The document at hand may take so much longer."""
        self._ends += seconds

    def end(self) -> None:
        self._limits = None

    def _run(self) -> None:
        while True:
            time.sleep(_WATCH_SECONDS)
            limits = self._limits
            if limits is None:
                continue
            if resident_mb() > limits.memory_mb:
                os._exit(MEMORY_EXIT)
            if time.monotonic() > self._ends + _OVERTIME_SECONDS:
                os._exit(1)


def _own_stdout() -> BinaryIO:
    """The pipe to the parent; file descriptor 1 then leads nowhere, so that no print disturbs the answers."""
    pipe = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return os.fdopen(pipe, "wb")


def _imported(name: str) -> Callable[..., Any]:
    module, function = name.split(":")
    return cast("Callable[..., Any]", getattr(import_module(module), function))
