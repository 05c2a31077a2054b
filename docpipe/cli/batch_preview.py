"""``docpipe batch --dry-run``: what there is, and about how long it will take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from docpipe.batch.folder import Found, Job
from docpipe.batch.sharing import pace
from docpipe.cli.messages import counted
from docpipe.cli.progress import duration

PAGE_SECONDS = 0.012
"""Reading and analysing a page of a contract: 365 documents, 6,857 pages, 82 s of CPU (benchmarks/README.md)."""

SCANNED_PAGE_SECONDS = 6.0
"""Reading a page by OCR (benchmarks/README.md, scans)."""

START_SECONDS = 1.0
"""Until workers are there and have loaded rules and tokenizer; they do it side by side. Of one contract of four pages
.9 s of CPU, of three with twenty 1.2 s."""

KNOWN_PAGES = 20
"""Pages of earlier runs that say how long a page takes here; of fewer, start-up is most of the time."""

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


def preview(found: Found, workers: int, output: Path) -> int:
    """Say it on stdout; ``output`` may know how long pages took before."""
    originals = [job for job in found.jobs if job.original is None]
    probed = [one for job in originals if job.address is None and (one := _probe(job.source)) is not None]
    for line in _lines(found, originals, probed):
        print(line)
    print(f"{_time(probed, workers, *pace(output))}; nothing was analysed, nothing is sent")
    return 0


def _lines(found: Found, originals: Sequence[Job], probed: Sequence[_Probed]) -> Iterator[str]:
    endings = Counter(job.source.suffix.lower() or "without ending" for job in found.jobs)
    kinds = ", ".join(f"{count:,} {ending}" for ending, count in sorted(endings.items()))
    size = sum(job.size_bytes for job in found.jobs) / 1e6
    yield f"{counted(len(found.jobs), 'document')} ({kinds or 'none'}), {size:,.1f} MB"
    copies = len(found.jobs) - len(originals)
    yield f"{copies:,} of them copies of others; beside them {counted(len(found.not_read), 'file')} of types not read"
    pages = sum(one.pages for one in probed)
    scanned = _scanned(probed)
    tokens = sum(one.characters * one.pages / one.probed for one in probed if one.probed) / CHARACTERS_PER_TOKEN
    if gone := sum(_is_gone(job) for job in found.jobs):
        yield f"{counted(gone, 'document')} cannot be found or opened and will fail"
    if elsewhere := sum(job.address is not None for job in found.jobs):
        lie = "lies elsewhere and is" if elsewhere == 1 else "lie elsewhere and are"
        yield f"{counted(elsewhere, 'document')} {lie} not opened for this: their pages are not counted"
    yield f"{counted(pages, 'page')} in PDFs, about {scanned:,.0f} of them scanned; about {tokens:,.0f} tokens"


def _is_gone(job: Job) -> bool:
    """Whether a file that a list names is not there; one in an archive is known by its hash."""
    return job.address is None and job.sha256 is None and not job.source.is_file()


def _scanned(probed: Sequence[_Probed]) -> float:
    return sum(one.pages * one.without_text / one.probed for one in probed if one.probed)


def _time(probed: Sequence[_Probed], workers: int, known_pages: int, known_seconds: float) -> str:
    """How long it will take: as earlier runs took, start-up of their workers included, else by what was measured."""
    pages = sum(one.pages for one in probed)
    if known_pages >= KNOWN_PAGES:
        seconds = START_SECONDS + pages * known_seconds / known_pages / workers
        pace = f"at the {known_seconds / known_pages:.2f} s a page that earlier runs into this folder took"
    else:
        scanned = _scanned(probed)
        work = (pages - scanned) * PAGE_SECONDS + scanned * SCANNED_PAGE_SECONDS
        seconds, pace = START_SECONDS + work / workers, "on an idle machine"
    return f"about {duration(seconds)} with {counted(workers, 'worker')} {pace}"


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
