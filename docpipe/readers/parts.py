"""Long PDFs in parts: runs of pages read by processes side by side, joined to the Document that one would have read.

PDFium is not safe between threads, so those who help are processes. This one takes parts from the front and they take
them from the end until none is left, so that none waits long for another, whenever it started. They are a help and no
more: a part that fails there is read here, where its fault is told as always.
"""

from __future__ import annotations

import re
import threading
from array import array
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from itertools import accumulate, chain
from typing import Any, Literal

from msgspec.structs import replace

from docpipe import readers
from docpipe.errors import DocpipeError
from docpipe.patterns import compiled
from docpipe.readers import so_far
from docpipe.readers.frames import Request
from docpipe.readers.helpers import Helper, helpers
from docpipe.readers.options import ReadOptions, chosen_pages, named
from docpipe.readers.so_far import SoFar
from docpipe.types import Block, Document, Source, Table
from docpipe.words import Words, shifted

PART_PAGES = 75
"""Least pages for each process. To start one and to open the file again takes 0.1 to 0.2 s, which 50 pages take to
read; from two times 75 on a document is there sooner by a quarter."""

MOST_PARTS = 4
"""More processes make little difference: of cleaning, a quarter of the work, most sees all pages at once."""

SHARE = 0.7
"""Share of the pages that are left which all processes together take at once: the parts become smaller and smaller, so
that none waits long for another, whoever starts late or has pages that take longer."""

LEAST_PAGES = 4
"""Least pages of a part: .01 s, the longest that one waits for another."""

_NAMED = compiled(r"pages? (\d[\d, -]*): (.*)", re.DOTALL)


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """``readers.read``, by up to ``options.processes`` processes where the document is long enough. Raises the same."""
    pages = _pages(data, source, options)
    count = process_count(len(pages), options)
    if count < 2:
        return readers.read(data, source, options)
    own = replace(options, processes=1, threads=max(1, options.threads // count))
    try:
        return joined(_all_read((data, source), own, Unread(pages, count), count - 1))
    except DocpipeError:  # one part may have no text where the whole has some
        return readers.read(data, source, options)


def process_count(pages: int, options: ReadOptions) -> int:
    """How many processes a document of so many pages is shared out to."""
    return max(1, min(options.processes, MOST_PARTS, pages // PART_PAGES))


def _pages(data: bytes, source: Source, options: ReadOptions) -> list[int]:
    """The chosen pages of what can be read in parts."""
    if options.processes < 2 or source.path is None or source.opens or source.media_type != "application/pdf":
        return []
    from docpipe.readers import pdfium

    try:
        with pdfium.opened(data, options.password) as handle:
            count = pdfium.page_count(handle)
    except DocpipeError:  # whoever reads it says what is wrong
        return []
    return chosen_pages(options.pages, count) if 0 < count <= options.limits.page_count else []


class Unread:
    """The pages that nobody has taken yet, for some ``processes``: one takes them from the front, the others from the
    end."""

    def __init__(self, pages: Sequence[int], processes: int) -> None:
        self.count = len(pages)
        self._left = pages
        self._share = SHARE / processes
        self._one_at_a_time = threading.Lock()

    def first(self) -> Sequence[int]:
        """The next pages from the front; none when all are taken."""
        with self._one_at_a_time:
            at = self._next()
            taken, self._left = self._left[:at], self._left[at:]
            return taken

    def last(self) -> Sequence[int]:
        """The next pages from the end; none when all are taken."""
        with self._one_at_a_time:
            at = max(0, len(self._left) - self._next())
            self._left, taken = self._left[:at], self._left[at:]
            return taken

    def _next(self) -> int:
        return max(LEAST_PAGES, int(self._share * len(self._left)))


class Shared:
    """The document of which this process is asked for one part after another: loaded and opened once for them all, and
    its ``parts`` kept, by how their pages were chosen, for what else is asked about them."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._file: tuple[bytes, Source] | None = None
        self.parts: dict[str, Document] = {}

    def part(self, request: Request) -> Document:
        """One of its parts. Raises what reading raises."""
        if self._file is None or (self._file[1].path, self._file[1].sha256) != (request.path, request.part_of):
            self.close()
            data, source = readers.loaded(request.path or "", request.options)
            self._open.enter_context(_kept_open(data, request.options))
            self._file = data, source
        part = readers.read(*self._file, request.options)
        self.parts[request.options.pages or ""] = part
        return part

    def close(self) -> None:
        """Let go of it."""
        self._file = None
        self.parts = {}
        self._open.close()


def _kept_open(data: bytes, options: ReadOptions) -> AbstractContextManager[None]:
    from docpipe.readers import pdfium

    return pdfium.kept_open(data, options.password)


def _all_read(file: tuple[bytes, Source], options: ReadOptions, unread: Unread, helper_count: int) -> list[Document]:
    """The documents of all parts, in their order."""
    data, source = file
    own: list[Document] = []
    found: dict[int, Document | ReadOptions] = {}  # first page of a helper's part → the part, or how to read it
    with helpers(helper_count) as others:
        for other in others:
            other.begin(source.sha256)
        threads = [
            threading.Thread(target=_help, args=(other, source, options, unread, found), daemon=True)
            for other in others
        ]
        for thread in threads:
            thread.start()
        with _kept_open(data, options):
            while run := unread.first():
                pages = sum(len(one.pages) for one in own)
                with so_far.changed(partial(_behind, list(own), unread.count), pages):
                    own.append(readers.read(data, source, replace(options, pages=_selection(run))))
        for thread in threads:
            thread.join()
    theirs = (found[first] for first in sorted(found))
    return [*own, *(one if isinstance(one, Document) else readers.read(data, source, one) for one in theirs)]


def _help(
    helper: Helper, source: Source, options: ReadOptions, unread: Unread, found: dict[int, Document | ReadOptions]
) -> None:
    """Have a helper read parts from the end on; the one that it fails at is left to who asks for it."""
    while run := unread.last():
        part = replace(options, pages=_selection(run), tell_so_far=False)
        document = helper.read(source, part)
        found[run[0]] = document or part
        if document is None:
            return


def _behind(before: list[Document], page_count: int, one: SoFar) -> SoFar:
    """What is read of a part, behind the parts before it."""
    return SoFar(joined([*before, one.document]), page_count)


def joined(documents: Sequence[Document]) -> Document:
    """One Document of uncleaned ones of the same file, whose pages follow each other."""
    texts = [document.text for document in documents]
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    blocks = _blocks(documents, starts)
    return replace(
        documents[0],
        text="\n".join(texts),
        words=_words([document.words for document in documents], starts),
        blocks=blocks,
        tables=_tables(documents, [block.id for block in blocks if block.kind == "table"]),
        **{name: tuple(chain.from_iterable(getattr(one, name) for one in documents)) for name in _TUPLES},
        warnings=_warnings(documents),
    )


_TUPLES = ("pages", "removed", "ocr_pages", "pages_read", "damaged_pages")


def _selection(pages: Sequence[int]) -> str:
    if pages[-1] - pages[0] + 1 == len(pages):
        return f"{pages[0]}-{pages[-1]}"
    return ",".join(map(str, pages))


def _words(parts: Sequence[Words], starts: Sequence[int]) -> Words:
    """The columns behind one another; offsets count on from the parts before. They grow one after the other, for
    several that grow beside each other are copied each time."""
    firsts = list(accumulate(map(len, parts[:-1]), initial=0))
    printed: dict[int, str] = {}
    marked: dict[int, str] = {}
    fields: dict[int, int] = {}
    for part, first in zip(parts, firsts, strict=True):
        printed.update((word + first, text) for word, text in part.printed.items())
        marked.update((word + first, kind) for word, kind in part.marked.items())
        count = max(fields.values(), default=-1) + 1
        fields.update((word + first, number + count) for word, number in part.fields.items())
    return Words(
        _column("I", map(shifted, [part.starts for part in parts], starts)),
        _column("I", map(shifted, [part.ends for part in parts], starts)),
        _column("f", [part.boxes for part in parts]),
        _column("I", map(shifted, [part.line_starts for part in parts], firsts)),
        _column("H", [part.line_pages for part in parts]),
        printed,
        _column("B", [part.bold for part in parts]),
        marked,
        fields,
        _column("I", map(shifted, [part.breaks for part in parts], firsts)),
        _column("f", [part.line_boxes for part in parts]),
    )


def _column(code: Literal["B", "H", "I", "f"], parts: Iterable[array[Any]]) -> array[Any]:
    column: array[Any] = array(code)
    for part in parts:
        column.extend(part)
    return column


def _blocks(documents: Sequence[Document], starts: Sequence[int]) -> tuple[Block, ...]:
    """All blocks, numbered through: ``b`` ids count places, others how many of their letter there are."""
    blocks: list[Block] = []
    counts: dict[str, int] = {}
    for document, start in zip(documents, starts, strict=False):
        ids: dict[str, str] = {}
        for block in document.blocks:
            letter = block.id[0]
            counts[letter] = counts.get(letter, 0) + 1
            ids[block.id] = f"b{len(blocks) + 1}" if letter == "b" else f"{letter}{counts[letter]}"
            span = None if block.span is None else (block.span[0] + start, block.span[1] + start)
            marks = tuple(replace(mark, span=(mark.span[0] + start, mark.span[1] + start)) for mark in block.marks)
            continues = None if block.continues is None else ids.get(block.continues)
            blocks.append(replace(block, id=ids[block.id], span=span, marks=marks, continues=continues))
    return tuple(blocks)


def _tables(documents: Sequence[Document], blocks: Sequence[str]) -> tuple[Table, ...]:
    """All tables, with the names that their blocks have now."""
    tables = chain.from_iterable(document.tables for document in documents)
    return tuple(replace(table, block=block) for table, block in zip(tables, blocks, strict=True))


def _warnings(documents: Sequence[Document]) -> tuple[str, ...]:
    """What is said of pages once for all of them; what is said of the whole file, as the last part says it."""
    pages: dict[str, list[str]] = {}
    for document in documents:
        for warning in document.warnings:
            if about := _NAMED.fullmatch(warning):
                pages.setdefault(about[2], []).append(about[1])
    about_all = [warning for warning in documents[-1].warnings if not _NAMED.fullmatch(warning)]
    return (*(f"{named(_all(listed))}: {what}" for what, listed in pages.items()), *about_all)


def _all(listed: Sequence[str]) -> list[int]:
    """The pages that the warnings of several parts list."""
    return chosen_pages(", ".join(listed), 1 << 31)
