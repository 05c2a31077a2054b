import pytest

from docpipe.rules.durations import find_durations


@pytest.mark.parametrize(
    ("text", "count", "unit"),
    [
        ("thirty (30) days", 30, "day"),
        ("one (1) year", 1, "year"),
        ("a 12-month period", 12, "month"),
        ("ninety days' notice", 90, "day"),
        ("for a period of five years", 5, "year"),
        ("an additional year", 1, "year"),
        ("one (1) additional five (5) year term", 5, "year"),
        ("successive one-year periods", 1, "year"),
        ("one hundred and eighty (180) calendar days", 180, "day"),
        ("ten (10) Business Days", 10, "business_day"),
        ("three (3) Contract Years", 3, "year"),
        ("six weeks", 6, "week"),
    ],
)
def test_a_duration_is_read_with_its_unit(text: str, count: int, unit: str) -> None:
    (found,) = find_durations(text)
    assert (found.count, found.unit) == (count, unit)


def test_words_decide_where_the_figure_differs() -> None:
    (found,) = find_durations("thirty (60) days")
    assert found.count == 30


@pytest.mark.parametrize("text", ["additional years", "$30 days", "1999 daylight", "a matter of days"])
def test_what_counts_no_days_is_no_duration(text: str) -> None:
    assert find_durations(text) == ()
