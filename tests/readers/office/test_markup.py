"""XML of any kind, and values with separators."""

from __future__ import annotations

import pytest

from docpipe import errors
from docpipe.readers.office import values


def test_no_character_of_mixed_xml_is_left_out_and_places_are_paths(read_in):
    data = b'<?xml version="1.0"?><doc><title>Supply</title><p>Hello <b>World</b> again.</p><p>Price: 5</p></doc>'
    document = read_in(data, "a.xml")
    assert document.text == "Supply\nHello World again.\nPrice: 5"
    assert document.place_name(document.text.index("again")) == "/doc/p[1]"
    assert document.place_name(0) == "/doc/title"


def test_a_document_type_that_only_names_rules_is_passed_over_and_entities_are_refused(read_in):
    head = b'<?xml version="1.0"?>'
    assert read_in(head + b'<!DOCTYPE a SYSTEM "http://example.com/a.dtd"><a>text</a>', "a.xml").text == "text"
    with pytest.raises(errors.ReadError, match="document type"):
        read_in(head + b'<!DOCTYPE a [<!ENTITY e "eeee">]><a>&e;</a>', "a.xml")


def test_broken_xml_is_a_typed_error(read_in):
    with pytest.raises(errors.ReadError):
        read_in(b'<?xml version="1.0"?><a><b></a>', "a.xml")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", 'Item,Price\n"Pump, large","1,200"\nValve,340\n'),
        ("a.csv", 'Item;Price\n"Pump, large";1,200\nValve;340\n'),
        ("a.tsv", "Item\tPrice\nPump, large\t1,200\nValve\t340\n"),
    ],
)
def test_values_with_separators_are_a_table_whose_cells_have_addresses(name, text, read_in):
    document = read_in(text.encode(), name)
    (table,) = document.tables
    assert table.rows == (("Item", "Price"), ("Pump, large", "1,200"), ("Valve", "340"))
    assert table.header_rows == 1
    assert document.place_name(document.text.index("340")) == "B3"


def test_empty_rows_part_tables_and_blank_cells_stay_blank(read_in):
    document = read_in(b"a,1,x\nb,,y\n\nc,3,z\nd,4\n", "a.csv")
    assert [table.rows for table in document.tables] == [
        (("a", "1", "x"), ("b", "", "y")),
        (("c", "3", "z"), ("d", "4", "")),
    ]
    assert document.place_name(document.text.index("z")) == "C4"


def test_columns_are_lettered_as_in_sheets():
    assert [values.column(number) for number in (1, 26, 27, 702, 703)] == ["A", "Z", "AA", "ZZ", "AAA"]
