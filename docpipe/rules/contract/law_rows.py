"""Courts that a table of particulars names: "Chosen Courts | The state and federal courts located in Kent County"."""

from __future__ import annotations

from collections.abc import Iterator

from docpipe.patterns import compiled
from docpipe.rules.contract import labelled_rows
from docpipe.rules.view import View
from docpipe.types import Finding

LONGEST = 200
"""Characters of a cell that names courts; a longer one is a clause, which is read as one."""

_COURTS = compiled(r"(?:chosen|competent|exclusive)\s+courts?|courts?|(?:exclusive\s+)?jurisdiction|venue")
_NAMES_COURTS = compiled(r"\b(?:[Cc]ourts?|County|District)\b")


def courts(view: View) -> Iterator[Finding]:
    """Litigation before the courts of each row that is labelled so."""
    for table in labelled_rows.rows(view):
        for row in table:
            if _COURTS.fullmatch(row.label) and len(row.cells) == 1:
                start, end = row.cells[0]
                venue = " ".join(row.sentence.text[start:end].split()).rstrip(" .")
                if len(venue) <= LONGEST and _NAMES_COURTS.search(venue):
                    quote = view.quote(row.sentence.start, row.sentence.end)
                    for attribute, value in (("method", "litigation"), ("venue", venue.removeprefix("the "))):
                        yield Finding("dispute_resolution", value, (quote,), attribute=attribute, basis="litigation")
