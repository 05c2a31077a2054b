"""A whole cold process against a fresh process that only imports pydantic and pypdfium2, in alternating pairs.

    python benchmarks/startup.py CONTRACT.pdf [--pairs 7]

Prints the median of the ratios of wall-clock seconds for ``docpipe analyze`` and for ``docpipe --help``.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

BASE = [sys.executable, "-c", "import pydantic, pypdfium2"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("document", type=Path)
    parser.add_argument("--pairs", type=int, default=7)
    arguments = parser.parse_args()
    docpipe = [sys.executable, "-m", "docpipe"]
    for name, command in (
        ("analyze", [*docpipe, "analyze", str(arguments.document), "--format", "json"]),
        ("--help", [*docpipe, "--help"]),
    ):
        pairs = [(seconds(command), seconds(BASE)) for _ in range(arguments.pairs)]
        ratio = statistics.median(ours / base for ours, base in pairs)
        ours, base = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"docpipe {name}: {ours:.2f} s, imports alone {base:.2f} s, ratio {ratio:.2f}")


def seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
