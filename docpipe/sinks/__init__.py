"""Where outcomes go: a format for people or programs, on a stream or in files.

A sink is an object with ``write(outcome)`` and ``close()``; to add one, give it a row in ``SINKS``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, Protocol, TextIO

from msgspec import Struct, field

from docpipe.readers.options import ReadOptions
from docpipe.types import Failure, Result

SINKS = {
    "json": "docpipe.sinks.json:open_sink",
    "pretty": "docpipe.sinks.pretty:open_sink",
    "markdown": "docpipe.sinks.report:open_sink",
    "html": "docpipe.sinks.html:open_sink",
}
"""Format → the function ``open_sink(stream, look) -> Sink`` that writes it."""


class Sink(Protocol):
    """Takes outcomes one by one, in the order in which they are to stand."""

    def write(self, outcome: Result | Failure) -> None: ...

    def close(self) -> None: ...


class Pictures(Struct, frozen=True):
    """Which pages an HTML page shows, how many megabytes of them at most, and how to open the document again."""

    pages: Literal["cited", "all", "none"] = "cited"
    most_mb: float = 24.0
    options: ReadOptions = field(default_factory=ReadOptions)


class Look(Struct, frozen=True):
    """What the caller chose about a format. ``width`` is in terminal columns; None means the terminal's own."""

    several: bool = False
    include_text: bool = False
    quotes: bool = False
    colour: bool = False
    width: int | None = None
    pictures: Pictures = field(default_factory=Pictures)


def open_sink(name: str, stream: TextIO, look: Look) -> Sink:
    """The sink of a format in ``SINKS``; its module is imported now and not before."""
    module, _, function = SINKS[name].partition(":")
    opener: Any = getattr(import_module(module), function)
    sink: Sink = opener(stream, look)
    return sink
