"""Tables of contents: their entries look like headings and are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docpipe.cleaning.numbering import marker
from docpipe.patterns import compiled

RUN = 3
"""Entries that must follow each other: two lines that end in numbers are anything."""

BETWEEN = 3
"""Most blocks without a page between two entries, under a title or with dots: an article's number, and its name."""

AGAIN = 0.5
"""Least share of entries without pages that must stand in the body again."""

_LEADER = compiled(r"\.{3,}|(?:\.\s){3,}|…{2,}|·{3,}")
_ENTRY = compiled(
    r"(?P<title>.*[^\W\d_].*?)(?P<dots>[\s.…·_-]+)(?P<page>\d{1,4}|[ivxlc]{1,6}|[A-Z]-\d{1,3})$", re.DOTALL
)
_TITLE = compiled(
    r"(?:(?:table of )?contents|index(?: to [\w ]{1,40})?|目\s*[录錄]|table des matières)\W*"
    r"(?:page\W*)?(?:\(?cont\w*\W*)?",
    re.IGNORECASE,
)
_LONGEST = 160
_PAGE_ENDS = "0123456789ivxlc"


def entries(texts: Sequence[str]) -> set[int]:
    """Which of a document's blocks belong to a table of contents.

    Three entries or more lead to pages that never fall: under a contents' title, most of them with dots, or many of
    them on end. Under a title entries without pages do too, if the body has them again.
    """
    found: set[int] = set()
    for title, run in _runs(texts):
        pages = [page for at in run if (page := _page(texts[at])) is not None]
        if _sure([texts[at] for at in run], pages, title is not None, run[-1] - run[0] + 1 == len(run)):
            found.update(range(run[0] if title is None else title + 1, run[-1] + 1))
            found.update(_annexes(texts, run[-1] + 1))
    for at, text in enumerate(texts):
        if _is_title(text) and at + 1 not in found:
            found.update(_unpaged(texts, at + 1))
    return found


def _runs(texts: Sequence[str]) -> Iterator[tuple[int | None, list[int]]]:
    """Entries that follow each other, or nearly, their pages never falling, and the title of contents above them."""
    run: list[int] = []
    last_page, title_at = 0, -2 * BETWEEN
    title: int | None = None
    for at, text in enumerate(texts):
        page = _page(text)
        if page is None:
            title_at = at if _is_title(text) else title_at
            if len(text) <= _LONGEST and (not run or at - run[-1] <= BETWEEN):
                continue
        elif run and page >= last_page and at - run[-1] <= BETWEEN + 1:
            run.append(at)
            last_page = page
            continue
        if len(run) >= RUN:
            yield title, run
        run, last_page = ([at], page) if page is not None else ([], 0)
        title = title_at if at - title_at <= BETWEEN + 2 else None
    if len(run) >= RUN:
        yield title, run


def _is_title(text: str) -> bool:
    return len(text) < 60 and _TITLE.fullmatch(text.strip()) is not None


def _page(text: str) -> int | None:
    """The page that an entry leads to; Roman ones come before all others."""
    if len(text) > _LONGEST or not (text and (text[-1] in _PAGE_ENDS or text[-1].isdecimal())):
        return None
    if not (match := _ENTRY.fullmatch(text)):
        return None
    digits = re.search(r"\d+$", match["page"])
    return int(digits[0]) if digits else 0


def _sure(texts: Sequence[str], pages: Sequence[int], titled: bool, on_end: bool) -> bool:
    """Whether a run is one of contents: a title says so, dots lead to the pages, or pages that soon grow."""
    dotted = sum(_LEADER.search(text) is not None for text in texts)
    grows = pages[-1] > pages[0]
    soon = grows and pages[0] <= 20 and on_end and len(texts) >= 2 * RUN
    return 2 * dotted >= len(texts) or (titled and grows) or soon


def _annexes(texts: Sequence[str], first: int) -> Iterator[int]:
    """The annexes that contents end with, without pages, if they stand again further down."""
    at = first
    while at < len(texts) and len(texts[at]) <= _LONGEST:
        number = marker(texts[at])
        if number is None or number.family not in ("annex", "zh_annex"):
            return
        if not any(text.casefold().startswith(number.number.casefold()) for text in texts[at + 1 :]):
            return
        yield at
        at += 1


def _unpaged(texts: Sequence[str], first: int) -> range:
    """Short blocks under a contents' title up to where the first of them stands again and the body begins."""
    heads = [_folded(text) for text in texts[first : first + 2]]
    for at in range(first + RUN, len(texts)):
        if len(texts[at]) > _LONGEST:
            break
        if _folded(texts[at]) in heads:
            later = {_folded(text) for text in texts[at:]}
            own = [_folded(text) for text in texts[first:at]]
            return range(first, at) if sum(text in later for text in own) >= AGAIN * len(own) else range(0)
    return range(0)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .:")
