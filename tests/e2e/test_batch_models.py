"""``docpipe batch`` through a model, with an engine of our own."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from patience import until

TESTS = Path(__file__).parents[1]
SCRIPTED = ("--no-audit", "--no-journal", "--kind", "contract")


@pytest.fixture
def batch(docpipe):
    def run(engine, *more):
        paths = os.pathsep.join((str(TESTS), str(TESTS.parent), str(Path(__file__).parent)))
        return docpipe("batch", "room", "--output", "out", "--engine", engine, *SCRIPTED, *more, PYTHONPATH=paths)

    return run


def results(folder):
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")}


def down(_settings, count):
    from docpipe.engines.fake import Fake
    from docpipe.errors import EngineError

    class Down(Fake):
        async def open(self):
            raise EngineError("nobody answers at this address")

    return Down([], count=count)


def deaf(_settings, count):
    """Answers nothing about one document, and of the others that nothing is there."""
    from scripted import nothing

    from docpipe.engines.fake import Fake
    from docpipe.errors import EngineError

    def reply(prompt):
        return EngineError("no reply") if "unheard" in prompt.messages[-1][1] else nothing(prompt)

    return Fake(reply, count=count)


def held(_settings, count):
    """Answers about the first document at once, and about the others when the file ``go`` is there."""
    from patience import until_then
    from scripted import nothing

    from docpipe.engines.fake import Fake

    class Held(Fake):
        first = None

        async def complete(self, prompt, on_first_token=None):
            document = prompt.group.partition("/")[0]
            self.first = self.first or document
            if document != self.first:
                await until_then(Path("go").exists)
            return await super().complete(prompt, on_first_token)

    return Held(nothing, count=count)


def test_every_document_has_one_outcome_and_copies_are_asked_once(pdf, batch, tmp_path):
    pdf("room/a.pdf")
    pdf("room/b.pdf", [["A page that says this and no more of any contract."]])
    (tmp_path / "room/c.pdf").write_bytes((tmp_path / "room/a.pdf").read_bytes())
    (tmp_path / "room/bad.pdf").write_bytes(b"%PDF-1.4 broken")
    done = batch("scripted:engine")
    assert done.returncode == 1
    assert "4 documents: 3 done, 1 of them copies, 1 failed; " in done.stderr
    made = results(tmp_path / "out")
    assert sorted(made) == ["a", "b", "bad.error", "c"]
    assert made["a"]["value"]["governing_law"] == ["New York"]
    assert made["a"]["trust"]["/governing_law/0"]["by"] == ["rules", "model"]
    assert made["c"]["document"]["copy_of"].endswith("a.pdf")
    again = batch("scripted:engine")
    assert "0 done, 3 done before, 1 failed before" in again.stderr


def test_a_document_without_replies_fails_and_is_tried_again_by_the_next_run(pdf, batch, tmp_path):
    pdf("room/a.pdf")
    pdf("room/b.pdf", [["This page is unheard."]])
    assert "1 done, 1 failed" in batch("test_batch_models:deaf").stderr
    assert results(tmp_path / "out")["b.error"]["error"]["code"] == "EngineError"
    assert "0 done, 1 done before, 1 failed" in batch("test_batch_models:deaf").stderr


def test_an_engine_that_cannot_be_opened_is_told_once_and_nothing_has_failed(pdf, batch, tmp_path):
    pdf("room/a.pdf")
    pdf("room/b.pdf")
    done = batch("test_batch_models:down")
    assert done.returncode not in (0, 130)
    assert done.stderr.count("nobody answers at this address") == 1
    assert "Traceback" not in done.stderr
    assert results(tmp_path / "out") == {}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal to one process that is like Ctrl-C")
def test_an_interrupt_finishes_what_is_asked_and_the_next_run_does_the_rest(pdf, batch, tmp_path):
    for index in range(12):
        pdf(f"room/{index}.pdf", [[f"A page of document {index}."]])
    command = [sys.executable, "-m", "docpipe", "batch", "room", "--output", "out", "--workers", "1", *SCRIPTED]
    command += ["--engine", "test_batch_models:held", "--set", "requests_in_flight=2"]
    paths = os.pathsep.join((str(TESTS), str(TESTS.parent), str(Path(__file__).parent)))
    running = subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths},
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background job ignores it
    )
    until(lambda: results(tmp_path / "out"))
    running.send_signal(signal.SIGINT)
    said = running.stderr.readline()
    (tmp_path / "go").touch()
    said += running.communicate(timeout=300)[1]
    assert running.returncode == 130
    assert said.startswith("finishing what is running; Ctrl-C again stops at once\n")
    assert "Traceback" not in said
    assert 0 < len(results(tmp_path / "out")) < 12
    assert batch("scripted:engine", "--force").returncode == 0
    assert len(results(tmp_path / "out")) == 12
