"""Sentences that say how long an agreement runs, in words that are not everybody's."""

from __future__ import annotations

import pytest

from docpipe.rules.contract import renewal, term


def test_what_an_agreement_covers_during_its_term(settled):
    draft = settled(
        term,
        "# Duration",
        "This Agreement takes effect on the Effective Date and covers orders placed during a term of four (4) years "
        "from the Effective Date.",
    )
    assert draft.data["term"] == {"count": 4, "unit": "year"}


def test_a_period_from_its_first_day_to_its_last(settled):
    draft = settled(term, "2. Period. The loan begins on March 1, 2031 and ends on May 31, 2031.")
    assert (draft.data["expiration_date"], draft.data["expiration_basis"]["kind"]) == ("2031-05-31", "fixed")


def test_two_days_of_something_else_are_no_term(settled):
    draft = settled(term, "4. Training. The course begins on March 1, 2031 and ends on May 31, 2031.")
    assert draft.data["expiration_date"] is None


def test_the_earlier_of_two_events_gives_no_date(settled):
    draft = settled(
        term, "The term of this Agreement ends on the earlier of the completion of the Works and the sale of the Site."
    )
    assert (draft.data["expiration_date"], draft.data["term"]) == (None, None)


@pytest.mark.parametrize(
    "sentence",
    [
        "The obligations of the Agent under this Agreement shall terminate no later than 60 days after the closing.",
        "The cover of this Agreement shall remain in effect for three (3) years following the term of this Agreement.",
    ],
)
def test_what_comes_after_the_term_or_at_the_latest_is_no_term(settled, sentence):
    assert settled(term, "# Term", sentence).data["term"] is None


@pytest.mark.parametrize(
    "sentence",
    [
        "1.18 “Calendar Year” means the twelve-month period ending on December 31; provided that the first Calendar "
        "Year of the Term shall begin on the Effective Date and end on December 31, 2031.",
        "The Company will not, at any time prior to the expiration of three years after the date of this Agreement, be "
        "or become a bank; this provision shall have no force or effect where the Company merges.",
        "9. Severability. If any term of this Agreement is invalid, all other terms and provisions of this Agreement "
        "shall remain in full force and effect so long as the economic substance of the sale is not affected.",
        "The Handover Agreement will require Seller to provide services for a period of up to six (6) months from the "
        "effective date of termination.",
    ],
)
def test_a_definition_a_covenant_and_a_saving_clause_are_no_term(settled, sentence):
    data = settled(term, sentence).data
    assert (data["term"], data["expiration_date"]) == (None, None)


def test_the_definition_of_the_term_is_one(settled):
    draft = settled(term, "“Initial Term” means the period of two (2) years commencing on the Effective Date.")
    assert draft.data["term"] == {"count": 2, "unit": "year"}


def test_the_notice_of_a_new_price_renews_nothing(settled):
    draft = settled(
        renewal,
        "Maker may increase the Product Price at the end of the first year of this Agreement and from year to year "
        "thereafter, by giving 90 days prior written notice of the changes.",
    )
    assert (draft.data["renewal_term"], draft.data["notice_period"]) == (None, None)


def test_the_notice_at_the_end_of_the_term_or_of_a_renewal(settled):
    draft = settled(
        renewal,
        "This Agreement shall be automatically renewed for successive one (1) year periods.",
        "Fees are paid monthly.",
        "Goods are sold at list price.",
        "Orders are sent by mail.",
        "18.1 This Agreement may be terminated by either party at the expiration of its term or any renewal term upon "
        "thirty (30) days written notice to the other party.",
    )
    assert draft.data["notice_period"] == {"count": 30, "unit": "day"}


@pytest.mark.parametrize(
    "sentence",
    [
        "The term of this Agreement starts on the Effective Date and continues in perpetuity.",
        "Your employment shall commence on 3 May 2031 and shall continue unless and until either party gives notice.",
        "The licence granted by this Agreement shall endure indefinitely unless ended under clause 9.",
    ],
)
def test_words_for_no_end(settled, sentence):
    assert settled(term, "# Term", sentence).data["expiration_date"] == "perpetual"


def test_a_defined_last_day(settled):
    assert settled(term, '1.4 "Expiration Date" means March 31, 2031.').data["expiration_date"] == "2031-03-31"


def test_a_day_that_it_ends_on_in_any_event_and_a_length_from_another_day(settled):
    draft = settled(
        term,
        "# Term",
        "This Agreement shall terminate five (5) years following the date of launch of the first Website, but in no "
        "event later than February 28, 2031.",
    )
    assert (draft.data["expiration_date"], draft.data["term"]) == ("2031-02-28", None)


def test_a_length_subsequent_to_the_start(settled):
    draft = settled(
        term, "# Term", "This Agreement remains in effect until one (1) year subsequent to its Effective Date."
    )
    assert draft.data["term"] == {"count": 1, "unit": "year"}


@pytest.mark.parametrize(
    "sentence",
    [
        "This Agreement shall terminate one (1) year from the Rig Release Date, if not terminated sooner.",
        "The term of this Agreement shall be ten (10) years, which commence on the date upon which a Sample is shown.",
        "The term of this Agreement shall continue for the longer of one (1) year or the duration of the Lease.",
    ],
)
def test_a_length_from_a_day_that_nobody_knows_gives_no_last_day(settled, sentence):
    draft = settled(term, "# Term", sentence)
    assert draft.data["expiration_basis"]["kind"] == "event"
    assert draft.data["expiration_date"] is None


def test_what_is_due_during_the_term_is_no_length_of_it(settled):
    sentence = (
        "During the Term of this Agreement the Mill shall run for one week in each year of the term of the Agreement."
    )
    assert settled(term, "# Term", sentence).data["term"] is None


@pytest.mark.parametrize(
    "sentence",
    [
        "The Principal may extend the Initial Term for one further period of 12 months by giving notice.",
        "The Buyer may extend the term of this Contract by one period of twelve (12) months by written notice.",
    ],
)
def test_an_option_to_extend_is_a_renewal_and_not_the_term(settled, sentence):
    assert settled(renewal, sentence).data["renewal_term"] == {"count": 12, "unit": "month"}
    assert settled(term, sentence).data.get("term") is None


def test_rows_of_the_renewal_and_of_the_notice_that_ends_it(tabled_settled):
    rows = ("Auto-renewal\tRenews for 12 months each time", "Non-Renewal Notice Date\tAt least 60 days before the end")
    draft = tabled_settled(renewal, "The particulars are these.", rows)
    assert draft.data["renewal_term"] == {"count": 12, "unit": "month"}
    assert draft.data["notice_period"] == {"count": 60, "unit": "day"}


def test_labels_in_capitals_begin_lines_of_their_own(settled):
    lines = ("PREMISES: Ground floor, 18 Queen Street, Nelson", "TERM: Six (6) years", "START: 1 August 2024")
    assert settled(term, *lines).data["term"] == {"count": 6, "unit": "year"}
