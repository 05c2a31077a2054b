"""What docpipe exported is no document of the room that it lies in, whoever has worked in it since."""

import shutil

import openpyxl
import pytest

from docpipe.batch.folder import search
from docpipe.cli import run
from docpipe.review import corrections
from docpipe.sinks.exported import is_table
from docpipe.sinks.json import dumps

ENDINGS = ("xlsx", "csv", "jsonl", "parquet")


@pytest.fixture
def room(tmp_path, lease):
    """A room with one document, and what was made of it in an earlier batch."""
    room = tmp_path / "room"
    (room / "old").mkdir(parents=True)
    (room / "lease.txt").write_text("This lease is made on March 1, 2024.", encoding="utf-8")
    (room / "old/lease.json").write_text(dumps(lease, 2), encoding="utf-8")
    for ending in ENDINGS:
        if ending == "parquet":
            pytest.importorskip("pyarrow")
        assert run(["export", str(room / "old"), "--to", str(room / f"grid.{ending}"), "-q"]) == 0
    return room


def found(room):
    there = search(room, room.parent / "out")
    documents = [job.source.name for job in there.jobs] + [file.source.name for file in there.not_read]
    return documents, sorted(path.name for path in there.ours)


def test_exports_are_passed_over_and_counted(room):
    assert found(room) == (["lease.txt"], ["grid.csv", "grid.jsonl", "grid.parquet", "grid.xlsx", "lease.json"])


def test_a_workbook_that_somebody_has_worked_in_is_still_no_document(room):
    book = openpyxl.load_workbook(room / "grid.xlsx")
    book["Values"]["B2"] = "otherwise"
    book.save(room / "GRID decided.XLSX")
    assert "GRID decided.XLSX" in found(room)[1]


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_a_workbook_that_libreoffice_has_saved_is_still_no_document(room, tmp_path):
    import subprocess

    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    command = ["soffice", home, "--headless", "--convert-to", "xlsx", "--outdir", room / "old", room / "grid.xlsx"]
    subprocess.run(command, check=True, capture_output=True)
    assert is_table(room / "old/grid.xlsx")


def test_decisions_and_results_in_lines_are_no_documents(room, lease):
    assert run(["review", "decide", str(room / "old"), "made.pdf", "/governing_law/0", "accept"]) == 0
    (room / "lines.jsonl").write_text(dumps(lease) + "\n", encoding="utf-8")
    assert {corrections.NAME, "lines.jsonl"} <= {*found(room)[1]}


def test_tables_of_others_are_theirs(tmp_path):
    openpyxl.Workbook().save(tmp_path / "mine.xlsx")
    (tmp_path / "torn.xlsx").write_bytes((tmp_path / "mine.xlsx").read_bytes()[:300])
    (tmp_path / "index.csv").write_bytes(b"\xef\xbb\xbfdocument,path,custodian\nlease.pdf,room/lease.pdf,Ann\n")
    (tmp_path / "log.jsonl").write_text('{"document": "lease.pdf", "said": "docpipe"}\n', encoding="utf-8")
    (tmp_path / "odd.parquet").write_bytes(b"PAR1 docpipe \xff\xff\xff\xffPAR1")
    (tmp_path / "empty.csv").touch()
    assert [path.name for path in tmp_path.iterdir() if is_table(path)] == []
