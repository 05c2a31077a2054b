"""Many processes append to one audit log, some of them are killed at random; is it whole, and how fast was it?

    python benchmarks/audit.py [--folder DIR] [--processes 8] [--entries 500] [--kill 3]

The log lies in DIR (default: a temporary folder), so that the disk that matters can be measured.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from docpipe.audit.checking import entries, verify
from docpipe.audit.log import Log

WRITER = """
import sys, time
from pathlib import Path
from docpipe.audit.log import Log
log = Log(Path(sys.argv[1]))
for number in range(int(sys.argv[2])):
    began = time.perf_counter()
    logged = log.append({"what": "analyze", "outcome": "ok", "document_sha256": "0" * 64})
    print(logged.seq, logged.hash, time.perf_counter() - began, flush=True)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path)
    for name, default in (("processes", 8), ("entries", 500), ("kill", 3)):
        parser.add_argument(f"--{name}", type=int, default=default)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        run(Path(folder) / "audit.jsonl", arguments.processes, arguments.entries, arguments.kill)


def run(path: Path, processes: int, count: int, kill: int) -> None:
    began = time.perf_counter()
    command = [sys.executable, "-c", WRITER, str(path), str(count)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    for process in random.sample(running, kill):
        time.sleep(random.random())
        process.kill()
    lines = [line.split() for process in running for line in process.communicate()[0].splitlines()]
    seconds = time.perf_counter() - began
    told = {(int(line[0]), line[1]) for line in lines if len(line) == 3}
    report = verify(Log(path))
    lost = told - {(entry.seq, entry.hash) for entry in entries(path)}
    print(f"{report.entry_count:,} entries of {processes} processes, {kill} killed, in {seconds:.1f} s")
    print(f"told of {len(told):,}, of which {len(lost)} are not in the log")
    print(f"problems: {[problem.message for problem in report.problems]}; notes: {report.notes}")
    alone = [timed(Log(path)) for _ in range(200)]
    print(f"one append by itself: median {statistics.median(alone) * 1000:.2f} ms")


def timed(log: Log) -> float:
    began = time.perf_counter()
    log.append({"what": "analyze", "outcome": "ok", "document_sha256": "0" * 64})
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
