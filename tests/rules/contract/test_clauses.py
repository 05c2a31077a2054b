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
        (
            "Licensor shall deposit the source code of the Software with the Escrow Agent under an escrow agreement.",
            "Source Code Escrow",
        ),
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


@pytest.mark.parametrize(
    ("sentence", "category"),
    [
        ("Nothing in this Deed grants the Visitor any license under a patent of the Host.", "License Grant"),
        ("Nothing in this Deed obliges the Host to buy flour exclusively from the Miller.", "Exclusivity"),
        (
            "The Miller shall not transfer customer data abroad without the prior consent of the Host.",
            "Anti-Assignment",
        ),
        ("The Host shall make a full copy of its records at least once every 24 months.", "Minimum Commitment"),
    ],
)
def test_a_denial_is_no_clause_of_what_it_denies(sentence: str, category: str, settled: Settled) -> None:
    assert category not in categories(settled(clauses, sentence))


def test_a_run_in_heading_counts_for_the_sentence_that_it_heads(settled: Settled) -> None:
    draft = settled(clauses, "9.4 Right of First Refusal. If the Miller sells the mill, the Host shall be asked first.")
    assert categories(draft) == {"Rofr/Rofo/Rofn"}
    (claim,) = draft.claims.values()
    assert [quote.text for quote in claim.quotes] == ["If the Miller sells the mill, the Host shall be asked first."]


def test_a_heading_that_denies_gives_its_sentence_nothing(settled: Settled) -> None:
    assert (
        categories(settled(clauses, "3.7 No audit rights here. The Miller may look at the mill on Sundays.")) == set()
    )


def test_a_line_of_a_table_of_contents_is_no_clause(settled: Settled) -> None:
    line = "18. COVENANT OF THE MILLER NOT TO COMPETE SHALL BE HERE.......................... 59"
    assert categories(settled(clauses, line)) == set()


def test_a_long_report_is_no_agreement_and_gives_only_what_is_worded_like_one(settled: Settled) -> None:
    prose = ["Returns remained below one percent of revenue, and sales of lamps grew in all markets."] * 900
    promise = "The Company shall pay Otter Mills a royalty of 5% of net sales of lamps each quarter."
    draft = settled(clauses, *prose, promise)
    assert [clause["category"] for clause in draft.data["clauses"]] == ["Revenue/Profit Sharing"]


@pytest.mark.parametrize(
    ("sentence", "category"),
    [
        (
            "Either party may end that term earlier by giving thirty days' written notice.",
            "Termination For Convenience",
        ),
        ("Host may raise the fees each year, but by no more than three percent (3%).", "Price Restrictions"),
        ("Host shall purchase flour with a value of at least six hundred dollars ($600).", "Minimum Commitment"),
    ],
)
def test_a_clause_is_known_in_plain_words_too(sentence: str, category: str, settled: Settled) -> None:
    assert category in categories(settled(clauses, sentence))


@pytest.mark.parametrize(
    ("sentence", "category"),
    [
        ("Host shall not be subject to any minimum purchase requirements for flour.", "Minimum Commitment"),
        ("The Miller shall provide carriage of the flour with no extra insurance.", "Insurance"),
        ("The maximum number of working hours of the staff is set by law.", "Volume Restriction"),
        ("Sections 4 and 5 shall survive termination of this Deed for any reason.", "Termination For Convenience"),
        ("Failure to reject the flour within 15 days of receipt is an acceptance of it.", "Warranty Duration"),
        ("The guaranty covers all sums of the Host, including liquidated damages and costs.", "Liquidated Damages"),
        ("The licence hereby granted is exclusive of all taxes and duties.", "Exclusivity"),
        ("Host shall pay the Miller 0.03% of the overdue amount for each day of delay.", "Revenue/Profit Sharing"),
    ],
)
def test_a_word_that_its_own_sentence_takes_back_is_no_clause(sentence: str, category: str, settled: Settled) -> None:
    assert category not in categories(settled(clauses, sentence))


@pytest.mark.parametrize(
    ("sentence", "category"),
    [
        ("The license hereby granted shall be exclusive for the island.", "Exclusivity"),
        ("2. Exclusivity. The Miller sells flour on the island to the Host alone.", "Exclusivity"),
        ("This Deed shall not, without the written consent of Host, be assigned or pledged.", "Anti-Assignment"),
        ("The Miller sells at as low a rate and on as good terms as it sells to others.", "Most Favored Nation"),
        ("Host shall order no less than the minimum quantity each year.", "Minimum Commitment"),
        ("Host shall not buy less than a minimum quantity of 40 sacks.", "Minimum Commitment"),
    ],
)
def test_a_clause_in_other_words_is_one_too(sentence: str, category: str, settled: Settled) -> None:
    assert category in categories(settled(clauses, sentence))


def test_a_heading_waits_for_the_sentence_behind_a_definition(settled: Settled) -> None:
    promise = "The Miller sells flour on the island to the Host alone."
    draft = settled(clauses, f'2. Exclusivity. For purposes of this Deed "Mill" means a mill on it. {promise}')
    (claim,) = draft.claims.values()
    assert [quote.text for quote in claim.quotes] == [promise]


def test_a_heading_that_its_sentence_takes_back_counts_for_nothing(settled: Settled) -> None:
    text = "2. Exclusivity. The Miller is not bound to exclusive dealing here."
    assert "Exclusivity" not in categories(settled(clauses, text))


def test_a_heading_of_its_own_names_the_sentence_below_it(settled: Settled) -> None:
    promise = "The Miller sells flour on the island to the Host alone."
    draft = settled(clauses, "# 4. Exclusivity", f"{promise} The roof is red and the wheel is old.")
    assert [[quote.text for quote in claim.quotes] for claim in draft.claims.values()] == [[promise]]


def test_an_end_at_any_time_upon_notice_is_termination_for_convenience(settled: Settled) -> None:
    text = (
        "This Agreement shall be earlier terminated (x) by mutual consent, or (y) at any time upon sixty days notice."
    )
    assert "Termination For Convenience" in categories(settled(clauses, text))


@pytest.mark.parametrize(
    ("sentence", "category", "fires"),
    [
        ("the guest shall insure the piano against fire and theft.", "Insurance", True),
        ("host may adjust the price each spring, but not more often than that.", "Price Restrictions", True),
        ("host renews with fees that do not exceed the existing fees.", "Price Restrictions", True),
        ("the terms shall be no less favorable than any offered to others.", "Most Favored Nation", True),
        ("failing that, host may sell on terms no more favorable than those offered.", "Most Favored Nation", False),
        ("except as said, nothing here confers on host any right of ownership.", "Third Party Beneficiary", False),
        ("the singer gives no more than 2 sessions of up to three hours each.", "Volume Restriction", False),
    ],
)
def test_a_keyword_pattern_knows_what_its_words_are_about(sentence: str, category: str, fires: bool) -> None:
    assert (category in clauses.categories(sentence)) == fires


def test_sentences_of_one_clause_that_follow_each_other_are_one_place(settled: Settled) -> None:
    first = "Licensor shall have the right to inspect the books and records of Licensee."
    second = "Licensor may audit such books and records during normal business hours upon notice."
    draft = settled(clauses, f"7.1 {first} {second}")
    audits = [claim for claim in draft.claims.values() if claim.value["category"] == "Audit Rights"]
    assert [[quote.text for quote in claim.quotes] for claim in audits] == [[f"7.1 {first} {second}"]]


def test_every_clause_has_a_confidence(settled: Settled) -> None:
    draft = settled(clauses, "Neither party may assign this Agreement without the prior written consent of the other.")
    assert all(0 < (claim.confidence or 0) < 1 for claim in draft.claims.values())
    assert categories(draft) == {"Anti-Assignment"}
