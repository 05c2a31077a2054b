"""Places outside of preambles and signature blocks that name the parties, each with the basis of its findings, and
which of all places to believe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from docpipe.rules.contract import instruments, party_blocks, party_regions, party_rows, signatures
from docpipe.rules.view import View
from docpipe.types import Finding

LISTED = party_blocks.BASIS
ALONE = party_rows.ALONE
BETWEEN = party_regions.BETWEEN

PREFERENCE = (
    "preamble", LISTED, BETWEEN, instruments.INSTRUMENT, "letter", instruments.ADDRESSED, "cover", "list",
    party_rows.BASIS, signatures.BASIS, ALONE,
)  # fmt: skip
"""The bases of parties, the surest first."""


def elsewhere(view: View) -> Iterator[Finding]:
    """Lists one under another, instruments and letters, tables."""
    yield from party_blocks.listed(view)
    yield from instruments.parties(view)
    yield from party_rows.in_rows(view)


def rank(basis: str) -> tuple[int, int]:
    """How sure a basis of parties is, the surest first."""
    place, _, start = basis.partition("@")
    return PREFERENCE.index(place), int(start or 0)


def places(findings: list[Finding]) -> set[str]:
    """The bases to keep: the first preamble that has two parties; then other places, by ``PREFERENCE``.

    Where the best place has one party alone, the signature block joins it if it names that one among others, or else
    the row of a table that names one.
    """
    counts: dict[str, set[str | None]] = {}
    told = Counter(finding.basis for finding in findings)
    for finding in findings:
        if finding.attribute is None:
            counts.setdefault(finding.basis, set()).add(finding.item)
    apart = counts.pop(ALONE, set())
    ranked = sorted(counts, key=lambda basis: (len(counts[basis]) < PAIR, rank(basis)))
    best = ranked[0] if ranked else ""
    if counts.get(LISTED, set()) >= counts.get(best, set()) and told[LISTED] > told[best]:
        best = LISTED  # it has them all, and more of them or about them than a preamble's prose shows
    own, signing = counts.get(best, set()), counts.get(signatures.BASIS, set())
    if len(own) == 1 and own & signing and 1 < len(signing) <= MAX_SIGNERS:
        return {best, signatures.BASIS}
    if best == signatures.BASIS and len(own) >= PAIR:
        return {basis for basis, items in counts.items() if items <= own}  # they say more of who signs
    return {best, ALONE} if len(own) == 1 and len(apart | own) == PAIR else {best}


PAIR = 2
"""Parties where one is found alone and a table's row names the other: more are of other papers."""

MAX_SIGNERS = 3
"""Signers that may join a party found alone: longer lists come from exhibits and consents."""
