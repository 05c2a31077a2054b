"""The agreement's own facts: title, parties, dates, term, renewal, law, from small texts of our own."""

from __future__ import annotations

from itertools import pairwise

import pytest
from growing import grows_linearly

from docpipe.kinds.contract import CONTRACT
from docpipe.merge import Draft, settle, unite
from docpipe.rules.contract import law, parties, renewal, signing, term, title
from docpipe.rules.view import View
from docpipe.types import Chunk, Document, Json
from tests.building import document

MODULES = (title, parties, signing, term, renewal, law)

PREAMBLE = (
    'This Supply Agreement (the "Agreement") is made as of May 3, 2014 (the "Effective Date") by and between Northwind '
    "Traders, Inc., a Delaware corporation with its principal place of business at 12 Harbor Street, Boston, "
    'Massachusetts 02110 ("Supplier"), and Contoso GmbH, a company organized under the laws of Germany ("Contoso").'
)


def settled(made: Document, *cuts: int) -> Draft:
    """The draft of a document whose chunks begin at these paragraphs."""
    starts = [0, *(made.blocks[cut].span[0] for cut in cuts if made.blocks[cut].span), len(made.text)]
    chunks = [Chunk(i, start, end, 0) for i, (start, end) in enumerate(pairwise(starts))]
    found = [finding for chunk in chunks for module in MODULES for finding in module.find(View(made, chunk))]
    findings = unite(found, CONTRACT)
    for module in MODULES:
        findings = module.derive(made, findings)
    return settle(findings, CONTRACT)


def read(*paragraphs: str) -> dict[str, Json]:
    return settled(document(*paragraphs)).data


def problems(*paragraphs: str) -> list[tuple[str, str]]:
    return [(problem.path, problem.rule) for problem in settled(document(*paragraphs)).problems]


class TestTitle:
    def test_the_heading_over_the_preamble_is_the_title(self) -> None:
        assert read("Exhibit 10.1", "# SUPPLY AGREEMENT", PREAMBLE)["title"] == "SUPPLY AGREEMENT"

    def test_a_title_on_two_lines_is_joined_as_the_preamble_names_it(self) -> None:
        value = read(
            "# MULTIPLE SERVICE AND", "# SUPPLY AGREEMENT", PREAMBLE.replace("Supply", "Multiple Service and Supply")
        )
        assert value["title"] == "MULTIPLE SERVICE AND SUPPLY AGREEMENT"

    def test_without_a_heading_the_preamble_names_it(self) -> None:
        assert read(PREAMBLE)["title"] == "Supply Agreement"

    def test_parties_and_date_behind_the_name_are_no_part_of_it(self) -> None:
        value = read(
            "# CONSULTING AGREEMENT BY AND BETWEEN NORTHWIND AND CONTOSO", PREAMBLE.replace("Supply", "Consulting")
        )
        assert value["title"] == "CONSULTING AGREEMENT"

    def test_a_bare_heading_is_not_preferred_to_the_full_one_on_the_cover(self) -> None:
        bare = PREAMBLE.replace("Supply ", "")
        value = read("# PROMOTION AGREEMENT BY AND BETWEEN NORTHWIND AND CONTOSO", "May 3, 2014", "# AGREEMENT", bare)
        assert value["title"] == "PROMOTION AGREEMENT"

    def test_a_legend_on_what_was_left_out_is_no_title(self) -> None:
        value = read(
            "# IT IS BOTH NOT MATERIAL AND", "# COMPETITIVELY HARMFUL IF PUBLICLY DISCLOSED SUPPLY AGREEMENT", PREAMBLE
        )
        assert value["title"] == "Supply Agreement"

    def test_a_text_that_is_no_agreement_has_no_title(self) -> None:
        assert read("# Quarterly Results", "Sales rose by a tenth.")["title"] is None


class TestParties:
    def test_a_preamble_names_its_parties_with_what_it_says_of_them(self) -> None:
        supplier, contoso = read(PREAMBLE)["parties"]
        assert supplier == {
            "name": "Northwind Traders, Inc.",
            "entity_type": "corporation",
            "jurisdiction": "Delaware",
            "address": "12 Harbor Street, Boston, Massachusetts 02110",
            "aliases": ["Supplier"],
            "role": "Supplier",
        }
        assert (contoso["name"], contoso["jurisdiction"], contoso["aliases"]) == (
            "Contoso GmbH",
            "Germany",
            ["Contoso"],
        )

    @pytest.mark.parametrize(
        ("names", "expected"),
        [
            (
                'between Acme Savings and Loan Association ("Acme") and Zeta LLC ("Zeta")',
                ["Acme Savings and Loan Association", "Zeta LLC"],
            ),
            (
                'among Alpha Fund, L.P., Beta Fund, L.P. and Gamma LLC (together, "Funds") and Omega Corp. ("O")',
                ["Alpha Fund, L.P.", "Beta Fund, L.P.", "Gamma LLC", "Omega Corp."],
            ),
            (
                'between Semicon (UK) Ltd. ("Semicon") and shop.example.com, inc. ("Shop")',
                ["Semicon (UK) Ltd.", "shop.example.com, inc."],
            ),
            (
                'between Cargo ("Cargo"), a Nevada corporation, and Jane Q. Miller, an individual ("Miller")',
                ["Cargo", "Jane Q. Miller"],
            ),
            (
                'between Delta & Sons, Inc. of Ohio ("Delta") and Peak, Inc. Houston',
                ["Delta & Sons, Inc. of Ohio", "Peak, Inc."],
            ),
        ],
    )
    def test_a_name_goes_as_far_as_it_goes(self, names: str, expected: list[str]) -> None:
        found = read(f"This Services Agreement is entered into as of May 3, 2014 {names}.")["parties"]
        assert [party["name"] for party in found] == expected

    def test_what_the_parties_are_called_together_is_no_party(self) -> None:
        remark = ' Supplier and Contoso are each referred to as a "Party" and collectively as the "Parties".'
        assert len(read(PREAMBLE + remark)["parties"]) == 2

    def test_a_letter_names_its_parties_by_their_aliases(self) -> None:
        letter = 'Acme Bancorp, Inc. (the "Company") confirms its agreement with Peak Securities LLC (the "Agent"):'
        assert [party["name"] for party in read("Ladies and Gentlemen:", letter)["parties"]] == [
            "Acme Bancorp, Inc.",
            "Peak Securities LLC",
        ]

    def test_a_list_gives_side_and_role(self) -> None:
        found = read(
            "# Transport Contract",
            "Party A (Shipper): Acme Express Co., Ltd.",
            "Party B (Carrier): Zeta Logistics Ltd.",
        )["parties"]
        assert [(party["name"], party["side"], party["role"]) for party in found] == [
            ("Acme Express Co., Ltd.", "Party A", "Shipper"),
            ("Zeta Logistics Ltd.", "Party B", "Carrier"),
        ]

    def test_where_nothing_else_names_them_the_signers_are_the_parties(self) -> None:
        found = read(
            "# JOINT FILING AGREEMENT",
            "The undersigned agree to file jointly.",
            "ACME FUND, L.P.",
            "By: /s/ A. Ames",
            "ZETA GP, LLC",
            "By: /s/ Z. Zorn",
        )["parties"]
        assert [party["name"] for party in found] == ["ACME FUND, L.P.", "ZETA GP, LLC"]

    def test_the_preamble_of_an_exhibit_adds_no_party(self) -> None:
        exhibit = (
            'This Guaranty is made as of June 1, 2014 between Third Bank, N.A. ("Bank") and Fourth Corp. ("Fourth").'
        )
        assert len(read(PREAMBLE, "1. The Supplier delivers.", "# EXHIBIT A", exhibit)["parties"]) == 2


class TestDates:
    def test_a_date_called_effective_is_both(self) -> None:
        value = read(PREAMBLE)
        assert (value["agreement_date"], value["effective_date"]) == ("2014-05-03", "2014-05-03")

    def test_a_date_that_nobody_calls_effective_is_the_agreements_alone(self) -> None:
        value = read("This Lease Agreement is entered into on May 3, 2014 between Acme LLC and Zeta LLC.")
        assert (value["agreement_date"], value["effective_date"]) == ("2014-05-03", None)

    def test_of_several_signature_dates_the_latest_counts_and_all_are_listed(self) -> None:
        text = (
            'This Lease Agreement is between Acme LLC ("A") and Zeta LLC ("Z").',
            "By: /s/ A. Ames",
            "Date: July 1, 1998",
            "By: /s/ Z. Zorn",
            "Date: 7/7/98",
        )
        assert read(*text)["agreement_date"] == "1998-07-07"
        assert problems(*text) == [("/agreement_date", "several_dates")]

    def test_effective_on_the_date_hereof_cites_both_places(self) -> None:
        text = (
            "This Lease Agreement is entered into on May 3, 2014 between Acme LLC and Zeta LLC.",
            "This Agreement shall be effective as of the date hereof.",
        )
        claim = settled(document(*text)).claims["/effective_date"]
        assert (claim.value, claim.derived) == ("2014-05-03", True)
        assert "date hereof" in claim.quotes[0].text
        assert claim.quotes[-1].text == "May 3, 2014"

    def test_a_clause_defines_the_effective_date(self) -> None:
        text = "This Lease Agreement is entered into on May 3, 2014 between Acme LLC and Zeta LLC."
        assert read(text, '"Effective Date" means June 1, 2014.')["effective_date"] == "2014-06-01"

    @pytest.mark.parametrize(
        ("date", "rule"),
        [
            ("May ___, 2014", "partial_date"),
            ("May [***], 2014", "redacted_in_source"),
            ("February 30, 2014", "impossible_date"),
        ],
    )
    def test_a_date_that_is_no_day_is_null_and_says_why(self, date: str, rule: str) -> None:
        text = f"This Lease Agreement is entered into as of {date} between Acme LLC and Zeta LLC."
        assert read(text)["agreement_date"] is None
        assert ("/agreement_date", rule) in problems(text)

    def test_the_date_of_the_agreement_that_is_amended_is_not_the_amendments(self) -> None:
        text = (
            'This First Amendment to the Supply Agreement dated April 1, 2017 between Acme LLC ("Acme") and Zeta LLC '
            '("Zeta") is made this 22 day of June 2018.'
        )
        assert read(text)["agreement_date"] == "2018-06-22"

    def test_a_full_stop_inside_a_date_ends_no_sentence(self) -> None:
        value = read(PREAMBLE, '"Service Period" means April. 1st 2019 through to March 30, 2020.')
        assert value["expiration_date"] == "2020-03-30"


class TestTerm:
    def test_start_and_term_are_added_up_and_say_so(self) -> None:
        text = (
            PREAMBLE,
            "# Term",
            "The term of this Agreement shall commence on the Effective Date and continue for five (5) years.",
        )
        draft = settled(document(*text))
        claim = draft.claims["/expiration_date"]
        assert (claim.value, claim.derived, claim.message) == (
            "2019-05-03",
            True,
            "effective date 2014-05-03 + term 5 years",
        )
        assert draft.data["term"] == {"count": 5, "unit": "year"}
        assert draft.data["expiration_basis"]["offset"] == {"count": 5, "unit": "year"}

    @pytest.mark.parametrize(
        ("sentence", "expected"),
        [
            ("This Agreement shall commence on the Effective Date and expire on December 31, 2020.", "2020-12-31"),
            ("This Agreement begins on June 1, 2015 and continues for a period of one (1) year.", "2016-06-01"),
            ("The term of this Agreement ends on the second anniversary of the Effective Date.", "2016-05-03"),
            ("This Agreement shall continue in effect until terminated by either party.", "perpetual"),
            ("This Agreement shall remain in force until completion of the last Study.", None),
            ("The term of this Agreement shall be ten years from the first commercial sale.", None),
            ("The obligations of confidentiality shall survive for a period of five years.", None),
            ("Either party may terminate this Agreement upon thirty (30) days notice.", None),
        ],
    )
    def test_the_end_is_a_date_or_nothing(self, sentence: str, expected: str | None) -> None:
        assert read(PREAMBLE, sentence)["expiration_date"] == expected

    def test_a_sentence_that_names_both_gives_the_end_and_the_term(self) -> None:
        value = read(PREAMBLE, "The initial term of two (2) years begins on May 3, 2014 and expires on May 2, 2016.")
        assert (value["expiration_date"], value["term"]) == ("2016-05-02", {"count": 2, "unit": "year"})

    def test_a_term_of_years_beats_until_terminated(self) -> None:
        value = read(
            PREAMBLE,
            "Thereafter this Agreement shall continue in effect until terminated by either party.",
            "The initial term of this Agreement is two (2) years from the Effective Date.",
        )
        assert value["expiration_date"] == "2016-05-03"

    def test_a_term_without_a_known_start_has_no_end(self) -> None:
        value = read("The term of this Agreement shall be two (2) years from the Effective Date.")
        assert (value["term"], value["expiration_date"]) == ({"count": 2, "unit": "year"}, None)


class TestRenewal:
    @pytest.mark.parametrize(
        ("sentence", "renewal", "notice"),
        [
            (
                "This Agreement shall automatically renew for successive one (1) year periods unless either party "
                "gives written notice of non-renewal at least "
                "ninety (90) days prior to the end of the then-current term.",
                (1, "year"),
                (90, "day"),
            ),
            (
                "Thereafter, this Agreement shall continue on a month-to-month basis until terminated upon thirty "
                "(30) days written notice.",
                (1, "month"),
                (30, "day"),
            ),
            ("After the Initial Term this Agreement renews from year to year.", (1, "year"), None),
            ("The parties may extend the term of this Agreement for an additional two year period.", (2, "year"), None),
            ("The time for payment may be extended by ten days.", None, None),
            ("The Service Fee is payable on thirty (30) days notice.", None, None),
        ],
    )
    def test_what_renews_and_what_ends_it(
        self, sentence: str, renewal: tuple[int, str] | None, notice: tuple[int, str] | None
    ) -> None:
        value = read(PREAMBLE, sentence)
        assert _pair(value["renewal_term"]) == renewal
        assert _pair(value["notice_period"]) == notice

    def test_the_notice_may_stand_in_the_next_sentence(self) -> None:
        value = read(
            PREAMBLE,
            "This Agreement shall renew automatically for further periods of 12 months. A party that does not wish a "
            "renewal shall notify "
            "the other at least sixty (60) days before the end of the current term.",
        )
        assert (_pair(value["renewal_term"]), _pair(value["notice_period"])) == ((12, "month"), (60, "day"))

    def test_an_amendment_replaces_lengths_by_their_words(self) -> None:
        value = read(
            PREAMBLE,
            'Renewal. In Section 2 the words "thirty (30) days" are replaced with "sixty (60) days" and the words '
            '"twelve (12) months" are replaced with "twenty-four (24) months".',
        )
        assert (_pair(value["renewal_term"]), _pair(value["notice_period"])) == ((24, "month"), (60, "day"))

    def test_the_notice_that_asks_for_a_renewal_ends_none(self) -> None:
        value = read(
            PREAMBLE,
            "The Customer may extend the term of this Agreement for an additional year by written notice at least "
            "sixty (60) days before the end of the current term.",
        )
        assert (_pair(value["renewal_term"]), value["notice_period"]) == ((1, "year"), None)


class TestLaw:
    @pytest.mark.parametrize(
        ("sentence", "laws"),
        [
            (
                "This Agreement shall be governed by the laws of the State of New York, without regard to the law "
                "of any other state.",
                ["New York"],
            ),
            (
                "This Agreement is made in Ohio and shall be construed in accordance with the laws of that State.",
                ["Ohio"],
            ),
            (
                "This Agreement is governed by the laws of the Province of Ontario and the federal laws of Canada "
                "applicable therein.",
                ["Ontario"],
            ),
            ("The laws of England and Wales shall govern this Agreement.", ["England and Wales"]),
            ("This Agreement shall be governed by and construed under Swiss law.", ["Switzerland"]),
            ("Acme is a company organized and existing under the laws of Japan.", []),
            ("The Supplier shall comply with all laws of the State of Texas.", []),
        ],
    )
    def test_the_law_that_is_chosen(self, sentence: str, laws: list[str]) -> None:
        assert read(PREAMBLE, sentence)["governing_law"] == laws

    def test_a_law_cut_by_a_page_break_is_whole(self) -> None:
        made = document(
            PREAMBLE, "This Agreement shall be governed by the laws of the State of New", "+York.", page_breaks=(2,)
        )
        assert settled(made).data["governing_law"] == ["New York"]

    def test_arbitration_names_rules_and_seat(self) -> None:
        value = read(
            PREAMBLE,
            "Any dispute shall be finally settled by binding arbitration under the Commercial Arbitration Rules of "
            "the American "
            "Arbitration Association. The arbitration shall be held in Chicago, Illinois.",
        )
        found = value["dispute_resolution"]
        assert (found["method"], found["seat"]) == ("arbitration", "Chicago, Illinois")
        assert found["rules"].startswith("Commercial Arbitration Rules")

    def test_the_language_that_prevails(self) -> None:
        value = read(PREAMBLE, "In case of any discrepancy the English version of this Agreement shall prevail.")
        assert value["governing_language"] == "English"


LONG = (
    "# SUPPLY AGREEMENT",
    PREAMBLE,
    "# 1. Term",
    "The term of this Agreement shall commence on the Effective Date and continue for two (2) years.",
    "This Agreement shall automatically renew for successive one (1) year periods.",
    "A party that does not wish a renewal shall give notice at least thirty (30) days before the end of the current "
    "term.",
    "# 2. Law",
    "This Agreement shall be governed by the laws of the State of New York.",
    "IN WITNESS WHEREOF the parties signed.",
    "NORTHWIND TRADERS, INC.",
    "By: /s/ A. Ames",
    "Date: May 9, 2014",
)


@pytest.mark.parametrize("cuts", [(2,), (1, 4), (5, 6, 9), tuple(range(1, 12))])
def test_chunks_change_neither_value_nor_quotes(cuts: tuple[int, ...]) -> None:
    made = document(*LONG)
    whole, parts = settled(made), settled(made, *cuts)
    assert parts.data == whole.data
    assert {path: claim.quotes for path, claim in parts.claims.items()} == {
        path: claim.quotes for path, claim in whole.claims.items()
    }


def test_every_quote_is_the_documents_own_text() -> None:
    made = document(*LONG)
    for claim in settled(made).claims.values():
        for quote in claim.quotes:
            assert quote.span is not None
            assert made.text[slice(*quote.span)] == quote.text


@pytest.mark.parametrize(
    ("before", "repeated", "times"),
    [
        ("This Agreement is made between Alpha Beta Gamma and ", "Alpha Beta Gamma and ", 250),
        ("This Agreement is made between ", 'Acme Inc. ("Acme") and ', 100),
        ("", "The term of this Agreement shall continue until ", 100),
        ("", "governed by the laws of the ", 250),
        ("", "( ", 1_000),
        ("This Agreement is made as of ", "____ ", 500),
    ],
    ids=["names", "aliases", "terms", "laws", "parentheses", "blanks"],
)
def test_a_text_that_repeats_itself_takes_linear_time(before: str, repeated: str, times: int) -> None:
    assert grows_linearly(lambda size: settled(document(before + repeated * size)), times)


def _pair(duration: Json) -> tuple[int, str] | None:
    return (duration["count"], duration["unit"]) if duration else None


def test_a_preamble_may_name_its_schedules_and_a_section_is_none():
    found = read(
        'This Lantern Supply Agreement (together with its Schedules, this "Agreement") is entered into on May 3, 2021 '
        'and is effective as of June 1, 2021 (the "Effective Date") between Harrowgate Kettles, Inc., a Delaware '
        'corporation ("Supplier"), and Pellmoor Trading LLC, a Nevada limited liability company ("Distributor").',
        "2.1 This Agreement commences on the Effective Date and continues for an initial term of five (5) years, "
        'expiring on May 31, 2026, unless terminated earlier (the "Initial Term").',
    )
    assert found["agreement_date"] == "2021-05-03"
    assert found["effective_date"] == "2021-06-01"
    assert found["expiration_date"] == "2026-05-31"
