"""What models cost: by group of questions, with a price of its own for what their server had in its cache."""

from docpipe.completions import Spent, Usage
from docpipe.llm.costs import priced
from docpipe.setting_tables import Price
from docpipe.sinks.costs import costs_of, in_words

PRICES = (Price("large", "10", "1", "40", "USD"), Price("small", "2", "2", "8", "EUR"))
SPENT = (("title", Usage(1_000_000, 600_000, 100_000, 3)), ("parties", Usage(500, 0, 10, 1)))


def test_cached_tokens_have_their_own_price():
    title, parties = priced("large", SPENT, PRICES)
    assert (title.cost, title.currency) == ("8.6", "USD")  # .4 x 10 + .6 x 1 + .1 x 40
    assert parties.cost == "0.0054"


def test_a_model_without_a_price_has_no_cost():
    assert [one.cost for one in priced("another", SPENT, PRICES)] == [None, None]


def test_costs_are_summed_by_currency():
    spent = (*priced("large", SPENT, PRICES), *priced("small", SPENT, PRICES))
    assert costs_of(spent) == {"EUR": "2.801080", "USD": "8.605400"}
    assert in_words({"EUR": "0.001080", "USD": "8.605400"}) == "0.0011 EUR and 8.61 USD"


def test_a_sum_of_which_a_part_has_no_price_is_none():
    spent = (*priced("large", SPENT, PRICES), Spent("another", "title", Usage(1, 0, 1, 1)))
    assert costs_of(spent) is None
    assert costs_of(()) is None


def test_what_came_out_of_the_journal_costs_nothing_and_needs_no_price():
    assert costs_of((*priced("large", SPENT, PRICES), Spent("another", "title", Usage()))) == {"USD": "8.605400"}
