from docpipe.cleaning import clean

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Fred")


def body(number):
    return f"{NAMES[number]} delivers the goods to the buyer at the place that the order names, in good order"


def page(number, *, head="", foot=""):
    lines = [(72, 36, head), (72, 120, body(number)), (72, 132, f"and {NAMES[-1 - number]} pays."), (72, 750, foot)]
    return [line for line in lines if line[2]]


def test_a_running_header_is_set_aside_with_its_place_and_reason(printed):
    document = clean(printed([page(number, head="Supply Agreement, confidential") for number in range(4)]))
    assert "confidential" not in document.text
    assert [(entry.kind, entry.page, entry.text) for entry in document.removed] == [
        ("header", number, "Supply Agreement, confidential") for number in range(1, 5)
    ]
    assert all(entry.why and entry.bbox[1] == 36 for entry in document.removed)


def test_page_numbers_of_any_form_are_set_aside(printed):
    for form in ("{}", "- {} -", "Page {} of 40", "A-{}", "第 {} 页"):
        document = clean(printed([page(number, foot=form.format(number + 3)) for number in range(4)]))
        assert [entry.kind for entry in document.removed] == ["page_number"] * 4, form


def test_roman_page_numbers_are_set_aside(printed):
    document = clean(printed([page(number, foot=roman) for number, roman in enumerate(("ii", "iii", "iv"))]))
    assert [entry.text for entry in document.removed] == ["ii", "iii", "iv"]


def test_headers_of_odd_and_even_pages_are_two_headers(printed):
    heads = ["Supply Agreement", "Acme Corporation"] * 3
    document = clean(printed([page(number, head=head) for number, head in enumerate(heads)]))
    assert {entry.text for entry in document.removed} == {"Supply Agreement", "Acme Corporation"}


def test_the_source_line_of_an_edgar_printout_goes_even_from_a_single_page(printed):
    document = clean(printed([page(0, foot="Source: ACME HOLDINGS, INC., 10-Q, 5/20/2014")]))
    assert [entry.kind for entry in document.removed] == ["footer"]


def test_a_header_that_carries_the_only_text_of_a_page_stays(printed):
    pages = [page(number, head="Supply Agreement, confidential") for number in range(4)]
    document = clean(printed([*pages, [(72, 36, "Supply Agreement, confidential")]]))
    assert [block.page for block in document.blocks][-1] == 5
    assert document.text.endswith("Supply Agreement, confidential")


def test_a_lone_number_on_one_page_stays(printed):
    document = clean(printed([[(72, 120, "The price in euros is"), (72, 132, "400")]]))
    assert "400" in document.text
    assert not document.removed


def test_numbered_headings_at_the_top_of_pages_stay(printed):
    pages = [
        [(72, 72, f"{number}. {name}"), (72, 96, body(number))]
        for number, name in enumerate(("Term", "Price", "Law"), 1)
    ]
    document = clean(printed(pages))
    assert not document.removed


def test_signature_lines_at_the_same_height_of_several_pages_stay(printed):
    pages = [
        [(72, 120, body(number)), (72, 700, "By: ____________"), (72, 724, f"Name: {NAMES[number]}")]
        for number in range(3)
    ]
    assert not clean(printed(pages)).removed


def test_page_numbers_of_an_earlier_printing_go_from_amid_the_text_and_its_sentence_is_whole(printed):
    halves = ["agrees to keep the terms of this agreement and everything", "else secret from "]
    lines = []
    for number in range(1, 6):
        lines += [f"{NAMES[number]} meets {other} twice in a year, in the spring and in autumn." for other in "abcdef"]
        lines += [f"{NAMES[number]} {halves[0]}"]
        lines += ["", (300, 72 + 12 * (len(lines) + 1), f"-{number}-"), "", halves[1] + NAMES[number] + "."]
    document = clean(printed([lines]))
    assert [entry.text for entry in document.removed] == [f"-{number}-" for number in range(1, 6)]
    assert document.text.count("and everything else secret from ") == 5


def test_rules_drawn_with_dashes_are_noise(printed):
    document = clean(
        printed([["5. Show Car. Sabine agrees to show the car at no", "   --------", "expense to the sponsor."]])
    )
    assert [(entry.kind, entry.text) for entry in document.removed] == [("noise", "--------")]
    assert document.text == "5. Show Car. Sabine agrees to show the car at no expense to the sponsor."


def test_a_redaction_that_tops_several_pages_stays(printed):
    document = clean(printed([page(number, head="[***]") for number in range(4)]))
    assert document.text.count("[***]") == 4


def table(number, *rows):
    return [(72, 120, body(number % 6)), *((72, 700 + 12 * at, row) for at, row in enumerate(rows))]


def test_rows_of_a_table_at_the_same_height_of_several_pages_stay(printed):
    pages = [
        table(number, f"Production {60 + number} {70 - number} {44 + number}", f"Total {300 + number} {280 - number}")
        for number in range(6)
    ]
    assert not clean(printed(pages)).removed


def test_the_head_of_a_table_that_goes_on_over_pages_stays(printed):
    rows = [
        [(72, 72, "Works        Area        Tenure"), (72, 84, f"{name} Road   {name}   freehold")] for name in NAMES
    ]
    pages = [*rows, *([(72, 120 + number, body(number % 6))] for number in range(9))]
    assert not clean(printed(pages)).removed


def test_the_unit_of_a_table_stays_on_every_page(printed):
    pages = [[(72, 60, "(in thousands of euros)"), (72, 96, body(number))] for number in range(6)]
    assert clean(printed(pages)).text.count("(in thousands of euros)") == 6


def test_a_heading_that_tops_a_few_pages_far_apart_stays(printed):
    pages = [
        [(72, 60, "Outlook" if number % 6 == 0 else f"Matter {NAMES[number % 6]}"), (72, 96, body(number % 6))]
        for number in range(24)
    ]
    assert clean(printed(pages)).text.count("Outlook") == 4


def test_numbered_headings_that_go_up_with_the_pages_stay(printed):
    pages = [[(72, 60, f"Note {number}"), (72, 96, body(number))] for number in range(1, 6)]
    assert clean(printed(pages)).text.count("Note ") == 5


def test_a_header_of_one_section_goes(printed):
    pages = [page(number % 6, head="Ropeway Field Services" if 6 <= number < 12 else "") for number in range(24)]
    assert [entry.page for entry in clean(printed(pages)).removed] == list(range(7, 13))


def test_a_footer_that_counts_the_pages_goes_at_whatever_height(printed):
    pages = [
        [(72, 120, body(number)), (72, 500 + 40 * number, f"Lantern | Form A | {number + 4}")] for number in range(6)
    ]
    assert [entry.kind for entry in clean(printed(pages)).removed] == ["footer"] * 6


def test_a_footer_that_two_columns_take_apart_goes_as_a_whole(printed):
    foot = [(72, 750, "Lantern Corporation"), (460, 750, "Confidential")]
    pages = [
        [(72, 120, body(number)), (72, 132, "and pays."), (72, 750, "Lantern Corporation".ljust(64) + " Confidential")]
        for number in range(4)
    ]
    parted = [(72, 120, "By: Ann"), foot[0], (330, 120, "By: Bob"), foot[1]]
    document = clean(printed([*pages, parted]))
    assert "Lantern" not in document.text
    assert "Confidential" not in document.text


def test_a_figure_in_brackets_that_ends_a_page_stays(printed):
    pages = [[(72, 120, body(0)), (72, 740, "(12)")], [(72, 120, body(1)), (72, 132, "and pays.")]]
    assert "(12)" in clean(printed(pages)).text


def test_page_numbers_of_this_printing_take_no_line_beside_them_with_them(printed):
    pages = [
        [
            *((72, 84 + 12 * row, f"{name} delivers to {NAMES[number % 6]}") for row, name in enumerate(NAMES * 2)),
            (72, 320 + 13 * number, "Change"),
            (300, 750, str(number)),
        ]
        for number in range(1, 7)
    ]
    document = clean(printed(pages))
    assert document.text.count("Change") == 6
    assert [entry.kind for entry in document.removed] == ["page_number"] * 6
