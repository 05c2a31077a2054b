"""A result as Markdown."""

import io
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace
from sinks.conftest import unsure

from docpipe.sinks import Look, open_sink
from docpipe.sinks.report import result_to_markdown
from docpipe.types import Check

HOSTILE = (
    "*bold* __bold__ `code` ~~struck~~",
    "<script>alert(1)</script>",
    "[link](javascript:alert(1)) ![picture](x) <https://example.org>",
    "a | b & c &lt; d \\* e",
)


class Rendered(HTMLParser):
    """What a reader of the report sees: its text, and the elements that it is made of."""

    def __init__(self, result) -> None:
        super().__init__()
        self.text, self.tags = "", set()
        self.feed(MarkdownIt("commonmark").render(result_to_markdown(result)))

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)

    def handle_data(self, data):
        self.text += data


def test_values_stand_with_page_trust_and_quote(result):
    report = result_to_markdown(result)
    assert "## Title\n\n- **LEASE** (p. 1, confirmed)\n\n  > “LEASE” (p. 1)" in report
    assert "- **2021-04-01** (p. 2, confirmed, to look at)" in report
    assert "- **Audit Rights** (Sheet1!B7, located)" in report


def test_checks_stand_with_everything_that_they_cite(result):
    report = result_to_markdown(result)
    assert "- **Effective date**, conflict (warning): page 1 says 15 March, page 3 says 1 April\n\n  > “" in report
    assert report.index("ungrounded (error)") < report.index("conflict (warning)")


def test_what_is_not_there_is_told(result):
    report = result_to_markdown(result)
    assert (
        "## Not found by the rules; it may still be in the document\n\n- Governing law\n\n- Clauses: Non-Compete"
        in report
    )
    assert "## Not analyzed\n\n- Summary: the rules engine cannot answer this" in report


@pytest.mark.parametrize("text", [*HOSTILE, "1. Term", "1) Term", "- item", "+ item", "# heading", "=== x", "> quote"])
def test_text_of_a_document_reads_in_the_rendered_report_as_it_stands_there(result, text):
    data, cited = {"title": text}, {"/title": (replace(result.evidence["/title"][0], quote=text),)}
    checks = (Check("", "conflict", "warning", text),)
    document = replace(result.document, warnings=(text,))
    rendered = Rendered(replace(result, document=document, data=data, evidence=cited, checks=checks))
    assert rendered.text.count(text) == 4
    assert rendered.tags == {"h1", "h2", "p", "ul", "li", "strong", "blockquote"}


def test_several_results_follow_one_another(result):
    stream = io.StringIO()
    sink = open_sink("markdown", stream, Look(several=True))
    sink.write(result)
    sink.write(result)
    sink.close()
    assert stream.getvalue().count("# made.pdf\n") == 2


def test_a_value_that_is_more_likely_wrong_than_right_is_told_as_perhaps_there(result):
    report = result_to_markdown(unsure(result, 0.3, 0.3, 0.7))
    assert "- **Insurance** (p. 4-6, perhaps)" in report
    assert "- **Audit Rights** (Sheet1!B7, located)" in report
    assert "- perhaps: the quote stands there, but" in report
