"""The time that a page may take, which a busy machine lengthens: a page is not lost because others compute too."""

from __future__ import annotations

import time

from msgspec import Struct

from docpipe.errors import LimitExceeded

BUSY = 2.0
"""The limit of a page, in times of its seconds, whatever it has computed: at a load of seven on two cores a table of
200 cells was not read within 60."""


class Deadline(Struct, frozen=True):
    """When a page has had its seconds, as time goes by and as this process computes, and when it ends in any case."""

    seconds: float
    wall: float
    computed: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        return cls(seconds, time.monotonic(), time.process_time())

    def left(self) -> float:
        """The seconds that are left at most. Raises LimitExceeded when there are none."""
        passed = time.monotonic() - self.wall
        idle = time.process_time() - self.computed < self.seconds
        if passed > (BUSY if idle else 1.0) * self.seconds:
            raise LimitExceeded("OCR took more than ocr_page_seconds; raise it with --set ocr_page_seconds=N")
        return BUSY * self.seconds - passed
