"""Places outside of preambles and signature blocks that name the parties, each with the basis of its findings."""

from __future__ import annotations

from collections.abc import Iterator

from docpipe.rules.contract import instruments, party_blocks, party_regions, party_rows
from docpipe.rules.view import View
from docpipe.types import Finding

LISTED = party_blocks.BASIS
BETWEEN = party_regions.BETWEEN

PREFERENCE = (
    "preamble", LISTED, BETWEEN, instruments.INSTRUMENT, "letter", instruments.ADDRESSED, "cover", "list",
    party_rows.BASIS, "signature_block",
)  # fmt: skip
"""The bases of parties, the surest first."""


def elsewhere(view: View) -> Iterator[Finding]:
    """Lists one under another, instruments and letters, tables."""
    yield from party_blocks.listed(view)
    yield from instruments.parties(view)
    yield from party_rows.in_rows(view)
