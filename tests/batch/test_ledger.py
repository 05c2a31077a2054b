"""The ledger: every document in one state, leases that end with their run, and a ledger that can be lost."""

import multiprocessing
import os
import sqlite3
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from docpipe.batch.ledger import FOLDER, NAME, Again, Entry, Ledger


def entry(path, **more):
    return Entry(
        path, *(more.pop(name, default) for name, default in (("size", 1), ("modified", 1), ("made", "m"))), **more
    )


@pytest.fixture
def ledger(tmp_path):
    made = Ledger(tmp_path)
    yield made
    made.close()


def entered(ledger, *entries, **again):
    ledger.enter(entries, Again(**again))
    return ledger


def done(ledger):
    """Everything that can be claimed, done."""
    claimed = []
    while (path := ledger.claim()) is not None:
        ledger.end(path, "done", b"{}")
        claimed.append(path)
    return claimed


def test_documents_are_claimed_once_in_the_order_in_which_they_were_found(ledger):
    entered(ledger, entry("b"), entry("a"))
    assert [ledger.claim(), ledger.claim(), ledger.claim()] == ["b", "a", None]
    assert ledger.counts() == {"running": 2}


def test_found_is_the_sum_of_the_states(ledger):
    entered(ledger, entry("a"), entry("b"), entry("c"), entry("x.csv", state="unsupported"))
    ledger.end(str(ledger.claim()), "done", b"{}")
    ledger.end(str(ledger.claim()), "failed", b"", code="NoText", message="no text")
    assert ledger.counts() == {"done": 1, "failed": 1, "queued": 1, "unsupported": 1}


@pytest.mark.parametrize("changed", [{"size": 2}, {"modified": 2}, {"made": "n"}])
def test_only_what_has_changed_or_is_asked_otherwise_is_queued_again(ledger, changed):
    done(entered(ledger, entry("a"), entry("b")))
    assert done(entered(ledger, entry("a"), entry("b"), entry("c"))) == ["c"]
    assert done(entered(ledger, entry("a", **changed), entry("b"), entry("c"))) == ["a"]


def test_what_failed_stays_so_until_it_is_asked_for(ledger):
    entered(ledger, entry("a"))
    ledger.end(str(ledger.claim()), "failed", b"", code="NoText", message="no text")
    assert done(entered(ledger, entry("a"))) == []
    assert [(row.code, row.message) for row in ledger.rows("failed")] == [("NoText", "no text")]
    assert done(entered(ledger, entry("a"), codes=("Encrypted",))) == []
    assert done(entered(ledger, entry("a"), codes=("Encrypted", "NoText"))) == ["a"]
    assert done(entered(ledger, entry("a"), everything=True)) == ["a"]


def test_all_that_failed_can_be_asked_for(ledger):
    entered(ledger, entry("a"))
    ledger.end(str(ledger.claim()), "failed", b"", code="ReadError", message="torn")
    assert done(entered(ledger, entry("a"), failed=True)) == ["a"]


def test_what_is_not_there_any_more_is_forgotten(ledger):
    done(entered(ledger, entry("a"), entry("b")))
    assert [row.path for row in entered(ledger, entry("b")).rows()] == ["b"]


def test_a_copy_waits_for_its_original(ledger):
    entered(ledger, entry("z", copy_of="a"), entry("a"))
    assert (ledger.claim(), ledger.claim()) == ("a", None)
    ledger.end("a", "done", b"{}")
    assert ledger.claim() == "z"


def test_closing_gives_back_what_was_in_hand(tmp_path):
    first = entered(Ledger(tmp_path), entry("a"))
    first.claim()
    first.close()
    second = entered(Ledger(tmp_path), entry("a"))
    assert second.claim() == "a"
    second.close()


def claim_and_die(folder):
    entered(Ledger(folder), entry("a"), entry("b")).claim()
    os._exit(9)


@pytest.mark.skipif(sys.platform == "win32", reason="there a dead run is known by its silence alone, after a minute")
def test_what_a_dead_run_had_in_hand_is_queued_again(ledger, tmp_path):
    entered(ledger, entry("a"), entry("b"))
    other = multiprocessing.get_context("spawn").Process(target=claim_and_die, args=(tmp_path,))
    other.start()
    other.join()
    assert ledger.counts() == {"queued": 1, "running": 1}
    assert done(entered(ledger, entry("a"), entry("b"))) == ["a", "b"]


def test_what_a_living_run_has_in_hand_is_left_to_it(ledger, tmp_path):
    entered(ledger, entry("a"), entry("b"))
    assert ledger.claim() == "a"
    second = entered(Ledger(tmp_path), entry("a", modified=2), entry("b"), everything=True)
    assert done(second) == ["b"]
    second.close()


def test_an_end_counts_only_for_who_has_the_document_in_hand(ledger, tmp_path):
    entered(ledger, entry("a"))
    ledger.claim()
    second = Ledger(tmp_path)
    second.end("a", "failed", b"")
    second.close()
    assert ledger.counts() == {"running": 1}


def test_a_damaged_ledger_is_made_anew(tmp_path):
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / NAME).write_bytes(b"no database at all, and longer than a page header" * 100)
    ledger = entered(Ledger(tmp_path), entry("a"))
    assert ledger.claim() == "a"
    ledger.close()


def test_it_can_be_read_by_any_program(ledger, tmp_path):
    done(entered(ledger, entry("a")))
    with sqlite3.connect(tmp_path / FOLDER / NAME) as connection:
        assert connection.execute("SELECT path, state FROM document").fetchall() == [("a", "done")]
    connection.close()


def test_a_full_disk_is_an_error_that_names_the_ledger_and_closing_stays_quiet(tmp_path):
    ledger = entered(Ledger(tmp_path), entry("a.pdf"))
    ledger.claim()
    ledger._connection.execute("PRAGMA max_page_count = 1")  # SQLite then says that the disk is full
    with pytest.raises(OSError, match="the ledger cannot be written") as raised:
        entered(ledger, *(entry(f"{number}{'x' * 500}.pdf") for number in range(200)))
    assert raised.value.filename == str(tmp_path / FOLDER / NAME)
    ledger.close()
    again = entered(Ledger(tmp_path), entry("a.pdf"))
    assert again.claim() == "a.pdf"
    again.close()


def test_a_run_takes_only_what_it_was_asked_for_and_leaves_what_another_one_was(ledger, tmp_path):
    entered(ledger, entry("a"), entry("b"), entry("c"))
    assert ledger.claim() == "a"
    second = entered(Ledger(tmp_path), entry("c"), entry("d"))
    assert done(second) == ["c", "d"]
    ledger.end("a", "done", b"{}")
    assert done(ledger) == ["b"]
    assert [[row.path for row in one.rows("done")] for one in (ledger, second)] == [["a", "b", "c"], ["c", "d"]]
    assert (ledger.counts(), second.counts()) == ({"done": 3}, {"done": 2})
    second.close()


def test_what_another_run_wants_otherwise_is_left_to_it_and_nobody_does_a_document_twice(ledger, tmp_path):
    entered(ledger, entry("a"), entry("b"))
    ledger.end(str(ledger.claim()), "done", b"{}")
    second = entered(Ledger(tmp_path), entry("a", made="n"), entry("b"))
    assert done(ledger) == ["b"]
    assert done(second) == ["a"]
    third = entered(Ledger(tmp_path), entry("a"), entry("b"), everything=True)
    assert (done(ledger), done(third)) == ([], ["a", "b"])
    second.close()
    third.close()


def test_a_copy_does_not_wait_for_an_original_that_only_another_run_was_asked_for(ledger, tmp_path):
    entered(ledger, entry("a"), entry("z", copy_of="a"))
    second = entered(Ledger(tmp_path), entry("y"), entry("z", copy_of="y"))
    assert done(second) == ["y", "z"]
    assert done(ledger) == ["a"]
    second.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only there such a process can be told from one that runs")
def test_a_run_that_has_ended_is_dead_though_nobody_has_noticed(ledger, tmp_path):
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    entered(ledger, entry("a"))
    with sqlite3.connect(tmp_path / FOLDER / NAME) as connection:
        host = connection.execute("SELECT host FROM run").fetchone()[0]
        connection.execute("INSERT INTO run VALUES ('dead', ?, ?, ?)", (host, child, time.time()))
        connection.execute("UPDATE document SET state = 'running', run = 'dead'")
    connection.close()
    assert done(entered(ledger, entry("a"))) == ["a"]
    os.waitpid(child, 0)


def test_runs_that_make_the_ledger_in_the_same_moment_wait_for_each_other(tmp_path):
    def begin(folder):
        Ledger(folder).close()

    for at in range(8):
        folder = tmp_path / str(at)
        folder.mkdir()
        with ThreadPoolExecutor(8) as runs:
            list(runs.map(begin, [folder] * 8))
