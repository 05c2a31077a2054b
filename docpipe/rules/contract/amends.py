"""Which agreement an amendment changes, and which of its sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract.clause_text import Sentence, clause_span, printed, sentences
from docpipe.rules.dates import find_dates
from docpipe.rules.later import later
from docpipe.rules.view import OPENING, View
from docpipe.types import Document, Finding, paragraphs

ANSWERS = ("amends",)


def find(view: View) -> Iterable[Finding]:
    """Agreements that are named as amended in the document's opening, and sections said to be changed anywhere."""
    for sentence in sentences(view):
        if any(word in sentence.low for word in ("amend", "replaced", "deleted", "reference is")):
            if sentence.paragraph.index < OPENING:
                yield from _amended(view, sentence)
            yield from _sections(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Only a document that calls itself an amendment amends; sections belong to the first agreement it names, which
    completes a title that is no more than "Amendment No. 2"."""
    mine = [finding for finding in findings if finding.field == "amends"]
    rest = [finding for finding in findings if finding.field != "amends"]
    named = [finding for finding in mine if not finding.attribute]
    if not named or not _is_amendment(document):
        return rest
    best = max(named, key=lambda finding: ("date" in finding.value, -finding.at))
    same = [f for f in named if f.item == best.item]
    sections = [replace(f, item=best.item) for f in mine if f.attribute]
    return [*(_completed(finding, best) for finding in rest), *same, *sections]


def _completed(finding: Finding, amended: Finding) -> Finding:
    """A title with the agreement that it amends: behind a bare "Amendment No. 2", and in the place of its parties."""
    if finding.field != "title" or finding.problem:
        return finding
    base, title = amended.value["title"], finding.value
    match = _BARE().match(title)
    rest = title[match.end() :] if match else ""
    if match is None or not (not rest or (_NAMES_OF.match(rest) and rest.casefold().endswith(f" {base.casefold()}"))):
        return finding
    message = "the amendment's own name, and that of the agreement that it says it amends"
    quotes = (*finding.quotes, *amended.quotes)
    return replace(finding, value=f"{match[0]} to {base}", quotes=quotes, derived=True, message=message)


_BARE = later(
    r"(?i)\W*(?:(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+)?(?:amendment|addendum)"
    r"(?:\s+(?:no\.?|number|n[°º]|\#)?\s?\d{1,3})?(?=\W*\Z|\s+to\s)"
)
_NAMES_OF = compiled(r"(?i)\s+to\s.*\b(?:inc|llc|l\.l\.c|ltd|limited|corp|corporation|gmbh|plc|s\.a|b\.v|n\.v)\b")

_CALLED = later(
    r"\b(?:this|THIS)\s+(?:(?:First|Second|Third|Fourth|Fifth|FIRST|SECOND|THIRD)\s+)?(?:[Aa]mendment|AMENDMENT)\b"
    r"|^\W*(?:\w+\s+)?AMENDMENT\b"
)
_TITLE = (
    r"(?P<title>(?:(?!THIS\b|This\b|AMENDMENT\b|Amendment\b)[A-Z][\w&-]*\s+(?:(?:and|of|for|&)\s+)?){0,7}(?:Agreement"
    r"|AGREEMENT|Contract|CONTRACT|Lease|LEASE|License|LICENSE)(?:\s+(?:No\.?|Number)\s+[\w-]+)?)"
)
_AMENDED = later(
    rf"\b(?:[Aa]mendment|AMENDMENT|[Aa]mends?|[Aa]mended|[Mm]odif(?:y|ies)|[Ss]upplements?)"
    rf"\b(?:[^.;]{{0,120}}?\b(?:to|the|that|certain|TO|THE|of|their|its)\s+)?{_TITLE}"
)
_NAMED = later(
    rf"\b(?:the|that|certain|to|TO|a)\s+(?:(?:fully\s+executed|existing|original)\s+)?{_TITLE}"
    r"(?P<between>[^.;]{0,200}?)\bdated\b"
)
_DATED = later(
    r"\b(?:dated|made|entered\s+into|effective)\b(?:\s+(?:as\s+of|on|effective))?\s*(?:the\s+)?$", re.IGNORECASE
)
_SECTION = later(
    r"\b(?P<section>(?:Section|Article|Paragraph|Clause|Schedule|Exhibit|Appendix)"
    r"s?\s+[\dA-Z][\w.]*(?:\s?\([\w]{1,4}\))*)(?=[^;]{0,120}?\b(?:(?:is|are|shall\s+be)"
    r"\s+(?:hereby\s+)?(?:further\s+)?(?:amended|deleted|replaced|modified|restated|revised|supplemented|removed)"
    r"|is\s+increased|is\s+reduced)\b)",
)
_REFERENCE = compiled(r"(?i)\W*reference\s+is\s+(?:hereby\s+)?made\s+to\b")
_OWN = later(r"(?i)\b(?:this|the)\s+amendment\b|\bamendment\b")


def _is_amendment(document: Document) -> bool:
    """Whether the first paragraphs call the document an amendment."""
    return any(_CALLED().search(paragraph.text) for paragraph in paragraphs(document)[:AMENDMENT_NAMED_WITHIN])


AMENDMENT_NAMED_WITHIN = 25
"""Paragraphs in which an amendment has called itself one; later ones speak of amendments to come."""


def _amended(view: View, sentence: Sentence) -> Iterator[Finding]:
    match = _NAMED().search(sentence.text) or _AMENDED().search(sentence.text)
    if (
        match is None
        or not (_OWN().search(sentence.text) or _REFERENCE.match(sentence.text))
        or re.fullmatch(r"(?i)(?:this\s+|the\s+)?agreement|.*amendment.*", match["title"])
    ):
        return
    value: dict[str, Any] = {"title": match["title"].strip(), "date": _date(sentence.text, match.end("title"))}
    start, end = clause_span(sentence.text, match.start("title"), match.end())
    value = printed(view, sentence, value)
    quote = view.quote(sentence.start + start, sentence.start + end)
    yield Finding("amends", value, (quote,), item=f"{value['title']}|{value.get('date', '')}".casefold())


def _date(text: str, after: int) -> object:
    """The date behind "dated" nearest to the title."""
    for found in find_dates(text[after : after + 260]):
        begin, end = after + found.start, after + found.end
        own = _OWN_DATE().search(text[after:begin]) or re.match(
            r"\W{0,4}(?:this|the)\W{0,3}(?:\w+\s+)?amendment", text[end : end + 40], re.IGNORECASE
        )
        if _DATED().search(text, max(0, begin - 40), begin):
            return None if own else found.value
    return None


_OWN_DATE = later(r"(?i)\bamendment\b|\bis\s+(?:made|entered|dated|executed)\b|\band\s+effective\b")


def _sections(view: View, sentence: Sentence) -> Iterator[Finding]:
    for match in _SECTION().finditer(sentence.text):
        start, end = clause_span(sentence.text, *match.span())
        quote = view.quote(sentence.start + start, sentence.start + end)
        yield Finding("amends", " ".join(match["section"].split()), (quote,), attribute="sections")
