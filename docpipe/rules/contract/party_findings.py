"""A party as findings: its name, and each part that is said of it with a quote of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.kinds.contract import party_key
from docpipe.patterns import compiled
from docpipe.rules.contract.clause_text import widened
from docpipe.rules.contract.names import Name
from docpipe.rules.contract.party_details import Detail
from docpipe.rules.view import View
from docpipe.types import Finding


def named(view: View, start: int, name: Name, basis: str) -> Finding:
    """The finding of a name that stands at ``start + name.start`` of the document."""
    name = untitled(name)
    quote = view.quote(start + name.start, start + name.end)
    value = {"name": " ".join(quote.text.split())}
    return Finding("parties", value, (quote,), item=party_key(name.text), basis=basis)


def described(view: View, start: int, name: Name, found: Iterable[Detail], basis: str) -> Iterator[Finding]:
    """What is said of a party; offsets of the details count from ``start``, as the name's do."""
    name = untitled(name)
    for detail in found:
        quote = view.quote(start + detail.start, start + detail.end)
        if len(detail.value) < 3 or detail.value not in quote.text:
            quote = widened(view, start + detail.start, start + detail.end)
        yield Finding(
            "parties", detail.value, (quote,), item=party_key(name.text), attribute=detail.attribute, basis=basis
        )


TITLES = compiled(r"(?:(?:Mr|MR|Mrs|MRS|Ms|MS|Miss|MISS|Mdm|MDM|Madam|M/s|M/S)\b\.?\s+)+(?=\S)")


def untitled(name: Name) -> Name:
    """A name without Mr, Mrs and M/s, which no register has."""
    title = TITLES.match(name.text)
    if title is None:
        return name
    return replace(name, start=name.start + title.end(), text=name.text[title.end() :])


def two_or_more(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a place if it names two parties; one alone is no list of them."""
    found = list(findings)
    return found if sum(finding.attribute is None for finding in found) > 1 else []
