"""How much is at a server at once, and who goes next."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from docpipe.completions import Prompt
from docpipe.engines.flight import Flight, shared_tokens


def prompt(name, text="x", group="", priority=0, reply=10):
    return Prompt(name, (("system", "You read."), ("user", text)), reply, group=group, priority=priority)


def fly(flight, *asked):
    """Enter all at once; each leaves when nobody else gets in. What was inside together, in the order of entering."""

    async def run():
        inside, entered, together = [], [], []
        doors = {}

        async def one(who, tokens):
            async with flight.room(who, tokens):
                inside.append(who.id)
                entered.append(who.id)
                doors[who.id] = asyncio.Event()
                await doors[who.id].wait()
                inside.remove(who.id)

        tasks = [asyncio.create_task(one(*each)) for each in asked]
        while not all(task.done() for task in tasks):
            for _ in range(5):
                await asyncio.sleep(0)
            if inside:
                together.append(set(inside))
                doors[inside[0]].set()
        return entered, together

    return asyncio.run(run())


def test_prompts_wait_until_there_is_room_and_the_urgent_go_first():
    asked = [(prompt("a"), 90), (prompt("b", priority=1), 90), (prompt("c"), 90), (prompt("d", priority=-1), 90)]
    entered, together = fly(Flight(200, 9), *asked)
    assert entered == ["a", "b", "d", "c"]
    assert max(map(len, together)) == 2


def test_a_prompt_larger_than_all_room_goes_alone():
    entered, together = fly(Flight(100, 9), (prompt("a"), 20), (prompt("big"), 500), (prompt("c"), 20))
    assert entered == ["a", "big", "c"]
    assert {"big"} in together
    assert all(len(those) == 1 for those in together)


def test_the_document_that_a_group_shares_is_counted_once():
    document = "word " * 1000
    asked = [(prompt(f"{one}", f"{document} question {one}", group="g"), 1000) for one in range(5)]
    _, together = fly(Flight(1200, 9), *asked)
    assert max(map(len, together)) == 5
    asked = [(prompt(f"{one}", f"{one} {document}", group="g"), 1000) for one in range(5)]
    _, together = fly(Flight(1200, 9), *asked)
    assert max(map(len, together)) == 1


def test_what_was_shared_is_found_to_the_character():
    assert shared_tokens(prompt("a", "abcdef"), prompt("b", "abcxyz"), 15) == 12  # of 9 + 6 characters 9 + 3
    assert shared_tokens(prompt("a", "abc"), prompt("b", "abc"), 12) == 12
    assert shared_tokens(prompt("a", "abc"), Prompt("b", (("user", "abc"),), 1), 3) == 0


@given(
    st.lists(
        st.tuples(st.integers(1, 300), st.integers(0, 2), st.sampled_from(["", "g", "h"]), st.booleans()), max_size=12
    ),
    st.integers(1, 500),
    st.integers(1, 4),
)
def test_whoever_is_called_off_whenever_all_room_is_free_in_the_end(asked, tokens, requests):
    flight = Flight(tokens, requests)

    async def run():
        async def one(number, size, priority, group):
            async with flight.room(prompt(str(number), f"{group}{number}", group, priority), size):
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(one(at, *each[:3])) for at, each in enumerate(asked)]
        for task, (*_, called_off) in zip(tasks, asked, strict=True):
            await asyncio.sleep(0)
            if called_off:
                task.cancel()
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 300)

    asyncio.run(run())
    assert flight.tokens == 0
