"""The scripted engine: what tests of docpipe, and of what is built on it, stand on."""

import asyncio
import json

from msgspec.structs import replace
from patience import until_then

from docpipe.completions import Prompt
from docpipe.engines.fake import INFO, Fake, Reply
from docpipe.errors import DoesNotFit, EngineError

PROMPT = Prompt("a", (("system", "You read."), ("user", "Who signs here?")), reply_tokens=50)


def ask(engine, *prompts):
    async def all_of_them():
        return await asyncio.gather(*map(engine.complete, prompts), return_exceptions=True)

    return asyncio.run(all_of_them())


def test_what_is_no_text_is_written_as_json():
    (reply,) = ask(Fake({"a": {"parties": ["Ö AG"]}}), PROMPT)
    assert (reply.prompt_id, json.loads(reply.text), reply.finish) == ("a", {"parties": ["Ö AG"]}, "stop")
    assert reply.usage.prompt_tokens == 5 + 2 * 5
    assert reply.usage.calls == 1


def test_replies_come_by_id_in_turn_or_from_a_function():
    by_id = Fake({"a": [EngineError("down"), "up"]})
    (first,), (second,) = ask(by_id, PROMPT), ask(by_id, PROMPT)
    assert isinstance(first, EngineError)
    assert second.text == "up"
    assert [one.text for one in ask(Fake(["x", ""]), PROMPT, PROMPT)] == ["x", ""]
    (said,) = ask(Fake(lambda prompt: prompt.messages[-1][1]), PROMPT)
    assert said.text == "Who signs here?"


def test_a_prompt_that_the_script_forgot_is_an_error_that_names_it():
    (error,) = ask(Fake({"b": "x"}), PROMPT)
    assert isinstance(error, EngineError)
    assert "prompt a" in error.message


def test_a_prompt_over_the_window_never_arrives():
    engine = Fake({"a": "x"}, replace(INFO, window=64))
    assert isinstance(ask(engine, PROMPT)[0], DoesNotFit)
    assert engine.prompts == []


def test_prompts_run_side_by_side_and_can_be_given_up():
    engine = Fake({"a": Reply("x", seconds=3600)})

    async def give_up():
        tasks = [asyncio.create_task(engine.complete(PROMPT)) for _ in range(3)]
        await until_then(lambda: engine.running == 3)
        tasks[0].cancel()
        await until_then(lambda: engine.running < 3)
        left = engine.running
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return left

    assert asyncio.run(give_up()) == 2
    assert engine.most_at_once == 3
    assert engine.cancelled == ["a"] * 3


def test_the_first_token_is_told_before_the_reply():
    order = []

    async def one():
        reply = Reply("x", first_token_seconds=0.001, seconds=0.002)
        await Fake([reply]).complete(PROMPT, lambda: order.append("token"))
        order.append("reply")

    asyncio.run(one())
    assert order == ["token", "reply"]
