"""Which way a document goes, and its chunks along the outline.

A document over the threshold is cut where a reader would put it down: before the highest heading in the second half
of what fits, else between paragraphs, else (a paragraph larger than a chunk) at a row's or sentence's end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.types import Chunk, Document, Paragraph, Route, paragraphs

Count = Callable[[str], int]

_ENDS = (
    compiled(r"\n"),
    compiled(r"[.!?;:][\"'”’)\]]*\s+(?=\S)|[。！？；]"),
    compiled(r"(?<=[,)])\s+|[，、]"),
    compiled(r"\s+"),
)
"""Where a paragraph that is too large may be cut, best first: row, sentence, phrase, word. Never inside a number."""


class _Unit(Struct, frozen=True):
    """A piece that is not cut any more: a paragraph with the white space after it, or a part of one."""

    start: int
    end: int
    tokens: int
    heading: Paragraph | None = None


def choose_route(document: Document, count: Count, threshold_tokens: int, chunk_tokens: int) -> Route:
    """Direct under the threshold, else map-reduce over chunks of at most ``chunk_tokens``, counted exactly."""
    tokens = count(document.text)
    if tokens <= threshold_tokens:
        return direct(document, tokens, threshold_tokens)
    chunks = split(document, count, chunk_tokens)
    cut = f"{len(chunks)} chunks of at most {chunk_tokens:,}"
    why = f"{tokens:,} tokens exceed the threshold of {threshold_tokens:,}: {cut}"
    return Route("map_reduce", tokens, threshold_tokens, chunks, why)


def direct(document: Document, tokens: int, threshold_tokens: int) -> Route:
    """The route of a document that fits: one chunk, the whole of it."""
    why = f"{tokens:,} tokens fit under the threshold of {threshold_tokens:,}"
    return Route("direct", tokens, threshold_tokens, (Chunk(0, 0, len(document.text), tokens),), why)


def surely_fits(document: Document, threshold_tokens: int) -> bool:
    """Whether a document is under the threshold whatever its tokens are: a token has at least one byte."""
    return len(document.text.encode()) <= threshold_tokens


def split(document: Document, count: Count, limit: int) -> tuple[Chunk, ...]:
    """Chunks that adjoin, cover the text and have at most ``limit`` tokens each; at least one."""
    units = list(_units(document, count, limit))
    chunks: list[Chunk] = []
    path: tuple[Paragraph, ...] = ()
    first = 0
    while first < len(units):
        after = _break(units, first, limit)
        start, end = units[first].start, units[after - 1].end
        tokens = count(document.text[start:end])
        while tokens > limit and after > first + 1:  # counts don't add up exactly across a join
            after -= 1
            end = units[after - 1].end
            tokens = count(document.text[start:end])
        above = _descend(path, units[first].heading)[: -1 if units[first].heading else None]
        chunks.append(Chunk(len(chunks), start, end, tokens, tuple(heading.text for heading in above)))
        for unit in units[first:after]:
            path = _descend(path, unit.heading)
        first = after
    return tuple(chunks) or (Chunk(0, 0, len(document.text), count(document.text)),)


def halved(document: Document, chunk: Chunk, count: Count) -> tuple[Chunk, ...]:
    """A chunk in two, at a heading near its middle or at a paragraph's, sentence's or row's end there.

    Empty where it is so small that there is nothing to cut. Its index and headings stay with the first half; the second
    has those that it begins under.
    """
    if chunk.end - chunk.start < 2 * LEAST_HALF:
        return ()
    middle = (chunk.start + chunk.end) // 2
    near = [p for p in paragraphs(document) if abs(p.start - middle) <= (chunk.end - chunk.start) // 4]
    headings = [paragraph for paragraph in near if paragraph.kind == "heading"]
    best = min(headings or near, key=lambda paragraph: abs(paragraph.start - middle), default=None)
    cut = best.start if best else _cut_near(document.text, middle, chunk.end)
    parts = (chunk.start, cut), (cut, chunk.end)
    path = tuple(heading.text for heading in _above(document, cut))
    texts = [document.text[start:end] for start, end in parts]
    return (
        Chunk(chunk.index, *parts[0], count(texts[0]), chunk.headings),
        Chunk(chunk.index, *parts[1], count(texts[1]), path),
    )


def _cut_near(text: str, middle: int, end: int) -> int:
    """The first good end behind the middle of a stretch without paragraphs to cut at."""
    for ends in _ENDS:
        found = ends.search(text, middle, end - LEAST_HALF // 2)
        if found:
            return found.end()
    return middle


def _above(document: Document, offset: int) -> tuple[Paragraph, ...]:
    """The path of headings that an offset stands under."""
    path: tuple[Paragraph, ...] = ()
    for paragraph in paragraphs(document):
        if paragraph.start >= offset:
            break
        path = _descend(path, paragraph if paragraph.kind == "heading" else None)
    return path


LEAST_HALF = 200
"""Characters below which half a chunk is a sentence or two: what cannot be answered of it will not be of less."""


def _break(units: list[_Unit], first: int, limit: int) -> int:
    """The index after the chunk's last unit: before the highest and latest heading in its second half, if any."""
    total, after, best = 0, first, None
    while after < len(units) and (after == first or total + units[after].tokens <= limit):
        heading = units[after].heading
        if heading is not None and total >= limit / 2 and (best is None or _rank(heading) <= best[0]):
            best = (_rank(heading), after)
        total += units[after].tokens
        after += 1
    if after == len(units):
        return after
    heading = units[after].heading
    if heading is not None and (best is None or _rank(heading) <= best[0]):
        return after
    if best is not None:
        return best[1]
    while after > first + 1 and units[after - 1].heading is not None:
        after -= 1  # a heading goes with what it heads
    return after


def _rank(heading: Paragraph) -> int:
    return heading.level if heading.level is not None else 99


def _descend(path: tuple[Paragraph, ...], heading: Paragraph | None) -> tuple[Paragraph, ...]:
    """The path of headings after passing one more."""
    if heading is None:
        return path
    return (*(above for above in path if _rank(above) < _rank(heading)), heading)


def _units(document: Document, count: Count, limit: int) -> Iterator[_Unit]:
    """The paragraphs with the white space after them; those over the limit in parts."""
    whole = paragraphs(document)
    starts = [0, *(paragraph.start for paragraph in whole[1:]), len(document.text)]
    for paragraph, start, end in zip(whole, starts, starts[1:], strict=False):
        tokens = count(document.text[start:end])
        heading = paragraph if paragraph.kind == "heading" else None
        if tokens <= limit:
            yield _Unit(start, end, tokens, heading)
        else:
            yield from _parts(document.text, start, end, count, limit)


def _parts(text: str, start: int, end: int, count: Count, limit: int) -> Iterator[_Unit]:
    """A stretch that is too large, cut at the best ends that make it fit."""
    while start < end:
        cut = _cut(text, start, end, count, limit)
        yield _Unit(start, cut, count(text[start:cut]))
        start = cut


def _cut(text: str, start: int, end: int, count: Count, limit: int) -> int:
    """The last good end before the limit is reached; in a run without any, as many characters as fit."""
    fits = _longest(text, start, end, count, limit)
    if fits == end:
        return end
    for ends in _ENDS:
        cuts = [match.end() for match in ends.finditer(text, start, fits)]
        if cuts and cuts[-1] > start + (fits - start) // 3:
            return cuts[-1]
    return fits


def _longest(text: str, start: int, end: int, count: Count, limit: int) -> int:
    """The largest end, by bisection, up to which ``text[start:end]`` fits the limit; ``start + 1`` at least."""
    low, high = start + 1, end
    if count(text[start:end]) <= limit:
        return end
    while low + 1 < high:
        middle = (low + high) // 2
        if count(text[start:middle]) <= limit:
            low = middle
        else:
            high = middle
    return low
