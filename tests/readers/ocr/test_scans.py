"""Pages that are read from their pictures, from PDF to Document."""

from __future__ import annotations

import subprocess
import sys

import pytest

from docpipe import errors
from docpipe.cleaning import clean
from docpipe.readers import describe, ocr, read
from docpipe.readers.options import Limits, ReadOptions

LINES = ["This Agreement begins on March 5, 2024", "and ends five years later.", "The price is USD 12,500.00."]
JOINED = " ".join(LINES)

needs_ocr = pytest.mark.skipif(not ocr.installed(), reason="the extra ocr is not installed")


def reading(data, **options):
    return clean(read(data, describe(data, "scan.pdf"), ReadOptions(**options)))


def letters(text: str) -> str:
    return "".join(text.split())


@needs_ocr
def test_a_scan_is_read_and_says_so(scan):
    document = reading(scan([LINES]))
    assert letters(document.text) == letters(JOINED)
    assert document.ocr_pages == (1,)
    assert document.damaged_pages == ()
    assert "page 1: no text layer, read by OCR" in document.warnings


@needs_ocr
def test_words_of_a_scan_lie_where_they_are_seen(scan):
    document = reading(scan([LINES]))
    at = document.text.index("March")
    (place,) = document.places(at, at + 5)
    assert place.page == 1
    assert 190 < place.bbox[0] < place.bbox[2] < 300
    assert 68 < place.bbox[1] < place.bbox[3] < 95


@needs_ocr
@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_scan_on_its_side_or_head_is_read_upright(scan, degrees):
    assert letters(reading(scan([LINES], degrees)).text) == letters(JOINED)


@needs_ocr
def test_a_crooked_scan_keeps_its_lines(scan):
    document = reading(scan([LINES], 1.5))
    assert letters(document.text) == letters(JOINED)


@needs_ocr
def test_a_page_with_text_is_left_alone_beside_a_scan(scan, pdf):
    import io

    import pikepdf

    with (
        pikepdf.open(io.BytesIO(scan([LINES]))) as whole,
        pikepdf.open(io.BytesIO(pdf([[(72, 700, "Sound text of a page that needs no looking at.")]]))) as other,
    ):
        whole.pages.extend(other.pages)
        buffer = io.BytesIO()
        whole.save(buffer)
    document = reading(buffer.getvalue())
    assert document.ocr_pages == (1,)
    assert "Sound text of a page" in document.text


@needs_ocr
def test_a_bad_text_layer_over_a_picture_is_replaced(scan):
    layer = ["Frist fÃ¼r SchlÃ¼ssel, TÃ¼ren, BrÃ¼cken, MÃ¼hlen, HÃ¼tten"] * 4
    document = reading(scan([LINES], texts=[layer]))
    assert letters(document.text) == letters(JOINED)
    assert any("text layer is damaged (mojibake), read by OCR" in warning for warning in document.warnings)


@needs_ocr
def test_a_good_text_layer_over_a_picture_stays(scan):
    layer = ["This Agreement begins on March 5, 2024 and ends five years later, if nobody ends it before."] * 4
    document = reading(scan([LINES], texts=[layer]))
    assert document.ocr_pages == ()
    assert "if nobody ends it before" in document.text


@needs_ocr
def test_every_page_is_read_from_its_picture_where_that_is_asked_for(pdf):
    document = reading(pdf([[(72, 700, "Drawn text of a page")]]), ocr="always")
    assert document.ocr_pages == (1,)
    assert letters(document.text) == "Drawntextofapage"


def test_nothing_is_read_from_pictures_where_that_is_refused(scan):
    with pytest.raises(errors.NoText, match="--ocr auto"):
        reading(scan([LINES]), ocr="never")


@needs_ocr
def test_a_page_that_takes_too_long_is_named_and_the_others_stay(scan, pdf):
    with pytest.raises(errors.NoText):
        reading(scan([LINES]), limits=Limits(ocr_page_seconds=0.001))


def test_a_picture_without_the_extra_names_it(scan, monkeypatch):
    monkeypatch.setattr(ocr, "installed", lambda engine="auto": False)
    with pytest.raises(errors.NoText, match=r"pip install 'docpipe\[ocr\]'"):
        reading(scan([LINES]))
    with pytest.raises(errors.MissingExtra, match=r"pip install 'docpipe\[ocr\]'"):
        reading(scan([LINES]), ocr="always")


def test_a_page_with_text_imports_nothing_that_reads_pictures(pdf, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([[(72, 700, "Sound text of a page that needs no looking at, long enough for anybody.")]]))
    code = f"""
import sys
from docpipe.readers import describe, read
from docpipe.readers.options import ReadOptions
data = open({str(path)!r}, "rb").read()
assert read(data, describe(data, "a.pdf"), ReadOptions()).text
print([name for name in ("rapidocr", "onnxruntime", "cv2", "numpy", "PIL") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
