"""``docpipe read --picture``: pages with their blocks and their order drawn on them, as PNG files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from docpipe.cli import outputs
from docpipe.cli.safety import ENDINGS, check_file, check_slots, make_folder
from docpipe.errors import ReadError, SettingsError
from docpipe.readers.frames import Task
from docpipe.readers.options import check_pages, chosen_pages
from docpipe.readers.pictures import Picture, Wanted
from docpipe.reading import open_pool, read_options
from docpipe.sinks.files import common_folder, slots, write_data
from docpipe.sinks.picture import annotated, summary

if TYPE_CHECKING:
    from docpipe.filters.results import Screened
    from docpipe.settings import Settings
    from docpipe.types import Document, Failure

PAGES_AT_ONCE = 8
"""Pages that a worker draws on one request; in pixels each takes up to 24 MB, as PNG some 0.1."""

_OPTION = "--picture"
_DRAW = "docpipe.readers.pictures:pictures"


class PictureFiles:
    """Writes the wanted pages of each document: to one file, to a folder as ``lease.page3.png``, or to stdout."""

    def __init__(self, wanted: str, files: Sequence[Path], output: Path | None, settings: Settings) -> None:
        """``wanted`` holds pages and ranges, such as ``3,5-7``. Raises SettingsError for what cannot be done."""
        self._wanted, self._files, self._output, self._settings = wanted, files, output, settings
        several = len(files) > 1 or not wanted.isdecimal()
        check_pages(wanted, _OPTION)
        _refuse_one_file(wanted, len(files), output)
        self._folder = output if output is not None and outputs.is_folder(output, 2 if several else 1) else None
        if self._folder is not None:
            make_folder(self._folder)
        elif output is not None:
            check_file(output, files, "picture")
        elif several or sys.stdout.isatty():
            raise SettingsError(f"{_OPTION} makes PNG files: name a folder for them with --output DIR")

    def write(self, screened: Screened, index: int) -> list[str]:
        """Draw and write the pages of the document at ``index``; a line about each.

        Raises SettingsError for pages that it has not, and where a file is in the way; ReadError, LimitExceeded.
        """
        document = screened.document
        if not document.paged:
            raise SettingsError(f"{document.source.name}: has no pages, so {_OPTION} has nothing to draw")
        pages = chosen_pages(self._wanted, max(page.number for page in document.pages), _OPTION)
        said = {}
        for picture in self._pictures(screened, index, pages):
            self._write_one(annotated(document, picture), picture.page, index)
            said[picture.page] = summary(document, picture.page)
        if missing := [page for page in pages if page not in said]:
            raise ReadError(_missing(document, missing[0]), document.source.name)
        return list(said.values())

    def fail(self, failure: Failure, index: int) -> None:
        """A document that failed has no pictures, and no file in their place."""

    def _pictures(self, screened: Screened, index: int, pages: Sequence[int]) -> Iterator[Picture]:
        """Those of the pages that were read and can be drawn, by a worker, with what is redacted painted over."""
        source, options = screened.document.source, read_options(self._settings)
        pages = [page for page in pages if page in screened.document.pages_read]
        with open_pool() as pool:
            for first in range(0, len(pages), PAGES_AT_ONCE):
                some = tuple(pages[first : first + PAGES_AT_ONCE])
                task = Task(_DRAW, Wanted(source.sha256, some, dict(screened.masks)))
                yield from pool.run(task, self._files[index], options).result()

    def _write_one(self, png: bytes, page: int, index: int) -> None:
        if self._output is None:
            sys.stdout.buffer.write(png)
            sys.stdout.buffer.flush()
        elif self._folder is None:
            write_data(self._output, png)
        else:
            slot = slots(self._files, common_folder(self._files), self._folder, f".page{page}.png")[index]
            check_slots([slot], self._files)
            slot.write_data(png)


def _refuse_one_file(wanted: str, count: int, output: Path | None) -> None:
    """A name that ends like a picture's holds one page of one document."""
    if output is None or output.suffix.lower() not in ENDINGS["picture"] or output.is_dir():
        return
    better = f"name a folder, such as --output {output.with_suffix('')}"
    if not wanted.isdecimal():
        raise SettingsError(f"--output {output}: {_OPTION} {wanted} makes a file for each page: {better}, or one page")
    if count > 1:
        raise SettingsError(f"--output {output}: {count} documents make a file each: {better}")


def _missing(document: Document, page: int) -> str:
    why = (
        "it cannot be drawn, the file is damaged there"
        if page in document.pages_read
        else "it was not read; see --pages"
    )
    return f"page {page} has no picture: {why}"
