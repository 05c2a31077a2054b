"""Documents being read: the pool of workers with the steps that they take, and reading ahead.

It imports little, so that a command can start its worker first and load everything else meanwhile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from functools import partial
from os import PathLike, fspath
from subprocess import Popen
from typing import TYPE_CHECKING

from msgspec.structs import replace

from docpipe.addresses import Address
from docpipe.errors import DocpipeError
from docpipe.launch import CLEANING, cpu_count
from docpipe.readers import sniff
from docpipe.readers.frames import Task
from docpipe.readers.options import Limits, ReadOptions
from docpipe.readers.workers import Pool
from docpipe.settings import Settings
from docpipe.types import Document

if TYPE_CHECKING:
    from docpipe.readers.office.folders import Member

File = str | PathLike[str]

MOST_THREADS = 4
"""Threads that recognise characters in one worker: the networks are small, and each thread maps memory."""

LISTING = "docpipe.readers.office.folders:members"
"""What a worker does to tell what is in an archive or mail."""

COUNTING = "docpipe.tokens:counted"
"""What a worker does to count a document's tokens."""


def open_pool(worker_count: int = 1, first: Popen[bytes] | None = None) -> Pool:
    """Workers that read and clean; they start now, but for a ``first`` one that was launched before."""
    return Pool(worker_count, CLEANING, first)


def read_options(settings: Settings) -> ReadOptions:
    """What the settings ask of a reader; a long document may take all processors where no other one needs them."""
    limits = Limits(
        settings.max_bytes, settings.max_pages, settings.timeout_seconds, settings.memory_mb, settings.ocr_page_seconds
    )
    processes = cpu_count() if settings.workers == 1 else 1
    threads = min(MOST_THREADS, max(1, cpu_count() // settings.workers))
    return ReadOptions(
        settings.pages,
        settings.password,
        limits,
        processes,
        settings.ocr,
        threads,
        settings.changes,
        settings.ocr_engine,
    )


def telling_options(settings: Settings) -> ReadOptions:
    """``read_options`` for who asks a model about the first pages of a document while its others are being read.

    A batch does not: its other documents keep the engine busy, and what is asked in vain would take their place.
    """
    return replace(read_options(settings), tell_so_far=settings.overlap and settings.chosen_engine != "rules")


class Ahead:
    """Documents in the order of their paths, each with its reading to come; the pool reads ahead.

    As many are read ahead as the pool has workers, and one more. The first ones are handed in at once, not when the
    first is asked for. ``alone`` says that the last one handed out is the only one that is left.
    """

    def __init__(self, paths: Iterable[File], settings: Settings, pool: Pool) -> None:
        self.pool = pool
        self._paths = iter(paths)
        self._options = telling_options(settings)
        self._waiting: deque[tuple[File, Future[Document]]] = deque()
        for _ in range(settings.workers + 1):
            self._submit()

    def __iter__(self) -> Iterator[tuple[File, Future[Document]]]:
        while self._waiting:
            first = self._waiting.popleft()
            self._submit()
            yield first

    @property
    def alone(self) -> bool:
        return not self._waiting

    def counting(self, reading: Future[Document]) -> Future[int]:
        """The tokens of a document, counted by a worker as soon as it is read; never there if reading fails."""
        counted: Future[int] = Future()

        def start(read: Future[Document]) -> None:
            if read.cancelled() or read.exception() is not None:
                return
            try:
                task = self.pool.run(Task(COUNTING, read.result().text), b"", self._options)
            except RuntimeError:  # the pool was closed: nobody waits any more
                return
            task.add_done_callback(partial(_pass_on, counted))

        reading.add_done_callback(start)
        return counted

    def _submit(self) -> None:
        for path in self._paths:
            self._waiting.append((path, self.pool.submit(_place(path), self._options)))
            return


def _place(path: File) -> str | Address:
    """What opens a document: an address as it is, for what is shown of it opens nothing."""
    return path if isinstance(path, Address) else fspath(path)


def _pass_on(counted: Future[int], task: Future[int]) -> None:
    """Settle a future as another one was settled."""
    if task.cancelled():
        counted.cancel()
    elif (error := task.exception()) is not None:
        counted.set_exception(error)
    else:
        counted.set_result(task.result())


def expanded(paths: Iterable[File], settings: Settings) -> Iterator[File]:
    """The paths, and in the place of archives, and behind mails, the documents in them: ``room.zip/3.1/lease.pdf``.

    What is in them is looked up by a worker. One that cannot be looked into stays, and its reading tells why.
    """
    with LookingInto(settings, hashed=False) as look_into:
        for path in paths:
            inside = look_into(path) if _holds_others(path) else ()
            if not inside or not _is_archive(path):
                yield path
            yield from (_inside(path, member.path) for member in inside)


class LookingInto:
    """Tells what is in an archive or mail, by a worker that starts with the first; nothing where that fails.

    ``hashed`` members have the hash of their bytes.
    """

    def __init__(self, settings: Settings, hashed: bool = True) -> None:
        self._options, self._hashed = read_options(settings), hashed
        self._pool: Pool | None = None

    def __call__(self, path: File) -> tuple[Member, ...]:
        self._pool = self._pool or Pool(1)
        asked = Task(LISTING, self._hashed)
        try:
            found: tuple[Member, ...] = self._pool.run(asked, _place(path), self._options).result()
        except DocpipeError:
            return ()
        return found

    def __enter__(self) -> LookingInto:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.close()


def _inside(path: File, member: str) -> File:
    return Address(path.full, member) if isinstance(path, Address) else f"{fspath(path)}/{member}"


def _holds_others(path: File) -> bool:
    """Whether a file is an archive or mail, which may hold documents: by its content, of one elsewhere by its name."""
    if isinstance(path, Address):
        return path.name.lower().endswith((".zip", ".eml", ".msg"))
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 - a path of any kind
            return sniff.media_type_of(stream) in sniff.HOLDS_OTHERS
    except OSError:
        return False


def _is_archive(path: File) -> bool:
    if isinstance(path, Address):
        return path.name.lower().endswith(".zip")
    with open(path, "rb") as stream:  # noqa: PTH123 - as above
        return stream.read(4) == b"PK\x03\x04"
