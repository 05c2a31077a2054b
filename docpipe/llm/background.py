"""One event loop in a thread of its own, for callers without one, and for notebooks, whose own loop is busy."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

Made = TypeVar("Made")


class Background:
    """A loop that runs until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="docpipe-engine", daemon=True)
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, Made]) -> Future[Made]:
        """Start something; cancelling the future cancels it in the loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def run(self, work: Coroutine[Any, Any, Made]) -> Made:
        """What it comes to; an interrupt meanwhile cancels it."""
        future = self.submit(work)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def call(self, function: Callable[..., None], *arguments: Any) -> None:
        """Have a function called in the loop; nothing once it is closed, where nobody waits any more."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *arguments)

    def close(self) -> None:
        """Cancel what still runs, and end the thread."""
        try:
            self.run(_cancelled())
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


async def _cancelled() -> None:
    """Cancel all other tasks of this loop and wait for them; then let asynchronous generators end."""
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()
