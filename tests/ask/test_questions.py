"""A question is what it is about, in whatever words, and the sort of figure that it asks for."""

from __future__ import annotations

import pytest

from docpipe.rules.passages import asked, understood


def carried_by(question: str) -> set[tuple[str, ...]]:
    return {one.terms for concept in understood(question).concepts for one in concept.alternatives}


def names(question: str) -> list[str]:
    return [field.name for field in asked(question)]


def test_a_phrase_of_the_table_brings_its_synonyms_along():
    assert ("chang", "control") in carried_by("What if the company is taken over?")


def test_synonyms_cross_languages():
    assert ("适用", "用法", "法律") in carried_by("Which governing law applies?")


def test_chinese_questions_lose_their_question_words():
    assert [concept.text for concept in understood("请问租金是多少？").concepts] == ["租金"]


def test_a_question_of_small_words_is_about_nothing():
    assert understood("What is it for?").concepts == ()


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("How much is the fee?", "money"),
        ("When does it end?", "date"),
        ("How long is the warranty?", "duration"),
        ("How many units?", "number"),
        ("Who insures the goods?", "party"),
        ("租金是多少钱？", "money"),
        ("何时交付？", "date"),
        ("保修期多久？", "duration"),
    ],
)
def test_the_sort_of_figure_that_is_asked_for_is_known(question, sort):
    assert sort in understood(question).wants


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("Which law governs the agreement?", "governing_law"),
        ("When was the contract signed?", "agreement_date"),
        ("When does the lease end?", "expiration_date"),
        ("Is liability capped?", "liability_cap"),
        ("Who are the parties?", "parties"),
        ("May the customer audit the books?", "clauses: Audit Rights"),
        ("合同适用哪国法律？", "governing_law"),
        ("合同什么时候签订的？", "agreement_date"),
        ("赔偿责任的上限是多少？", "liability_cap"),
    ],
)
def test_a_question_for_something_that_rules_find_is_recognised(question, field):
    assert field in names(question)


def test_other_questions_ask_for_no_field():
    assert names("Are pets allowed?") == []


def test_a_field_explains_its_own_words_and_no_others():
    (field,) = (one for one in asked("When does the warranty begin?") if one.name == "effective_date")
    assert field.explains("begin")
    assert not field.explains("warranty")
