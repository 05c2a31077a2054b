"""Documents of a batch on their way through a model: nobody waits for another, and the bounds hold."""

import threading
from concurrent.futures import Future
from pathlib import Path

import pytest
from building import document
from patience import SECONDS

from docpipe.batch.flow import Bounds, run
from docpipe.batch.folder import Job
from docpipe.batch.runner import NotWritten, Outcome
from docpipe.errors import EngineError, InternalError, NoText
from docpipe.sinks.files import Slot

WIDE = Bounds(reading=3, documents=8, characters=10_000)


def job(name, **more):
    return Job(Path(name), 1, Slot(Path(f"{name}.json"), Path(f"{name}.error.json")), **more)


def later(free, made):
    """A future that is done in a moment, or once an event is set; an exception is raised by it."""
    future = Future()

    def settle():
        if free is not None:
            free.wait(SECONDS)
        if isinstance(made, Exception):
            future.set_exception(made)
        else:
            future.set_result(made)

    threading.Timer(0.001, settle).start()
    return future


class Stages:
    """Reads, asks and finishes by what it was told of a name: what it waits for, what goes wrong, or the text."""

    def __init__(self, read=(), ask=(), finish=(), texts=(), copies=()):
        self.told = {"read": dict(read), "ask": dict(ask), "finish": dict(finish)}
        self.texts, self.copies = dict(texts), dict(copies)
        self.asked_now, self.most_asked, self.most_characters = set(), 0, 0
        self.when_asked = lambda at_once: None
        self.failed = []

    def read(self, job):
        return self._done("read", job, document(self.texts.get(job.source.name, "A page of text.")))

    def ask(self, job, made):
        self.asked_now.add((job.source, len(made.text)))
        self.most_asked = max(self.most_asked, len(self.asked_now))
        self.when_asked(len(self.asked_now))
        self.most_characters = max(self.most_characters, sum(size for _, size in self.asked_now))
        future = self._done("ask", job, "replies")
        future.add_done_callback(lambda _: self.asked_now.discard((job.source, len(made.text))))
        return future

    def finish(self, job, made, replies):
        assert replies == "replies"
        return self._done("finish", job, Outcome(job))

    def fail(self, job, error):
        self.failed.append(job.source.name)
        return Outcome(job, error=error)

    def copy(self, job):
        return later(None, self.copies.get(job.source.name))

    def fault(self, error, job):
        return InternalError(f"{type(error).__name__}")

    def _done(self, what, job, made):
        told = self.told[what].get(job.source.name)
        return later(None, told) if isinstance(told, Exception) else later(told, made)


def outcomes_of(stages, jobs, bounds=WIDE):
    waiting = iter(jobs)
    return {one.job.source.name: one for one in run(lambda: next(waiting, None), stages, bounds)}


def through(stages, jobs, bounds=WIDE):
    return list(outcomes_of(stages, jobs, bounds))


def freeing(free, count, stages, jobs, bounds=WIDE):
    """What ends one after the other; what waits for the event is freed when so many others have ended."""
    waiting, ended = iter(jobs), []
    for one in run(lambda: next(waiting, None), stages, bounds):
        ended.append(one.job.source.name)
        if len(ended) == count:
            free.set()
    return ended


def test_a_document_that_is_slow_to_read_or_to_answer_holds_up_no_other():
    names = ["scan", "long", *map(str, range(20))]
    free = threading.Event()
    ended = freeing(free, 20, Stages(read={"scan": free}, ask={"long": free}), map(job, names))
    assert sorted(ended) == sorted(names)
    assert set(ended[-2:]) == {"scan", "long"}


def test_as_many_documents_are_asked_about_as_the_bound_says_and_no_more():
    free = threading.Event()
    stages = Stages(ask={str(number): free for number in range(12)})
    stages.when_asked = lambda at_once: free.set() if at_once >= 4 else None
    assert len(through(stages, [job(str(number)) for number in range(12)], Bounds(5, 4, 10_000))) == 12
    assert stages.most_asked == 4


def test_texts_in_flight_are_bounded_and_a_long_one_leaves_room_for_short_ones():
    texts = {"long": "x" * 5_000, **{str(number): "y" * 300 for number in range(10)}}
    free = threading.Event()
    stages = Stages(ask={"long": free}, texts=texts)
    ended = freeing(free, 10, stages, map(job, ["long", *map(str, range(10))]), Bounds(3, 50, 1_000))
    assert ended[-1] == "long"
    assert stages.most_characters <= 5_000 + 500


def test_a_document_longer_than_all_room_is_asked_about():
    assert through(Stages(texts={"long": "x" * 50_000}), [job("long")], Bounds(1, 1, 10)) == ["long"]


@pytest.mark.parametrize("stage", ["read", "ask", "finish"])
def test_what_goes_wrong_at_any_stage_costs_that_document_alone(stage):
    errors = {"a": NoText("none"), "b": EngineError("down"), "c": KeyError("a fault")}
    stages = Stages(**{stage: errors})
    outcomes = outcomes_of(stages, map(job, "abcd"))
    assert {name: one.error and one.error.code for name, one in outcomes.items()} == {
        "a": "NoText",
        "b": "EngineError",
        "c": "InternalError",
        "d": None,
    }
    assert sorted(stages.failed) == ["a", "b", "c"]


def test_a_full_disk_ends_the_batch():
    with pytest.raises(NotWritten):
        through(Stages(finish={"a": NotWritten(28, "no space", "a.json")}), map(job, "ab"))


def test_a_copy_takes_its_outcome_and_is_read_where_there_is_none():
    original = job("a")
    taken, made = job("b", original=original), job("c", original=original)
    stages = Stages(copies={"b": Outcome(taken, is_copy=True)})
    outcomes = outcomes_of(stages, [taken, made])
    assert {name: one.is_copy for name, one in outcomes.items()} == {"b": True, "c": False}
