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
