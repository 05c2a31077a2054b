"""Processes that help a reading worker with long documents: they stay for the next one, and end with it.

One starts in 0.1 to 0.2 s, and takes 40 MB while it waits.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, cast

from docpipe.errors import DocpipeError
from docpipe.launch import end, launch
from docpipe.readers.frames import Request, Task, receive, send
from docpipe.readers.options import ReadOptions
from docpipe.readers.overtime import MoreTime, ask
from docpipe.types import Document, Source

READINGS = 200
"""Documents, or parts of them, after which a helper is replaced, as a worker is."""


class Helper:
    """A process that reads uncleaned documents, one after another."""

    def __init__(self) -> None:
        self._process = launch(())
        self._readings = 0
        self.ready = True  # it waits for the next one

    def read(self, source: Source, options: ReadOptions) -> Document | None:
        """What the process has read; None if it failed, or read another file than this."""
        self.ask(Request(source.path, None, source.name, options, part_of=source.sha256))
        answer = self.answer()
        return answer if isinstance(answer, Document) and answer.source.sha256 == source.sha256 else None

    def ask(self, request: Request) -> None:
        """Have the process begin; ``answer`` tells of one that is gone."""
        self._readings += 1
        self.ready = False
        with suppress(OSError, ValueError):
            send(cast("Any", self._process.stdin), request)

    def answer(self) -> object:
        """What the process answers; None if it failed."""
        with suppress(EOFError, OSError, ValueError):  # it is gone, or was ended meanwhile
            while isinstance(answer := receive(cast("Any", self._process.stdout)), MoreTime):
                ask(answer.seconds)
            self.ready = self._readings < READINGS
            return None if isinstance(answer, DocpipeError) else answer
        return None

    def end(self) -> None:
        """End the process."""
        end(self._process)


_idle: list[Helper] = []


@contextmanager
def helpers(count: int) -> Iterator[list[Helper]]:
    """So many helpers for one document; those that are ready at its end are kept for the next one."""
    taken = [_idle.pop() if _idle else Helper() for _ in range(count)]
    try:
        yield taken
    except BaseException:  # they may be reading
        for helper in taken:
            helper.end()
        raise
    for helper in taken:
        if helper.ready:
            _idle.append(helper)
        else:
            helper.end()


@contextmanager
def asked(options: ReadOptions, function: str, argument: object) -> Iterator[Callable[[], object]]:
    """Have a helper that waits, if there is one, do a task, and give what waits for its answer: None where it fails."""
    with helpers(min(1, len(_idle))) as others:
        for helper in others:
            helper.ask(Request(None, b"", "", options, Task(function, argument)))
        yield lambda: next((helper.answer() for helper in others), None)


def end_idle() -> None:
    """End those that wait."""
    while _idle:
        _idle.pop().end()


atexit.register(end_idle)
