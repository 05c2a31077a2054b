"""Answers to free questions: passages found by the rules, each at its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from docpipe import kinds, merge, rules
from docpipe.kinds.base import Kind
from docpipe.patterns import compiled
from docpipe.rules import passages
from docpipe.rules.unstruck import requoted, unstruck
from docpipe.types import Chunk, Document, Evidence, Json, Paragraph, Quote, Trust, paragraphs
from docpipe.verify import Verified
from docpipe.verify.ground import ground
from docpipe.words import Span

FOUND = "the rules engine does not answer in its own words: these passages carry the words of the question"
NOT_FOUND = "not in the document in these words: no passage carries enough of them; try those that it would use"
NEAREST = "not in the document in these words: below is the nearest passage, and what it lacks of them"

EXCEPTIONS = ("carve_outs",)
"""Attributes that say where a field does not hold: no answer to a question for the field."""

_MARK = compiled(r"\s*\(?\d{1,2}\)?(?=[^\W\d_])|\s*[*†‡§]+\s*")
"""The mark before a footnote, glued to its first word; a figure with a space behind it may be part of the sentence."""

WHOLE = 400
"""Characters up to which a passage is the whole paragraph: its best sentence alone says too little."""


def answered(document: Document, chunks: Iterable[Chunk], kind: Kind) -> Verified:
    """The answers to a kind's questions. Passages are ``located``: what they mean is for people to judge."""
    asked = [passages.understood(text) for text in kind.categories["answers"]]
    clear = unstruck(document)
    index = passages.indexed(clear, frozenset().union(*(question.terms for question in asked)))
    facts = _facts(document, chunks, asked)
    answers: list[Json] = []
    evidence: dict[str, tuple[Evidence, ...]] = {}
    for number, question in enumerate(asked):
        hits = passages.best(clear, index, question, facts.get(question.text, ()))
        found = [_passage(clear, index, hit) for hit in hits]
        quoted = [(passage, entries) for passage, quote in found if (entries := _grounded(document, quote))]
        shown = [passage for passage, _ in quoted]
        enough = bool(shown) and hits[0].enough
        note = FOUND if enough else NEAREST if shown else NOT_FOUND
        answers.append({"question": question.text, "found": enough, "note": note, "passages": shown})
        evidence |= {merge.pointer("answers", number, "passages", at): own for at, (_, own) in enumerate(quoted)}
    trust = {path: Trust("located", ("rules",)) for path in evidence}
    return Verified({"answers": answers}, evidence, trust, ())


def _facts(
    document: Document, chunks: Iterable[Chunk], asked: Sequence[passages.Question]
) -> dict[str, list[passages.Known]]:
    """What the rules for contracts found and a question asks for, by question. They run only if one does."""
    wanted = {question.text: passages.asked(question.text) for question in asked}
    if not any(wanted.values()):
        return {}
    places: dict[str, list[Span]] = defaultdict(list)
    for name, span in _found(document, chunks):
        places[name].append(span)
    return {
        text: [passages.Known(field, span) for field in fields for span in places[field.name]]
        for text, fields in wanted.items()
    }


def _found(document: Document, chunks: Iterable[Chunk]) -> Iterator[tuple[str, Span]]:
    """The fields that the rules for contracts fill, clauses by their category, and the places that they read."""
    kind = kinds.load("contract")
    local = (finding for chunk in chunks for finding in rules.find(document, chunk, kind.name))
    for finding in rules.derive(document, merge.unite(local, kind), kind.name):
        if finding.problem is None and finding.attribute not in EXCEPTIONS:
            name = f"clauses: {finding.value['category']}" if finding.field == "clauses" else finding.field
            yield from ((name, quote.span) for quote in finding.quotes if quote.span)


def _grounded(document: Document, quote: Quote) -> tuple[Evidence, ...]:
    (printed,) = requoted(document, [quote])  # struck words are blanks in what was searched
    return ground(document, printed)


def _passage(document: Document, index: passages.Index, hit: passages.Hit) -> tuple[Json, Quote]:
    """A passage as plain data, and its quote: a sentence, or its paragraph if that is short."""
    paragraph = paragraphs(document)[hit.unit.paragraph]
    start, end = _span(paragraph, hit.unit.span)
    if paragraph.kind == "footnote" and start == paragraph.start and (mark := _MARK.match(document.text, start, end)):
        start = mark.end()
    text = document.text[start:end]
    headings = [" ".join(heading.text.split()) for heading in index.around[hit.unit.paragraph].headings]
    missing = [] if hit.fact else list(hit.missing)
    return {"text": text, "headings": headings, "missing": missing, "fact": hit.fact}, Quote(text, (start, end))


def _span(paragraph: Paragraph, sentence: Span) -> Span:
    if len(paragraph.text) > WHOLE or paragraph.kind == "table":
        return sentence
    text = paragraph.text
    return paragraph.start + len(text) - len(text.lstrip()), paragraph.start + len(text.rstrip())
