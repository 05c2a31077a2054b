"""``docpipe eval`` from the command line."""

from __future__ import annotations

import csv
import io
import json

import pytest
from evaluate.results import cite, written

from docpipe.cli import run


@pytest.fixture
def files(tmp_path):
    """A gold file of two leases, and a folder of results with one right and one wrong title."""
    facts = [{"field": "title", "value": "LEASE"}, {"field": "governing_law", "value": "New York", "page": 2}]
    gold = tmp_path / "gold.jsonl"
    rows = [{"document": name, "facts": facts} for name in ("a.pdf", "b.pdf")]
    gold.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    for folder, title in (("before", "Supply Agreement"), ("after", "Lease")):
        for name, shown in (("a", "Lease"), ("b", title)):
            value = {"title": shown, "governing_law": ["State of New York"]}
            evidence = {"/governing_law/0": [cite("the laws of the State of New York", 2)]}
            trust = {"/title": {"state": "confirmed", "confidence": 0.95}}
            path = tmp_path / folder / f"{name}.json"
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps(written(f"{name}.pdf", value, evidence, trust)), encoding="utf-8")
    return tmp_path


def scored(capsys, *arguments) -> str:
    code = run(["eval", *map(str, arguments), "-q"])
    out = capsys.readouterr().out
    assert code == 0
    return out


def test_figures_as_json(files, capsys):
    found = json.loads(scored(capsys, files / "gold.jsonl", files / "before", "--format", "json"))
    assert found["fields"]["title"] | {"page": None, "cited": None} == {
        "right": 1, "wrong": 1, "missing": 1, "precision": 0.5, "recall": 0.5, "f1": 0.5, "page": None, "cited": None,
    }  # fmt: skip
    assert found["fields"]["governing_law"]["page"] == 1
    assert found["calibration"]["title"]["expected_calibration_error"] == 0.45


def test_errors_come_with_what_gold_says_and_what_was_found(files, capsys):
    out = scored(capsys, files / "gold.jsonl", files / "before", "--errors", "title", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {(row["document"], row["gold"], row["result"]) for row in rows} == {
        ("b.pdf", "LEASE", ""),
        ("b.pdf", "LEASE", "Supply Agreement"),
    }


def test_two_sets_of_results_are_compared(files, capsys):
    compare = ("--compare", files / "before", files / "after")
    found = json.loads(scored(capsys, files / "gold.jsonl", *compare, "--format", "json"))
    assert [(turn["document"], turn["before"], turn["after"]) for turn in found["documents"]] == [("b.pdf", 0, 1)]
    assert found["changes"][0]["after"] == 1


@pytest.mark.parametrize(("form", "said"), [("pretty", "title"), ("markdown", "| title |"), ("csv", "Fields,title")])
def test_tables_in_every_format(files, capsys, form, said):
    assert said in scored(capsys, files / "gold.jsonl", files / "after", "--format", form)


def test_an_output_file_gets_the_format_of_its_ending(files, capsys):
    assert scored(capsys, files / "gold.jsonl", files / "after", "-o", files / "scores.md") == ""
    assert (files / "scores.md").read_text(encoding="utf-8").startswith("## Fields")


def test_documents_are_analyzed_when_there_are_no_results(files, capsys):
    """A text that says what gold says; its name is the gold's."""
    (files / "docs").mkdir()
    text = "LEASE\n\nThis Lease is governed by the laws of the State of New York.\n"
    (files / "docs" / "a.txt").write_text(text, encoding="utf-8")
    gold = files / "one.jsonl"
    facts = [{"field": "governing_law", "value": "New York"}]
    gold.write_text(json.dumps({"document": "a.txt", "facts": facts}), encoding="utf-8")
    out = scored(capsys, gold, files / "docs" / "a.txt", "--format", "json", "--no-audit")
    assert json.loads(out)["all"]["right"] == 1


def test_a_folder_of_documents_is_analyzed_and_results_win_where_both_are_there(files, capsys):
    """The folder has somebody else's JSON, too; the result says Texas of a document that says New York."""
    folder = files / "docs"
    folder.mkdir()
    (folder / "notes.json").write_text("{}", encoding="utf-8")
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text("This Lease is governed by the laws of the State of New York.\n", encoding="utf-8")
    gold = files / "two.jsonl"
    rows = [{"document": n, "facts": [{"field": "governing_law", "value": "New York"}]} for n in ("a.txt", "b.txt")]
    gold.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    asked = (gold, folder, "--format", "json", "--no-audit")
    assert json.loads(scored(capsys, *asked))["all"]["right"] == 2
    result = written("a.txt", {"governing_law": ["State of Texas"]})
    (folder / "a.json").write_text(json.dumps(result), encoding="utf-8")
    assert run(["eval", *map(str, asked)]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["all"] | {"right": 1, "wrong": 1} == json.loads(shown.out)["all"]
    assert "note: 1 result found; analyzing 1 document of gold without one, such as b.txt" in shown.err


def test_a_document_that_fails_is_named_and_the_others_are_scored(files, capsys):
    (files / "docs").mkdir()
    (files / "docs" / "a.txt").write_text("This Lease is governed by the laws of New York.", encoding="utf-8")
    (files / "docs" / "b.pdf").write_bytes(b"%PDF-1.7 broken")
    documents = [str(files / "docs" / name) for name in ("a.txt", "b.pdf")]
    gold = files / "two.jsonl"
    rows = [{"document": n, "facts": [{"field": "governing_law", "value": "New York"}]} for n in ("a.txt", "b.pdf")]
    gold.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert run(["eval", str(gold), *documents, "--format", "json", "--no-audit"]) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out)["all"]["recall"] == 0.5
    assert "b.pdf" in shown.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "names no results"),
        (["nowhere"], "does not exist"),
        (["empty"], "holds neither results"),
        (["after", "--compare", "before", "after"], "leave out the others"),
        (["after", "--errors", "smell"], "no such field"),
        (["after", "--documents", "nowhere"], "is no folder"),
    ],
)
def test_wrong_usage_says_what_to_do(files, capsys, monkeypatch, arguments, said):
    monkeypatch.chdir(files)
    (files / "empty").mkdir()
    assert run(["eval", "gold.jsonl", *arguments]) == 2
    assert said in capsys.readouterr().err
