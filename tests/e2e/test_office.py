"""Other formats than PDF, by the real commands in fresh processes."""

import io
import json
import os
import sys
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest
from e2e.test_privacy import HOOK

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
LEASE = (
    "LEASE AGREEMENT\n\nThis Agreement is made on May 1, 2024 and is governed by the laws of the State of New York.\n"
)


def archive(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return stream.getvalue()


def mail(**attached):
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "a@x.example", "b@x.example", "Lease"
    made.set_content('See <img src="http://127.0.0.1:9/track.png"> below.', subtype="html")
    for name, content in attached.items():
        made.add_attachment(content, maintype="application", subtype="octet-stream", filename=name.replace("_", "."))
    return bytes(made)


def room():
    return archive(
        {"3.1/租约.txt": LEASE, "mails/offer.eml": mail(lease_txt=LEASE.encode()), "bad.pdf": b"%PDF-1.4 broken"}
    )


def outcomes(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_evidence_of_a_text_has_a_place_and_no_page(docpipe, tmp_path):
    (tmp_path / "lease.txt").write_text(LEASE, encoding="utf-8")
    done = docpipe("analyze", "lease.txt", "--format", "json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    (law,) = result["evidence"]["/governing_law/0"]
    assert (law["page"], law["bbox"], law["boxes"], law["place"]) == (None, None, [], "paragraph 2")
    assert result["document"]["pages"] is None
    assert "New York" in law["quote"]


@pytest.mark.parametrize("form", ["pretty", "markdown", "html"])
def test_every_form_of_output_names_the_place(docpipe, tmp_path, form):
    (tmp_path / "lease.txt").write_text(LEASE, encoding="utf-8")
    assert docpipe("analyze", "lease.txt", "--format", form, "--output", f"out.{_ENDINGS[form]}").returncode == 0
    assert "paragraph 2" in (tmp_path / f"out.{_ENDINGS[form]}").read_text(encoding="utf-8")


_ENDINGS = {"pretty": "txt", "markdown": "md", "html": "html"}


def test_an_archive_is_many_documents_and_a_bad_one_stops_no_other(docpipe, tmp_path):
    (tmp_path / "room.zip").write_bytes(room())
    done = docpipe("analyze", "room.zip")
    assert done.returncode == 1
    found = [(one["document"]["name"], one["document"]["container"]) for one in outcomes(done)]
    assert found == [("租约.txt", "room.zip"), ("offer.eml", "room.zip"), ("lease.txt", "room.zip/mails/offer.eml")]
    assert "bad.pdf" in done.stderr
    assert outcomes(done)[2]["value"]["governing_law"] == ["New York"]


def test_a_batch_goes_through_archives_and_does_nothing_twice(docpipe, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/room.zip").write_bytes(room())
    first = docpipe("batch", "in", "--output", "out", "--workers", 1)
    assert first.returncode == 1
    written = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.json")}
    assert written == {
        "room.zip/3.1/租约.txt.json",
        "room.zip/mails/offer.eml.json",
        "room.zip/mails/offer.eml/lease.txt.json",
        "room.zip/bad.error.json",
    }
    again = docpipe("batch", "in", "--output", "out", "--workers", 1)
    assert "3 done before" in again.stderr


def test_an_encrypted_or_damaged_archive_is_one_failure(docpipe, tmp_path):
    (tmp_path / "room.zip").write_bytes(room()[:-40])
    done = docpipe("analyze", "room.zip", "--error-format", "json")
    assert done.returncode == 1
    assert json.loads(done.stderr.splitlines()[-1])["error"]["code"] == "ReadError"


def test_changes_are_chosen_by_an_option(docpipe, tmp_path):
    text = "<w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    body = f"<w:document {space}><w:body><w:p>{text}</w:p></w:body></w:document>"
    (tmp_path / "a.docx").write_bytes(archive({"[Content_Types].xml": "<Types/>", "word/document.xml": body}))
    shown = {
        choice: docpipe("read", "a.docx", "--changes", choice).stdout for choice in ("accepted", "original", "marked")
    }
    marked = "newold\n\n==> struck through in the text above <==\nparagraph 1: old\n"
    assert shown == {"accepted": "new\n", "original": "old\n", "marked": marked}


def test_nothing_that_a_document_refers_to_is_fetched(docpipe, tmp_path):
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook/sitecustomize.py").write_text(HOOK, encoding="utf-8")
    (tmp_path / "in").mkdir()
    address = "http://127.0.0.1:9/x"
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    body = "<w:body><w:p><w:r><w:t>Words.</w:t></w:r></w:p></w:body>"
    word = {
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": f"<w:document {space}>{body}</w:document>",
        "word/_rels/document.xml.rels": f'<Relationships xmlns="r"><Relationship Id="a" Type="t/header" '
        f'TargetMode="External" Target="{address}"/></Relationships>',
    }
    entity = f'<!DOCTYPE x [<!ENTITY a SYSTEM "{address}">]><w:document {space}>&a;</w:document>'
    page = f'<html><link rel=stylesheet href="{address}"><script src="{address}"></script><img src="{address}">Words.'
    files = {"a.docx": archive(word), "b.docx": archive(word | {"word/document.xml": entity}), "c.html": page.encode()}
    files |= {"d.eml": mail(), "e.zip": archive({"f.html": page})}
    for name, content in files.items():
        (tmp_path / "in" / name).write_bytes(content)
    path = os.pathsep.join([str(tmp_path / "hook"), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = docpipe("batch", "in", "--output", "out", "--workers", "1", PYTHONPATH=path, WATCHED=str(tmp_path / "seen"))
    assert "5 documents: 4 done, 1 failed" in done.stderr
    seen = (tmp_path / "seen").read_text(encoding="utf-8").splitlines()
    assert not [line for line in seen if line.startswith("socket")]


@pytest.mark.parametrize("medium", ["docx", "html", "eml", "zip", "md", "txt"])
def test_a_sample_has_the_facts_of_its_pdf_in_every_format(docpipe, tmp_path, monkeypatch, medium):
    pytest.importorskip("docx", reason="python-docx makes the Word file")
    monkeypatch.syspath_prepend(str(SAMPLES))
    for name in ("formats", "markup"):
        sys.modules.pop(name, None)
    from formats import made
    from markup import parse

    pdf = SAMPLES / "nda.pdf"
    text = parse((SAMPLES / "texts/nda.txt").read_text(encoding="utf-8"))
    (tmp_path / f"nda.{medium}").write_bytes(made(text, medium, pdf.read_bytes()))
    done = docpipe("analyze", pdf, f"nda.{medium}", "--kind", "contract")
    wanted, *found = [one["value"] for one in outcomes(done)]
    assert len(found) == (2 if medium in ("eml", "zip") else 1)
    for value in found:
        assert {name: part for name, part in value.items() if value[name] != wanted[name]} == {}
