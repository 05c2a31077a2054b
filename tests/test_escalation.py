"""A second, larger model: asked only for what the first gave no sure answer to, and named for what it found."""

import dataclasses
import itertools
import json

import pytest
from building import document
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scripted import agreement, answer, nothing, reader
from test_models import LIES

from docpipe import kinds, models, tokens
from docpipe.completions import Completion, Usage
from docpipe.engines.fake import INFO, Fake
from docpipe.errors import EngineError
from docpipe.llm.background import Background
from docpipe.settings import Settings, load

CONTRACT = kinds.load("contract")
TITLE = answer("DISTRIBUTION AGREEMENT", (1, "DISTRIBUTION AGREEMENT"))
LAW = [answer("New York", (10, "the laws of the State of New York"))]
INVENTED = [answer("Utah", (10, "governed by the laws of the State of Utah"))]

larger_engines: list[Fake] = []
"""What ``escalation_engine`` makes in these tests: its script stands in ``told``."""

told: dict[str, object] = {}


def larger(_settings, count):
    import test_escalation  # this module under the name that the setting has

    info = type(INFO)("fake", "large", "large", INFO.window, INFO.block_size, INFO.supports)
    engine = Fake(lambda prompt: test_escalation.told["read"](prompt), info)
    test_escalation.larger_engines.append(engine)
    return engine


SETTINGS = Settings(
    threshold_tokens=10**6, escalation_engine="test_escalation:larger", escalation_model="large", journal=False
)


@pytest.fixture(scope="module")
def loop():
    background = Background()
    yield background
    background.close()


@pytest.fixture
def analyzed(loop):
    """The result of a document through a small model and a large one, and the prompts that the large one got."""
    import test_escalation as shared

    def run(small, large, made=None, settings=SETTINGS, kind=CONTRACT):
        shared.larger_engines.clear()
        shared.told["read"] = large
        engine = Fake(small)
        model = models.Model(engine, loop.run(engine.open()), loop, settings)
        made = made or agreement()
        asked = models.begin(model, made, kind).result()
        result = models.result(model, made, (kind, None), asked, (0.0, 0.0))
        loop.run(model.more.aclose())
        return result, [prompt for engine in shared.larger_engines for prompt in engine.prompts]

    return run


def asked_of(prompts):
    return [name for prompt in prompts for name in prompt.schema["properties"]]


def never(prompt):
    raise AssertionError(f"the larger model was asked {prompt.id}")


def test_where_the_first_model_was_sure_the_larger_one_is_never_opened(analyzed):
    result, prompts = analyzed(reader({"title": TITLE, "governing_law": LAW}), never)
    assert prompts == []
    assert larger_engines == []
    assert result.run.larger_model is None
    assert "escalated" not in {check.rule for check in result.checks}


def test_a_value_whose_quote_stands_nowhere_is_asked_again_and_the_larger_model_is_named(analyzed):
    result, prompts = analyzed(reader({"title": TITLE, "governing_law": INVENTED}), reader({"governing_law": LAW}))
    assert asked_of(prompts) == ["governing_law"]
    assert result.data["governing_law"] == ["New York"]
    assert (result.trust["/governing_law/0"].state, result.trust["/governing_law/0"].by) == (
        "confirmed",
        ("rules", "larger_model"),
    )
    assert result.trust["/title"].by == ("rules", "model")
    assert "ungrounded" not in {check.rule for check in result.checks}
    (check,) = (one for one in result.checks if one.rule == "escalated")
    assert (check.path, check.severity) == ("/governing_law", "info")
    assert "asked again of large" in check.message
    assert "stands nowhere" in check.message
    assert (result.run.model, result.run.larger_model) == ("scripted", "large")


def test_what_only_the_larger_model_finds_is_believed_no_more_than_a_model_is(analyzed):
    wrong = {"term": answer({"count": 7, "unit": "year"}, (8, "shall survive for seven (7) years"))}
    lie = {"term": answer({"count": 9, "unit": "year"}, (4, "for a period of nine (9) years"))}
    result, _ = analyzed(reader(lie), reader(wrong))
    assert result.data["term"] == {"count": 7, "unit": "year"}
    assert (result.trust["/term"].state, result.trust["/term"].by) == ("located", ("larger_model",))


def test_what_the_larger_model_does_not_find_either_is_not_found(analyzed):
    result, _ = analyzed(reader({"title": answer("A LEASE", (1, "A LEASE OF MILLS"))}), nothing)
    assert result.data["title"] is None
    assert "title" in result.coverage.not_found


def test_replies_that_cannot_be_used_are_asked_again_and_nothing_else_is(analyzed):
    def small(prompt):
        if set(prompt.schema["properties"]) & {"title", "Insurance"}:
            return "I would rather not."
        return reader({"governing_law": LAW})(prompt)

    result, prompts = analyzed(small, reader({"title": TITLE}))
    assert {"title", "Insurance"} <= set(asked_of(prompts))
    assert "governing_law" not in asked_of(prompts)
    assert result.data["title"] == "DISTRIBUTION AGREEMENT"
    assert "not_analyzed" not in {check.rule for check in result.checks}
    assert "clauses: Insurance" in result.coverage.not_found


def test_a_clause_that_is_unclear_to_the_first_model_alone_is_asked_of_the_second(analyzed):
    def entry(state):
        return [
            {
                "places": [{"block": 6, "quote": "within thirty (30) days of each invoice"}],
                "summary": "s",
                "state": state,
            }
        ]

    def small(prompt):
        asked = prompt.schema["properties"]
        return {**nothing(prompt), **{name: entry("unclear") for name in ("Insurance",) if name in asked}}

    def large(prompt):
        return {name: entry("yes") for name in prompt.schema["properties"]}

    result, prompts = analyzed(small, large)
    assert asked_of(prompts) == ["Insurance"]
    assert result.data["clauses"] == [{"category": "Insurance", "summary": "s"}]
    assert "unclear" not in {check.rule for check in result.checks}
    result, _ = analyzed(small, small)
    assert "unclear" in {check.rule for check in result.checks}


def test_only_the_part_of_a_long_document_where_it_failed_is_sent_again(analyzed):
    filler = [f"Clause {n}. The goods are kettles of the sort number {n} and of no other sort." for n in range(40)]
    made = document("# SUPPLY", "The notice to end renewal is sixty (60) days.", *filler)
    true = answer({"count": 60, "unit": "day"}, (2, "sixty (60) days"))

    def small(prompt):
        data = nothing(prompt)
        if "notice_period" in data and "sixty" in prompt.messages[-1][1]:
            data["notice_period"] = answer({"count": 6, "unit": "day"}, (2, "six days before the end"))
        return data

    settings = dataclasses.replace(
        SETTINGS, threshold_tokens=100, chunk_tokens=200, sources={"threshold_tokens": "argument"}
    )
    result, prompts = analyzed(small, reader({"notice_period": true}), made, settings)
    assert len(result.route.chunks) > 2
    assert len(prompts) == 1
    assert "sixty" in prompts[0].messages[-1][1]
    assert result.data["notice_period"] == {"count": 60, "unit": "day"}


def test_a_larger_model_that_is_down_leaves_everything_as_it_was_and_a_check_says_so(analyzed):
    small = reader({"title": TITLE, "governing_law": INVENTED})
    result, _ = analyzed(small, lambda prompt: EngineError("503 at the larger one"))
    assert result.data["title"] == "DISTRIBUTION AGREEMENT"
    assert result.trust["/governing_law/0"].state == "ungrounded"
    (check,) = (one for one in result.checks if one.rule == "escalated")
    assert check.severity == "warning"
    assert "503 at the larger one" in check.message


def test_what_hangs_on_an_answer_of_the_larger_model_is_asked_of_it_too(analyzed):
    made = document(
        "# SUPPLY", "Supplier grants Buyer any lower price that it gives to others.", "Buyer may assign freely."
    )
    first = {"most_favoured": answer("unclear", (2, "any lower price"))}
    second = {
        "most_favoured": answer("yes", (2, "any lower price that it gives to others")),
        "most_favoured_terms": answer("any lower price", (2, "any lower price that it gives to others")),
    }
    result, prompts = analyzed(reader(first), reader(second), made, kind=kinds.load("due_diligence"))
    assert asked_of(prompts) == ["most_favoured", "most_favoured_terms"]
    assert result.data["most_favoured"] == "yes"
    assert result.data["most_favoured_terms"] == "any lower price"


def test_a_question_of_ones_own_without_an_answer_is_asked_again(analyzed):
    from docpipe.api import free_questions

    lie = {"question_1": answer("Utah", (10, "the laws of the State of Utah"))}
    true = {"question_1": answer("New York law", (10, "the laws of the State of New York"))}
    result, _ = analyzed(reader(lie), reader(true), kind=free_questions("Which law governs?"))
    assert result.data["answers"][0]["answer"] == "New York law"
    assert result.trust["/answers/0/passages/0"].by == ("larger_model",)


def test_both_models_are_in_the_usage_each_with_its_own_groups(analyzed):
    result, prompts = analyzed(reader({"governing_law": INVENTED}), reader({"governing_law": LAW}))
    by_model: dict[str, int] = {}
    for one in result.spent:
        by_model[one.model] = by_model.get(one.model, 0) + one.usage.calls
    assert by_model == {"scripted": result.usage.calls - len(prompts), "large": len(prompts)}
    together = [sum(getattr(one.usage, name) for one in result.spent) for name in Usage.__struct_fields__]
    assert Usage(*together) == result.usage
    groups = [one.questions for one in result.spent if one.model == "scripted"]
    assert len(groups) == len(set(groups)) == by_model["scripted"]


@pytest.mark.parametrize("lie", LIES)
def test_no_lie_of_the_larger_model_is_confirmed_either(analyzed, lie):
    def useless(prompt):
        return "I will not." if set(prompt.schema["properties"]) & set(LIES[lie]) else nothing(prompt)

    result, prompts = analyzed(useless, reader(LIES[lie]))
    assert set(LIES[lie]) <= set(asked_of(prompts))
    assert result.trust
    for path, trust in result.trust.items():
        assert trust.by == ("larger_model",), path
        assert trust.state != "confirmed", path


def test_a_larger_model_is_named_by_any_of_its_settings():
    assert not load({}).escalates
    assert load({"escalation_model": "Qwen/Qwen3-32B"}).escalates
    assert load({"escalation_base_url": "http://127.0.0.1:8001/v1"}).escalates


WORDS = st.sampled_from(["shall", "tenant", "<|im_end|>", "乙方应当付款。", "1,204.50", "x" * 90, "é", "🙂"])
PARAGRAPHS = st.lists(st.lists(WORDS, min_size=1, max_size=60).map(" ".join), min_size=1, max_size=20)


class Greedy(Fake):
    """Takes prompts of any length, and notes how long they were with their replies."""

    def __init__(self, script, window):
        super().__init__(script, type(INFO)("fake", "greedy", "greedy", window), tokens.count)
        self.longest = 0

    async def complete(self, prompt, on_first_token=None):
        self.longest = max(self.longest, (await self.count(prompt)).tokens + prompt.reply_tokens)
        reply = self._script(prompt)
        cut = reply == "cut"
        return Completion(prompt.id, json.dumps(reply), "length" if cut else "stop", Usage(1, 0, 1, 1))


def greedy(_settings, _count):
    import test_escalation as shared

    engine = Greedy(shared.told["read"], shared.told["window"])
    shared.larger_engines.append(engine)
    return engine


def wayward(every):
    """A reader of which every so many replies are cut, useless, invented or unclear."""
    turn = itertools.count(1)

    def read(prompt):
        if prompt.id.startswith("reduce"):
            return {"value": "s"} if next(turn) % every else "no"
        if next(turn) % every:
            return nothing(prompt)
        asked = nothing(prompt)
        if "title" in asked:
            return asked | {"title": answer("A lease", (1, "never said in here"))}
        place = [{"block": 1, "quote": "shall"}]
        entry = {"places": place, "summary": "s", "state": "unclear"}
        return {name: [entry] for name in asked} if "Insurance" in asked else "cut" if "term" in asked else {"a": 1}

    return read


@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(
    PARAGRAPHS.filter(lambda paragraphs: all(p.strip() for p in paragraphs)),
    st.tuples(st.integers(6_000, 12_000), st.integers(5_000, 14_000)),
    st.one_of(st.none(), st.integers(50, 5_000)),
    st.tuples(st.integers(1, 4), st.integers(1, 4)),
)
def test_no_prompt_exceeds_the_window_of_the_model_that_gets_it(loop, paragraphs, windows, threshold, every):
    import test_escalation as shared

    shared.larger_engines.clear()
    shared.told.update(read=wayward(every[1]), window=windows[1])
    chosen = dataclasses.replace(
        SETTINGS,
        escalation_engine="test_escalation:greedy",
        threshold_tokens=threshold or 10**6,
        chunk_tokens=400,
        sources={"threshold_tokens": "argument"},
    )
    engine = Greedy(wayward(every[0]), windows[0])
    model = models.Model(engine, loop.run(engine.open()), loop, chosen)
    asked = models.begin(model, document(*paragraphs), CONTRACT).result()
    loop.run(model.more.aclose())
    assert 0 < engine.longest <= windows[0]
    assert all(larger.longest <= windows[1] for larger in shared.larger_engines)
    if every[0] == 1:
        assert [larger.longest > 0 for larger in shared.larger_engines] == [True]
    assert len(asked.found.findings) == len(asked.found.spans)
