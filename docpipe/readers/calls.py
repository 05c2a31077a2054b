"""Calls of PDFium's functions by the hundred, in loops of C.

ctypes makes an argument of each value that it is given, which costs more than what PDFium does. Here addresses are
made arguments once, and small integers pass as they are: a call takes .11 microseconds instead of .3.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import starmap
from typing import Any

import pypdfium2_raw as pdfium

MOST_KEPT = 8192
"""Records of the largest room that is used again: an argument takes 72 bytes."""

Argument = Any
"""An address as ctypes passes it on."""


def function(name: str, result: Any) -> Callable[..., Any]:
    """One of PDFium's functions, for arguments that are ``Argument`` or small integers, and nothing else. Where nobody
    looks at what it returns, a ``result`` of None takes a tenth less."""
    found = ctypes.cast(getattr(pdfium, name), ctypes.c_void_p).value or 0
    return ctypes.PYFUNCTYPE(result)(found)


argument: Callable[[int | None], Argument] = ctypes.c_void_p.from_param
"""An address, to be given to a ``function``."""


def address(handle: Any) -> int:
    """Where one of PDFium's objects is; 0 for none."""
    return ctypes.cast(handle, ctypes.c_void_p).value or 0


def each(called: Callable[..., Any], *arguments: Iterable[Any]) -> Iterator[Any]:
    """What a function returns for the first of all arguments, for the second ones and so on, up to the end of the
    shortest. ctypes wants a tuple: ``map`` makes one for each call, ``zip`` fills the same one again, a tenth less."""
    return starmap(called, zip(*arguments, strict=False))


class Room:
    """Room for records of so many bytes that functions fill in, one call after another; it is used again and again."""

    def __init__(self, record_bytes: int, count: int) -> None:
        self._buffer = ctypes.create_string_buffer(record_bytes * count)
        self._bytes = memoryview(self._buffer).cast("B")
        start = ctypes.addressof(self._buffer)
        self.arguments: Sequence[Argument] = list(
            map(argument, range(start, start + record_bytes * count, record_bytes))
        )
        self._record_bytes = record_bytes

    def clear(self, count: int) -> None:
        """Make zeros of the first records, for functions that leave some as they are."""
        ctypes.memset(self._buffer, 0, self._record_bytes * count)

    def filled(self, count: int) -> bytes:
        """A copy of the first records."""
        return self._bytes[: self._record_bytes * count].tobytes()


def room(record_bytes: int, count: int) -> Room:
    """Room for so many records at least."""
    usual = 1 << max(8, (count - 1).bit_length())
    return _kept(record_bytes, usual) if usual <= MOST_KEPT else Room(record_bytes, count)


@lru_cache(maxsize=16)
def _kept(record_bytes: int, count: int) -> Room:
    return Room(record_bytes, count)
