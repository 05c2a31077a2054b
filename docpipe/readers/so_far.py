"""What is read of a document so far: its first pages, for those who can begin with them while the others are read.

A page that is read from its picture takes seconds: the end of a long scan is there minutes after its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from docpipe.types import Document

STEP_PAGES, STEP_SHARE = 3, 0.1
"""Pages, and share of those told before, after which the next ones are told. All of them are cleaned anew, at some
2 ms each: of 300 pages a step takes .6 s, after 30 pages that took a minute to recognise."""


class SoFar(Struct, frozen=True):
    """What a worker sends before its answer: the pages that are read, of ``page_count`` that are to be."""

    document: Document
    page_count: int


Listener = Callable[[SoFar], object]

_listeners: list[Listener] = []
_pages_before = [0]


def listen(listener: Listener) -> None:
    """Have a function called with what is read so far."""
    _listeners.append(listener)


@contextmanager
def changed(change: Callable[[SoFar], SoFar], pages_before: int) -> Iterator[None]:
    """Have all who listen hear it changed: of a part of a document, with the parts before it, of so many pages."""
    before, pages = list(_listeners), _pages_before[0]
    _listeners[:], _pages_before[0] = [_hearing(listener, change) for listener in before], pages_before
    try:
        yield
    finally:
        _listeners[:], _pages_before[0] = before, pages


def _hearing(listener: Listener, change: Callable[[SoFar], SoFar]) -> Listener:
    return lambda one: listener(change(one))


class Telling(Struct):
    """Tells what a reader has of ``page_count`` pages; nothing where that is 0, nor while pages are fast."""

    page_count: int
    told: int = 0
    recognised: int = 0

    def read(self, pages: int, recognised: int, document: Callable[[], Document]) -> None:
        """So many pages are read, so many of them from their pictures: tell the ``document`` of them if it is time."""
        step = max(STEP_PAGES, STEP_SHARE * (_pages_before[0] + self.told))
        if recognised == self.recognised or pages - self.told < step or pages >= self.page_count:
            return
        self.told, self.recognised = pages, recognised
        made = document()
        for listener in _listeners:
            listener(SoFar(made, self.page_count))
