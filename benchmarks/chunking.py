"""Does chunking change a result? Every document is analysed whole and in chunks of several sizes.

    python benchmarks/chunking.py FOLDER [--chunk-tokens 1000 3000 10000]

Prints every field on which a chunked value differs from the unchunked one; exit status 1 if any does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from docpipe import api, kinds, pipeline
from docpipe.errors import DocpipeError
from docpipe.settings import load


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chunk-tokens", type=int, nargs="+", default=[1_000, 3_000, 10_000])
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    paths = sorted(path for path in arguments.folder.rglob("*") if path.suffix.lower() == ".pdf")
    sizes = [tuple(arguments.chunk_tokens)] * len(paths)
    documents = chunked = differing = 0
    with ProcessPoolExecutor(arguments.workers) as pool:
        for path, (chunks, differences) in zip(paths, pool.map(compare, paths, sizes), strict=True):
            documents += 1
            chunked += chunks > 1
            differing += bool(differences)
            for difference in differences:
                print(f"{path.name}: {difference}")
    print(f"{documents} documents, {chunked} of them in more than one chunk; {differing} differ")
    return 1 if differing else 0


def compare(path: Path, sizes: tuple[int, ...]) -> tuple[int, list[str]]:
    """The most chunks that the document came in, and what differs from the unchunked value."""
    try:
        document = api.read(path)
    except DocpipeError:
        return 0, []
    kind = kinds.load("contract")
    whole = pipeline.analyze(document, kind, load({"threshold_tokens": 10**9})).data
    most, differences = 1, []
    for size in sizes:
        result = pipeline.analyze(document, kind, load({"threshold_tokens": 1, "chunk_tokens": size}))
        most = max(most, len(result.route.chunks))
        differences += [f"{size}: {line}" for line in _differences(whole, result.data)]
    return most, differences


def _differences(whole: dict[str, object], chunked: dict[str, object]) -> Iterator[str]:
    for name, value in whole.items():
        if chunked[name] != value:
            yield f"{name}: whole {value!r:.200}, chunked {chunked[name]!r:.200}"


if __name__ == "__main__":
    sys.exit(main())
