"""A run of the vllm engine in its own process, by the Python that has vLLM: ``in_process.py MODEL`` prints findings.

A script and no test: vLLM starts processes that import the main module again, and stands in its own environment.
"""

import asyncio
import json
import sys

from docpipe import tokens
from docpipe.completions import Prompt
from docpipe.engines import make_engine
from docpipe.errors import DocpipeError
from docpipe.settings import load

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {"name": {"type": "string", "maxLength": 12}},
}
OPTIONS = ("load_format=dummy", "dtype=float32", "enforce_eager=true", "max_num_seqs=8", "max_num_batched_tokens=2048")


def prompt(name="a", text="Who signs here?", **changed):
    fields = {"messages": (("system", "You read."), ("user", text)), "reply_tokens": 16} | changed
    return Prompt(name, **fields)


async def told(engine, asked):
    """The name of the error that a prompt ends in, and what it says."""
    try:
        await engine.complete(asked)
    except DocpipeError as error:
        return [error.code, error.message]
    return ["none", ""]


async def called_off(engine):
    """What is left of a prompt in the engine after it was called off."""
    begun = asyncio.Event()
    task = asyncio.create_task(engine.complete(prompt(reply_tokens=1_500), begun.set))
    await begun.wait()
    running = engine._engine.get_num_unfinished_requests()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return [running, engine._engine.get_num_unfinished_requests()]


async def main(model):
    settings = {"engine": "vllm", "model": model, "window_tokens": 2_048, "engine_options": OPTIONS}
    engine = make_engine(load(settings), tokens.count)
    info = await engine.open()
    found = {"window": info.window, "block_size": info.block_size, "supports": sorted(info.supports)}
    firsts = []
    text = "北京 and " * 300
    replies = await asyncio.gather(
        *(
            engine.complete(prompt(str(at), f"who {at}", schema=SCHEMA, reply_tokens=64), lambda: firsts.append(1))
            for at in range(6)
        )
    )
    found["values"] = [json.loads(reply.text) for reply in replies]
    found["firsts"] = len(firsts)
    long = prompt("long", text)
    found["count"] = (await engine.count(long)).tokens
    found["charged"] = (await engine.complete(long)).usage.prompt_tokens
    again = await engine.complete(prompt("again", text))
    found["cached"] = again.usage.cached_tokens
    found["cut"] = [again.finish, again.usage.reply_tokens]
    found["too_long"] = await told(engine, prompt(text="word " * 3_000))
    found["bad_schema"] = await told(engine, prompt(schema={"type": "nonsense"}))
    found["called_off"] = await called_off(engine)
    await engine.aclose()
    print(json.dumps(found))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
