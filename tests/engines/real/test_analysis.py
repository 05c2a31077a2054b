"""A whole analysis by a model that talks noise in the right shape: none of it is shown as found, and it costs once."""

from pathlib import Path

import docpipe
from docpipe.settings import load

SAMPLE = Path(__file__).parents[3] / "samples" / "services_agreement.pdf"


def test_noise_is_never_shown_as_found_and_a_second_run_pays_nothing(server, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    settings = load({"engine": "openai", "base_url": [server.url], "audit": False, "retry_seconds": 20})
    before = server.metrics()
    first = docpipe.analyze(SAMPLE, kind="contract", settings=settings)
    spent = server.metrics()
    assert first.run.model == "tiny"
    assert first.usage.calls > 1
    assert first.usage.prompt_tokens == spent["prompt_tokens_total"] - before["prompt_tokens_total"]
    assert first.usage.reply_tokens == spent["generation_tokens_total"] - before["generation_tokens_total"]
    assert first.usage.cached_tokens > first.route.document_tokens
    for path, trust in first.trust.items():
        assert trust.state == "ungrounded" or trust.by == ("rules",) or path in first.evidence
    second = docpipe.analyze(SAMPLE, kind="contract", settings=settings)
    assert second.usage.calls == 0
    assert second.data == first.data
    assert server.metrics()["prompt_tokens_total"] == spent["prompt_tokens_total"]
