"""Lines that are drawn twice at one place, to look bold or by mistake: PDFium joins them only where they follow."""

from __future__ import annotations

from collections import defaultdict

from docpipe.readers.rows import Apart, PageWords, printed_lines

SAME_POINTS = 1.5
"""Distance up to which lines of one text stand at one place: letters are made bold by half a point, shadows by one."""


def doubled(words: PageWords) -> list[Apart]:
    """The lines of a page with words that say again what stands there; nothing for nearly every page."""
    rows, text, starts, ends = printed_lines(words).rows, words.text, words.starts, words.ends
    texts = [text[starts[row.first] : ends[row.last - 1]] for row in rows]
    if len(set(texts)) == len(texts):
        return []
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    found: list[Apart] = []
    for text, row in zip(texts, rows, strict=True):
        first, last = row.first, row.last
        if any(_same_place(words, first, one) and _same_place(words, last - 1, other) for one, other in places[text]):
            found.append(Apart("duplicate", range(first, last), "drawn a second time at the same place"))
        else:
            places[text].append((first, last - 1))
    return found


def _same_place(words: PageWords, word: int, other: int) -> bool:
    boxes = zip(words.box(word), words.box(other), strict=True)
    return all(abs(one - another) <= SAME_POINTS for one, another in boxes)
