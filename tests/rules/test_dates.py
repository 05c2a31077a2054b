import datetime
import re
from pathlib import Path

import pytest
from growing import grows_linearly
from hypothesis import given
from hypothesis import strategies as st

import docpipe
from docpipe.rules.dates import find_dates, parse_date


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("dated as of June 21, 1999,", "1999-06-21"),
        ("on 21 June 1999", "1999-06-21"),
        ("this 20t h day of May, 2014", "2014-05-20"),
        ("the 1s t day of June 2001", "2001-06-01"),
        ("April. 1st 2019", "2019-04-01"),
        ("until March 18. 2021, unless", "2021-03-18"),
        ("19 Jan. 1998", "1998-01-19"),
        ("5th day of May, 2014", "2014-05-05"),
        ("the first day of January, two thousand ten", "2010-01-01"),
        ("the twenty-first (21st) day of March, 2001", "2001-03-21"),
        ("Ja nuary 5, 2001", "2001-01-05"),
        ("2019-05-01", "2019-05-01"),
        ("2020.06.01.", "2020-06-01"),
        ("05/20/2014", "2014-05-20"),
        ("20/05/2014", "2014-05-20"),
        ("signed 7/1/98", "1998-07-01"),
        ("1-Jan-05", "2005-01-01"),
    ],
)
def test_a_day_is_read_as_lawyers_and_scanners_write_it(text: str, day: str) -> None:
    (found,) = find_dates(text)
    assert found.value == datetime.date.fromisoformat(day)
    assert parse_date(text[found.start : found.end]) == found.value


@pytest.mark.parametrize(
    "text",
    [
        "this ___ day of ________, 2004",
        "November ___, 2006",
        "June [***], 2019",
        "____________, 1996",
        "October ____, 20__",
        "June 2013",
    ],
)
def test_a_date_with_a_blank_is_partial(text: str) -> None:
    (found,) = find_dates(text)
    assert (found.value, found.partial) == (None, True)


def test_a_day_that_no_calendar_has_is_found_without_a_value() -> None:
    (found,) = find_dates("effective February 30, 2010")
    assert (found.value, found.partial) == (None, False)


@pytest.mark.parametrize("text", ["Section 5.2.10", "you may 2, 3 and 4", "1,000 units", "version 1.2.3", "in May"])
def test_figures_that_are_no_date_are_left_alone(text: str) -> None:
    assert find_dates(text) == ()


@given(st.dates(min_value=datetime.date(1950, 1, 1), max_value=datetime.date(2049, 12, 31)))
def test_every_day_written_out_is_read_back(day: datetime.date) -> None:
    for text in (f"{day:%B} {day.day}, {day.year}", f"{day.day} {day:%B} {day.year}", day.isoformat()):
        assert parse_date(f"made on {text} by") == day


@pytest.mark.parametrize("piece", ["_ ", "June ", "one ", "1 ", "[", "twenty and ", "*", "day of "])
def test_a_text_of_nothing_but_parts_of_dates_takes_linear_time(piece: str) -> None:
    assert grows_linearly(lambda size: find_dates(piece * size), 1_000)


def test_no_rule_takes_the_names_of_months_from_the_locale_of_the_program():
    rules = Path(docpipe.__file__).parent / "rules"
    files = list(rules.rglob("*.py"))
    assert len(files) > 100
    assert not [path.name for path in files if re.search("month_(?:name|abbr)", path.read_text(encoding="utf-8"))]
