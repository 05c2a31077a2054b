"""The labels are whole, and where the contracts are at hand, their places hold words."""

import json
from pathlib import Path

import pytest

GOLD = [json.loads(line) for line in Path(__file__).with_name("gold.jsonl").read_text(encoding="utf-8").splitlines()]
FIELDS = {"governing_law", "venue", "dispute_method", "penalties", "ip_ownership", "obligations"}
CONTRACTS = Path(__file__).parents[3] / "shared" / "data" / "cuad" / "pdf"


def test_every_contract_answers_every_question_or_says_that_it_does_not():
    assert len({document["sha256"] for document in GOLD}) == 40
    for document in GOLD:
        assert {fact["field"] for fact in document["facts"]} == FIELDS
        for field in FIELDS:
            answers = [fact for fact in document["facts"] if fact["field"] == field]
            assert all("places" in fact for fact in answers) or answers == [{"field": field, "value": None}]


def test_no_text_of_a_contract_is_kept():
    assert all(not {"quote", "text"} & set(fact) for document in GOLD for fact in document["facts"])


@pytest.mark.skipif(not CONTRACTS.is_dir(), reason="the contracts of the labels are not beside the project")
@pytest.mark.parametrize("document", GOLD[::8], ids=lambda document: document["document"][:20])
def test_the_place_of_a_governing_law_names_it(document):
    import docpipe

    read = docpipe.read(CONTRACTS / document["document"], docpipe.load({"ocr": "never", "audit": False}))
    for fact in (fact for fact in document["facts"] if fact["field"] == "governing_law" and fact["value"]):
        (place,) = fact["places"][:1]
        assert fact["value"].split()[-1].casefold() in " ".join(_words(read, place)).casefold()


def _words(read, place):
    """The words of a page whose middle lies in a box."""
    x0, top, x1, bottom = place["bbox"]
    for index in range(len(read.words)):
        start, end = read.words.starts[index], read.words.ends[index]
        for where in read.places(start, end):
            left, upper, right, lower = where.bbox
            inside = x0 - 1 <= (left + right) / 2 <= x1 + 1 and top - 1 <= (upper + lower) / 2 <= bottom + 1
            if where.page == place["page"] and inside:
                yield read.text[start:end]
