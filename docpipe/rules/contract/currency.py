"""Which dollar a document means by "$", where it says so."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.money import find_money
from docpipe.types import Document, Finding, Quote

_CODES = {"canadian": "CAD", "australian": "AUD", "hong kong": "HKD", "singapore": "SGD", "new zealand": "NZD"}
_DECLARED = compiled(
    r"\b(?:references?\s+to|all)\b[^.;]{0,120}(?:\bamounts?\b|\bcurrency\b|\bdollars?\b|\$)[^.;]{0,90}?"
    r"\b(?P<which>canadian|australian|hong\s+kong|singapore|new\s+zealand)\s+(?:dollars|currency|funds)\b",
    re.IGNORECASE,
)
_NAMED = compiled(r"\bU\.?\s?S\b|\bUS(?:D|\$)|United\s+States|American", re.IGNORECASE)


def in_declared_dollars(document: Document, finding: Finding) -> Finding:
    """An amount in plain dollars, in the dollars that the document declares; the declaration is cited beside it."""
    declaration = _declaration(document)
    if declaration is None or finding.problem or finding.value.get("currency") != "USD" or not _plain(finding):
        return finding
    code, quote = declaration
    return replace(finding, value={**finding.value, "currency": code}, quotes=(*finding.quotes, quote), item=None)


@lru_cache(maxsize=2)
def _declaration(document: Document) -> tuple[str, Quote] | None:
    match = _DECLARED.search(document.text)
    if match is None:
        return None
    return _CODES[" ".join(match["which"].lower().split())], Quote(match[0], match.span())


def _plain(finding: Finding) -> bool:
    """Whether the amount stands in its quote with a bare sign and never with a named one."""
    printed = [
        quote.text[money.start : money.end]
        for quote in finding.quotes
        for money in find_money(quote.text)
        if str(money.amount) == str(finding.value["amount"])
    ]
    return bool(printed) and not any(_NAMED.search(text) for text in printed)
