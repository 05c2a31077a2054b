"""What goes between a process and its reading workers: requests and answers, pickled, each in a frame of its own."""

from __future__ import annotations

import pickle
import struct
from typing import BinaryIO

from msgspec import Struct

from docpipe.addresses import Address
from docpipe.readers.options import ReadOptions

_HEADER = struct.Struct(">Q")


class Task(Struct, frozen=True):
    """Something else than reading to do with a document: ``function`` is ``module:name`` and is called as
    ``name(data, source, options, argument)``. Argument and answer must be picklable."""

    function: str
    argument: object


class Request(Struct, frozen=True):
    """One document to read: a path, an address, or bytes with a name. With a task, that is done instead. ``part_of`` is
    the hash of a PDF of which one part after another is asked for: it stays open until something else is."""

    path: str | Address | None
    data: bytes | None
    name: str
    options: ReadOptions
    task: Task | None = None
    part_of: str | None = None


def send(stream: BinaryIO, message: object) -> None:
    """Write one message as a frame: its length in eight bytes, then its pickle."""
    payload = pickle.dumps(message, protocol=5)
    stream.write(_HEADER.pack(len(payload)))
    stream.write(payload)
    stream.flush()


def receive(stream: BinaryIO) -> object:
    """The next message. Raises EOFError when the stream ends first."""
    (size,) = _HEADER.unpack(_exactly(stream, _HEADER.size))
    return pickle.loads(_exactly(stream, size))


def _exactly(stream: BinaryIO, size: int) -> bytes:
    payload = stream.read(size)
    if len(payload) < size:
        raise EOFError
    return payload
