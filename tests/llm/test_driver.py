"""Running an analysis on an engine: the document is paid for once, and a straggler blocks nobody."""

import asyncio

import pytest
from scripted import agreement, nothing

from docpipe import kinds
from docpipe.engines.fake import INFO, Fake, Reply
from docpipe.errors import EngineError
from docpipe.llm.analysis import Analysis
from docpipe.llm.asking import Asker
from docpipe.llm.background import Background
from docpipe.llm.driver import drive
from docpipe.types import Chunk

CONTRACT = kinds.load("contract")


def words(text):
    return len(text.split())


def machine():
    made = agreement()
    return Analysis(Asker(made, CONTRACT, True), (Chunk(0, 0, len(made.text), 9),), words, 4_000)


def test_the_first_prompt_of_a_group_goes_alone_until_its_first_token():
    running_at_start = []

    class Watched(Fake):
        async def complete(self, prompt, on_first_token=None):
            running_at_start.append((self.running, len(self.told)))

            def told():
                self.told.append(prompt.id)
                on_first_token()

            return await super().complete(prompt, told)

    engine = Watched(lambda prompt: Reply(nothing(prompt), seconds=0.02, first_token_seconds=0.01))
    engine.told = []
    asyncio.run(drive(machine(), engine, INFO.window))
    assert running_at_start[0] == (0, 0)
    assert all(told >= 1 for _, told in running_at_start[1:])
    assert engine.most_at_once > 5


def test_a_first_prompt_that_fails_does_not_keep_the_others_waiting():
    failed = []

    def read(prompt):
        if not failed:
            failed.append(prompt.id)
            return EngineError("gone")
        return nothing(prompt)

    analysis = machine()
    asyncio.run(asyncio.wait_for(drive(analysis, Fake(read), INFO.window), 300))
    assert analysis.result().open == ()


def test_events_come_as_replies_do():
    heard = []
    asyncio.run(drive(machine(), Fake(nothing), INFO.window, heard.extend))
    assert {name for event in heard for name in event.names} >= {"title", "clauses: Insurance"}
    assert {event.kind for event in heard} == {"answered"}


def test_cancelling_gives_up_every_prompt():
    engine = Fake(lambda prompt: Reply(nothing(prompt), seconds=3600))

    async def interrupted():
        task = asyncio.create_task(drive(machine(), engine, INFO.window))
        while not engine.running:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(interrupted())
    assert engine.running == 0
    assert len(engine.cancelled) == len(engine.prompts) > 0


def test_the_loop_in_the_background_serves_callers_and_ends():
    import threading

    loop = Background()

    async def made():
        return 7

    assert loop.run(made()) == 7
    loop.submit(asyncio.sleep(3600))
    loop.close()
    assert not any(thread.name == "docpipe-engine" for thread in threading.enumerate())
