"""Dates of figures, day first or month first."""

from __future__ import annotations

import pytest

import docpipe
from docpipe.rules.dates import parse_date


def made(tmp_path, more: str) -> docpipe.Result:
    path = tmp_path / "agreement.txt"
    opening = 'This Agreement is made on 03/04/2025 between Acme ("Supplier") and Birch ("Buyer").'
    path.write_text(f"SERVICES AGREEMENT\n\n{opening}\n\n{more}\n", encoding="utf-8")
    result = docpipe.analyze(path, kind="contract")
    assert isinstance(result, docpipe.Result)
    return result


@pytest.mark.parametrize(
    ("more", "day"),
    [
        ("1. The goods arrive on 30/04/2028.", "2025-04-03"),
        ("1. This Agreement is governed by the law of England and Wales.", "2025-04-03"),
        ("1. The goods arrive on 04/30/2028.", "2025-03-04"),
        ("1. This Agreement is governed by the laws of the State of Maine.", "2025-03-04"),
        (
            "1. The goods arrive on 30/04/2028. This Agreement is governed by the laws of the State of Maine.",
            "2025-04-03",
        ),
    ],
)
def test_the_order_follows_the_other_dates_then_the_law(tmp_path, more, day):
    result = made(tmp_path, more)
    assert result.data["agreement_date"] == day
    assert result.trust["/agreement_date"].state == "confirmed"
    assert not [check for check in result.checks if check.rule == "ambiguous_date"]


def test_where_nothing_tells_both_readings_are_said_and_nothing_is_confirmed(tmp_path):
    result = made(tmp_path, "1. The goods arrive by ship.")
    check = next(check for check in result.checks if check.rule == "ambiguous_date")
    assert check.path == "/agreement_date"
    assert "2025-03-04" in check.message
    assert "2025-04-03" in check.message
    assert result.trust["/agreement_date"].state == "located"


def test_one_documents_order_ends_with_it(tmp_path):
    made(tmp_path, "1. The goods arrive on 30/04/2028.")
    assert str(parse_date("03/04/2025")) == "2025-03-04"
