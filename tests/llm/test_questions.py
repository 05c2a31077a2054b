"""What is asked: every field once, in groups, each in a schema that ends."""

import datetime
from decimal import Decimal
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from docpipe import kinds
from docpipe.kinds import own
from docpipe.llm.questions import GROUP_TOKENS, MOST_REPLY_TOKENS, Unit, groups, halves, question

CONTRACT = kinds.load("contract")


class Tenancy(BaseModel):
    tenant: str
    rent: Decimal = Field(description="the rent without service charges", examples=["1200.00"])
    begins: datetime.date | None = None
    pets: bool | None = None
    rooms: list[str] = []


TENANCY = own.of(Tenancy)
KINDS = [*map(kinds.load, kinds.KINDS), TENANCY]


def schemas(kind):
    return [question(kind, units, "en").schema(kind, 9) for units in groups(kind)]


def parts_of(schema):
    yield schema
    for part in [
        *schema.get("properties", {}).values(),
        *schema.get("anyOf", []),
        *filter(None, [schema.get("items")]),
    ]:
        yield from parts_of(part)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_field_and_category_is_asked_once(kind):
    names = [name for units in groups(kind) for unit in units for name in unit.names]
    wanted = [n for n in kind.fields if n not in kind.categories]
    wanted += [f"{n}: {category}" for n, categories in kind.categories.items() for category in categories]
    assert sorted(names) == sorted(wanted)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_string_list_and_object_of_a_schema_is_bounded(kind):
    for schema in schemas(kind):
        for part in parts_of(schema):
            if part.get("type") == "string":
                assert "maxLength" in part or "pattern" in part
            if part.get("type") == "array":
                assert part["maxItems"] <= 40
            if part.get("type") == "object":
                assert part["additionalProperties"] is False
                assert part["required"] == list(part["properties"])
            if part.get("type") == "integer":
                assert {"minimum", "maximum"} <= set(part)


def test_not_in_the_document_is_an_answer_for_every_field():
    for schema in schemas(CONTRACT):
        for name, part in schema["properties"].items():
            assert part.get("type") == "array" or {"type": "null"} in part["anyOf"], name


def test_replies_have_room_and_few_groups_are_larger_than_their_size():
    for units in groups(CONTRACT):
        assert 512 <= question(CONTRACT, units, "en").reply_tokens <= MOST_REPLY_TOKENS
    assert GROUP_TOKENS < MOST_REPLY_TOKENS
    assert len(groups(CONTRACT)) <= 12


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", kinds.KINDS)
def test_every_field_and_category_of_the_kinds_is_defined_in_words(name, language):
    from docpipe import prompts

    blocks = prompts.defined(name, language)
    for units in groups(kinds.load(name)):
        for unit in units:
            assert {prompts.block_name(name) for name in unit.names} <= blocks


def test_fields_of_a_users_model_are_asked_in_its_own_words():
    text = "\n".join(question(TENANCY, units, "en").text for units in groups(TENANCY))
    assert "the rent without service charges" in text
    assert "the rent without service charges (for example: 1200.00)" in text


def test_a_choice_that_can_be_taken_for_what_is_not_there_needs_words_of_the_text():
    class Asked(BaseModel):
        renews: Literal["yes", "no"] | None = None
        role: Literal["buyer", "seller"] | None = None

    denied = [question(own.of(Asked), [Unit(name)], "en").text for name in ("renews", "role")]
    assert ["needs words of the text that say so" in text for text in denied] == [True, False]


def test_what_a_user_writes_is_never_a_template():
    class Sly(BaseModel):
        trick: str | None = Field(None, description="{{ 7 * 7 }} {% for x in y %}")

    assert "{{ 7 * 7 }} {% for x in y %}" in question(own.of(Sly), [Unit("trick")], "en").text


def test_units_are_halved_down_to_one_field_and_one_category():
    assert halves([Unit("a"), Unit("b"), Unit("c")]) == [(Unit("a"),), (Unit("b"), Unit("c"))]
    assert halves([Unit("c", ("x", "y", "z"))]) == [(Unit("c", ("x",)),), (Unit("c", ("y", "z")),)]
    assert halves([Unit("c", ("x",))]) == [(Unit("c", ("x",)),)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_question_names_the_limits_and_the_choices_that_its_schema_has(language):
    report = kinds.load("financial_report")
    opinion = question(report, [Unit("audit_opinion")], language)
    assert '"going_concern": true | false' in opinion.text
    assert "six" not in opinion.text
    assert "六" not in opinion.text
    summary = question(report, [Unit("summary")], language)
    assert summary.schema(report, 9)["properties"]["summary"]["anyOf"][0]["properties"]["places"]["maxItems"] == 6
    assert ("six" if language == "en" else "六") in summary.text
    assert "YYYY-MM-DD" not in summary.text
    clauses = question(CONTRACT, [Unit("clauses", ("Insurance",))], language)
    assert clauses.schema(CONTRACT, 9)["properties"]["Insurance"]["maxItems"] == 8
    assert "8" in clauses.text


def test_the_lines_of_statements_have_room_for_all_of_them():
    report = kinds.load("financial_report")
    assert question(report, [Unit("items")], "en").reply_tokens == MOST_REPLY_TOKENS
