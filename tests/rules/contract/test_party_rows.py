"""Parties in tables: particulars of a lease, a cover page, a table to sign in."""

from __future__ import annotations

import pytest
from building import WORD_HEIGHT, document
from msgspec.structs import replace

from docpipe.rules.contract import parties
from docpipe.rules.view import View
from docpipe.types import Chunk

HEAD = "The particulars are these."


def test_rows_labelled_with_roles(tabled_settled):
    rows = (
        "1. The Lessor\tBLUE HERON HOLDINGS LIMITED whose registered office is situate at Room 8, 9 Pier Road, Hull "
        "(BR No. 12345678)",
        "2. The Lessee\tMr. Chan Tai Man, holder of identity card A123456(7), of Flat 3, 7 Hill Road, Kowloon",
        "3. The Premises\tFlat 2, 11 Bay Street",
    )
    lessor, lessee = tabled_settled(parties, HEAD, rows).data["parties"]
    assert (lessor["name"], lessor["role"], lessor["identifier"]) == (
        "BLUE HERON HOLDINGS LIMITED",
        "Lessor",
        "12345678",
    )
    assert (lessee["name"], lessee["role"]) == ("Chan Tai Man", "Lessee")
    assert lessee["address"] == "Flat 3, 7 Hill Road, Kowloon"


def test_a_label_may_be_explained_in_its_cell(tabled_settled):
    rows = ("Part I Customer The party that orders\tTarn Foundry Ltd", "Supplier\tMarlow Pumps LLC")
    told = tabled_settled(parties, HEAD, rows).data["parties"]
    assert [(party["name"], party["role"]) for party in told] == [
        ("Tarn Foundry Ltd", "Customer"),
        ("Marlow Pumps LLC", "Supplier"),
    ]


def test_details_of_parties_in_rows_of_their_own(tabled_settled):
    rows = (
        "Name\tCorella Plumbing Pty Ltd",
        "ABN\t12 345 678 901",
        "Short form name\tContractor",
        "Name\tGumtree Estates Pty Ltd",
        "ABN\t98 765 432 109",
        "Short form name\tPrincipal",
    )
    told = tabled_settled(parties, HEAD, rows).data["parties"]
    assert [(party["name"], party["identifier"], party["role"]) for party in told] == [
        ("Corella Plumbing Pty Ltd", "12 345 678 901", "Contractor"),
        ("Gumtree Estates Pty Ltd", "98 765 432 109", "Principal"),
    ]


def test_companies_in_the_columns_of_a_table_to_sign_in(tabled_settled):
    rows = (
        "\tPARTY 1\tPARTY 2",
        "Signature\tA. Byrne\tI. Rae",
        "Print Name\tAnn Byrne\tIan Rae",
        "Company\tTarn Foundry, Inc.\tMarlow Pumps LLC",
    )
    told = tabled_settled(parties, HEAD, rows).data["parties"]
    assert [party["name"] for party in told] == ["Tarn Foundry, Inc.", "Marlow Pumps LLC"]


@pytest.mark.parametrize(
    "rows",
    [
        ("Supplier\tPrice per unit", "Customer\tNumber of licences"),
        ("Company\tTarn Foundry, Inc.\tMarlow Pumps LLC", "Revenue\t3,000\t4,000"),
        ("Contractor\tshall pay all taxes", "Client\tshall provide access"),
    ],
)
def test_other_rows_name_nobody(tabled_settled, rows):
    assert not tabled_settled(parties, HEAD, rows).data.get("parties")


def test_parties_that_begin_lines_of_one_cell():
    first = "The Parties\tTarn Foundry Limited (company no. 01234567), of 2 Mill Lane, Hull"
    row = f"{first} Marlow AB (reg. no. 556677-8899)"
    made = document("# NDA", row)
    below = [word for word in range(len(made.words)) if made.words.starts[word] >= made.text.index("Marlow")]
    for word in below:
        made.words.boxes[4 * word + 1] += 2 * WORD_HEIGHT
        made.words.boxes[4 * word + 3] += 2 * WORD_HEIGHT
    made = replace(made, blocks=(made.blocks[0], replace(made.blocks[1], kind="table")))
    found = list(parties.find(View(made, Chunk(0, 0, len(made.text), 0))))
    told = {finding.value["name"] for finding in found if finding.attribute is None}
    assert told == {"Tarn Foundry Limited", "Marlow AB"}
    assert {finding.value for finding in found if finding.attribute == "identifier"} == {"01234567", "556677-8899"}
