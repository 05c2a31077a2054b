"""Small Word files, archives and readings, made for a test."""

from __future__ import annotations

import io
import zipfile

import pytest

from docpipe.cleaning import clean
from docpipe.readers import ReadOptions, describe, read

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


@pytest.fixture
def read_in():
    """``read_in(data, name, **options)`` is the cleaned document."""

    def reading(data, name="file", **options):
        return clean(read(data, describe(data, name), ReadOptions(**options)))

    return reading


@pytest.fixture
def archive():
    """``archive({name: content})`` is a ZIP's bytes."""
    return zipped


@pytest.fixture
def docx():
    """``docx(body, numbering=…)`` is a Word file of XML, the prefix ``w:`` known; other parts by their names."""
    return word


def word(body, extra_relations="", **parts):
    relations = "".join(
        f'<Relationship Id="r{at}" Type="{_OFFICE}/{name}" Target="{name}.xml"/>' for at, name in enumerate(parts)
    )
    linked = f'<Relationships xmlns="{_PACKAGE}">{relations}{extra_relations}</Relationships>'
    files = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r" Type="{_OFFICE}/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{_W}"><w:body>{body}</w:body></w:document>',
        "word/_rels/document.xml.rels": linked,
    }
    for name, content in parts.items():
        files[f"word/{name}.xml"] = f'<w:{name} xmlns:w="{_W}">{content}</w:{name}>'
    return zipped(files)


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return stream.getvalue()
