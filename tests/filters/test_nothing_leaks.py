"""A thousand secrets and personal data, planted everywhere a result can hold text: none comes out after ``redact``."""

from __future__ import annotations

import html
import io
import json
import random
import re

import pytest
from building import document
from msgspec.structs import replace
from planting import TERMS, Plant, made, squeezed

from docpipe import filters
from docpipe.completions import Usage
from docpipe.kinds.contract import Contract
from docpipe.kinds.shape import dumped, typed
from docpipe.settings import load
from docpipe.sinks import SINKS, Look, Pictures, open_sink
from docpipe.sinks.aside import asides_to_text
from docpipe.sinks.json import document_to_json, result_to_json
from docpipe.sinks.markdown import document_to_markdown
from docpipe.types import (  # fmt: skip
    Block,
    Check,
    Chunk,
    Coverage,
    Evidence,
    Filtered,
    Quote,
    Removed,
    Result,
    Route,
    Run,
    Table,
    Trust,
)
from docpipe.verify.ground import ground

ROUNDS, PLANTS = 50, 20
PROSE = "The parties shall keep the terms of this agreement confidential for five years after it ends."
SETTINGS = {"blocked_terms": TERMS, "personal_data": "redact", "secrets": "redact"}


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_nothing_that_was_planted_is_in_any_output(seed):
    rng = random.Random(seed)
    plants = [made(rng) for _ in range(PLANTS)]
    result = planted(plants, rng)
    shown = filters.apply(result, filters.policy(load(SETTINGS)))
    outputs = {name: squeezed(text) for name, text in written(shown)}
    for plant in plants:
        leaks = [name for name, text in outputs.items() if squeezed(plant.bare) in text]
        assert leaks == [], (plant, leaks)
    assert consistent(shown)


def test_everything_that_was_planted_would_come_out_without_the_filter():
    rng = random.Random(3)
    plants = [made(rng) for _ in range(PLANTS)]
    outputs = [squeezed(text) for _, text in written(planted(plants, rng))]
    assert all(any(squeezed(plant.bare) in text for text in outputs) for plant in plants)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_pictures_hide_every_word_that_was_planted_in_the_body(seed):
    rng = random.Random(seed)
    plants = [made(rng) for _ in range(PLANTS)]
    result = planted(plants, rng)
    masks = filters.apply(result, filters.policy(load(SETTINGS))).masks
    for plant in plants:
        for start in occurrences(result.document.text, plant.text):
            for place in result.document.places(start, start + len(plant.text)):
                assert set(place.boxes) <= set(masks[place.page]), plant


def test_what_is_flagged_by_default_stays_as_it_is():
    rng = random.Random(7)
    plants = [plant for plant in (made(rng) for _ in range(200)) if plant.rule not in ("secret", "blocked_term")]
    result = planted(plants[:PLANTS], rng)
    shown = filters.apply(result, filters.policy(load()))
    assert {entry.action for entry in shown.filtered} == {"flag"}
    assert replace(shown, filtered=()) == replace(result, filtered=())
    assert {entry.rule for entry in shown.filtered} == {plant.rule for plant in plants[:PLANTS]}


def planted(plants: list[Plant], rng: random.Random) -> Result:
    """A result that holds the plants: some in the body, cited and uncited, all in other places as well."""
    body = [f"{PROSE} {plant.lead}{plant.text} {PROSE}" for plant in plants[: PLANTS // 2]]
    doc = document(*body, PROSE, page_breaks=(3, 6, 9))
    texts = [f"{plant.lead}{plant.text}" for plant in plants]
    values = {
        "title": texts[0],
        "parties": [{"name": text, "aliases": [text]} for text in texts[1:6]],
        "governing_law": texts[6:9],
        "amounts": [{"amount": "12.50", "currency": "EUR", "what": text} for text in texts[9:12]],
        "summary": " and ".join(texts[12:16]),
    }
    data = typed(values, Contract)
    cited = {f"/parties/{i}": ground(doc, Quote(text, (at, at + len(text)))) for i, text in enumerate(body[:5])
             for at in occurrences(doc.text, text)}  # fmt: skip
    aside = [Removed("footer", 1, (0, 760, 612, 780), f"{text} {PROSE}", "repeated") for text in texts[16:18]]
    hidden = [Block(f"h{i}", "hidden", 2, (10, 10, 20, 20), None, text=text) for i, text in enumerate(texts[18:20])]
    cells = Table("t", (), 0, tuple((text, "1,250.00") for text in texts[:4]), ())
    chosen = rng.choice(texts)
    printed = replace(doc.words, printed={0: chosen.split()[0], **dict(enumerate(chosen.split(), 3))})
    doc = replace(
        doc,
        source=replace(doc.source, name=f"{chosen}.pdf", path=f"room/{chosen}.pdf", container=texts[3]),
        words=printed,
        blocks=(*doc.blocks, *hidden),
        removed=tuple(aside),
        tables=(cells,),
        warnings=(f"page 2: {texts[4]}",),
    )
    other = Evidence(None, None, (), (0, 0), texts[5], "fuzzy", 92.0, texts[6], place=f"Sheet1!{texts[7]}")
    message = f"the first says {texts[8]}, the second {texts[9]}"
    return Result(
        document=doc,
        tokens=12,
        tokenizer="qwen3",
        kind="contract",
        run=Run("rules", None, "v1", None, "5e77"),
        route=Route("direct", 12, 98304, (Chunk(0, 0, len(doc.text), 12, (texts[10],)),), "12 tokens fit"),
        data=dumped(data),
        evidence={**cited, "/title": (other,)},
        trust={path: Trust("confirmed", ("rules",)) for path in ("/title", *cited)},
        checks=(Check("/title", "conflict", "warning", message, (other, *cited["/parties/0"])),),
        coverage=Coverage(4, 1.0, ("title",), ()),
        usage=Usage(),
        seconds={"total": 0.5},
        created="2026-11-30T10:00:00Z",
        value=data,
    )


def occurrences(text: str, wanted: str) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(wanted), text)]


def written(result: Result):
    """Everything that shows a result or its document, as plain text; JSON by its strings, HTML without its tags."""
    look = Look(include_text=True, quotes=True, width=200, pictures=Pictures("none"))
    for name in SINKS:
        stream = io.StringIO()
        open_sink(name, stream, look).write(result)
        text = stream.getvalue()
        yield (
            name,
            " ".join(strings(json.loads(text))) if name == "json" else html.unescape(re.sub(r"<[^>]*>", "", text)),
        )
    yield "read json", " ".join(strings(document_to_json(result.document)))
    yield "read markdown", document_to_markdown(result.document)
    yield "read text", result.document.text + asides_to_text(result.document)
    yield "words", " ".join(result.document.words.printed.values())
    yield "value", repr(result.value) + repr(result.route)
    yield "all", repr(result_to_json(result))


def strings(value):
    """All strings of a JSON value; quotes of one path are joined, as the parts of one over a page break are read."""
    if isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        yield " ".join(text for part in value for text in strings(part))
    elif isinstance(value, str):
        yield value


def consistent(result: Result) -> bool:
    """Spans count in the redacted text: quotes stand at theirs, blocks cover it, words never fall back."""
    doc = result.document
    for entries in result.evidence.values():
        assert all(entry.quote == doc.text[slice(*entry.span)] for entry in entries if entry.page is not None)
    spans = [block.span for block in doc.blocks if block.span]
    assert spans == sorted(spans)
    assert spans[-1][1] == len(doc.text)
    assert list(doc.words.starts) == sorted(doc.words.starts)
    assert list(doc.words.ends) == sorted(doc.words.ends)
    return all(isinstance(entry, Filtered) for entry in result.filtered)
