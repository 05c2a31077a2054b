"""Values from a damaged text layer are never confirmed."""

import pytest
from building import document
from msgspec.structs import replace

from docpipe.kinds.contract import CONTRACT
from docpipe.merge import settle
from docpipe.types import Finding, Quote
from docpipe.verify import verify

MADE = document("Lease", "dated 2026-03-01", page_breaks=(1,))
DATE = Finding("agreement_date", "2026-03-01", (Quote("2026-03-01", (12, 22)),))


@pytest.mark.parametrize(("pages", "state"), [((), "confirmed"), ((1,), "confirmed"), ((1, 2), "located")])
def test_a_value_on_a_damaged_page_is_at_most_located(pages, state):
    verified = verify(replace(MADE, damaged_pages=pages), settle([DATE], CONTRACT), CONTRACT)
    assert verified.trust["/agreement_date"].state == state


def test_a_check_says_which_page_is_damaged():
    verified = verify(replace(MADE, damaged_pages=(2,)), settle([DATE], CONTRACT), CONTRACT)
    found = [(check.path, check.rule, check.message) for check in verified.checks]
    assert found == [("/agreement_date", "unconfirmed", "the text layer of page 2 is damaged")]
