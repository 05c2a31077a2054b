"""The currency of a report: by what its statements are headed with, by their signs, by what the text says of itself.

``$`` names no country. It is the dollar of the United States in a report to their commission or with their markets and
rules around it, that of another country where the report says so, and nothing where neither stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from docpipe.figures import CURRENCIES
from docpipe.patterns import compiled
from docpipe.rules.report.filing import Filing
from docpipe.rules.report.statements import Statement
from docpipe.types import Document
from docpipe.words import Span

Told = tuple[str, tuple[Span, ...], str]
"""The currency by ISO 4217, the places that tell it, and why they do."""

_NAMES = (
    ("USD", r"\b(?:U\.?S\.?|United States)\s+dollars?\b|\bUS\$|\bUSD\b"),
    ("CAD", r"\bC(?:A|DN)?\$|\bcanadian\s+(?:dollars?|\$)|\bCAD\b"),
    ("AUD", r"\bAU?\$|\baustralian\s+dollars?\b|\bAUD\b"),
    ("HKD", r"\bHK\$|\bhong\s+kong\s+dollars?\b|\bHKD\b"),
    ("SGD", r"\bS\$|\bsingapore\s+dollars?\b|\bSGD\b"),
    ("NZD", r"\bNZ\$|\bnew\s+zealand\s+dollars?\b|\bNZD\b"),
    ("TWD", r"\bNT\$|\bnew\s+taiwan\s+dollars?\b|\bTWD\b"),
    ("BRL", r"\bR\$|\b(?:brazilian\s+)reais\b|\bBRL\b"),
    ("EUR", r"€|\beuros?\b|\bEUR\b"),
    ("GBP", r"£|\bpounds?\s+sterling\b|\bGBP\b"),
    ("CNY", r"\bRMB\b|\brenminbi\b|\bCNY\b"),
    ("JPY", r"\byen\b|\bJPY\b"),
    ("CHF", r"\bCHF\b|\bswiss\s+francs?\b"),
    ("SEK", r"\bSEK\b|\bswedish\s+kron(?:or|a)\b"),
    ("NOK", r"\bNOK\b|\bnorwegian\s+kron(?:er|e)\b"),
    ("DKK", r"\bDKK\b|\bdanish\s+kron(?:er|e)\b"),
    ("INR", r"₹|\bINR\b|\bindian\s+rupees?\b"),
    ("KRW", r"₩|\bKRW\b|\bkorean\s+won\b"),
    ("MXN", r"\bMXN\b|\bmexican\s+pesos?\b"),
    ("ZAR", r"\bZAR\b|\bsouth\s+african\s+rands?\b"),
)
_NAMED = compiled("(?i)" + "|".join(f"(?P<{code}>{names})" for code, names in _NAMES))
_PRESENTED = compiled(
    r"(?i)\b(?:amounts?|figures|(?:consolidated\s+)?financial\s+(?:statements?|information|report)|(?:reporting|presentation)\s+currency)\b"
    r"[^.;]{0,80}?\b(?:in|is|are)\s+(?:the\s+)?(?P<name>[^.;,]{2,24})"
)
"""What a report says of all its figures: ``all dollar amounts are expressed in Canadian dollars``."""

DOLLARS = frozenset({"USD", "CAD", "AUD", "HKD", "SGD", "NZD", "TWD"})

_COMMISSION = compiled(r"(?i)securities\s+and\s+exchange\s+commission")
_AMERICAN = compiled(
    r"(?i)securities\s+and\s+exchange\s+commission|\b(?:nasdaq|nyse|new\s+york\s+stock\s+exchange)\b|\bU\.?S\.?\s+GAAP\b"
    r"|\bform\s+(?:10-[kq]|8-k)\b|\bsafe\s+harbor\b"
)
"""What stands in reports of companies whose dollar is that of the United States."""


def currency(document: Document, report: Filing) -> Told | None:
    """What the unit's line names, else the head and the signs of a statement, the text of itself, its market."""
    main = [one for kind in ("income", "balance_sheet", "cash_flow") if (one := report.statements.main.get(kind))]
    for one in main:
        if one.unit is not None and one.unit.currency and one.unit_span:
            return one.unit.currency, (one.unit_span,), "the line that says what figures count in"
    dollars = any(amount.figure.sign == "$" for one in main for line in one.lines for amount in line.amounts)
    for one in main:
        if (told := _over(document, one, dollars) or _signed(one)) is not None:
            return told
    return _presented(document, dollars) or _by_sign(document, main)


def _over(document: Document, statement: Statement, dollars: bool) -> Told | None:
    """The first currency that is named between a statement's title and its figures; ``$`` alone is none, but then only
    dollars are looked for."""
    first = statement.lines[0].amounts[0].span[0]
    begin = statement.title_span[0] if statement.title_span else statement.start
    if not 0 <= first - begin <= LONGEST_HEAD:
        return None
    found = next(_names(document.text, begin, first, dollars), None)
    return None if found is None else (found.lastgroup or "", (found.span(),), "the head of a statement")


def _names(text: str, start: int, end: int, dollars: bool) -> Iterator[re.Match[str]]:
    """The currencies that a stretch names, only dollars if these are asked for."""
    return (found for found in _NAMED.finditer(text, start, end) if not dollars or found.lastgroup in DOLLARS)


LONGEST_HEAD = 1_200
"""Characters from a statement's title to its first figure."""


def _signed(statement: Statement) -> Told | None:
    """The currency of most signs at a statement's figures, if they name one."""
    amounts = [amount for line in statement.lines for amount in line.amounts if amount.figure.sign]
    signs = Counter(amount.figure.sign for amount in amounts)
    most = max(signs, key=lambda sign: signs[sign], default=None)
    code = CURRENCIES.get(most) if most else None
    if code is None:
        return None
    first = next(amount for amount in amounts if amount.figure.sign == most)
    return code, (first.span,), "the sign at the figures"


def _presented(document: Document, dollars: bool) -> Told | None:
    """What the text says that its figures are presented in."""
    for match in _PRESENTED.finditer(document.text):
        found = next(_names(document.text, *match.span("name"), dollars), None)
        if found is not None and found.start() == match.start("name"):
            return found.lastgroup or "", (found.span(),), "what the text says of its figures"
    return None


def _by_sign(document: Document, main: list[Statement]) -> Told | None:
    """``$`` of a registrant with the commission, else the currency named most, else ``$`` in American surroundings."""
    start = min((one.start for one in main), default=0)
    sign = document.text.find("$", start)
    commission = _COMMISSION.search(document.text, 0, 3_000)
    if sign >= 0 and commission:
        why = "figures in $ of a report to the commission of the United States"
        return "USD", ((sign, sign + 1), commission.span()), why
    named = _most_named(document)
    last = max((line.amounts[-1].span[1] for one in main for line in one.lines), default=len(document.text))
    if not 0 <= sign < last:
        return (*named, "the currency that the text names most often") if named else None
    if named is not None and named[0] in DOLLARS:
        return named[0], ((sign, sign + 1), *named[1]), "figures in $, and the dollar that the text names most often"
    american = _AMERICAN.search(document.text)
    if american is None:
        return None
    return "USD", ((sign, sign + 1), american.span()), "figures in $, with markets or rules of the United States around"


def _most_named(document: Document) -> tuple[str, tuple[Span, ...]] | None:
    """The currency named most often, and where it is named first."""
    counts: dict[str, list[re.Match[str]]] = {}
    for match in _NAMED.finditer(document.text):
        counts.setdefault(match.lastgroup or "", []).append(match)
    code = max(counts, key=lambda one: len(counts[one]), default=None)
    return None if code is None else (code, (counts[code][0].span(),))
