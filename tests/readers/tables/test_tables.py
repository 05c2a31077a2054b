"""Tables of a page, from words and lines that are laid out like a typewriter's page."""

from __future__ import annotations

import re

import pytest

from docpipe.readers.tables import tables
from docpipe.readers.tables.rulings import Across, Down, Rulings
from docpipe.readers.tables.text import Word

CHARACTER, LINE, HEIGHT = 5.0, 12.0, 9.0
NONE = Rulings()


def words(page: str) -> list[Word]:
    """The words of a page where each character is 5 points wide and each line 12 points high."""
    return [
        Word(match.group(), CHARACTER * match.start(), LINE * row, CHARACTER * match.end(), LINE * row + HEIGHT)
        for row, line in enumerate(page.strip("\n").splitlines())
        for match in re.finditer(r"\S+", line)
    ]


def found(page: str, rules: Rulings = NONE) -> list[list[list[str]]]:
    return [grid.rows() for grid in tables(words(page), rules)]


def mesh(columns: list[int], rows: list[float]) -> Rulings:
    """Lines at these characters and these rows, all through."""
    xs, ys = [CHARACTER * column - 2 for column in columns], [LINE * row - 2 for row in rows]
    return Rulings([Across(xs[0], xs[-1], y) for y in ys], [Down(x, ys[0], ys[-1]) for x in xs])


REVENUE = """
Revenue by region                2025       2024
North                         $ 1,204    $ 1,100
South                             310        (45)
East and the islands            2,001      1,950
Total                          $3,515     $3,005
"""


def test_figures_below_each_other_are_a_table_without_any_line():
    assert found(REVENUE) == [
        [
            ["Revenue by region", "2025", "2024"],
            ["North", "$ 1,204", "$ 1,100"],
            ["South", "310", "(45)"],
            ["East and the islands", "2,001", "1,950"],
            ["Total", "$3,515", "$3,005"],
        ]
    ]


def test_each_cell_knows_its_place():
    (grid,) = tables(words(REVENUE), NONE)
    (cell,) = [cell for cell in grid.cells if cell.text == "310"]
    assert cell.box == (34 * CHARACTER, 2 * LINE, 37 * CHARACTER, 2 * LINE + HEIGHT)
    assert (cell.row, cell.col, grid.header_rows) == (2, 1, 1)


def test_what_is_blank_stays_blank():
    page = """
Item             Jan      Feb      Mar
Rent             100               100
Power                      30       40
Water             10       10       12
"""
    assert found(page)[0][1:3] == [["Rent", "100", "", "100"], ["Power", "", "30", "40"]]


def test_a_header_over_several_columns_has_its_text_in_the_first():
    page = """
                        2025                 2024
                   Units     Price      Units     Price
Bolts                 12      1.50         14      1.40
Nuts                  30      0.20         28      0.25
Washers              100      0.05         90      0.06
"""
    assert found(page)[0][:3] == [
        ["", "2025", "", "2024", ""],
        ["", "Units", "Price", "Units", "Price"],
        ["Bolts", "12", "1.50", "14", "1.40"],
    ]


def test_a_label_on_two_lines_is_one_cell():
    page = """
Year                                 2025     2024
Cash                                   10       20
Receivables, less an allowance for
doubtful accounts                       5        6
Inventories                             7        8
"""
    assert ["Receivables, less an allowance for doubtful accounts", "5", "6"] in found(page)[0]


def test_the_heading_of_a_group_is_a_row_of_its_own():
    page = """
Year                                 2025     2024
Assets
Cash                                   10       20
Stock                                   5        6
Goodwill                                7        8
"""
    assert found(page)[0][1:3] == [["Assets", "", ""], ["Cash", "10", "20"]]


def test_two_tables_on_a_page_are_two():
    prose = (
        "\n" + "The figures below were drawn up by the managers and were not examined by anybody else at all." + "\n"
    )
    assert len(found(REVENUE.strip("\n") + prose * 2 + REVENUE.strip("\n"))) == 2


@pytest.mark.parametrize(
    "page",
    [
        """
This Agreement is made on 3 May 2024 between the parties named in Schedule 1 and
shall go on for 12 months; 30 days before its end either party may extend it by 2
years at a price of 1,200 a month, payable on the 1st day of each month, and so on.
The parties meet 4 times a year, on 1 March, 1 June, 1 September and 1 December.
""",
        """
1.  Definitions ................................  1
2.  Term .......................................  3
3.  Price ......................................  4
4.  Law ........................................  9
""",
        """
By: ______________________        By: ______________________
Name: Ada Example                 Name: Bo Sample
Title: Director                   Title: Manager
Date: 3 May 2024                  Date: 4 May 2024
""",
        """
450
400                  12
                                    17
350      3
                           9
300                                         22
             5
250
""",
    ],
    ids=["prose", "contents", "signatures", "chart"],
)
def test_what_is_no_table_is_none(page):
    assert found(page) == []


GRID = """
Service      Hours   Fee

Advice          10   1,000

Drafting         4     400
"""


def test_lines_in_both_directions_make_a_table_even_of_words():
    page = """
Party        Duty

Seller       delivers

Buyer        pays
"""
    assert found(page, mesh([0, 12, 24], [0, 1.5, 3.5, 5.5])) == [
        [["Party", "Duty"], ["Seller", "delivers"], ["Buyer", "pays"]]
    ]


def test_cells_that_no_line_parts_are_merged():
    rules = mesh([0, 12, 20, 30], [0, 1.5, 3.5, 5.5])
    rules.down = [rule for rule in rules.down if rule.x != CHARACTER * 12 - 2]
    rules.down.append(Down(CHARACTER * 12 - 2, LINE * 1.5 - 2, LINE * 5.5 - 2))
    page = """
Service and hours    Fee

Advice          10   1,000

Drafting         4     400
"""
    (grid,) = tables(words(page), rules)
    assert grid.rows()[0] == ["Service and hours", "", "Fee"]
    assert grid.cells[0].colspan == 2


def test_the_first_row_is_kept_when_the_line_above_it_is_missing():
    rules = mesh([0, 12, 20, 30], [0, 1.5, 3.5, 5.5])
    rules.across = rules.across[1:]
    assert found(GRID, rules)[0][0] == ["Service", "Hours", "Fee"]


def test_a_side_without_a_line_is_a_side_all_the_same():
    rules = mesh([0, 12, 20, 30], [0, 1.5, 3.5, 5.5])
    rules.down = rules.down[1:-1]
    assert found(GRID, rules)[0] == [["Service", "Hours", "Fee"], ["Advice", "10", "1,000"], ["Drafting", "4", "400"]]


def test_lines_of_a_row_are_rows_where_only_the_header_is_ruled():
    page = """
Country      Home    Away

Austria       1.5     2.5
Belgium       3.0     4.0
Cyprus        7.1     0.2
"""
    assert found(page, mesh([0, 12, 20, 28], [0, 1.5, 5.5]))[0] == [
        ["Country", "Home", "Away"],
        ["Austria", "1.5", "2.5"],
        ["Belgium", "3.0", "4.0"],
        ["Cyprus", "7.1", "0.2"],
    ]


def test_a_double_line_is_no_column():
    rules = mesh([0, 12, 20, 30], [0, 1.5, 3.5, 5.5])
    rules.down.append(Down(CHARACTER * 12 + 1, rules.down[0].top, rules.down[0].bottom))
    assert {len(row) for row in found(GRID, rules)[0]} == {3}


def test_a_frame_around_text_is_no_table():
    text = "\n".join("The Supplier keeps the records of all that it does under this Agreement." for _ in range(14))
    assert found(text, mesh([0, 40, 80], [0, 20])) == []


def test_leaders_belong_to_the_label_however_low_their_boxes_are():
    page = """
Year                          2025     2024
Fraud . . . . . . . . . . .    173      168
Arson . . . . . . . . . . .     14       12
Theft . . . . . . . . . . .      9        7
"""
    made = [
        Word(word.text, word.x0, word.bottom - 0.6, word.x1, word.bottom) if word.text == "." else word
        for word in words(page)
    ]
    (grid,) = tables(made, NONE)
    assert [row[1:] for row in grid.rows()] == [["2025", "2024"], ["173", "168"], ["14", "12"], ["9", "7"]]
    assert grid.rows()[1][0].startswith("Fraud . . .")


def test_a_table_in_a_cell_of_another_is_a_table_too():
    outer = mesh([0, 10, 50], [0, 1.5, 9.5])
    inner = mesh([13, 24, 30], [3, 4, 5.5, 7.5])
    page = """
Village   Remarks

North     Fever was reported from three villages:
             Name       Cases
             Ashby         12

             Bexley         9

          All are under control.
"""
    rules = Rulings([*outer.across, *inner.across], [*outer.down, *inner.down])
    grids = found(page, rules)
    assert [["Name", "Cases"], ["Ashby", "12"], ["Bexley", "9"]] in grids


def test_a_title_above_the_names_of_columns_is_not_one_of_them():
    title = "     Alternative projections, 2007 to 2011"
    assert found(f"{title}\n\n{REVENUE.strip()}") == found(REVENUE)


def test_names_close_beside_each_other_are_each_over_their_own_column():
    page = """
                   Injected Prescribed
Kind                  doses      doses      Total
Adults               40,000     10,000     50,000
Children              5,000      1,000      6,000
Others                   20          3         23
"""
    (rows,) = found(page)
    assert rows[0] == ["Kind", "Injected doses", "Prescribed doses", "Total"]


def test_days_above_years_are_names_of_columns():
    page = """
                    June 25,   June 26,   June 25,   June 26,
                        2022       2021       2020       2019
Sales                 63,355     63,948    245,241    232,309
Services              19,604     17,486     58,941     50,148
Total                 82,959     81,434    304,182    282,457
"""
    (grid,) = tables(words(page), NONE)
    assert grid.header_rows == len(grid.rows()) - 3


def test_figures_at_half_the_height_of_their_label_stand_beside_all_of_it():
    typed = words(REVENUE)
    label = [Word("Isles", 0, 57, 25, 66), Word("and", 30, 57, 45, 66)]
    rest = [Word("elsewhere", 0, 67, 45, 76), Word("77", 165, 62, 175, 71), Word("88", 220, 62, 230, 71)]
    below = [
        Word(word.text, word.x0, word.top + 36, word.x1, word.bottom + 36) if word.top > 30 else word for word in typed
    ]
    (grid,) = tables([*below, *label, *rest], NONE)
    assert ["Isles and elsewhere", "77", "88"] in grid.rows()


def test_signs_before_figures_close_to_each_other_begin_a_cell():
    page = """
Kind                 Old       New      Total
Films           $ 2,337 $   2,450 $    4,787
Series          $ 1,000 $   2,000 $    3,000
Other           $     7 $       8 $       15
"""
    assert [row[1:] for (rows) in found(page) for row in rows][1] == ["$ 2,337", "$ 2,450", "$ 4,787"]


def test_rows_that_are_ruled_cell_by_cell_are_a_table_of_words():
    page = """
Kind        Shops

Grocers     Alpha, Beta, Gamma

Fuel        any of them

Bakers      Delta and Epsilon
"""
    heights = [LINE * row - 2 for row in (0, 1.5, 3.5, 5.5, 7.5)]
    rules = [Across(x0, x1, y) for y in heights for x0, x1 in ((-2.0, 55.0), (55.0, 200.0))]
    assert found(page, Rulings(rules)) == [
        [["Kind", "Shops"], ["Grocers", "Alpha, Beta, Gamma"], ["Fuel", "any of them"], ["Bakers", "Delta and Epsilon"]]
    ]
    assert found(page) == []


def test_a_heading_right_below_the_rule_under_the_names_of_columns_is_a_row():
    page = """
Method                  Any     Modern
Caste
First                  74.8       55.8
Second                 59.3       39.0
Third                  71.4       51.1
"""
    (grid,) = tables(words(page), Rulings([Across(0.0, 170.0, LINE - 1)]))
    assert grid.rows()[:2] == [["Method", "Any", "Modern"], ["Caste", "", ""]]
    assert grid.header_rows == 1
