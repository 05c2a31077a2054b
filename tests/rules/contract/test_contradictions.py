"""Two places of one document that settle the same thing in two ways."""

from __future__ import annotations

import pytest

import docpipe

HEAD = """SERVICES AGREEMENT

This Services Agreement (this "Agreement") is made on May 1, 2025 between Acme Tools, Inc., a Maine corporation
("Supplier"), and Birch Homes LLC, a Maine limited liability company ("Customer").

"""

TWO = {
    "governing_law": (
        "8. This Agreement is governed by the laws of the State of Nevada.",
        "9. This Agreement shall be governed by and construed in accordance with the laws of the State of Maine.",
    ),
    "term": (
        "1. Term. The term of this Agreement is two (2) years from the Effective Date.",
        "2. Duration. This Agreement shall remain in force for a term of three (3) years from the Effective Date.",
    ),
    "effective_date": (
        "1. This Agreement takes effect on June 1, 2025.",
        "2. The effective date of this Agreement is July 1, 2025.",
    ),
    "notice_period": (
        "1. This Agreement renews automatically for successive one-year terms unless either party gives thirty (30) "
        "days notice before the end of the term.",
        "2. Either party may prevent automatic renewal of this Agreement by giving sixty (60) days written notice "
        "before the end of the term.",
    ),
    "payment_terms": (
        "1. Customer shall pay each invoice within thirty (30) days after receipt of the invoice.",
        "2. Customer shall pay all invoices within forty-five (45) days after the date of the invoice.",
    ),
    "expiration_date": (
        "1. This Agreement expires on December 31, 2027.",
        "2. This Agreement shall continue in effect until June 30, 2028.",
    ),
}


def analyzed(tmp_path, *clauses: str) -> docpipe.Result:
    path = tmp_path / "agreement.txt"
    path.write_text(HEAD + "\n\n".join(clauses) + "\n", encoding="utf-8")
    result = docpipe.analyze(path, kind="contract")
    assert isinstance(result, docpipe.Result)
    return result


@pytest.mark.parametrize("field", TWO)
def test_two_clauses_that_say_different_things_leave_no_value_and_are_both_cited(tmp_path, field):
    result = analyzed(tmp_path, *TWO[field])
    assert not result.data[field]
    check = next(check for check in result.checks if check.rule == "conflict" and check.path == f"/{field}")
    assert len(check.evidence) >= 2
    assert "no rule decides" in check.message


@pytest.mark.parametrize("field", TWO)
def test_one_of_them_alone_is_no_contradiction(tmp_path, field):
    result = analyzed(tmp_path, TWO[field][1])
    assert not [check for check in result.checks if check.rule == "conflict"]


@pytest.mark.parametrize(
    "other",
    [
        "9. The Warranty is governed by the laws of the State of Maine.",
        "9. Any arbitration shall be governed by the laws of France.",
        '9. "Losses" has the meaning given in the laws of the State of Ohio.',
        "9. This Agreement is, with respect to real property, governed by the laws of the State of Maine.",
        "9. The courts of the State of Maine have jurisdiction over disputes under this Agreement.",
        "EXHIBIT A\n\n1. This Agreement shall be governed by the laws of the State of Maine.",
    ],
)
def test_the_law_of_a_part_or_of_another_paper_contradicts_nothing(tmp_path, other):
    first = (
        "8. This Agreement is governed by the laws of England and Wales without regard to the conflict rules of Fife."
    )
    result = analyzed(tmp_path, first, other)
    assert result.data["governing_law"] == ["England and Wales"]
    assert not [check for check in result.checks if check.rule == "conflict"]
