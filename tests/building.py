"""Documents made by hand: paragraphs in, a Document with words at plausible places out."""

from __future__ import annotations

import re
from array import array

from docpipe.types import Block, Document, Page, Source
from docpipe.words import Words, union

LINE_WIDTH = 90
WORD_HEIGHT, CHARACTER_WIDTH, LEFT = 10.0, 5.0, 72.0


def document(*paragraphs: str, page_breaks: tuple[int, ...] = ()) -> Document:
    """A document of these paragraphs, one line each; a page begins before each paragraph named by ``page_breaks``.

    A paragraph that begins with ``# `` is a heading (more # are deeper levels); one with ``+`` continues the last.
    """
    text, blocks = "", []
    words = Words(array("I"), array("I"), array("f"), array("I"), array("H"))
    page, top = 1, 72.0
    for index, paragraph in enumerate(paragraphs):
        if index in page_breaks:
            page, top = page + 1, 72.0
        continues = paragraph.startswith("+")
        heading = re.match(r"(#+) ", paragraph)
        body = paragraph[heading.end() :] if heading else paragraph.removeprefix("+")
        text += "" if not text else " " if continues else "\n"
        start = len(text)
        text += body
        first = len(words)
        _add_line(words, body, start, page, top)
        box = union(words.box(word) for word in range(first, len(words)))
        kind = "heading" if heading else "paragraph"
        level = len(heading[1]) if heading else None
        before = blocks[-1].id if continues else None
        blocks.append(Block(f"b{index}", kind, page, box, (start, len(text)), None, level, before))
        top += 14.0
    pages = tuple(Page(number, 612.0, 792.0) for number in range(1, page + 1))
    source = Source("made.pdf", "made.pdf", "0" * 64, "application/pdf", 1)
    read = tuple(range(1, page + 1))
    return Document(source, text, words, tuple(blocks), pages, languages=("en",), pages_read=read)


def _add_line(words: Words, body: str, start: int, page: int, top: float) -> None:
    """Append a paragraph's words, wrapped into lines of LINE_WIDTH characters."""
    line = -1
    for match in re.finditer(r"\S+", body):
        if match.start() // LINE_WIDTH != line:
            line = match.start() // LINE_WIDTH
            words.line_starts.append(len(words))
            words.line_pages.append(page)
        x = LEFT + CHARACTER_WIDTH * (match.start() % LINE_WIDTH)
        y = top + line * 0.1
        words.starts.append(start + match.start())
        words.ends.append(start + match.end())
        words.boxes.extend((x, y, x + CHARACTER_WIDTH * len(match.group()), y + WORD_HEIGHT))
