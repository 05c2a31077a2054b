"""The engine with the model in the process, as far as it goes without vLLM; tests/engines/real has the rest."""

import asyncio
from importlib.util import find_spec

import pytest

from docpipe.engines import make_engine
from docpipe.engines.vllm import _arguments, _option
from docpipe.errors import MissingExtra, SettingsError
from docpipe.settings import load


def words(text):
    return len(text.split())


def test_it_wants_a_model():
    with pytest.raises(SettingsError, match="needs a model"):
        make_engine(load({"engine": "vllm"}), words)


@pytest.mark.skipif(find_spec("vllm") is not None, reason="vLLM is installed")
def test_without_vllm_it_says_what_to_install():
    with pytest.raises(MissingExtra, match=r"docpipe\[vllm\]"):
        asyncio.run(make_engine(load({"engine": "vllm", "model": "somewhere"}), words).open())


def test_options_are_vllms_own_and_go_over_what_docpipe_chooses():
    chosen = load({"engine_options": ["dtype=float32", "tensor-parallel-size=2", "scheduling_policy=fcfs"]})
    arguments = _arguments(chosen, "m")
    assert (arguments["dtype"], arguments["tensor_parallel_size"], arguments["scheduling_policy"]) == (
        "float32",
        2,
        "fcfs",
    )
    assert arguments["structured_outputs_config"]["disable_any_whitespace"] is True
    with pytest.raises(SettingsError, match="must be name=value"):
        _option("dtype")
