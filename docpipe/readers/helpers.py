"""Processes that help a reading worker with long documents: they stay for the next one, and end with it.

One starts in 0.1 to 0.2 s, and takes 40 MB while it waits.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
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
        self.file = ""  # the hash of that of which it holds parts
        self.parts: dict[str, Sequence[int]] = {}  # the pages of each, by how they were chosen

    def read(self, source: Source, options: ReadOptions) -> Document | None:
        """What the process has read; None if it failed, or read another file than this."""
        self.ask(Request(source.path, None, source.name, options, part_of=source.sha256))
        answer = self.answer()
        if not isinstance(answer, Document) or answer.source.sha256 != source.sha256:
            return None
        self.parts[options.pages or ""] = [page.number for page in answer.pages]
        return answer

    def begin(self, file: str) -> None:
        """From now on it is asked for parts of a file, or, without a hash, for something else."""
        self.file, self.parts = file, {}

    def ask(self, request: Request) -> None:
        """Have the process begin; ``answer`` tells of one that is gone."""
        self._readings += 1
        self.ready = False
        if request.part_of is None:
            self.begin("")  # it lets go of what it holds
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
    with _lent([_idle.pop() if _idle else Helper() for _ in range(count)]) as taken:
        yield taken


@contextmanager
def _lent(taken: list[Helper]) -> Iterator[list[Helper]]:
    """Helpers who are not idle; those that are ready in the end are again."""
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


class Others:
    """The helpers that wait, and what they can do for a document beside this process."""

    def __init__(self, source: Source, options: ReadOptions) -> None:
        self._source, self._options = source, options

    @property
    def parts(self) -> dict[str, Sequence[int]]:
        """The parts of the document that they hold, by name, and the pages of each."""
        return {name: pages for helper in self._holding() for name, pages in helper.parts.items()}

    @contextmanager
    def asked(self, function: str, argument: object) -> Iterator[Callable[[], object]]:
        """Have one of them, if any waits, do a task, and give what waits for its answer: None where it fails."""
        with helpers(min(1, len(_idle))) as others:
            for helper in others:
                helper.ask(Request(None, b"", "", self._options, Task(function, argument)))
            yield lambda: next((helper.answer() for helper in others), None)

    @contextmanager
    def parts_asked(self, function: str, argument: object) -> Iterator[Callable[[], dict[str, object]]]:
        """Have those that hold parts do a task with them, and give what waits for all their answers, one of each part:
        none from those that fail."""
        taken = self._holding()
        _idle[:] = [helper for helper in _idle if helper not in taken]
        task, source = Task(function, argument), self._source
        with _lent(taken) as others:
            for helper in others:
                helper.ask(Request(source.path, None, source.name, self._options, task, source.sha256))
            yield lambda: dict(chain.from_iterable(_items(helper.answer()) for helper in others))

    def _holding(self) -> list[Helper]:
        return [helper for helper in _idle if helper.file == self._source.sha256]


def _items(answer: object) -> Iterable[tuple[str, object]]:
    return answer.items() if isinstance(answer, dict) else ()


def end_idle() -> None:
    """End those that wait."""
    while _idle:
        _idle.pop().end()


atexit.register(end_idle)
