from docpipe.cleaning import hyphens
from docpipe.cleaning.hyphens import Vocabulary

REGIONS = ["rest of it. The non-binding Offer\nis well-known to the", "“Buyer” (or its agents), who broke-\nred it"]


def test_words_stand_alone_and_compounds_whole():
    known = Vocabulary(REGIONS)
    assert all(word in known for word in ("offer", "buyer", "non-binding", "agents"))
    assert not any(word in known for word in ("rest", "off", "binding", "known", "broke", "red"))


def test_a_document_that_asks_for_many_words_gets_the_same_answers():
    words = ["offer", "buyer", "non-binding", "agents", "off", "binding", "known", "broke", "red", "well-known", "it"]
    few, many = Vocabulary(REGIONS), Vocabulary(REGIONS)
    assert not any(f"none{number}" in many for number in range(hyphens.FEW))
    assert [word in many for word in words] == [word in few for word in words]
