"""Quotes that a model claims → quotes of the document's own words at their places, or nothing.

What a value is believed to rest on is never the model's text: it is what stands in the document where that text was
found.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from docpipe.rules.unstruck import unstruck
from docpipe.types import Document, Finding, Quote
from docpipe.verify.ground import locate_words

INVENTED = "a quote of it does not stand in the document"
ELSEWHERE = "its quote stands in another place than the one named for it"


def anchored(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """The findings with located quotes alone, none left for those that were invented; what is odd stands in the
    message of a finding, and keeps it from being confirmed."""
    return [_anchored(document, finding) for finding in findings]


def _anchored(document: Document, finding: Finding) -> Finding:
    clear = unstruck(document)
    quotes: list[Quote] = []
    odd: list[str] = []
    for quote in finding.quotes:
        found = locate_words(clear, quote.text, quote.blocks)
        if found is None:
            odd.append(INVENTED)
            continue
        located, where_named = found
        odd += [] if where_named else [ELSEWHERE]
        quotes.append(Quote(document.text[slice(*located.span)], located.span, quote.blocks))
    if finding.problem:
        return replace(finding, quotes=tuple(quotes))
    return replace(finding, quotes=tuple(quotes), message="; ".join(dict.fromkeys(odd)))
