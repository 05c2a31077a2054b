"""A batch's outcomes: on disk first, then told; lost workers become failures."""

import json
from functools import partial
from operator import getitem
from pathlib import Path

from docpipe.batch.folder import search
from docpipe.batch.runner import Crew, run
from docpipe.errors import NoText
from docpipe.sinks import Look
from docpipe.types import Failure


class Known:
    """Gives what it was told of a path; copies nothing."""

    def __init__(self, known):
        self._known = known

    def __call__(self, path, manifest):
        return self._known(path)

    def copied(self, job):
        return None


def outcomes_of(tmp_path, analyze, **crew):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.pdf").write_bytes(b"content")
    waiting = iter(search(tmp_path / "in", tmp_path / "out").jobs)
    return list(run(lambda: next(waiting, None), Known(analyze), Crew(1, **crew), Look()))


def error_written(tmp_path):
    (written,) = (tmp_path / "out").iterdir()
    assert written.name == "a.error.json"
    return json.loads(written.read_text(encoding="utf-8"))["error"]


def test_a_failure_is_written_and_told(tmp_path):
    known = {tmp_path / "in/a.pdf": Failure("a.pdf", NoText("no page has text"))}
    analyze = partial(getitem, known)
    (outcome,) = outcomes_of(tmp_path, analyze)
    assert outcome.error.code == error_written(tmp_path)["code"] == "NoText"


def test_a_fault_in_a_worker_is_an_internal_error_of_its_document(tmp_path):
    (outcome,) = outcomes_of(tmp_path, Path.read_text)  # gives text where an outcome is wanted
    assert outcome.error.code == error_written(tmp_path)["code"] == "InternalError"
    assert "a.pdf" in outcome.error.message
