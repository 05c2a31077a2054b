"""``docpipe batch`` over patterns, lists and addresses."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import docpipe as package
from docpipe.settings import load

QUIET = load({"audit": False, "journal": False})


def names(folder):
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in files if path.parts[0] not in (".docpipe", "report.html"))


def test_a_pattern_is_expanded_by_the_command_itself(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    pdf("room/deep/b.pdf", [["Another text."]])
    (tmp_path / "room/c.txt").write_text("no PDF", encoding="utf-8")
    done = docpipe("batch", "room/**/*.pdf", "room/*.docx", "--output", "out", "--workers", 1)
    assert done.returncode == 0
    assert names(tmp_path / "out") == ["a.json", "deep/b.json"]
    assert "room/*.docx: no file is there that fits" in done.stderr


def test_what_a_list_names_and_is_not_there_is_a_failure_that_counts(pdf, docpipe, tmp_path):
    pdf("room/b.pdf").write_bytes(pdf("room/a.pdf").read_bytes())
    (tmp_path / "room/list.txt").write_text("a.pdf\ngone.pdf\nb.pdf\nnotes.csv\n", encoding="utf-8")
    (tmp_path / "room/notes.csv").write_text("x", encoding="utf-8")
    done = docpipe("batch", "--files-from", "room/list.txt", "--output", "out", "--workers", 1)
    assert done.returncode == 1
    assert names(tmp_path / "out") == ["a.json", "b.json", "gone.error.json"]
    assert "3 documents: 2 done, 1 of them copies, 1 failed" in done.stderr
    assert "error: gone.pdf: no such file: room/gone.pdf" in done.stderr.replace("\\", "/")
    assert "skipped (not read): 1 .csv" in done.stderr
    again = docpipe("batch", "--files-from", "room/list.txt", "--output", "out", "--workers", 1)
    assert "3 documents: 0 done, 2 done before, 1 failed before" in again.stderr
    pdf("room/gone.pdf", [["It is there now."]])
    third = docpipe("batch", "--files-from", "room/list.txt", "--output", "out", "--workers", 1)
    assert "3 documents: 1 done, 2 done before" in third.stderr


def test_a_list_may_come_in_by_stdin(pdf, tmp_path):
    pdf("room/a.pdf")
    command = [sys.executable, "-m", "docpipe", "batch", "--files-from", "-", "--output", "out", "--workers", "1"]
    done = subprocess.run(command, cwd=tmp_path, input=b"room/a.pdf\n", capture_output=True, timeout=300, check=False)
    assert done.returncode == 0
    assert names(tmp_path / "out") == ["room/a.json"]


def test_without_a_source_it_is_wrong_usage(docpipe, tmp_path):
    done = docpipe("batch", "--output", "out")
    assert (done.returncode, "there is no SOURCE" in done.stderr) == (2, True)
    assert not (tmp_path / "out").exists()


def test_documents_at_an_address_are_read_where_they_are_and_resumed(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    pdf("room/deep/b.pdf", [["Another text."]])
    pdf("room/copy.pdf").write_bytes((tmp_path / "room/a.pdf").read_bytes())
    pdf("c.pdf", [["In an archive."]])
    with zipfile.ZipFile(tmp_path / "room/all.zip", "w") as archive:
        archive.write(tmp_path / "c.pdf", "inner/c.pdf")
    (tmp_path / "room/notes.csv").write_text("x", encoding="utf-8")
    address = elsewhere(tmp_path / "room")

    def batch(*more):
        return docpipe("batch", address, "--output", "out", "--workers", 1, "--format", "html", *more)

    preview = batch("--dry-run")
    assert "4 documents (4 .pdf)" in preview.stdout
    assert "0 pages in PDFs, about 0 of them scanned" in preview.stdout
    assert "4 documents lie elsewhere and are not opened for this: their pages are not counted" in preview.stdout
    assert "1 of them copies of others; beside them 1 file of types not read" in preview.stdout
    done = batch()
    assert (done.returncode, "4 documents: 4 done" in done.stderr) == (0, True)
    results = [name for name in names(tmp_path / "out") if name.endswith(".json")]
    assert results == ["a.json", "all.zip/inner/c.json", "copy.json", "deep/b.json"]
    result = json.loads((tmp_path / "out/deep/b.json").read_text(encoding="utf-8"))
    assert result["document"]["path"] == f"{address}/deep/b.pdf"
    assert "data:image/png;base64" in (tmp_path / "out/a.html").read_text(encoding="utf-8")
    pdf("room/deep/b.pdf", [["Another text that is longer."]])
    assert "4 documents: 1 done, 3 done before" in batch().stderr
    forgotten = docpipe("forget", f"{address}/deep/b.pdf", "out")
    assert "removed: 1 row of the ledger of out" in forgotten.stdout
    assert not (tmp_path / "out/deep/b.json").exists()


@pytest.mark.skipif(os.name == "nt", reason="no file is called so on Windows")
def test_what_is_secret_in_an_address_stands_nowhere(pdf, docpipe, tmp_path):
    """A file whose name ends as a signed address does: opened whole, and told without its end."""
    pdf("room/a.pdf?token=hunter2")
    address = f"{elsewhere(tmp_path / 'room')}/a.pdf?token=hunter2"
    (tmp_path / "list.txt").write_text(f"{address}\n{address.replace('a.pdf', 'gone.pdf')}\n", encoding="utf-8")
    settings = ("--set", "audit_log=audit.jsonl", "--format", "html", "--workers", 1, "--verbose")
    done = docpipe("batch", "--files-from", "list.txt", "--output", "out", *settings)
    assert "2 documents: 1 done, 1 failed" in done.stderr
    assert f"nothing is at {elsewhere(tmp_path / 'room')}/gone.pdf" in done.stderr
    written = [path for path in [*(tmp_path / "out").rglob("*"), tmp_path / "audit.jsonl"] if path.is_file()]
    assert len(written) >= 4
    assert not [path for path in written if b"hunter2" in path.read_bytes()]
    assert "hunter2" not in done.stderr + done.stdout


def test_analyze_many_takes_what_a_batch_takes(pdf, tmp_path):
    pdf("room/a.pdf")
    pdf("room/deep/b.pdf")
    given = [elsewhere(tmp_path / "room"), tmp_path / "room", f"{tmp_path}/room/*/*.pdf", tmp_path / "gone.pdf"]
    outcomes = list(package.analyze_many(given, "contract", QUIET))
    told = [one.source if isinstance(one, package.Failure) else one.document.source.path for one in outcomes]
    here = [str(tmp_path / "room/a.pdf"), str(tmp_path / "room/deep/b.pdf")]
    there = [elsewhere(Path(one)) for one in here]
    assert told == [*there, *here, here[1], str(tmp_path / "gone.pdf")]
    assert isinstance(outcomes[-1], package.Failure)
    assert [one.document.source.sha256 for one in outcomes[:2]] == [one.document.source.sha256 for one in outcomes[2:4]]


def test_several_batches_into_one_folder_keep_their_results_apart_and_say_what_else_is_there(pdf, docpipe, tmp_path):
    pdf("a/1.pdf", [["Of the first folder."]])
    pdf("a/2.pdf", [["Of the first folder, too."]])
    pdf("b/2.pdf", [["Of the second folder."]])
    assert docpipe("batch", "a", "--output", "out", "--workers", 1).returncode == 0
    before = (tmp_path / "out/2.json").read_bytes()
    both = docpipe("batch", "a", "b", "--output", "out", "--workers", 1)
    assert "3 documents: 1 done, 2 done before" in both.stderr
    assert "not given this time" not in both.stderr
    assert names(tmp_path / "out") == ["1.json", "2.json", "b/2.json"]
    other = docpipe("batch", "b", "--output", "out", "--workers", 1)
    assert "1 document: 0 done, 1 done before" in other.stderr
    assert "2 results in out (1.json, 2.json) are of documents that were not given this time, and stay" in other.stderr
    assert (tmp_path / "out/2.json").read_bytes() == before
    told = docpipe("export", "out", "--to", "facts.csv").stderr
    assert "2 of the results in out are of documents that the last batch there was not given" in told


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no file is called so")
def test_a_name_that_is_no_utf_8_is_a_document_as_any_other(pdf, docpipe, tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / os.fsdecode(b"room/bad\xff\xfe.txt")).write_text("This Agreement is made today.", encoding="utf-8")
    (tmp_path / os.fsdecode(b"room/broken\xff.pdf")).write_bytes(b"%PDF-1.4 broken")
    pdf("room/a.pdf")
    done = docpipe("batch", "room", "--output", "out", "--workers", 1, "--format", "html")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "3 documents: 2 done, 1 failed" in done.stderr
    assert b"bad%FF%FE.txt.html" in (tmp_path / "out/report.html").read_bytes()
    again = docpipe("batch", "room", "--output", "out", "--workers", 1)
    assert "3 documents: 0 done, 2 done before, 1 failed before" in again.stderr


def test_two_runs_that_were_asked_for_different_documents_do_all_and_share_what_both_were(pdf, tmp_path):
    for index in range(16):
        pdf(f"room/{index:02}.pdf", [[f"Page of document {index}."]] * 8)
    lists = {"one": range(12), "two": range(4, 16)}
    running = {}
    for name, wanted in lists.items():
        (tmp_path / f"room/{name}.txt").write_text("".join(f"{one:02}.pdf\n" for one in wanted), encoding="utf-8")
        command = [sys.executable, "-m", "docpipe", "batch", "--files-from", f"room/{name}.txt", "--output", "out"]
        running[name] = subprocess.Popen(
            [*command, "--workers", "1", "--no-audit"], cwd=tmp_path, stderr=subprocess.PIPE, encoding="utf-8"
        )
    told = {name: one.communicate(timeout=300)[1] for name, one in running.items()}
    assert [one.returncode for one in running.values()] == [0, 0], told
    assert len(names(tmp_path / "out")) == 16
    for one in told.values():
        (line,) = (line for line in one.splitlines() if line.startswith("12 documents: "))
        summary = line.partition(";")[0].partition(": ")[2]
        assert sum(int(part.split()[0]) for part in summary.split(", ")) == 12, line


def test_what_is_secret_in_an_address_is_not_told_where_no_address_can_be_used(docpipe, tmp_path):
    (tmp_path / "out").mkdir()
    secret = "s3://reader:hunter2@room/a.pdf?sig=sigsig"
    for command in (("batch", ".", "--output", secret), ("forget", secret, "out")):
        done = docpipe(*command)
        assert done.returncode == 2
        assert not any(one in done.stderr for one in ("hunter2", "sigsig", "Traceback"))
    assert "--output: results are written to this machine" in docpipe("batch", ".", "--output", secret).stderr


def elsewhere(path):
    """The address of what lies here for a system that docpipe does not know to be this machine's files."""
    return path.as_uri().replace("file://", "local://", 1)
