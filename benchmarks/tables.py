"""Tables: how well they are found, what finding them costs, and how often there is one where there is none.

    python benchmarks/tables.py TABLES --scorer score_tables.py [--out OUT]   F1 of a folder of PDFs with gold tables
    python benchmarks/tables.py --cost REPORT.pdf                            ms a page, of table finding alone
    python benchmarks/tables.py --false CONTRACTS                            tables per 100 pages of prose

The scorer is called as ``SCORER --gold TABLES --results OUT --per-doc`` and finds a JSON file for each PDF in OUT, as
``docpipe read --format json`` writes it. Of contracts the first rows of each table are printed, for eyes to judge which
are none: a schedule of prices is one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from docpipe import api, readers
from docpipe.readers import pdf
from docpipe.readers.options import ReadOptions
from docpipe.settings import load
from docpipe.sinks.json import document_to_json, dumps
from docpipe.types import Document, Failure

SHOWN_ROWS = 2
SHOWN_CHARACTERS = 150


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="PDFs, and what the scorer takes for gold")
    parser.add_argument("--scorer", type=Path)
    parser.add_argument("--out", type=Path, help="where results go; a folder that is removed again by default")
    parser.add_argument("--cost", type=Path, metavar="REPORT")
    parser.add_argument("--false", type=Path, metavar="CONTRACTS", dest="contracts")
    given = parser.parse_args()
    if given.cost:
        cost(given.cost)
    if given.contracts:
        false_tables(given.contracts)
    if given.folder and given.scorer:
        with tempfile.TemporaryDirectory() as scratch:
            return score(given.folder, given.scorer, given.out or Path(scratch))
    return 0


def score(folder: Path, scorer: Path, out: Path) -> int:
    """Results of all PDFs of a folder, and what the scorer says of them."""
    out.mkdir(exist_ok=True)
    for document in read_all(folder):
        name = Path(document.source.name).stem
        (out / f"{name}.json").write_text(dumps(document_to_json(document)), encoding="utf-8")
    command = [sys.executable, str(scorer), "--gold", str(folder), "--results", str(out), "--per-doc"]
    return subprocess.run(command, check=False).returncode


def false_tables(folder: Path) -> None:
    """How many tables stand in 100 pages, and the first rows of each."""
    pages = found = 0
    for document in read_all(folder):
        pages += len(document.pages)
        for table in document.tables:
            found += 1
            print(f"{document.source.name}, page {table.regions[0].page}, {len(table.rows)} rows:")
            for row in table.rows[:SHOWN_ROWS]:
                print("    " + " | ".join(row)[:SHOWN_CHARACTERS])
    print(f"{found} tables on {pages} pages: {100 * found / max(pages, 1):.2f} per 100 pages")


def cost(path: Path) -> None:
    """CPU milliseconds a page for the lines of pages and the tables among their words, in this process."""
    spent = [0.0]
    find = pdf.page_tables

    def timed(*arguments: object) -> object:
        began = time.process_time()
        try:
            return find(*arguments)  # type: ignore[arg-type]
        finally:
            spent[0] += time.process_time() - began

    pdf.page_tables = timed  # type: ignore[assignment]

    data = path.read_bytes()
    began = time.process_time()
    document = readers.read(data, readers.describe(data, path.name, None), ReadOptions())
    whole = time.process_time() - began
    count = len(document.pages)
    print(f"{path.name}: {count} pages, {len(document.tables)} tables (parts of tables over pages apart)")
    print(f"tables: {1000 * spent[0] / count:.2f} ms a page of {1000 * whole / count:.2f} ms for all of reading")


def read_all(folder: Path) -> Iterator[Document]:
    """Every PDF of a folder through docpipe's own API, without OCR; one that fails is told of."""
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".pdf")
    for path, outcome in zip(files, api.read_each(files, load({"ocr": "never"})), strict=True):
        if isinstance(outcome, Failure):
            print(f"{path.name}: {outcome.error}", file=sys.stderr)
        else:
            yield outcome.document


if __name__ == "__main__":
    sys.exit(main())
