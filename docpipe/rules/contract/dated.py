"""A date as a finding."""

from __future__ import annotations

from docpipe.rules.contract.clause_text import raised_span
from docpipe.rules.dates import FoundDate
from docpipe.rules.view import View
from docpipe.types import Finding


def dated(view: View, field: str, start: int, date: FoundDate, basis: str, text: str) -> Finding:
    """The value of a date in ``text``, which stands at ``start`` of the document, or the reason why it has none."""
    first, last = raised_span(text, date.start, date.end)
    quote = view.quote(start + first, start + last)
    if date.value:
        return Finding(field, date.value.isoformat(), (quote,), basis=basis)
    printed = text[date.start : date.end]
    if not date.partial:
        return Finding(
            field, None, (quote,), basis=basis, problem="impossible_date", message=f"no calendar has {printed!r}"
        )
    problem = "redacted_in_source" if "*" in printed else "partial_date"
    return Finding(field, None, (quote,), basis=basis, problem=problem, message=f"{printed!r} is not a whole day")
