import pytest

from docpipe.rules.sentences import sentence_spans


@pytest.mark.parametrize(
    "sentences",
    [
        ["Acme Inc. of U.S. origin pays.", "The price is $1.50."],
        ["Otter Mills, Inc., pays St. Ives Mfg. Works in U.S. dollars.", "It does so L.L.C. Otter in hand."],
        ["Pay Rs. 10,000/- per day.", "It is due."],
        ["Pay No. 5 first.", "Then (if any) the rest."],
        ["Sold to Acme Inc.", "The Seller agrees."],
        ["2. The term is a year.", "It ends."],
        ["Is it due?", "(a) Yes."],
    ],
)
def test_sentences_end_where_a_lawyer_ends_them(sentences: list[str]) -> None:
    text = " ".join(sentences)
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


def test_white_space_alone_is_no_sentence() -> None:
    assert sentence_spans("  \n ") == []
