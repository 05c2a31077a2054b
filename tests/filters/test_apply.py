"""Flag, redact, block: what becomes of a result."""

from pathlib import Path

import pytest
from building import document
from reportlab.pdfgen.canvas import Canvas

import docpipe
from docpipe import kinds
from docpipe.errors import Withheld
from docpipe.pipeline import analyze
from docpipe.readers.options import ReadOptions
from docpipe.readers.pictures import Wanted, pictures
from docpipe.settings import load
from docpipe.sinks import Look, Pictures
from docpipe.sinks.folder import rendered
from docpipe.types import Filtered

OTHER = "DE02 1203 0000 0000 2020 51"
IBAN = "DE89 3704 0044 0532 0130 00"
LEASE = (
    "# LEASE AGREEMENT",
    'This Lease Agreement is made as of March 4, 2021 by and between Tansy Mills, Inc. ("Landlord") and '
    'Marrow Looms LLC ("Tenant").',
    f"Governing Law. This Agreement, paid to {IBAN}, is governed by the laws of the State of New York.",
)


def analyzed(*paragraphs, page_breaks=(), **settings):
    return analyze(document(*paragraphs, page_breaks=page_breaks), kinds.load("contract"), load(settings))


def test_a_flagged_result_says_where_and_shows_it_all():
    result = analyzed(*LEASE)
    assert Filtered("/governing_law/0", "iban", "flag") in result.filtered
    assert IBAN in result.evidence["/governing_law/0"][0].quote
    assert result.masks == {}


def test_a_redacted_result_has_a_marker_in_the_quote_and_masks_on_the_page():
    result = analyzed(*LEASE, personal_data="redact")
    evidence = result.evidence["/governing_law/0"][0]
    assert "paid to [redacted: iban], is governed" in evidence.quote
    assert evidence.quote == result.document.text[slice(*evidence.span)]
    assert result.value.governing_law == ["New York"]
    assert list(result.masks) == [1]


def test_a_blocked_result_is_withheld_and_the_error_does_not_tell_what_was_found():
    with pytest.raises(Withheld, match="iban found; set personal_data") as error:
        analyzed(*LEASE, personal_data="block")
    assert "3704" not in str(error.value)


def test_what_goes_over_a_page_break_is_redacted_on_both_pages():
    law = "Governing Law. This Agreement, paid to DE89 3704 0044"
    rest = "+0532 0130 00, is governed by the laws of the State of New York."
    result = analyzed(*LEASE[:2], law, rest, page_breaks=(3,), personal_data="redact")
    first, second = result.evidence["/governing_law/0"]
    assert first.quote.rstrip().endswith("paid to [redacted: iban]")
    assert "0130" not in second.quote
    assert first.span[1] == second.span[0]
    assert list(result.masks) == [1, 2]


def test_a_typed_value_that_matches_is_null():
    result = analyzed(*LEASE, blocked_terms=["re:March 4, 2021", "re:2021-03-04"])
    assert result.data["agreement_date"] is None
    assert result.value.agreement_date is None
    assert Filtered("/agreement_date", "blocked_term", "redact") in result.filtered
    assert "2021" not in result.evidence["/agreement_date"][0].quote


def test_what_stands_alone_elsewhere_is_redacted_there_too():
    text = "The database password: Xk9#mm2Lq7 is known."
    result = analyzed(*LEASE, text, "The code Xk9#mm2Lq7 opens it.")
    assert "Xk9" not in result.document.text
    assert result.document.text.count("[redacted: secret]") == 2


def test_a_blocked_word_that_the_marker_uses_makes_the_marker_wordless():
    result = analyzed(*LEASE, personal_data="redact", blocked_terms=["IBAN"])
    assert "[…]" in result.evidence["/governing_law/0"][0].quote


def test_a_long_quote_is_cut_where_it_is_too_long():
    result = analyzed(*LEASE, long_quotes="redact", long_quote_characters=40)
    quote = result.evidence["/governing_law/0"][0].quote
    assert quote == f"{LEASE[2][15:55]}[redacted: long quote]"


def test_a_document_alone_is_redacted(tmp_path):
    path = tmp_path / "lease.pdf"
    canvas = Canvas(str(path))
    canvas.drawString(72, 700, f"Pay to {IBAN} in time.")
    canvas.save()
    text = docpipe.read(path, load({"personal_data": "redact"})).text
    assert text == "Pay to [redacted: iban] in time."


def test_a_picture_shows_nothing_of_what_is_redacted(tmp_path):
    """Pages that differ in the number alone look the same."""
    first, second = (picture(tmp_path / name, number) for name, number in (("a.pdf", IBAN), ("b.pdf", OTHER)))
    assert first == second
    assert first != picture(tmp_path / "c.pdf", IBAN, "flag")


def test_a_page_of_a_file_whose_name_is_redacted_has_its_pictures(tmp_path):
    path = tmp_path / "Nightjar.pdf"
    canvas = Canvas(str(path))
    canvas.drawString(72, 700, "LEASE AGREEMENT")
    canvas.save()
    result = docpipe.analyze(path, settings=load({"blocked_terms": ["Nightjar"]}))
    written = rendered(result, "html", Look(pictures=Pictures("all")))
    assert "data:image/" in written
    assert "Nightjar" not in written


def picture(path: Path, number: str, action: str = "redact") -> bytes:
    canvas = Canvas(str(path))
    canvas.setFont("Courier", 11)
    for index, line in enumerate(LEASE[:2]):
        canvas.drawString(72, 700 - 30 * index, line.replace("# ", "")[:90])
    canvas.drawString(72, 600, "Governing Law. This Agreement is governed by the laws of New York.")
    canvas.drawString(72, 570, "Pay to")
    canvas.drawString(130, 570, number)
    canvas.save()
    result = docpipe.analyze(path, settings=load({"personal_data": action}))
    wanted = Wanted(result.document.source.sha256, (1,), result.masks)
    (drawn,) = pictures(path.read_bytes(), result.document.source, ReadOptions(), wanted)
    return drawn.data
