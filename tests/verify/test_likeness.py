"""Documents that are no contract say so."""

from __future__ import annotations

from building import document

from docpipe.verify.likeness import unlike_a_contract

COVER = ("UNITED STATES", "SECURITIES AND EXCHANGE COMMISSION", "FORM 10-Q", "Quarterly report of Orchard Mills Ltd.")
STORY = "The mill grinds the corn of the valley, and the miller counts the sacks at the end of the day. " * 40
CLAUSE = "Buyer shall pay the price of the goods to the Seller under this Agreement. " * 40


def test_a_periodic_report_is_no_contract():
    (check,) = unlike_a_contract(document(*COVER, STORY, CLAUSE), "contract")
    assert (check.rule, check.severity, check.path) == ("not_a_contract", "warning", "")
    assert check.evidence[0].quote == "FORM 10-Q"


def test_an_agreement_filed_with_a_report_is_one():
    assert unlike_a_contract(document("SUPPLY AGREEMENT", *COVER, CLAUSE), "contract") == ()


def test_a_story_is_no_contract_and_a_short_page_may_be_one():
    assert [check.rule for check in unlike_a_contract(document(STORY), "contract")] == ["not_a_contract"]
    assert unlike_a_contract(document(STORY[:400]), "contract") == ()


def test_a_contract_and_another_kind_are_not_doubted():
    assert unlike_a_contract(document(CLAUSE), "contract") == ()
    assert unlike_a_contract(document(STORY), "summary") == ()
