"""Sentences of Chinese contracts with what they stand under: the heading, the number, the part of the document.

Readers end a paragraph at a page's end, in a narrow cell or at a stamp: a sentence that runs on is healed here. All of
it depends on the document alone, so that chunks see the same sentences.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.view import View
from docpipe.rules.zh_numerals import NUMERAL
from docpipe.rules.zh_script import LETTER, has_han
from docpipe.rules.zh_text import Folded, fold, unspaced
from docpipe.types import Document, Paragraph, Quote, paragraphs
from docpipe.words import Span

Part = Literal["body", "general", "special", "schedule"]

QUOTE_LETTERS = 380
"""Letters of a quote at most; a Chinese clause has 60 on average."""

MAX_JOINED = 4
"""Paragraphs that one sentence may run through: more are a broken table."""

LONGEST_HEADING, RUN_IN = 40, 12
"""Characters of a heading on a line of its own, and of one that a clause runs on from."""

STAMP_LETTERS = 4
"""Letters of a stray stamp (机密, 草稿, 样本) that may stand between two halves of a sentence."""

NUMBER = compiled(
    rf"\s*(?P<number>第[{NUMERAL}\d]+[条章节款部分]+|\d{{1,2}}(?:\.\d{{1,2}})+|\([{NUMERAL}\d]{{1,3}}\)|[①-⑳]"
    rf"|[{NUMERAL}]{{1,3}}、|\d{{1,2}}[、.](?!\d))"
)
_HEADING = compiled(
    rf"\s*(?:第[{NUMERAL}\d]+[条章节部分]+[\s、:.]*|[{NUMERAL}]{{1,3}}、"
    rf"|\d{{1,2}}[.、]?\s?(?={LETTER}))(?P<topic>[^。；]{{0,30}})"
)
_ATTACHED = compiled(
    rf"\s*附\s?[件表录]\s?[{NUMERAL}\dA-Z]{{0,3}}(?!{LETTER}{{0,40}}[约中所载内]|、)[^。；，]{{0,50}}$"
)
_GENERAL = compiled(r"[^。，]{0,12}(?:通用|一般)(?:合同)?条[款件][^。，]{0,4}$")
_SPECIAL = compiled(r"[^。，]{0,12}(?:专用|特别)(?:合同)?条[款件][^。，]{0,4}$")
_NUMBERED = compiled(r"\s*\d{1,2}(?:\.\d{1,2})+")
_CLOSED = compiled(r"[。；;:!?]\s*[\")]?\s*$")
_LABEL = compiled(r"\s*[^，。；:]{1,24}:")
_ROW = compiled(rf"\s*{LETTER}{{2,8}}(?:\t|[ \u3000]+(?={LETTER}))")
"""A row of a table of labels: 月租金 人民币…."""

_CUT = compiled("[，、\t]")
_SENTENCE = compiled(r"[^。；;！？\n]*(?:[。；;！？]+[\")]*|\n|$)")


class Sentence(Struct, frozen=True, eq=False):
    """A folded sentence, or row of a table; ``topic`` is the heading over it, ``heading`` where that is printed,
    and ``numbers`` where the number of its clause is, from the article down to the paragraph's own."""

    text: str
    folded: Folded
    offset: int
    paragraph: Paragraph
    topic: str
    part: Part
    heading: Span | None
    numbers: tuple[Span, ...]

    def span(self, start: int, end: int) -> Span:
        """Where a stretch of the folded text stands in the document."""
        return self.folded.span(self.offset + start, self.offset + end)

    def quote(self, view: View, start: int = 0, end: int | None = None) -> Quote:
        """The whole clauses around a stretch, as many as fit in a quote."""
        return view.quote(*self.span(*_clauses(self.text, start, len(self.text) if end is None else end)))

    def exactly(self, view: View, start: int, end: int) -> Quote:
        """The stretch itself and nothing around it."""
        return view.quote(*self.span(start, end))

    def printed(self, view: View, start: int, end: int) -> str:
        """A stretch as the document prints it, white space beside Han characters left out."""
        return unspaced(view.document.text[slice(*self.span(start, end))])

    def group(self, view: View, match: re.Match[str], name: str | int = 0) -> str:
        """What a group of a match in ``text`` prints."""
        return self.printed(view, *match.span(name))


def sentences(view: View) -> Iterator[Sentence]:
    """The Chinese sentences that begin in a chunk's paragraphs."""
    own = view.own
    if own:
        first, last = own[0].index, own[-1].index
        yield from (s for s in document_sentences(view.document) if first <= s.paragraph.index <= last)


@lru_cache(maxsize=2)
def document_sentences(document: Document) -> tuple[Sentence, ...]:
    """All Chinese sentences of a document, in the order of the text."""
    found: list[Sentence] = []
    topic, heading = "", None
    part: Part = "body"
    numbers: tuple[_Number, ...] = ()
    everything = paragraphs(document)
    for joined in _passages(everything):
        first = joined[0]
        folded = _fold_all(joined)
        after = everything[first.index + 1] if first.index + 1 < len(everything) else None
        before, part = part, _part(folded.text, part, after)
        topic, heading = _topic(folded, topic, heading)
        numbers = _numbered(folded, () if part != before else numbers)
        path = tuple(number.span for number in numbers)
        for start, end in _sentence_spans(document, folded):
            text = folded.text[start:end]
            if text.strip() and has_han(text):
                owner = _owner(joined, folded.span(start, end)[0])
                found.append(Sentence(text, folded, start, owner, topic, part, heading, path))
    return tuple(found)


def _sentence_spans(document: Document, folded: Folded) -> Iterator[Span]:
    """The sentences of a passage; a quotation mark that opens behind a stop belongs to the next one."""
    start = 0
    for match in _SENTENCE.finditer(folded.text):
        end = match.end()
        if match[0].endswith('"') and document.text[folded.span(end - 1, end)[0]] in _OPENING:
            end -= 1
        yield start, end
        start = end


_OPENING = "“「『〝"


def filled(value: dict[str, Any]) -> dict[str, Any]:
    """A value without its empty parts."""
    return {name: part for name, part in value.items() if part not in (None, "")}


def _owner(joined: list[Paragraph], start: int) -> Paragraph:
    return next(paragraph for paragraph in reversed(joined) if paragraph.start <= start)


def _passages(everything: tuple[Paragraph, ...]) -> Iterator[list[Paragraph]]:
    """Paragraphs, those joined that a sentence runs through; a stamp between the halves stands alone."""
    joined: list[Paragraph] = []
    stamps: list[Paragraph] = []
    for paragraph in everything:
        if joined and _is_stamp(paragraph):
            stamps.append(paragraph)
            continue
        if joined and len(joined) < MAX_JOINED and _runs_on(joined, paragraph):
            joined.append(paragraph)
            continue
        if joined:
            yield joined
            yield from ([stamp] for stamp in stamps)
        joined, stamps = [paragraph], []
    if joined:
        yield joined
        yield from ([stamp] for stamp in stamps)


def _is_stamp(paragraph: Paragraph) -> bool:
    text = "".join(paragraph.text.split())
    return len(text) <= STAMP_LETTERS and has_han(text) and not re.search(r"[\d。，；:：]", text)


def _runs_on(joined: list[Paragraph], paragraph: Paragraph) -> bool:
    """Whether a sentence goes on: it has begun as a clause, has not ended, and nothing new begins."""
    before = joined[-1]
    if "table" in (before.kind, paragraph.kind) or paragraph.kind == "heading":
        return False
    if before.kind == "heading" and not _NUMBERED.match(before.text):
        return False
    head, text, begun = fold(before.text).text, fold(paragraph.text).text, fold(joined[0].text).text
    if _opens_bracket(head) and len(head) < 12:
        return True
    if _CLOSED.search(head) or _HEADING.fullmatch(begun) or not has_han(head):
        return False
    if len(head) < 16 or not (re.search("[，应须按]|支付|由|为", begun) or _NUMBERED.match(begun)):
        return False
    if re.match(r"\s*[A-Z]", text):
        return False  # the other version of a contract in two languages
    return (
        not (NUMBER.match(text) or _LABEL.match(text) or _ROW.match(paragraph.text) or _ATTACHED.match(text))
        and len(text) > 1
    )


def _opens_bracket(text: str) -> bool:
    return text.count("(") > text.count(")")


def _fold_all(joined: list[Paragraph]) -> Folded:
    """Paragraphs as one folded text; those of a table keep their line feeds between rows."""
    if len(joined) == 1 and joined[0].kind != "table":
        only = joined[0]
        return fold(only.text.replace("\n", " "), only.start)
    texts: list[str] = []
    origins = array("I")
    base = joined[0].start
    for paragraph in joined:
        text = paragraph.text if paragraph.kind == "table" else paragraph.text.replace("\n", " ")
        folded = fold(text)
        texts.append(folded.text)
        origins.extend(paragraph.start - base + origin for origin in folded.origins)
    return Folded("".join(texts), origins, base)


def _topic(folded: Folded, topic: str, heading: Span | None) -> tuple[str, Span | None]:
    """What the heading over the text is about, and where it is printed."""
    text = folded.text
    match = _HEADING.match(text)
    if match is None:
        return topic, heading
    if len(text) <= LONGEST_HEADING:
        named = match["topic"].strip() and not text.lstrip()[0].isdecimal()
        return match["topic"], folded.span(*match.span()) if named else heading
    return (f"{topic} {match['topic'][:RUN_IN]}", None) if text.lstrip().startswith("第") else (topic, heading)


class _Number(Struct, frozen=True):
    """A printed number, and the family that it is counted in: 第三条, （二）, 1., ①."""

    family: str
    span: Span


NEAR_NUMBER = 12
"""Characters behind a number in which its clause begins with a Han character."""

_FAMILIES = (
    ("article", compiled(rf"第[{NUMERAL}\d]+条")),
    ("chapter", compiled(r"第")),
    ("decimal", compiled(r"\d{1,2}\.\d")),
    ("bracketed_figure", compiled(r"\(\d")),
    ("bracketed", compiled(r"\(")),
    ("circled", compiled("[①-⑳]")),
    ("figure", compiled(r"\d")),
    ("numeral", compiled("")),
)


def _numbered(folded: Folded, above: tuple[_Number, ...]) -> tuple[_Number, ...]:
    """The numbers from the article down to that of a paragraph; one without a number stands in the article."""
    match = NUMBER.match(folded.text)
    if match is None or not (has_han(match[0]) or has_han(folded.text[match.end() : match.end() + NEAR_NUMBER])):
        return above[:1]  # 11.34 at the head of a row is no number of a clause
    family = next(name for name, pattern in _FAMILIES if pattern.match(match["number"]))
    own = _Number(family, folded.span(*match.span("number")))
    if family == "chapter":
        return ()
    if family in ("article", "decimal"):
        return (own,)
    families = [number.family for number in above]
    if family == "numeral" and families[:1] == ["decimal"]:
        return (own,)  # 八、 stands over 8.1 and ends what 6.2 stood in
    return (*above[: families.index(family)], own) if family in families else (*above, own)


def _part(text: str, part: Part, after: Paragraph | None) -> Part:
    """The part that begins with a paragraph, or the one that goes on; a list of attachments begins none."""
    if len(text) > 60:
        return part
    if _ATTACHED.match(text):
        return part if after is not None and _ATTACHED.match(fold(after.text).text) else "schedule"
    if _SPECIAL.match(text):
        return "special"
    return "general" if _GENERAL.match(text) else part


def _clauses(text: str, start: int, end: int) -> Span:
    """The widest stretch of clauses around ``text[start:end]`` with so many letters, grown to the left first."""
    if len(text) <= QUOTE_LETTERS:
        return 0, len(text)
    least, most = max(0, start - 2 * QUOTE_LETTERS), min(len(text), end + 2 * QUOTE_LETTERS)
    cuts = [least, *(match.end() for match in _CUT.finditer(text, least, most)), most]
    first = max(cut for cut in cuts if cut <= start)
    last = min(cut for cut in cuts if cut >= min(end, first + QUOTE_LETTERS))
    for cut in reversed(cuts):
        if cut < first and last - cut <= QUOTE_LETTERS:
            first = cut
    for cut in cuts:
        if cut > last and cut - first <= QUOTE_LETTERS:
            last = cut
    return (first, last) if last - first <= QUOTE_LETTERS + 20 else (max(first, end - QUOTE_LETTERS), end)
