"""Latin text read by tesseract, where it is installed; tests that need the program skip where it is not."""

from __future__ import annotations

import pytest

from docpipe import errors
from docpipe.cleaning import clean
from docpipe.readers import describe, ocr, read
from docpipe.readers.ocr import latin, tesseract
from docpipe.readers.options import Limits, ReadOptions

LINES = [
    "This Agreement begins on March 5, 2024",
    "and ends five years later, unless ended before.",
    "The price is USD 12,500.00.",
    "Notices are sent by registered mail.",
]

needs_tesseract = pytest.mark.skipif(tesseract.program() is None, reason="the program tesseract is not installed")
needs_both = pytest.mark.skipif(
    tesseract.program() is None or not ocr.installed("rapidocr"), reason="tesseract or the extra ocr is not installed"
)


def reading(data, **options):
    return clean(read(data, describe(data, "scan.pdf"), ReadOptions(**options)))


@needs_tesseract
@pytest.mark.parametrize("degrees", [0, 180])
def test_tesseract_alone_reads_a_latin_scan_with_its_spaces(scan, degrees):
    if degrees and "osd" not in tesseract.models():
        pytest.skip("its model that tells directions is not installed")
    document = reading(scan([LINES * 3], degrees), ocr_engine="tesseract")
    assert " ".join(document.text.split()).startswith(" ".join(LINES))
    assert document.ocr_pages == (1,)


@needs_tesseract
def test_words_read_by_tesseract_lie_where_they_are_seen(scan):
    document = reading(scan([LINES]), ocr_engine="tesseract")
    at = document.text.index("March")
    (place,) = document.places(at, at + 5)
    assert 190 < place.bbox[0] < place.bbox[2] < 300
    assert 68 < place.bbox[1] < place.bbox[3] < 95


@needs_both
def test_both_engines_together_read_a_crooked_latin_scan(scan):
    document = reading(scan([LINES], 1.5))
    assert "".join(document.text.split()) == "".join("".join(LINES).split())
    at = document.text.index("March")
    (place,) = document.places(at, at + 5)
    assert 185 < place.bbox[0] < place.bbox[2] < 300


@needs_tesseract
def test_a_page_that_takes_tesseract_too_long_is_named(scan):
    with pytest.raises(errors.NoText, match="ocr_page_seconds"):
        reading(scan([LINES]), ocr_engine="tesseract", limits=Limits(ocr_page_seconds=0.001))


def test_tesseract_asked_for_and_not_there_says_how_to_get_it(scan, monkeypatch):
    monkeypatch.setattr(tesseract, "program", lambda: None)
    with pytest.raises(errors.MissingExtra, match="apt install tesseract-ocr"):
        reading(scan([LINES]), ocr_engine="tesseract")


@pytest.mark.parametrize(
    ("text", "models", "wanted"),
    [
        ("The price is 5", ("eng", "osd"), "eng"),
        ("Der Preis beträgt", ("eng", "osd"), None),
        ("Der Preis beträgt", ("deu", "eng"), "eng+deu"),
        ("Der Preis beträgt", ("eng", "script/Latin"), "script/Latin"),
        ("合同", ("eng", "chi_sim"), None),
        ("12.5", ("eng",), None),
    ],
)
def test_only_models_that_know_a_pages_letters_are_asked(text, models, wanted, monkeypatch):
    monkeypatch.setattr(tesseract, "models", lambda: models)
    assert tesseract.languages(text) == wanted


def test_a_line_is_taken_only_where_its_words_are_sure_and_fill_it():
    box = (0.0, 0.0, 100.0, 10.0)
    sure = tesseract.Read("whole", (0.0, 0.0, 95.0, 10.0), 0.9)
    short = tesseract.Read("half", (0.0, 0.0, 50.0, 10.0), 0.9)
    doubtful = tesseract.Read("wh0le", (0.0, 0.0, 95.0, 10.0), 0.3)
    assert latin.is_sure([sure], box)
    assert not latin.is_sure([short], box)
    assert not latin.is_sure([doubtful], box)
