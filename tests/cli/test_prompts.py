"""``docpipe prompts``: exactly what would be sent, and nothing is."""

import json
from pathlib import Path

import pytest

from docpipe.cli import run

SAMPLE = str(Path(__file__).parents[2] / "samples" / "nda.pdf")


@pytest.fixture
def told(capsys):
    def tell(*arguments):
        code = run(["prompts", SAMPLE, *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return tell


def test_prompts_are_printed_word_for_word_with_their_tokens(told):
    code, out, err = told()
    assert code == 0
    assert "[§1] MUTUAL NON-DISCLOSURE AGREEMENT" in out
    assert "=== prompt 1 of 11: 0/title" in out
    assert "--- schema of the reply" in out
    assert "11 prompts" in err
    assert "nothing sent" in err


def test_as_json_there_is_an_object_per_prompt(told):
    code, out, _ = told("--format", "json", "--kind", "contract", "--threshold", "500", "--set", "chunk_tokens=400")
    prompts = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len({prompt["group"] for prompt in prompts}) > 3
    for prompt in prompts:
        assert prompt["messages"][-1]["role"] == "user"
        assert prompt["tokens"] + prompt["reply_tokens"] < 131_072
        assert prompt["schema"]["additionalProperties"] is False


def test_a_window_that_is_too_small_is_an_error(told):
    code, out, err = told("--set", "window_tokens=2000")
    assert (code, out) == (1, "")
    assert "window" in err
