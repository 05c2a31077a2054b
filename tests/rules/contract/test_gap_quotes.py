"""Quotes of gaps are words that can be found again."""

from building import document

from docpipe.rules.contract import status
from docpipe.rules.contract.clause_text import FEWEST_LETTERS, letters
from docpipe.rules.view import View
from docpipe.types import Chunk


def test_a_passage_of_marks_alone_is_cited_by_its_edges():
    marks = ["*** *** ***"] * 12
    doc = document(
        "The royalty is *** percent of Net Sales. See", *marks, "*** per unit, as the parties agreed in writing."
    )
    view = View(doc, Chunk(0, 0, len(doc.text), 0))
    gaps = [finding for finding in status.find(view) if finding.field == "completeness"]
    assert gaps
    assert all(letters(quote.text) >= FEWEST_LETTERS for gap in gaps for quote in gap.quotes)
