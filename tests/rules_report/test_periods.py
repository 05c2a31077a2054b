"""Heads of statements as they are printed, and the periods of their columns."""

from __future__ import annotations

import datetime

from docpipe.rules.report.periods import Period, Piece, lengths_in, periods


def head(*rows: str, above: str = "") -> dict[int, Period]:
    """The periods of a head whose rows have their cells between bars; the first cell is over the labels."""
    pieces = [Piece(above, 0)] if above else []
    for row in rows:
        cells = row.split("|")
        pieces += [Piece(cell.strip(), 0, column) for column, cell in enumerate(cells) if cell.strip()]
    count = max(len(row.split("|")) for row in rows) - 1
    return periods(pieces, tuple(range(1, count + 1)))


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def ends(found: dict[int, Period]) -> list[str]:
    return [str(found[column].end) for column in sorted(found)]


def test_a_duration_stands_once_over_its_columns() -> None:
    found = head(
        "|Three Months Ended||Nine Months Ended|", "|June 25,|June 26,|June 25,|June 26,", "|2022|2021|2022|2021"
    )
    assert [found[column].months for column in (1, 2, 3, 4)] == [3, 3, 9, 9]
    assert ends(found) == ["2022-06-25", "2021-06-26", "2022-06-25", "2021-06-26"]


def test_a_duration_in_the_wrong_column_is_still_spread_in_order() -> None:
    found = head("|Three Months Ended|||Six Months Ended", "||December 31,||December 31,", "|2022|2021|2022|2021")
    assert [found[column].quarters for column in (1, 2, 3, 4)] == [1, 1, 2, 2]
    assert ends(found)[2] == "2022-12-31"


def test_years_of_one_day_over_all_columns() -> None:
    found = head("Years ended December 31,|2021|2020|2019")
    assert ends(found) == ["2021-12-31", "2020-12-31", "2019-12-31"]
    assert found[1].start == day("2021-01-01")


def test_whole_days_stand_over_their_own_columns_in_any_order() -> None:
    found = head("|December 31, 2021|", "||September 30, 2022")
    assert (found[1].end, found[2].end) == (day("2021-12-31"), day("2022-09-30"))


def test_weeks_tell_the_first_day_of_a_period() -> None:
    found = head("|52 Weeks Ended|52 Weeks Ended", "|August 30, 2020|September 1, 2019")
    assert (found[1].start, found[1].quarters) == (day("2019-09-02"), 4)


def test_months_that_do_not_end_with_a_month_tell_no_first_day() -> None:
    assert head("|Three Months Ended", "|June 25, 2022")[1].start is None


def test_days_in_the_title_give_years_their_ends() -> None:
    found = head("|2022|2021", above="Fiscal years ended December 31, 2022 and December 25, 2021")
    assert ends(found) == ["2022-12-31", "2021-12-25"]
    assert found[1].quarters == 4


def test_a_column_of_changes_has_no_period() -> None:
    found = head("|Three months ended March 31,||", "|2023|2022|Change")
    assert sorted(found) == [1, 2]


def test_short_months_and_days_before_months_are_dates() -> None:
    assert ends(head("|Jan. 28, 2023|Jan 29, 2022")) == ["2023-01-28", "2022-01-29"]
    assert ends(head("|30 June 2023|30 June 2022")) == ["2023-06-30", "2022-06-30"]


def test_a_head_without_dates_names_no_periods() -> None:
    assert head("|Amount|Shares") == {}


def test_amounts_are_no_years() -> None:
    assert lengths_in("shares of $2,021 and 2,019.5") == []


def test_only_a_year_is_known_where_no_day_is_printed() -> None:
    found = head("|2022|2021")
    assert (found[1].end, found[1].year, found[2].year) == (None, 2022, 2021)


def test_a_fiscal_year_that_ends_in_the_next_one_has_the_day_of_the_title() -> None:
    found = head("|2022|2021", above="Fiscal years ended January 28, 2023 and January 29, 2022")
    assert ends(found) == ["2023-01-28", "2022-01-29"]


def test_days_in_figures_are_dates() -> None:
    assert ends(head("|12 Weeks Ended||24 Weeks Ended|", "|6/17/2023|6/11/2022|6/17/2023|6/11/2022"))[1] == "2022-06-11"


def test_quarters_and_full_years_by_name_have_lengths() -> None:
    found = head("|FOURTH QUARTER|||TWELVE MONTHS||", "|||Percent|||Percent", "|2023|2022|Change|2023|2022|Change")
    assert {column: period.quarters for column, period in found.items()} == {1: 1, 2: 1, 4: 4, 5: 4}


def test_of_columns_that_read_the_same_only_the_first_is_known() -> None:
    found = head("|Three Months Ended|||", "|June 30,||June 30,|", "|2024|2023|2024|2023")
    assert sorted(found) == [1, 2]


def test_a_day_over_several_lines_of_one_column_is_beside_whole_ones() -> None:
    found = head(
        "|Fiscal Years Ended||", "|June 30,||", "|2022|July 2, 2021|July 3, 2020", "||(As Restated)|(As Restated)"
    )
    assert ends(found) == ["2022-06-30", "2021-07-02", "2020-07-03"]
    assert [found[column].months for column in (1, 2, 3)] == [12, 12, 12]


def test_a_period_since_inception_is_no_year() -> None:
    found = head(
        "|Year Ended|Year Ended|Period from March 3, 2008 (Inception)",
        "|June 30,|June 30,|through",
        "|2013|2012|June 30, 2013",
    )
    assert ends(found)[:2] == ["2013-06-30", "2012-06-30"]
    assert [found[column].months for column in (1, 2)] == [12, 12]
    assert 3 not in found or found[3].months == 64


def test_a_date_that_stands_in_the_label_of_the_head_is_that_of_the_first_column() -> None:
    found = head(
        "|Three Months Ended||Nine Months Ended|", "(In millions) Sep 30, 2023||Oct 1, 2022|Sep 30, 2023|Oct 1, 2022"
    )
    assert ends(found) == ["2023-09-30", "2022-10-01", "2023-09-30", "2022-10-01"]
    assert [found[column].quarters for column in (1, 2, 3, 4)] == [1, 1, 3, 3]
