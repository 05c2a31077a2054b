"""What a caller may ask of a reader: which pages, which password, how much at most."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from docpipe.errors import SettingsError
from docpipe.patterns import compiled

_RANGE = compiled(r"(\d+)(?:-(\d*))?")


class Limits(Struct, frozen=True):
    """How large and slow a document may be: the settings max_bytes, max_pages, timeout_seconds, memory_mb and
    ocr_page_seconds, which a page that is read from its picture may take on top.

    The longest filing at hand has 260 pages and 2.4 MB, and is read and cleaned in 3.6 s with 59 MB: the defaults leave
    at least ten times that.
    """

    size_bytes: int = 512 * 1024 * 1024
    page_count: int = 5_000
    seconds: float = 300.0
    memory_mb: int = 2_048
    ocr_page_seconds: float = 60.0


class ReadOptions(Struct, frozen=True):
    """``pages`` is ``"1-20"``, ``"3"``, ``"1-3,7,12-"`` or None for all; one document takes ``processes`` at most.
    ``ocr`` is auto (pages without a sound text layer), always or never; with ``threads`` in each process, by the
    ``ocr_engine`` rapidocr or tesseract, or auto: Latin text by tesseract where it is installed, all else by rapidocr.
    ``changes`` says what becomes of tracked changes: ``accepted``, ``original`` or ``marked``. ``tell_so_far`` has the
    first pages of a scan told while the others are being read."""

    pages: str | None = None
    password: str | None = None
    limits: Limits = field(default_factory=Limits)
    processes: int = 1
    ocr: str = "auto"
    threads: int = 1
    changes: str = "accepted"
    ocr_engine: str = "auto"
    tell_so_far: bool = False


def chosen_pages(pages: str | None, page_count: int, option: str = "--pages") -> list[int]:
    """The page numbers, from 1, that a selection names in a document of so many pages; ascending.

    Raises SettingsError, which names the option, when the selection is malformed or names no page of the document.
    """
    if pages is None:
        return list(range(1, page_count + 1))
    chosen: set[int] = set()
    for part in pages.split(","):
        first, last = _bounds(part.strip(), f"{option} {pages}")
        chosen.update(range(first, min(last or page_count, page_count) + 1))
    if not chosen:
        raise SettingsError(f"{option} {pages}: the document has {page_count} pages, none of them is chosen")
    return sorted(chosen)


def named(pages: Sequence[int]) -> str:
    """Pages as people name them: ``page 3`` or ``pages 3-5, 9``."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and runs[-1][-1] == page - 1:
            runs[-1] = [runs[-1][0], page]
        else:
            runs.append([page])
    listed = ", ".join("-".join(map(str, run)) for run in runs)
    return f"page {listed}" if len(pages) == 1 else f"pages {listed}"


def check_pages(pages: str, option: str) -> None:
    """Raise SettingsError for a selection that is malformed, before there is a document."""
    for part in pages.split(","):
        _bounds(part.strip(), f"{option} {pages}")


def _bounds(part: str, given: str) -> tuple[int, int | None]:
    """First and last page of one part; None for "to the end"."""
    match = _RANGE.fullmatch(part)
    if match is None or int(match[1]) == 0:
        raise SettingsError(f"{given}: write page numbers from 1, such as 1-20 or 3,7-9")
    first = int(match[1])
    last = first if match[2] is None else int(match[2]) if match[2] else None
    if last is not None and last < first:
        raise SettingsError(f"{given}: {part} runs backwards")
    return first, last
