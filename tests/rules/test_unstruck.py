"""Rules read nothing that somebody crossed out."""

from __future__ import annotations

import pytest
from building import document as built
from msgspec.structs import replace

from docpipe import kinds
from docpipe.pipeline import analyze
from docpipe.rules.unstruck import unstruck
from docpipe.settings import load
from docpipe.types import Document, Mark, paragraphs

OPENING = "# SERVICES AGREEMENT"
PARTIES = 'This Agreement is made on May 5, 2026 between Alder Ltd. ("Provider") and Birch Inc. ("Client").'


def struck(document: Document, *texts: str) -> Document:
    spans = [(document.text.index(text), document.text.index(text) + len(text)) for text in texts]
    blocks = [
        replace(block, marks=tuple(Mark("struck", span) for span in spans if block.span[0] <= span[0] < block.span[1]))
        for block in document.blocks
    ]
    return replace(document, blocks=tuple(blocks))


def result(document: Document):
    return analyze(document, kinds.load("contract"), load({}))


@pytest.mark.parametrize("law", ["the laws of the State of Delaware", "the laws of England"])
def test_a_struck_law_does_not_govern(law):
    clause = f"This Agreement is governed by {law}."
    document = built(OPENING, PARTIES, clause)
    assert result(document).data["governing_law"]
    assert result(struck(document, clause)).data["governing_law"] == []


def test_what_replaces_struck_words_is_read_and_the_quote_gets_a_check():
    clause = "This Agreement is governed by the laws of England the State of New York."
    found = result(struck(built(OPENING, PARTIES, clause), "England"))
    assert found.data["governing_law"] == ["New York"]
    assert [check.path for check in found.checks if check.rule == "struck"] == ["/governing_law/0"]
    (entry,) = found.evidence["/governing_law/0"]
    assert entry.quote == found.document.text[slice(*entry.span)]


def test_offsets_stay_and_a_paragraph_that_is_struck_as_a_whole_is_none():
    document = struck(built("One two three", "Four five"), "two", "Four five")
    clear = unstruck(document)
    assert clear.text == "One     three\n         "
    assert [paragraph.text for paragraph in paragraphs(clear)] == ["One     three"]


@pytest.mark.parametrize(
    ("text", "mark", "kind", "read"),
    [
        ("The price is net of VAT.1 It is due.", "1", "superscript", "The price is net of VAT.  It is due."),
        ("1 The price is due.", "1", "footnote_mark", "  The price is due."),
        ("It costs 10 6 dollars.", "6", "superscript", "It costs 10 6 dollars."),
        ("The Acme® mark.", "®", "superscript", "The Acme® mark."),
    ],
)
def test_the_mark_of_a_footnote_is_no_figure(text, mark, kind, read):
    document = built(text)
    at = text.index(mark)
    (block,) = document.blocks
    marked = replace(document, blocks=(replace(block, marks=(Mark(kind, (at, at + 1)),)),))
    assert unstruck(marked).text == read


def test_a_document_with_nothing_struck_is_itself():
    document = built(OPENING)
    assert unstruck(document) is document
