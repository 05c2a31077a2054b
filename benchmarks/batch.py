"""What a batch by the rules costs and survives.

    python benchmarks/batch.py workers FOLDER [--rounds 3]      two workers against one, and the cost beside the rules
    python benchmarks/batch.py own [--documents 300]            its own cost, over documents that take a fixed time
    python benchmarks/batch.py results FOLDER [--documents 60]  what a result costs beside reading and rules, by CPU
    python benchmarks/batch.py memory [--documents 5000]        of the process that leads, while small documents pass;
                                                                --model: with an engine that answers at once
    python benchmarks/batch.py start FOLDER [--rounds 5]        from the command to its first document
    python benchmarks/batch.py kills FOLDER [--apart 8]       SIGKILL at random moments, against an undisturbed run

``memory`` draws its documents itself, all different: copies would be analysed once. Times are told with the load that
they stood under; on a machine that others use, compare rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import flow

from docpipe import api
from docpipe.batch.folder import Job, Wanted, search
from docpipe.batch.ledger import Again, Ledger
from docpipe.batch.runner import Crew, run, written
from docpipe.batch.sharing import Work
from docpipe.errors import NoText
from docpipe.readers.worker import settle
from docpipe.settings import Settings, load
from docpipe.sinks import Look
from docpipe.types import Failure, Result

SLEEP_SECONDS = 0.1
LEDGER = Path(".docpipe") / "ledger.sqlite"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    chosen = parser.add_subparsers(required=True)
    for measure in (workers, own, results, memory, start, kills):
        one = chosen.add_parser(measure.__name__)
        one.set_defaults(measure=measure)
        if measure in (workers, results, start, kills):
            one.add_argument("folder", type=Path)
        one.add_argument("--rounds", type=int, default=3)
        one.add_argument("--documents", type=int, default=5_000)
        one.add_argument("--kills", type=int, default=20)
        one.add_argument("--apart", type=float, default=8.0, help="the most seconds between two kills")
        one.add_argument("--model", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        given.measure(given, Path(place))


def command(folder: Path, output: Path, *more: object) -> list[str]:
    parts = [sys.executable, "-m", "docpipe", "batch", folder, "--output", output, "--set", "ocr=never", "-q"]
    return [str(part) for part in [*parts, *more]]


def workers(given: argparse.Namespace, place: Path) -> None:
    """Wall time of one and of two workers by turns; and what a document costs beside reading and rules."""
    walls: dict[int, list[float]] = {1: [], 2: []}
    for number in range(given.rounds):
        for count in walls:
            output = place / f"{count}-{number}"
            used, began = _children(), time.perf_counter()
            subprocess.run(command(given.folder, output, "--no-audit", "--workers", count), check=False)
            walls[count].append(time.perf_counter() - began)
            cpu = _children() - used
            done = _ended(output)
            inside = sum(seconds for _, seconds in done)
            print(f"{count} workers: {walls[count][-1]:.1f} s, {cpu:.1f} s of CPU, {len(done)} documents, ", end="")
            beside = 1000 * (count * walls[count][-1] - inside) / max(1, len(done))
            print(f"{beside:.1f} ms of a worker's time beside each", end="")
            if count == 1:
                stretch = max(ended for ended, _ in done) - min(ended - seconds for ended, seconds in done)
                print(f", {1000 * (stretch - inside) / len(done):.1f} of it from one document to the next", end="")
            print(f"; load {os.getloadavg()[0]:.1f}")
    medians = {count: statistics.median(found) for count, found in walls.items()}
    print(f"two workers are {medians[1] / medians[2]:.2f} times one")


class Sleeping:
    """An analysis that takes a fixed time and no CPU, so that a machine that is busy otherwise does not count."""

    def __call__(self, path: Path, manifest: Mapping[str, str]) -> Failure:
        time.sleep(SLEEP_SECONDS)
        return Failure(str(path), NoText("nothing was read"))

    def copied(self, job: object) -> None:
        return None


def own(given: argparse.Namespace, place: Path) -> None:
    """What the ledger, the pipes and the files cost beside the work, with one worker and with two."""
    documents = min(given.documents, 300)
    room = place / "room"
    room.mkdir()
    for number in range(documents):
        (room / f"{number:05}.pdf").write_bytes(b"%%PDF %d" % number)
    walls: dict[int, float] = {}
    for count in (1, 2):
        output = place / str(count)
        output.mkdir()
        ledger = Ledger(output)
        work = Work(search(room, output), Wanted("auto", "rules", "", None), ledger, output)
        work.begin(Again(), lambda _: None)
        began = 0.0
        for outcome in run(work.next, Sleeping(), Crew(count), Look()):
            work.end(outcome)
            began = began or time.perf_counter()  # the first one had a process to start
        walls[count] = time.perf_counter() - began
        ledger.close()
        beside = 1000 * (count * walls[count] / (documents - 1) - SLEEP_SECONDS)
        print(f"{count} workers: {beside:.1f} ms beside each document's {1000 * SLEEP_SECONDS:.0f}", end="; ")
    print(f"two workers are {walls[1] / walls[2]:.2f} times one; load {os.getloadavg()[0]:.1f}")


def results(given: argparse.Namespace, place: Path) -> None:
    """Milliseconds of CPU that recording, writing and counting a result take; the best of several passes."""
    jobs = search(given.folder, place).jobs[: min(given.documents, 60)]
    settings = load({"ocr": "never", "audit_log": str(place / "audit.jsonl")})
    unrecorded = replace(settings, audit=False)
    made = list(api.analyze_each([job.source for job in jobs], "auto", unrecorded))
    settle()  # as in a worker
    for what, chosen in (("written", unrecorded), ("recorded in the audit log, too", settings)):
        best = min(_cpu_of_writing(jobs, made, chosen) for _ in range(2 + given.rounds))
        print(f"{1000 * best / len(jobs):.1f} ms {what}", end="; ")
    print(f"{len(jobs)} documents; load {os.getloadavg()[0]:.1f}")


def _cpu_of_writing(jobs: list[Job], made: list[Result | Failure], settings: Settings) -> float:
    began = time.process_time()
    for job, outcome in zip(jobs, made, strict=True):
        written(job, outcome, Look(), settings, time.perf_counter())
    return time.process_time() - began


def memory(given: argparse.Namespace, place: Path) -> None:
    """Resident memory of the leading process by the documents that are done."""
    from reportlab.pdfgen.canvas import Canvas

    room = place / "room"
    room.mkdir()
    for number in range(given.documents):
        canvas = Canvas(str(room / f"{number:05}.pdf"))
        canvas.drawString(72, 700, f"This Agreement No. {number} is made as of March 5, 2021.")
        canvas.save()
    modelled = ["--engine", flow.ENGINE, "--no-journal", "--kind", "contract"] if given.model else []
    told = {flow.LIMIT: 32, flow.LATENCY: 0, flow.FIRST: 0, flow.LOG: place / "log"}
    running = subprocess.Popen(command(room, place / "out", "--no-audit", *modelled), env=flow.environment(told))
    seen: dict[int, float] = {}
    cpu = 0.0
    while running.poll() is None:
        done = _counted(place / "out")
        resident = _resident_mb(running.pid)
        if resident:
            seen[done] = resident
            cpu = _cpu_seconds(running.pid) or cpu
        time.sleep(0.5)
    marks = {mark: next((mb for done, mb in sorted(seen.items()) if done >= mark), 0.0) for mark in (200, 1_000, 2_500)}
    marks = {mark: mb for mark, mb in marks.items() if mb} | {max(seen): seen[max(seen)]}
    print(", ".join(f"{mb:.1f} MB at {mark:,}" for mark, mb in marks.items()), "documents")
    print(f"most {max(seen.values()):.1f} MB; {1000 * cpu / given.documents:.2f} ms of its CPU a document")


def start(given: argparse.Namespace, place: Path) -> None:
    """Seconds until a document is leased to a worker, as the ledger tells."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    found: list[float] = []
    cpu: list[float] = []
    for number in range(given.rounds + 1):
        output = place / str(number)
        began = time.perf_counter()
        running = subprocess.Popen(command(given.folder, output, "--no-audit"), env=environment, start_new_session=True)
        while running.poll() is None and not (output / LEDGER).is_file():
            time.sleep(0.002)
        while running.poll() is None and not _begun(output):
            time.sleep(0.005)
        found.append(time.perf_counter() - began)
        cpu.append(_cpu_seconds(running.pid))
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
    told = " ".join(f"{seconds:.2f}" for seconds in found[1:])
    print(f"first document begins after {told} s, median {statistics.median(found[1:]):.2f}, ", end="")
    print(f"{statistics.median(cpu[1:]):.2f} s of CPU; ", end="")
    print(f"load {os.getloadavg()[0]:.1f}")


def kills(given: argparse.Namespace, place: Path) -> None:
    """The outcomes after many kills against those of a run that nobody disturbs, but for times."""
    random.seed(4)
    killed, calm = place / "killed", place / "calm"
    in_hand: list[int] = []
    for _ in range(given.kills):
        running = subprocess.Popen(_audited(given.folder, killed), start_new_session=True)
        try:
            running.wait(random.uniform(0.5, given.apart))
            print("it was done before the last kill")
            break
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
        in_hand.append(_running(killed))
    for output in (killed, calm):
        subprocess.run(_audited(given.folder, output), check=False)
    one, other = _results(killed), _results(calm)
    differ = [name for name in one.keys() & other.keys() if one[name] != other[name]]
    print(f"{len(in_hand)} kills; in hand at each: {in_hand}; {len(one)} outcomes, {len(other)} undisturbed")
    print(f"in one alone: {sorted(one.keys() ^ other.keys())}; differ: {differ}")
    print(f"ends recorded: {_recorded(killed)}, undisturbed {_recorded(calm)}")


def _audited(folder: Path, output: Path) -> list[str]:
    return command(folder, output, "--set", f"audit_log={output}.jsonl")


def _recorded(output: Path) -> int:
    lines = Path(f"{output}.jsonl").read_text(encoding="utf-8").splitlines()
    return sum(json.loads(line)["what"] == "analyze" for line in lines)


def _results(output: Path) -> dict[str, object]:
    found: dict[str, object] = {}
    for path in output.rglob("*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        found[str(path.relative_to(output))] = {
            name: part for name, part in data.items() if name not in ("created", "seconds", "audit")
        }
    return found


def _asked(output: Path, question: str) -> list[tuple[float, ...]]:
    """Rows of a ledger; none where there is none yet."""
    try:
        base = sqlite3.connect(f"file:{output / LEDGER}?mode=ro", uri=True)
        try:
            return base.execute(question).fetchall()
        finally:
            base.close()
    except sqlite3.Error:
        return []


def _running(output: Path) -> int:
    return sum(int(row[0]) for row in _asked(output, "SELECT count(*) FROM document WHERE state = 'running'"))


def _begun(output: Path) -> int:
    return sum(int(row[0]) for row in _asked(output, "SELECT count(*) FROM document WHERE state NOT IN ('queued')"))


def _counted(output: Path) -> int:
    return sum(int(row[0]) for row in _asked(output, "SELECT count(*) FROM document WHERE state IN ('done', 'failed')"))


def _ended(output: Path) -> list[tuple[float, ...]]:
    return _asked(output, "SELECT ended, coalesce(seconds, 0) FROM document WHERE state IN ('done', 'failed')")


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cpu_seconds(process: int) -> float:
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def _resident_mb(process: int) -> float:
    try:
        told = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in told.splitlines() if line.startswith("VmRSS")), 0.0)


if __name__ == "__main__":
    main()
