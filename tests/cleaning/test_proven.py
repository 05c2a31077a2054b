"""Furniture that stands elsewhere than at the edges, known from those."""

from docpipe.cleaning import clean

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Fred")
FOOT = "Service terms of Lantern Corporation, third edition"


def lines(number, count=9, top=100):
    first, second = NAMES[number % 6], NAMES[number // 6 % 6]
    return [
        (72, top + 12 * row, f"{first} delivers lot {chr(97 + row)} to {second} at the place named, in good order,")
        for row in range(count)
    ]


def test_foot_and_number_of_an_old_page_go_from_amid_the_text(printed):
    pages = [[*lines(number), (72, 230, FOOT), (300, 254, str(number + 1))] for number in range(8)]
    pages[4] = [*lines(4), (72, 230, FOOT), (300, 254, "5"), *lines(20, top=290), (72, 420, FOOT), (300, 444, "6")]
    for number in (5, 6, 7):
        pages[number][-1] = (300, 254, str(number + 2))
    document = clean(printed(pages))
    assert FOOT not in document.text
    assert [entry.text for entry in document.removed if entry.kind == "page_number"] == [str(n) for n in range(1, 10)]


def test_a_title_with_the_words_of_the_footer_stays(printed):
    pages = [[*lines(number), (72, 230, FOOT)] for number in range(6)]
    document = clean(printed([[(72, 60, FOOT), *lines(30)], *pages]))
    assert document.text.count(FOOT) == 1


def test_a_number_where_the_page_numbers_stand_is_one_whatever_it_counts(printed):
    marks = ["i", "ii", "1", "2", "3", "4", "A-1", "B-1", "1"]
    pages = [
        [*lines(number, 9 + number), (306 - 3 * len(mark), 300 + 9 * number, mark)] for number, mark in enumerate(marks)
    ]
    assert [entry.text for entry in clean(printed(pages)).removed] == marks


def test_a_number_amid_the_text_that_follows_no_page_number_stays(printed):
    pages = [[*lines(number), (300, 254, str(number + 1))] for number in range(6)]
    pages[3] = [*lines(3, 3), (300, 160, "40"), *lines(9, 4, 190), (300, 254, "4")]
    assert "\n40\n" in f"\n{clean(printed(pages)).text}\n"


def test_a_misread_number_far_out_goes_where_the_others_stand(printed):
    marks = ["1162967.3", "1162967.3", "i 162967.3", "1162967.3", "1!62967.3", "1162967.3"]
    pages = [[*lines(number), (100, 670 + number, mark)] for number, mark in enumerate(marks)]
    assert [entry.text for entry in clean(printed(pages)).removed] == marks


def test_the_only_page_of_an_exhibit_has_its_number_where_the_others_do_and_a_slip_sheet_keeps_its_title(printed):
    pages = [[*lines(number), (300, 300 + 9 * number, str(number + 1))] for number in range(4)]
    pages += [[*lines(9), (270, 270, "Exhibit A-1")], [(270, 270, "Exhibit B-2")]]
    document = clean(printed(pages))
    assert "A-1" not in document.text
    assert document.text.endswith("Exhibit B-2")
