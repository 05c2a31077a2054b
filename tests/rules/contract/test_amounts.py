from collections.abc import Callable

import pytest
from building import document
from msgspec.structs import replace

from docpipe.kinds.contract import CONTRACT
from docpipe.merge import Draft, settle, unite
from docpipe.rules.contract import amounts
from docpipe.rules.view import View
from docpipe.types import Chunk, Document, Json, Table

Read = Callable[..., list[Json]]


def in_table(lead: str, *rows: str, header_rows: int) -> Document:
    """A paragraph and a table of rows, whose cells stand between tabs."""
    made = document(lead, "\n".join(rows))
    block = replace(made.blocks[1], kind="table")
    cells = tuple(tuple(row.split("\t")) for row in rows)
    return replace(made, blocks=(made.blocks[0], block), tables=(Table(block.id, (), header_rows, cells, ()),))


def amounts_of(made: Document) -> list[Json]:
    found = amounts.find(View(made, Chunk(0, 0, len(made.text), 0)))
    return list(settle(amounts.derive(made, unite(found, CONTRACT)), CONTRACT).data["amounts"])


@pytest.fixture
def read(settled: Callable[..., Draft]) -> Read:
    return lambda *paragraphs: list(settled(amounts, *paragraphs).data["amounts"])


@pytest.mark.parametrize(
    ("sentence", "role", "what"),
    [
        ("The Customer shall pay an annual license fee of $5,000.", "fee", "annual license fee"),
        ("The purchase price for the Shares is €2,000,000.", "price", "purchase price for the Shares"),
        ("Buyer's minimum annual commitment is $12,500,000.", "minimum", "Buyer's minimum annual commitment"),
        ("Tenant shall pay a security deposit of $9,000 at signing.", "deposit", "security deposit"),
        ("Expenses shall not exceed One Thousand Dollars ($1,000) in a month.", "cap", "Expenses"),
        ("Seller shall pay liquidated damages of $75,000 for each failure.", "penalty", "liquidated damages"),
        ("Vendor shall maintain general liability insurance of $5,000,000.", "other", "general liability insurance"),
    ],
)
def test_an_amount_has_the_name_and_the_part_that_its_clause_gives_it(
    sentence: str, role: str, what: str, read: Read
) -> None:
    (amount,) = read(sentence)
    assert (amount["role"], amount["what"]) == (role, what)


def test_who_pays_whom_how_often_and_with_which_tax(read: Read) -> None:
    (amount,) = read("The Customer shall pay Supplier a service fee of $450 per month plus applicable taxes.")
    assert (amount["payer"], amount["payee"]) == ("Customer", "Supplier")
    assert (amount["per"], amount["tax"]) == ("month", "plus applicable taxes")


def test_a_payer_that_is_no_party_is_left_out(read: Read) -> None:
    (amount,) = read("The Escrow Pool shall pay a fee of $450.")
    assert "payer" not in amount


def test_a_par_value_is_no_amount_of_the_contract(read: Read) -> None:
    assert read("It holds 500 shares of common stock, par value $0.001 per share.") == []


def test_a_footnote_mark_behind_an_amount_is_no_decimal(read: Read) -> None:
    (amount,) = read("The base charge is $18,400,000.1")
    assert amount["amount"] == "18400000"


def test_totals_take_their_currency_from_the_head_of_the_columns(read: Read) -> None:
    found = read("Service Year 1 ($) Year 2 ($)", "Hosting 1,000 2,000", "Total 10,000 20,000")
    assert [(each["what"], each["amount"], each["currency"], each["per"]) for each in found] == [
        ("Hosting", "1000", "USD", "Year 1"),
        ("Hosting", "2000", "USD", "Year 2"),
        ("Total", "10000", "USD", "Year 1"),
        ("Total", "20000", "USD", "Year 2"),
    ]


def test_dollars_are_the_ones_that_the_document_declares(read: Read) -> None:
    found = read(
        "All dollar amounts in this Agreement are expressed in Canadian dollars unless stated.",
        "Buyer shall pay a handling fee of $100 and a filing fee of US$200.",
    )
    assert [(each["amount"], each["currency"]) for each in found] == [("100", "CAD"), ("200", "USD")]


def test_two_fees_that_differ_in_their_payer_are_two(read: Read) -> None:
    found = read("Buyer shall pay a handling fee of $100.", "Seller shall pay a handling fee of $100.")
    assert [each["payer"] for each in found] == ["Buyer", "Seller"]


def test_an_amount_that_an_amendment_replaces_is_cited_with_the_new_one(settled: Callable[..., Draft]) -> None:
    (problem,) = settled(
        amounts,
        *["The parties agree on what follows."] * 20,
        "Customer's minimum annual commitment is $500.",
        "AMENDMENT NO. 1",
        "Customer's minimum annual commitment is $300.",
    ).problems
    assert problem.rule == "conflict"
    assert len(problem.quotes) == 2


TABLE = ("Fees", "Service Year 1 (US$) Year 2 (US$)", "Cleaning of lamps 1,200.00 1,300.00", "Oil (one-time) 800.00 –")


def test_each_row_of_a_table_has_its_label_the_currency_of_its_column_and_its_own_quote(
    settled: Callable[..., Draft],
) -> None:
    draft = settled(amounts, *TABLE, "Total 2,000.00 1,300.00")
    found = [(each["what"], each["amount"], each["per"], each["role"]) for each in draft.data["amounts"]]
    assert found == [
        ("Cleaning of lamps", "1200.00", "Year 1", "fee"),
        ("Cleaning of lamps", "1300.00", "Year 2", "fee"),
        ("Oil (one-time)", "800.00", "Year 1", "fee"),
        ("Total", "2000.00", "Year 1", "fee"),
        ("Total", "1300.00", "Year 2", "fee"),
    ]
    assert draft.claims["/amounts/0"].quotes[0].text == "Cleaning of lamps 1,200.00 1,300.00"
    assert [problem.rule for problem in draft.problems] == []


def test_quantities_are_no_part_of_a_label(read: Read) -> None:
    first, second = read("Item Quantity Unit price ($) Price ($)", "Copper lamp 12 50.00 600.00")
    assert (first["what"], first["amount"], first["per"]) == ("Copper lamp", "50.00", "Unit")
    assert (second["what"], second["amount"]) == ("Copper lamp", "600.00")


def test_rows_below_prose_have_no_currency(read: Read) -> None:
    prose = "The lamps are counted in spring and in autumn, and what is missing is replaced by the other side at once."
    assert read("Price ($)", prose, "Copper lamp 600.00") == []


def test_a_total_that_is_not_the_sum_of_its_rows_gets_a_check(settled: Callable[..., Draft]) -> None:
    draft = settled(amounts, "Part Price ($)", "Wick 10.00", "Glass 25.00", "Total 40.00")
    (problem,) = draft.problems
    assert (problem.rule, problem.message) == ("sum", "the rows add up to 35.00, the total says 40.00")
    assert [quote.text for quote in problem.quotes] == ["Wick 10.00", "Glass 25.00", "Total 40.00"]


def test_words_that_say_another_amount_than_the_figures_give_a_second_amount(read: Read) -> None:
    found = read("The purchase price of the mill is ninety thousand dollars (US$80,000).")
    assert [(each["amount"], each["what"]) for each in found] == [
        ("80000", "purchase price of the mill"),
        ("90000", "purchase price of the mill"),
    ]


@pytest.mark.parametrize(
    ("sentence", "amount", "role", "what"),
    [
        ("Miller shall pay damages of $50 for each day of delay, up to a maximum of $900.", "900", "cap", "maximum"),
        ("Host shall purchase flour with an aggregate value of at least $600.", "600", "minimum", "aggregate value"),
        (
            "Miller holds fire insurance with limits of not less than $700.",
            "700",
            "other",
            "fire insurance with limits",
        ),
        ("The Fee for milling is payable in two equal parts of $480 each.", "480", "fee", "Fee for milling"),
        ("12 months from the Opening Date $140 per person.", "140", "other", None),
    ],
)
def test_the_name_of_an_amount_ends_at_a_noun(
    sentence: str, amount: str, role: str, what: str | None, read: Read
) -> None:
    found = next(each for each in read(sentence) if each["amount"] == amount)
    assert (found["role"], found.get("what")) == (role, what)


def test_rows_that_a_reader_joined_are_told_apart(read: Read) -> None:
    found = read("Task Year 1 ($) Year 2 ($) Milling 1,000 2,000 Baking bread 3,000 4,000 Total 4,000 6,000")
    assert [(each["what"], each["amount"]) for each in found] == [
        ("Milling", "1000"),
        ("Milling", "2000"),
        ("Baking bread", "3000"),
        ("Baking bread", "4000"),
        ("Total", "4000"),
        ("Total", "6000"),
    ]


def test_two_amounts_of_one_thing_stay_and_a_check_cites_both_places(settled: Callable[..., Draft]) -> None:
    first, second = "The Mill Price is $158,000 in all.", "The Mill Price of $185,000 shall be paid in May."
    draft = settled(amounts, first, "The mill stands on the hill.", second)
    assert [each["amount"] for each in draft.data["amounts"]] == ["158000", "185000"]
    (problem,) = draft.problems
    assert (problem.rule, [quote.text for quote in problem.quotes]) == ("conflict", [first, second])


@pytest.mark.parametrize(
    "second",
    [
        "The Mill Price shall be $185,000 if the roof is new.",
        "The Mill Price is $185,000 for the second year.",
        "A portion of the Mill Price of $85,000 is paid in May.",
        "The Mill Price is $158,000 and is paid in May.",
    ],
)
def test_amounts_that_differ_for_a_reason_are_no_conflict(second: str, settled: Callable[..., Draft]) -> None:
    assert settled(amounts, "The Mill Price is $158,000 in all.", second).problems == ()


def test_words_and_figures_of_one_sentence_are_no_conflict_of_two(settled: Callable[..., Draft]) -> None:
    draft = settled(amounts, "The Mill Price is ninety thousand dollars (US$80,000).")
    assert (len(draft.data["amounts"]), draft.problems) == (2, ())


def test_plain_dollars_beside_those_of_another_country_have_no_known_currency(read: Read) -> None:
    support, hosting = read("Support costs $55 CAD per hour.", "The hosting fee is $175 per month.")
    assert support["currency"] == "CAD"
    assert "currency" not in hosting


def test_plain_dollars_beside_named_u_s_dollars_stay_u_s_dollars(read: Read) -> None:
    found = read("Support costs $55 CAD per hour.", "The fee is US$20 and later $30.")
    assert [amount["currency"] for amount in found] == ["CAD", "USD", "USD"]


def test_an_amount_in_a_cell_is_called_by_its_column_and_its_row() -> None:
    rows = ("Seats\tSet-up fee\tEach further seat", "50 seats\t$7,000\t$14.00 ea", "90 seats\t$9,000\t$11.00 ea")
    found = amounts_of(in_table("Prices.", *rows, header_rows=1))
    assert [(amount["what"], amount["role"]) for amount in found] == [
        ("Set-up fee: 50 seats", "fee"),
        ("Each further seat: 50 seats", "other"),
        ("Set-up fee: 90 seats", "fee"),
        ("Each further seat: 90 seats", "other"),
    ]


def test_the_sentence_before_a_table_says_what_its_amounts_are_and_who_pays() -> None:
    lead = 'Each year the Customer shall pay Supplier the amount set forth below (the "Yearly Fee"):'
    first, second = amounts_of(in_table(lead, "First Year\t$ 200", "Second Year\t$ 204", header_rows=0))
    assert (first["what"], first["role"], first["payer"]) == ("Yearly Fee: First Year", "fee", "Customer")
    assert second["what"] == "Yearly Fee: Second Year"


def test_the_number_of_a_note_in_the_head_of_a_column_is_no_amount() -> None:
    found = amounts_of(
        in_table("Levels.", "Level\tQuota (Units or 2 Dollars)", "Third\t$1,000 and above", header_rows=1)
    )
    assert [amount["amount"] for amount in found] == ["1000"]


def test_a_first_row_of_amounts_names_no_column() -> None:
    rows = ("Set-up\twaived\t$500", "Copies\tper page\t$0.05")
    found = amounts_of(in_table("Prices.", *rows, header_rows=1))
    assert [amount["what"] for amount in found] == ["Set-up", "Copies"]


@pytest.mark.parametrize("between", [" ", "\n"])
def test_a_label_does_not_take_in_the_value_of_the_line_before_it(between: str) -> None:
    found = amounts_of(document(f"Landlord: Joan Pelham{between}Monthly Rent: $5,000.00"))
    assert [(amount["what"], amount["per"]) for amount in found] == [("Monthly Rent", "Monthly")]


def test_a_label_of_many_words_stays_whole_behind_a_heading() -> None:
    (found,) = amounts_of(document("Fees: Annual Field Support Fee: $700"))
    assert found["what"] == "Annual Field Support Fee"


def test_the_part_of_a_schedule_is_no_name_of_an_amount() -> None:
    made = in_table(
        "The Third Schedule.", "Part IV Rent\tHK$9,000 per month", "Item 2 Deposit\tHK$18,000", header_rows=0
    )
    assert [one["what"] for one in amounts_of(made)] == ["Rent", "Deposit"]


def test_damages_at_a_rate_are_a_penalty(read: Read) -> None:
    (one,) = read("The Tenant shall pay damages at the rate of Rs. 4,000/- per day of overstay.")
    assert (one["role"], one["per"]) == ("penalty", "day")
