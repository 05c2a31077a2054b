"""Several servers of one model: a document always goes to the same one, whose cache holds it, while that is up."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Sequence

from docpipe.engines.flight import Flight
from docpipe.engines.trouble import Passing
from docpipe.errors import EngineError

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
"""Seconds before the second try, doubled for each further one up to the longest: a server that restarts needs one to
two minutes, one that is busy some tenths of a second."""


class Server:
    """One address, what is in flight there, and until when it is left alone after trouble."""

    def __init__(self, url: str, flight: Flight) -> None:
        self.url = url
        self.flight = flight
        self.down_until = 0.0
        self._failures = 0

    @property
    def is_up(self) -> bool:
        return time.monotonic() >= self.down_until

    def worked(self) -> None:
        self._failures, self.down_until = 0, 0.0

    def failed(self) -> None:
        """Leave it alone for a while, longer each time."""
        if self.is_up:  # many prompts fail at once when a server goes: that is one failure
            self.down_until = time.monotonic() + min(LONGEST_PAUSE, FIRST_PAUSE * 2**self._failures)
            self._failures += 1


def choose(servers: Sequence[Server], group: str) -> Server:
    """The server of a group of prompts: the same one each time (rendezvous hashing), or while that is down the next.

    When all are down, it is the one that has its next try first.
    """
    up = [server for server in servers if server.is_up]
    if not up:
        return min(servers, key=lambda server: server.down_until)
    return max(up, key=lambda server: hashlib.sha256(f"{server.url}\n{group}".encode()).digest())


class Patience:
    """Counts the tries of one prompt. From its first failure on it is tried again for so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: float | None = None
        self._tries = 0

    def pause(self, trouble: Passing, *, others: bool) -> float:
        """Seconds to wait before the next try: none if there are other servers for it.

        Raises EngineError, with the trouble's own words, when the time is over, or the server wants more than is left.
        """
        now = time.monotonic()
        self._since = self._since if self._since is not None else now
        self._tries += 1
        left = self._since + self._seconds - now
        backoff = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (self._tries - 1)) * random.uniform(0.5, 1.0)
        wait = max(trouble.wait_seconds, 0.0 if others and trouble.elsewhere else backoff)
        if left <= 0 or (wait > left and trouble.wait_seconds > left):
            tried = "once" if self._tries == 1 else f"{self._tries} times in {now - self._since:.0f} s"
            raise EngineError(f"{trouble.message} (tried {tried}; retry_seconds allows {self._seconds:g})") from trouble
        return min(wait, max(left, trouble.wait_seconds))
