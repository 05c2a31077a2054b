"""Starting the process of a reading worker. It imports nothing of docpipe, so that a command can do it first."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

CLEANING = ("docpipe.cleaning:clean",)
"""The steps that a document goes through in its reading worker, as ``module:function``."""


def launch(steps: Sequence[str]) -> subprocess.Popen[bytes]:
    """A worker's process, which takes requests from its standard input and ends with it."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "docpipe.worker_process", *steps],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": _module_path()},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


_waiting: list[subprocess.Popen[bytes]] = []


def head_start() -> None:
    """Launch a worker that ``launched`` will take over: a cold command waits for its worker longest."""
    _waiting.append(launch(CLEANING))


@contextmanager
def launched() -> Iterator[subprocess.Popen[bytes]]:
    """A worker that cleans, ended with the block whoever has taken it over."""
    process = _waiting.pop() if _waiting else launch(CLEANING)
    try:
        yield process
    finally:
        end(process)


def end_waiting() -> None:
    """End the worker that nobody took over."""
    while _waiting:
        end(_waiting.pop())


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and close its pipes."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            try:
                stream.close()
            except OSError:  # what was buffered for a dead process
                continue


def cpu_count() -> int:
    """The processors that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _module_path() -> str:
    """Where the child finds the modules that this process finds, docpipe first; the current folder only if named."""
    own = str(Path(__file__).resolve().parent.parent)
    return os.pathsep.join(dict.fromkeys([own, *(entry for entry in sys.path if entry)]))
