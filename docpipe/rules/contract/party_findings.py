"""A party as findings: its name, and each part that is said of it with a quote of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docpipe.kinds.contract import party_key
from docpipe.rules.contract.clause_text import widened
from docpipe.rules.contract.names import Name
from docpipe.rules.contract.party_details import Detail
from docpipe.rules.view import View
from docpipe.types import Finding


def named(view: View, start: int, name: Name, basis: str) -> Finding:
    """The finding of a name that stands at ``start + name.start`` of the document."""
    quote = view.quote(start + name.start, start + name.end)
    value = {"name": " ".join(quote.text.split())}
    return Finding("parties", value, (quote,), item=party_key(name.text), basis=basis)


def described(view: View, start: int, name: Name, found: Iterable[Detail], basis: str) -> Iterator[Finding]:
    """What is said of a party; offsets of the details count from ``start``, as the name's do."""
    for detail in found:
        quote = view.quote(start + detail.start, start + detail.end)
        if len(detail.value) < 3 or detail.value not in quote.text:
            quote = widened(view, start + detail.start, start + detail.end)
        yield Finding(
            "parties", detail.value, (quote,), item=party_key(name.text), attribute=detail.attribute, basis=basis
        )


def two_or_more(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a place if it names two parties; one alone is no list of them."""
    found = list(findings)
    return found if sum(finding.attribute is None for finding in found) > 1 else []
