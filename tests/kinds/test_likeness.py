"""What documents are taken for, and why."""

from __future__ import annotations

import pytest
from building import document

from docpipe import kinds
from docpipe.kinds.likeness import likeness

LEASE = (
    "# LEASE AGREEMENT",
    "This Lease Agreement is entered into between Hollow Oak LLC (the Landlord) and Tern Books Inc. (the Tenant).",
    "The Tenant shall pay the rent under this Agreement. The Landlord shall keep the roof. The parties hereto agree.",
)
COVER = ("UNITED STATES", "SECURITIES AND EXCHANGE COMMISSION", "FORM 10-Q", "Orchard Mills Ltd.")
RELEASE = (
    "# Orchard Mills reports financial results of its second quarter",
    "Revenue of the quarter rose to $4 million. Net income was $1 million, or $0.50 per share, diluted.",
    "Condensed consolidated balance sheets: total assets, total liabilities. Statements of cash flows: operating.",
)
ARTICLE = (
    "# How the mill was saved",
    "In the spring the village signed a contract with a builder. The roof of the mill was mended in the summer. " * 20,
)
STATUTE = (
    "# CHAPTER 4. OF MILLS",
    "Every owner of a mill shall keep the weir of the river open. No person shall, under this chapter, take toll of the"
    " fish. An owner who leases a mill shall answer for the lease, and any agreement contrary to this chapter is void. "
    * 6,
)
ADDENDUM = (
    "# DATA PROCESSING ADDENDUM",
    "This Data Processing Addendum (“DPA”) forms part of the Master Agreement between Hollow Oak SAS (“Controller”) and"
    " Tern Books GmbH (“Processor”).",
    "The Processor acts on instructions. This DPA ends with the Master Agreement and is governed by Irish law.",
)
LETTER = (
    "Proposed purchase of Hollow Mill Limited: Heads of Terms",
    "1. This letter sets out the terms on which Tern Books plc proposes to buy the shares. You shall not talk to"
    " others until June. Each party shall keep this letter secret.",
    "2. This letter is governed by English law.",
)
PURCHASE_ZH = (
    "# 采购合同",
    "甲方：云帆磨坊有限公司，乙方：石桥机械有限公司。本合同由甲方与乙方签订，甲方应按本合同付款，乙方应按本合同交货。",
)
REPORT_ZH = (
    "# 云帆磨坊股份有限公司2024年年度报告",
    "合并资产负债表、合并利润表、现金流量表：资产总计、负债合计、净利润、每股收益。",
)


@pytest.mark.parametrize(
    ("paragraphs", "sort"),
    [
        (LEASE, "contract"), (ADDENDUM, "contract"), (LETTER, "contract"), (PURCHASE_ZH, "contract"),
        (COVER, "report"), (RELEASE, "report"), (REPORT_ZH, "report"),
        (ARTICLE, "other"), (STATUTE, "other"), (("Sacks: 40",), "other"),
    ],
)  # fmt: skip
def test_documents_are_told_by_what_they_say_of_themselves(paragraphs, sort):
    assert likeness(document(*paragraphs)).sort == sort


def test_a_contract_filed_under_a_cover_of_the_commission_is_a_contract():
    assert likeness(document("SUPPLY AGREEMENT", *COVER, *LEASE)).sort == "contract"


def test_the_reason_names_what_was_seen():
    assert likeness(document(*COVER)).why == "its cover says FORM 10-Q"
    assert "lease" in likeness(document(*LEASE)).why
    assert likeness(document("# The mill", "The mill grinds the corn of the valley at the end of the day. " * 60)).sure
    assert not likeness(document(*STATUTE)).sure


@pytest.mark.parametrize(
    ("paragraphs", "name"), [(LEASE, "contract"), (RELEASE, "financial_report"), (ARTICLE, "summary")]
)
def test_auto_asks_the_kind_that_fits(paragraphs, name):
    kind, why = kinds.chosen(document(*paragraphs))
    assert kind.name == name
    assert why


def test_a_sort_without_a_kind_of_its_own_is_summed_up(monkeypatch):
    monkeypatch.delitem(kinds.KINDS, "financial_report")
    assert kinds.chosen(document(*RELEASE))[0].name == "summary"
