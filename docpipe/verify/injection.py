"""Documents that speak to the machine that reads them: said as a check, and nothing else changes.

The words are looked for everywhere: in the text, in what is hidden or noted beside it, and in what cleaning set aside.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.types import Block, Check, Document, Evidence, Quote
from docpipe.verify.addressing import addressing, hints
from docpipe.verify.ground import ground
from docpipe.words import Box, Span

QUOTED = 240
"""Most characters on either side of the words that a quote takes along, up to where their sentence begins and ends."""

HIDDEN_HINTS = 2
"""Different words of orders that a text must have which no person can see: forms hide numbers and single words."""

HIDDEN_QUOTED = 1000
"""Characters up to which hidden text that addresses a machine is quoted whole: nobody can read on where it stands."""

_INVISIBLE = compiled("[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+")
_TAG_RUN = compiled("[\U000e0020-\U000e007e]{4,}")
_FOLD = {
    **{code: chr(code - 0xE0000) for code in range(0xE0020, 0xE007F)},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "，：；！？（）"},
}
_FOLDS = compiled("[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\U000e0020-\U000e007e\uff21-\uff5a]")
_ENDS = compiled(r"[.!?。！？；\n]")


class _Aside(Struct, frozen=True):
    """Text that stands on a page and not in the document's text, and what sort of text it is."""

    text: str
    page: int
    bbox: Box
    place: str
    hidden: bool = False


def injections(document: Document) -> tuple[Check, ...]:
    """A check for each wording that addresses a machine, with all places where it stands."""
    found: dict[tuple[str, str], list[Evidence]] = defaultdict(list)
    for start, end in _said(document.text, hidden=False):
        words = document.text[start:end]
        found[" ".join(words.split()).lower(), ""] += ground(document, Quote(words, (start, end)))
    for aside, words in _said_aside(list(_asides(document))):
        found[" ".join(words.split()).lower(), aside.place].append(_beside(document, aside, words))
    return tuple(
        Check("", "injection", "warning", _message(place), tuple(entries))
        for (_, place), entries in found.items()
        if entries
    )


def _message(place: str) -> str:
    where = f" ({place})" if place else ""
    return f"words{where} give orders to the machine that reads the document; they were read as text, and not obeyed"


def _asides(document: Document) -> Iterator[_Aside]:
    for block in document.blocks:
        if block.span is None and block.text:
            hidden = block.kind == "hidden"
            yield _Aside(block.text, block.page, block.bbox, _named(block), hidden)
    for removed in document.removed:
        yield _Aside(removed.text, removed.page, removed.bbox, f"set aside as {removed.kind.replace('_', ' ')}")


def _said_aside(asides: list[_Aside]) -> Iterator[tuple[_Aside, str]]:
    """What addresses a machine beside the text. Pieces are many and short: those in plain sight are read as one."""
    for aside in asides:
        if aside.hidden:
            yield from ((aside, aside.text[start:end]) for start, end in _said(aside.text, hidden=True))
    seen = [aside for aside in asides if not aside.hidden]
    starts = list(accumulate((len(aside.text) + 1 for aside in seen), initial=0))
    for start, end in _said("\n".join(aside.text for aside in seen), hidden=False):
        index = bisect_right(starts, start) - 1
        yield seen[index], seen[index].text[start - starts[index] : end - starts[index]]


def _named(block: Block) -> str:
    return "hidden text" if block.kind == "hidden" else block.kind.replace("_", " ")


def _beside(document: Document, aside: _Aside, words: str) -> Evidence:
    """Evidence for words that the text lacks: its span is empty, at the first word of their page."""
    words_of = document.words
    if aside.page in words_of.line_pages:
        at = words_of.starts[words_of.line_starts[words_of.line_pages.index(aside.page)]]
    else:
        at = len(document.text)
    if not document.paged:
        return Evidence(None, None, (), (at, at), words, "exact", place=aside.place)
    return Evidence(aside.page, aside.bbox, (aside.bbox,), (at, at), words, "exact", place=aside.place)


def _said(text: str, hidden: bool) -> list[Span]:
    """The sentences that address a machine, apart from each other and in order."""
    plain, origins = _plain(text)
    spans = [_sentence(plain, span) for span in addressing(plain)]
    if hidden and (hints(plain) >= HIDDEN_HINTS or (spans and len(text) <= HIDDEN_QUOTED)):
        return [(0, len(text))]
    if origins is not None:
        spans = [(origins[start], origins[end - 1] + 1) for start, end in spans]
    if plain is not text:
        spans += [run.span() for run in _TAG_RUN.finditer(text) if hints(run.group().translate(_FOLD)) >= HIDDEN_HINTS]
    return _apart(spans)


def _plain(text: str) -> tuple[str, list[int] | None]:
    """Text without invisible characters, tags and full-width letters as plain ones; and the way back, if it differs."""
    if text.isascii() or not _FOLDS.search(text):
        return text, None
    folded = text.translate(_FOLD)
    if not _INVISIBLE.search(folded):
        return folded, None
    origins = [index for index, character in enumerate(folded) if not _INVISIBLE.match(character)]
    return "".join(folded[index] for index in origins), origins


def _sentence(text: str, span: Span) -> Span:
    """A stretch up to the ends of the sentences in which it begins and ends, if they are near."""
    before = max((match.end() for match in _ENDS.finditer(text, max(0, span[0] - QUOTED), span[0])), default=None)
    start = before if before is not None else 0 if span[0] <= QUOTED else span[0]
    after = _ENDS.search(text, span[1], span[1] + QUOTED)
    end = after.end() if after else len(text) if len(text) - span[1] <= QUOTED else span[1]
    while start < span[0] and text[start].isspace():
        start += 1
    while end > span[1] and text[end - 1].isspace():
        end -= 1
    return start, end


def _apart(spans: list[Span]) -> list[Span]:
    """Stretches that overlap, made one."""
    apart: list[Span] = []
    for start, end in sorted(spans):
        if apart and start < apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return apart
