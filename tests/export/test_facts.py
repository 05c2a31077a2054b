"""Facts: one row a value, with its place and a name that lasts."""

import copy

from docpipe.facts import COLUMNS, elements, facts, named_elements, row


def by_field(result, field):
    return [fact for fact in facts(result) if fact.field == field]


def test_a_value_has_its_quote_its_page_and_its_trust(lease):
    (law,) = by_field(lease, "governing_law")
    assert (law.value, law.page, law.state, law.item) == ("New York", 1, "confirmed", 1)
    assert "laws of the State of New York" in law.quote
    assert list(row(law)) == list(COLUMNS)


def test_a_part_of_an_element_is_cited_by_the_element(lease):
    parts = {fact.attribute: fact for fact in by_field(lease, "parties") if fact.item == 1}
    assert parts["name"].value == "Otterbrook Inc."
    assert all(fact.quote for fact in parts.values())


def test_days_and_numbers_are_given_again_as_such(lease):
    (day,) = by_field(lease, "agreement_date")
    assert (day.date, day.number) == ("2024-03-01", None)
    amount = next(fact for fact in by_field(lease, "amounts") if fact.attribute == "amount")
    assert (amount.number, amount.date) == ("4500.00", None)


def test_what_is_missing_and_what_nobody_was_asked_are_told_apart(lease):
    states = {(fact.field, fact.attribute): fact.state for fact in facts(lease) if fact.value is None}
    assert states["clauses", "Insurance"] == "not_found"
    assert set(states.values()) <= {"not_found", "not_analyzed"}


def test_names_are_unique_and_last_when_elements_move(lease):
    names = {fact.id: (fact.field, fact.attribute, fact.value) for fact in facts(lease)}
    assert len(names) == len(facts(lease))
    moved = copy.deepcopy(lease)
    moved["value"]["parties"].reverse()
    for side in ("evidence", "trust"):
        swapped = {"/parties/0": "/parties/1", "/parties/1": "/parties/0"}
        moved[side] = {swapped.get(path[:10], path[:10]) + path[10:]: one for path, one in lease[side].items()}
    assert {fact.id: (fact.field, fact.attribute, fact.value) for fact in facts(moved)} == names


def test_another_value_from_the_same_words_keeps_its_name(lease):
    changed = copy.deepcopy(lease)
    changed["value"]["governing_law"][0] = "Texas"
    (before,), (after,) = by_field(lease, "governing_law"), by_field(changed, "governing_law")
    assert before.id == after.id


def test_elements_have_the_same_names_with_and_without_their_words(lease):
    lease = copy.deepcopy(lease)
    lease["value"]["obligations"] *= 3  # the same words give the same value: told apart by their order
    lists = [name for name, value in lease["value"].items() if isinstance(value, list)]
    named = {name: [one.id for one, _ in named_elements(lease, name)] for name in lists}
    assert named == {name: [fact.id for fact in elements(lease, name)] for name in lists}
    assert len(set(named["obligations"])) == len(lease["value"]["obligations"]) > 2
