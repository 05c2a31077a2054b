"""Rows that say the same: the pages at one height, and the runs that these form."""

from docpipe.cleaning.alike import Alike, by_key
from docpipe.cleaning.edges import Edge
from docpipe.cleaning.lines import TextLine


def edge(page, text):
    return Edge.of([TextLine(page, page, 0, 1, 72.0, 40.0, 540.0, 50.0, 10.0, text)], "top", 0, 40.0)


def test_pages_that_follow_each_other_and_every_other_page_are_runs():
    alike = Alike([2, 3, 4, 11, 13, 15, 30], once=True)
    assert [list(alike.run(page)) for page in (3, 13, 30)] == [[2, 3, 4], [11, 13, 15], [30]]


def test_a_page_close_to_a_run_belongs_to_it():
    assert list(Alike([1, 3, 5, 6], once=True).run(6)) == [1, 3, 5]


def test_a_run_is_the_same_whatever_pages_there_are_far_away():
    near = [40, 41, 43, 44, 46, 48, 50]
    runs = [Alike([*before, *near, *after], once=True) for before, after in (([], []), ([1, 2, 37], [53, 54]))]
    assert [list(runs[0].run(page)) for page in near] == [list(runs[1].run(page)) for page in near]


def test_a_page_with_two_such_rows_counts_once():
    assert Alike([5, 6, 6], once=False).count == 2


def test_keys_are_looked_for_where_enough_rows_may_have_one():
    rows = [edge(1, "Page 1"), edge(2, "Page 2"), edge(3, "P a g e 3"), edge(4, "Terms"), edge(5, "Page")]
    assert {key: len(found) for key, found in by_key(rows, 2).items()} == {"Page#": 3}
