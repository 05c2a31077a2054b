"""The first pages of a scan are told while the others are being read."""

import pytest
from building import document

from docpipe.readers import ReadOptions, so_far
from docpipe.readers.so_far import SoFar, Telling
from docpipe.readers.workers import Pool


@pytest.fixture
def told(monkeypatch):
    """What is told in this process."""
    found = []
    monkeypatch.setattr(so_far, "_listeners", [found.append])
    return found


def heard(page_count, told, *read):
    """The numbers of pages that are told when so many are read, so many of them from their pictures."""
    telling = Telling(page_count)
    told.clear()
    for pages, recognised in read:
        telling.read(pages, recognised, lambda pages=pages: document(*map(str, range(pages))))
    assert all(one.page_count == page_count for one in told)
    return [len(one.document.blocks) for one in told]


def test_pages_are_told_in_growing_steps_and_not_the_last_one(told):
    assert heard(10, told, *((n, n) for n in range(1, 11))) == [3, 6, 9]
    assert heard(90, told, *((n, n) for n in range(60, 91))) == [60, 66, 73, 81]


def test_nothing_is_told_while_pages_are_read_by_their_text_nor_where_nobody_wants_it(told):
    assert heard(10, told, (3, 0), (6, 0), (7, 1), (8, 1), (9, 1)) == [7]
    assert heard(0, told, *((n, n) for n in range(1, 11))) == []


def test_a_worker_tells_the_first_pages_of_a_scan_cleaned(scan):
    data = scan([["Clause one ends here."], ["Clause two ends here."], ["Clause three ends here."], ["The end."]])
    told = []
    with Pool(1, ("docpipe.cleaning:clean",)) as pool:
        reading = pool.submit(data, ReadOptions(tell_so_far=True), "scan.pdf")
        reading.listen(told.append)
        whole = reading.result(300)
    (one,) = told
    assert isinstance(one, SoFar)
    assert (len(one.document.pages), one.page_count) == (3, 4)
    assert whole.text.startswith(one.document.text)
    assert whole.text != one.document.text


def test_of_a_part_is_told_what_stands_before_it_too(told):
    with so_far.changed(lambda one: SoFar(document("before", *(b.id for b in one.document.blocks)), 99), 60):
        Telling(9).read(5, 5, lambda: document("too few beside 60"))
        Telling(9).read(6, 6, lambda: document("of the part"))
    Telling(9).read(3, 3, lambda: document("alone"))
    assert [(one.document.text, one.page_count) for one in told] == [("before\nb0", 99), ("alone", 9)]
