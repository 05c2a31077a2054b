"""What speaks for a value that only a model found, and what against it."""

import pytest
from building import document

from docpipe.kinds.contract import Contract
from docpipe.merge import Claim
from docpipe.types import Quote
from docpipe.verify.modelled import trust_of

LATER = "This Agreement shall become effective on May 1, 2024."


def state(path, value, quote, *paragraphs):
    made = document(*paragraphs)
    start = made.text.index(quote)
    claim = Claim(value, (Quote(quote, (start, start + len(quote)), ()),), ("model",), None, False, "")
    trust, _ = trust_of(made, path, claim, Contract)
    return max((one.state for one in trust.values()), key=["located", "confirmed"].index)


@pytest.mark.parametrize("above", ["# Term and Termination", "This Agreement may be terminated."])
def test_what_stands_over_a_paragraph_does_not_speak_against_a_quote_that_names_its_subject(above):
    assert (
        state("/effective_date", "2024-05-01", "This Agreement shall become effective on May 1, 2024", above, LATER)
        == "confirmed"
    )


def test_words_of_another_subject_beside_a_bare_day_speak_against_it():
    both = "This Agreement is effective at once and terminates on May 1, 2024."
    assert state("/effective_date", "2024-05-01", "May 1, 2024", both) == "located"
    assert (
        state("/effective_date", "2024-05-01", "is effective at once and terminates on May 1, 2024", both) == "located"
    )


WRONG = [
    ("/agreement_date", "2012-09-26", "the Secrecy Agreement between the parties dated September 26th, 2012", ""),
    ("/agreement_date", "2012-09-26", "dated September 26th, 2012", "It replaces the Secrecy Agreement between them "),
    ("/agreement_date", "2023-02-15", "Amendment No. 1 dated February 15, 2023", "as amended by "),
    ("/effective_date", "2024-11-28", "is executed on November 28, 2024", "This Lease, effective at once, "),
    ("/expiration_date", "2024-02-01", "自 2024 年 2 月 1 日起", "本协议有效期至三年后的同日止，"),
    ("/term", {"count": 5, "unit": "year"}, "保存期限不少于本协议终止后五年", "账册的"),
    ("/renewal_term", {"count": 6, "unit": "month"}, "期满前六个月", "本协议自动续展，除非"),
    ("/payment_terms", {"days": 30}, "卖方于 30 日内无息退还保证金", "买方付款后合同终止的，"),
]


@pytest.mark.parametrize(("path", "value", "quote", "before"), WRONG)
def test_true_words_about_something_else_confirm_nothing(path, value, quote, before):
    assert state(path, value, quote, f"{before}{quote}.") == "located"


@pytest.mark.parametrize(
    ("path", "value", "quote", "after"),
    [
        ("/agreement_date", "2014-05-01", "This Supply Agreement (the “Agreement”) is dated as of May 1, 2014", ""),
        ("/agreement_date", "2014-05-01", "SUPPLY AGREEMENT dated as of May 1, 2014", ""),
        ("/effective_date", "2014-05-01", "entered into as of May 1, 2014", " (the “Effective Date”) by the parties"),
        ("/expiration_date", "2027-01-31", "至 2027 年 1 月 31 日止", ""),
    ],
)
def test_words_about_what_was_asked_confirm_it(path, value, quote, after):
    assert state(path, value, quote, f"{quote}{after}.") == "confirmed"
