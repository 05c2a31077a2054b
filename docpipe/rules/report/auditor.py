"""Who audited the statements, and what the opinion says. A review of a quarter is no audit and names no auditor."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docpipe.patterns import compiled
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

ANSWERS = ("auditor", "audit_opinion")

LONGEST_REPORT = 30_000
"""Characters from a report's heading to its signature; with four critical audit matters one has 20,000."""

_HEADING = compiled(
    r"(?i)\breports?\s+of\s+(?:the\s+)?independent\s+(?:registered\s+public\s+accounting\s+firm|(?:public\s+|certified\s+public\s+)?(?:accountant|auditor)s?)"
    r"|\b(?:independent|statutory)\s+auditors?[’']?s?[’']?\s+report|\breport\s+of\s+the\s+statutory\s+auditors?\b"
)
_OPINION = compiled(
    r"(?i)\bpresents?\s+fairly\b|\bgives?\s+a\s+true\s+and\s+fair\s+view"
    r"|\bfinancial\s+statements\s+comply,?\s+in\s+all\s+material\s+respects"
)
_REVIEW = compiled(r"(?i)\bwe\s+have\s+reviewed\b|\bresults\s+of\s+review\b|\breview\s+of\s+interim\b")
_SIGNED = compiled(r"(?:/\s?s\s?/|/S/)\s*(?P<name>[A-Z][^\n]{2,60})")
_FIRM = compiled(
    r"(?P<name>\b(?:Deloitte(?:\s+(?:&|and)\s+Touche)?|DELOITTE(?:\s+&\s+TOUCHE)?|Ernst\s+(?:&|and)\s+Young|ERNST\s+&\s+YOUNG|KPMG"
    r"|Pricewaterhouse\s?Coopers|PRICEWATERHOUSECOOPERS|BDO(?:\s+USA)?|Grant\s+Thornton(?:\s+UK)?|GRANT\s+THORNTON|RSM(?:\s+US)?|Crowe|Marcum"
    r"|Moss\s+Adams|Baker\s+Tilly|Mazars|Forvis|CohnReznick|Plante\s+(?:&|and)\s+Moran|EisnerAmper)\b(?:,?\s+(?:LLP|L\.L\.P\.|AG|Ltd\.?|Limited|SA|S\.A\.|GmbH|PLLC|P\.C\.|Inc\.|US|P\.A\.))*)"
)
_FORMS = compiled(r"\b(?:LLP|L\.L\.P\.|PLLC|P\.?C\.|P\.?A\.|AG|CPAs?|Ltd|Limited|LLC|Partners|Company|Co\.)")
_ALONE = compiled(
    r"(?m)^(?P<name>[A-Z][^\n\t]{2,60}?\b(?:LLP|L\.L\.P\.|PLLC|P\.C\.|Chartered\s+(?:Professional\s+)?Accountants|CPAs))\s*$"
)
"""A name on a line of its own that ends as those of auditors do."""
_NAMED_ON_COVER = compiled(r"(?i)\bauditor\s+name:?\s*(?P<name>[^\n\t]{3,60}?)\s*(?=\bauditor\b|[\n\t]|$)")
_DOUBT = compiled(
    r"(?i)\bsubstantial\s+doubt\b[^.]{0,80}\bgoing\s+concern\b|\bmaterial\s+uncertainty\b[^.]{0,80}\bgoing\s+concern\b"
)
_NO_DOUBT = compiled(r"(?i)\b(?:no|not|whether)\b[^.]{0,60}$")
_QUALIFIED = compiled(r"(?i)\bexcept\s+for\s+the\s+(?:possible\s+)?effects?\b")
_ADVERSE = compiled(r"(?i)\bdo(?:es)?\s+not\s+(?:present\s+fairly|give\s+a\s+true)")
_DISCLAIMED = compiled(
    r"(?i)\bwe\s+do\s+not\s+express\s+an\s+opinion\s+on\s+(?:the|these)\s+(?:accompanying\s+)?(?:consolidated\s+)?financial\s+statements"
)


def find(view: View) -> Iterator[Finding]:
    """The auditor's reports whose headings stand in the chunk; the first one with an opinion is the auditor's."""
    text = view.document.text
    for heading in _HEADING.finditer(text, view.chunk.start, view.chunk.end):
        end = min(len(text), heading.end() + LONGEST_REPORT)
        opinion = _OPINION.search(text, heading.end(), end)
        if opinion is None or opinion.start() - heading.end() > LONGEST_LEAD:
            continue
        if _REVIEW.search(text, heading.end(), opinion.start()) is None:
            yield from _report(view.document, heading.span(), opinion.span(), end)


LONGEST_LEAD = 4_000
"""Characters between the heading of a report and its opinion, which comes first, or behind the duties of both sides
in reports of before 2017."""


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The first report signed by a firm stands, and the opinion of that report."""
    kept = [finding for finding in findings if finding.field not in ANSWERS]
    for field in ANSWERS:
        mine = sorted((finding for finding in findings if finding.field == field), key=lambda finding: finding.at)
        kept += mine[:1]
    if not any(finding.field == "auditor" for finding in kept):
        kept += _on_cover(document)
    return kept


def _report(document: Document, heading: Span, opinion: Span, end: int) -> Iterator[Finding]:
    """The firm that signs a report, and what it says."""
    text = document.text
    name = _signature(text, opinion[1], end)
    if name is None:
        return
    yield Finding("auditor", text[slice(*name)], (_quote(text, name),))
    stretch = (heading[0], name[1])
    said, kind = opinion, "unqualified"
    for pattern, other in ((_DISCLAIMED, "disclaimer"), (_ADVERSE, "adverse"), (_QUALIFIED, "qualified")):
        if found := pattern.search(text, *stretch):
            said, kind = found.span(), other
            break
    doubt = _doubt(text, *stretch)
    quotes = [_quote(text, said), *([_quote(text, doubt)] if doubt else [])]
    value = {"type": kind, **({"going_concern": True} if doubt else {})}
    yield Finding("audit_opinion", value, tuple(quotes))


def _signature(text: str, start: int, end: int) -> Span | None:
    """The firm's name: signed with /s/, else a known firm's on a line of its own."""
    for signed in _SIGNED.finditer(text, start, end):
        if _FIRM.match(signed["name"]) or _FORMS.search(signed["name"]):
            name = _BEHIND.sub("", signed["name"]).rstrip(" .")
            known = _FIRM.match(signed["name"])
            if known and _MEMBER.fullmatch(name, known.end()):
                known = None
            return signed.start("name"), signed.start("name") + (known.end() if known else len(name))
    for behalf in _BEHALF.finditer(text, start, end):
        firm = _FIRM.match(text, behalf.end(), end)
        if firm is not None:
            return firm.span("name")
    firms = (*_FIRM.finditer(text, start, end), *_ALONE.finditer(text, start, end))
    for firm in sorted(firms, key=lambda firm: firm.start("name")):
        before, after = text[firm.start() - 1 : firm.start()], text[firm.end() : firm.end() + 1]
        if before in ("", "\n", "\t") and after in ("", "\n", "\t", " "):
            line = text[firm.end() : text.find("\n", firm.end()) if "\n" in text[firm.end() :] else len(text)]
            member = _MEMBER.fullmatch(line)
            return firm.start("name"), firm.end("name") + (len(line.rstrip(" .")) if member else 0)
    alone = _SIGNED.search(text, start, end)
    name = _BEHIND.sub("", alone["name"]).rstrip(" .") if alone else ""
    return (alone.start("name"), alone.start("name") + len(name)) if alone and name else None


_BEHALF = compiled(r"(?i)\bfor\s+and\s+on\s+behalf\s+of\s+")
_BEHIND = compiled(r"\s+(?:We|The)\s+(?:have|has)\b.*$")
"""A sentence behind a signature on the same line."""


_MEMBER = compiled(
    r"(?:\s+(?!(?:Chartered|Certified|Independent|Registered|Public|Statutory|Auditors?|Accountants?|Licensed)\b)"
    r"[A-ZÀ-Ý][\wÀ-ÿ.]*){1,4}\.?\s*"
)
"""What a member of a network has behind the network's name: ``Hua Ming LLP``, ``Auditores Independentes Ltda.``"""


def _doubt(text: str, start: int, end: int) -> Span | None:
    """Where the report doubts that the company goes on."""
    for found in _DOUBT.finditer(text, start, end):
        if not _NO_DOUBT.search(text[max(start, found.start() - 80) : found.start()]):
            return found.span()
    return None


def _on_cover(document: Document) -> Iterator[Finding]:
    """The auditor that the cover of an annual report names since 2021."""
    found = _NAMED_ON_COVER.search(document.text)
    if found:
        span = found.span("name")
        yield Finding("auditor", re.sub(r"\s+", " ", found["name"]), (_quote(document.text, span),))


def _quote(text: str, span: Span) -> Quote:
    return Quote(text[slice(*span)], span)
