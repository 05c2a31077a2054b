"""A result made by hand: every trust state, a conflict, something redacted, lists and objects."""

import pytest
from building import document
from msgspec.structs import replace

from docpipe.completions import Usage
from docpipe.types import Check, Chunk, Coverage, Evidence, Result, Route, Run, Trust

TEXT = "The rent is USD 3,000.50 per month."


def cited(page=1, quote="The rent", **more):
    span = (0, len(quote))
    return Evidence(page, (72.04, 72.0, 112.26, 82.0), ((72.04, 72.0, 112.26, 82.0),), span, quote, "exact", **more)


DATA = {
    "title": "LEASE",
    "parties": [{"name": "Marrow 北京 Inc.", "role": "Landlord", "aliases": ["Marrow", "Landlord"]}, {"name": "Tansy"}],
    "effective_date": "2021-04-01",
    "expiration_date": "2024-03-31",
    "term": {"count": 3, "unit": "year"},
    "governing_law": [],
    "amounts": [{"what": "rent", "amount": "3000.50", "currency": "USD", "role": "fee"}],
    "clauses": [{"category": "Insurance"}, {"category": "Insurance"}, {"category": "Audit Rights"}],
    "summary": None,
}
STATES = {
    "/title": "confirmed",
    "/parties/0": "confirmed",
    "/parties/1": "ungrounded",
    "/effective_date": "confirmed",
    "/expiration_date": "derived",
    "/term": "confirmed",
    "/amounts/0": "confirmed",
    "/clauses/0": "located",
    "/clauses/1": "located",
    "/clauses/2": "located",
}
EVIDENCE = {
    "/title": (cited(quote="LEASE"),),
    "/parties/0": (cited(), cited(3)),
    "/effective_date": (cited(2),),
    "/expiration_date": (cited(2), cited(4, score=97.5, printed="The re-\nnt")),
    "/clauses/0": (cited(4),),
    "/clauses/1": (cited(5), cited(6)),
    "/clauses/2": (cited(None, place="Sheet1!B7"),),
}
CHECKS = (
    Check("/amounts", "redacted_in_source", "info", "one amount is printed as [***]", (cited(3),)),
    Check("/effective_date", "conflict", "warning", "page 1 says 15 March, page 3 says 1 April", (cited(1), cited(3))),
    Check("/parties/1", "ungrounded", "error", "the name does not stand in the document"),
    Check("/summary", "not_analyzed", "info", "the rules engine cannot answer this"),
)


def unsure(result, *confidences):
    """The result with these confidences of its first clauses, of which the first two are of one category."""
    trust = {f"/clauses/{at}": Trust("located", ("rules",), each) for at, each in enumerate(confidences)}
    return replace(result, trust=dict(result.trust) | trust)


@pytest.fixture
def result():
    doc = document(TEXT, *["More."] * 5, page_breaks=(1, 2, 3, 4, 5))
    return Result(
        document=doc,
        tokens=12,
        tokenizer="qwen3",
        kind="contract",
        run=Run("rules", None, "v1", None, "5e77"),
        route=Route("direct", 12, 98304, (Chunk(0, 0, len(doc.text), 12),), "12 tokens fit"),
        data=DATA,
        evidence=EVIDENCE,
        trust={path: Trust(state, ("rules",)) for path, state in STATES.items()},
        checks=CHECKS,
        coverage=Coverage(6, 1.0, ("title", "governing_law"), ("governing_law", "clauses: Non-Compete")),
        usage=Usage(),
        seconds={"read": 0.31234, "total": 0.5},
        created="2026-11-30T10:00:00Z",
    )
