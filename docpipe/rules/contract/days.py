"""Which day of signing and of taking effect to believe, of all that are found."""

from __future__ import annotations

import datetime

from msgspec.structs import replace

from docpipe.rules.contract import date_places, signatures
from docpipe.types import Finding

NO_DATE = "undated"  # basis of the marker for a preamble without any date; deriving uses it and drops it

CLUSTER = 6_000
"""Characters between dates of one signature page; further ones belong to exhibits."""


def agreement_date(mine: list[Finding]) -> list[Finding]:
    """First preamble, cover, the sentence over the signatures, then the latest date beside them."""
    preamble = _first_preamble(mine)
    effective = preamble is not None and preamble.basis.startswith("effective-")
    signed = _latest(mine)
    dated = preamble is not None and preamble.problem != NO_DATE and not (effective and signed)
    witnessed = any(finding.basis == "witness" and finding.value for finding in mine)
    if preamble is not None and dated and (preamble.value or not (signed or witnessed)):
        return [_plain_basis(preamble)]
    for basis in ("cover", signatures.BASIS, "witness", "effective-cover"):
        if basis == signatures.BASIS and signed:
            return signed
        candidates = [finding for finding in mine if finding.basis == basis and finding.value]
        if candidates:
            return [replace(candidates[0], basis=basis)]
    return [_plain_basis(finding) for finding in mine if finding.problem and finding.problem != NO_DATE][:1]


_ORDER = ("preamble", date_places.ROWS, "clause", "cover", "witness", date_places.SPAN)


def effective_date(mine: list[Finding], agreed: list[Finding]) -> list[Finding]:
    """The preamble's, then the clauses'; a reference to the agreement's date takes that date and cites both."""

    def order(finding: Finding) -> tuple[int, int]:
        place, _, start = finding.basis.partition("@")
        return _ORDER.index(place), int(start or 0)

    date = next((finding for finding in agreed if finding.value), None)
    for finding in sorted(mine, key=lambda finding: (order(finding), finding.at)):
        if isinstance(finding.value, dict):
            if date is None:
                continue
            said = "the last signature" if finding.value["reference"] == "last" else "the agreement"
            message = f"effective on the date of {said}: {datetime.date.fromisoformat(date.value)}"
            both, basis = (*finding.quotes, *date.quotes), finding.basis.partition("@")[0]
            return [replace(finding, value=date.value, quotes=both, basis=basis, derived=True, message=message)]
        return [_plain_basis(finding)]
    return []


def _first_preamble(mine: list[Finding]) -> Finding | None:
    candidates = [finding for finding in mine if "preamble@" in finding.basis]
    return min(candidates, key=lambda finding: int(finding.basis.partition("@")[2]), default=None)


def _plain_basis(finding: Finding) -> Finding:
    return replace(finding, basis=finding.basis.removeprefix("effective-").partition("@")[0])


def _latest(mine: list[Finding]) -> list[Finding]:
    """The latest date of the first signature page; a problem lists them where they differ."""
    dates = sorted(
        (place, finding.value, quote)
        for finding in mine
        if finding.basis == signatures.BASIS and finding.value
        for quote in finding.quotes
        for place in [quote.span[0] if quote.span else 0]
    )
    page = dates[:1]
    for date in dates[1:]:
        if date[0] - page[-1][0] > CLUSTER:
            break
        page.append(date)
    if not page:
        return []
    latest = max(value for _, value, _ in page)
    quotes = tuple(quote for _, value, quote in page if value == latest)
    found = [Finding("agreement_date", latest, quotes, basis=signatures.BASIS)]
    values = sorted({value for _, value, _ in page})
    if len(values) > 1:
        message = f"signed on {', '.join(values)}; the latest is the agreement date"
        found.append(
            Finding(
                "agreement_date",
                None,
                tuple(quote for _, _, quote in page),
                basis=signatures.BASIS,
                problem="several_dates",
                message=message,
            )
        )
    return found
