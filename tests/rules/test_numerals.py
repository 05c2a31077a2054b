import pytest

from docpipe.rules.numerals import find_numbers, parse_number


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("twenty-five", 25),
        ("one hundred and eighty", 180),
        ("two thousand ten", 2010),
        ("nineteen ninety-nine", 1999),
        ("twenty fourteen", 2014),
        ("thirty-first", 31),
        ("Three Million Two Hundred Thousand", 3_200_000),
        ("1,500", 1500),
        ("5th", 5),
    ],
)
def test_a_number_is_read_however_it_is_written(words: str, value: int) -> None:
    assert parse_number(words) == value


@pytest.mark.parametrize("words", ["ten five", "", "dozen", "twenty of"])
def test_words_that_do_not_add_up_are_no_number(words: str) -> None:
    assert parse_number(words) is None


def test_numbers_are_found_where_they_stand() -> None:
    text = "within forty-five days or one hundred hours"
    assert [(text[n.start : n.end], n.value) for n in find_numbers(text)] == [("forty-five", 45), ("one hundred", 100)]
