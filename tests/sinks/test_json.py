"""The shape of JSON that scripts rely on."""

import json

from building import document
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from docpipe.errors import Encrypted
from docpipe.sinks.json import document_to_json, dumps, error_to_json, failure_to_json, result_to_json
from docpipe.types import Block, Cell, Failure, Mark, Region, Removed, Table


def test_a_result_has_the_documented_keys_in_their_order(result):
    written = result_to_json(result)
    assert list(written) == [
        "docpipe", "created", "document", "kind", "run", "route", "value", "evidence", "trust", "checks", "coverage",
        "filtered", "usage", "seconds", "audit",
    ]  # fmt: skip
    assert list(written["document"]) == [
        "name", "path", "container", "sha256", "text_sha256", "media_type", "pages", "tokens", "tokenizer",
        "languages", "ocr_pages", "warnings",
    ]  # fmt: skip
    assert written["run"] == {
        "engine": "rules", "model": None, "kind_version": "v1", "prompts_sha256": None, "settings_sha256": "5e77",
        "kind_why": None,
    }  # fmt: skip
    assert written["route"]["chunks"] == 1
    assert written["value"] == result.data
    assert written["trust"]["/title"] == {"state": "confirmed", "by": ["rules"], "confidence": None}
    assert written["seconds"] == {"read": 0.312, "total": 0.5}
    assert json.loads(dumps(written)) == written


def test_places_are_arrays_rounded_to_a_tenth_of_a_point(result):
    first = result_to_json(result)["evidence"]["/title"][0]
    assert first == {
        "page": 1, "bbox": [72.0, 72.0, 112.3, 82.0], "boxes": [[72.0, 72.0, 112.3, 82.0]], "span": [0, 5],
        "quote": "LEASE", "match": "exact",
    }  # fmt: skip


def test_score_print_and_place_stand_only_where_they_say_something(result):
    evidence = result_to_json(result)["evidence"]
    assert (evidence["/expiration_date"][1]["score"], evidence["/expiration_date"][1]["printed"]) == (
        97.5,
        "The re-\nnt",
    )
    assert (evidence["/clauses/2"][0]["page"], evidence["/clauses/2"][0]["place"]) == (None, "Sheet1!B7")


def test_the_text_is_embedded_only_on_request_and_is_what_was_hashed(result):
    assert "text" not in result_to_json(result)["document"]
    assert result_to_json(result, include_text=True)["document"]["text"] == result.document.text


def test_an_error_has_code_message_and_document():
    failure = Failure("room/a.pdf", Encrypted("a password is needed"))
    expected = {"error": {"code": "Encrypted", "message": "a password is needed", "document": "room/a.pdf"}}
    assert failure_to_json(failure) == expected
    assert error_to_json(Encrypted("a password is needed"))["error"]["document"] is None


def test_text_that_is_not_valid_unicode_is_written_as_escapes():
    assert dumps({"name": "合同"}) == '{"name": "合同"}'
    assert dumps({"name": "合\udce9"}) == '{"name": "\\u5408\\udce9"}'


TEXT = st.text(max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 70), 1 << 70) | TEXT | st.floats(0.001, 1e9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_indented_json_is_what_python_itself_writes(value):
    assert dumps(value, 2) == json.dumps(value, ensure_ascii=False, indent=2)


def test_a_document_has_text_blocks_tables_and_what_was_removed():
    doc = document("# Term", "One year.", page_breaks=(1,))
    box = (1.04, 2.0, 3.0, 4.0)
    hidden = Block("h", "hidden", 2, box, None, text="white text")
    marked = replace(doc.blocks[1], marks=(Mark("struck", (5, 8)),), language="en")
    table = Table("t", (Region(1, box), Region(2, box)), 1, (("", "2023"),), (Cell(0, 1, 1, box),))
    removed = Removed("page_number", 1, box, "Page 1 of 2", "counts up")
    doc = replace(doc, blocks=(doc.blocks[0], marked, hidden), tables=(table,), removed=(removed,))
    written = document_to_json(doc)
    assert list(written) == ["document", "text", "blocks", "tables", "removed", "terms"]
    first, second, third = written["blocks"]
    assert (first["kind"], first["level"], first["text"], first["continues"]) == ("heading", 1, "Term", None)
    assert (first["language"], second["language"]) == (None, "en")
    assert second["marks"] == [{"kind": "struck", "span": [5, 8]}]
    assert (third["span"], third["text"]) == (None, "white text")
    assert written["tables"][0]["pages"] == [1, 2]
    assert written["tables"][0]["rows"] == [["", "2023"]]
    assert written["tables"][0]["cells"][0]["bbox"] == [1.0, 2.0, 3.0, 4.0]
    assert written["removed"][0]["why"] == "counts up"
