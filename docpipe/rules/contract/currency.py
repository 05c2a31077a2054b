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
    """An amount in plain dollars, in the dollars that the document declares; the declaration is cited beside it.

    Without a declaration, "$20" beside "$55 CAD" in a document that names no U.S. dollar has no known currency.
    """
    if finding.problem or finding.attribute or finding.value.get("currency") != "USD":
        return finding
    declaration = _declaration(document)
    if not (declaration or _names_another(document)) or not _plain(finding):
        return finding
    if declaration is None:
        value = {name: part for name, part in finding.value.items() if name != "currency"}
        return replace(finding, value=value, item=None)
    code, quote = declaration
    return replace(finding, value={**finding.value, "currency": code}, quotes=(*finding.quotes, quote), item=None)


@lru_cache(maxsize=2)
def _declaration(document: Document) -> tuple[str, Quote] | None:
    match = _DECLARED.search(document.text)
    if match is None:
        return None
    return _CODES[" ".join(match["which"].lower().split())], Quote(match[0], match.span())


@lru_cache(maxsize=2)
def _names_another(document: Document) -> bool:
    """Whether amounts name the dollar of another country and nothing in the document names that of the U.S."""
    return bool(_OTHER.search(document.text)) and not _US.search(document.text)


_OTHER = compiled(
    r"\$\s?\d[\d,.]*\d?\s?(?:CAD|CDN|AUD|HKD|SGD|NZD|Cdn\.?|(?:Canadian|Australian|Hong\s+Kong|Singapore|New\s+Zealand)\s+"
    r"(?:[Dd]ollars|[Ff]unds))\b|(?<![\w$])(?:CAD|CDN|C|AUD|A|AU|HK|SGD?|S|NZ)\s?\$\s?\d"
)
_US = compiled(
    r"\bU\.?\s?S\.?\s?(?:D\b|\$|dollars|funds|currency)|\bUnited\s+States\s+(?:dollars|currency)", re.IGNORECASE
)


def _plain(finding: Finding) -> bool:
    """Whether the amount stands in its quote with a bare sign and never with a named one."""
    printed = [
        quote.text[money.start : money.end]
        for quote in finding.quotes
        for money in find_money(quote.text)
        if str(money.amount) == str(finding.value["amount"])
    ]
    return bool(printed) and not any(_NAMED.search(text) for text in printed)
