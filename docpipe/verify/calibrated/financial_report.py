"""Made by ``benchmarks/calibrate.py financial_report`` from 638 values of
23 public filings (SEC EDGAR), labelled by hand for docpipe. Do not edit."""

FIELDS: dict[str, tuple[str, float, dict[str, float]]] = {
    "auditor": ("", 2.08, {}),
    "company": ("", 2.71, {}),
    "currency": ("", 2.71, {}),
    "form": ("", 2.71, {}),
    "items": ("value", 2.71, {}),
    "period_end": ("", 2.71, {}),
}  # fmt: skip
