"""Patterns that are compiled when they are first used: one document needs few of them, and start-up counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from docpipe.patterns import compiled

_waiting: list[Callable[[], object]] = []


def later(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> Callable[[], re.Pattern[str]]:
    """A function that gives the compiled pattern."""
    waiting = cache(lambda: compiled(pattern, flags))
    _waiting.append(waiting)
    return waiting


def meanwhile(make: Callable[[], object]) -> None:
    """Have something made that is kept, when there is nothing better to do."""
    _waiting.append(make)


def compile_meanwhile(done: Callable[[], bool]) -> None:
    """Compile what waits for its first use, as long as there is nothing better to do."""
    while _waiting and not done():
        _waiting.pop()()
