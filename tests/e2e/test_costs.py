"""What a model took and cost, told on stderr and in results."""

import json
import os
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PRICES = json.dumps({"scripted": {"prompt": 2, "reply": 10, "currency": "USD"}})
SCRIPTED = ("--engine", "scripted:engine", "--no-audit", "--no-journal", "--kind", "contract")


@pytest.fixture
def priced(docpipe):
    def run(*arguments):
        paths = os.pathsep.join((str(TESTS), str(TESTS.parent)))
        return docpipe(*arguments, *SCRIPTED, PYTHONPATH=paths, DOCPIPE_PRICES=PRICES)

    return run


def test_a_batch_tells_what_it_paid_and_copies_cost_nothing(pdf, priced, tmp_path):
    pdf("room/a.pdf")
    (tmp_path / "room/b.pdf").write_bytes((tmp_path / "room/a.pdf").read_bytes())
    pdf("room/c.pdf", [["A page that says this and no more of any contract."]])
    done = priced("batch", "room", "--output", "out")
    usage = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))["usage"] for path in (tmp_path / "out").glob("*.json")
    }
    copies = [one for one in usage.values() if not one["calls"]]
    assert len(copies) == 1
    assert "cost" not in copies[0]
    prompts, replies = (sum(one[name] for one in usage.values()) for name in ("prompt_tokens", "reply_tokens"))
    cost = (2 * prompts + 10 * replies) / 1e6
    assert (
        f"sent to the model: {prompts:,} tokens, {replies:,} tokens of replies, {cost:.4f} USD; results in"
        in done.stderr
    )
    assert sum(float(one["cost"]["USD"]) for one in usage.values() if one["calls"]) == pytest.approx(cost, abs=1e-5)
    again = priced("batch", "room", "--output", "out")
    assert "tokens" not in again.stderr


def test_one_document_tells_what_it_cost(pdf, priced):
    pdf("a.pdf")
    done = priced("analyze", "a.pdf", "--format", "json")
    usage = json.loads(done.stdout)["usage"]
    assert f"{usage['prompt_tokens']:,} tokens sent to scripted, {float(usage['cost']['USD']):.4f} USD" in done.stderr
