"""What a batch says of documents that are done and yet need a look, and the page that leads to all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from docpipe.batch.folder import Job
from docpipe.batch.runner import Outcome
from docpipe.cli.batch_notes import MOST_LINES, check_page, noted_lines, states, write_page
from docpipe.errors import Encrypted, NoText, SettingsError
from docpipe.sinks.files import slots
from docpipe.sinks.looks import Tally
from docpipe.sinks.owned import is_owned

ROOM, OUT = Path("room"), Path("out")
SOUND = Tally(3, 1, 0)


def outcome(name: str, tally: Tally = SOUND, output: Path = OUT, **more) -> Outcome:
    source = ROOM / name
    return Outcome(Job(source, 1, slots([source], ROOM, output)[0], "html"), 2, tally, **more)


def test_a_batch_without_anything_to_note_says_nothing():
    assert noted_lines([outcome("a.pdf"), outcome("b.pdf", error=NoText("no text"))], ROOM, "x") == []


def test_damage_errors_and_documents_without_a_value_are_named_worst_first():
    found = [
        outcome("sound.pdf"),
        outcome("deep/torn.pdf", warnings=("pages 3-4: cannot be read", "page 9: no text", "one more")),
        outcome("empty.pdf", Tally(0, 0, 0)),
        outcome("wrong.pdf", errors=("Term, conflict: two terms (page 4)",)),
    ]
    assert noted_lines(found, ROOM, "x") == [
        "3 documents with warnings, checks of severity error or no value:",
        "  wrong.pdf: a check of severity error: Term, conflict: two terms (page 4)",
        "  empty.pdf: no value was found",
        "  deep/torn.pdf: pages 3-4: cannot be read; page 9: no text (and 1 more)",
    ]


def test_of_many_documents_the_rest_is_counted_and_its_place_named():
    lines = noted_lines([outcome(f"{at}.pdf", warnings=("torn",)) for at in range(14)], ROOM, "out/report.html")
    assert lines[0].startswith("14 documents with")
    assert len(lines) == 1 + MOST_LINES + 1
    assert lines[-1] == "  and 4 more: see out/report.html"


def test_the_page_has_a_row_for_each_document(tmp_path):
    found = [
        outcome("z 100%.pdf", output=tmp_path),
        outcome("deep/<b>.pdf", output=tmp_path, warnings=("torn <img src=x>",)),
        outcome("bad.pdf", output=tmp_path, error=NoText("no page has text")),
    ]
    index = check_page([one.job.shown for one in found], tmp_path)
    write_page(found, ROOM, index)
    page = index.read_text(encoding="utf-8")
    assert (index.name, is_owned(index)) == ("report.html", True)
    assert re.findall(r'href="([^"]*)"', page) == ["deep/%3Cb%3E.html", "z%20100%25.html"]
    assert "deep/&lt;b&gt;.pdf" in page
    assert "torn &lt;img src=x&gt;" in page
    assert "no page has text" in page
    assert "<script" not in page
    assert "script-src &#39;none&#39;" in page


def test_a_document_called_report_keeps_its_page(tmp_path):
    assert check_page([tmp_path / "report.html"], tmp_path).name == "_report.html"


def test_a_page_that_docpipe_did_not_write_stays(tmp_path):
    (tmp_path / "report.html").write_text("<html>mine</html>", encoding="utf-8")
    with pytest.raises(SettingsError, match="was not written by docpipe"):
        check_page([], tmp_path)


def test_a_copy_is_named_on_the_page_and_leads_to_its_own_result(tmp_path):
    first = outcome("a.pdf", output=tmp_path)
    copy = Outcome(replace(outcome("b.pdf", output=tmp_path).job, original=first.job), 2, SOUND, is_copy=True)
    page = check_page([], tmp_path)
    write_page([first, copy], ROOM, page)
    assert re.findall(r'href="([^"]*)"', page.read_text(encoding="utf-8")) == ["a.html", "b.json"]
    assert "a copy of a.pdf" in page.read_text(encoding="utf-8")
    assert noted_lines([first, copy], ROOM, "x") == []


def test_the_summary_of_the_page_has_every_document_in_one_state_and_failures_by_code(tmp_path):
    lost = [outcome(f"{at}.pdf", output=tmp_path, error=NoText("no text")) for at in range(2)]
    found = [outcome("a.pdf", output=tmp_path), outcome("b.pdf", output=tmp_path, is_copy=True), *lost]
    found += [outcome("c.pdf", output=tmp_path, error=Encrypted("locked"))]
    summary = states(found, left=4, not_read=1)
    assert summary == [
        ("Done", "1"),
        ("Copies of others", "1"),
        ("Failed", "3: 2 NoText, 1 Encrypted"),
        ("Not done yet", "4"),
        ("Not read", "1 file of other types"),
    ]
    index = check_page([], tmp_path)
    write_page(found, ROOM, index, summary)
    assert "<dt>Failed</dt><dd>3: 2 NoText, 1 Encrypted</dd>" in index.read_text(encoding="utf-8")
