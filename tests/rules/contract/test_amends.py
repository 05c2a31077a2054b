from collections.abc import Callable

from docpipe.merge import Draft
from docpipe.rules.contract import amends

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
