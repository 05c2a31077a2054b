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
    return trust_of(made, path, claim, Contract)[0][path].state


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
