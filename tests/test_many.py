"""``analyze_many`` as notebooks, schedulers and services call it: several at once, left early, in a running loop."""

import asyncio
import threading
from contextlib import aclosing
from pathlib import Path

import pytest

import docpipe
from docpipe import aio
from docpipe.errors import SettingsError
from docpipe.settings import load

SAMPLES = Path(__file__).parents[1] / "samples"
PATHS = [SAMPLES / "nda.pdf", SAMPLES / "services_agreement.pdf", SAMPLES / "gone.pdf"]
NAMES = ["nda.pdf", "services_agreement.pdf", "gone.pdf"]
QUIET = load({"audit": False, "journal": False})


def names(outcomes):
    return [
        Path(made.source).name if isinstance(made, docpipe.Failure) else made.document.source.name for made in outcomes
    ]


def engines():
    return [thread for thread in threading.enumerate() if thread.name == "docpipe-engine"]


@pytest.mark.parametrize("engine", ["rules", "scripted:engine"])
def test_two_calls_at_once_do_not_meddle_with_each_other(engine):
    one = docpipe.analyze_many(PATHS, "contract", QUIET, workers=2, engine=engine)
    other = docpipe.analyze_many(reversed(PATHS), "contract", QUIET, engine=engine)
    pairs = list(zip(one, other, strict=True))
    assert names(first for first, _ in pairs) == NAMES
    assert names(second for _, second in pairs) == NAMES[::-1]


@pytest.mark.parametrize("engine", ["rules", "scripted:engine"])
def test_it_works_in_a_loop_that_runs_as_a_notebooks_does(engine):
    async def cell():
        return names(docpipe.analyze_many(PATHS, "contract", QUIET, engine=engine))

    assert asyncio.run(cell()) == NAMES


def test_in_a_loop_two_run_side_by_side_and_others_go_on():
    async def all_of_it(ticks):
        async def tick():
            while True:
                ticks.append(1)
                await asyncio.sleep(0.005)

        async def one(engine):
            return names([made async for made in aio.analyze_many(PATHS, "contract", QUIET, workers=2, engine=engine)])

        ticking = asyncio.create_task(tick())
        found = await asyncio.gather(one("rules"), one("scripted:engine"))
        ticking.cancel()
        return found

    ticks = []
    assert asyncio.run(all_of_it(ticks)) == [NAMES, NAMES]
    assert len(ticks) > 5


def test_leaving_early_ends_the_engine_and_the_processes():
    before = len(engines())
    outcomes = docpipe.analyze_many(PATHS, "contract", QUIET, engine="scripted:engine")
    next(outcomes)
    assert len(engines()) == before + 1
    outcomes.close()
    assert len(engines()) == before


def test_cancelling_who_waits_ends_it_too():
    before = len(engines())

    async def cancelled():
        begun = asyncio.Event()

        async def consumer():
            async with aclosing(aio.analyze_many(PATHS * 5, "contract", QUIET, engine="scripted:engine")) as outcomes:
                async for _ in outcomes:
                    begun.set()

        task = asyncio.create_task(consumer())
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert len(engines()) == before


def test_what_makes_no_sense_is_told_by_the_call():
    with pytest.raises(SettingsError, match="workers"):
        docpipe.analyze_many(PATHS, workers=0)
    with pytest.raises(SettingsError, match="did you mean 'rules'"):
        docpipe.analyze_many(PATHS, engine="ruels")
