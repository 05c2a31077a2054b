"""Running headers, footers and page numbers: is what people labelled gone from the text, and nothing else?

    python benchmarks/furniture.py FOLDER_OF_PDFS [--errors]

``furniture.jsonl`` holds places only: 40 of the 365 contracts of CUAD v1 (random.Random(2026).sample of the sorted
paths), labelled by eye before cleaning was tuned on them. Of those with more than 25 pages, pages 1-8, the middle six
and the last four are labelled. Boxes are in points from the upper left of the page as displayed; doubtful lines, such
as stamps that occur once, count neither way.

Recall: labelled lines of which no word is left in the text. Precision: words of labelled pages, removed as header,
footer or page number, that lie in a labelled or doubtful box; rules drawn with characters are not asked about.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from docpipe import api
from docpipe.types import Document
from docpipe.words import Box, Words

LABELS = Path(__file__).with_suffix(".jsonl")
FURNITURE = ("header", "footer", "page_number")

Place = tuple[int, Box]
"""A page from 1, and a box on it."""


@dataclass(frozen=True, slots=True)
class Label:
    """What is labelled in one document."""

    document: str
    pages: frozenset[int]
    furniture: tuple[Place, ...]
    doubt: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of one document: lines for recall, words for precision; ``errors`` says what is wrong."""

    labelled: int
    gone: int
    removed: int
    rightly: int
    errors: tuple[str, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--errors", action="store_true", help="print page and words of each miss")
    arguments = parser.parse_args()
    paths = {path.name: path for path in arguments.folder.rglob("*") if path.suffix.lower() == ".pdf"}
    labels = list(read_labels())
    scores = []
    for label in labels:
        scores.append(score(api.read(paths[label.document]), label))
        for error in scores[-1].errors if arguments.errors else ():
            print(f"{label.document}: {error}")
    labelled, gone = sum(score.labelled for score in scores), sum(score.gone for score in scores)
    removed, rightly = sum(score.removed for score in scores), sum(score.rightly for score in scores)
    clean = sum(not score.errors for score in scores)
    pages = sum(len(label.pages) for label in labels)
    print(f"{len(labels)} documents, {pages} labelled pages, {clean} documents without error")
    print(f"recall {gone / labelled:.4f}: {gone} of {labelled} labelled lines are gone")
    print(
        f"precision {rightly / max(1, removed):.4f}: {rightly} of {removed} words cut lie in labelled or doubtful boxes"
    )


def read_labels() -> Iterator[Label]:
    for line in LABELS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        pages = frozenset(row["pages"])
        yield Label(row["document"], pages, _places(row["furniture"]), _places(row["doubt"]))


def score(document: Document, label: Label) -> Score:
    """How a document's cleaned text stands to its labels."""
    words = document.words
    by_page = _words_by_page(words, label.pages)
    errors: list[str] = []
    gone = 0
    for page, box in label.furniture:
        inside = [word for word in by_page.get(page, []) if _centre_in(words.box(word), [box])]
        left = [word for word in inside if words.starts[word] < words.ends[word]]
        gone += not left
        if left or not inside:
            errors.append(f"page {page}: left {_spoken(document, left) if left else f'? no word at {box}'}")
    removed = rightly = 0
    for cut in document.removed:
        if cut.kind in FURNITURE and cut.page in label.pages:
            known = [box for page, box in (*label.furniture, *label.doubt) if page == cut.page]
            boxes = [words.box(word) for word in by_page.get(cut.page, []) if words.starts[word] == words.ends[word]]
            inside_cut = [box for box in boxes if _centre_in(box, [cut.bbox])]
            right = sum(_centre_in(box, known) for box in inside_cut)
            removed, rightly = removed + len(inside_cut), rightly + right
            if right < len(inside_cut):
                errors.append(f"page {cut.page}: cut {cut.text!r} as {cut.kind}: {cut.why}")
    return Score(len(label.furniture), gone, removed, rightly, tuple(errors))


def _places(rows: Iterable[tuple[int, float, float, float, float]]) -> tuple[Place, ...]:
    return tuple((page, (x0, top, x1, bottom)) for page, x0, top, x1, bottom in rows)


def _words_by_page(words: Words, pages: frozenset[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for line, page in enumerate(words.line_pages):
        if page in pages:
            found.setdefault(page, []).extend(range(*words.line_range(line)))
    return found


def _centre_in(box: Box, others: list[Box]) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(x0 <= x <= x1 and top <= y <= bottom for x0, top, x1, bottom in others)


def _spoken(document: Document, indexes: list[int]) -> str:
    words = document.words
    return repr(" ".join(document.text[words.starts[at] : words.ends[at]] for at in indexes))


if __name__ == "__main__":
    main()
