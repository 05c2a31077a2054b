"""Which files of a folder are documents, and which of them are done."""

import hashlib
import json
import os

import pytest

from docpipe.batch.folder import Wanted, finished, search
from docpipe.version import VERSION

WANTED = Wanted("contract", "rules", "5e77")


def touch(path, content=b"content"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def a_result(content=b"content", **changed):
    fields = {"kind": "contract", "engine": "rules", "settings_sha256": "5e77", "docpipe": VERSION} | changed
    run = {"engine": fields["engine"], "settings_sha256": fields["settings_sha256"]}
    document = {"sha256": hashlib.sha256(content).hexdigest()}
    return {"docpipe": fields["docpipe"], "document": document, "kind": fields["kind"], "run": run}


def jobs(folder, output):
    return search(folder, output).jobs


def test_every_pdf_is_a_document_and_what_is_skipped_is_known(tmp_path):
    for name in (
        "b.pdf",
        "a.csv",
        "sub/c.pdf",
        ".hidden.pdf",
        ".git/d.pdf",
        "~$a.docx",
        "sub/Thumbs.db",
        "out/b.json",
    ):
        touch(tmp_path / name)
    touch(tmp_path / "sub/scan", b"\n%PDF-1.7 and so on")
    found = search(tmp_path, tmp_path / "sub/../out")
    names = [job.source.relative_to(tmp_path).as_posix() for job in found.jobs]
    assert names == ["b.pdf", "sub/c.pdf", "sub/scan"]
    assert [one.source.name for one in found.not_read] == ["a.csv"]
    assert [path.name for path in found.hidden] == [".hidden.pdf", "Thumbs.db", "~$a.docx"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_no_document(tmp_path):
    os.mkfifo(tmp_path / "pipe.pdf")
    assert jobs(tmp_path, tmp_path / "out") == []


def test_a_result_of_this_document_made_as_wanted_is_finished(tmp_path):
    touch(tmp_path / "in/a.pdf")
    (job,) = jobs(tmp_path / "in", tmp_path / "out")
    touch(job.slot.result, json.dumps(a_result()).encode())
    assert finished(job, WANTED) == a_result()
    assert finished(job, Wanted("auto", "auto", "5e77")) == a_result()


def test_a_kind_of_ones_own_that_has_changed_is_asked_again(tmp_path):
    touch(tmp_path / "in" / "lease.pdf")
    (job,) = jobs(tmp_path / "in", tmp_path / "out")
    result = a_result(kind="lease")
    result["run"]["kind_version"] = "v1"
    touch(job.slot.result, json.dumps(result).encode())
    assert finished(job, Wanted("lease", "rules", "5e77", "v1")) == result
    assert finished(job, Wanted("lease", "rules", "5e77", "v2")) is None


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(a_result(b"other content")),
        json.dumps(a_result(kind="summary")),
        json.dumps(a_result(engine="openai")),
        json.dumps(a_result(settings_sha256="0dd5")),
        json.dumps(a_result(docpipe="0.0.9")),
        json.dumps(a_result())[:-5],
        "[]",
        "{}",
        "",
    ],
)
def test_a_result_that_is_of_another_document_or_run_or_broken_is_not(tmp_path, content):
    touch(tmp_path / "in/a.pdf")
    (job,) = jobs(tmp_path / "in", tmp_path / "out")
    touch(job.slot.result, content.encode())
    assert finished(job, WANTED) is None
