"""Parties in tables: particulars of a lease, a cover page, a table to sign in."""

from __future__ import annotations

import pytest
from building import document
from msgspec.structs import replace

from docpipe.kinds.contract import CONTRACT
from docpipe.merge import settle, unite
from docpipe.rules.contract import labelled_rows, parties
from docpipe.rules.view import View
from docpipe.types import Chunk, Document


def tabled(*rows: str) -> Document:
    """A document that is one table: a line for each row, its cells between tabs."""
    made = document("\n".join(rows))
    return replace(made, blocks=(replace(made.blocks[0], kind="table"),))


def found(*rows: str) -> list[dict[str, object]]:
    made = tabled(*rows)
    findings = unite(parties.find(View(made, Chunk(0, 0, len(made.text), 0))), CONTRACT)
    return settle(parties.derive(made, findings), CONTRACT).data["parties"] or []


def test_rows_labelled_with_roles():
    lessor, lessee = found(
        "1. The Lessor\tBLUE HERON HOLDINGS LIMITED whose registered office is situate at Room 8, 9 Pier Road, HK "
        "(BR No. 12345678)",
        "2. The Lessee\tMr. Chan Tai Man, holder of identity card A123456(7), of Flat 3, 7 Hill Road, Kowloon",
        "3. The Premises\tFlat 2, 11 Bay Street",
    )
    assert (lessor["name"], lessor["role"], lessor["identifier"]) == (
        "BLUE HERON HOLDINGS LIMITED",
        "Lessor",
        "12345678",
    )
    assert (lessee["name"], lessee["role"], lessee["address"]) == (
        "Chan Tai Man",
        "Lessee",
        "Flat 3, 7 Hill Road, Kowloon",
    )


def test_companies_in_the_columns_of_a_table_to_sign_in():
    told = found(
        "\tPARTY 1\tPARTY 2",
        "Signature\t\t",
        "Signed by\tAnn Byrne\tIan Rae",
        "Company\tTarn Foundry, Inc.\tMarlow Pumps LLC",
    )
    assert [party["name"] for party in told] == ["Tarn Foundry, Inc.", "Marlow Pumps LLC"]


@pytest.mark.parametrize(
    "rows",
    [
        ("Supplier\tPrice per unit", "Customer\tNumber of licences"),
        ("Company\tTarn Foundry, Inc.\tMarlow Pumps LLC", "Revenue\t3,000\t4,000"),
        ("Contractor\tshall pay all taxes", "Client\tshall provide access"),
    ],
)
def test_other_rows_name_nobody(rows):
    assert not found(*rows)


def test_a_label_is_known_with_a_number_and_an_explanation():
    made = tabled("Part III\t", "4. Lease Term The length of the lease\t2 years")
    (table,) = labelled_rows.rows(View(made, Chunk(0, 0, len(made.text), 0)))
    assert [row.label for row in table] == ["lease term"]
