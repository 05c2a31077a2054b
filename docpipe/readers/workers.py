"""Reading workers: processes that stay, each reading one document at a time under limits.

They are plain child processes with frames over pipes, not ``multiprocessing``: that would import the caller's script
again, which fails in a notebook, under ``python -c`` and in scripts without a ``__main__`` guard.
"""

from __future__ import annotations

import atexit
import os
import queue
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, cast

from docpipe.addresses import Address
from docpipe.errors import DocpipeError, LimitExceeded, ReadError
from docpipe.launch import end, launch
from docpipe.readers.frames import Request, Task, receive, send
from docpipe.readers.options import Limits, ReadOptions
from docpipe.readers.overtime import MoreTime
from docpipe.readers.so_far import Listener, SoFar
from docpipe.readers.worker import MEMORY_EXIT

DOCUMENTS_PER_WORKER = 200
"""Documents after which a worker is replaced: PDFium's caches and the heap's holes go with it. A start costs 0.1 s."""


class Reading(Future[Any]):
    """What a worker is to answer, a Document where no task was set; who listens hears what is read so far of one that
    takes long."""

    def __init__(self) -> None:
        super().__init__()
        self._listeners: list[Listener] = []
        self._last: SoFar | None = None
        self._hearing = threading.Lock()

    def listen(self, listener: Listener) -> None:
        """Have a function called, in a thread of the pool, with all that is told from now on, and the last before."""
        with self._hearing:
            self._listeners.append(listener)
            if self._last is not None:
                listener(self._last)

    def tell(self, so_far: SoFar) -> None:
        with self._hearing:
            self._last = so_far
            for listener in self._listeners:
                listener(so_far)


_Job = tuple[Request, Reading]


class Pool:
    """``worker_count`` workers that read documents and pass them through ``steps`` (``module:function`` names).

    The processes start at once, so that they import while the caller does something else. Use it as a context
    manager, or call ``close``; what is still running at the interpreter's exit is ended. ``first`` is a process that
    was launched with the same steps before.
    """

    def __init__(
        self, worker_count: int = 1, steps: Sequence[str] = (), first: subprocess.Popen[bytes] | None = None
    ) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._workers = [_Worker(steps, first if number == 0 else None) for number in range(worker_count)]
        self._threads = [threading.Thread(target=self._serve, args=(worker,), daemon=True) for worker in self._workers]
        self._closed = False
        for thread in self._threads:
            thread.start()
        _open_pools.add(self)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(
        self, document: str | Path | bytes | Address, options: ReadOptions | None = None, name: str = ""
    ) -> Reading:
        """The document to come; ``name`` is for bytes, which have none. The future raises InputError."""
        options = options or ReadOptions()
        if isinstance(document, bytes):
            return self._put(Request(None, document, name or "bytes", options))
        return self._put(Request(_place(document), None, name or Path(document).name, options))

    def run(self, task: Task, document: str | Path | bytes | Address, options: ReadOptions) -> Future[Any]:
        """What a task gives for a file, done in a worker under the same limits as reading. Raises like ``submit``."""
        if isinstance(document, bytes):
            return self._put(Request(None, document, "bytes", options, task))
        return self._put(Request(_place(document), None, Path(document).name, options, task))

    def close(self) -> None:
        """End the workers now; documents that were not finished raise ReadError, waiting ones are cancelled."""
        if self._closed:
            return
        self._closed = True
        _open_pools.discard(self)
        for worker in self._workers:
            worker.stop()
            self._jobs.put(None)
        for thread in self._threads:
            thread.join(timeout=5)

    def _put(self, request: Request) -> Reading:
        if self._closed:
            raise RuntimeError("the pool is closed")
        future = Reading()
        self._jobs.put((request, future))
        return future

    def _serve(self, worker: _Worker) -> None:
        """One worker's thread: the next job, until the pool closes."""
        while (job := self._jobs.get()) is not None:
            request, future = job
            if self._closed:
                future.cancel()
                continue
            if not future.set_running_or_notify_cancel():
                continue
            answer = worker.read(request, future.tell)
            if isinstance(answer, DocpipeError):
                future.set_exception(answer)
            else:
                future.set_result(answer)


def _place(document: str | Path | Address) -> str | Address:
    return document if isinstance(document, Address) else os.fspath(document)


_open_pools: weakref.WeakSet[Pool] = weakref.WeakSet()


def _close_all() -> None:
    for pool in list(_open_pools):
        pool.close()


atexit.register(_close_all)


class _Clock:
    """Ends a process when its document's time is over; ``late`` says that it did."""

    def __init__(self, seconds: float, process: subprocess.Popen[bytes]) -> None:
        self.late = False
        self._process = process
        self._ends = time.monotonic() + seconds
        self._set()

    def extend(self, seconds: float) -> None:
        """Let it run so much longer."""
        self.stop()
        self._ends += seconds
        self._set()

    def stop(self) -> None:
        """Let it run."""
        self._timer.cancel()

    def _set(self) -> None:
        self._timer = threading.Timer(max(0.0, self._ends - time.monotonic()), self._end)
        self._timer.daemon = True
        self._timer.start()

    def _end(self) -> None:
        self.late = True
        self._process.kill()


class _Worker:
    """One process, replaced when it ended, was ended, or has read enough."""

    def __init__(self, steps: Sequence[str], process: subprocess.Popen[bytes] | None = None) -> None:
        self._steps = tuple(steps)
        self._stopped = False
        self._lock = threading.Lock()
        self._process = process or launch(self._steps)
        self._documents = 0

    def read(self, request: Request, tell: Listener) -> object:
        """The answer to a request; a worker that is gone becomes an error, and another one takes its place."""
        watch = _Clock(request.options.limits.seconds, self._process)
        answer: object
        try:
            answer = self._asked(request)
            while isinstance(answer, MoreTime | SoFar):
                if isinstance(answer, SoFar):
                    tell(answer)
                else:
                    watch.extend(answer.seconds)
                answer = receive(cast("Any", self._process.stdout))
        except (EOFError, OSError, ValueError):  # ValueError: its pipes were closed meanwhile
            answer = self._gone(request, watch.late)
        finally:
            watch.stop()
        self._documents += 1
        if self._documents >= DOCUMENTS_PER_WORKER or self._process.poll() is not None:
            self._replace()
        return answer

    def stop(self) -> None:
        """End the process, for good."""
        with self._lock:
            self._stopped = True
        end(self._process)

    def _asked(self, request: Request) -> object:
        if self._process.poll() is not None:
            self._replace()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        send(cast("object", self._process.stdin), request)  # type: ignore[arg-type]
        return receive(self._process.stdout)  # type: ignore[arg-type]

    def _gone(self, request: Request, late: bool) -> DocpipeError:
        """What to say of a document whose worker ended."""
        limits: Limits = request.options.limits
        status = self._process.wait()
        if late:
            return LimitExceeded(
                f"reading took more than timeout_seconds = {limits.seconds:g}; choose --pages, or raise the limit with "
                f"--set timeout_seconds={2 * limits.seconds:g} or in docpipe.toml",
                request.name,
            )
        if status == MEMORY_EXIT:
            return LimitExceeded(
                f"reading took more memory than memory_mb = {limits.memory_mb}; choose --pages, or raise the limit "
                f"with --set memory_mb={2 * limits.memory_mb} or in docpipe.toml",
                request.name,
            )
        if self._stopped:
            return ReadError("reading was stopped before it finished", request.name)
        return ReadError(
            f"the reader crashed on this file (exit status {status}); repair it or save it anew", request.name
        )

    def _replace(self) -> None:
        end(self._process)
        with self._lock:
            if not self._stopped:
                self._process = launch(self._steps)
                self._documents = 0
