"""Words that mean the same have one term; roles and small words are told apart."""

from __future__ import annotations

import pytest

from docpipe.rules.passages.terms import stem, terms


@pytest.mark.parametrize(
    "words",
    [
        "terminate terminated terminates terminating termination",
        "assign assigned assignment assignable",
        "deliver delivery deliveries delivered",
        "renew renewal renewed renewals",
        "indemnify indemnity indemnification indemnified",
        "pay paid payment payable",
        "insure insurance insured",
        "exclusive exclusivity exclusively",
        "licence license licensed licenses",
        "notify notice notification notices",
    ],
)
def test_forms_of_a_word_have_one_stem(words):
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize("words", ["licensor licensee", "lessor lessee", "employer employee", "part party", "use us"])
def test_who_gives_and_who_takes_are_two(words):
    assert len({stem(word) for word in words.split()}) == 2


def test_small_words_are_no_terms_and_numbers_are():
    assert terms("What is the fee of 12,500.00 for it?") == ["fee", "12500.00"]


def test_chinese_is_read_in_pairs_of_characters():
    assert terms("违约金 10%") == ["违约", "约金", "10"]
