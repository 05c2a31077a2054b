"""The Python API on the samples: one document, many, and bad ones among them."""

import asyncio
from pathlib import Path

import pytest

import docpipe
from docpipe.errors import Encrypted, InternalError, SettingsError
from docpipe.settings import load

SAMPLES = Path(__file__).parents[1] / "samples"


def test_one_call_gives_typed_cited_facts():
    result = docpipe.analyze(SAMPLES / "services_agreement.pdf")
    assert result.value.governing_law
    assert result.evidence["/governing_law/0"][0].page >= 1


def test_reading_alone_gives_text_with_places():
    doc = docpipe.read(SAMPLES / "nda.pdf")
    assert doc.places(0, 40)[0].page == 1
    assert len(doc.pages) == len(doc.pages_read)


def test_many_documents_come_in_order_and_a_bad_one_is_a_failure():
    paths = [SAMPLES / "encrypted.pdf", SAMPLES / "nda.pdf", SAMPLES / "missing.pdf", SAMPLES / "nda.pdf"]
    outcomes = list(docpipe.analyze_many(paths, settings=load({"workers": 2})))
    assert [outcome.ok for outcome in outcomes] == [False, True, False, True]
    assert isinstance(outcomes[0].error, Encrypted)
    assert outcomes[1].data == outcomes[3].data


def test_a_password_opens_an_encrypted_document():
    assert docpipe.analyze(SAMPLES / "encrypted.pdf", settings=load({"password": "lantern"})).ok


def test_an_unknown_kind_fails_before_anything_is_read():
    with pytest.raises(SettingsError, match="no kind 'leese'"):
        docpipe.analyze("missing.pdf", kind="leese")


def test_it_works_inside_a_running_event_loop():
    async def main() -> str:
        return docpipe.analyze(SAMPLES / "nda.pdf").data["title"]

    assert asyncio.run(main())


def test_a_fault_in_one_analysis_is_that_documents_failure(monkeypatch):
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret words of the document")

    monkeypatch.setattr("docpipe.pipeline.analyze", broken)
    (outcome,) = docpipe.analyze_many([SAMPLES / "nda.pdf"])
    assert isinstance(outcome.error, InternalError)
    assert "ZeroDivisionError in test_api.py" in outcome.error.message
    assert "secret" not in outcome.error.message
