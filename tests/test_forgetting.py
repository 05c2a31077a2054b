"""Forgetting a document: everything about it goes, nothing about others, and what stays is said."""

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest
from lease import lease_result

from docpipe.batch.ledger import FOLDER, NAME, Again, Entry, Ledger, Place
from docpipe.cli import run
from docpipe.completions import Prompt
from docpipe.engines.fake import Fake
from docpipe.engines.journal import Journaled, journal_path, kept_of
from docpipe.review import corrections
from docpipe.sinks.json import dumps

PAGE = '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="docpipe 1">'


@pytest.fixture
def results(tmp_path, monkeypatch):
    """Two documents with results; on one of them somebody has decided."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("DOCPIPE_AUDIT_LOG", str(tmp_path / "audit.jsonl"))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "results"
    folder.mkdir()
    for name, digit in (("lease", "1"), ("other", "2")):
        result = lease_result()
        result["document"] |= {"name": f"{name}.pdf", "path": f"in/room/{name}.pdf", "sha256": digit * 64}
        (folder / f"{name}.json").write_text(dumps(result, 2), encoding="utf-8")
    (folder / "lease.html").write_text(PAGE, encoding="utf-8")
    ledger = Ledger(folder)
    ledger.enter(
        [Entry("lease.json", 1, 1, "m"), Entry("other.json", 1, 1, "m"), Entry("deep/lease.json", 1, 1, "m")], Again()
    )
    ledger.assign(lambda _: [Place("lease.json", "lease.error.json", "/in/room/lease.pdf")])
    ledger.close()
    for name in ("lease.pdf", "other.pdf"):
        assert run(["review", "decide", str(folder), name, "/title", "accept", "--by", "ann"]) == 0
    return folder


def left(results):
    return sorted(path.name for path in results.iterdir() if not path.name.startswith("."))


def test_everything_about_a_document_goes_and_nothing_about_others(results, capsys):
    assert run(["forget", "lease.pdf", str(results)]) == 0
    assert left(results) == ["corrections.jsonl", "other.json"]
    assert [one.document for one in corrections.read(results)] == ["other.pdf"]
    with closing(sqlite3.connect(results / FOLDER / NAME)) as base:
        assert base.execute("SELECT path FROM document ORDER BY rowid").fetchall() == [
            ("other.json",),
            ("deep/lease.json",),
        ]
        assert base.execute("SELECT path FROM place").fetchall() == []
    said = capsys.readouterr()
    assert "removed: 1 decision in" in said.out
    assert "beyond reach: the document itself; exports" in said.err


def test_the_audit_log_keeps_that_it_was_forgotten_and_no_name(results, tmp_path):
    run(["forget", "1" * 64, str(results), "--matter", "Otter"])
    (line,) = (tmp_path / "audit.jsonl").read_text(encoding="utf-8").splitlines()
    entry = json.loads(line)
    assert (entry["what"], entry["document_sha256"]) == ("forget", "1" * 64)
    assert (entry["matter"], entry["name"]) == ("Otter", None)


def test_a_dry_run_removes_nothing(results, capsys):
    before = {path.name: path.read_bytes() for path in results.iterdir() if path.is_file()}
    assert run(["forget", "lease.pdf", str(results), "--dry-run"]) == 0
    assert "would be removed: " in capsys.readouterr().out
    assert {path.name: path.read_bytes() for path in results.iterdir() if path.is_file()} == before


@pytest.mark.parametrize("hold", ["lease.pdf", "1" * 64, "Matter 7"])
def test_a_legal_hold_blocks_it(results, monkeypatch, capsys, hold):
    monkeypatch.setenv("DOCPIPE_LEGAL_HOLD", f"else.pdf,{hold}")
    before = left(results)
    assert run(["forget", "lease.pdf", str(results), "--matter", "Matter 7"]) == 2
    assert "is under legal hold" in capsys.readouterr().err
    assert left(results) == before


def test_a_document_that_left_no_trace_is_told(results, capsys):
    assert run(["forget", "gone.pdf", str(results)]) == 2
    assert "gone.pdf: nothing of it is in" in capsys.readouterr().err


def test_of_kept_replies_only_those_about_the_document_go_and_the_page_about_all_is_told(results, capsys):
    async def answered(*documents):
        kept = Journaled(Fake(["words"] * len(documents)), journal_path(), 30)
        await kept.open()
        for one in documents:
            await kept.complete(Prompt("a", (("user", one),), 50, group=f"{one[:12]}/0"))
        await kept.aclose()

    asyncio.run(answered("1" * 64, "2" * 64))
    (results / "report.html").write_text(PAGE, encoding="utf-8")
    assert run(["forget", "lease.pdf", str(results)]) == 0
    told = capsys.readouterr().out
    assert "removed: 1 kept answer of models" in told
    assert "report.html (the page about all documents: the next batch makes it anew)" in told
    assert kept_of(journal_path(), "1" * 64) == (0, 0)
    assert kept_of(journal_path(), "2" * 64) == (1, 0)


def errors_of(results, *paths):
    for path in paths:
        written = results / path.replace(".pdf", ".error.json")
        written.parent.mkdir(parents=True, exist_ok=True)
        said = {"error": {"code": "ReadError", "message": "damaged", "document": f"in/room/{path}"}}
        written.write_text(dumps(said, 2), encoding="utf-8")


def test_the_errors_of_other_documents_of_its_name_stay(results, capsys):
    errors_of(results, "x/bad.pdf", "y/bad.pdf")
    assert run(["forget", "bad.pdf", str(results)]) == 2
    assert "several documents are called so: in/room/x/bad.pdf, in/room/y/bad.pdf" in capsys.readouterr().err
    assert run(["forget", "x/bad.pdf", str(results)]) == 0
    assert sorted(path.parent.name for path in results.rglob("bad.error.json")) == ["y"]
    assert run(["forget", "bad.pdf", str(results)]) == 0  # the only one now
    assert not list(results.rglob("bad.error.json"))


def test_a_name_that_a_result_and_an_error_of_another_document_have_is_refused(results, capsys):
    errors_of(results, "x/lease.pdf")
    assert run(["forget", "lease.pdf", str(results)]) == 2
    assert "several documents are called so: in/room/lease.pdf, in/room/x/lease.pdf" in capsys.readouterr().err
    assert run(["forget", "room/lease.pdf", str(results)]) == 0
    assert [path.name for path in results.rglob("lease.*")] == ["lease.error.json"]
