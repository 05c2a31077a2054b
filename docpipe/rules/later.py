"""Patterns that are compiled when they are first used: one document needs few of them, and start-up counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache


def later(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> Callable[[], re.Pattern[str]]:
    """A function that gives the compiled pattern."""
    return cache(lambda: re.compile(pattern, flags))
