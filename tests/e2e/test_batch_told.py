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
