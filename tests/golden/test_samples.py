"""The samples: what docpipe answers, against what it answered before and against what a reader finds in the text."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import zlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest
from golden.facts import facts_of, wrong
from golden.shape import answers, as_text, reading

import docpipe
from docpipe.errors import Encrypted
from docpipe.sinks.json import error_to_json, result_to_json
from docpipe.types import Document, Result
from docpipe.words import Box

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
CONTRACTS = (
    *("services_agreement", "nda", "conflict", "two_caps", "hidden_instruction"),
    *("purchase_contract_zh", "bilingual_agreement"),
)
READABLE = (*CONTRACTS, "annual_report")
CHINESE = ("purchase_contract_zh", "bilingual_agreement")
ONE_PAGE = ("hidden_instruction",)  # nothing repeats on one page, so that nothing shows what is furniture
MARGIN_POINTS = 72
"""Between the upper and lower margins of all samples stands text, and nothing but furniture stands outside."""

PINNED = {"reportlab": "5.1.0"}
"""The version, in the extra dev, whose bytes are committed."""

CHINESE_TYPE = {"fonttools": "4.68.0", "pylopdf-fonts-zh-cn": "0.1.1"}
"""What the Chinese samples were rendered with besides."""

PROBE_SHA256 = "1dc145ed243c8948"
"""The first digits of a hash of what the zlib that wrote the samples makes of ``PROBE``: there are others."""

PROBE = b"".join(b"%d Tj T* (lantern) %d " % (number * number % 997, number) for number in range(2000))


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    """Each sample's result, analysed once."""
    return {name: docpipe.analyze(SAMPLES / f"{name}.pdf", kind="contract") for name in READABLE}


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All samples, rendered anew."""
    skip_unless_installed(PINNED)
    if hashlib.sha256(zlib.compress(PROBE)).hexdigest()[:16] != PROBE_SHA256:
        pytest.skip("this zlib compresses differently from the one that the samples were rendered with")
    folder = tmp_path_factory.mktemp("rendered")
    render = [sys.executable, str(SAMPLES / "render.py"), "--output", str(folder)]
    subprocess.run(render, check=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    return folder


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_contract_gives_the_expected_result(name: str, results: dict[str, Result], update_golden: bool) -> None:
    compare(name, answers(results[name]), update_golden)


def test_a_long_report_is_read_as_expected(results: dict[str, Result], update_golden: bool) -> None:
    compare("annual_report", reading(results["annual_report"]), update_golden)


@pytest.mark.parametrize("name", READABLE)
def test_no_result_contradicts_what_a_reader_finds(name: str, results: dict[str, Result]) -> None:
    assert list(wrong(facts_of(name), result_to_json(results[name]))) == []


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


@pytest.mark.parametrize("name", [name for name in CONTRACTS if name not in ONE_PAGE])
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


def test_rendering_the_samples_again_gives_the_same_bytes(rendered: Path) -> None:
    plain = [path for path in committed() if path.stem not in CHINESE]
    assert len(plain) == 7
    assert [path.name for path in plain if path.read_bytes() != (rendered / path.name).read_bytes()] == []


def test_rendering_the_chinese_samples_again_gives_the_same_bytes(rendered: Path) -> None:
    skip_unless_installed(CHINESE_TYPE)
    chinese = [path for path in committed() if path.stem in CHINESE]
    assert len(chinese) == 2
    assert [path.name for path in chinese if path.read_bytes() != (rendered / path.name).read_bytes()] == []


def test_the_encrypted_sample_holds_the_pages_of_the_nda() -> None:
    pikepdf = pytest.importorskip("pikepdf")
    pages = []
    for name, password in (("nda", ""), ("encrypted", "lantern")):
        with pikepdf.open(SAMPLES / f"{name}.pdf", password=password) as document:
            pages.append([page.Contents.read_bytes() for page in document.pages])
    assert pages[0] == pages[1]


def committed() -> list[Path]:
    """The samples whose bytes are the same every time."""
    return [path for path in sorted(SAMPLES.glob("*.pdf")) if path.name != "encrypted.pdf"]


def skip_unless_installed(packages: dict[str, str]) -> None:
    for name, pinned in packages.items():
        try:
            present = version(name)
        except PackageNotFoundError:
            pytest.skip(f"{name} is not installed; the samples were rendered with {pinned}")
        if present != pinned:
            pytest.skip(f"{name} is {present}; the samples were rendered with {pinned}")


def between_margins(document: Document, page: int, box: Box) -> bool:
    """Whether a box lies where the text of a sample's page stands."""
    middle = (box[1] + box[3]) / 2
    return MARGIN_POINTS < middle < document.pages[page - 1].height - MARGIN_POINTS


def compare(name: str, found: Any, update: bool) -> None:
    """Against samples/expected, which ``--update-golden`` writes anew."""
    path = SAMPLES / "expected" / f"{name}.json"
    if update:
        path.write_text(as_text(found) + "\n", encoding="utf-8", newline="\n")
    assert path.exists(), f"{path} is missing: run pytest --update-golden tests/golden, and read what it writes"
    assert found == json.loads(path.read_text(encoding="utf-8"))
