"""The items of a list that a sentence announces: 下列情形不受此限：1. …；2. …；3. …。"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.passages import Sentence, document_sentences
from docpipe.rules.view import View
from docpipe.rules.zh_numerals import NUMERAL

MOST_ITEMS = 12
"""Items of a list at most, so that reading on stays within the neighbourhood."""

_ITEM = compiled(
    rf"\s*(?:(?P<bracketed>\(\d{{1,2}}\))|(?P<bracketed_numeral>\([{NUMERAL}]{{1,2}}\))|(?P<bracketed_letter>\([a-z]\))|(?P<circled>[①-⑳])|(?P<figure>\d{{1,2}}[.、)])(?!\d)"
    rf"|(?P<numeral>[{NUMERAL}]{{1,2}}、)|(?P<letter>[a-z][.、)]))\s*"
)
_FIRST = compiled("[(]?[1一a①]")


def items_below(view: View, sentence: Sentence) -> Iterator[tuple[Sentence, int, int]]:
    """Each item as ``sentence.text[start:end]``, without its number and the mark at its end.

    The first item stands behind the sentence's colon or begins the next sentence; the others are numbered alike.
    """
    family = None
    for count, (other, start) in enumerate(_candidates(view, sentence)):
        match = _ITEM.match(other.text, start)
        if match is None or count == MOST_ITEMS or (family is None and not _FIRST.match(match[0].strip())):
            return
        if family not in (None, match.lastgroup):
            return
        family = match.lastgroup
        end = len(other.text.rstrip("；;。，、 \t\n"))
        yield other, match.end(), end


def _candidates(view: View, sentence: Sentence) -> Iterator[tuple[Sentence, int]]:
    """What stands behind the colon, then the sentences that follow."""
    colon = sentence.text.rstrip().rfind(":")
    if sentence.text[colon + 1 :].strip():
        yield sentence, colon + 1
    everything = document_sentences(view.document)
    at = bisect_left(everything, sentence.span(0, 1)[0], key=lambda one: one.span(0, 1)[0])
    below = (other for other in everything[at + 1 :] if other.paragraph.kind != "footnote")
    yield from ((other, 0) for other in islice(below, MOST_ITEMS + 1))
