"""Thousands of results into a workbook: seconds, peak memory, size.

    python benchmarks/export.py RESULTS [--documents 3000]

RESULTS is a folder of results of a batch; each is used as often as it takes to have that many documents.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

MEASURED = """
import resource, sys, time
from docpipe.cli import run
began = time.perf_counter()
code = run(["export", sys.argv[1], "--to", sys.argv[2]])
used = resource.getrusage(resource.RUSAGE_SELF)
took, cpu = time.perf_counter() - began, used.ru_utime + used.ru_stime
print(f"{took:.1f} s, {cpu:.1f} s of CPU, {used.ru_maxrss / 1024:.0f} MB")
sys.exit(code)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path)
    parser.add_argument("--documents", type=int, default=3_000)
    given = parser.parse_args()
    originals = [path for path in sorted(given.results.rglob("*.json")) if not path.name.endswith(".error.json")]
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder) / "results"
        room.mkdir()
        for number in range(given.documents):
            path = originals[number % len(originals)]
            (room / f"{number:05}.json").write_bytes(path.read_bytes())
            (room / f"{number:05}.html").touch()  # so that cells have links
        for name in ("grid.xlsx", "facts.csv"):
            target = Path(folder) / name
            command = [sys.executable, "-c", MEASURED, room, target]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            print(f"{given.documents:,} documents, {done.stderr.strip().rpartition(', ')[2]}, to {name}:", end=" ")
            print(f"{done.stdout.strip()}, {target.stat().st_size / 1e6:.0f} MB on disk")


if __name__ == "__main__":
    main()
