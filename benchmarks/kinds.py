"""What ``--kind auto`` takes documents for: the share of each sort that it gets right, their mean, and what it costs.

    python benchmarks/kinds.py --contracts DIR --reports DIR --others DIR [DIR ...] [--leave-out README] [--errors]

``--leave-out`` is a table in Markdown of which a column lists what a file is tagged with: files of ``--others`` that
are tagged ``contract`` or ``filing`` are left out. Documents that cannot be read without OCR are counted and not
judged. Nothing is fitted, so there are no folds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

from docpipe import api
from docpipe.kinds.likeness import Likeness, Sort, likeness
from docpipe.settings import load
from docpipe.types import Document, Failure

TAGS = {"contract", "filing"}

ROUNDS = 3
"""Each document is judged so often and its best time counts: other work on the machine only adds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contracts", type=Path, required=True)
    parser.add_argument("--reports", type=Path, required=True)
    parser.add_argument("--others", type=Path, nargs="+", required=True)
    parser.add_argument("--leave-out", type=Path)
    parser.add_argument("--errors", action="store_true", help="list what is taken for something else")
    given = parser.parse_args()
    tagged = _tagged(given.leave_out) if given.leave_out else set()
    shares = [
        _judged("contract", _pdfs([given.contracts]), given.errors),
        _judged("report", _pdfs([given.reports]), given.errors),
        _judged("other", (path for path in _pdfs(given.others) if path.name not in tagged), given.errors),
    ]
    print(f"macro {sum(shares) / len(shares):.4f}")


def _judged(sort: Sort, paths: Iterable[Path], errors: bool) -> float:
    """The share of documents of a sort that are taken for it, printed with the time that it takes."""
    right, wrong, unread = 0, 0, 0
    milliseconds: list[float] = []
    for name, document in _read(list(paths)):
        if document is None:
            unread += 1
            continue
        spent, like = min((_timed(document) for _ in range(ROUNDS)), key=lambda pair: pair[0])
        milliseconds.append(spent)
        right += like.sort == sort
        wrong += like.sort != sort
        if errors and like.sort != sort:
            print(f"  {name}: {like.sort}, since {like.why}")
    share = right / max(right + wrong, 1)
    slowest = f"{median(milliseconds):.1f} ms each, {max(milliseconds):.1f} at most" if milliseconds else "none read"
    print(f"{sort:<9} {right} of {right + wrong} ({share:.4f}); {unread} not read; {slowest}")
    return share


def _timed(document: Document) -> tuple[float, Likeness]:
    began = time.process_time()
    like: Likeness = likeness.__wrapped__(document)  # not the answer that is kept
    return (time.process_time() - began) * 1000, like


def _read(paths: list[Path]) -> Iterator[tuple[str, Document | None]]:
    settings = load({"ocr": "never", "audit": False})
    for path, read in zip(paths, api.read_each(paths, settings), strict=True):
        yield path.name, None if isinstance(read, Failure) else read.document


def _pdfs(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".pdf")


def _tagged(readme: Path) -> set[str]:
    """The files that a table tags as contracts or filings."""
    found: set[str] = set()
    for line in readme.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if any(TAGS & {tag.strip() for tag in cell.split(",")} for cell in cells):
            found.add(cells[1])
    return found


if __name__ == "__main__":
    main()
