"""Company, form, period, currency and unit of a Chinese report."""

from __future__ import annotations

from collections.abc import Iterator

from docpipe.patterns import compiled
from docpipe.rules.report.facts import ANSWERS as ANSWERS
from docpipe.rules.report.filing import Filing
from docpipe.rules.report.scale import UNIT_NAMES
from docpipe.rules.report_zh.filing import filing
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

_MONEY = compiled(
    "(?P<CNY>人民币|人民幣)|(?P<HKD>港元|港幣|港币)|(?P<USD>美元)|(?P<TWD>新台[币幣])|(?P<MOP>澳[门門]元)"
)
_NAMED = compiled(r"(?:币种|幣種|本位[币幣]|[单單]位|列[报報]货币)[^。\n]{0,12}")


def find(view: View) -> Iterator[Finding]:
    """Everything hangs together, so that it is found in the first chunk, from the whole document."""
    if view.chunk.start != 0:
        return
    document = view.document
    report = filing(document)
    for field, fact in (("company", report.cover.company), ("form", report.cover.form)):
        if fact is not None:
            yield Finding(
                field, fact.value, _quotes(document, fact.spans), derived=bool(fact.why), message=fact.why
            )  # fmt: skip
    if report.end is not None:
        yield from _period(document, report)
    yield from _money(document, report)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings


def _period(document: Document, report: Filing) -> Iterator[Finding]:
    assert report.end is not None
    quotes = _quotes(document, report.end_spans)
    printed = any(
        period.printed and period.end == report.end and set(period.day_cites) & set(report.end_spans)
        for statement in report.statements.main.values()
        for period in statement.periods.values()
    )
    why = "" if printed else "the last day of the period that the report's title names"
    yield Finding("period_end", report.end, quotes, derived=not printed, message=why)
    year = report.end.year
    yield Finding("fiscal_year", year, quotes, derived=True, message=f"the fiscal year that {report.end} falls in")
    if not report.annual and report.to_date:
        why = f"{report.to_date} quarters from the start of the fiscal year to {report.end}"
        yield Finding("fiscal_quarter", report.to_date, quotes, derived=True, message=why)


def _money(document: Document, report: Filing) -> Iterator[Finding]:
    """The unit of the first main statement that names one, and the currency."""
    kinds = ("income", "balance_sheet", "cash_flow")
    named = [
        (one.unit, one.unit_span)
        for kind in kinds
        if (one := report.statements.main.get(kind)) is not None and one.unit and one.unit_span  # type: ignore[call-overload]
    ]
    for unit, span in named[:1]:
        if unit.factor in UNIT_NAMES:
            yield Finding("unit", UNIT_NAMES[unit.factor], _quotes(document, (span,)))
        yield Finding("unit_printed", unit.printed, _quotes(document, (span,)))
    found: tuple[str | None, tuple[Span, ...], str] = next(
        ((unit.currency, (span,), "the line that says what figures count in") for unit, span in named if unit.currency),
        (None, (), ""),
    )
    code, spans, why = found if found[0] is not None else _named(document)
    if code is None and named and "元" in named[0][0].printed:
        code, spans, why = "CNY", (named[0][1],), "figures in 元, and no currency is named"
    if code is not None:
        yield Finding("currency", code, _quotes(document, spans), derived=True, message=why)


def _named(document: Document) -> tuple[str | None, tuple[Span, ...], str]:
    """The currency beside the words for it, else the one named first."""
    for near in _NAMED.finditer(document.text):
        if found := _MONEY.search(near.group()):
            start = near.start() + found.start()
            return found.lastgroup, ((start, start + len(found.group())),), "the currency that the report is kept in"
    first = _MONEY.search(document.text)
    if first:
        return first.lastgroup, (first.span(),), "the currency that the text names first"
    return None, (), ""


def _quotes(document: Document, spans: tuple[Span, ...]) -> tuple[Quote, ...]:
    return tuple(Quote(document.text[slice(*span)], span) for span in dict.fromkeys(spans))
