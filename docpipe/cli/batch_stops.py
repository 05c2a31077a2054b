"""What ends a batch before its end: Ctrl-C, once to finish what is running and twice to stop; too many failures."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType

from docpipe.batch.runner import Outcome
from docpipe.cli.messages import counted, say


class Stops:
    """While it is entered, the first Ctrl-C lets no further document begin; the second raises KeyboardInterrupt."""

    def __init__(self, stop: Callable[[], None], max_failures: int | None) -> None:
        self._stop = stop
        self._max_failures = max_failures
        self._failures = 0
        self._before: object = None
        self.interrupted = False

    def __enter__(self) -> Stops:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._first)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]

    def after(self, outcome: Outcome) -> None:
        """Count a failure; after the last one that is allowed nothing further begins."""
        self._failures += outcome.error is not None
        if self._has_failed:
            self._stop()

    @property
    def introduction(self) -> str:
        """What comes before the summary."""
        if self.interrupted:
            return "interrupted; the same command goes on. So far: "
        return (
            f"stopped after {counted(self._failures, 'failure')}; the same command goes on. "
            if self._has_failed
            else ""
        )

    @property
    def _has_failed(self) -> bool:
        return self._max_failures is not None and self._failures >= self._max_failures

    def _first(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        self._stop()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        say("finishing what is running; Ctrl-C again stops at once")
