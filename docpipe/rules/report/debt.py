"""Long-term debt of balance sheets that tell no current liabilities apart: those of banks, insurers, builders, funds.

Where only one line of such a statement is debt, it is asked for as long-term debt, by whatever name; of several none
says more than the others.
"""

from __future__ import annotations

from docpipe.patterns import compiled
from docpipe.rules.report.labels import plain
from docpipe.rules.report.statements import Statement


def only_debt(statement: Statement) -> int | None:
    """The row of the one line of debt in a balance sheet without current liabilities."""
    labels = [plain(line.label) for line in statement.lines]
    if any(label.startswith("total current") for label in labels):
        return None
    rows = [
        row
        for row, line in enumerate(statement.lines)
        if _DEBT.fullmatch(labels[row]) and line.amounts and not _OF_OTHERS.search(line.above)
    ]
    return rows[0] if len(rows) == 1 else None


_DEBT = compiled(
    r"(?=.*\b(?:debt|notes|loans?|borrowings|debentures|bonds|mortgages?|facility|line of credit|commercial paper)\b)"
    r"(?:(?:total|senior|unsecured|secured|mortgages?|convertible|subordinated|term|bank|revolving|other|long-?term|and"
    r"|net|debt|notes|loans?|borrowings|debentures|bonds|payable|lines?|of|credit|facility|commercial|paper|fixed|rate"
    r"|obligations|under)\b,? ?)+(?:net of .*)?"
)
_OF_OTHERS = compiled(
    r"(?i)\b(?:consolidated\s+(?:investment|variable|funds?|vies?)|variable\s+interest|discontinued|assets?)\b"
)
"""Headings of liabilities that are not the group's own to pay, and of loans that are assets."""
