"""Free questions to a scripted model: an answer stands with passages of the document, or not at all."""

import pytest
from scripted import agreement, answer, nothing, reader

from docpipe import api, models
from docpipe.engines.fake import Fake
from docpipe.llm.background import Background
from docpipe.settings import Settings

TERM, PRICE = "How long does the agreement run?", "What is the price of the kettles?"


@pytest.fixture(scope="module")
def loop():
    background = Background()
    yield background
    background.close()


def asked(loop, read, *questions, settings=None):
    engine = Fake(read)
    model = models.Model(engine, loop.run(engine.open()), loop, settings or Settings())
    kind = api.free_questions(questions)
    found = models.begin(model, agreement(), kind).result()
    return models.result(model, agreement(), (kind, None), found, (0.0, 0.0)), engine


def test_an_answer_comes_in_the_models_words_with_passages_at_their_places(loop):
    told = {"question_1": answer("It runs three years.", (4, "for a period of three (3) years"))}
    result, engine = asked(loop, reader(told), TERM, PRICE)
    first, second = result.value.answers
    assert (first.question, first.found, first.answer) == (TERM, True, "It runs three years.")
    assert [passage.text for passage in first.passages] == ["for a period of three (3) years"]
    (entry,) = result.evidence["/answers/0/passages/0"]
    assert (entry.match, entry.page) == ("supports", 1)
    assert result.trust["/answers/0/passages/0"].state == "located"
    assert (second.found, second.answer, second.passages) == (False, None, [])
    assert result.coverage.not_found == (PRICE,)
    assert TERM in engine.prompts[0].messages[-1][1]


def test_an_answer_on_invented_passages_is_left_out(loop):
    told = {"question_1": answer("It runs nine years.", (4, "for a period of nine (9) years"))}
    result, _ = asked(loop, reader(told), TERM)
    assert (result.value.answers[0].found, result.value.answers[0].answer) == (False, None)
    assert [(check.rule, check.severity) for check in result.checks] == [("ungrounded", "error")]


def test_a_question_that_was_not_answered_is_not_analyzed(loop):
    result, _ = asked(loop, lambda prompt: "I will not say.", TERM)
    assert not result.value.answers[0].found
    assert result.coverage.asked == ()
    assert [check.rule for check in result.checks] == ["not_analyzed"]


def test_answers_of_several_chunks_are_made_one_and_cite_them_all(loop):
    def read(prompt):
        text = prompt.messages[-1][1]
        if prompt.id.startswith("reduce"):
            assert TERM in text
            return {"value": "Three years, and confidence for seven."}
        if "three (3) years" in text:
            return {"question_1": answer("Three years.", (4, "three (3) years"))}
        if "seven (7) years" in text:
            return {"question_1": answer("Confidence lasts seven years.", (8, "for seven (7) years"))}
        return nothing(prompt)

    settings = Settings(threshold_tokens=50, chunk_tokens=100, sources={"threshold_tokens": "argument"})
    result, _ = asked(loop, read, TERM, settings=settings)
    assert result.value.answers[0].answer == "Three years, and confidence for seven."
    assert len(result.value.answers[0].passages) == 2


def test_what_a_question_says_is_never_a_template(loop):
    result, engine = asked(loop, nothing, "What about {{ 7 * 7 }} kettles?")
    assert "{{ 7 * 7 }}" in engine.prompts[0].messages[-1][1]
    assert not result.value.answers[0].found
