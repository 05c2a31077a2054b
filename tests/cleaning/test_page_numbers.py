"""What is a page's number, or a printer's line, by its form; and pages that have nothing else."""

from docpipe.cleaning import clean

SOURCE = "Source: LANTERN CORP, 10-Q/A (on S-1), 5/20/2024"


def lines(name, count=6):
    return [
        (72, 100 + 12 * row, f"{name} delivers lot {chr(97 + row)} to the buyer at the place named,")
        for row in range(count)
    ]


def test_a_page_of_nothing_but_its_number_and_a_source_line_has_no_text(printed):
    pages = [[*lines(name), (300, 700, str(at)), (72, 770, SOURCE)] for at, name in enumerate(("Ann", "Bob", "Cy"), 1)]
    document = clean(printed([*pages, [(300, 700, "4"), (72, 770, SOURCE)]]))
    assert {block.page for block in document.blocks} == {1, 2, 3}
    assert [entry.text for entry in document.removed if entry.page == 4] == ["4", SOURCE]


def test_a_document_of_nothing_but_page_numbers_keeps_them(printed):
    assert clean(printed([[(300, 700, str(page))] for page in range(1, 5)])).text.split() == ["1", "2", "3", "4"]


def test_a_row_that_ends_in_its_page_goes_and_an_entry_of_contents_stays(printed):
    pages = [[*lines("Ann"), (72, 300, "Exhibit B, Page 1")], [*lines("Bob"), (72, 300, "Signatures Page 41")]]
    document = clean(printed(pages))
    assert [entry.text for entry in document.removed] == ["Exhibit B, Page 1"]


def test_the_file_number_of_a_law_firm_goes_and_an_account_stays(printed):
    for number in ("US-DOCS\\112944285.3", "66049:53214:DALLAS:277267.9", "D/WLM/717334.1"):
        assert number not in clean(printed([lines("Ann"), [*lines("Bob"), (72, 300, number)]])).text
    for number in ("Account: 676313880", "USD 12345.67", "Section 10.12345"):
        assert number in clean(printed([lines("Ann"), [*lines("Bob"), (72, 300, number)]])).text


def test_the_edition_of_a_printed_form_goes_from_its_foot(printed):
    pages = [
        [*lines("Ann"), (72, 300, "Rev. IMS 8/29/2018 3:38 PM")],
        [*lines("Bob"), (72, 300, "Revised plans follow")],
    ]
    document = clean(printed(pages))
    assert [entry.text for entry in document.removed] == ["Rev. IMS 8/29/2018 3:38 PM"]


def test_a_footer_that_begins_with_its_page_goes(printed):
    document = clean(printed([lines("Ann"), [*lines("Bob"), (72, 300, "Page 2 of 3 Initials: AB")]]))
    assert [entry.text for entry in document.removed] == ["Page 2 of 3 Initials: AB"]


def test_a_lone_one_above_the_first_page_is_its_number(printed):
    document = clean(printed([[(26, 66, "1"), (250, 80, "LICENCE"), *lines("Ann")], lines("Bob")]))
    assert [entry.text for entry in document.removed] == ["1"]


def test_a_fraction_beside_its_sentence_stays(printed):
    first = [(72, 40, "at a par value of $1.66 for each share"), (414, 40, "2/3"), *lines("Ann")]
    assert "2/3" in clean(printed([first, lines("Bob")])).text
