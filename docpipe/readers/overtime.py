"""More time for a document than its limit: a page that is read from its picture takes as long as 2,000 others.

Whoever watches the clock listens; whoever needs the time asks for it before it begins.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from msgspec import Struct

_listeners: list[Callable[[float], None]] = []
_one_at_a_time = threading.Lock()  # who waits for helpers asks for them, beside who reads


class MoreTime(Struct, frozen=True):
    """What a worker sends to its parent before its answer: the limit of the document at hand is so much later."""

    seconds: float


def listen(listener: Callable[[float], None]) -> None:
    """Have a function called with the seconds that are asked for."""
    _listeners.append(listener)


def ask(seconds: float) -> None:
    """Ask for more time; without listeners nobody watches the clock."""
    with _one_at_a_time:
        for listener in _listeners:
            listener(seconds)
