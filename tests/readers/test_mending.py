"""Files that broke off are read as far as they go."""

import pytest

from docpipe import errors, readers
from docpipe.readers.mending import mended


def reading(data):
    return readers.read(data, readers.describe(data, "broken.pdf"), readers.ReadOptions())


def pages_of(pdf, count):
    return pdf([[(72, 700, f"Page {number} speaks of lanterns.")] for number in range(1, count + 1)])


def test_a_file_without_its_index_and_trailer_is_read_whole(pdf):
    data = pages_of(pdf, 3)
    document = reading(data[: data.rindex(b"\nxref")])
    assert [page.number for page in document.pages] == [1, 2, 3]
    assert "Page 3 speaks" in document.text


def test_pages_that_broke_off_are_named(pdf):
    data = pages_of(pdf, 6)
    ends = [at for at in range(len(data)) if data.startswith(b"endstream", at)]
    document = reading(data[: ends[3]])
    assert [page.number for page in document.pages] >= [1, 2, 3]
    assert "Page 3 speaks" in document.text
    assert any("may be incomplete" in warning for warning in document.warnings)


def test_pages_are_gathered_when_the_catalog_is_gone_too(pdf):
    data = pages_of(pdf, 3).replace(b"/Type /Catalog", b"/Type /Cabinet")
    document = reading(data[: data.rindex(b"\nxref")])
    assert "Page 2 speaks" in document.text


def test_an_encrypted_file_is_not_mended(pdf):
    data = pdf([[(72, 700, "secret")]], password="lantern")
    assert not list(mended(data[: data.rindex(b"startxref")]))


@pytest.mark.parametrize("data", [b"%PDF-1.4\n", b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\n", b"%PDF-1.7 /Type /Page"])
def test_what_holds_no_page_is_a_read_error(data):
    with pytest.raises(errors.ReadError):
        reading(data)
