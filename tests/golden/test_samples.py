"""The samples: what docpipe answers, against what it answered before and against what a reader finds in the text."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import docpipe
from docpipe.errors import Encrypted
from docpipe.kinds.contract import party_key
from docpipe.sinks.json import error_to_json, result_to_json
from docpipe.types import Document, Result
from docpipe.words import Box

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
CONTRACTS = ("services_agreement", "nda", "conflict")
READABLE = (*CONTRACTS, "annual_report")
MARGIN_POINTS = 72
"""Between the upper and lower margins of all samples stands text, and nothing but furniture stands outside."""

PINNED = "5.1.0"
"""The version of reportlab, in the extra dev, whose bytes are committed."""

PROBE_SHA256 = "1dc145ed243c8948"
"""The first digits of a hash of what the zlib that wrote the samples makes of ``PROBE``: there are others."""

PROBE = b"".join(b"%d Tj T* (lantern) %d " % (number * number % 997, number) for number in range(2000))


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    """Each sample's result, analysed once."""
    return {name: docpipe.analyze(SAMPLES / f"{name}.pdf", kind="contract") for name in READABLE}


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_contract_gives_the_expected_result(name: str, results: dict[str, Result], update_golden: bool) -> None:
    compare(name, comparable(results[name]), update_golden)


def test_a_long_report_is_read_as_expected(results: dict[str, Result], update_golden: bool) -> None:
    compare("annual_report", reading(results["annual_report"]), update_golden)


@pytest.mark.parametrize("name", READABLE)
def test_no_result_contradicts_what_a_reader_finds(name: str, results: dict[str, Result]) -> None:
    facts = json.loads((SAMPLES / "facts" / f"{name}.json").read_text(encoding="utf-8"))
    assert list(contradictions(facts, comparable(results[name]))) == []


@pytest.mark.parametrize("name", READABLE)
def test_every_quote_of_a_sample_stands_in_its_text(name: str, results: dict[str, Result]) -> None:
    result = results[name]
    quotes = [one for evidence in result.evidence.values() for one in evidence]
    assert [one.quote for one in quotes] == [result.document.text[slice(*one.span)] for one in quotes]


@pytest.mark.parametrize("name", READABLE)
def test_nothing_between_the_margins_leaves_a_sample(name: str, results: dict[str, Result]) -> None:
    document = results[name].document
    inside = [gone.text for gone in document.removed if between_margins(document, gone.page, gone.bbox)]
    assert inside == []


@pytest.mark.parametrize("name", CONTRACTS)
def test_nothing_outside_the_margins_stays_in_a_contract(name: str, results: dict[str, Result]) -> None:
    document = results[name].document
    words = document.words
    pages = {word: words.line_pages[words.line_of(word)] for word in range(len(words))}
    stayed = [word for word in pages if words.starts[word] < words.ends[word]]
    outside = [word for word in stayed if not between_margins(document, pages[word], words.box(word))]
    assert [document.text[words.starts[word] : words.ends[word]] for word in outside] == []


def test_the_encrypted_sample_says_that_it_needs_a_password(update_golden: bool) -> None:
    with pytest.raises(Encrypted) as raised:
        docpipe.analyze(SAMPLES / "encrypted.pdf", kind="contract")
    compare("encrypted", error_to_json(raised.value, "encrypted.pdf"), update_golden)


def test_the_broken_sample_is_read_as_far_as_it_goes() -> None:
    document = docpipe.read(SAMPLES / "broken.pdf")
    assert document.pages_read == (1, 2, 3, 4, 5, 6, 7, 8)
    assert any("9-13" in warning for warning in document.warnings)
    assert any("page 8 may be incomplete" in warning for warning in document.warnings)


def test_rendering_the_samples_again_gives_the_same_bytes(tmp_path: Path) -> None:
    if version("reportlab") != PINNED:
        pytest.skip(f"reportlab is {version('reportlab')}; the samples were rendered with {PINNED}")
    if hashlib.sha256(zlib.compress(PROBE)).hexdigest()[:16] != PROBE_SHA256:
        pytest.skip("this zlib compresses differently from the one that the samples were rendered with")
    render = [sys.executable, str(SAMPLES / "render.py"), "--output", str(tmp_path)]
    subprocess.run(render, check=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    committed = [path for path in sorted(SAMPLES.glob("*.pdf")) if path.name != "encrypted.pdf"]
    assert len(committed) == 5
    assert [path.name for path in committed if path.read_bytes() != (tmp_path / path.name).read_bytes()] == []


def test_the_encrypted_sample_holds_the_pages_of_the_nda() -> None:
    pikepdf = pytest.importorskip("pikepdf")
    pages = []
    for name, password in (("nda", ""), ("encrypted", "lantern")):
        with pikepdf.open(SAMPLES / f"{name}.pdf", password=password) as document:
            pages.append([page.Contents.read_bytes() for page in document.pages])
    assert pages[0] == pages[1]


def comparable(result: Result) -> Any:
    """A result as JSON without what changes from run to run or from place to place."""
    written = result_to_json(result)
    for name in ("docpipe", "created", "seconds", "audit"):
        written.pop(name, None)
    written["document"].pop("path")
    written["run"] = {"engine": written["run"]["engine"]}
    return json.loads(json.dumps(written))


def reading(result: Result) -> Any:
    """How a document was read, in numbers, for one whose values would fill a book."""
    written, document = comparable(result), result.document
    counts = {"blocks": document.blocks, "removed": document.removed}
    kinds = {name: dict(sorted(Counter(one.kind for one in ones).items())) for name, ones in counts.items()}
    return {name: written[name] for name in ("document", "route")} | {"pages_read": result.coverage.pages_read} | kinds


def between_margins(document: Document, page: int, box: Box) -> bool:
    """Whether a box lies where the text of a sample's page stands."""
    middle = (box[1] + box[3]) / 2
    return MARGIN_POINTS < middle < document.pages[page - 1].height - MARGIN_POINTS


def compare(name: str, found: Any, update: bool) -> None:
    """Against samples/expected, which ``--update-golden`` writes anew."""
    path = SAMPLES / "expected" / f"{name}.json"
    if update:
        path.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")
    assert path.exists(), f"{path} is missing: run pytest --update-golden tests/golden, and read what it writes"
    assert found == json.loads(path.read_text(encoding="utf-8"))


def contradictions(facts: dict[str, Any], written: dict[str, Any]) -> Iterator[str]:
    """What stands in a result and not in the text; what a result lacks is no contradiction."""
    value = written["value"]
    for name, fact in facts.items():
        if name == "checks":
            found = {check["rule"] for check in written["checks"] if check["severity"] != "info"}
            yield from (f"/checks: {rule}" for rule in sorted(found - set(fact)))
        elif name == "amounts":
            known = {Decimal(amount) for amount in fact}
            amounts = {Decimal(amount["amount"]) for amount in value[name]}
            yield from (f"/amounts: {amount}" for amount in sorted(amounts - known))
        elif name == "clauses":
            categories = {clause["category"] for clause in value[name]}
            yield from (f"/clauses: {category}" for category in sorted(categories - set(fact)))
        elif name == "parties":
            yield from _wrong_parties(fact, value[name])
        else:
            yield from _differences(f"/{name}", fact, value[name])


def _wrong_parties(facts: list[dict[str, Any]], parties: list[dict[str, Any]]) -> Iterator[str]:
    known = {party_key(fact["name"]): fact for fact in facts}
    for party in parties:
        fact = known.get(party_key(party["name"]))
        if fact is None:
            yield f"/parties: {party['name']}"
        else:
            yield from _differences(f"/parties: {party['name']}", fact, party)


def _differences(path: str, fact: Any, found: Any) -> Iterator[str]:
    """Where a found value differs; only what the facts name is compared, and lists may be shorter than they are."""
    if found is None or found == []:
        return
    if isinstance(fact, dict) and isinstance(found, dict):
        for name in fact:
            yield from _differences(f"{path}/{name}", fact[name], found.get(name))
    elif isinstance(fact, list) and isinstance(found, list):
        yield from (f"{path}: {one}" for one in found if one not in fact)
    elif not _same(fact, found):
        yield f"{path}: {found!r} instead of {fact!r}"


def _same(fact: Any, found: Any) -> bool:
    if isinstance(fact, str) and isinstance(found, str):
        return fact.casefold() == found.casefold() or (_number(fact) is not None and _number(fact) == _number(found))
    return bool(fact == found)


def _number(text: str) -> Decimal | None:
    return Decimal(text) if text.replace(".", "", 1).isdigit() else None
