from collections.abc import Callable

import pytest

from docpipe.merge import Draft
from docpipe.rules.contract import ownership

Settled = Callable[..., Draft]


@pytest.mark.parametrize(
    ("sentence", "owner", "what"),
    [
        ("Customer owns all right, title and interest in the Deliverables.", "Customer", "the Deliverables"),
        ("The Software shall remain the sole and exclusive property of Licensor.", "Licensor", "The Software"),
        ("Supplier shall be the exclusive owner of the Inventions.", "Supplier", "the Inventions"),
        ("All Work Product will be owned exclusively by the Client.", "Client", "Work Product"),
        ("Licensor retains all right, title and interest in and to the Marks.", "Licensor", "the Marks"),
    ],
)
def test_owner_and_what_is_owned(sentence: str, owner: str, what: str, settled: Settled) -> None:
    assert settled(ownership, sentence).data["ip_ownership"] == [{"owner": owner, "what": what}]


@pytest.mark.parametrize(
    "sentence",
    [
        "Developer shall not claim that Developer owns all right, title and interest in the Marks.",
        '"Licensed Content" means all content that is owned by Licensor.',
        "The Building shall remain the property of Landlord.",
        "The Software shall remain the property of Zeus.",
    ],
)
def test_denials_definitions_other_things_and_strangers_give_nothing(sentence: str, settled: Settled) -> None:
    assert settled(ownership, sentence).data["ip_ownership"] == []


def test_who_owns_and_retains_is_an_owner_too(settled: Settled) -> None:
    sentence = "As between the parties, Customer owns and retains all right, title and interest in and to the Data."
    assert settled(ownership, sentence).data["ip_ownership"] == [{"owner": "Customer", "what": "the Data"}]


def test_what_is_owned_ends_before_an_open_bracket(settled: Settled) -> None:
    sentence = "All copyrights subsisting (or which may subsist) in the songs shall vest in Publisher."
    (found,) = settled(ownership, sentence).data["ip_ownership"]
    assert "(" not in found["what"]


@pytest.mark.parametrize(
    ("sentence", "owner", "what"),
    [
        (
            "Buyer and its licensors retain all rights in the Buyer Content.",
            "Buyer and its licensors",
            "the Buyer Content",
        ),
        ("Title to and ownership of the Marks shall remain with the owner.", "owner", "the Marks"),
        ("Distributor acknowledges Supplier's exclusive title to the Trademarks.", "Supplier", "the Trademarks"),
        (
            "Consultant hereby assigns to Company all right, title and interest in the Inventions.",
            "Company",
            "the Inventions",
        ),
        (
            "Consultant hereby assigns all right, title and interest in the Inventions to Company.",
            "Company",
            "the Inventions",
        ),
        (
            "All use of the Marks by Licensee shall inure to the benefit of Licensor.",
            "Licensor",
            "use of the Marks by Licensee",
        ),
        (
            "Confidential Information shall remain the property of the disclosing party.",
            "disclosing party",
            "Confidential Information",
        ),
        ("Works created by the Parties shall be jointly owned.", "Parties", "Works created by the Parties"),
        ("Customer Data will be deemed to be the joint property of the parties.", "parties", "Customer Data"),
        ("Supplier warrants that it owns the patents for the pump.", "Supplier", "the patents for the pump"),
        (
            "All rights not herein specifically granted to Buyer shall remain the property of Artist.",
            "Artist",
            "rights not herein specifically granted to Buyer",
        ),
        (
            "Upon payment, all reports prepared by Consultant become the property of Client.",
            "Client",
            "reports prepared by Consultant",
        ),
    ],
)
def test_what_is_kept_given_admitted_or_owned_in_common(sentence: str, owner: str, what: str, settled: Settled) -> None:
    assert settled(ownership, sentence).data["ip_ownership"] == [{"owner": owner, "what": what}]


@pytest.mark.parametrize(
    "sentence",
    [
        "Nothing in this Agreement shall assign to Distributor any right, title or interest in the Marks.",
        "To the extent that the Works may not vest in Company, Artist signs a deed.",
        "Either party may license and assign its copyrights to the other party.",
        "All right, title and interest in the Shares is owned by Seller.",
    ],
)
def test_what_is_not_given_and_shares_are_no_ownership(sentence: str, settled: Settled) -> None:
    assert settled(ownership, sentence).data["ip_ownership"] == []


def test_two_owners_of_one_sentence_are_two(settled: Settled) -> None:
    sentence = "Buyer owns all right, title and interest in the Data; Seller owns all rights in the Software."
    owners = [one["owner"] for one in settled(ownership, sentence).data["ip_ownership"]]
    assert owners == ["Buyer", "Seller"]


def test_the_same_thing_told_at_more_length_is_one_and_cited_twice(settled: Settled) -> None:
    draft = settled(
        ownership,
        "Buyer shall own all right, title and interest in the Deliverables, excluding the Tools.",
        "Seller hereby assigns to Buyer all intellectual property rights in the Deliverables.",
    )
    assert [one["what"] for one in draft.data["ip_ownership"]] == ["the Deliverables, excluding the Tools"]
    assert len(draft.claims["/ip_ownership/0"].quotes) == 2


@pytest.mark.parametrize(
    ("sentence", "owner", "what"),
    [
        ("Supplier shall retain its existing right, title and interest in the Tools.", "Supplier", "the Tools"),
        (
            "Consultant hereby assigns to the Company all Inventions made at the mill.",
            "Company",
            "Inventions made at the mill",
        ),
        ("Ownership of the trademarks shall rest solely in the name of Licensor.", "Licensor", "the trademarks"),
        ("Company agrees to cause such trademarks to be assigned to Licensor.", "Licensor", "such trademarks"),
        ("All labels shall name Licensor as the sole owner of the Marks.", "Licensor", "the Marks"),
        (
            "New software designs made for the mill are jointly owned.",
            "jointly owned",
            "New software designs made for the mill",
        ),
    ],
)
def test_what_is_assigned_itself_named_or_owned_by_all(sentence: str, owner: str, what: str, settled: Settled) -> None:
    (found,) = settled(ownership, sentence).data["ip_ownership"]
    assert found["owner"] == owner
    assert what in found["what"]


def test_what_is_named_in_passing_has_no_owner(settled: Settled) -> None:
    sentence = "When Distributor identifies the goods it shall show the brochures before Supplier's copyright lapses."
    assert settled(ownership, sentence).data["ip_ownership"] == []


def test_other_rights_beside_intellectual_property_are_kept(settled: Settled) -> None:
    sentence = "Supplier retains all of its intellectual property and other rights in its Confidential Information."
    (found,) = settled(ownership, sentence).data["ip_ownership"]
    assert found["owner"] == "Supplier"


def test_a_licence_granted_in_the_same_breath_is_no_part_of_what_is_owned(settled: Settled) -> None:
    sentence = "Supplier retains ownership of its Existing Material and grants to the Buyer a licence to use it."
    (found,) = settled(ownership, sentence).data["ip_ownership"]
    assert found["what"] == "its Existing Material"


def test_who_assigns_with_full_title_guarantee_gives_away(settled):
    sentence = (
        "The Assignor with full title guarantee assigns to the Assignee all its right and title in the Trade Marks."
    )
    (owned,) = settled(ownership, sentence).data["ip_ownership"]
    assert (owned["owner"], owned["what"]) == ("Assignee", "the Trade Marks")
