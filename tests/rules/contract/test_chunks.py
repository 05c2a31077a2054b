"""However a document is cut into chunks, the rules find the same."""

from itertools import pairwise

from building import document
from hypothesis import given
from hypothesis import strategies as st

from docpipe import rules
from docpipe.kinds.contract import CONTRACT
from docpipe.merge import settle, unite
from docpipe.types import Chunk, Json, paragraphs

MADE = document(
    "SUPPLY AGREEMENT",
    'This Supply Agreement is made on May 2, 2019 between Acme Inc. ("Buyer") and Bolt LLC ("Supplier").',
    "1. Supplier shall: (a) deliver the goods; and (b) keep insurance of $5,000 per claim.",
    "2. Supplier shall not:",
    "(a) pledge the credit of Buyer; or",
    "(b) assign this Agreement without the consent of Buyer.",
    "3. Buyer shall pay a fee of $100 per month within 30 days after receipt of an invoice.",
    "4. Each party's total liability shall not exceed $2,000.",
    "5. Section 4 does not limit liability for fraud or death.",
    "6. Buyer owns all right, title and interest in the Deliverables, as attached hereto as Exhibit A.",
    "SCHEDULE 1 – PRICES",
    "Invoices under this Schedule are payable within 60 days after receipt of the invoice.",
    "Year 1 ($) Year 2 ($)",
    "Total 1,000 2,000",
    "By: /s/ Jane Roe",
)


def read(cuts: list[int]) -> dict[str, Json]:
    bounds = [0, *cuts, len(MADE.text)]
    chunks = [Chunk(i, start, end, 0) for i, (start, end) in enumerate(pairwise(bounds))]
    found = [finding for chunk in chunks for finding in rules.find(MADE, chunk, "contract")]
    return settle(rules.derive(MADE, unite(found, CONTRACT), "contract"), CONTRACT).data


@given(st.sets(st.sampled_from([paragraph.end for paragraph in paragraphs(MADE)[:-1]])))
def test_any_chunking_gives_the_same_value(cuts: set[int]) -> None:
    assert read(sorted(cuts)) == WHOLE


WHOLE = read([])
