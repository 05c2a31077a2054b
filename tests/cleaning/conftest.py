"""Documents as a reader would give them, set by a typewriter: every character six points wide."""

from __future__ import annotations

from array import array

import pytest

from docpipe.types import Block, Document, Page, Source
from docpipe.words import Words

WIDTH, HEIGHT, SIZE, LEADING = 612.0, 792.0, 10.0, 12.0


@pytest.fixture(scope="session")
def printed():
    """``printed([[line, …], …])`` sets pages of lines: a text, or ``(x, y, text)``; an empty text leaves a gap."""
    return _document


def _document(pages):
    text, blocks = "", []
    starts, ends, boxes, line_starts, line_pages = array("I"), array("I"), array("f"), array("I"), array("H")
    for number, lines in enumerate(pages, 1):
        first, y = None, 72.0
        for line in lines:
            x, y, words = line if isinstance(line, tuple) else (72.0, y, line)
            if words.split():
                text += "\n" if text else ""
                first = len(text) if first is None else first
                line_starts.append(len(starts))
                line_pages.append(number)
                at = 0
                for word in words.split():
                    at = words.index(word, at)
                    left = x + 6 * at
                    text += " " if len(starts) > line_starts[-1] else ""
                    starts.append(len(text))
                    text += word
                    ends.append(len(text))
                    boxes.extend((left, y, left + 6 * len(word), y + SIZE))
                    at += len(word)
            y += LEADING
        if first is not None:
            blocks.append(Block(f"b{number}", "paragraph", number, (0.0, 0.0, WIDTH, HEIGHT), (first, len(text))))
    return Document(
        source=Source("typed.pdf", None, "0" * 64, "application/pdf", 0),
        text=text,
        words=Words(starts, ends, boxes, line_starts, line_pages),
        blocks=tuple(blocks),
        pages=tuple(Page(number, WIDTH, HEIGHT) for number in range(1, len(pages) + 1)),
        pages_read=tuple(range(1, len(pages) + 1)),
    )
