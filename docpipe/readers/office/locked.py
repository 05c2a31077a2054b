"""Office files under a password: they are encrypted as a whole."""

from __future__ import annotations

from docpipe.errors import Encrypted
from docpipe.readers.options import ReadOptions
from docpipe.types import Document, Source


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """Raises Encrypted."""
    raise Encrypted(
        "an Office file under a password, which docpipe cannot open: save it without one, or as PDF", source.name
    )
