"""A run that is killed while a model answers: what was paid for is not paid for again."""

import asyncio
import json
import os
import sys
from collections import Counter
from pathlib import Path

from patience import SECONDS, until_then
from scripted import nothing
from serving import MODEL, Chat, ModelServer

from docpipe.completions import Prompt

SAMPLE = Path(__file__).parents[2] / "samples" / "nda.pdf"
AT_ONCE = 3
KILLED_AFTER = (2, 9)
"""Prompts at the server after which it is killed: near the beginning, and where three replies or more were kept: at
least six are asked by then of the second run, three of them in flight."""


def reply(body):
    """That nothing is there, slowly."""
    schema = body["response_format"]["json_schema"]["schema"]
    text = json.dumps(nothing(Prompt("any", (), 1, schema=schema)))
    return Chat([text], seconds=0.15)


async def analyze(server, home):
    environment = os.environ | {"XDG_STATE_HOME": str(home), "LOCALAPPDATA": str(home), "HOME": str(home)}
    command = ("analyze", str(SAMPLE), "--kind", "contract", "--base-url", server.url, "--no-audit", "--format", "json")
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "docpipe", *command, "--set", f"requests_in_flight={AT_ONCE}"),
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


def test_killed_at_any_moment_and_started_again_a_run_repeats_at_most_the_prompts_in_flight(tmp_path):
    async def run():
        server = ModelServer(reply, models=({**MODEL, "max_model_len": 40_000},))
        async with server.serving():
            for after in KILLED_AFTER:
                process = await analyze(server, tmp_path)
                await until_then(lambda after=after: len(server.asked) >= after)
                process.kill()
                await process.communicate()
                await server.quiet()
            process = await analyze(server, tmp_path)
            out, said = await process.communicate()
            assert process.returncode == 0, said.decode()
            return [json.dumps(body, sort_keys=True) for body in server.asked], json.loads(out)

    asked, result = asyncio.run(asyncio.wait_for(run(), 3 * SECONDS))
    times = Counter(asked)
    assert len(times) == 11
    assert result["coverage"]["not_found"]
    assert sum(times.values()) - len(times) <= AT_ONCE * len(KILLED_AFTER)
    assert max(times.values()) <= 1 + len(KILLED_AFTER)
    assert result["usage"]["calls"] < len(times)
