"""Where the rules match: in the document's text, and in every other text of a result.

What is found in one place and is not to be shown is then looked for in all others, in any way of writing: a number
that stands beside its name in one clause stands alone in another.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from docpipe.filters import credentials, folding, identities, terms
from docpipe.filters.policies import Policy
from docpipe.types import Document
from docpipe.words import Span

LEAST_LETTERS = 6
"""Letters and digits that a stretch needs to be looked for elsewhere: shorter ones stand everywhere."""


class Hit(Struct, frozen=True):
    """A stretch ``start .. end - 1`` that a rule matches."""

    start: int
    end: int
    rule: str


class Scan(Struct, frozen=True):
    """Hits in the document's text, and in each other text that has some; both in order, overlaps left as they are."""

    document: tuple[Hit, ...] = ()
    strings: Mapping[str, tuple[Hit, ...]] = field(default_factory=dict)


def scan(document: Document, strings: Iterable[str], policy: Policy) -> Scan:
    """All hits of a policy, in a document and the texts that are shown beside it."""
    joined = _Joined.of(strings)
    body = with_breaks(document)
    in_body, beside = list(hits(body, policy)), list(hits(joined.text, policy))
    hidden = _Hidden.of([(body, in_body), (joined.text, beside)], policy)
    if hidden:
        in_body += hidden.found(body)
        beside += [*hidden.found(joined.text), *joined.fragments(hidden)]
    return Scan(tuple(_sorted(in_body)), joined.split(_sorted(beside)))


def hits(text: str, policy: Policy) -> Iterator[Hit]:
    """What the rules match in a text by itself; hits may overlap."""
    if policy.terms and policy.blocked_terms != "off":
        yield from (Hit(start, end, "blocked_term") for start, end in terms.find(text, policy.terms))
    if policy.personal_data == policy.secrets == "off":
        return
    folded = folding.fold(text)
    if policy.personal_data != "off":
        yield from (Hit(*folded.span(start, end), rule) for start, end, rule in identities.find(folded.text))
    for form in (folded, folding.fold_joined(text)) if policy.secrets != "off" else ():
        yield from (Hit(*form.span(start, end), rule) for start, end, rule in credentials.find(form.text))


def with_breaks(document: Document) -> str:
    """The document's text, offsets unchanged, with a line feed in the gap after each printed line."""
    text, words = document.text, document.words
    ends = (words.ends[first - 1] for first in words.line_starts if first)
    breaks = sorted({end for end in ends if end < len(text) and text[end] == " "})
    if not breaks:
        return text
    pieces = (text[start + 1 : end] for start, end in zip([-1, *breaks], [*breaks, len(text)], strict=True))
    return "\n".join(pieces)


def _sorted(found: Iterable[Hit]) -> list[Hit]:
    """In the order of the text, longer ones first, each once."""
    return sorted(set(found), key=lambda hit: (hit.start, -hit.end, hit.rule))


class _Hidden(Struct, frozen=True):
    """What must not be shown anywhere, squeezed, with its rule."""

    rules: Mapping[str, str]

    @classmethod
    def of(cls, searched: Iterable[tuple[str, Iterable[Hit]]], policy: Policy) -> _Hidden:
        rules: dict[str, str] = {}
        for text, hit in ((text, hit) for text, found in searched for hit in found):
            letters = folding.squeeze(text[hit.start : hit.end]).text
            if policy.action(hit.rule) in ("redact", "block") and len(letters) >= LEAST_LETTERS:
                rules.setdefault(letters, hit.rule)
        return cls(rules)

    def __bool__(self) -> bool:
        return bool(self.rules)

    def found(self, text: str) -> Iterator[Hit]:
        squeezed = folding.squeeze(text)
        for letters, rule in self.rules.items():
            at = squeezed.text.find(letters)
            while at >= 0:
                start, end = squeezed.span(at, at + len(letters))
                if not (_inside_word(text, start) or _inside_word(text, end)):
                    yield Hit(start, end, rule)
                at = squeezed.text.find(letters, at + 1)

    def part(self, text: str) -> str | None:
        """The rule whose stretch holds a text made of digits, such as a card's number without its first group."""
        letters = folding.squeeze(text).text
        if len(letters) < LEAST_LETTERS or not letters.isdigit():
            return None
        return next((rule for stretch, rule in self.rules.items() if letters in stretch), None)


def _inside_word(text: str, at: int) -> bool:
    """Whether a place is between two letters: ``secret`` is not looked for in ``secretary``. Digits may adjoin."""
    return 0 < at < len(text) and text[at - 1 : at + 1].isascii() and text[at - 1 : at + 1].isalpha()


class _Joined(Struct, frozen=True):
    """Different texts in one, so that each rule runs once; where each begins."""

    strings: tuple[str, ...]
    starts: tuple[int, ...]
    text: str

    @classmethod
    def of(cls, strings: Iterable[str]) -> _Joined:
        several = tuple(dict.fromkeys(strings))
        starts, at = [], 0
        for string in several:
            starts.append(at)
            at += len(string) + len(folding.APART)
        apart = (string.replace(folding.APART, "\u200b") for string in several)
        return cls(several, tuple(starts), folding.APART.join(apart))

    def fragments(self, hidden: _Hidden) -> Iterator[Hit]:
        for start, string in zip(self.starts, self.strings, strict=True):
            if rule := hidden.part(string):
                yield Hit(start, start + len(string), rule)

    def split(self, found: Iterable[Hit]) -> dict[str, tuple[Hit, ...]]:
        """The hits of each text, counted from its own start."""
        own: dict[str, list[Hit]] = {}
        for hit in found:
            index = bisect_right(self.starts, hit.start) - 1
            start, string = self.starts[index], self.strings[index]
            own.setdefault(string, []).append(Hit(hit.start - start, min(hit.end - start, len(string)), hit.rule))
        return {string: tuple(hits) for string, hits in own.items()}


def spans_over(spans: Iterable[Span], hit: Hit) -> bool:
    """Whether a hit shares a character with one of these ranges."""
    return any(start < hit.end and hit.start < end for start, end in spans)
