"""How much memory a Document takes beside its text.

    python benchmarks/memory.py FILE.pdf...

Each document is read in a worker and received here; what its objects hold is counted by tracemalloc.
"""

from __future__ import annotations

import argparse
import pickle
import tracemalloc
from pathlib import Path

from docpipe import api


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    for path in parser.parse_args().files:
        sent = pickle.dumps(api.read(path))
        tracemalloc.start()
        document = pickle.loads(sent)
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        beside = (held - len(document.text.encode("utf-32-le")) // _bytes_per_character(document.text)) / 1e6
        pages, words = len(document.pages_read), len(document.words)
        size = f"{pages} pages, {words:,} words, {len(document.text) / 1e6:.1f} M characters"
        print(f"{path.name}: {size}; {beside:.1f} MB beside the text")


def _bytes_per_character(text: str) -> int:
    """By how much UTF-32 is longer than the string as Python holds it."""
    widest = max(text, default="a")
    return 4 if widest <= "\xff" else 2 if widest <= "\uffff" else 1


if __name__ == "__main__":
    main()
