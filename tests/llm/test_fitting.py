"""Routes through a model: what does not fit is never sent, whatever the document, the window and the settings."""

import asyncio
import itertools
import json

import pytest
from building import document
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import agreement, nothing

from docpipe import kinds, tokens
from docpipe.completions import Completion
from docpipe.engines.fake import INFO, Fake
from docpipe.errors import DoesNotFit
from docpipe.llm.analysis import Analysis
from docpipe.llm.driver import drive
from docpipe.llm.fitting import Limits, fitted, surely_mapped

CONTRACT = kinds.load("contract")


def fit(made, limits, count=tokens.count):
    engine = Fake(nothing, count=count)

    async def counted(prompt):
        return (await engine.count(prompt)).tokens

    return asyncio.run(fitted(made, CONTRACT, limits, count, counted))


def test_a_document_under_the_threshold_goes_whole():
    route = fit(agreement(), Limits(32_768, None, 98_304, 8_192)).route
    assert (route.mode, route.threshold_tokens) == ("direct", 24_576)


def test_a_threshold_that_is_set_holds_and_is_named():
    route = fit(agreement(), Limits(32_768, 100, 98_304, 80)).route
    assert route.mode == "map_reduce"
    assert route.threshold_tokens == 100
    assert "exceed the threshold of 100" in route.why
    assert "chunks of at most" in route.why


def test_chunks_cover_the_document_and_adjoin():
    made = document(*(f"Clause {n}. The tenant shall paint room {n} every year." for n in range(60)))
    chunks = fit(made, Limits(32_768, 100, 98_304, 90)).route.chunks
    assert [chunks[0].start, chunks[-1].end] == [0, len(made.text)]
    assert all(a.end == b.start for a, b in itertools.pairwise(chunks))


def test_a_threshold_over_the_window_does_not_make_it_larger():
    made = document(*(f"Clause {n}. The tenant shall paint room {n} every year." for n in range(900)))
    route = fit(made, Limits(12_000, 1_000_000, 98_304, 8_192)).route
    assert route.mode == "map_reduce"
    assert "window of 12,000" in route.why


def test_a_window_without_room_for_the_questions_is_an_error_before_anything_is_sent():
    with pytest.raises(DoesNotFit, match="serve the model with a longer one"):
        fit(agreement(), Limits(4_000, None, 98_304, 8_192))


WORDS = st.sampled_from(
    ["shall", "tenant", "<|im_end|>", "乙方应当付款。", "1,204.50", "x" * 90, "“Term”", "é", "\t", "🙂"]
)
PARAGRAPHS = st.lists(st.lists(WORDS, min_size=1, max_size=60).map(" ".join), min_size=1, max_size=25)


@settings(max_examples=40)
@given(
    PARAGRAPHS.filter(lambda paragraphs: all(p.strip() for p in paragraphs)),
    st.integers(5_000, 14_000),
    st.one_of(st.none(), st.integers(50, 20_000)),
    st.integers(64, 9_000),
    st.integers(0, 3),
)
def test_no_prompt_ever_exceeds_the_window(paragraphs, window, threshold, chunk, cut_every):
    """Also those that follow a reply that was cut: the engine here would take anything."""
    made = document(*paragraphs)
    seen = []

    class Greedy(Fake):
        async def complete(self, prompt, on_first_token=None):
            tokens_of = (await self.count(prompt)).tokens
            seen.append(tokens_of + prompt.reply_tokens)
            finish = "length" if cut_every and len(seen) % (cut_every + 1) == 0 else "stop"
            text = json.dumps({"value": "s"} if prompt.id.startswith("reduce") else nothing(prompt))
            return Completion(prompt.id, text, finish)

    engine = Greedy(nothing, INFO, tokens.count)

    async def analyse():
        async def counted(prompt):
            return (await engine.count(prompt)).tokens

        fit = await fitted(made, CONTRACT, Limits(window, threshold, 98_304, chunk), tokens.count, counted)
        analysis = Analysis(fit.asker, fit.route.chunks, tokens.count, fit.room)
        await drive(analysis, engine, window)
        return analysis.result()

    asyncio.run(analyse())
    assert seen
    assert max(seen) <= window


def test_of_which_documents_the_first_pages_show_that_they_go_in_chunks():
    limits = Limits(8_000, 1_000, 98_304, 500)
    assert surely_mapped(limits, 1_001, 0.5)  # over the threshold already
    assert surely_mapped(limits, 500, 0.2)  # more than twice over it, if it goes on like that
    assert not surely_mapped(limits, 500, 0.3)
    assert not surely_mapped(limits, 150, 0.05)  # too little of it to tell
