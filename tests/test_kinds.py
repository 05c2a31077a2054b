"""Kinds: shapes of dataclasses and pydantic models, and values built from plain data."""

import datetime
from decimal import Decimal

import pydantic
import pytest

from docpipe import kinds
from docpipe.errors import SettingsError
from docpipe.kinds.contract import CATEGORIES, CONTRACT, Contract, Party, party_key
from docpipe.kinds.shape import Misfit, annotation_at, dumped, fields_of, typed


class Lease(pydantic.BaseModel):
    tenant: str
    rents: list[Decimal] = []


def test_a_value_is_built_from_plain_data_and_dumped_again():
    data = {"title": "Lease", "agreement_date": "2024-03-05", "amounts": [{"amount": "3000000.00", "currency": "CNY"}]}
    value = typed(data, Contract)
    assert value.agreement_date == datetime.date(2024, 3, 5)
    assert value.amounts[0].amount == Decimal("3000000.00")
    assert {name: part for name, part in dumped(value).items() if part not in (None, [])} == {
        "title": "Lease",
        "agreement_date": "2024-03-05",
        "amounts": [{"what": None, "amount": "3000000.00", "currency": "CNY", "role": "other", "payer": None,
                     "payee": None, "per": None, "tax": None}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"agreement_date": "March 5"}, ("agreement_date",)),
        ({"amounts": [{"amount": "many"}]}, ("amounts", 0, "amount")),
        ({"amounts": [{"amount": "1", "role": "bribe"}]}, ("amounts", 0, "role")),
        ({"term": {"count": "3", "unit": "year"}}, ("term", "count")),
        ({"title": 5}, ("title",)),
        ({"titel": "Lease"}, ("titel",)),
        ({"parties": [{}]}, ("parties", 0)),
        ({"governing_law": "New York"}, ("governing_law",)),
    ],
)
def test_data_that_does_not_fit_says_where(data, path):
    with pytest.raises(Misfit) as misfit:
        typed(data, Contract)
    assert misfit.value.path == path


def test_one_of_several_types_is_enough():
    assert typed("perpetual", fields_of(Contract)["expiration_date"]) == "perpetual"
    assert typed("2024-03-05", fields_of(Contract)["expiration_date"]) == datetime.date(2024, 3, 5)


def test_a_users_pydantic_model_has_the_same_shape_functions():
    assert list(fields_of(Lease)) == ["tenant", "rents"]
    assert annotation_at(Lease, "/rents/0") is Decimal
    value = typed({"tenant": "Acme", "rents": ["5.00"]}, Lease)
    assert dumped(value) == {"tenant": "Acme", "rents": ["5.00"]}
    with pytest.raises(Misfit, match="valid decimal"):
        typed({"tenant": "Acme", "rents": ["much"]}, Lease)


def test_docpipes_own_builder_agrees_with_pydantic():
    data = {"title": "Lease", "expiration_date": "perpetual", "term": {"count": 3, "unit": "year"}, "amends": []}
    assert pydantic.TypeAdapter(Contract).validate_python(data) == typed(data, Contract)


def test_every_list_field_of_the_contract_has_an_item_key():
    assert {name for name in CONTRACT.fields if CONTRACT.is_list(name)} == set(CONTRACT.item_keys)
    assert CONTRACT.is_list("parties", "aliases")
    assert not CONTRACT.is_list("parties", "name")


@pytest.mark.parametrize("other", ["ACME, INC.", "Acme Inc", "acme  inc.", "Ａcme Inc.", "Acme Incorporated"])
def test_a_party_is_the_same_in_any_print(other):
    assert party_key(other) == party_key("Acme Inc.")
    assert party_key(other) != party_key("Acme Holdings Inc.")


@pytest.mark.parametrize(("one", "other"), [("Fenwick LLC", "Fenwick Limited"), ("Fenwick Inc.", "Fenwick Corp.")])
def test_two_companies_of_one_name_are_two_parties(one, other):
    assert party_key(one) != party_key(other)


@pytest.mark.parametrize(("one", "other"), [("Fenwick, L.L.C.", "FENWICK LLC"), ("Fenwick S.A.", "Fenwick SA")])
def test_a_form_of_company_is_the_same_in_another_print(one, other):
    assert party_key(one) == party_key(other)


def test_the_version_changes_with_what_is_asked():
    narrower = type(CONTRACT)("contract", "", Contract, categories={"clauses": CATEGORIES[:3]})
    other = type(CONTRACT)("contract", "", Party)
    assert len({CONTRACT.version, narrower.version, other.version}) == 3


def test_an_unknown_kind_lists_the_known_ones():
    with pytest.raises(SettingsError, match=r"no kind 'lease' .*; known are auto, contract"):
        kinds.load("lease")
