"""The pictures of a page: which pages are drawn, in a reading worker, and why the others are not."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from docpipe.addresses import Address, is_address
from docpipe.errors import DocpipeError, LimitExceeded
from docpipe.readers.frames import Task
from docpipe.readers.options import ReadOptions
from docpipe.readers.pictures import Picture, Wanted
from docpipe.readers.workers import Pool
from docpipe.sinks import Pictures
from docpipe.sinks.rows import pages_in_words
from docpipe.types import Evidence, Result

PAGES_AT_ONCE = 8
"""Pages that a worker draws on one request: opening a long file again costs as much as drawing a page of it."""

SECONDS_AT_ONCE = 60.0
"""For so many pages; they take half a second unless something is wrong with them."""

MOST_SECONDS = 300.0
"""For all pages of a document: 5,000 of them, where 60 ms a page is usual."""

_DRAW = "docpipe.readers.pictures:pictures"
_BASE64 = 4 / 3


class Drawn(Struct):
    """Pictures by page, and the reasons why pages have none; ``left_out`` maps a reason to its pages."""

    pictures: dict[int, Picture] = field(default_factory=dict)
    left_out: dict[str, list[int]] = field(default_factory=dict)

    @property
    def megabytes(self) -> float:
        """What the pictures take in the page."""
        return sum(map(_megabytes, self.pictures.values()))

    def leave_out(self, pages: Iterable[int], why: str) -> None:
        self.left_out.setdefault(why, []).extend(pages)

    def reason(self, page: int) -> str:
        """Why a page has no picture; empty for one that was not asked for."""
        return next((why for why, pages in self.left_out.items() if page in pages), "")

    def reasons(self) -> list[str]:
        """``Pages 3, 7-9 have no picture: …``."""
        return [f"{_named(pages)} no picture: {why}" for why, pages in self.left_out.items()]


def drawn(result: Result, cited: Sequence[int], asked: Pictures) -> Drawn:
    """The pictures that were asked for, cited pages before others when room is short. Never raises for a document."""
    done = Drawn()
    pages = _chosen(result, cited, asked)
    path = result.document.source.opens or result.document.source.path
    if not pages:
        return done
    if path is None or result.document.source.container is not None:
        done.leave_out(pages, "the document lies inside another file")
        return done
    place = Address(path) if is_address(path) else path
    limits = asked.options.limits
    options = replace(asked.options, limits=replace(limits, seconds=min(limits.seconds, SECONDS_AT_ONCE)))
    with Pool(1) as pool:
        brush = _Brush(pool, place, options, Wanted(result.document.source.sha256, (), dict(result.masks)))
        _fill(done, pages, brush, asked.most_mb)
    return done


class _Brush(Struct, frozen=True):
    """A worker, and what it needs to know to draw pages of a document."""

    pool: Pool
    path: str | Address
    options: ReadOptions
    wanted: Wanted

    def draw(self, pages: Sequence[int]) -> Iterator[tuple[int, Picture | str]]:
        """Each page with its picture or the reason why there is none; a failure is narrowed down to its page."""
        task = Task(_DRAW, replace(self.wanted, pages=tuple(pages)))
        try:
            answer: tuple[Picture, ...] = self.pool.run(task, self.path, self.options).result()
        except LimitExceeded:
            yield from ((page, "it takes too long or too much memory to draw") for page in pages)
        except DocpipeError as error:
            if len(pages) == 1:
                yield pages[0], error.message
            else:
                yield from chain.from_iterable(self.draw([page]) for page in pages)
        else:
            by_page = {picture.page: picture for picture in answer}
            yield from ((page, by_page.get(page, "it cannot be drawn, the file is damaged there")) for page in pages)


def _fill(done: Drawn, pages: Sequence[int], brush: _Brush, most_mb: float) -> None:
    """Draw page by page until all are there, or room or time is used up."""
    deadline = time.monotonic() + MOST_SECONDS
    batches = (brush.draw(pages[first : first + PAGES_AT_ONCE]) for first in range(0, len(pages), PAGES_AT_ONCE))
    for index, (page, picture) in enumerate(chain.from_iterable(batches)):
        if isinstance(picture, str):
            done.leave_out([page], picture)
        elif done.megabytes + _megabytes(picture) > most_mb:
            done.leave_out(pages[index:], f"all would take more than {most_mb:g} MB (--set picture_mb=N allows more)")
            return
        else:
            done.pictures[page] = picture
        if time.monotonic() > deadline and index + 1 < len(pages):
            done.leave_out(pages[index + 1 :], f"drawing the others took more than {MOST_SECONDS:g} s")
            return


def _megabytes(picture: Picture) -> float:
    return len(picture.data) * _BASE64 / 1e6


def _chosen(result: Result, cited: Sequence[int], asked: Pictures) -> list[int]:
    """The pages to draw, most wanted first."""
    if asked.pages == "none" or not result.document.paged:
        return []
    others = [page.number for page in result.document.pages if page.number not in cited] if asked.pages == "all" else []
    return [*cited, *others]


def _named(pages: Sequence[int]) -> str:
    words = pages_in_words(Evidence(page, None, (), (0, 0), "", "exact") for page in pages)
    return f"Page {words} has" if len(pages) == 1 else f"Pages {words} have"
