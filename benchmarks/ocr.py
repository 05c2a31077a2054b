"""Character error rate and time of pages read from their pictures, against the text layers of their twins.

    python benchmarks/ocr.py SCAN.pdf=TWIN.pdf ...        scans, or files with a bad text layer, and their twins
    python benchmarks/ocr.py --rasterise FILE.pdf PAGES   pages of a sound file, read with --ocr always

White space, leaders and running heads do not count; punctuation of full width, quotes and dashes are the plain ones.
A page's error is the edit distance to its twin's text, in characters of the twin; lines that stand elsewhere in the
reading order count twice, so the bag of characters is measured beside it. Needs rapidfuzz and the extra ``ocr``.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import unicodedata
from collections import Counter

from rapidfuzz.distance import Levenshtein

from docpipe.cleaning import clean
from docpipe.launch import cpu_count
from docpipe.readers import load, read
from docpipe.readers.options import Limits, ReadOptions
from docpipe.types import Document

LEADERS = re.compile(r"[.…·_]{3,}")
QUOTES = str.maketrans("“”‘’–—", "\"\"''--")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="*", metavar="SCAN=TWIN")
    parser.add_argument("--rasterise", nargs=2, metavar=("FILE", "PAGES"), action="append", default=[])
    given = parser.parse_args()
    for pair in given.pairs:
        scan, _, twin = pair.partition("=")
        compare(reading(scan), reading(twin, ocr="never"), scan)
    for file, pages in given.rasterise:
        compare(reading(file, ocr="always", pages=pages), reading(file, ocr="never", pages=pages), file)


def reading(path: str, **options: str) -> tuple[Document, float]:
    """A document as read, and the CPU seconds that it took."""
    began = time.process_time()
    data, source = load(path, Limits())
    document = clean(read(data, source, ReadOptions(threads=cpu_count(), **options)))
    return document, time.process_time() - began


def compare(scanned: tuple[Document, float], twin: tuple[Document, float], name: str) -> None:
    document, seconds = scanned
    edits = bags = total = 0
    for page in document.pages:
        got, wanted = (page_text(one, page.number) for one in (document, twin[0]))
        distance = Levenshtein.distance(got, wanted)
        edits, total = edits + distance, total + len(wanted)
        bags += bag_distance(got, wanted)
        sys.stderr.write(f"  page {page.number}: {distance} of {len(wanted)}\n")
    count = len(document.pages)
    print(
        f"{name}: {count} pages, {len(document.ocr_pages)} by OCR; CER {edits / total:.4f}, bag of characters "
        f"{bags / total:.4f}, {seconds / count:.1f} CPU-s a page"
    )


def page_text(document: Document, number: int) -> str:
    """The characters of a page in reading order."""
    parts = [document.text[slice(*block.span)] for block in document.blocks if block.span and block.page == number]
    together = "".join(unicodedata.normalize("NFKC", "".join(parts)).split())
    return LEADERS.sub("", together.translate(QUOTES))


def bag_distance(got: str, wanted: str) -> int:
    """Characters that one of two texts has and the other has not, wherever they stand."""
    have, want = Counter(got), Counter(wanted)
    return max((have - want).total(), (want - have).total())


if __name__ == "__main__":
    main()
