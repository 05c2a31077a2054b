"""A result with what the rules match flagged, redacted, or kept back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from docpipe.errors import Withheld
from docpipe.filters import documents
from docpipe.filters.editing import Edits
from docpipe.filters.policies import SETTING, Policy
from docpipe.filters.scan import Hit, Scan, scan, spans_over
from docpipe.kinds.shape import Misfit, dumped, typed
from docpipe.merge import pointer
from docpipe.patterns import compiled
from docpipe.types import Check, Document, Evidence, Filtered, Json, Result, Route
from docpipe.words import Box, Span

Parts = tuple[str | int, ...]
"""What leads to a leaf of the value."""

_FIGURES = compiled(r"[-+]?\d[\d.,]*(?:-\d\d-\d\d)?")
"""Text that stands for a number or a day: it is no text any more with a marker in it."""


class Screened(Struct, frozen=True):
    """A document that may be shown; what was done to it, and what pictures of it must hide."""

    document: Document
    filtered: tuple[Filtered, ...]
    masks: Mapping[int, tuple[Box, ...]]


def apply(result: Result, policy: Policy) -> Result:
    """The result as the policy lets it out: ``filtered`` says what was done, ``masks`` what pictures must hide.

    A redacted stretch is a marker everywhere; a typed value (a date, an amount) that matches is null. Names of
    fields and words of the kind's own vocabulary in ``coverage`` stay. Raises Withheld if a rule with action
    ``block`` matches.
    """
    found = scan(result.document, strings_of(result), policy)
    found = replace(found, document=_with_long(found.document, _cited(result), policy))
    guard = _Guard.of(result.document, policy, found)
    filtered = tuple(dict.fromkeys([*_in_result(result, guard), *_in_document(result, guard)]))
    guard.let_pass(filtered)
    if all(entry.action == "flag" for entry in filtered):
        return replace(result, filtered=filtered) if filtered else result
    data, value = _redacted_value(result, guard)
    return replace(
        result,
        document=guard.redacted(),
        route=_route(result.route, guard),
        data=data,
        evidence={path: _evidence(entries, guard) for path, entries in result.evidence.items()},
        checks=tuple(_check(check, guard) for check in result.checks),
        value=value,
        filtered=filtered,
        masks=guard.masks(),
    )


def screen(document: Document, policy: Policy) -> Screened:
    """A document alone, as the policy lets it out. Raises Withheld if a rule with action ``block`` matches."""
    guard = _Guard.of(document, policy, scan(document, documents.strings_of(document), policy))
    filtered = tuple(dict.fromkeys(guard.entries("", guard.all_hits())))
    guard.let_pass(filtered)
    if all(entry.action == "flag" for entry in filtered):
        return Screened(document, filtered, {})
    return Screened(guard.redacted(), filtered, guard.masks())


def strings_of(result: Result) -> Iterator[str]:
    """Every text of a result that is not a part of the document's text."""
    yield from documents.strings_of(result.document)
    yield from (text for _, text in _leaves(result.data))
    for check in result.checks:
        yield check.message
    for entry in _all_evidence(result):
        yield from _beside(entry, result.document)
    yield from (heading for chunk in result.route.chunks for heading in chunk.headings)


class _Guard(Struct, frozen=True):
    """A document's policy and hits, as everything that is shown of it goes through them."""

    document: Document
    policy: Policy
    found: Scan
    edits: Edits
    text: str  # the document's, redacted

    @classmethod
    def of(cls, document: Document, policy: Policy, found: Scan) -> _Guard:
        edits = Edits.of(found.document, policy)
        return cls(document, policy, found, edits, edits.applied(document.text))

    def all_hits(self) -> list[Hit]:
        return [*self.found.document, *(hit for hits in self.found.strings.values() for hit in hits)]

    def hits(self, text: str) -> tuple[Hit, ...]:
        """The hits of a text beside the document's own, long ones aside."""
        return self.found.strings.get(text, ())

    def clean(self, text: str) -> str:
        hits = self.hits(text)
        return Edits.of(hits, self.policy).applied(text) if hits else text

    def within(self, span: Span) -> Iterator[Hit]:
        """The hits that a range of the document shares a character with."""
        return (hit for hit in self.found.document if hit.start < span[1] and span[0] < hit.end)

    def entries(self, path: str, hits: Iterable[Hit]) -> Iterator[Filtered]:
        return (Filtered(path, hit.rule, self.policy.action(hit.rule)) for hit in hits)

    def let_pass(self, filtered: Iterable[Filtered]) -> None:
        """Raise Withheld for what is blocked, naming rules and settings and nothing of what they matched."""
        blocked = Counter(entry.rule for entry in filtered if entry.action == "block")
        if not blocked:
            return
        rules = ", ".join(rule.replace("_", " ") for rule in blocked)
        settings = ", ".join(dict.fromkeys(SETTING.get(rule, "personal_data") for rule in blocked))
        name = Edits.of(self.hits(self.document.source.name), _redacting(self.policy)).applied(
            self.document.source.name
        )
        raise Withheld(
            f"{name}: the output filter withholds the result: {rules} found; set {settings} to redact to get it without"
        )

    def redacted(self) -> Document:
        return documents.redacted(self.document, self.edits, self.clean)

    def masks(self) -> dict[int, tuple[Box, ...]]:
        spans = zip(self.edits.starts, self.edits.ends, strict=True)
        return documents.masks(self.document, spans, self.clean)


def _redacting(policy: Policy) -> Policy:
    """The policy with every rule that acts redacting: an error's message names the document and nothing else."""
    return replace(policy, blocked_terms="redact", personal_data="redact", secrets="redact", long_quotes="redact")


def _in_result(result: Result, guard: _Guard) -> Iterator[Filtered]:
    """What is filtered in values, quotes and checks, by the pointer that it belongs to."""
    for parts, text in _leaves(result.data):
        if hits := _leaf_hits(text, guard):
            yield from guard.entries(pointer(*parts), hits)
    for path, entries in (*result.evidence.items(), *((check.path, check.evidence) for check in result.checks)):
        for entry in entries:
            yield from guard.entries(path, guard.within(entry.span))
            yield from (
                found for text in _beside(entry, result.document) for found in guard.entries(path, guard.hits(text))
            )
    for check in result.checks:
        yield from guard.entries(check.path, guard.hits(check.message))


def _in_document(result: Result, guard: _Guard) -> Iterator[Filtered]:
    """What is filtered in the rest of the document, without a pointer."""
    cited = [entry.span for entry in _all_evidence(result)]
    yield from guard.entries("", (hit for hit in guard.found.document if not spans_over(cited, hit)))
    for text in documents.strings_of(result.document):
        yield from guard.entries("", guard.hits(text))


def _leaf_hits(text: str, guard: _Guard) -> list[Hit]:
    """A value's hits, its being too long among them."""
    limit = guard.policy.long_quote_characters
    long = guard.policy.long_quotes != "off" and len(text) > limit
    hits = [*guard.hits(text), *([Hit(limit, len(text), "long_quote")] if long else [])]
    return sorted(hits, key=lambda hit: (hit.start, -hit.end))


def _with_long(hits: tuple[Hit, ...], cited: Iterable[Span], policy: Policy) -> tuple[Hit, ...]:
    """With the stretches by which quotes are too long; they are gone from the document's text as well."""
    if policy.long_quotes == "off":
        return hits
    limit = policy.long_quote_characters
    long = {Hit(start + limit, end, "long_quote") for start, end in cited if end - start > limit}
    return tuple(sorted({*hits, *long}, key=lambda hit: (hit.start, -hit.end, hit.rule)))


def _cited(result: Result) -> Iterator[Span]:
    """The ranges that quotes cover; the parts of one over a page break count as one."""
    for entries in (*result.evidence.values(), *(check.evidence for check in result.checks)):
        spans: list[Span] = []
        for entry in entries:
            if spans and spans[-1][1] == entry.span[0]:
                spans[-1] = (spans[-1][0], entry.span[1])
            else:
                spans.append(entry.span)
        yield from spans


def _redacted_value(result: Result, guard: _Guard) -> tuple[dict[str, Json], Any]:
    """Data and typed value. Where the type takes no marker there is null; where it takes no null, no typed value."""
    changed: set[Parts] = set()
    data = _redacted_leaves(result.data, (), guard, changed)
    if result.value is None or not changed:
        return data, result.value
    while True:
        try:
            value = typed(data, type(result.value))
        except Misfit as misfit:
            path = next((parts for parts in changed if misfit.path[: len(parts)] == parts), None)
            if path is None:
                return data, None
            changed.discard(path)
            data = _nulled(data, path)
        else:
            return dumped(value), value


def _redacted_leaves(value: Json, parts: Parts, guard: _Guard, changed: set[Parts]) -> Json:
    if isinstance(value, dict):
        return {name: _redacted_leaves(part, (*parts, name), guard, changed) for name, part in value.items()}
    if isinstance(value, list):
        return [_redacted_leaves(part, (*parts, index), guard, changed) for index, part in enumerate(value)]
    text = _leaf_text(value)
    edits = Edits.of(_leaf_hits(text, guard), guard.policy) if text else None
    if not edits:
        return value
    changed.add(parts)
    return edits.applied(text) if isinstance(value, str) and not _FIGURES.fullmatch(value) else None


def _nulled(value: Json, parts: Parts) -> Json:
    if not parts:
        return None
    if isinstance(value, list):
        return [_nulled(part, parts[1:]) if index == parts[0] else part for index, part in enumerate(value)]
    return {name: _nulled(part, parts[1:]) if name == parts[0] else part for name, part in value.items()}


def _leaves(value: Json, parts: Parts = ()) -> Iterator[tuple[Parts, str]]:
    """Every leaf as text, with what leads to it."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _leaves(part, (*parts, name))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _leaves(part, (*parts, index))
    elif text := _leaf_text(value):
        yield parts, text


def _leaf_text(value: Json) -> str:
    return "" if value is None or isinstance(value, bool) else str(value)


def _all_evidence(result: Result) -> Iterator[Evidence]:
    for entries in result.evidence.values():
        yield from entries
    for check in result.checks:
        yield from check.evidence


def _beside(entry: Evidence, document: Document) -> Iterator[str]:
    """The texts of a quote that are not the document's at its span."""
    if entry.quote != document.text[slice(*entry.span)]:
        yield entry.quote
    yield from (text for text in (entry.printed, entry.place) if text)


def _evidence(entries: Iterable[Evidence], guard: _Guard) -> tuple[Evidence, ...]:
    return tuple(_entry(entry, guard) for entry in entries)


def _entry(entry: Evidence, guard: _Guard) -> Evidence:
    own = entry.quote == guard.document.text[slice(*entry.span)]
    span = guard.edits.shown(entry.span)
    hidden = own and guard.edits.touches(entry.span)
    return replace(
        entry,
        span=span,
        quote=guard.text[slice(*span)] if own else guard.clean(entry.quote),
        printed=None if hidden or entry.printed is None else guard.clean(entry.printed),
        place=None if entry.place is None else guard.clean(entry.place),
    )


def _check(check: Check, guard: _Guard) -> Check:
    return replace(check, message=guard.clean(check.message), evidence=_evidence(check.evidence, guard))


def _route(route: Route, guard: _Guard) -> Route:
    chunks = (
        replace(
            chunk,
            start=guard.edits.moved(chunk.start),
            end=guard.edits.moved(chunk.end),
            headings=tuple(map(guard.clean, chunk.headings)),
        )
        for chunk in route.chunks
    )
    return replace(route, chunks=tuple(chunks))
