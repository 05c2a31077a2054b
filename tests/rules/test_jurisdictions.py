import pytest

from docpipe.rules.jurisdictions import find_jurisdictions


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the laws of the State of New York", ["New York"]),
        ("THE LAWS OF NORTH  CAROLINA", ["North Carolina"]),
        ("the laws of the State of\nNew\nYork", ["New York"]),
        ("the People’s Republic of China (the PRC)", ["People's Republic of China"] * 2),
        ("Ontario, Canada", ["Ontario, Canada"]),
        ("Indiana, U.S.A.,", ["Indiana"]),
        ("England and Wales", ["England and Wales"]),
        ("governed by English law", ["England"]),
        ("Washington, D.C.", ["District of Columbia"]),
        ("New Mexico and New Jersey", ["New Mexico", "New Jersey"]),
        ("Republic of Korea", ["South Korea"]),
    ],
)
def test_a_jurisdiction_has_one_name(text: str, names: list[str]) -> None:
    assert [place.name for place in find_jurisdictions(text)] == names


@pytest.mark.parametrize(
    "text", ["in English and in French", "New England Patriots", "Kansas City", "the state of affairs"]
)
def test_what_only_sounds_like_one_is_none(text: str) -> None:
    assert find_jurisdictions(text) == ()


@pytest.mark.parametrize(
    "printed", ["the U.S. Virgin Islands", "a US Virgin Islands company", "United States Virgin Islands"]
)
def test_a_territory_is_not_the_country_in_its_name(printed):
    assert [place.name for place in find_jurisdictions(printed)] == ["U.S. Virgin Islands"]
