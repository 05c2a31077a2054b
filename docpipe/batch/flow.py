"""The jobs of a batch through a model: documents are read side by side, many are asked about at once, results are made
and written as the replies come. Nobody waits for the document before it.

Three kinds of work run at the same time: reading in worker processes, asking in the loop that the engine lives in, and
making results in worker processes. This is what passes documents from one to the next, in the thread that runs it.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from docpipe.batch.folder import Job
from docpipe.batch.runner import NotWritten, Outcome
from docpipe.errors import DocpipeError
from docpipe.types import Document

Replies = TypeVar("Replies")
Made = TypeVar("Made")

WAIT_SECONDS = 1.0
"""How often the waiting thread wakes: on Windows an interrupt is noticed no sooner."""


class Stages(Protocol[Replies]):
    """What is done to a document. Each starts it and says when it is done; futures raise DocpipeError."""

    def read(self, job: Job) -> Future[Document]: ...

    def ask(self, job: Job, document: Document) -> Future[Replies]: ...

    def finish(self, job: Job, document: Document, replies: Replies) -> Future[Outcome]:
        """Make the result, write it and tell of it. Raises NotWritten too."""
        ...

    def fail(self, job: Job, error: DocpipeError) -> Outcome:
        """Write the failure of a document, whatever has gone wrong; raises OSError where that cannot be written."""
        ...

    def copy(self, job: Job) -> Future[Outcome | None]:
        """The outcome of a copy of another document, written; None where it must be made."""
        ...

    def fault(self, error: Exception, job: Job) -> DocpipeError:
        """An error that nobody expected, as one of ours."""
        ...


class Bounds(Struct, frozen=True):
    """``reading`` are documents that are read, or are about to be, at once; ``documents`` those that the model is asked
    about at once, and ``characters`` those of their texts together."""

    reading: int
    documents: int
    characters: int


class _Read(Struct, frozen=True):
    job: Job
    document: Document
    characters: int


def run(following: Callable[[], Job | None], stages: Stages[Any], bounds: Bounds) -> Iterator[Outcome]:
    """Each job's outcome as it is ready, its file written.

    ``following`` gives the next job, or None while there is none: it is asked again after every outcome. Leaving the
    loop early leaves what was begun to whoever closes the stages. Raises OSError where an outcome cannot be
    written.
    """
    return _Flow(following, stages, bounds).outcomes()


class _Flow(Generic[Replies]):
    """Where each document is. All of it is touched by one thread: futures only put what is to be done into a queue."""

    def __init__(self, following: Callable[[], Job | None], stages: Stages[Replies], bounds: Bounds) -> None:
        self._following, self._stages, self._bounds = following, stages, bounds
        self._steps: queue.SimpleQueue[Callable[[], Iterator[Outcome]]] = queue.SimpleQueue()
        self._reading = 0
        self._ready: list[_Read] = []
        self._asked = 0
        self._characters = 0
        self._finishing = 0

    def outcomes(self) -> Iterator[Outcome]:
        self._take()
        while self._reading or self._ready or self._asked or self._finishing:
            try:
                step = self._steps.get(timeout=WAIT_SECONDS)
            except queue.Empty:
                continue
            yield from step()
            self._admit()
            self._take()

    def _take(self) -> None:
        """Begin to read further documents, unless as many as are read at once wait for their turn already."""
        while self._reading + len(self._ready) < self._bounds.reading and self._finishing < self._bounds.documents:
            if (job := self._following()) is None:
                return
            self._reading += 1
            if job.original is None:
                self._then(self._stages.read(job), self._was_read, job)
            else:
                self._then(self._stages.copy(job), self._was_copied, job)

    def _admit(self) -> None:
        """Ask about documents that were read, as many as the bounds allow; a short one may pass a long one."""
        for read in list(self._ready):
            if self._asked and not self._has_room(read):
                continue
            self._ready.remove(read)
            self._asked += 1
            self._characters += read.characters
            self._then(self._stages.ask(read.job, read.document), self._was_asked, read)

    def _has_room(self, read: _Read) -> bool:
        bounds = self._bounds
        return self._asked < bounds.documents and self._characters + read.characters <= bounds.characters

    def _then(self, future: Future[Made], step: Callable[[Future[Made], Any], Iterator[Outcome]], what: Any) -> None:
        future.add_done_callback(lambda done: self._steps.put(partial(step, done, what)))

    def _was_read(self, reading: Future[Document], job: Job) -> Iterator[Outcome]:
        self._reading -= 1
        document = self._got(reading, job)
        if isinstance(document, Outcome):
            yield document
            return
        characters = min(len(document.text), self._bounds.characters // 2)  # so that a long one leaves room for others
        self._ready.append(_Read(job, document, characters))

    def _was_copied(self, copying: Future[Outcome | None], job: Job) -> Iterator[Outcome]:
        outcome = self._got(copying, job)
        if outcome is None:
            self._then(self._stages.read(job), self._was_read, job)
            return
        self._reading -= 1
        yield outcome

    def _was_asked(self, asking: Future[Replies], read: _Read) -> Iterator[Outcome]:
        self._asked -= 1
        self._characters -= read.characters
        replies = self._got(asking, read.job)
        if isinstance(replies, Outcome):
            yield replies
            return
        self._finishing += 1
        self._then(self._stages.finish(read.job, read.document, replies), self._was_finished, read.job)

    def _was_finished(self, finishing: Future[Outcome], job: Job) -> Iterator[Outcome]:
        self._finishing -= 1
        yield self._got(finishing, job)

    def _got(self, done: Future[Made], job: Job) -> Made | Outcome:
        """What a future came to, or the outcome of a document that has failed."""
        try:
            return done.result()
        except DocpipeError as error:
            return self._stages.fail(job, error)
        except NotWritten:
            raise
        except Exception as error:  # noqa: BLE001 - the outermost edge: one document's fault is not the others'
            return self._stages.fail(job, self._stages.fault(error, job))
