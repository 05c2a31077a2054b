"""``docpipe audit``: what a compliance officer types."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from docpipe.audit.chain import START, from_line, sealed, to_line
from docpipe.audit.log import Log


@pytest.fixture
def audit(docpipe, tmp_path):
    """``audit("verify")`` on a log in the test's folder."""
    return lambda *arguments: docpipe("audit", *arguments, "--log", tmp_path / "audit.jsonl")


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "audit.jsonl")


def write_aged(log, ages_in_days):
    """Entries as old as that, written as ``append`` would have."""
    lines, last = [], START
    for seq, days in enumerate(ages_in_days, 1):
        time = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        lines.append(to_line(sealed({"what": "analyze", "seq": seq, "time": time, "prev": last}, None)))
        last = from_line(lines[-1][:-1]).hash
    log.path.write_bytes(b"".join(lines))
    log.write_head(from_line(lines[-1][:-1]))


def test_a_whole_log_is_called_so(audit, log):
    log.append({"what": "analyze", "outcome": "ok"})
    done = audit("verify")
    assert (done.code, done.out.splitlines()[-1]) == (0, "The log is whole.")


def test_a_log_that_is_not_there_yet_is_no_problem(audit):
    assert audit("verify").code == 0


def test_a_cut_log_exits_with_1_and_says_where(audit, log):
    for _ in range(3):
        log.append({"what": "analyze", "outcome": "ok"})
    log.path.write_bytes(b"".join(log.path.read_bytes().splitlines(keepends=True)[:2]))
    done = audit("verify", "--format", "json")
    assert done.code == 1
    assert [problem["kind"] for problem in json.loads(done.out)["problems"]] == ["head"]


def test_show_picks_by_matter_and_document(audit, log):
    log.append({"what": "analyze", "outcome": "ok", "matter": "M-1", "document_sha256": "ab" * 32})
    log.append({"what": "analyze", "outcome": "Encrypted", "matter": "M-2", "document_sha256": "cd" * 32})
    assert "Encrypted" in audit("show", "--matter", "M-2").out
    assert [json.loads(line)["seq"] for line in audit("show", "--format", "json").out.splitlines()] == [1, 2]
    assert audit("show", "--document", "abab").out.split()[0] == "1"


@pytest.mark.parametrize("days", ["189", "0", "-5"])
def test_prune_refuses_to_keep_less_than_190_days(audit, days):
    done = audit("prune", "--keep-days", days)
    assert done.code == 2
    assert "at least 190 days" in done.err


def test_pruning_leaves_a_chain_that_verifies_and_goes_on(audit, log):
    write_aged(log, [400, 300, 200, 100, 1])
    assert "2 entries older than 250 days" in audit("prune", "--keep-days", "250").err
    log.append({"what": "analyze"})
    done = audit("verify")
    assert done.code == 0
    assert "entries up to 2 were pruned" in done.out
    assert "5 entries, 3 to 7" in done.out
    assert "1 entry older" in audit("prune", "--keep-days", "190").err
    assert audit("verify").code == 0


def test_a_pruned_log_is_still_the_same_log(audit, log):
    write_aged(log, [400, 300, 200, 100, 1])
    before = log.append({"what": "analyze"})
    assert before.log == from_line(log.path.read_bytes().splitlines()[0]).hash
    for days in ("250", "190"):
        audit("prune", "--keep-days", days)
        assert log.append({"what": "analyze"}).log == before.log


def test_a_beginning_taken_away_by_hand_is_no_pruning(audit, log):
    write_aged(log, [400, 300, 200, 100, 1])
    lines = log.path.read_bytes().splitlines(keepends=True)
    second = from_line(lines[1][:-1])
    told = {"what": "checkpoint", "through": 2, "through_hash": second.hash, "last_time": "2020-01-01T00:00:00Z"}
    log.path.write_bytes(b"".join([to_line(sealed({**told, "removed": 2}, None)), *lines[2:]]))
    done = audit("verify")
    assert done.code == 1
    assert "a checkpoint that no entry 'prune' tells of" in done.out


def test_a_log_that_is_not_whole_is_not_pruned(audit, log):
    write_aged(log, [400, 300, 1])
    log.path.write_bytes(log.path.read_bytes().replace(b"analyze", b"analyse", 1))
    before = log.path.read_bytes()
    assert audit("prune", "--keep-days", "200").code == 1
    assert log.path.read_bytes() == before
