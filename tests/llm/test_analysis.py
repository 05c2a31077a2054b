"""The machine that analyses a document: replies in any order, asked again in parts, and what stays open says so."""

import json
import random

import pytest
from building import document
from scripted import AGREEMENT, agreement, answer, nothing, reader

from docpipe import kinds
from docpipe.completions import Completion, PromptFailure, Usage
from docpipe.errors import DoesNotFit, EngineError
from docpipe.llm.analysis import Analysis
from docpipe.llm.asking import Asker
from docpipe.llm.questions import MOST_ELEMENTS, MOST_PER_CATEGORY
from docpipe.routing import split
from docpipe.types import Chunk

CONTRACT = kinds.load("contract")


def words(text):
    return len(text.split())


def machine(made, chunks=None, room=4_000):
    chunks = chunks or (Chunk(0, 0, len(made.text), words(made.text)),)
    return Analysis(Asker(made, CONTRACT, len(chunks) == 1), chunks, words, room)


def reply(prompt, data, finish="stop"):
    text = data if isinstance(data, str) else json.dumps(data)
    return Completion(prompt.id, text, finish, Usage(10, 0, 5, 1))


def run(analysis, read, choose=lambda waiting: 0):
    """Answer until nothing is open; what was asked."""
    waiting, asked = analysis.start(), []
    while waiting:
        prompt = waiting.pop(choose(waiting))
        asked.append(prompt)
        given = read(prompt)
        if not isinstance(given, Completion | PromptFailure):
            given = reply(prompt, given)
        more, _ = analysis.receive(prompt.id, given)
        waiting += more
    assert analysis.done
    return asked


TITLE = answer("DISTRIBUTION AGREEMENT", (1, "DISTRIBUTION AGREEMENT"))
LAW = [answer("New York", (10, "the laws of the State of New York"))]
FACTS = {"title": TITLE, "governing_law": LAW}


def values(found):
    return {finding.field: finding.value for finding in found.findings}


def test_what_was_answered_is_found_and_usage_is_summed():
    analysis = machine(agreement())
    asked = run(analysis, reader(FACTS))
    found = analysis.result()
    assert values(found) == {"title": "DISTRIBUTION AGREEMENT", "governing_law": "New York"}
    assert found.open == ()
    assert found.usage == Usage(10 * len(asked), 0, 5 * len(asked), len(asked))


def test_all_prompts_of_a_chunk_are_alike_up_to_the_question_byte_for_byte():
    prompts = machine(agreement()).start()
    assert len({prompt.group for prompt in prompts}) == 1
    assert len({prompt.messages[:-1] for prompt in prompts}) == 1
    heads = {prompt.messages[-1][1].rpartition("========")[0] for prompt in prompts}
    assert len(heads) == 1
    assert AGREEMENT[-1] in heads.pop()


def test_a_reply_that_was_cut_says_nothing_and_is_asked_for_in_parts():
    def read(prompt):
        if len(prompt.schema["properties"]) > 2:
            return reply(prompt, json.dumps(reader(FACTS)(prompt))[:40], "length")
        return reader(FACTS)(prompt)

    analysis = machine(agreement())
    asked = run(analysis, read)
    assert values(analysis.result()) == {"title": "DISTRIBUTION AGREEMENT", "governing_law": "New York"}
    assert analysis.result().open == ()
    assert len(asked) > 11


def test_a_list_that_is_too_long_for_a_reply_is_asked_for_of_halves_of_the_chunk():
    made = document(
        *(f"Duty {n}. The tenant shall paint room {n} of the house every year in the month of May." for n in range(40))
    )

    def read(prompt):
        if "obligations" not in prompt.schema["properties"]:
            return nothing(prompt)
        rooms = [line for line in prompt.messages[1][1].splitlines() if line.startswith("[§")]
        if len(rooms) > 12:
            return reply(prompt, '{"obligations": [', "length")
        duties = []
        for line in rooms:
            number, _, text = line.removeprefix("[§").partition("] ")
            duty = {"party": "tenant", "action": text, "deadline": None, "modality": "must", "clause": None}
            duties.append(answer(duty, (int(number), text)))
        return nothing(prompt) | {"obligations": duties}

    analysis = machine(made)
    run(analysis, read)
    found = analysis.result()
    assert [finding.value["action"].split(".")[0] for finding in found.findings] == [f"Duty {n}" for n in range(40)]
    assert found.open == ()


def shown(prompt):
    """The paragraphs that a prompt shows, with their ids."""
    lines = (line for line in prompt.messages[1][1].splitlines() if line.startswith("[§"))
    return [(int(number), text) for number, _, text in (line.removeprefix("[§").partition("] ") for line in lines)]


def entries(prompt, field, most):
    """An element for each paragraph, as far as the schema lets a reply go."""
    clause = {"summary": "a duty", "state": "yes"}
    places = [{"places": [{"block": number, "quote": text}]} for number, text in shown(prompt)]
    made = [one | (clause if field == "Insurance" else {"value": one["places"][0]["quote"]}) for one in places]
    return nothing(prompt) | {field: made[:most]}


def test_a_list_that_is_full_is_asked_of_halves_of_the_chunk_and_none_is_lost():
    made = document(
        *(f"Clause {n} names the law of the place called number {n} for this agreement." for n in range(60))
    )
    analysis = machine(made)
    run(
        analysis,
        lambda prompt: (
            entries(prompt, "governing_law", MOST_ELEMENTS)
            if "governing_law" in prompt.schema["properties"]
            else nothing(prompt)
        ),
    )
    found = analysis.result()
    assert [finding.value.split(" names")[0] for finding in found.findings] == [f"Clause {n}" for n in range(60)]
    assert found.open == ()


def test_of_a_category_that_is_full_nothing_is_lost_and_the_others_stand():
    made = document(
        *(f"{n}. The tenant shall insure room {n} of the house for the landlord at all times." for n in range(12))
    )
    analysis = machine(made)
    asked = run(
        analysis,
        lambda prompt: (
            entries(prompt, "Insurance", MOST_PER_CATEGORY)
            if "Insurance" in prompt.schema["properties"]
            else nothing(prompt)
        ),
    )
    found = analysis.result()
    assert len([finding for finding in found.findings if finding.value["category"] == "Insurance"]) == 12
    assert found.open == ()
    assert len(asked) == 11 + 2


def test_a_list_that_stays_full_is_kept_and_it_is_said_that_there_may_be_more():
    made = document("The laws of all the states govern this agreement, in the order in which they joined.")

    def read(prompt):
        if "governing_law" not in prompt.schema["properties"]:
            return nothing(prompt)
        return nothing(prompt) | {"governing_law": [answer(f"State {n}", (1, "all the states")) for n in range(40)]}

    analysis = machine(made)
    run(analysis, read)
    found = analysis.result()
    assert len(found.findings) == 40
    assert [(one.unit.field, one.partly) for one in found.open] == [("governing_law", True)]


@pytest.mark.parametrize(
    "useless", ["I cannot help with that.", '{"title": null, "title": 1}', '{"a": 1}', '{"title": ']
)
def test_a_model_that_never_answers_is_given_up_within_a_budget(useless):
    analysis = machine(agreement())
    asked = run(analysis, lambda prompt: reply(prompt, useless))
    found = analysis.result()
    assert found.findings == ()
    left = {name for one in found.open for name in one.unit.names}
    assert {name for name in CONTRACT.fields if name != "clauses"} <= left
    assert all(one.why for one in found.open)
    assert len(asked) <= 16 * len(machine(agreement()).start())


def useless_but(known, text, finish="length"):
    """A reader whose replies are this text but where nothing else is asked than the lists that it knows."""

    def read(prompt):
        return reader(known)(prompt) if prompt.schema["properties"].keys() <= LISTS else reply(prompt, text, finish)

    return read


ENDLESS, LOOP = '{"title": "' + "x" * 500, "{" + " " * 500
LISTS = {"amounts", "penalties", "amends"}
"""Fields that a contract is asked by themselves: three of eleven prompts."""


def amends(quote):
    return {"amends": [answer({"title": "Lease", "date": None, "sections": []}, (1, quote))]}


def test_a_loop_of_white_space_is_not_asked_about_as_often_as_a_long_answer():
    looped = run(machine(agreement()), useless_but(amends("DISTRIBUTION AGREEMENT"), LOOP))
    cut = run(machine(agreement()), useless_but(amends("DISTRIBUTION AGREEMENT"), ENDLESS))
    assert 11 < len(looped) < len(cut)


@pytest.mark.parametrize("known", [{}, amends("words that nobody wrote")])
@pytest.mark.parametrize(("useless", "finish"), [(ENDLESS, "length"), (LOOP, "length"), ("As a model I read", "stop")])
def test_a_model_that_quotes_nothing_and_gives_hardly_a_reply_of_use_is_not_asked_again(known, useless, finish):
    analysis = machine(agreement())
    assert len(run(analysis, useless_but(known, useless, finish))) == 11
    found = analysis.result()
    assert len({one.unit.field for one in found.open}) == len(CONTRACT.fields) - 3
    assert all("8 of 11 first replies are no use and the others quote nothing" in one.why for one in found.open)


def test_a_model_most_of_whose_replies_are_cut_is_given_up_sooner_than_one_field_that_is_too_long():
    made = document(*(f"Clause {n}. " + "The tenant shall paint the house. " * 6 for n in range(60)))
    everywhere = run(machine(made), useless_but(amends("The tenant shall paint"), ENDLESS))
    assert 11 < len(everywhere) <= 15 * 11

    def one_long(prompt):
        endless = "obligations" in prompt.schema["properties"]
        return reply(prompt, '{"obligations": [', "length") if endless else nothing(prompt)

    analysis = machine(made)
    run(analysis, one_long)
    spans = [one.span[1] - one.span[0] for one in analysis.result().open]
    assert {one.unit.field for one in analysis.result().open} == {"obligations"}
    assert max(spans) < len(made.text) / 6  # it was asked of ever smaller parts of the text


def test_one_field_that_cannot_be_used_is_asked_again_alone_and_the_others_stand():
    def read(prompt):
        asked = list(prompt.schema["properties"])
        data = reader(FACTS)(prompt)
        if "term" in asked and len(asked) > 1:
            data["term"] = answer({"count": 3, "unit": "moons"}, (4, "three (3) years"))
        elif asked == ["term"]:
            data["term"] = answer({"count": 3, "unit": "year"}, (4, "three (3) years"))
        return data

    analysis = machine(agreement())
    asked = run(analysis, read)
    assert values(analysis.result())["term"] == {"count": 3, "unit": "year"}
    assert values(analysis.result())["title"] == "DISTRIBUTION AGREEMENT"
    assert [list(p.schema["properties"]) for p in asked].count(["term"]) == 1


def test_a_prompt_that_failed_is_tried_once_more_when_the_others_are_in():
    failed = []

    def read(prompt):
        if "title" in prompt.schema["properties"] and not failed:
            failed.append(prompt.id)
            return PromptFailure(prompt.id, EngineError("503"))
        return reader(FACTS)(prompt)

    analysis = machine(agreement())
    asked = run(analysis, read)
    assert asked[-1].id == failed[0]
    assert values(analysis.result())["title"] == "DISTRIBUTION AGREEMENT"


def test_what_fails_twice_stays_open_and_the_rest_is_kept():
    def read(prompt):
        if "title" in prompt.schema["properties"]:
            return PromptFailure(prompt.id, EngineError("503 for this one"))
        return nothing(prompt)

    analysis = machine(agreement())
    run(analysis, read)
    found = analysis.result()
    assert "title" in {one.unit.field for one in found.open}
    assert "parties" not in {one.unit.field for one in found.open}
    assert {one.why for one in found.open} == {"503 for this one"}


def test_an_engine_that_answers_nothing_is_the_documents_failure():
    analysis = machine(agreement())
    asked = run(analysis, lambda prompt: PromptFailure(prompt.id, EngineError("the server is down")))
    assert len(asked) == len(machine(agreement()).start())
    with pytest.raises(EngineError, match="down"):
        analysis.result()


def test_a_prompt_that_does_not_fit_is_asked_of_halves():
    def read(prompt):
        if words(prompt.messages[1][1]) > 330:
            return PromptFailure(prompt.id, DoesNotFit("too long"))
        return nothing(prompt)

    analysis = machine(document(*(f"Clause {n}. " + "The tenant shall paint the house. " * 6 for n in range(16))))
    asked = run(analysis, read)
    assert len(asked) > 11
    assert any(".1/" in prompt.id for prompt in asked)


def chunked(made, limit=40):
    return split(made, words, limit)


def test_each_chunk_is_asked_everything_and_named_a_part():
    made = agreement()
    chunks = chunked(made)
    prompts = machine(made, chunks).start()
    assert len({prompt.group for prompt in prompts}) == len(chunks) > 1
    assert "Part 2 of the document" in next(p for p in prompts if p.id.startswith("1/")).messages[1][1]


SUMMARY = "Summary of what stands at "


def summarizing(prompt):
    """A reader whose summary of a chunk names its first paragraph, and that of several names them all."""
    text = prompt.messages[1][1]
    if prompt.id.startswith("reduce"):
        kept = [line.partition(SUMMARY)[2] for line in text.splitlines() if SUMMARY in line]
        return {"value": SUMMARY + " and ".join(kept)}
    number, _, words = text[text.index("[§") + 2 :].partition("] ")
    return reader({**FACTS, "summary": answer(SUMMARY + words.split()[1], (int(number), words.splitlines()[0]))})(
        prompt
    )


def test_prose_is_reduced_in_the_order_of_the_text_and_cites_all_its_parts():
    made = document(*(f"Paragraph {n} says something of its own about the house." for n in range(30)))
    chunks = chunked(made, 12)
    analysis = machine(made, chunks)
    run(analysis, summarizing)
    (summary,) = (finding for finding in analysis.result().findings if finding.field == "summary")
    starts = [made.text[chunk.start :].split()[1] for chunk in chunks]
    assert summary.value == SUMMARY + " and ".join(starts)
    assert len(chunks) > 8
    assert 2 <= len(summary.quotes) <= 12


def test_prose_that_cannot_be_reduced_stays_open_and_facts_stay():
    made = agreement()
    analysis = machine(made, chunked(made))

    def read(prompt):
        return reply(prompt, "no", "stop") if prompt.id.startswith("reduce") else summarizing(prompt)

    asked = run(analysis, read)
    found = analysis.result()
    assert [one.unit.field for one in found.open] == ["summary"]
    assert "title" in values(found)
    assert [prompt.id for prompt in asked if prompt.id.startswith("reduce")] == [
        "reduce/summary/1.0",
        "reduce/summary/1.0/again",
    ]


@pytest.mark.parametrize("bad", [("no", "stop"), ('{"value": "A summ', "length"), None])
def test_a_summary_that_was_cut_or_failed_is_asked_for_once_more_in_fewer_words(bad):
    made = agreement()
    analysis = machine(made, chunked(made))

    def read(prompt):
        if not prompt.id.startswith("reduce") or prompt.id.endswith("again"):
            return summarizing(prompt)
        return PromptFailure(prompt.id, EngineError("503")) if bad is None else reply(prompt, *bad)

    first, again = (prompt for prompt in run(analysis, read) if prompt.id.startswith("reduce"))
    assert "150 words" in first.messages[-1][1]
    assert "75 words" in again.messages[-1][1]
    assert values(analysis.result())["summary"].startswith(SUMMARY)
    assert analysis.result().open == ()


def test_the_order_of_replies_changes_nothing():
    made = document(*AGREEMENT, *(f"Paragraph {n} says something of its own about the goods." for n in range(30)))
    chunks = chunked(made, 30)

    def read(prompt):
        chance = random.Random(prompt.id).random()
        if chance < 0.15:
            return reply(prompt, '{"title": "', "length")
        if chance < 0.25:
            return reply(prompt, "no JSON")
        if chance < 0.3:
            return PromptFailure(prompt.id, EngineError(f"503 for {prompt.id}"))
        return summarizing(prompt)

    results = []
    for seed in range(12):
        analysis = machine(made, chunks)
        run(analysis, read, _chooser(seed))
        results.append(analysis.result())
    assert all(result == results[0] for result in results[1:])
    assert results[0].open
    assert results[0].findings


def _chooser(seed):
    chance = random.Random(seed)
    return lambda waiting: chance.randrange(len(waiting))


def test_a_reply_to_what_was_not_asked_is_an_error():
    with pytest.raises(KeyError):
        machine(agreement()).receive("0/title", Completion("0/title", "{}", "stop"))


def test_what_each_group_of_questions_took_is_told_its_asking_again_included():
    def read(prompt):
        if len(prompt.schema["properties"]) > 1 and "title" in prompt.schema["properties"]:
            return reply(prompt, "no JSON")
        return nothing(prompt)

    analysis = machine(agreement())
    groups = [prompt.id.partition("/")[2] for prompt in analysis.start()]
    analysis = machine(agreement())
    asked = run(analysis, read)
    found = analysis.result()
    assert [questions for questions, _ in found.spent] == groups
    calls = {questions: usage.calls for questions, usage in found.spent}
    assert calls[groups[0]] == len(asked) - len(groups) + 1
    assert sum(calls.values()) == found.usage.calls == len(asked)


DILIGENCE = kinds.load("due_diligence")


def diligence(read):
    made = agreement()
    analysis = Analysis(Asker(made, DILIGENCE, True), (Chunk(0, 0, len(made.text), words(made.text)),), words, 4_000)
    return [list(prompt.schema["properties"]) for prompt in run(analysis, read)], analysis.result()


def test_what_hangs_on_a_field_is_asked_after_it_and_only_if_that_has_the_value():
    told = {
        "most_favoured": answer("yes", (6, "a fee of $3,000,000")),
        "non_compete": answer("no", (6, "a fee of $3,000,000")),
        "assignment": answer("unclear", (6, "a fee of $3,000,000")),
    }
    asked, _ = diligence(reader(told))
    first = {name for names in asked[:-1] for name in names}
    assert not first & {"most_favoured_terms", "assignment_exceptions", "non_compete_scope", "exclusivity_scope"}
    assert set(asked[-1]) == {"most_favoured_terms", "assignment_exceptions"}


def test_where_no_condition_holds_nothing_more_is_asked():
    asked, found = diligence(nothing)
    names = {name for names in asked for name in names}
    assert "change_of_control_terms" not in names
    assert found.open == ()


def test_a_second_round_is_tried_once_more_as_the_first_is():
    failed = []

    def read(prompt):
        if "assignment_exceptions" in prompt.schema["properties"] and not failed:
            failed.append(prompt.id)
            return PromptFailure(prompt.id, EngineError("503"))
        return reader({"assignment": answer("free", (6, "a fee"))})(prompt)

    asked, found = diligence(read)
    assert asked[-2:] == [["assignment_exceptions"], ["assignment_exceptions"]]
    assert found.open == ()


def test_the_order_of_replies_changes_nothing_where_questions_hang_on_others():
    made = document(*AGREEMENT, *(f"Paragraph {n} says something of its own about the goods." for n in range(20)))
    chunks = chunked(made, 40)

    def read(prompt):
        chance = random.Random(prompt.id).random()
        if chance < 0.3:
            return reply(prompt, "no JSON") if chance < 0.15 else PromptFailure(prompt.id, EngineError("503"))
        told = {"assignment": answer("free", (6, "a fee")), "most_favoured": answer("yes", (6, "a fee"))}
        told |= {"assignment_exceptions": answer(prompt.id, (6, "a fee"))}
        return reader(told if chance < 0.8 else {})(prompt)

    results = []
    for seed in range(8):
        analysis = Analysis(Asker(made, DILIGENCE, False), chunks, words, 4_000)
        run(analysis, read, _chooser(seed))
        results.append(analysis.result())
    assert all(result == results[0] for result in results[1:])
    assert "assignment_exceptions" in values(results[0])
