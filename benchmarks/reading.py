"""Reading: speed, memory and quality beside other readers of PDFs, and how folders of documents end.

    python benchmarks/reading.py speed CONTRACT.pdf REPORT.pdf [--peers PYTHON]
    python benchmarks/reading.py quality --assertions FILE --pdfs DIR --scorer SCRIPT [--peers PYTHON]
    python benchmarks/reading.py folder DIR [--gold cuad/gold.jsonl]

``--peers`` names the interpreter of an environment in which the other readers are installed (peers.py lists them):
``pip install pypdfium2 pdfplumber pypdf pdfminer.six pdf_oxide kreuzberg pdf-inspector docling-parse``. Those that are
missing are named, and the others go on.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2
from folders import folder
from peers import PEERS, peak_mb

from docpipe.launch import CLEANING, cpu_count
from docpipe.readers.options import ReadOptions
from docpipe.readers.parts import PART_PAGES
from docpipe.readers.workers import Pool

ROUNDS = 3
"""Each engine is measured so often, all in turn, and its best counts: other work on the machine only adds."""

SLOW = {"pdfplumber chars": 1, "pdfminer.six": 10, "docling-parse": 10, "pypdf": 10}
"""Peers that are measured once, on every so many pages: they take 10 to 180 ms a page."""

LONG_PAGES = 600
LONG_ROUNDS = 12
"""Rounds by the clock, in which one process and two take turns: what else runs disturbs two of them more."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked = parser.add_subparsers(dest="what", required=True)
    speed_options = asked.add_parser("speed")
    speed_options.add_argument("files", type=Path, nargs="+")
    quality_options = asked.add_parser("quality")
    for name in ("--assertions", "--pdfs", "--scorer"):
        quality_options.add_argument(name, type=Path, required=True)
    quality_options.add_argument("--passwords", type=Path, help="JSON: file name to password")
    for one in (speed_options, quality_options):
        one.add_argument("--peers", default=sys.executable, metavar="PYTHON")
        one.add_argument("--only", nargs="+", choices=PEERS, default=list(PEERS), metavar="ENGINE")
    folder_options = asked.add_parser("folder")
    folder_options.add_argument("folder", type=Path)
    folder_options.add_argument("--gold", type=Path)
    given = parser.parse_args()
    {"speed": speed, "quality": quality, "folder": lambda given: folder(given.folder, given.gold)}[given.what](given)


def speed(given: argparse.Namespace) -> None:
    """The four figures of docpipe, and those of its peers on the same files in the same run."""
    there = list(dict.fromkeys([*_OWN, *_installed(given)]))
    for path in given.files:
        best = _measured(path, there, given.peers)
        own, bare, chars = (
            best.get(name, {}).get("ms", 0.0) for name in ("docpipe", "PDFium text", "pdfplumber chars")
        )
        print(f"\n{path.name}\n  {'engine':20} {'ms CPU a page':>14} {'of docpipe':>11} {'MB':>6}")
        for name, figures in best.items():
            print(f"  {name:20} {figures['ms']:14.2f} {figures['ms'] / own:11.2f} {figures['mb']:6.0f}")
        tables = best["docpipe"]["tables"]
        print(f"  docpipe: {chars / own:.1f} x pdfplumber's chars, {bare / own:.2f} of bare PDFium text", end="; ")
        apart = own - tables
        print(f"without its {tables:.2f} ms for tables {chars / apart:.1f} x, {bare / apart:.2f}")
    with tempfile.TemporaryDirectory() as scratch:
        _large(_repeated(given.files[-1], LONG_PAGES, Path(scratch)))


def quality(given: argparse.Namespace) -> None:
    """The scorer's last line for docpipe and for each peer, whose text of a page is one paragraph."""
    passwords = json.loads(given.passwords.read_text(encoding="utf-8")) if given.passwords else {}
    files = sorted(path for path in given.pdfs.iterdir() if path.is_file())
    for name in _installed(given):
        with tempfile.TemporaryDirectory() as results:
            for path in files:
                _answer(name, path, passwords.get(path.name), given.peers, Path(results))
            score = [sys.executable, given.scorer, "--assertions", given.assertions, "--results", results]
            told = subprocess.run(
                [*score, "--without", "tables,ocr"], capture_output=True, encoding="utf-8", check=True
            )
            print(f"{name:20} {told.stdout.strip().splitlines()[-1]}", flush=True)


def _installed(given: argparse.Namespace) -> Iterator[str]:
    """The engines that can be measured; docpipe and PDFium are here, the others in the peers' environment."""
    listed = json.loads(_run([given.peers, _PEERS, "list"]).stdout)
    for name in given.only:
        if name in _OWN or listed[name]:
            yield name
        else:
            print(f"{name}: not installed, left out", file=sys.stderr)


_PEERS = str(Path(__file__).with_name("peers.py"))
_OWN = ("docpipe", "PDFium text")


def _measured(path: Path, names: Sequence[str], python: str) -> dict[str, dict[str, float]]:
    """The best of each engine's rounds."""
    best: dict[str, dict[str, float]] = {}
    for turn in range(ROUNDS):
        for name in names:
            if turn and name in SLOW:
                continue
            command = [sys.executable if name in _OWN else python, _PEERS, "measure", name, str(path)]
            done = _run([*command, "--every", str(SLOW.get(name, 1))])
            if done.returncode:
                print(f"{name}: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
                continue
            figures = json.loads(done.stdout.splitlines()[-1])
            if name not in best or figures["ms"] < best[name]["ms"]:
                best[name] = figures
    return best


def _large(path: Path) -> None:
    """Memory and the gain of a second process, on a document of many pages."""
    done = _run([sys.executable, "-m", "docpipe", "read", str(path), "--no-audit", "--quiet", "--output", os.devnull])
    memory = f"{peak_mb(children=True):.0f} MB at most in any process" if done.returncode == 0 else done.stderr
    print(f"\n{LONG_PAGES} pages, docpipe read: {memory}")
    one, shared = _in_turn(([path], 1, 1), ([path], 1, 2))
    print(f"  one document, its pages read by two processes: {one / shared:.2f} x ({one:.2f} s, {shared:.2f} s)")
    both, apart = _in_turn(([path, path], 1, 1), ([path, path], 2, 1))
    print(f"  two documents, a process each: {both / apart:.2f} x ({both:.2f} s, {apart:.2f} s)")
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"  seconds by the clock; {cpu_count()} processors, load {load}")


def _in_turn(*ways: tuple[Sequence[Path], int, int]) -> list[float]:
    """The least seconds of each way to read."""
    rounds = [[_seconds(*way) for way in ways] for _ in range(LONG_ROUNDS)]
    return [min(own) for own in zip(*rounds, strict=True)]


def _seconds(paths: Sequence[Path], workers: int, processes: int) -> float:
    """For all documents, by warm workers, whose helpers have started too: on pages that are enough for two."""
    options = ReadOptions(processes=processes)
    warming = ReadOptions(f"1-{processes * PART_PAGES}", processes=processes)
    with Pool(workers, CLEANING) as pool:
        for warm in [pool.submit(paths[0], warming) for _ in range(workers)]:
            warm.result()
        began = time.perf_counter()
        for reading in [pool.submit(path, options) for path in paths]:
            reading.result()
        return time.perf_counter() - began


def _repeated(path: Path, pages: int, folder: Path) -> Path:
    """A file with so many pages, those of another again and again."""
    long = folder / "long.pdf"
    with pypdfium2.PdfDocument(path) as source, pypdfium2.PdfDocument.new() as made:
        while len(made) < pages:
            made.import_pages(source, list(range(min(len(source), pages - len(made)))))
        made.save(str(long))
    return long


def _answer(name: str, path: Path, password: str | None, python: str, results: Path) -> None:
    """Write what an engine makes of a file in the form of ``docpipe read --format json``, or its error."""
    secret = ["--password", password] if password else []
    stem = path.name.removesuffix(".pdf").removesuffix(".PDF")
    if name == "docpipe":
        said = ["--format", "json", "--no-audit", "--quiet", "--error-format", "json"]
        done = _run([sys.executable, "-m", "docpipe", "read", str(path), *said, *secret])
        content = done.stdout if done.returncode == 0 else done.stderr
    else:
        done = _run([sys.executable if name in _OWN else python, _PEERS, "text", name, str(path), *secret])
        pages = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else []
        content = json.dumps(_plain(pages) if pages else {"error": {"code": "Failed"}})
    ending = ".json" if done.returncode == 0 else ".error.json"
    (results / (stem + ending)).write_text(content, encoding="utf-8")


def _plain(pages: Sequence[str]) -> dict[str, object]:
    blocks = [{"id": f"b{page}", "kind": "paragraph", "page": page, "text": text} for page, text in enumerate(pages, 1)]
    return {"document": {"warnings": [], "languages": []}, "text": "\n".join(pages), "blocks": blocks, "removed": []}


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)


if __name__ == "__main__":
    main()
