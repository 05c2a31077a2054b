"""Quotes and boxes, judged by the PDF itself."""

from __future__ import annotations

from pathlib import Path

from evaluate.results import written

from docpipe import api, kinds, pipeline
from docpipe.evaluate.citations import citations, finder
from docpipe.settings import load
from docpipe.sinks.json import result_to_json

SAMPLES = Path(__file__).parents[2] / "samples"


def sample():
    document = api.read(SAMPLES / "nda.pdf", load({"audit": False}))
    return result_to_json(pipeline.analyze(document, kinds.load("contract"), load({})))


def test_what_docpipe_cites_stands_there_in_its_boxes():
    found, flaws = citations([("nda.pdf", sample())], finder(SAMPLES))
    assert found.quotes == found.valid > 10
    assert found.boxes == found.boxed > 10
    assert flaws == []


def test_an_invented_quote_a_wrong_page_and_a_moved_box_are_flaws():
    result = sample()
    path, (entry, *_) = next(
        (at, entries) for at, entries in result["evidence"].items() if len(entries[0]["quote"]) > 40
    )
    far = {"bbox": [0, 0, 5, 5], "boxes": [[0, 0, 5, 5]]}
    invented = {"quote": "The moon shall be delivered free of charge by Friday."}
    entries = [entry | invented, entry | {"page": 99}, entry | far]
    found, flaws = citations([("nda.pdf", {**result, "evidence": {path: entries}})], finder(SAMPLES))
    assert (found.quotes, found.valid, found.boxes, found.boxed) == (3, 1, 1, 0)
    assert [flaw.what for flaw in flaws] == ["quote", "quote", "box"]


def test_a_document_that_is_not_in_the_folder_is_counted_and_not_judged():
    found, _ = citations([("nowhere.pdf", written("nowhere.pdf", {}))], finder(SAMPLES))
    assert (found.unseen, found.quotes) == (1, 0)
