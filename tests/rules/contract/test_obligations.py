from collections.abc import Callable

import pytest
from building import document
from msgspec.structs import replace

from docpipe.merge import Draft
from docpipe.rules.contract import obligations
from docpipe.rules.view import View
from docpipe.types import Chunk, Finding, Json

Read = Callable[..., list[Json]]


@pytest.fixture
def read(settled: Callable[..., Draft]) -> Read:
    return lambda *paragraphs: list(settled(obligations, *paragraphs).data["obligations"])


@pytest.mark.parametrize(
    ("sentence", "party", "modality"),
    [
        ("Supplier shall deliver the goods.", "Supplier", "must"),
        ("The Company agrees to deliver the goods.", "Company", "must"),
        ("Upon request of the Buyer, Supplier will deliver the goods.", "Supplier", "must"),
        ("Customer may deliver the goods.", "Customer", "may"),
        ("Customer shall have the right to deliver the goods.", "Customer", "may"),
        ("Licensee shall not deliver the goods.", "Licensee", "must_not"),
        ("Neither party may deliver the goods.", "Neither party", "must_not"),
        ("Buyer and Seller shall deliver the goods.", "Buyer and Seller", "must"),
        ("Neither Buyer nor Seller shall deliver the goods.", "Neither Buyer nor Seller", "must_not"),
        (
            "Neither Buyer, its heirs nor the Seller may deliver the goods.",
            "Neither Buyer, its heirs nor the Seller",
            "must_not",
        ),
        (
            "Neither Buyer and/or Seller may deliver the goods.",
            "Neither Buyer and/or Seller",
            "must_not",
        ),
        ("In no event Supplier shall deliver the goods.", "Supplier", "must_not"),
        ("Supplier shall at no time deliver the goods.", "Supplier", "must_not"),
        ("Supplier shall neither store nor deliver the goods.", "Supplier", "must_not"),
        ("Supplier shall without the Buyer's consent not deliver the goods.", "Supplier", "must_not"),
        ("Supplier shall not later than May 1 deliver the goods.", "Supplier", "must"),
        ("Supplier shall not only store but also deliver the goods.", "Supplier", "must"),
    ],
)
def test_who_must_may_and_must_not(sentence: str, party: str, modality: str, read: Read) -> None:
    (duty,) = read(sentence)
    assert (duty["party"], duty["modality"]) == (party, modality)
    assert duty["action"].endswith("deliver the goods")


@pytest.mark.parametrize(
    "sentence",
    [
        "This Agreement shall bind the parties' successors.",
        "Notices shall be sent by courier.",
        "Logos printed on the Transporter will be small.",
        "Supplier shall not be liable for delays.",
        "Supplier shall not be required to deliver spare parts.",
        "Neither Buyer nor Supplier shall be required hereunder to deliver spare parts.",
        "Acceptance is no waiver of any rights Supplier may have under the law.",
        "Buyer is not liable for any other losses Supplier may sustain in the project.",
        "Supplier shall not be precluded from selling spare parts.",
        "Supplier shall not have any further obligation or liability to deliver spare parts.",
        "Supplier shall be under no obligation to deliver spare parts.",
        "Supplier shall be relieved of its duty to deliver spare parts.",
        "Unless agreed in writing, no employee of the Supplier shall deliver spare parts.",
        "This clause does not mean that Supplier shall deliver spare parts.",
        "The parties may execute this Agreement in counterparts.",
    ],
)
def test_boilerplate_strangers_and_what_nobody_owes_are_left_out(sentence: str, read: Read) -> None:
    assert read(sentence) == []


def test_deadline_and_clause_number(read: Read) -> None:
    (duty,) = read("5.3 Supplier shall repair each defect within ten (10) days after notice.")
    assert duty["deadline"] == "within ten (10) days after notice"
    assert duty["clause"] == "5.3"
    assert duty["action"] == "repair each defect within ten (10) days after notice"


def test_a_proviso_is_not_part_of_the_action(read: Read) -> None:
    (duty,) = read("Supplier shall store the goods; provided that Buyer pays the rent.")
    assert duty["action"] == "store the goods"


def test_each_item_of_a_list_in_a_sentence_is_a_duty(read: Read) -> None:
    found = read("Distributor shall: (a) promote the products; (b) keep records; and (c) pay on time.")
    assert [duty["action"] for duty in found] == ["promote the products", "keep records", "pay on time"]


def test_each_paragraph_of_a_list_is_a_duty_with_two_quotes(settled: Callable[..., Draft]) -> None:
    draft = settled(
        obligations, "2.4 The Distributor shall not:", "(a) pledge the credit of Supplier; or", "(b) sell used goods."
    )
    assert [duty["action"] for duty in draft.data["obligations"]] == [
        "pledge the credit of Supplier",
        "sell used goods",
    ]
    assert {duty["modality"] for duty in draft.data["obligations"]} == {"must_not"}
    assert [len(claim.quotes) for claim in draft.claims.values()] == [2, 2]


@pytest.mark.parametrize(
    ("sentence", "party", "modality"),
    [
        ("Buyer shall have ten (10) days after delivery to inspect the goods.", "Buyer", "may"),
        ("Supplier shall be reimbursed for its costs of travel.", "Supplier", "may"),
        ("Agent shall have no authority to bind the Supplier.", "Agent", "must_not"),
        ("Agent shall in no event settle a claim of the Supplier.", "Agent", "must_not"),
        ("The indemnified Party shall give notice of the claim.", "indemnified Party", "must"),
    ],
)
def test_rights_and_powers_are_told_from_duties(sentence: str, party: str, modality: str, read: Read) -> None:
    (duty,) = read(sentence)
    assert (duty["party"], duty["modality"]) == (party, modality)


@pytest.mark.parametrize(
    "sentence",
    [
        "No settlement that binds the Supplier may be made.",
        "Nothing that burdens the Buyer shall be implied.",
        "Supplier shall not be entitled to a refund.",
        "Supplier shall have no obligation to store the goods.",
        "In the event Supplier shall fail to deliver, the price is repaid.",
    ],
)
def test_what_is_denied_or_only_supposed_is_nobodys_duty(sentence: str, read: Read) -> None:
    assert read(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "deadline"),
    [
        ("Buyer shall within 30 days return or destroy all drawings.", "within 30 days"),
        ("Supplier shall deliver the press no later than June 30, 2031.", "no later than June 30, 2031"),
        ("Supplier shall pay by the end of each month.", "by the end of each month"),
        ("Supplier shall be audited by a third party.", None),
        ("Buyer may terminate this Agreement by giving 30 days' notice.", None),
        ("Buyer may terminate this Agreement if Supplier does not cure a breach within 30 days.", None),
        ("If a dispute is not settled within 30 days, Buyer shall name an expert.", None),
        ("Buyer shall within 9 days after the claim state the sum, the facts and the law.", "within 9 days"),
        ("Buyer shall within 9 days after the claim, state the sum and the facts.", "within 9 days after the claim"),
    ],
)
def test_a_deadline_is_when_the_action_is_due(sentence: str, deadline: str | None, read: Read) -> None:
    (duty,) = read(sentence)
    assert duty.get("deadline") == deadline


@pytest.mark.parametrize(
    ("sentence", "action"),
    [
        ("Agent shall have no power or authority to bind the Buyer.", "bind the Buyer"),
        ("Distributor shall have no right to sublicense the Marks.", "sublicense the Marks"),
        ("Supplier shall: (a) not, without leave, sell the mill; (b) not, without leave; (c) pay.", "sell the mill"),
        ("Supplier shall in no event resell the used parts.", "resell the used parts"),
    ],
)
def test_having_no_power_is_a_prohibition_said_once(sentence: str, action: str, read: Read) -> None:
    assert [each["action"] for each in read(sentence) if each["modality"] == "must_not"] == [action]


def test_a_company_form_behind_a_comma_ends_no_aside(read: Read) -> None:
    (duty,) = read("Licensee shall not, without the consent of Otter Mills, Inc., sell the flour abroad.")
    assert (duty["modality"], duty["action"]) == ("must_not", "sell the flour abroad")


def test_a_name_that_ends_with_a_form_and_a_comma_is_the_subject() -> None:
    made = document("Otter Mills, Inc., shall not sell the flour abroad.")
    named = Finding("parties", {"name": "Otter Mills, Inc."}, ())
    found = obligations.find(View(made, Chunk(0, 0, len(made.text), 0)))
    duties = [f.value for f in obligations.derive(made, [named, *found]) if f.field == "obligations"]
    assert [(duty["party"], duty["action"]) for duty in duties] == [("Otter Mills, Inc.", "sell the flour abroad")]


@pytest.mark.parametrize(
    ("sentence", "party", "action", "modality"),
    [
        ("Supplier agrees that it will not disclose the recipes.", "Supplier", "disclose the recipes", "must_not"),
        ("Each party agrees (i) that it will keep books of account.", "Each party", "keep books of account", "must"),
        (
            "Buyer agrees that no use of the mark will be made.",
            "Buyer",
            "agree that no use of the mark will be made",
            "must",
        ),
        ("Licensor hereby grants to Licensee a licence.", "Licensor", "grant to Licensee a licence", "must"),
        ("3.Supplier is responsible for all freight.", "Supplier", "be responsible for all freight", "must"),
        ("Buyer is entitled to inspect the plant.", "Buyer", "be entitled to inspect the plant", "may"),
        ("No Party shall assign this Agreement.", "No Party", "assign this Agreement", "must_not"),
        ("Each of Buyer and Seller, at its own cost, shall insure.", "Each of Buyer and Seller", "insure", "must"),
        ('Buyer (the "Indemnitor") shall indemnify Seller.', "Buyer", "indemnify Seller", "must"),
        (
            "The fee shall be paid by Buyer within ten days.",
            "Buyer",
            "pay the fee within ten days",
            "must",
        ),
        (
            "This lease may not be assigned by any party.",
            "any party",
            "assign this lease",
            "must_not",
        ),
    ],
)
def test_duties_that_are_agreed_granted_or_passive(
    sentence: str, party: str, action: str, modality: str, read: Read
) -> None:
    (duty,) = read(sentence)
    assert (duty["party"], duty["action"], duty["modality"]) == (party, action, modality)


def test_each_clause_of_a_sentence_with_a_subject_of_its_own_is_a_duty(read: Read) -> None:
    found = read(
        "Supplier shall ship the goods, and Buyer shall not resell the goods; provided that Seller may insure."
    )
    assert [(duty["party"], duty["modality"]) for duty in found] == [
        ("Supplier", "must"),
        ("Buyer", "must_not"),
        ("Seller", "may"),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "The price shall be paid at the address that is designated by Seller.",
        "The report shall be in the form approved by Buyer.",
        "If any goods shall be returned by Buyer, the price falls.",
        "Neither party is obliged to disclose any recipes.",
    ],
)
def test_who_is_named_behind_by_in_passing_has_no_duty(sentence: str, read: Read) -> None:
    assert read(sentence) == []


def test_who_agrees_is_a_party_whatever_the_name_and_what_only_shall_is_none(read: Read) -> None:
    found = read(
        "iQuark agrees to host the site.",
        "2Quill undertakes to promote the site.",
        "iQuark shall pay the invoices.",
        "The Portal shall be blue.",
    )
    assert [duty["party"] for duty in found] == ["iQuark", "2Quill", "iQuark"]


def test_what_a_party_agrees_another_shall_do_is_the_others_duty(read: Read) -> None:
    (duty,) = read("Buyer agrees that Seller shall store the goods.")
    assert (duty["party"], duty["action"]) == ("Seller", "store the goods")
    (duty,) = read("Agent agrees that Gonzo shall wear the boots.")
    assert (duty["party"], duty["action"]) == ("Agent", "agree that Gonzo shall wear the boots")


def test_clauses_with_capitals_below_a_colon_belong_to_nobody_above(read: Read) -> None:
    found = read("Supplier shall:", "(a) Deliver the goods;", "(b) The carrier shall be insured.")
    assert [duty["action"] for duty in found] == ["deliver the goods"]


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("If the mill stands still, Supplier shall repair it.", "If the mill stands still"),
        ("4.2 Repairs. Unless Buyer agrees, Supplier shall repair the mill.", "Unless Buyer agrees"),
        ("Except as set out in Annex 2, Supplier shall insure the mill.", "Except as set out in Annex 2"),
        ("Upon request, Supplier shall insure the mill.", "Upon request"),
        ("Supplier shall not, without the Buyer's leave, sell the mill.", "without the Buyer's leave"),
        ("Supplier shall, at Buyer's request, insure the mill.", "at Buyer's request"),
        ("Supplier shall store the goods; provided that Buyer pays the rent.", "provided that Buyer pays the rent"),
        ("Supplier may sell the mill, except that it may not sell the weir.", "except that it may not sell the weir"),
        ("If a clause is void, the others stand, and Supplier shall mend it.", "If a clause is void"),
        ("In consideration of the price, Supplier shall repair the mill.", None),
        ("Supplier shall, at its own cost, repair the mill.", None),
        ("Without limiting the foregoing, Supplier shall repair the mill.", None),
    ],
)
def test_what_a_duty_depends_on_is_told(sentence: str, condition: str | None, read: Read) -> None:
    assert read(sentence)[0].get("condition") == condition


def test_a_condition_holds_for_all_clauses_of_its_sentence_and_for_the_items_below_it(read: Read) -> None:
    both = read("If the mill fails, Supplier shall repair it, and Buyer shall wait for it.")
    assert [(duty["party"], duty["condition"]) for duty in both] == [
        ("Supplier", "If the mill fails"),
        ("Buyer", "If the mill fails"),
    ]
    listed = read(
        "7.1 If Supplier delivers late:",
        "(a) Supplier shall pay damages; and",
        "(b) if it is a month late, Buyer may, beside the damages:",
        "(i) cancel the order; and",
        "(ii) buy elsewhere.",
    )
    assert [(duty["clause"], duty["action"], duty["condition"]) for duty in listed] == [
        ("(a)", "pay damages", "If Supplier delivers late"),
        ("(b)(i)", "cancel the order", "If Supplier delivers late; if it is a month late"),
        ("(b)(ii)", "buy elsewhere", "If Supplier delivers late; if it is a month late"),
    ]


def test_a_condition_outside_of_the_quote_of_its_duty_has_a_quote_of_its_own(settled: Callable[..., Draft]) -> None:
    long = "If " + ", ".join(f"mill number {number} of the northern valley stands still" for number in range(9))
    draft = settled(obligations, f"{long}, then Supplier shall repair each of them within ten days of the notice.")
    (claim,) = draft.claims.values()
    assert claim.value["condition"].startswith("If mill number 0")
    assert any(quote.text.startswith("If mill number 0") for quote in claim.quotes)


def test_each_item_goes_on_the_words_that_lead_to_its_list(read: Read) -> None:
    found = read("Supplier shall deliver to Buyer (a) the mill within thirty (30) days; and (b) its drawings.")
    assert [(duty["action"], duty.get("deadline")) for duty in found] == [
        ("deliver to Buyer the mill within thirty (30) days", "within thirty (30) days"),
        ("deliver to Buyer its drawings", None),
    ]
    below = read("Supplier shall keep the following insurance:", "(a) fire insurance; and", "(b) flood insurance.")
    assert [duty["action"] for duty in below] == [
        "keep the following insurance: fire insurance",
        "keep the following insurance: flood insurance",
    ]
    meant = read("Supplier shall make good all damage by (i) fire, (ii) flood or (iii) theft.")
    assert [duty["action"] for duty in meant] == [
        "make good all damage by fire",
        "make good all damage by flood",
        "make good all damage by theft",
    ]


def test_a_choice_of_a_party_is_one_duty(read: Read) -> None:
    (duty,) = read("Supplier shall (a) repair the mill or (b) replace it.")
    assert duty["action"] == "(a) repair the mill or (b) replace it"


def test_each_verb_of_a_subject_is_a_duty_and_has_its_own_not_and_deadline(read: Read) -> None:
    found = read("Within 9 days after signing, Supplier shall insure the mill, and shall not let it before 1 May 2031.")
    assert [(duty["modality"], duty["action"], duty["deadline"]) for duty in found] == [
        ("must", "insure the mill", "Within 9 days after signing"),
        ("must_not", "let it before 1 May 2031", "before 1 May 2031"),
    ]
    denied = read("Supplier shall not alter the mill or lend it to others, and shall report any damage to it.")
    assert [duty["modality"] for duty in denied] == ["must_not", "must"]
    (one,) = read("Supplier shall employ millers who shall live on the site and shall speak Dutch.")
    assert one["action"] == "employ millers who shall live on the site and shall speak Dutch"


def test_it_is_who_the_condition_is_about(read: Read) -> None:
    (duty,) = read("If Buyer ends the lease early, it shall pay a fee of two rents.")
    assert (duty["party"], duty["action"]) == ("Buyer", "pay a fee of two rents")
    assert read("If the mill stops, it shall be repaired.") == []


@pytest.mark.parametrize(
    ("paragraphs", "clause"),
    [
        (("3.2 The mill.", "(a) Supplier shall insure the mill."), "3.2(a)"),
        (("3.2 The mill.", "(h) Rent.", "(i) Supplier shall insure the mill."), "3.2(i)"),
        (("3.2 The mill.", "(b) Rent.", "(i) Supplier shall insure the mill."), "3.2(b)(i)"),
        (("Section 3. The mill.", "(a) Supplier shall insure the mill."), "3(a)"),
        (("3 The mill.", "b. Supplier shall insure the mill."), "3.b"),
        (("(a) Supplier shall insure the mill.",), "(a)"),
        (("3.4 Supplier shall insure the mill.",), "3.4"),
    ],
)
def test_a_clause_has_the_numbers_that_it_stands_under(paragraphs: tuple[str, ...], clause: str) -> None:
    plain = document(*paragraphs)
    numbers = ["Section 3" if text[0] == "S" else text.split()[0] for text in paragraphs]
    blocks = zip(plain.blocks, numbers, strict=True)
    made = replace(plain, blocks=tuple(replace(block, number=number, kind="list_item") for block, number in blocks))
    found = obligations.find(View(made, Chunk(0, 0, len(made.text), 0)))
    assert [finding.value["clause"] for finding in found] == [clause]


@pytest.mark.parametrize(
    ("sentence", "party", "action"),
    [
        ("Buyer, its officers and agents shall guard the drawings.", "Buyer", "guard the drawings"),
        ("Supplier and its staff will guard the drawings.", "Supplier", "guard the drawings"),
        ("Any party learning of a theft shall report it at once.", "Any party", "report it at once"),
        ("Each of the Suppliers shall insure the goods.", "Each of the Suppliers", "insure the goods"),
        ("Supplier unconditionally warrants to Buyer to rebuild the weir.", "Supplier", "rebuild the weir"),
        ("Supplier agrees that, if asked in writing, it will defend Buyer.", "Supplier", "defend Buyer"),
        ("Buyer is responsible to keep the weir free of ice.", "Buyer", "be responsible to keep the weir free of ice"),
        ("The goods shall be shipped by Supplier CIP.", "Supplier", "ship the goods CIP"),
    ],
)
def test_who_acts_with_others_is_named_in_full_or_behind_a_condition(
    sentence: str, party: str, action: str, read: Read
) -> None:
    (duty,) = read(sentence)
    assert (duty["party"], duty["action"]) == (party, action)


def test_the_items_below_do_the_following_are_duties_even_where_an_or_stands_among_many(read: Read) -> None:
    items = [
        f"({letter}) inspect mill number {letter} and all wheels, belts and stones that belong to it;"
        for letter in "abcd"
    ]
    found = read("Supplier agrees to do the following:", *items[:3], f"{items[3]} or", "(e) close them.")
    assert len(found) == 5
    assert found[-1]["action"] == "close them"


def test_an_action_that_is_too_long_ends_with_a_mark(read: Read) -> None:
    goods = ", ".join(f"the goods of the lot number {number} in the northern hall" for number in range(1, 30))
    (cut,) = read(f"Seller shall deliver {goods}.")
    (whole,) = read("Seller shall deliver the goods of the lot number 1 in the northern hall.")
    assert cut["action"].endswith("in the northern hall …")
    assert whole["action"].endswith("in the northern hall")


def test_an_action_that_is_too_long_reads_as_it_is_printed(read: Read) -> None:
    goods = ", ".join(f"the mill’s goods of the “lot” number {number}" for number in range(1, 30))
    (cut,) = read(f"Seller shall deliver {goods}.")
    assert cut["action"].startswith("deliver the mill’s goods of the “lot” number 1, ")
    assert cut["action"].endswith(" …")
