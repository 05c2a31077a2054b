"""What a batch tells of its documents is what happened to them."""

import json
from html import unescape

LINES = (
    "SUPPLY AGREEMENT",
    "This Supply Agreement is made as of March 4, 2021 by and between Quillfeather Mills, Inc.,",
    'a Delaware corporation ("Supplier"), and Sandbar Looms LLC, an Oregon limited liability',
    'company ("Buyer").',
    "1. Price. Buyer shall pay Supplier a fee of two hundred thousand dollars ($300,000).",
)


def page_of(folder):
    return unescape((folder / "report.html").read_text(encoding="utf-8"))


def test_a_check_of_severity_error_is_named_with_what_it_says_and_where_now_and_in_a_later_run(pdf, docpipe, tmp_path):
    pdf("room/a.pdf", [LINES])
    told = "a check of severity error: Amounts 1, amount words: the words say 200,000, the figures 300,000 (page 1)"
    first = docpipe("batch", "room", "--output", "out", "--workers", 1)
    page = page_of(tmp_path / "out")
    assert (first.returncode, f"  a.pdf: {told}" in first.stderr, told in page) == (3, True, True)
    (tmp_path / "out/.docpipe/ledger.sqlite").unlink()  # what is known then is what the results say
    for _ in range(2):
        again = docpipe("batch", "room", "--output", "out", "--workers", 1)
        assert (again.returncode, "1 done before" in again.stderr) == (3, True)
        assert f"  a.pdf: {told}" in again.stderr
        assert told in page_of(tmp_path / "out")


def test_a_row_of_a_list_without_its_document_is_a_failure_for_scripts_too(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    (tmp_path / "index.csv").write_text("path,No\na.pdf,1\ngone.pdf,2\n", encoding="utf-8")
    batch = ("batch", "room", "--output", "out", "--workers", 1, "--manifest", "index.csv")
    done = docpipe(*batch, "--error-format", "json")
    error = json.loads(done.stderr)["error"]
    assert (done.returncode, error["document"]) == (1, "gone.pdf")
    assert error["message"] == "index.csv: row 3, gone.pdf: is not there"
    assert docpipe(*batch, "--fail-on", "never").returncode == 0
    assert "row 3, gone.pdf" in docpipe(*batch, "--quiet").stderr


def test_a_copy_has_nothing_of_what_a_list_says_of_its_original(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    (tmp_path / "room/b.pdf").write_bytes((tmp_path / "room/a.pdf").read_bytes())
    (tmp_path / "index.csv").write_text("path,Custodian\na.pdf,Ann\n", encoding="utf-8")
    batch = ("batch", "room", "--output", "out", "--workers", 1, "--manifest", "index.csv")
    assert "2 done, 1 of them copies" in docpipe(*batch).stderr
    about = {name: json.loads((tmp_path / f"out/{name}.json").read_bytes())["document"] for name in "ab"}
    assert (about["a"]["manifest"], about["b"]["copy_of"]) == ({"Custodian": "Ann"}, "room/a.pdf")
    assert "manifest" not in about["b"]
    (tmp_path / "out/.docpipe/ledger.sqlite").unlink()
    assert "0 done, 2 done before" in docpipe(*batch).stderr


def test_documents_of_one_name_are_told_apart_where_they_fail(docpipe, tmp_path):
    for folder in ("x", "y"):
        (tmp_path / "room" / folder).mkdir(parents=True)
        (tmp_path / "room" / folder / "lease.pdf").touch()
    done = docpipe("batch", "room", "--output", "out", "--workers", 1, "--error-format", "json")
    told = {json.loads(line)["error"]["document"] for line in done.stderr.splitlines()}
    written = [json.loads(path.read_bytes())["error"]["document"] for path in (tmp_path / "out").rglob("*.error.json")]
    assert told == {*written} == {"room/x/lease.pdf", "room/y/lease.pdf"}


def test_the_page_names_what_was_found_and_is_no_document(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    for name in ("papers.rar", "deep/data.csv", ".secret.pdf", ".git/config"):
        (tmp_path / "room" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "room" / name).write_bytes(b"Rar!\x1a\x07\x00")
    (tmp_path / "room/old.json").write_text('{\n  "docpipe": "0.1.0"}', encoding="utf-8")
    done = docpipe("batch", "room", "--output", "out", "--workers", 1)
    assert "skipped (not read): 1 .csv, 1 .rar, 1 hidden, 1 file that docpipe wrote, 1 hidden folder" in done.stderr
    page = page_of(tmp_path / "out")
    for told in (
        "2 files of other types, not read</summary>",
        ">deep/data.csv<",
        ">papers.rar<",
        "1 file hidden, or left there by programs</summary>",
        ">.secret.pdf<",
        "1 hidden folder that nobody looked into</summary>",
        ">.git<",
        "1 file that docpipe wrote</summary>",
        ">old.json<",
    ):
        assert told in page
