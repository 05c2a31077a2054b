"""Formats that unstructured reads; with the real package where it is installed, as in no other test."""

from __future__ import annotations

import io
import os
import shutil
import socket
import subprocess
import zipfile

import pytest

from docpipe import errors
from docpipe.readers import describe
from docpipe.readers.office import unstructured

CONTAINER = (
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="b.xml" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
PACKAGE = (
    '<package version="3.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="i"><metadata '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>T</dc:title>'
    '<dc:language>en</dc:language></metadata><manifest><item id="c" href="c.xml" '
    'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>'
)
CHAPTER = (
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><h1>Supply</h1><p>The price is USD '
    "12,500.00.</p><table><tr><td>Pump</td><td>1,200</td></tr><tr><td>Valve</td><td>340</td></tr></table></body></html>"
)
OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
CONTENT = (
    f'<office:document-content xmlns:office="{OFFICE}:office:1.0" xmlns:text="{OFFICE}:text:1.0" office:version="1.2">'
    '<office:body><office:text><text:h text:outline-level="1">Supply</text:h><text:p>The term is three years<text:note '
    'text:note-class="footnote" text:id="f"><text:note-citation>1</text:note-citation><text:note-body><text:p>Plus one.'
    "</text:p></text:note-body></text:note>.</text:p></office:text></office:body></office:document-content>"
)
MANIFEST = (
    f'<manifest:manifest xmlns:manifest="{OFFICE}:manifest:1.0"><manifest:file-entry manifest:full-path="/" '
    'manifest:media-type="application/vnd.oasis.opendocument.text"/></manifest:manifest>'
)

needs_it = pytest.mark.skipif(not unstructured.installed(), reason="the extra unstructured is not installed")
needs_none = pytest.mark.skipif(unstructured.installed(), reason="the extra unstructured is installed")


def packed(kind: str, **files: str) -> bytes:
    """An archive that says in its first file, unpacked, what it is."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("mimetype", kind, zipfile.ZIP_STORED)
        for name, content in files.items():
            made.writestr(name.replace("__", "/") + ".xml", content)
    return stream.getvalue()


def book(chapter: str) -> bytes:
    return packed("application/epub+zip", **{"META-INF__container": CONTAINER, "b": PACKAGE, "c": chapter})


@pytest.fixture
def epub():
    return book(CHAPTER)


@pytest.fixture
def odt():
    styles = (
        f'<office:document-styles xmlns:office="{OFFICE}:office:1.0" office:version="1.2"><office:font-face-decls/>'
        "<office:styles/><office:automatic-styles/><office:master-styles/></office:document-styles>"
    )
    files = {"META-INF__manifest": MANIFEST, "content": CONTENT, "styles": styles}
    return packed("application/vnd.oasis.opendocument.text", **files)


def test_books_and_open_texts_are_told_from_other_archives(epub, odt, archive):
    kinds = [describe(data, "x").media_type for data in (epub, odt, archive({"mimetype": "something"}))]
    assert kinds == ["application/epub+zip", "application/vnd.oasis.opendocument.text", "application/zip"]


def test_an_open_sheet_says_what_to_do(read_in):
    data = packed("application/vnd.oasis.opendocument.spreadsheet", content="<a/>")
    with pytest.raises(errors.UnsupportedFormat, match="save it as XLSX"):
        read_in(data, "a.ods")


@needs_none
def test_a_book_without_the_extra_names_it(epub, read_in):
    with pytest.raises(errors.MissingExtra, match=r"pip install 'docpipe\[unstructured\]'"):
        read_in(epub, "a.epub")


@needs_none
def test_marked_up_text_without_the_extra_is_plain_text_and_says_so(read_in):
    document = read_in(b"Supply\n======\n\nThe term is three years.\n", "a.rst")
    assert "The term is three years." in document.text
    assert any("docpipe[unstructured]" in warning for warning in document.warnings)


def test_an_old_word_file_without_libreoffice_says_what_to_do(read_in, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "WordDocument".encode("utf-16-le")
    with pytest.raises(errors.UnsupportedFormat, match="save it as PDF"):
        read_in(data, "a.doc")


@needs_it
def test_a_book_has_headings_paragraphs_and_tables_at_numbered_places(epub, read_in, no_network):
    document = read_in(epub, "a.epub")
    assert document.text == "Supply\nThe price is USD 12,500.00.\nPump\t1,200\nValve\t340"
    assert [block.kind for block in document.blocks] == ["heading", "paragraph", "table"]
    assert document.place_name(document.text.index("USD")) == "element 2"


@needs_it
def test_an_open_text_keeps_its_footnotes(odt, read_in, no_network):
    document = read_in(odt, "a.odt")
    assert "The term is three years" in document.text
    assert "Plus one." in document.text


@needs_it
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.rst", "Supply\n======\n\nThe *term* is three years.\n"),
        ("a.org", "* Supply\n\nThe /term/ is three years.\n"),
    ],
)
def test_marked_up_text_loses_its_signs(name, text, read_in, no_network):
    document = read_in(text.encode(), name)
    assert document.text == "Supply\nThe term is three years."
    assert document.blocks[0].kind == "heading"


@needs_it
def test_a_file_in_which_nothing_is_found_is_an_error(read_in):
    empty = CHAPTER.replace(CHAPTER[CHAPTER.index("<h1>") : CHAPTER.index("</body>")], "")
    with pytest.raises(errors.ReadError, match="found nothing"):
        read_in(book(empty), "a.epub")


@needs_it
def test_a_damaged_book_is_a_typed_error(read_in):
    with pytest.raises(errors.ReadError):
        read_in(packed("application/epub+zip", c="no book"), "a.epub")


@needs_it
def test_its_telemetry_is_off(epub, read_in):
    read_in(epub, "a.epub")
    assert os.environ["DO_NOT_TRACK"] == os.environ["SCARF_NO_ANALYTICS"] == "1"


@pytest.fixture
def no_network(monkeypatch):
    """Whoever connects fails the test."""

    def refuse(*_: object) -> None:
        raise AssertionError("connected to the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@needs_it
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_an_old_word_file_is_read_by_way_of_libreoffice(tmp_path, read_in):
    made = pytest.importorskip("docx").Document()
    made.add_paragraph("The term is three years.")
    new = tmp_path / "a.docx"
    made.save(str(new))
    subprocess.run(["soffice", "--headless", "--convert-to", "doc", "--outdir", str(tmp_path), str(new)], check=True)
    document = read_in((tmp_path / "a.doc").read_bytes(), "a.doc")
    assert document.text == "The term is three years."
    assert any("footnotes" in warning for warning in document.warnings)
