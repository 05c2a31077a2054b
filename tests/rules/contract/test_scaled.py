"""Amounts of tables whose header gives a scale."""

from __future__ import annotations

import pytest
from building import document
from msgspec.structs import replace

from docpipe.rules.contract import scaled
from docpipe.types import Document, Finding, Quote


def tabled(header: str) -> Document:
    """A document whose last block is a table under a header."""
    made = document("STATEMENT OF SALES", header, "Mills\t$ 96,388\tTools\t$ 104,429")
    return replace(made, blocks=(*made.blocks[:-1], replace(made.blocks[-1], kind="table")))


def amount(made: Document, printed: str) -> Finding:
    start = made.text.index(printed)
    value = {"amount": printed.strip("$ ").replace(",", ""), "currency": "USD"}
    return Finding("amounts", value, (Quote(printed, (start, start + len(printed))),), item=printed)


@pytest.mark.parametrize("header", ["(In millions, except per share amounts)", "Sales (dollars in thousands):"])
def test_amounts_of_a_scaled_table_are_left_out_with_a_check(header):
    made = tabled(header)
    (check,) = scaled.derive(made, [amount(made, "$ 96,388"), amount(made, "$ 104,429")])
    assert (check.field, check.value, check.problem) == ("amounts", None, "scaled_amounts")


def test_amounts_printed_in_full_stay():
    made = tabled("Tools that stand in millions of homes.")
    found = [amount(made, "$ 96,388")]
    assert scaled.derive(made, found) == found


def test_prose_near_a_scale_stays():
    made = document("(In millions)", "The Buyer pays $ 96,388 on delivery.")
    found = [amount(made, "$ 96,388")]
    assert scaled.derive(made, found) == found
