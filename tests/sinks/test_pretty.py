"""The table for people."""

import io
import re

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from sinks.conftest import unsure

from docpipe.sinks import Look, open_sink
from docpipe.types import Check, Failure, Trust


def drawn(outcome, **look):
    stream = io.StringIO()
    sink = open_sink("pretty", stream, Look(**({"width": 80} | look)))
    sink.write(outcome)
    sink.close()
    return stream.getvalue()


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self):
        return True


def on_screen(outcome, **look):
    stream = Screen()
    open_sink("pretty", stream, Look(width=80, **look)).write(outcome)
    return stream.getvalue()


def many(result, count):
    """The result with so many governing laws, all confirmed but the last."""
    laws = [f"Land {number}" for number in range(1, count + 1)]
    paths = [f"/governing_law/{at}" for at in range(count)]
    trust = {path: Trust("located", ("rules",)) for path in paths} | {paths[-1]: Trust("ungrounded", ("rules",))}
    return replace(result, data=result.data | {"governing_law": laws}, trust=dict(result.trust) | trust)


def test_a_screen_shows_the_first_of_a_long_list_what_is_doubtful_and_how_to_see_the_rest(result):
    long = many(result, 30)
    text = on_screen(long)
    assert [f"Land {number} " in text for number in (1, 8, 9, 29, 30)] == [True, True, False, False, True]
    assert "and 21 more: -v or --format html shows all" in " ".join(text.split())


def test_a_file_and_the_long_view_show_all_of_a_list(result):
    long = many(result, 30)
    for text in (drawn(long), on_screen(long, quotes=True)):
        assert all(f"Land {number} " in text for number in range(1, 31))
        assert "more:" not in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_asked_and_nothing_is_cut(result, width):
    text = drawn(result, width=width)
    assert max(cell_len(line) for line in text.splitlines()) <= width
    assert "…" not in text
    for words in ("Marrow 北京 Inc.", "USD 3,000.50", "3 years", "page 1 says 15 March, page 3 says 1 April"):
        assert all(word in text for word in words.split())


def test_a_long_value_without_spaces_wraps(result):
    name = "中关村软件技术服务有限责任公司" * 12
    result.data["title"], before = name, result.data["title"]
    try:
        text = drawn(result)
    finally:
        result.data["title"] = before
    assert name in re.sub(r"[^一-龥]", "", text)
    assert max(cell_len(line) for line in text.splitlines()) <= 80


def test_only_confirmed_is_shown_as_verified(result):
    lines = drawn(result, width=100).splitlines()
    marked = [line for line in lines if "✓" in line and not line.startswith("  ")]
    assert [line.split("  ")[0] for line in marked] == ["Title", "Parties", "Effective date", "Term", "Amounts"]
    (tansy,) = [line for line in lines if "Tansy" in line]
    assert "✗ not in text" in tansy


def test_checks_come_worst_first_and_then_what_is_missing(result):
    text = drawn(result, width=100)
    parts = [
        "Checks\n! Parties 2: ",
        "! Effective date (p. 1, 3): ",
        "  Amounts (p. 3): ",
        "Not found by the rules; it may still be in the document\n",
        "Not analysed\n",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert "  Governing law\n  Clauses: Non-Compete\n" in text
    assert "  Summary: the rules engine cannot answer this\n" in text


def test_a_check_of_a_text_without_pages_names_its_paragraph_as_no_page(result):
    there = replace(result.evidence["/title"][0], page=None, place="paragraph 4")
    text = drawn(replace(result, checks=(Check("/title", "conflict", "warning", "differs", (there,)),)), width=100)
    assert "! Title (paragraph 4): differs\n" in text


def test_colour_only_where_it_is_wanted_and_only_on_what_is_not_verified(result):
    assert "\x1b" not in drawn(result)
    lines = drawn(result, colour=True).splitlines()
    assert "\x1b[3" not in next(line for line in lines if line.startswith("Title"))
    assert "\x1b[1;31m✗ not in text" in next(line for line in lines if "Tansy" in line)


def test_quotes_stand_below_their_values_on_request(result):
    assert "“The rent”" not in drawn(result)
    assert any("“The rent” " in line and " 2" in line for line in drawn(result, quotes=True).splitlines())


def test_a_failure_is_not_drawn(result):
    from docpipe.errors import ReadError

    assert drawn(Failure("a.pdf", ReadError("damaged"))) == ""


def test_the_legend_explains_only_the_states_that_a_reader_sees(result):
    titled = replace(result, data={"title": "LEASE", "term": {"count": 3, "unit": "year"}}, checks=())
    legend = drawn(titled).partition("\nTrust\n")[2]
    assert "✓ confirmed:" in legend
    assert "no quote" not in legend
    assert "no quote:" in drawn(replace(titled, data={"title": "LEASE", "other": "x"})).partition("\nTrust\n")[2]


def test_a_value_that_is_more_likely_wrong_than_right_is_drawn_as_perhaps_there(result):
    text = drawn(unsure(result, 0.3, 0.3, 0.7))
    assert re.search(r"Insurance +4-6 +\? perhaps\n", text)
    assert re.search(r"Audit Rights +Sheet1!B7 +located\n", text)
    assert "? perhaps: the quote stands there, but" in text.partition("\nTrust\n")[2]
    assert "perhaps" not in drawn(unsure(result, 0.7, 0.3, 0.7))
