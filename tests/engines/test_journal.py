"""The journal: what was paid for once is not paid for again."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from msgspec.structs import replace

from docpipe.completions import Prompt, Usage
from docpipe.engines import journal
from docpipe.engines.fake import INFO, Fake, Reply
from docpipe.engines.journal import Journaled, journaled
from docpipe.errors import EngineError
from docpipe.settings import load

PROMPT = Prompt("a", (("user", "Who signs? PRIVATE WORDS"),), 50, schema={"type": "object"})


def run(engine, path, *prompts, days=30):
    """Each prompt's reply or error, by an engine that keeps a journal at a path."""

    async def all_of_them():
        kept = Journaled(engine, path, days)
        await kept.open()
        try:
            return await asyncio.gather(*map(kept.complete, prompts), return_exceptions=True)
        finally:
            await kept.aclose()

    return asyncio.run(all_of_them())


def test_a_reply_is_given_again_without_asking_and_costs_nothing(tmp_path):
    (first,) = run(Fake({"a": Reply("Ö", finish="length")}), tmp_path / "j", PROMPT)
    silent = Fake([])
    (again,) = run(silent, tmp_path / "j", replace(PROMPT, id="b", priority=3, group="g"))
    assert silent.prompts == []
    assert (again.prompt_id, again.text, again.finish) == ("b", first.text, first.finish)
    assert first.usage.calls == 1
    assert again.usage == Usage()


@pytest.mark.parametrize(
    "changed",
    [
        {"messages": (("system", "Who signs? PRIVATE WORDS"),)},
        {"messages": (("user", "Who"), ("user", " signs? PRIVATE WORDS"))},
        {"reply_tokens": 51},
        {"schema": None},
        {"schema": {"type": "array"}},
    ],
)
def test_whatever_else_is_sent_is_asked(tmp_path, changed):
    run(Fake(["x"]), tmp_path / "j", PROMPT)
    assert run(Fake(["y"]), tmp_path / "j", replace(PROMPT, **changed))[0].text == "y"


def test_another_model_or_another_way_of_serving_it_is_asked(tmp_path):
    run(Fake(["x"]), tmp_path / "j", PROMPT)
    for changed in ({"model": "m"}, {"fingerprint": "f"}, {"name": "n"}):
        assert run(Fake(["y"], replace(INFO, **changed)), tmp_path / "j", PROMPT)[0].text == "y"


def test_the_first_token_is_told_of_a_kept_reply_too(tmp_path):
    told = []

    async def twice():
        kept = Journaled(Fake(["x"]), tmp_path / "j", 30)
        await kept.open()
        await kept.complete(PROMPT, lambda: told.append(1))
        await kept.complete(PROMPT, lambda: told.append(2))
        await kept.aclose()

    asyncio.run(twice())
    assert told == [1, 2]


def test_errors_are_not_kept(tmp_path):
    run(Fake({"a": EngineError("down")}), tmp_path / "j", PROMPT)
    assert run(Fake(["x"]), tmp_path / "j", PROMPT)[0].text == "x"


def test_no_word_of_a_prompt_is_kept_and_the_file_is_its_owners_alone(tmp_path):
    path = tmp_path / "state" / "j"
    run(Fake(["reply"]), path, PROMPT)
    data = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"reply" in data
    assert b"PRIVATE" not in data
    if os.name == "posix":
        assert [file.stat().st_mode & 0o777 for file in path.parent.iterdir()] == [0o600]


def test_replies_that_nobody_used_for_so_long_are_dropped(tmp_path, monkeypatch):
    run(Fake(["x", "y"]), tmp_path / "j", PROMPT, replace(PROMPT, reply_tokens=9))
    today = journal._today()
    monkeypatch.setattr(journal, "_today", lambda: today + 20)
    run(Fake([]), tmp_path / "j", PROMPT)
    monkeypatch.setattr(journal, "_today", lambda: today + 40)
    used, dropped = run(Fake(["new"]), tmp_path / "j", PROMPT, replace(PROMPT, reply_tokens=9))
    assert (used.text, dropped.text) == ("x", "new")


def of(document, text):
    return replace(PROMPT, group=f"{document[:12]}/0", messages=(("user", text),))


def test_what_is_about_one_document_is_forgotten_and_nothing_about_others(tmp_path):
    one, other = "1" * 64, "2" * 64
    run(Fake(["a", "b", "c"]), tmp_path / "j", of(one, "x"), of(one, "y"), of(other, "z"))
    assert journal.kept_of(tmp_path / "j", one) == (2, 0)
    journal.forget(tmp_path / "j", one)
    assert journal.kept_of(tmp_path / "j", one) == (0, 0)
    assert [made.text for made in run(Fake(["new"]), tmp_path / "j", of(other, "z"), of(one, "x"))] == ["c", "new"]


def test_a_reply_that_two_documents_share_goes_with_either(tmp_path):
    one, other = "1" * 64, "2" * 64
    run(Fake(["a"]), tmp_path / "j", of(one, "x"))
    run(Fake([]), tmp_path / "j", of(other, "x"))
    assert journal.kept_of(tmp_path / "j", other) == (1, 0)
    journal.forget(tmp_path / "j", other)
    assert journal.kept_of(tmp_path / "j", one) == (0, 0)


def test_replies_of_a_version_that_noted_no_document_are_still_used_and_then_known(tmp_path):
    run(Fake(["a", "b"]), tmp_path / "j", of("1" * 64, "x"), of("2" * 64, "y"))
    with closing(sqlite3.connect(tmp_path / "j")) as base:
        base.execute("drop table owners")
    assert journal.kept_of(tmp_path / "j", "1" * 64) == (0, 2)
    assert run(Fake([]), tmp_path / "j", of("1" * 64, "x"))[0].text == "a"
    assert journal.kept_of(tmp_path / "j", "1" * 64) == (1, 1)
    journal.forget(tmp_path / "j", "3" * 64)  # the one about nobody knows which may be about this
    assert journal.kept_of(tmp_path / "j", "1" * 64) == (1, 0)


def test_a_journal_that_is_no_journal_is_an_error_that_says_how_to_go_on(tmp_path):
    (tmp_path / "j").write_text("this is no database, and it is longer than a header of one " * 20, encoding="utf-8")
    with pytest.raises(EngineError, match="--no-journal"):
        run(Fake(["x"]), tmp_path / "j", PROMPT)


def test_the_settings_say_whether_there_is_a_journal(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    engine = Fake(["x"])
    assert journaled(engine, load({"journal": False})) is engine
    asyncio.run(journaled(engine, load()).open())
    assert journal.journal_path().is_file()


WRITER = """
import asyncio, sys
from pathlib import Path
from docpipe.engines.fake import Fake
from docpipe.engines.journal import Journaled
from docpipe.completions import Prompt

async def main(name):
    engine = Journaled(Fake(lambda prompt: prompt.id), Path(sys.argv[1]), 30)
    await engine.open()
    for number in range(int(sys.argv[3])):
        await engine.complete(Prompt(f"{name}{number}", (("user", f"{name}{number}"),), 5))
        print(number, flush=True)
    await engine.aclose()

asyncio.run(main(sys.argv[2]))
"""


def start(path, name, count):
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(count)], stdout=subprocess.PIPE, text=True
    )


def kept(path):
    base = sqlite3.connect(path)
    try:
        return base.execute("select count(*) from replies").fetchone()[0]
    finally:
        base.close()


def test_several_processes_write_into_one_journal(tmp_path):
    writers = [start(tmp_path / "j", name, 40) for name in "abc"]
    assert [(writer.communicate(timeout=300), writer.returncode)[1] for writer in writers] == [0, 0, 0]
    assert kept(tmp_path / "j") == 120


def test_a_process_that_is_killed_has_kept_all_replies_that_it_got(tmp_path):
    writer = start(tmp_path / "j", "a", 100_000)
    for _ in range(50):
        writer.stdout.readline()
    writer.kill()
    told = 50 + len(writer.stdout.read().splitlines())
    writer.communicate()
    assert told <= kept(tmp_path / "j") <= told + 1
