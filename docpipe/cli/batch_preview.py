"""``docpipe batch --dry-run``: what there is, and about how long it will take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from docpipe.batch.folder import Found, Job
from docpipe.cli.messages import counted
from docpipe.cli.progress import duration

PAGE_SECONDS = 0.012
"""Reading and analysing a page of a contract: 365 documents, 6,857 pages, 82 s of CPU (benchmarks/README.md)."""

SCANNED_PAGE_SECONDS = 6.0
"""Reading a page by OCR (benchmarks/README.md, scans)."""

FEWEST_CHARACTERS = 25
"""A page with fewer has a picture at most; the same limit decides on OCR for a page without text."""

PROBES = 5
"""Pages of a document, spread over it, that are looked at for text."""

CHARACTERS_PER_TOKEN = 4.4
"""Of English contracts under Qwen3's tokenizer; Chinese has about 1.5."""


class _Probed(Struct, frozen=True):
    """A document that was opened: its pages, how many of those that were looked at have no text, and their text."""

    pages: int
    probed: int
    without_text: int
    characters: int


def preview(found: Found, workers: int) -> int:
    """Say it on stdout."""
    originals = [job for job in found.jobs if job.original is None]
    probed = [one for job in originals if (one := _probe(job.source)) is not None]
    for line in _lines(found, originals, probed, workers):
        print(line)
    return 0


def _lines(found: Found, originals: Sequence[Job], probed: Sequence[_Probed], workers: int) -> Iterator[str]:
    endings = Counter(job.source.suffix.lower() or "without ending" for job in found.jobs)
    kinds = ", ".join(f"{count:,} {ending}" for ending, count in sorted(endings.items()))
    size = sum(job.size_bytes for job in found.jobs) / 1e6
    yield f"{counted(len(found.jobs), 'document')} ({kinds or 'none'}), {size:,.1f} MB"
    copies = len(found.jobs) - len(originals)
    yield f"{copies:,} of them copies of others; beside them {counted(len(found.not_read), 'file')} of types not read"
    pages = sum(one.pages for one in probed)
    scanned = sum(one.pages * one.without_text / one.probed for one in probed if one.probed)
    tokens = sum(one.characters * one.pages / one.probed for one in probed if one.probed) / CHARACTERS_PER_TOKEN
    yield f"{counted(pages, 'page')} in PDFs, about {scanned:,.0f} of them scanned; about {tokens:,.0f} tokens"
    seconds = ((pages - scanned) * PAGE_SECONDS + scanned * SCANNED_PAGE_SECONDS) / workers
    yield f"about {duration(seconds)} with {counted(workers, 'worker')}; nothing was analysed, nothing is sent"


def _probe(path: Path) -> _Probed | None:
    """A look into a PDF; None for what is none or cannot be opened."""
    import pypdfium2

    if path.suffix.lower() != ".pdf" or not path.is_file():
        return None
    try:
        with pypdfium2.PdfDocument(path) as pdf:
            count = len(pdf)
            chosen = sorted({round(at * (count - 1) / max(PROBES - 1, 1)) for at in range(min(PROBES, count))})
            lengths = [len(pdf[at].get_textpage().get_text_range().strip()) for at in chosen]
    except pypdfium2.PdfiumError:
        return None
    return _Probed(count, len(chosen), sum(length < FEWEST_CHARACTERS for length in lengths), sum(lengths))
