"""A line that shows how far the work is: live on a terminal, now and then elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
import unicodedata

from docpipe.cli.messages import printable, say

SECONDS_BETWEEN_LINES = 60.0
"""In a log, a line a minute shows that work goes on and does not flood it."""

SECONDS_BETWEEN_FRAMES = 0.1


class Progress:
    """``live`` rewrites one line and belongs on a terminal; ``logged`` says a whole line once a minute; or neither."""

    def __init__(self, live: bool, logged: bool = False) -> None:
        self._live = live
        self._logged = logged
        self._shown = False
        self._last = time.monotonic() if logged and not live else float("-inf")

    def show(self, text: str) -> None:
        """The newest state; most states are never seen."""
        now = time.monotonic()
        if self._live and now - self._last >= SECONDS_BETWEEN_FRAMES:
            self._draw(text)
        elif self._logged and not self._live and now - self._last >= SECONDS_BETWEEN_LINES:
            say(text)
        else:
            return
        self._last = now

    def clear(self) -> None:
        """Take the live line away, before anything else is said."""
        if self._shown:
            self._draw("")
            self._shown = False

    def _draw(self, text: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        line = fitted(printable(text), width)
        sys.stderr.write("\r" + line + " " * (width - columns(line)) + ("\r" if not text else ""))
        sys.stderr.flush()
        self._shown = True
        self._last = float("-inf") if not text else self._last


def on_terminal() -> bool:
    """Whether stderr is a terminal on which a line can be rewritten."""
    return sys.stderr.isatty()


def columns(text: str) -> int:
    """Terminal columns of a text: East Asian wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def fitted(text: str, width: int) -> str:
    """As much of a text as fits into so many columns."""
    while columns(text) > width:
        text = text[:-1]
    return text


def duration(seconds: float) -> str:
    """``45 s``, ``12 min``, ``3 h 20 min``: rounded up, since waiting longer than told annoys."""
    whole = int(seconds) + 1
    if whole < 60:
        return f"{whole} s"
    minutes = -(-whole // 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
