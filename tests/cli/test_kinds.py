"""``docpipe kinds`` and ``--kind`` with kinds of somebody's own."""

from __future__ import annotations

import json
from pathlib import Path

SAMPLE = Path(__file__).parents[2] / "samples" / "nda.pdf"

NDA = """
name: nda
description: what we ask of an NDA
fields:
  effective_date: {type: date, description: when it begins, required: true}
  purpose: text
  broker: {type: text, ask_if: purpose}
"""


def test_a_kind_in_yaml_is_shown_with_what_it_says_of_its_fields(docpipe):
    Path("nda.yaml").write_text(NDA, encoding="utf-8")
    said = [line.split(maxsplit=1) for line in docpipe("kinds", "nda.yaml").out.splitlines()]
    assert said == [
        ["nda:", "what we ask of an NDA"],
        ["effective_date", "date  (required; when it begins)"],
        ["purpose", "text"],
        ["broker", "text  (asked only if purpose)"],
    ]


def test_a_kind_in_yaml_is_asked_of_a_document(docpipe):
    Path("nda.yaml").write_text(NDA, encoding="utf-8")
    done = docpipe("analyze", SAMPLE, "--kind", "nda.yaml", "--no-audit", "--format", "json")
    result = json.loads(done.out)
    assert done.code == 0
    assert result["kind"] == "nda"
    assert result["value"]["effective_date"] == "2026-09-14"
    assert result["run"]["kind_why"] is None
    assert [check["path"] for check in result["checks"] if check["rule"] == "not_analyzed"] == ["/purpose", "/broker"]


def test_auto_says_why_it_takes_a_document_for_what_it_is(docpipe):
    made = json.loads(docpipe("analyze", SAMPLE, "--no-audit", "--format", "json").out)
    assert (made["kind"], made["run"]["kind_why"].split()[:3]) == ("contract", ["its", "opening", "says"])


def test_what_is_no_contract_is_read_as_something_else_and_that_is_said(docpipe):
    Path("story.txt").write_text(
        "The mill grinds the corn of the valley at the end of the day.\n" * 60, encoding="utf-8"
    )
    done = docpipe("analyze", "story.txt", "--no-audit", "--format", "json")
    assert json.loads(done.out)["kind"] == "summary"
    assert "story.txt: read as summary, since it hardly uses the words of agreements" in done.err


def test_the_question_sets_are_listed_and_shown_when_they_are_named(docpipe):
    listed = docpipe("kinds").out
    assert "due_diligence   what a buyer of a company asks of its contracts (19 fields)" in listed
    assert "most_favoured_terms" not in listed
    assert "most_favoured_terms" in docpipe("kinds", "due_diligence").out
