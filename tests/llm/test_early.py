"""A document's first chunks are asked about while its last pages are being read, and nothing else changes."""

import asyncio
from concurrent.futures import Future

import pytest
from building import document
from msgspec.structs import replace
from patience import until_then
from scripted import answer, nothing

from docpipe import kinds, models
from docpipe.engines.fake import INFO, Fake, Reply
from docpipe.engines.journal import Journaled
from docpipe.errors import EngineError
from docpipe.llm.early import IN_VAIN
from docpipe.readers.so_far import SoFar
from docpipe.readers.workers import Reading
from docpipe.settings import Settings

SUMMARY = kinds.load("summary")
PAGES = [f"Clause {n}. " + f"The tenant of house {n} paints all of its rooms each year in May. " * 8 for n in range(12)]
SMALL = Settings(threshold_tokens=300, chunk_tokens=300, sources={"threshold_tokens": "argument"})


def pages(count, changed=()):
    """The first pages of a scan, some of them changed."""
    made = [f"The tenant {n} sings." if n in changed else text for n, text in enumerate(PAGES[:count])]
    return document(*made, page_breaks=tuple(range(1, count)))


def read(prompt):
    asked = nothing(prompt) if not prompt.id.startswith("reduce") else {"value": "They paint."}
    if "title" in asked:
        number, _, words = prompt.messages[-1][1].partition("[§")[2].partition("] ")
        asked["title"] = answer(words[:9], (int(number), words[:9]))
    return asked


async def told(early, *documents):
    """Tell what is read so far, each when all was sent that came of the one before."""
    for one in documents:
        early.hear(SoFar(one, len(PAGES)))
        await early._following


async def replies(early):
    """Wait for the replies to all that was sent; how many those are."""
    return len(await asyncio.gather(*early._sent.values()))


async def analyzed(engine, *so_far, whole=None, settings=SMALL):
    """The result of a document of which pages were told, and how many prompts were sent before all were there."""
    opened = models.Opened(engine, await engine.open(), settings)
    early = models.listening(opened, Future(), SUMMARY, lambda *_: None)
    await told(early, *so_far)
    sent = await replies(early)
    assert not isinstance(engine, Fake) or sent == len(engine.prompts)
    whole = whole or pages(12)
    asked = await models.ask(opened, whole, SUMMARY, early=early)
    return models.result(opened, whole, (SUMMARY, None), asked, (0.0, 0.0)), sent


def run(*so_far, whole=None, settings=SMALL):
    engine = Fake(read)
    result, sent = asyncio.run(analyzed(engine, *so_far, whole=whole, settings=settings))
    return result, sent, [prompt.id for prompt in engine.prompts]


def without_times(result):
    return result.data, result.evidence, result.trust, result.checks, result.coverage, result.route


def test_chunks_that_stay_as_they_are_are_asked_early_and_once():
    plain, none, asked = run()
    result, sent, again = run(pages(6), pages(9))
    assert none == 0
    assert 5 <= sent < len(asked)
    assert sorted(again) == sorted(asked)
    assert without_times(result) == without_times(plain)
    assert result.usage == plain.usage


def test_a_chunk_that_later_pages_change_is_asked_again_and_what_was_in_vain_is_told():
    whole = pages(12, changed={1})
    plain, _, asked = run(whole=whole)
    result, sent, again = run(pages(6), pages(9), whole=whole)
    assert len(again) > len(asked)
    assert without_times(result) == without_times(plain)
    (vain,) = (one for one in result.spent if one.questions == IN_VAIN)
    assert vain.usage.calls == len(again) - len(asked)
    assert result.usage.calls == len(again)
    assert sent >= vain.usage.calls


def test_what_was_not_made_alike_twice_waits():
    _, sent, _ = run(pages(9))
    assert sent == 0
    _, sent, _ = run(pages(6), pages(9, changed=set(range(9))))
    assert sent == 0


def test_where_prompts_changed_the_others_must_be_made_alike_more_often():
    _, sent, _ = run(pages(4), pages(6), pages(9, changed={0}), pages(11, changed={0}))
    _, more, _ = run(pages(4), pages(6), pages(9), pages(11))
    assert sent < more


def test_nothing_is_asked_early_of_a_document_that_may_go_whole():
    large = {"threshold_tokens": 10**6, "chunk_tokens": 300, "sources": {"threshold_tokens": "argument"}}
    _, sent, asked = run(pages(6), pages(9), settings=Settings(**large))
    assert sent == 0
    assert {name.partition("/")[0] for name in asked} == {"0"}


def test_a_run_that_is_started_again_pays_for_nothing_that_was_answered_early(tmp_path):
    async def twice():
        first = Fake(read)
        await analyzed(Journaled(first, tmp_path / "journal.sqlite", 30), pages(6), pages(9))
        second = Fake(read)
        await analyzed(Journaled(second, tmp_path / "journal.sqlite", 30))
        third = Fake(read)
        await analyzed(Journaled(third, tmp_path / "journal.sqlite", 30), pages(6), pages(9))
        return len(first.prompts), len(second.prompts), len(third.prompts)

    first, second, third = asyncio.run(twice())
    assert first
    assert (second, third) == (0, 0)


def test_an_early_prompt_that_failed_is_tried_again_like_any_other():
    failed = []

    def once(prompt):
        if prompt.id.startswith("1/") and prompt.id not in failed:
            failed.append(prompt.id)
            return EngineError("busy")
        return read(prompt)

    engine = Fake(once)
    result, _ = asyncio.run(analyzed(engine, pages(6), pages(9)))
    assert failed
    assert without_times(result) == without_times(run()[0])


def test_a_document_that_cannot_be_read_to_its_end_gives_its_prompts_up():
    engine = Fake(lambda prompt: Reply(read(prompt), seconds=3600.0))

    async def given_up():
        opened = models.Opened(engine, await engine.open(), SMALL)
        early = models.listening(opened, Future(), SUMMARY, lambda *_: None)
        await told(early, pages(6), pages(9))
        await until_then(lambda: engine.running == len(early._sent))
        early.close()
        await asyncio.wait(early._sent.values())

    asyncio.run(given_up())
    assert engine.prompts
    assert sorted(engine.cancelled) == sorted(prompt.id for prompt in engine.prompts)


def test_what_is_told_of_a_reading_reaches_the_loop():
    engine = Fake(read)

    async def heard():
        opened = models.Opened(engine, await engine.open(), SMALL)
        reading = Reading()
        reading.tell(SoFar(pages(6), 12))  # told before anybody listens
        early = models.listening(opened, reading, SUMMARY, asyncio.get_running_loop().call_soon_threadsafe)
        await asyncio.sleep(0)
        await early._following
        await asyncio.to_thread(reading.tell, SoFar(pages(9), 12))
        await asyncio.sleep(0)
        await early._following
        return await replies(early)

    assert asyncio.run(heard()) >= 5


@pytest.mark.parametrize(("window", "sends"), [(INFO.window, True), (700, False)])
def test_where_the_questions_fill_the_window_nothing_is_asked_early(window, sends):
    engine = Fake(read, replace(INFO, window=window))

    async def sent():
        opened = models.Opened(engine, await engine.open(), SMALL)
        early = models.listening(opened, Future(), SUMMARY, lambda *_: None)
        await told(early, pages(6), pages(9))
        return await replies(early)

    assert (asyncio.run(sent()) > 0) == sends
