"""Text as rules read it: spaces and quotation marks of one kind, and sentences that a paragraph's end cut healed.

Readers split some paragraphs in the middle of a sentence; a passage joins them again. It depends on the document
alone and is bounded, so that chunks see the same passages.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.sentences import sentence_spans
from docpipe.rules.view import View
from docpipe.types import Document, Paragraph, paragraphs
from docpipe.words import Span

MAX_JOINED = 6
"""Paragraphs that one passage may join: a sentence split at every line of a narrow column seldom needs more."""

_SPACES = "\u00a0\u2007\u202f\u2009\u200b\t"
_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb"
_SMOOTH = str.maketrans(
    {
        **dict.fromkeys(_SPACES, " "),
        **dict.fromkeys(_QUOTES, '"'),
        **dict.fromkeys("\u2018\u2019", "'"),
        **dict.fromkeys("\u00ad\u2010\u2011", "-"),
        "\u037e": ";",  # the Greek question mark, which many producers of PDFs print for one
    }
)
_DATE_OPEN = compiled(
    r"\b(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?|[A-Z][a-z]{2,8}\s\d{1,2})\.\s+$"
)
_OPEN_END = compiled(r"(?:[\w,)\]\"'&-])\s*$")
_CLOSED_END = compiled(r"(?:[.:;!?][\"')]*|\b(?:and|or))\s*$")
_NEW_START = compiled(
    r"\s*(?:[(\[]?(?:\d{1,2}|[a-z]|[ivx]{1,4})[)\].]|\d+(?:\.\d+)+|ARTICLE|Article|SECTION|Section|Exhibit|EXHIBIT"
    r"|By:|Name:|Title:|[A-Z][A-Z /'-]{2,30}:\s|[-•●*_])"
)


class Sentence(Struct, frozen=True):
    """A sentence of a passage, smoothed, at ``start`` of the document's text; ``paragraph`` is where it begins.

    ``folded`` is its text in lower case: whether a word stands in it tells in a hundredth of a pattern's time.
    """

    text: str
    start: int
    paragraph: Paragraph
    folded: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def smooth(text: str) -> str:
    """The same text, character by character, with plain spaces, quotes and hyphens."""
    return text.translate(_SMOOTH)


def sentences(view: View) -> Iterator[Sentence]:
    """The sentences that begin in a chunk's paragraphs."""
    mine = {paragraph.index for paragraph in view.own}
    for sentence in _sentences(view.document):
        if sentence.paragraph.index in mine:
            yield sentence


def neighbours(document: Document, sentence: Sentence, before: int, after: int) -> tuple[Sentence, ...]:
    """Sentences around one, itself left out."""
    everything = _sentences(document)
    place = _places(document)[sentence.start]
    return everything[max(0, place - before) : place] + everything[place + 1 : place + 1 + after]


@lru_cache(maxsize=2)
def _places(document: Document) -> dict[int, int]:
    return {sentence.start: place for place, sentence in enumerate(_sentences(document))}


@lru_cache(maxsize=2)
def _sentences(document: Document) -> tuple[Sentence, ...]:
    found: list[Sentence] = []
    for passage in _passages(document):
        start = passage[0].start
        text = smooth(document.text[start : passage[-1].end])
        owner = 0
        for begin, end in _whole_dates(text, sentence_spans(text)):
            while owner + 1 < len(passage) and passage[owner + 1].start <= start + begin:
                owner += 1
            found.append(Sentence(text[begin:end], start + begin, passage[owner], text[begin:end].lower()))
    return tuple(found)


def _whole_dates(text: str, spans: list[Span]) -> list[Span]:
    """Sentences, those joined that a full stop inside a date cut: "April. 1st 2019", "March 18. 2021"."""
    whole: list[Span] = []
    for start, end in spans:
        if whole and _DATE_OPEN.search(text, max(0, start - 14), start) and text[start].isdigit():
            whole[-1] = (whole[-1][0], end)
        else:
            whole.append((start, end))
    return whole


def _passages(document: Document) -> Iterator[list[Paragraph]]:
    """Paragraphs, those joined that a sentence runs through."""
    joined: list[Paragraph] = []
    for paragraph in paragraphs(document):
        if joined and not (len(joined) < MAX_JOINED and goes_on(joined[-1], paragraph)):
            yield joined
            joined = []
        joined.append(paragraph)
    if joined:
        yield joined


def goes_on(before: Paragraph, paragraph: Paragraph) -> bool:
    """Whether a sentence runs from one paragraph into the next."""
    if before.kind in ("heading", "table") or paragraph.kind in ("heading", "table", "list_item"):
        return False
    if len(before.text) < 30 or _CLOSED_END.search(before.text[-12:]) or not _OPEN_END.search(before.text[-6:]):
        return False
    return not _NEW_START.match(paragraph.text[:36]) and len(paragraph.text) > 3
