"""What is set aside before the reading order of a page is found: lines drawn twice, watermarks, turned text in the
margin, line numbers, and what the file itself marks as no part of its content. Left in, it breaks the lines that it
stands beside or over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from docpipe.readers.artifacts import artifacts
from docpipe.readers.doubled import doubled
from docpipe.readers.drawn import Drawn
from docpipe.readers.hidden import without
from docpipe.readers.line_numbers import line_numbers
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.rows import Apart, PageWords
from docpipe.readers.turned import turned
from docpipe.types import RemovedKind
from docpipe.words import Box, union

Found = tuple[RemovedKind, Box, str, str]
"""What was set aside: its kind, box, text and why."""


def set_aside(words: PageWords, text_page: TextPage, drawn: Drawn, frame: Frame) -> tuple[PageWords, list[Found]]:
    """The words that are left of a page with words, and what was set aside from it; never all of its words."""
    found: list[Found] = []
    words = _less(words, doubled(words), found)
    words = _less(words, turned(words, text_page, frame), found)
    words = _less(words, line_numbers(words), found)
    words = _less(words, artifacts(words, text_page, drawn), found)
    return words, found


def _less(words: PageWords, aside: Sequence[Apart], found: list[Found]) -> PageWords:
    gone = {index: apart.why for apart in aside for index in apart.words}
    if not gone or len(gone) == len(words.starts):
        return words
    for apart in aside:
        box = union(words.box(index) for index in apart.words)
        found.append((apart.kind, box, "".join(_spelt(words, apart.words)), apart.why))
    return without(words, gone)


def _spelt(words: PageWords, chosen: Iterable[int]) -> Iterator[str]:
    """Words with spaces where the page has some."""
    end = None
    for index in chosen:
        yield words.word(index) if end in (None, words.starts[index]) else f" {words.word(index)}"
        end = words.ends[index]
