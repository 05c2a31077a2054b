"""Long PDFs in parts: runs of pages read by processes side by side, joined to the Document that one would have read.

PDFium is not safe between threads, so each part has a process of its own. It is a help and no more: a part that fails
there is read here, where its fault is told as always.
"""

from __future__ import annotations

import re
import subprocess
from array import array
from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate, chain, pairwise
from typing import Any, cast

from msgspec.structs import replace

from docpipe import readers
from docpipe.errors import DocpipeError
from docpipe.launch import end, launch
from docpipe.patterns import compiled
from docpipe.readers.frames import Request, receive, send
from docpipe.readers.options import ReadOptions, chosen_pages, named
from docpipe.readers.overtime import MoreTime, ask
from docpipe.types import Block, Document, Source
from docpipe.words import Words, shifted

PART_PAGES = 75
"""Least pages of a part. To start a process and to open the file again takes 0.1 s, which 25 pages take to read; from
two parts of 75 on a document is there sooner by more than a quarter."""

HEAD_START = 20
"""Pages that the first part has more than the others, whose processes start meanwhile."""

MOST_PARTS = 4
"""More make little difference: cleaning, a third of the work, sees all pages at once."""

_NAMED = compiled(r"pages? (\d[\d, -]*): (.*)", re.DOTALL)


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """``readers.read``, by up to ``options.processes`` processes where the document is long enough. Raises the same."""
    runs = page_runs(data, source, options)
    if len(runs) < 2:
        return readers.read(data, source, options)
    threads = max(1, options.threads // len(runs))
    own, *others = [replace(options, pages=_selection(run), processes=1, threads=threads) for run in runs]
    processes = [_started(source, other) for other in others]
    try:
        documents = [readers.read(data, source, own)]
        for process, other in zip(processes, others, strict=True):
            documents.append(_finished(process, source) or readers.read(data, source, other))
    except DocpipeError:  # one part may have no text where the whole has some
        return readers.read(data, source, options)
    finally:
        for process in processes:
            end(process)
    return joined(documents)


def page_runs(data: bytes, source: Source, options: ReadOptions) -> list[list[int]]:
    """The chosen pages in runs of about the same length, one per process; one run, or none, for a plain reading."""
    if options.processes < 2 or source.path is None or source.media_type != "application/pdf":
        return []
    from docpipe.readers import pdfium

    try:
        with pdfium.opened(data, options.password) as handle:
            count = pdfium.page_count(handle)
    except DocpipeError:  # whoever reads it says what is wrong
        return []
    if not 0 < count <= options.limits.page_count:
        return []
    pages = chosen_pages(options.pages, count)
    parts = max(1, min(options.processes, MOST_PARTS, len(pages) // PART_PAGES))
    ahead = HEAD_START if parts > 1 else 0
    cuts = [0, *(ahead + (len(pages) - ahead) * part // parts for part in range(1, parts + 1))]
    return [pages[first:last] for first, last in pairwise(cuts)]


def joined(documents: Sequence[Document]) -> Document:
    """One Document of uncleaned ones of the same file, whose pages follow each other."""
    texts = [document.text for document in documents]
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    return replace(
        documents[0],
        text="\n".join(texts),
        words=_words([document.words for document in documents], starts),
        blocks=_blocks(documents, starts),
        **{name: tuple(chain.from_iterable(getattr(one, name) for one in documents)) for name in _TUPLES},
        warnings=_warnings(documents),
    )


_TUPLES = ("pages", "tables", "removed", "ocr_pages", "pages_read", "damaged_pages")


def _selection(pages: Sequence[int]) -> str:
    if pages[-1] - pages[0] + 1 == len(pages):
        return f"{pages[0]}-{pages[-1]}"
    return ",".join(map(str, pages))


def _started(source: Source, options: ReadOptions) -> subprocess.Popen[bytes]:
    process = launch(())
    with suppress(OSError):  # it is gone already: reading its answer will tell
        send(cast("Any", process.stdin), Request(source.path, None, source.name, options))
    return process


def _finished(process: subprocess.Popen[bytes], source: Source) -> Document | None:
    """What the process has read; None if it failed, or read another file than this."""
    try:
        while isinstance(answer := receive(cast("Any", process.stdout)), MoreTime):
            ask(answer.seconds)
    except (EOFError, OSError):
        return None
    if isinstance(answer, Document) and answer.source.sha256 == source.sha256:
        return answer
    return None


def _words(parts: Sequence[Words], starts: Sequence[int]) -> Words:
    """The columns behind one another; offsets count on from the parts before."""
    firsts = [0, *accumulate(map(len, parts))]
    whole = Words(array("I"), array("I"), array("f"), array("I"), array("H"))
    printed: dict[int, str] = {}
    marked: dict[int, str] = {}
    fields: dict[int, int] = {}
    for part, start, first in zip(parts, starts, firsts, strict=False):
        whole.starts.extend(shifted(part.starts, start))
        whole.ends.extend(shifted(part.ends, start))
        whole.boxes.extend(part.boxes)
        whole.line_starts.extend(shifted(part.line_starts, first))
        whole.line_pages.extend(part.line_pages)
        whole.bold.extend(part.bold)
        printed.update((word + first, text) for word, text in part.printed.items())
        marked.update((word + first, kind) for word, kind in part.marked.items())
        count = max(fields.values(), default=-1) + 1
        fields.update((word + first, number + count) for word, number in part.fields.items())
    return replace(whole, printed=printed, marked=marked, fields=fields)


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
