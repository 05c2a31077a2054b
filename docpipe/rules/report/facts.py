"""Company, form, period, currency and unit of a report, and the shares outstanding by its cover."""

from __future__ import annotations

from collections.abc import Iterator

from docpipe.rules.report.cover import Fact, Shares
from docpipe.rules.report.currency import currency
from docpipe.rules.report.filing import Filing, filing, fiscal_year
from docpipe.rules.report.scale import UNIT_NAMES
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

ANSWERS = ("company", "form", "period_end", "fiscal_year", "fiscal_quarter", "currency", "unit", "unit_printed")


def find(view: View) -> Iterator[Finding]:
    """Everything hangs together, so that it is found in the first chunk, from the whole document."""
    if view.chunk.start != 0:
        return
    document = view.document
    report = filing(document)
    for field, fact in (("company", report.cover.company), ("form", report.cover.form)):
        if fact is not None:
            yield _finding(document, field, fact.value, fact)
    if report.end is not None:
        yield _plain(document, "period_end", report.end, report.end_spans)
        yield from _fiscal(document, report)
    yield from _money(document, report)
    if report.cover.shares is not None:
        yield from _outstanding(document, report.cover.shares)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings


def _finding(document: Document, field: str, value: object, fact: Fact) -> Finding:
    return Finding(field, value, _quotes(document, fact.spans), derived=bool(fact.why), message=fact.why)


def _plain(document: Document, field: str, value: object, spans: tuple[Span, ...]) -> Finding:
    return Finding(field, value, _quotes(document, spans))


def _fiscal(document: Document, report: Filing) -> Iterator[Finding]:
    """The number of the fiscal year and of its quarter, from the days on which periods and years end."""
    quotes = _quotes(document, (*report.end_spans, *report.year_end_spans))
    year = fiscal_year(document, report)
    if year is not None:
        why = f"the fiscal year that {report.end} falls in"
        yield Finding("fiscal_year", year, quotes, derived=True, message=why)
    if report.to_date is not None and not report.annual:
        why = f"{report.to_date} quarters from the start of the fiscal year to {report.end}"
        yield Finding("fiscal_quarter", report.to_date, quotes, derived=True, message=why)


def _money(document: Document, report: Filing) -> Iterator[Finding]:
    """The unit of the first main statement that names one, and the currency."""
    named = [
        (one.unit, one.unit_span)
        for kind in ("income", "balance_sheet", "cash_flow")
        if (one := report.statements.main.get(kind)) is not None and one.unit and one.unit_span
    ]
    if named:
        unit, span = named[0]
        if unit.factor in UNIT_NAMES:
            yield Finding("unit", UNIT_NAMES[unit.factor], _quotes(document, (span,)))
        yield Finding("unit_printed", unit.printed, _quotes(document, (span,)))
    told = currency(document, report)
    if told is not None:
        code, spans, why = told
        yield Finding("currency", code, _quotes(document, spans), derived=True, message=why)


def _outstanding(document: Document, shares: Shares) -> Iterator[Finding]:
    """Shares outstanding by the cover; several classes are added up, which is derived."""
    value = {
        "name": "shares_outstanding",
        "value": shares.value,
        "measure": "shares",
        "label": shares.label if shares.classes == 1 else None,
        "printed": shares.printed if shares.classes == 1 else None,
    }
    quotes = _quotes(document, shares.spans)
    several = shares.classes > 1
    why = f"{shares.printed}: {shares.classes} classes" if several else ""
    key = f"shares_outstanding|None|{shares.day}"
    yield Finding("items", value, quotes, item=key, basis="cover", derived=several, message=why)
    if shares.day is not None:
        day = _quotes(document, (shares.day_span,)) if shares.day_span else quotes
        yield Finding("items", shares.day, day, item=key, attribute="period_end")


def _quotes(document: Document, spans: tuple[Span, ...]) -> tuple[Quote, ...]:
    return tuple(Quote(document.text[slice(*span)], span) for span in dict.fromkeys(spans))
