"""Kinds of somebody's own: pydantic models and dataclasses."""

from __future__ import annotations

import datetime
import enum
import sys
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

import pytest
from building import document
from pydantic import BaseModel, ConfigDict, Field, field_validator

from docpipe import kinds, pipeline
from docpipe.api import choose_kind
from docpipe.errors import SettingsError
from docpipe.kinds.own import label_of, of
from docpipe.settings import Settings

LEASE = (
    "# LEASE",
    "Tenant: Tern Books Inc.",
    "Monthly Rent: $5,000.00",
    "Floor Area: 1,250 square feet",
    "Use: Retail",
    "Deposits: $300; $100; $200",
    "“Effective Date” means May 4, 2026.",
)


class Use(enum.Enum):
    OFFICE = "office"
    RETAIL = "retail"


class Rent(BaseModel):
    amount: Decimal
    currency: str | None = None


class Lease(BaseModel):
    """What we ask of a lease."""

    model_config = ConfigDict(strict=True)

    tenant: str
    monthly_rent: Rent
    effective_date: datetime.date
    use: Use | None = None
    floor_area: float | None = Field(None, description="in square feet", examples=["1,000"])
    deposits: list[Rent] = []
    notes: str = "none"


class Sorted(Lease):
    broker: str | None = None

    @field_validator("deposits")
    @classmethod
    def two_largest(cls, deposits: list[Rent]) -> list[Rent]:
        return sorted(deposits, key=lambda rent: -rent.amount)[:2]


class Guaranteed(Lease):
    guarantor: str


@dataclass
class Short:
    tenant: str
    use: Literal["office", "retail"] = "office"


def analyzed(model: type, *paragraphs: str):
    return pipeline.analyze(document(*paragraphs), of(model), Settings())


def rules_of(result) -> dict[str, str]:
    return {check.path: check.rule for check in result.checks}


def test_labelled_fields_are_answered_as_the_users_own_model():
    result = analyzed(Lease, *LEASE)
    assert result.value == Lease(
        tenant="Tern Books Inc.",
        monthly_rent=Rent(amount=Decimal("5000.00"), currency="USD"),
        effective_date=datetime.date(2026, 5, 4),
        use=Use.RETAIL,
        floor_area=1250.0,
        deposits=[Rent(amount=Decimal(n), currency="USD") for n in (300, 100, 200)],
    )
    assert result.kind == "Lease"
    assert result.evidence["/effective_date"][0].quote == "“Effective Date” means May 4, 2026"
    assert result.trust["/monthly_rent"].state == "confirmed"
    assert result.coverage.asked == ("tenant", "monthly_rent", "effective_date", "use", "floor_area", "deposits")
    assert rules_of(result) == {"/notes": "not_analyzed"}


def test_what_the_model_requires_and_the_document_lacks_is_said_and_the_rest_is_kept():
    result = analyzed(Guaranteed, *LEASE)
    assert result.value is None
    assert result.data["tenant"] == "Tern Books Inc."
    assert [check.rule for check in result.checks if check.path == "/guarantor"] == ["not_analyzed", "missing_required"]


@pytest.mark.parametrize("kind", [5, None, ["contract"]])
def test_what_is_neither_a_name_nor_a_class_is_a_wrong_setting(kind):
    with pytest.raises(SettingsError, match="must be a name"):
        choose_kind(kind)


def test_a_list_that_a_validator_orders_and_shortens_keeps_its_evidence_in_place():
    result = analyzed(Sorted, *LEASE)
    assert [deposit.amount for deposit in result.value.deposits] == [300, 200]
    assert [deposit["amount"] for deposit in result.data["deposits"]] == ["300", "200"]
    assert "$200" in result.evidence["/deposits/1"][0].quote
    assert "/deposits/2" not in result.evidence
    assert rules_of(result)["/deposits"] == "changed_by_validator"
    (said,) = (check.message for check in result.checks if check.path == "/deposits")
    assert said.startswith("the model's own validators made 2 elements of 3")


def test_a_list_of_which_a_validator_leaves_one_is_told_in_the_singular():
    class Largest(Lease):
        @field_validator("deposits")
        @classmethod
        def largest(cls, deposits: list[Rent]) -> list[Rent]:
            return [max(deposits, key=lambda one: one.amount)]

    (said,) = (check.message for check in analyzed(Largest, *LEASE).checks if check.path == "/deposits")
    assert said.startswith("the model's own validators made 1 element of 3")


def test_two_places_that_differ_are_a_conflict_and_no_value():
    result = analyzed(Lease, *LEASE, "Monthly Rent: $6,000.00")
    assert result.data["monthly_rent"]["amount"] is None
    assert "conflict" in {check.rule for check in result.checks}


def test_a_validator_that_refuses_says_why():
    class Cheap(Lease):
        @field_validator("monthly_rent")
        @classmethod
        def little(cls, rent: Rent) -> Rent:
            if rent.amount > 100:
                raise ValueError("is too high")
            return rent

    result = analyzed(Cheap, *LEASE)
    assert result.value is None
    (check,) = (check for check in result.checks if check.rule == "refused_by_validator")
    assert check.path == "/monthly_rent"
    assert check.message == "Cheap's validator little does not take it: is too high"
    assert result.data["monthly_rent"]["amount"] == "5000.00"
    assert result.data["tenant"] == "Tern Books Inc."
    assert "is too high" in check.message


def test_a_dataclass_is_a_kind_too():
    result = analyzed(Short, *LEASE)
    assert result.value == Short(tenant="Tern Books Inc.", use="retail")
    assert choose_kind(Short).name == "Short"


def test_a_kind_is_named_by_module_and_name(monkeypatch, tmp_path):
    code = "import dataclasses\n@dataclasses.dataclass\nclass Hut:\n    roof: str = ''\n"
    (tmp_path / "huts_of_ours.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    assert kinds.load("huts_of_ours:Hut").fields == ("roof",)
    assert sys.path == before
    with pytest.raises(SettingsError, match="has no Hat; did you mean 'Hut'"):
        kinds.load("huts_of_ours:Hat")
    with pytest.raises(SettingsError, match="is no pydantic model, dataclass or Kind"):
        kinds.load("huts_of_ours:dataclasses")


@pytest.mark.parametrize(
    ("name", "words"),
    [("no_such_module:Lease", "cannot be imported"), (":Lease", "write pkg.mod:NAME"), ("a:b c", "write pkg.mod:NAME")],
)
def test_a_kind_that_cannot_be_had_says_what_to_write(name, words):
    with pytest.raises(SettingsError, match=words):
        kinds.load(name)


def test_a_type_that_documents_have_no_values_of_is_refused_by_name():
    class Odd(BaseModel):
        rents: dict[str, int]

    with pytest.raises(SettingsError, match="field 'rents': docpipe has no values of type dict"):
        of(Odd)


@pytest.mark.parametrize(("name", "label"), [("monthly_rent", "monthly rent"), ("monthlyRent", "monthly rent")])
def test_a_fields_label_is_its_name_in_words(name, label):
    assert label_of(name) == label


def test_the_version_changes_with_what_a_field_is_said_to_be():
    class Other(BaseModel):
        tenant: str = Field(description="who lives there")

    class Another(BaseModel):
        tenant: str = Field(description="who pays")

    assert of(Other).version != of(Another).version


def test_every_validator_that_refuses_or_fails_is_named_and_the_fields_are_kept():
    class Picky(Lease):
        @field_validator("tenant", "deposits")
        @classmethod
        def none_at_all(cls, value: object) -> object:
            raise ValueError("is not wanted")

    class Broken(Lease):
        @field_validator("tenant")
        @classmethod
        def far_letter(cls, tenant: str) -> str:
            return tenant[500]

    refused = analyzed(Picky, *LEASE)
    told = {check.path: check.message for check in refused.checks if check.rule == "refused_by_validator"}
    assert told == dict.fromkeys(
        ("/tenant", "/deposits"), "Picky's validator none_at_all does not take it: is not wanted"
    )
    failed = analyzed(Broken, *LEASE)
    (said,) = (check.message for check in failed.checks if check.rule == "refused_by_validator")
    assert said == "Broken's validator far_letter does not take it: it fails: IndexError: string index out of range"
    assert (failed.value, failed.data["floor_area"], failed.data["tenant"]) == (None, "1250", "Tern Books Inc.")
