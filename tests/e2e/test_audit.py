"""Results and the log that recorded them."""

import json

import pytest

from docpipe.audit.log import Log
from docpipe.audit.results import compare


@pytest.fixture
def made(docpipe, pdf, tmp_path):
    """Two results and a failure below ``out``, recorded in ``log.jsonl``; runs ``docpipe audit verify`` on both."""
    log = tmp_path / "log.jsonl"
    pdf("in/lease.pdf")
    pdf("in/locked.pdf", password="lantern")
    pdf("in/sub/note.pdf")
    settings = ("--set", f"audit_log={log}", "--matter", "M-1", "--include-text")
    assert docpipe("batch", "in", "--output", "out", *settings).returncode == 1
    return lambda *more: docpipe("audit", "verify", "--log", log, "--results", "out", *more)


def test_every_document_is_recorded_and_its_result_verifies(made, tmp_path):
    entries = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert sorted(entry["outcome"] for entry in entries) == ["Encrypted", "ok", "ok"]
    assert {entry["matter"] for entry in entries} == {"M-1"}
    assert {entry["name"] for entry in entries} == {None}
    assert all(entry["user"] and len(entry["document_sha256"]) == 64 for entry in entries)
    assert "Quillfeather" not in (tmp_path / "log.jsonl").read_text(encoding="utf-8")
    done = made()
    assert done.returncode == 0, done.stdout
    assert "2 results agree with the log" in done.stdout


CHANGES = (
    ("value", "governing_law", ["Delaware"], "is not what entry"),
    ("document", "text", "something else", "embedded text was changed"),
    ("audit", "seq", 99, "is not in the log"),
    ("audit", "hash", "0" * 64, "has another hash"),
)


def test_a_result_or_a_log_that_was_changed_is_found(made, tmp_path):
    path, log = tmp_path / "out" / "lease.json", tmp_path / "log.jsonl"
    whole = path.read_text(encoding="utf-8")
    for part, name, value, said in CHANGES:
        content = json.loads(whole)
        content[part][name] = value
        path.write_text(json.dumps(content), encoding="utf-8")
        (problem,) = compare(tmp_path / "out", log).problems
        assert said in problem.message
    assert "The log is whole; 1 result differs from it." in made().stdout
    path.write_text(whole, encoding="utf-8")
    for name in ("log.jsonl", "log.jsonl.head"):
        (tmp_path / name).unlink()
    Log(log).append({"what": "analyze"})
    done = made()
    assert done.returncode == 1
    assert "problem: lease.json, sub/note.json were recorded in another log" in done.stdout.replace("\\", "/")
    assert "The log is whole; 2 results are of another log." in done.stdout


def test_results_of_a_log_that_was_moved_are_told_apart_from_results_that_were_changed(made, docpipe, pdf, tmp_path):
    here = ("--log", "here.jsonl", "--results", "out")
    missing = docpipe("audit", "verify", *here)
    assert missing.returncode == 1
    assert "in another log" in missing.stdout
    assert "than this one, which has no entry" in missing.stdout
    pdf("more/deed.pdf")
    assert docpipe("batch", "more", "--output", "out", "--set", "audit_log=here.jsonl").returncode == 0
    done = docpipe("audit", "verify", *here, "--format", "json")
    said = json.loads(done.stdout)
    assert (done.returncode, said["whole"]) == (1, True)
    assert (said["results"], said["results_differing"], said["results_elsewhere"]) == (1, 0, 2)
    (problem,) = said["problems"]
    assert problem["kind"] == "other_log"
    first = json.loads((tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()[0])["hash"]
    assert first[:12] in problem["message"]
    assert "--log PATH" in problem["message"]


def test_names_are_recorded_where_that_is_wished(docpipe, pdf, tmp_path):
    log = tmp_path / "log.jsonl"
    docpipe("read", pdf("lease.pdf"), "--set", f"audit_log={log}", "--set", "audit_names=true")
    (entry,) = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    assert (entry["what"], entry["name"], entry["outcome"]) == ("read", "lease.pdf", "ok")


def test_without_the_log_nothing_is_written_and_the_result_says_so(docpipe, pdf, tmp_path):
    log = tmp_path / "log.jsonl"
    done = docpipe("analyze", pdf("lease.pdf"), "--no-audit", "--set", f"audit_log={log}")
    assert json.loads(done.stdout)["audit"] is None
    assert not log.exists()


def test_a_log_that_cannot_be_written_stops_before_anything_is_done(docpipe, pdf, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = docpipe("analyze", pdf("lease.pdf"), "--set", "audit_log=file/log.jsonl")
    assert (done.returncode, done.stdout) == (1, "")
    assert "--no-audit" in done.stderr
