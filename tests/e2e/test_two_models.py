"""Two servers: everything is asked of the first, and of the second what the first gave no sure answer to."""

import asyncio
import json
import os
import sys
from pathlib import Path

from scripted import answer, nothing
from serving import MODEL, Chat, ModelServer

from docpipe.completions import Prompt

SAMPLE = Path(__file__).parents[2] / "samples" / "nda.pdf"


def properties(body):
    return body["response_format"]["json_schema"]["schema"]["properties"]


def empty(body):
    return nothing(Prompt("any", (), 1, schema=body["response_format"]["json_schema"]["schema"]))


def small(body):
    """Refuses to say anything of the title."""
    return Chat(["I would rather not." if "title" in properties(body) else json.dumps(empty(body))])


def large(body):
    text = body["messages"][-1]["content"]
    first = text.partition("[§1] ")[2].partition("\n")[0]
    return Chat([json.dumps({**empty(body), "title": answer(first, (1, first))})])


async def analyze(*arguments, home):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "docpipe", "analyze", str(SAMPLE), "--kind", "contract", "--no-audit", "--no-journal"),
        *("--format", "json", *arguments),
        env=os.environ | {"XDG_STATE_HOME": str(home), "HOME": str(home)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, said = await process.communicate()
    return json.loads(out), said.decode()


def test_the_second_server_gets_the_fields_that_the_first_one_left_open_and_no_others(tmp_path):
    async def run():
        one = ModelServer(small, models=({**MODEL, "id": "small", "max_model_len": 40_000},))
        other = ModelServer(large, models=({**MODEL, "id": "large", "max_model_len": 32_000},))
        async with one.serving(), other.serving():
            second = f"escalation_base_url={other.url}"
            result, said = await analyze("--base-url", one.url, "--set", second, home=tmp_path)
        return one, other, result, said

    one, other, result, said = asyncio.run(asyncio.wait_for(run(), 300))
    assert [list(properties(body)) for body in other.asked] == [["title"]]
    assert {body["model"] for body in one.asked} == {"small"}
    assert other.asked[0]["model"] == "large"
    assert "larger_model" in result["trust"]["/title"]["by"]
    assert (result["run"]["model"], result["run"]["larger_model"]) == ("small", "large")
    assert {group["model"] for group in result["usage"]["groups"]} == {"small", "large"}
    assert f"sent to small and large at 127.0.0.1:{one.port}, 127.0.0.1:{other.port}" in said
