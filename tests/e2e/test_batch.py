"""``docpipe batch`` as a user or a script meets it."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from patience import until

MANY = 400
"""Documents of a run that is to be stopped amid them: more than are done before a busy machine comes to stop it."""


def names(folder):
    """The files below a folder, but the ledger and the page about all."""
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in files if path.parts[0] not in (".docpipe", "report.html"))


def created(folder):
    return {path.name: json.loads(path.read_text(encoding="utf-8"))["created"] for path in folder.glob("?.json")}


def test_one_result_per_document_subfolders_mirrored_and_bad_ones_named(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    pdf("room/deep/合同.pdf")
    pdf("room/secret.pdf", password="x")
    (tmp_path / "room/bad.pdf").write_bytes(b"%PDF-1.4 broken")
    (tmp_path / "room/notes.csv").write_text("words", encoding="utf-8")
    (tmp_path / "room/.hidden.pdf").write_bytes(b"%PDF")
    done = docpipe("batch", "room", "--output", "room/results", "--workers", 2)
    assert (done.returncode, done.stdout) == (1, "")
    expected = ["a.json", "bad.error.json", "deep/合同.json", "secret.error.json"]
    assert names(tmp_path / "room/results") == expected
    assert "4 documents: 2 done, 2 failed; 2 pages in " in done.stderr
    assert "skipped (not read): 1 .csv, 1 hidden" in done.stderr


def test_a_second_run_does_only_what_is_new_changed_or_asked_differently(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    pdf("room/b.pdf")
    assert docpipe("batch", "room", "--output", "out", "--workers", 1).returncode == 0
    half = (tmp_path / "out/b.json").read_text(encoding="utf-8")[:500]
    (tmp_path / "out/b.json").write_text(half, encoding="utf-8")
    pdf("room/c.pdf")
    before = (tmp_path / "out/a.json").stat().st_mtime_ns
    again = docpipe("batch", "room", "--output", "out", "--workers", 1)
    assert "3 documents: 2 done, 1 done before; " in again.stderr
    pdf("room/c.pdf", [["Another text."]])
    assert "3 documents: 1 done, 2 done before; " in docpipe("batch", "room", "--output", "out", "--workers", 1).stderr
    assert (tmp_path / "out/a.json").stat().st_mtime_ns == before
    assert (
        "3 documents: 3 done; " in docpipe("batch", "room", "--output", "out", "--workers", 1, "--threshold", 50).stderr
    )


def test_a_format_for_people_stands_beside_the_json_and_is_always_of_the_same_result(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    pdf("room/deep/b.pdf")
    (tmp_path / "room/bad.pdf").write_bytes(b"%PDF-1.4 broken")

    def batch(*more):
        done = docpipe("batch", "room", "--output", "out", "--workers", 1, "--fail-on", "never", *more)
        assert (done.returncode, done.stdout) == (0, "")
        return done.stderr

    summary = batch("--format", "html", "--pictures", "none")
    assert "3 documents: 2 done, 1 failed" in summary
    assert names(tmp_path / "out") == ["a.html", "a.json", "bad.error.json", "deep/b.html", "deep/b.json"]
    assert (tmp_path / "out/a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    confirmed = summary[summary.index("value") :]
    assert "3 documents: 0 done, 2 done before, 1 failed before (--retry-failed)" in (
        again := batch("--format", "html")
    )
    assert again[again.index("value") :] == confirmed
    assert "2 done before" in batch()  # the JSON is there, whatever stands beside it
    (tmp_path / "out/a.html").unlink()
    assert "1 done, 1 done before" in batch("--format", "html", "--pictures", "none")
    assert "2 done" in batch("--format", "markdown")
    assert names(tmp_path / "out") == ["a.json", "a.md", "bad.error.json", "deep/b.json", "deep/b.md"]
    assert "2 done" in batch("--threshold", 50)  # other settings: a page of the old ones would contradict the JSON
    assert names(tmp_path / "out") == ["a.json", "bad.error.json", "deep/b.json"]


def test_a_page_of_an_earlier_batch_is_no_document_and_somebody_elses_file_is_left_alone(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    docpipe("batch", "room", "--output", "room/old", "--workers", 1, "--format", "markdown")
    (tmp_path / "new").mkdir()
    (tmp_path / "new/a.md").write_text("mine", encoding="utf-8")
    done = docpipe("batch", "room", "--output", "new", "--workers", 1, "--format", "markdown")
    assert (done.returncode, "was not written by docpipe" in done.stderr) == (2, True)
    done = docpipe("batch", "room", "--output", "new", "--workers", 1)
    assert (done.returncode, "skipped (not read): 3 files that docpipe wrote\n" in done.stderr) == (0, True)
    assert names(tmp_path / "new") == ["a.json", "a.md"]


def test_a_document_that_is_mended_loses_its_error_file(pdf, docpipe, tmp_path):
    pdf("room/a.pdf", password="x")
    assert docpipe("batch", "room", "--output", "out", "--workers", 1).returncode == 1
    assert names(tmp_path / "out") == ["a.error.json"]
    assert docpipe("batch", "room", "--output", "out", "--password", "x").returncode == 0
    assert names(tmp_path / "out") == ["a.json"]


def test_a_document_over_a_limit_fails_and_the_others_go_on(pdf, docpipe, tmp_path):
    pdf("room/a.pdf", [["One page."]] * 3)
    pdf("room/b.pdf")
    done = docpipe("batch", "room", "--output", "out", "--set", "max_pages=2", "--error-format", "json")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert json.loads(line)["error"]["code"] == "LimitExceeded"
    assert names(tmp_path / "out") == ["a.error.json", "b.json"]


def test_results_of_an_earlier_run_into_another_folder_are_no_documents(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    (tmp_path / "room/b.json").write_text('{"docpipe": "not ours"}', encoding="utf-8")
    docpipe("batch", "room", "--output", "room/old", "--workers", 1)
    again = docpipe("batch", "room", "--output", "room/new", "--workers", 1)
    assert names(tmp_path / "room/new") == ["a.json"]
    assert "skipped (not read): 1 .json, 2 files that docpipe wrote\n" in again.stderr


def test_a_folder_without_a_document_is_told_and_no_success(docpipe, tmp_path):
    (tmp_path / "room").mkdir()
    done = docpipe("batch", "room", "--output", "out", "--workers", 1)
    assert done.returncode == 2
    assert "error: room: no document is there" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal to one process that is like Ctrl-C")
def test_an_interrupt_keeps_what_was_finished(pdf, tmp_path):
    document = pdf("one.pdf", [["A page of its own text."]] * 20).read_bytes()
    (tmp_path / "room").mkdir()
    for index in range(MANY):
        (tmp_path / f"room/{index}.pdf").write_bytes(document + b"%% %d\n" % index)
    command = [sys.executable, "-m", "docpipe", "batch", "room", "--output", "out", "--workers", "1"]
    running = subprocess.Popen(
        command,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background job ignores it
    )
    until(lambda: list((tmp_path / "out").glob("*.json")))
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=300)
    assert running.returncode == 130
    assert "Traceback" not in said
    first, then, *_ = said.splitlines()
    assert first == "finishing what is running; Ctrl-C again stops at once"
    assert then.startswith(f"interrupted; the same command goes on. So far: {MANY} documents: ")
    kept = list((tmp_path / "out").glob("*.json"))
    assert 0 < len(kept) < MANY
    for path in kept:
        assert json.loads(path.read_text(encoding="utf-8"))["document"]["pages"] == 20


def test_copies_of_a_document_are_analysed_once_and_each_has_its_result(pdf, docpipe, tmp_path):
    pdf("room/a.pdf", [["The same words."]])
    (tmp_path / "room/deep").mkdir()
    (tmp_path / "room/deep/z.pdf").write_bytes((tmp_path / "room/a.pdf").read_bytes())
    done = docpipe("batch", "room", "--output", "out", "--workers", 2)
    assert "2 documents: 2 done, 1 of them copies; " in done.stderr
    first, copy = (
        json.loads((tmp_path / name).read_text(encoding="utf-8")) for name in ("out/a.json", "out/deep/z.json")
    )
    assert copy["document"]["name"] == "z.pdf"
    assert copy["document"]["copy_of"] == first["document"]["path"]
    assert (copy["value"], copy["created"]) == (first["value"], first["created"])
    assert "2 done before" in docpipe("batch", "room", "--output", "out").stderr


def test_what_failed_is_tried_again_when_asked_for(pdf, docpipe, tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / "room/bad.pdf").write_bytes(b"%PDF-1.4 broken")
    assert docpipe("batch", "room", "--output", "out").returncode == 1
    again = docpipe("batch", "room", "--output", "out")
    assert (again.returncode, "1 document: 0 done, 1 failed before (--retry-failed)" in again.stderr) == (1, True)
    assert "0 done, 1 failed;" in docpipe("batch", "room", "--output", "out", "--retry-failed").stderr


def test_force_does_everything_again(pdf, docpipe):
    pdf("room/a.pdf")
    docpipe("batch", "room", "--output", "out")
    assert "1 document: 1 done; " in docpipe("batch", "room", "--output", "out", "--force").stderr


def test_a_batch_stops_after_as_many_failures_as_it_may_have(pdf, docpipe, tmp_path):
    for name in ("a", "b", "c"):
        pdf(f"room/{name}.pdf", [[name]], password="x")
    pdf("room/z.pdf")
    done = docpipe("batch", "room", "--output", "out", "--workers", 1, "--max-failures", 2)
    assert (done.returncode, names(tmp_path / "out")) == (1, ["a.error.json", "b.error.json"])
    assert "stopped after 2 failures; the same command goes on. 4 documents: 0 done, 2 failed, 2 left" in done.stderr
    exported = docpipe("export", "out", "--to", "facts.csv").stderr
    assert "2 documents of the last batch in out not done yet, and not here: run it again" in exported


def test_a_dry_run_says_what_there_is_and_does_nothing(pdf, docpipe, tmp_path):
    pdf("room/a.pdf", [["Words enough to be taken for text, as on any page."]] * 3)
    (tmp_path / "room/b.pdf").write_bytes((tmp_path / "room/a.pdf").read_bytes())
    (tmp_path / "room/c.csv").write_text("x", encoding="utf-8")
    done = docpipe("batch", "room", "--output", "out", "--dry-run")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("2 documents (2 .pdf), ")
    assert lines[1] == "1 of them copies of others; beside them 1 file of types not read"
    assert lines[2].startswith("3 pages in PDFs, about 0 of them scanned; about ")
    assert lines[3].endswith(" on an idle machine; nothing was analysed, nothing is sent")
    assert names(tmp_path / "out") == []


def test_a_dry_run_counts_with_what_earlier_runs_took(pdf, docpipe, tmp_path):
    pdf("room/a.pdf", [["Words enough to be taken for text, as on any page."]] * 20)
    assert docpipe("batch", "room", "--output", "out").returncode == 0
    with closing(sqlite3.connect(tmp_path / "out/.docpipe/ledger.sqlite")) as ledger, ledger:
        ledger.execute("UPDATE document SET seconds = 60")
    done = docpipe("batch", "room", "--output", "out", "--dry-run", "--workers", 2)
    assert done.stdout.splitlines()[3] == (
        "about 32 s with 2 workers at the 3.00 s a page that earlier runs into this folder took; nothing was analysed,"
        " nothing is sent"
    )


def test_a_list_of_documents_goes_into_their_results(pdf, docpipe, tmp_path):
    pdf("room/deep/a.pdf")
    pdf("room/b.pdf")
    (tmp_path / "index.csv").write_text("Path;Index;Custodian\ndeep\\A.pdf;3.1;Ms Otter\n", encoding="utf-8")
    assert docpipe("batch", "room", "--output", "out", "--manifest", "index.csv").returncode == 0
    document = json.loads((tmp_path / "out/deep/a.json").read_text(encoding="utf-8"))["document"]
    assert document["manifest"] == {"Index": "3.1", "Custodian": "Ms Otter"}
    assert "manifest" not in json.loads((tmp_path / "out/b.json").read_text(encoding="utf-8"))["document"]
    (tmp_path / "index.csv").write_text("path,Index\ndeep/a.pdf,9\ngone.pdf,8\n", encoding="utf-8")
    again = docpipe("batch", "room", "--output", "out", "--manifest", "index.csv")
    told = "index.csv: 1 row about no document that is here"
    assert (again.returncode, f"{told}:\n  row 3, gone.pdf: is not there\n" in again.stderr) == (1, True)
    assert f"{told}: see out" in again.stderr
    assert "row 3, gone.pdf: is not there" in (tmp_path / "out/report.html").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "out/deep/a.json").read_text(encoding="utf-8"))["document"]["manifest"] == {
        "Index": "9"
    }
    (tmp_path / "index.csv").write_text("Index\n3.1\n", encoding="utf-8")
    done = docpipe("batch", "room", "--output", "new", "--manifest", "index.csv")
    assert not (tmp_path / "new").exists()
    assert (done.returncode, "has no column path, file or name" in done.stderr) == (2, True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot kill a process group")
def test_a_run_that_is_killed_loses_nothing_and_two_runs_share_the_work(pdf, tmp_path):
    for index in range(30):
        pdf(f"room/{index}.pdf", [[f"Page of document {index}."]] * 10)
    command = [sys.executable, "-m", "docpipe", "batch", "room", "--output", "out", "--workers", "1", "--no-audit"]

    def started():
        return subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True)

    killed = started()
    until(lambda: len(list((tmp_path / "out").glob("*.json"))) >= 3)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()  # until the last process is gone that it had started
    there = len(list((tmp_path / "out").glob("*.json")))
    torn = set((tmp_path / "out").glob(".docpipe-*.tmp"))
    both = [started(), started()]
    said = [one.communicate(timeout=300)[1] for one in both]
    assert [one.returncode for one in both] == [0, 0]
    counts = [int(re.search(r"30 documents: (\d+) done", one)[1]) for one in said]
    assert sum(counts) == 30 - there
    assert len(list((tmp_path / "out").glob("*.json"))) == 30
    assert set((tmp_path / "out").glob(".docpipe-*.tmp")) == torn


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_ends_the_batch_and_the_next_run_goes_on(pdf, docpipe, tmp_path):
    for index in range(12):
        pdf(f"room/{index}.pdf", [[f"Sentence {at} of document {index}."] for at in range(30)])
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        full = docpipe("batch", "room", "--output", "disk/out", "--workers", 1, "--no-audit")
        assert full.returncode == 1
        assert "No space left on device; make room there" in full.stderr or "the ledger cannot be" in full.stderr
        assert "Traceback" not in full.stderr
        assert not list((disk / "out").rglob("*.tmp"))
        subprocess.run(["mount", "-o", "remount,size=50m", disk], check=True)
        assert docpipe("batch", "room", "--output", "disk/out", "--workers", 1, "--no-audit").returncode == 0
        assert len(list((disk / "out").glob("*.json"))) == 12
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        closed = docpipe("batch", "room", "--output", "disk/out", "--force", "--no-audit")
        assert (closed.returncode, "the ledger cannot be written" in closed.stderr) == (1, True)
        assert "Traceback" not in closed.stderr
    finally:
        subprocess.run(["umount", disk], check=False)
