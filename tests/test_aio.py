"""The asynchronous API: the same results, fields as they are verified, and cancelling that reaches the engine."""

import asyncio
from pathlib import Path

import pytest

from docpipe import aio, api
from docpipe.aio import Streamed
from docpipe.errors import UnsupportedFormat
from docpipe.settings import load
from docpipe.types import Failure, Result

SAMPLES = Path(__file__).parents[1] / "samples"
AGREEMENT = SAMPLES / "services_agreement.pdf"
SCRIPTED = {"engine": "scripted:engine", "audit": False, "journal": False}


def test_fields_come_as_they_are_verified_and_the_result_at_the_end():
    async def heard():
        return [made async for made in aio.stream(AGREEMENT, "contract", load(SCRIPTED))]

    *parts, result = asyncio.run(heard())
    assert isinstance(result, Result)
    assert result.data["governing_law"] == ["New York"]
    assert [part.field for part in parts] == ["governing_law"]
    assert isinstance(parts[0], Streamed)
    assert parts[0].value == "New York"
    assert parts[0].evidence[0].quote == "State of New York"


def test_fields_of_the_larger_model_come_as_they_are_verified_too():
    settings = load(
        {**SCRIPTED, "engine": "test_aio:lying", "escalation_engine": "scripted:engine", "escalation_model": "large"}
    )

    async def heard():
        return [made async for made in aio.stream(AGREEMENT, "contract", settings)]

    first, second, result = asyncio.run(heard())
    assert (first.field, first.trust.state, first.trust.by) == ("governing_law", "ungrounded", ("model",))
    assert (second.value, second.trust.by) == ("New York", ("larger_model",))
    assert result.data["governing_law"] == ["New York"]


def lying(_settings, count):
    from scripted import answer, reader

    from docpipe.engines.fake import Fake

    return Fake(reader({"governing_law": [answer("Utah", (1, "by the laws of the State of Utah"))]}), count=count)


def test_with_and_without_a_loop_the_result_is_the_same():
    async def analyzed():
        return await aio.analyze(AGREEMENT, "contract", load(SCRIPTED))

    a, b = asyncio.run(analyzed()), api.analyze(AGREEMENT, "contract", load(SCRIPTED))
    assert (a.data, a.trust, a.checks, a.evidence) == (b.data, b.trust, b.checks, b.evidence)


def test_the_rules_serve_a_loop_too():
    async def all_of_it():
        settings = load({"audit": False})
        streamed = [made async for made in aio.stream(SAMPLES / "nda.pdf", "contract", settings)]
        many = [
            made async for made in aio.analyze_many([SAMPLES / "nda.pdf", SAMPLES / "gone.pdf"], "contract", settings)
        ]
        asked = await aio.ask(SAMPLES / "nda.pdf", "Which law governs?", settings)
        document = await aio.read(SAMPLES / "nda.pdf", settings)
        return streamed, many, asked, document

    streamed, many, asked, document = asyncio.run(all_of_it())
    assert [type(made) for made in streamed] == [Result]
    assert [type(made) for made in many] == [Result, Failure]
    assert asked.value.answers[0].found
    assert document.text == streamed[0].document.text


def test_a_document_that_cannot_be_read_raises_its_error(tmp_path):
    bad = tmp_path / "bad.doc"
    bad.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)

    async def analyzed():
        return await aio.analyze(bad, "contract", load(SCRIPTED))

    with pytest.raises(UnsupportedFormat):
        asyncio.run(analyzed())


def test_leaving_early_cancels_what_is_still_asked():
    from test_aio import engines  # the module that the setting names is not this one

    async def first():
        stream = aio.stream(AGREEMENT, "contract", load({**SCRIPTED, "engine": "test_aio:slow"}))
        async for _ in stream:
            break
        await stream.aclose()

    asyncio.run(first())
    (engine,) = engines
    assert engine.closed
    assert engine.running == 0
    assert engine.cancelled


engines: list = []


def slow(settings, count):
    """The first prompt is answered, the others take an hour."""
    import scripted

    from docpipe.engines.fake import Fake, Reply

    known = scripted.engine(settings, count)

    def read(prompt):
        answers = known._script(prompt)
        return answers if answers.get("governing_law") else Reply(answers, seconds=3600)

    engines.append(Fake(read, count=count))
    return engines[-1]
