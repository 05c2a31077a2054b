"""Paragraphs that another process finds in the pages that it has read are those that one process finds in all."""

from array import array
from contextlib import nullcontext

import pytest
from msgspec.structs import replace
from sameness import assert_same

from docpipe.cleaning import clean, stretches
from docpipe.cleaning.stretches import Stretch, found

AT = 5
"""The first page that the other process has read."""


class Reader:
    """Another process, which has read some pages and is this one. ``found`` is what it found, ``given`` what it says
    instead, if anything."""

    def __init__(self, part, pages, given=None):
        self._part, self.found, self._given = part, None, given
        self.parts = {"part": pages}

    def asked(self, _function, _argument):
        return nullcontext(lambda: None)

    def parts_asked(self, function, argument):
        assert function == f"{stretches.__name__}:{found.__name__}"
        self.found = found({"part": self._part}, argument)
        return nullcontext(lambda: self.found if self._given is None else self._given)


def body(number):
    return [
        f"{number}. The seller delivers the goods number {number} to the buyer on the first day of the month, and the",
        "buyer takes them over, looks at them and tells the seller of each fault that it has found within ten days",
        f"of that day, {number} days in all.",
        f"{number + 1}. The buyer pays the price of the goods {number} within thirty days, and bears costs of trans-",
        f"port and of the insurance. The parties bear their own costs of whatever else clause {number} asks them to",
        f"do, and if one of the {number} parties",
    ]


@pytest.fixture
def long(printed):
    """Pages, and what the other process has read of them."""

    def made(pages):
        return printed(pages), printed([[] for _ in pages[: AT - 1]] + pages[AT - 1 :])

    return made


def pages():
    running = [(72.0, 40.0, "Supply agreement of the Invented Goods Company")]
    return [[*running, *body(2 * number + 1), (300.0, 760.0, str(number + 1))] for number in range(9)]


@pytest.fixture
def taken(monkeypatch):
    """How often what another process found was taken."""
    times = []
    real = stretches.Paragraphs._theirs

    def told(self, *given):
        groups = real(self, *given)
        times.append(bool(groups))
        return groups

    monkeypatch.setattr(stretches.Paragraphs, "_theirs", told)
    return times


@pytest.mark.parametrize("last", [9, 7])
def test_the_document_is_the_same_and_furniture_is_left_out_there_too(long, taken, last):
    whole, part = long(pages())
    _, read = long(pages()[:last])
    other = Reader(part if last == 9 else read, range(AT, last + 1))
    assert_same(clean(whole, other), clean(whole))
    assert taken == [True]
    assert sum(other.found["part"].lengths) == 6 * (last - AT + 1)
    assert "transport" in clean(whole, other).text


def test_footnotes_are_told_by_the_size_of_the_whole_body(long, taken):
    noted = pages()
    noted[6] = [
        *body(13)[:2],
        "the goods 3 and the order",
        "",
        "",
        "3 The list of goods is the second annex",
        "of 2033.",
    ]

    def with_small_letters(document):
        boxes = document.words.boxes[:]
        for at in range(len(document.words)):
            if document.text[document.words.starts[at]] == "3":
                boxes[4 * at + 3] -= 4
        return replace(document, words=replace(document.words, boxes=boxes))

    whole, part = map(with_small_letters, long(noted))
    other = Reader(part, range(AT, 10))
    assert_same(clean(whole, other), clean(whole))
    assert taken == [True]
    assert list(other.found["part"].notes.values()) == [True, False]


@pytest.mark.parametrize(("before", "again"), [("(q)", True), ("(c)", False)])
def test_what_the_number_before_a_part_decides_is_decided_here(long, taken, before, again):
    """A line that is set further out than the full one above it is the next item if its number is the next one."""
    lettered = [body(2 * number + 1) for number in range(8)]
    lettered[AT - 2][-1:] = ["do.", f"{before} The seller bears the costs of all tests, as agreed."]
    full = body(5)[1][:-5]
    lettered[AT - 1] = [(102.0, 72.0, full), (72.0, 84.0, "(r) the buyer of these goods bears the costs"), *body(5)[2:]]
    whole, part = long(lettered)
    cleaned = clean(whole, Reader(part, range(AT, 9)))
    assert_same(cleaned, clean(whole))
    assert taken == [not again]
    assert again == any(block.number == "(r)" for block in cleaned.blocks)


@pytest.mark.parametrize("given", [{}, {"part": Stretch(array("I", [1, 2]), {}, (), {})}])
def test_another_process_that_fails_or_has_read_something_else_costs_nothing(long, given):
    whole, part = long(pages())
    assert_same(clean(whole, Reader(part, range(AT, 10), given)), clean(whole))
