"""Rows that repeat: on which pages, at what height, in what company they are furniture."""

from array import array
from random import Random

import pytest

from docpipe.cleaning import clean
from docpipe.cleaning.edges import edges_of
from docpipe.cleaning.lines import TextLine
from docpipe.cleaning.repeats import Repeats
from docpipe.words import Words

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Fred")
LEGEND = "*** Parts of this page are omitted under a request for confidential treatment."


def body(number, rows=6):
    """Lines of a page at 12 points each, no two pages alike, from 100 points down."""
    first, second = NAMES[number % 6], NAMES[number // 6 % 6]
    return [
        (72, 100 + 12 * row, f"{first} delivers lot {chr(97 + row)} to {second} at the place named, in good order,")
        for row in range(rows)
    ]


def removed(document):
    return [(entry.page, entry.text) for entry in document.removed]


def test_a_legend_on_some_pages_goes_at_whatever_height_even_close_to_the_body(printed):
    pages = [body(number, 6 + number) for number in range(12)]
    for number in (1, 4, 9):
        pages[number].append((72, 100 + 12 * len(pages[number]), LEGEND))
    assert removed(clean(printed(pages))) == [(2, LEGEND), (5, LEGEND), (10, LEGEND)]


def test_a_legend_of_several_lines_goes_as_a_whole(printed):
    rows = ["*** Confidential treatment is requested for parts of this exhibit and", "they are filed", "apart."]
    pages = [body(number, 6 + number) for number in range(9)]
    for number in (1, 4, 7):
        pages[number] += [(72, 120 + 12 * (6 + number + at), row) for at, row in enumerate(rows)]
    assert removed(clean(printed(pages))) == [(page, row) for page in (2, 5, 8) for row in rows]


def test_a_sentence_that_ends_a_few_pages_far_apart_stays(printed):
    sentence = "Expenses grew, above all because more people were employed and paid more than before."
    pages = [body(number, 6 + number % 9) for number in range(24)]
    for number in (3, 11, 20):
        pages[number].append((72, 120 + 12 * len(pages[number]), sentence))
    assert clean(printed(pages)).text.count(sentence) == 3


def test_a_footer_goes_that_stands_above_page_numbers_that_end_where_the_text_does(printed):
    pages = [
        [
            *body(number, 6 + number),
            (72, 190 + 12 * number, "Licence of Marks"),
            (500, 200 + 12 * number, str(number + 1)),
        ]
        for number in range(5)
    ]
    assert "Licence of Marks" not in clean(printed(pages)).text


def test_heads_whose_numbers_happen_to_go_up_with_their_pages_stay(printed):
    pages = [body(number) for number in range(12)]
    for number, article in ((2, 1), (5, 4), (7, 6), (9, 8), (10, 12), (11, 13)):
        pages[number].insert(0, (200, 60, f"ARTICLE – {article}"))
    assert clean(printed(pages)).text.count("ARTICLE") == 6


def test_page_numbers_that_name_their_exhibit_go_also_from_pages_without_other_text(printed):
    pages = [[*body(number), (250, 180, f"Exhibit F-{number}")] for number in range(1, 5)]
    document = clean(printed([*pages, [(250, 180, "Exhibit F-5")]]))
    assert "Exhibit" not in document.text
    assert [entry.kind for entry in document.removed] == ["page_number"] * 5


def test_the_name_of_a_section_between_header_and_page_number_goes(printed):
    sections = ["Summary", "General Provisions", "Prices", "Law", "Notices"]
    pages = [
        [(72, 36, "Sponsorship of the Park"), (72, 46, section), (72, 56, f"Page {number + 1}"), *body(number)]
        for number, section in enumerate(sections)
    ]
    document = clean(printed(pages))
    assert not any(section in document.text for section in sections)


def test_what_stands_alone_between_header_and_page_number_is_the_body(printed):
    pages = [
        [(72, 36, "Sponsorship of the Park"), *body(number), (72, 700, f"Page {number + 1}")] for number in range(5)
    ]
    pages.append([(72, 36, "Sponsorship of the Park"), (72, 46, "(Left blank)"), (72, 56, "Page 6")])
    assert clean(printed(pages)).text.endswith("(Left blank)")


def test_a_form_that_is_printed_on_several_pages_stays(printed):
    form = ["One form for each product", "Name of shipper: Lantern", "Term: five years", "Product: butane"]
    pages = [body(number) for number in range(9)]
    for number in (3, 4, 5):
        pages[number] = [
            *((72, 36 + 20 * at, row) for at, row in enumerate(form)),
            (72, 180, f"Volume of {NAMES[number]}"),
        ]
    document = clean(printed(pages))
    assert all(document.text.count(row) == 3 for row in form)


def test_items_of_lists_that_end_several_pages_on_end_stay(printed):
    item = "10 wallpapers"
    pages = [[*body(number), (72, 190, item if 6 <= number < 12 else NAMES[number % 6])] for number in range(24)]
    document = clean(printed([[*own, (72, 230, "Lantern Content")] for own in pages]))
    assert document.text.count(item) == 6
    assert "Lantern Content" not in document.text


def test_what_a_schedule_says_instead_of_its_text_stays(printed):
    omitted = "Intentionally omitted under Item 601"
    pages = [body(number) for number in range(6)] + [
        [(250, 54, f"Schedule {name}"), (200, 80, omitted)] for name in NAMES
    ]
    assert clean(printed(pages)).text.count(omitted) == 6


def test_numbers_of_the_bates_kind_go(printed):
    pages = [[*body(number), (450, 760, f"LANT{1207 + number:07}")] for number in range(5)]
    assert "LANT" not in clean(printed(pages)).text


def test_what_a_browser_prints_on_each_page_goes(printed):
    pages = [
        [
            (36, 20, "3/12/2026, 9:14 AM"),
            *body(number),
            (36, 770, "https://lantern.example/terms"),
            (540, 770, f"{number + 1}/4"),
        ]
        for number in range(4)
    ]
    document = clean(printed(pages))
    assert not any(part in document.text for part in ("9:14", "https", "/4"))


def test_the_first_page_may_have_its_header_lower(printed):
    heads = [f"Case 26-1048 Doc 63 Filed 04/18/26 Page {number + 2} of 60" for number in range(8)]
    pages = [[(72, 36, head), *body(number)] for number, head in enumerate(heads)]
    pages[0] = [(450, 36, "EXHIBIT 99.3"), (72, 46, heads[0]), *body(0)]
    document = clean(printed(pages))
    assert "Case 26" not in document.text
    assert "EXHIBIT 99.3" in document.text


def test_rows_of_an_agreement_that_a_file_holds_several_times_stay(printed):
    copy = [
        [*body(number), (72, 700, f"Made for {NAMES[number % 6]} under clause {number + 1}")] for number in range(9)
    ]
    assert removed(clean(printed(copy * 5))) == []


def test_a_line_on_pages_far_apart_goes_when_its_number_goes_up_with_them(printed):
    pages = [body(number) for number in range(24)]
    for number in (2, 8, 14, 20):
        pages[number].insert(0, (72, 60, f"Licence of the marks, {number + 1}"))
    numbered = [f"Licence of the marks, {number}" for number in (3, 9, 15, 21)]
    assert [text for _, text in removed(clean(printed(pages)))] == numbered


class Thorough(Repeats):
    """Looks for running lines among rows far apart too."""

    def _far_apart(self, rows):
        return False


ROWS = (
    "Section {n}", "Page {p}", "{n}. Term of it", "Acme {p} of {n}", "the sum of {n} and {m} as said", "By: me", "iv",
    "{p} Confidential parts of this page are omitted and filed", "Item {p} of {n}", "{n}", "January {n}, 2020",
    "a long line of words that is the same on all of its pages {m}",
)  # fmt: skip


def agreement(random):
    """Some pages of rows: what each says, and whether its number is always the same."""
    return [
        [(random.choice(ROWS), random.choice(("same", "drawn", "counted")), random.randint(1, 9)) for _ in range(rows)]
        for rows in random.choices((1, 3, 6, 9, 14), k=random.randint(2, 6))
    ]


def repeated_pages(random):
    """Edges of two agreements' pages several times over: rows that are dropped, drift, count or stand alone."""
    pages = agreement(random) * random.randint(1, 6) + agreement(random) * random.randint(1, 6)
    step, alone, sides = random.choice((1, 1, 1, 2, 3)), {}, []
    unlike, dropped, drift = random.choice((0, 0, 0.3, 0.8)), random.choice((0, 0, 1)), random.choice((0, 0, 3, 30))
    for number, rows in enumerate(pages):
        page, top, lines = 1 + number * step, 40 + random.choice((0, drift)), []
        for text, how, one in rows[random.randint(0, dropped) :]:
            value = {"same": one, "drawn": random.randint(1, 3), "counted": page + random.choice((0, 0, 1))}[how]
            text = text.format(n=value, m=value + 1, p=page)
            text = f"{NAMES[page % 6]} {'abcdefghi'[number % 9]} {text}" if random.random() < unlike else text
            index = 100 * page + len(lines)
            lines.append(TextLine(index, page, 0, 1, 72, top, 300, top + 10, 10, text))
            alone |= {index: ("page_number", "")} if text == str(page) else {}
            top += random.choice((12, 12, 30))
        sides += edges_of(lines, 792)
    return sides, alone


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_rows_far_apart_are_what_a_thorough_search_makes_of_them(first):
    words = Words(array("I"), array("I"), array("f"), array("I"), array("H"))
    for seed in range(first, first + 50):
        sides, alone = repeated_pages(Random(seed))
        edges = [edge for side in sides for edge in side]
        pages = sorted({edge.page for edge in edges})
        quick, thorough = (kind(sides, alone, pages, words) for kind in (Repeats, Thorough))
        assert [quick.of(edge) for edge in edges] == [thorough.of(edge) for edge in edges], seed
