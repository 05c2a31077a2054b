import pytest

from docpipe.cleaning.ends import ends, label, leader, open_end


@pytest.mark.parametrize(
    "text", ["shall be paid.", "as follows:", "the “Agreement”", "(the rest.)", "他们说：“好。”", "of it.'"]
)
def test_a_line_ends_on_a_stop_or_what_closes_behind_one(text):
    assert ends(text)


@pytest.mark.parametrize("text", ["shall be paid", "to the Seller)", "the other’", "one, two,", ""])
def test_a_bracket_alone_ends_nothing(text):
    assert not ends(text)


@pytest.mark.parametrize("text", ["in the case of", "OF", "one, two,", "buy and/or", "(the", "“The", "by\tthe"])
def test_an_open_end_is_a_comma_or_a_word_that_cannot_be_the_last(text):
    assert open_end(text)


@pytest.mark.parametrize("text", ["the proof", "_of", "the end of.", "there of1", "", "本合同由of"])
def test_a_word_that_only_ends_like_one_leaves_nothing_open(text):
    assert not open_end(text)


@pytest.mark.parametrize("text", ["By: ____", "bY:", "E-mail:", "email :", "Its.", "Phone: 1"])
def test_labels_are_known_in_any_case(text):
    assert label(text)


@pytest.mark.parametrize("text", ["Bylaws are", "e", "", "The title", "Fact: no"])
def test_a_word_that_begins_like_a_label_is_none(text):
    assert not label(text)


def test_dots_and_rules_lead():
    assert all(map(leader, ("1. Term ........ 4", "Term . . . . . . 12", "By: ________")))
    assert not leader("the term. It. Ends. Here. And. There")
