"""Worker processes, each with its own pipe, so that one that dies or hangs costs the item it had and nothing else.

``concurrent.futures`` gives up on every open item when one of its processes dies, and doesn't say which it had.
"""

from __future__ import annotations

import gc
import multiprocessing
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import count
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from docpipe.readers.worker import settle

Item = TypeVar("Item")
Answer = TypeVar("Answer")

SECONDS_TO_END = 5.0
"""How long an idle worker may take to leave by itself before it is killed."""


class Lost(Struct, frozen=True):
    """An item whose worker raised, died, or was late and ended."""

    how: Literal["raised", "died", "late"]
    why: str


def run_all(
    work: Callable[[Item], Answer],
    following: Callable[[], Item | None],
    workers: int,
    limit_seconds: float | None = None,
    is_well: Callable[[Answer], bool] = lambda _: True,
) -> Iterator[tuple[Item, Answer | Lost]]:
    """Each item with its answer, as they are ready. ``work`` and items must be picklable.

    ``following`` gives the next item, or None while there is none: it is asked after every answer has been dealt with,
    and before that where ``is_well`` says so of an answer; the end is when nobody is at work. An item that takes longer
    than ``limit_seconds`` is given up and its worker killed. Leaving the loop early, also by an exception, ends all.
    """
    crew: list[_Worker[Item, Answer]] = []
    try:
        _employ(crew, work, following, workers)
        while busy := [worker for worker in crew if worker.busy]:
            for worker in _ready(busy, limit_seconds):
                item, answer = worker.answer()
                if isinstance(answer, Lost):
                    worker.replace()
                elif is_well(answer) and (further := following()) is not None:
                    worker.take(further)
                yield item, answer
            _employ(crew, work, following, workers)
    finally:
        for worker in crew:
            worker.end()


class Desk(Generic[Item, Answer]):
    """Worker processes that take items from anywhere, in the order in which they come, and answer by futures.

    The processes start at once. ``close`` ends them; what is still open is cancelled.
    """

    def __init__(self, work: Callable[[Item], Answer], workers: int, limit_seconds: float | None = None) -> None:
        self._items: queue.SimpleQueue[tuple[Item, Future[Answer | Lost]] | None] = queue.SimpleQueue()
        self._limit_seconds = limit_seconds
        self._crew: list[_Worker[Item, Answer]] = [_Worker(work) for _ in range(workers)]
        self._threads = [threading.Thread(target=self._serve, args=(one,), daemon=True) for one in self._crew]
        self._closed = False
        for thread in self._threads:
            thread.start()

    def submit(self, item: Item) -> Future[Answer | Lost]:
        answer: Future[Answer | Lost] = Future()
        self._items.put((item, answer))
        return answer

    def close(self) -> None:
        self._closed = True
        for worker in self._crew:
            self._items.put(None)
            if worker.busy:
                worker.kill()
        for thread in self._threads:  # none before all are told: they take what is told from one queue
            thread.join(SECONDS_TO_END)
        for worker in self._crew:
            worker.end()

    def _serve(self, worker: _Worker[Item, Answer]) -> None:
        while (given := self._items.get()) is not None:
            item, answer = given
            if self._closed or not answer.set_running_or_notify_cancel():
                answer.cancel()
                continue
            worker.take(item)
            if self._closed:  # since then: who closes may have found it idle
                worker.kill()
            _ready([worker], self._limit_seconds)
            _, made = worker.answer()
            if isinstance(made, Lost) and not self._closed:
                worker.replace()
            answer.set_result(made)


def _employ(
    crew: list[_Worker[Item, Answer]],
    work: Callable[[Item], Answer],
    following: Callable[[], Item | None],
    workers: int,
) -> None:
    """Give every idle worker an item, and start another worker while there are items and not enough workers."""
    idle = [worker for worker in crew if not worker.busy]
    while idle or len(crew) < workers:
        item = following()
        if item is None:
            return
        if not idle:
            crew.append(_Worker(work))
            idle = crew[-1:]
        idle.pop().take(item)


class _Worker(Generic[Item, Answer]):
    """A process and our end of its pipe."""

    def __init__(self, work: Callable[[Item], Answer]) -> None:
        self._work = work
        self._item: Item | None = None
        self._began = 0.0
        self._late = 0.0
        self._start()

    @property
    def busy(self) -> bool:
        return self._item is not None

    @property
    def connection(self) -> Connection[Any, Any]:
        return self._connection

    def take(self, item: Item) -> None:
        self._item, self._began = item, time.monotonic()
        try:
            self._connection.send(item)
        except (BrokenPipeError, ConnectionError):
            return  # it died while idle; ``answer`` will find that out

    def seconds_left(self, limit_seconds: float) -> float:
        return max(0.0, self._began + limit_seconds - time.monotonic())

    def kill_late(self, limit_seconds: float) -> None:
        """End a worker that is over its time; its pipe then tells so."""
        if self.seconds_left(limit_seconds) == 0:
            self._late = limit_seconds
            self._process.kill()

    def kill(self) -> None:
        """End it at once; its pipe then tells so."""
        self._process.kill()

    def answer(self) -> tuple[Item, Answer | Lost]:
        """What the worker made of its item; waits for it."""
        assert self._item is not None
        item, self._item = self._item, None
        try:
            return item, self._connection.recv()
        except (EOFError, ConnectionError):
            self._process.join(SECONDS_TO_END)
        if self._late:
            return item, Lost("late", f"took longer than {self._late:g} seconds and was ended")
        return item, Lost("died", f"its worker process ended unexpectedly (exit code {self._process.exitcode})")

    def replace(self) -> None:
        """A fresh process for one that is dead or may be in a bad state."""
        self.end(at_once=True)
        self._late = 0.0
        self._start()

    def end(self, at_once: bool = False) -> None:
        """Let an idle worker leave by itself; end one that is at work, or doesn't leave."""
        self._connection.close()
        if not self.busy and not at_once:
            self._process.join(SECONDS_TO_END)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join(SECONDS_TO_END)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._work))
        with _interrupts_ignored():
            self._process.start()
        theirs.close()


def _ready(busy: list[_Worker[Item, Answer]], limit_seconds: float | None) -> list[_Worker[Item, Answer]]:
    """The workers that have an answer or died, at least one; those over their time are killed on the way."""
    while True:
        patience = None if limit_seconds is None else min(worker.seconds_left(limit_seconds) for worker in busy)
        there = wait([worker.connection for worker in busy], patience)
        if there:
            return [worker for worker in busy if worker.connection in there]
        for worker in busy:
            if limit_seconds is not None:
                worker.kill_late(limit_seconds)


def _serve(connection: Connection[Any, Any], work: Callable[[Any], Any]) -> None:
    """The life of a worker: item in, answer out, until the pipe closes. Interrupts are for the parent to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that a file half written is cleared away
    for number in count():
        try:
            item = connection.recv()
        except (EOFError, ConnectionError):
            return
        try:
            answer = work(item)
        except Exception as error:  # noqa: BLE001 - the outermost edge: what nobody expected costs this item only
            answer = Lost("raised", f"{type(error).__name__}: {error}")
        try:
            connection.send(answer)
        except (BrokenPipeError, ConnectionError):
            return
        if not number:  # all that every item needs has been loaded
            gc.collect()
            settle()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Children start with interrupts ignored, or Ctrl-C in their first moments prints a traceback of each."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
