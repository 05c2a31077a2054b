"""What goes between a process and its reading workers: requests and answers, pickled one after another."""

from __future__ import annotations

import pickle
from typing import BinaryIO

from msgspec import Struct

from docpipe.addresses import Address
from docpipe.readers.options import ReadOptions


class Task(Struct, frozen=True):
    """Something else than reading to do with a document: ``function`` is ``module:name`` and is called as
    ``name(data, source, options, argument)``. Argument and answer must be picklable."""

    function: str
    argument: object


class Request(Struct, frozen=True):
    """One document to read: a path, an address, or bytes with a name. With a task, that is done instead. ``part_of`` is
    the hash of a PDF of which one part after another is asked for: it stays open until something else is. A task that
    has it is for these parts, by how their pages were chosen: ``name(parts, argument)``."""

    path: str | Address | None
    data: bytes | None
    name: str
    options: ReadOptions
    task: Task | None = None
    part_of: str | None = None


def send(stream: BinaryIO, message: object) -> None:
    """Write one message. It is read while it is written: a long document is there a third sooner than in one piece."""
    pickle.dump(message, stream, protocol=5)
    stream.flush()


def receive(stream: BinaryIO) -> object:
    """The next message. Raises EOFError when the stream ends first."""
    try:
        return pickle.load(stream)
    except pickle.UnpicklingError as error:  # it ended amid one
        raise EOFError from error
