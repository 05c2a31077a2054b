"""What a batch tells of its documents is what happened to them."""

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
