from collections.abc import Callable

import pytest
from building import document

from docpipe.merge import Draft
from docpipe.rules.contract import amends
from docpipe.rules.view import View
from docpipe.types import Chunk, Finding

Settled = Callable[..., Draft]


def test_an_amendment_names_the_agreement_its_date_and_the_sections(settled: Settled) -> None:
    draft = settled(
        amends,
        "AMENDMENT NO. 2",
        "This Amendment No. 2 amends the Supply Agreement dated May 2, 2019 between Buyer and Seller.",
        "1. Section 7.2 of the Agreement is hereby deleted and replaced as follows:",
        "2. Exhibit B is amended to read as set out below.",
    )
    assert draft.data["amends"] == [
        {"title": "Supply Agreement", "date": "2019-05-02", "sections": ["Section 7.2", "Exhibit B"]}
    ]


def test_the_amendments_own_date_is_not_the_agreements(settled: Settled) -> None:
    draft = settled(
        amends, 'AMENDMENT TO SERVICES AGREEMENT, dated as of March 30, 2009 (this "Amendment"), between X and Y.'
    )
    assert draft.data["amends"] == [{"title": "SERVICES AGREEMENT"}]


def test_an_agreement_that_speaks_of_amendments_amends_nothing(settled: Settled) -> None:
    sentence = "An amendment of the Supply Agreement dated May 2, 2019 needs the form of writing."
    assert settled(amends, "LICENSE AGREEMENT", sentence).data["amends"] == []


def test_an_agreement_that_is_referred_to_is_the_one_that_is_amended(settled: Settled) -> None:
    draft = settled(
        amends,
        "AMENDMENT NO. 1",
        "Reference is hereby made to that certain fully executed Mill Lease Agreement Number 71 dated May 2, 2019.",
    )
    assert draft.data["amends"] == [{"title": "Mill Lease Agreement Number 71", "date": "2019-05-02"}]


@pytest.mark.parametrize(
    ("heading", "whole"),
    [
        ("AMENDMENT NO. 2", "AMENDMENT NO. 2 to Supply Agreement"),
        ("SECOND AMENDMENT", "SECOND AMENDMENT to Supply Agreement"),
        ("AMENDMENT NO. 2 TO OAK MILLS, LLC AND ELM YARD INC. SUPPLY AGREEMENT", "AMENDMENT NO. 2 to Supply Agreement"),
        ("AMENDMENT NO. 2 TO THE ELM YARD SUPPLY AGREEMENT", "AMENDMENT NO. 2 TO THE ELM YARD SUPPLY AGREEMENT"),
    ],
)
def test_the_title_of_an_amendment_says_what_it_amends_and_not_whose_agreement_it_is(heading: str, whole: str) -> None:
    made = document(heading, "This Amendment amends the Supply Agreement dated May 2, 2019 between Buyer and Seller.")
    view = View(made, Chunk(0, 0, len(made.text), 0))
    named = Finding("title", heading, (view.quote(0, len(heading)),), basis="heading")
    (found,) = [each for each in amends.derive(made, [named, *amends.find(view)]) if each.field == "title"]
    assert found.value == whole
    assert found.derived == (found.value != heading)
    assert len(found.quotes) == (2 if found.derived else 1)
