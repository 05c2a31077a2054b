"""A lock between processes that the system gives back when its holder dies."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PAUSE_SECONDS = 0.01


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file at ``path``; waits for it as long as it takes. Raises OSError where it cannot be made."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        _take(descriptor)
        yield
    finally:
        os.close(descriptor)  # gives the lock back


def _take(descriptor: int) -> None:
    if sys.platform == "win32":
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError:
                time.sleep(_PAUSE_SECONDS)
            else:
                return
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
