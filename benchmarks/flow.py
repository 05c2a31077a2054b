"""How busy a batch keeps a model: prompts in flight over their limit, averaged over time, with PDFs read beside.

    python benchmarks/flow.py FOLDER [--documents 80] [--limit 32] [--latency 4] [--first-token 0.5] [--workers 2]

The engine answers every prompt after a fixed time, and takes so many at once. FOLDER holds PDFs; where it has fewer
than are asked for, each is used again with other bytes. What counts is the time that a prompt was at the engine by its
own clock: a reply that the batch fetches late is not in flight meanwhile. The share is told over the whole command,
from its first prompt to its last reply, and over the time in which documents were still to come: at the end of any
batch the last document's prompts are fewer than the limit.
"""

from __future__ import annotations

import argparse
import itertools
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from docpipe.completions import Completion, Prompt
from docpipe.engines.fake import Fake, Reply
from docpipe.engines.flight import Flight

LIMIT, LATENCY, FIRST, LOG = "FLOW_LIMIT", "FLOW_LATENCY", "FLOW_FIRST_TOKEN", "FLOW_LOG"
ENGINE = "flow:engine"


class Server(Fake):
    """Takes so many prompts at once and answers each that nothing is there, after a fixed time."""

    def __init__(self, count: Callable[[str], int]) -> None:
        super().__init__(self._reply, count=count)
        self._flight = Flight(10**9, int(os.environ[LIMIT]))
        self._log = open(os.environ[LOG], "a", encoding="utf-8")  # noqa: SIM115, PTH123 - as long as the engine

    async def complete(self, prompt: Prompt, on_first_token: Callable[[], None] | None = None) -> Completion:
        async with self._room(prompt):
            self._log.write(f"{time.time()} {prompt.group}\n")
            completion = await super().complete(prompt, on_first_token)
            self.prompts.clear()  # a server forgets them, too
            return completion

    async def aclose(self) -> None:
        self._log.close()
        await super().aclose()

    @asynccontextmanager
    async def _room(self, prompt: Prompt) -> AsyncIterator[None]:
        async with self._flight.room(prompt, 0):
            yield

    @staticmethod
    def _reply(prompt: Prompt) -> Reply:
        properties: dict[str, Any] = dict((prompt.schema or {}).get("properties", {}))
        empty = {name: [] if one.get("type") == "array" else None for name, one in properties.items()}
        return Reply(empty, seconds=float(os.environ[LATENCY]), first_token_seconds=float(os.environ[FIRST]))


def engine(_settings: object, count: Callable[[str], int]) -> Server:
    """For ``--engine``, as ``ENGINE`` names it."""
    return Server(count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=int, default=80)
    parser.add_argument("--limit", type=int, default=32)
    parser.add_argument("--latency", type=float, default=4.0)
    parser.add_argument("--first-token", type=float, default=0.5)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        room, log = Path(place) / "room", Path(place) / "log"
        fill(room, sorted(given.folder.rglob("*.pdf")), given.documents)
        told = {LIMIT: given.limit, LATENCY: given.latency, FIRST: given.first_token, LOG: log}
        command = [sys.executable, "-m", "docpipe", "batch", room, "--output", Path(place) / "out", "--no-audit"]
        more = ["--engine", ENGINE, "--no-journal", "--kind", "contract", "--workers", given.workers]
        more += ["--set", f"requests_in_flight={given.limit}", "--set", "ocr=never"]
        began = time.time()
        subprocess.run([str(part) for part in [*command, *more]], env=environment(told), check=False)
        print(f"{time.time() - began:.1f} s; load {os.getloadavg()[0]:.1f}; children's peak ", end="")
        print(f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")
        tell([line.split() for line in log.read_text(encoding="utf-8").splitlines()], given)


def environment(told: Mapping[str, object]) -> dict[str, str]:
    """What a command needs to find the engine, which is told these."""
    paths = os.pathsep.join(filter(None, (str(Path(__file__).parent), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": paths, **{name: str(value) for name, value in told.items()}}


def tell(asked: list[list[str]], given: argparse.Namespace) -> None:
    starts = sorted(float(at) for at, _ in asked)
    documents: dict[str, float] = {}
    for at, group in asked:
        documents.setdefault(group.partition("/")[0], float(at))
    last_new = max(documents.values())
    end = starts[-1] + given.latency
    print(f"{len(starts):,} prompts of {len(documents):,} documents, {given.limit} at once, {given.latency:g} s each")
    for what, until in (("while documents were to come", last_new), ("all the way", end)):
        share = busy(starts, starts[0], until, given)
        print(f"in flight over limit, {what}: {share:.3f} ({until - starts[0]:.1f} s)")
    step = (end - starts[0]) / 10
    tenths = [busy(starts, starts[0] + number * step, starts[0] + (number + 1) * step, given) for number in range(10)]
    print(f"by tenths: {' '.join(f'{share:.2f}' for share in tenths)}")


def busy(starts: list[float], since: float, until: float, given: argparse.Namespace) -> float:
    """The share of the limit that was in flight in a stretch of time."""
    spent = sum(max(0.0, min(at + given.latency, until) - max(at, since)) for at in starts)
    return spent / (given.limit * (until - since))


def fill(room: Path, originals: list[Path], documents: int) -> None:
    """So many documents; those that are used again differ in a comment at their end."""
    room.mkdir()
    for number, path in zip(range(documents), itertools.cycle(originals)):
        again = number // len(originals)
        (room / f"{number:05}.pdf").write_bytes(path.read_bytes() + (b"\n%% %d\n" % again if again else b""))


if __name__ == "__main__":
    main()
