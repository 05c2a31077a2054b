"""The vllm engine: the model in the process itself."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import docpipe


@pytest.fixture(scope="module")
def found(model):
    """What a run by the Python that has vLLM printed on stdout: its findings, and nothing else."""
    python = os.environ["VLLM_PYTHON"]
    quiet = {"VLLM_CPU_KVCACHE_SPACE": "1", "VLLM_CPU_NUM_OF_RESERVED_CPU": "0", "HF_HUB_OFFLINE": "1"}
    path = str(Path(docpipe.__file__).parent.parent)
    command = [python, str(Path(__file__).with_name("in_process.py")), str(model)]
    done = subprocess.run(
        command, env=os.environ | quiet | {"PYTHONPATH": path}, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_the_engine_says_what_it_is(found):
    assert (found["window"], found["block_size"]) == (2_048, 128)
    assert found["supports"] == ["cached_tokens", "exact_count", "priority", "schema", "streaming"]


def test_replies_follow_the_schema_and_tell_their_first_token(found):
    assert [list(value) for value in found["values"]] == [["name"]] * 6
    assert found["firsts"] == 6


def test_counts_are_what_is_charged_and_a_document_is_read_once(found):
    assert found["count"] == found["charged"]
    assert found["count"] - 128 < found["cached"] < found["count"]


def test_a_reply_is_cut_at_its_limit_and_says_so(found):
    assert found["cut"] == ["length", 16]


def test_what_does_not_fit_and_what_makes_no_sense_is_refused(found):
    code, message = found["too_long"]
    assert code == "DoesNotFit"
    assert "exceed the window of 2,048 tokens" in message
    assert found["bad_schema"][0] == "EngineError"


def test_calling_a_prompt_off_stops_it_in_the_engine(found):
    assert found["called_off"] == [1, 0]
