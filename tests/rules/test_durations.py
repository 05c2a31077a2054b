import datetime

import pytest

from docpipe.rules.durations import add, find_durations


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
        ("fourteen clear days", 14, "day"),
        ("24 mths", 24, "month"),
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


@pytest.mark.parametrize(
    ("count", "unit", "end"),
    [
        (30, "day", "2023-03-02"),
        (2, "week", "2023-02-14"),
        (1, "month", "2023-02-28"),
        (13, "month", "2024-02-29"),
        (3, "year", "2026-01-31"),
        (9_000, "year", None),
        (5, "business_day", None),
    ],
)
def test_a_day_plus_a_duration(count: int, unit: str, end: str | None) -> None:
    start = datetime.date(2023, 1, 31)
    found = add(start, count, unit)
    assert (found.isoformat() if found else None) == end
