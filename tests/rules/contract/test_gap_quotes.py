"""Quotes of gaps are words that can be found again."""

from array import array
from itertools import pairwise

from building import document
from msgspec.structs import replace

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


def gaps(doc):
    view = View(doc, Chunk(0, 0, len(doc.text), 0))
    return [finding for finding in status.find(view) if finding.field == "completeness"]


def test_a_short_gap_takes_words_that_are_printed_in_one_piece_with_it():
    doc = document("They sign as follows below.", "PROVIDER:", "Name: [***]", "RECIPIENT: a mill")
    at = len(doc.text[: doc.text.index("RECIPIENT")].split())
    (before,) = gaps(replace(doc, words=replace(doc.words, breaks=array("I", [at]))))  # the block beside it
    assert before.quotes[0].text == "PROVIDER:\nName: [***]"


def test_gaps_that_were_widened_to_the_same_words_are_one_place():
    doc = document("Exhibit 5", *["[…***…] a"] * 14, "Prices of lamps are as agreed.")
    found = gaps(doc)
    assert len(found) > 12
    (entry,) = [finding for finding in status.derive(doc, found) if finding.field == "completeness"]
    spans = [quote.span for quote in entry.quotes]
    assert len(spans) < len(found)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert spans[0][0] == 0
    assert spans[-1][1] >= found[-1].quotes[0].span[1]
