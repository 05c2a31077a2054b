"""The log stays whole whatever happens to those who write it, and every hand that was in it is named."""

import hashlib
import json
import os
import random
import stat
import subprocess
import sys
import time

import pytest

from docpipe.audit.chain import from_line, sealed, to_line
from docpipe.audit.checking import verify
from docpipe.audit.log import Log, beside
from docpipe.errors import AuditError


def test_entries_follow_each_other_from_one(kept):
    logged = kept.fill(5)
    assert [one.seq for one in logged] == [1, 2, 3, 4, 5]
    report = kept.report()
    assert (report.entry_count, report.first, report.last, report.problems, report.notes) == (5, 1, 5, [], [])


def test_only_the_owner_may_read_it(kept):
    kept.fill(1)
    files = [kept.log.path, beside(kept.log.path, "head"), beside(kept.log.path, "lock")]
    if os.name == "posix":
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
        assert stat.S_IMODE(kept.log.path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("position", [0, 2, 4])
def test_a_changed_line_is_found(kept, position):
    kept.fill(5)
    lines = kept.lines
    lines[position] = lines[position].replace(b'"ok"', b'"no"')
    kept.lines = lines
    assert "changed" in kept.problems()


@pytest.mark.parametrize("position", [0, 2])
def test_a_line_that_was_changed_and_given_a_new_hash_is_found(kept, position):
    kept.fill(5)
    lines = kept.lines
    lines[position] = rehashed(lines[position], matter="other")
    kept.lines = lines
    assert "chain" in kept.problems()


def test_a_changed_last_line_with_a_new_hash_is_found_by_the_head_file(kept):
    kept.fill(5)
    kept.lines = [*kept.lines[:-1], rehashed(kept.lines[-1], matter="other")]
    assert kept.problems() == {"head"}


@pytest.mark.parametrize("position", [0, 2])
def test_a_line_taken_out_is_found(kept, position):
    kept.fill(5)
    lines = kept.lines
    del lines[position]
    kept.lines = lines
    assert kept.problems() == {"beginning" if position == 0 else "chain"}


def test_a_line_put_in_or_moved_is_found(kept):
    kept.fill(5)
    first, second, *rest = kept.lines
    kept.lines = [first, second, second, *rest]
    assert kept.problems() == {"chain"}
    kept.lines = [second, first, *rest]
    assert {"beginning", "chain"} <= kept.problems()


def test_a_line_that_is_no_entry_is_found(kept):
    kept.fill(3)
    kept.lines = [*kept.lines[:2], b"nothing\n", kept.lines[2]]
    assert kept.problems() == {"unreadable"}


def test_a_cut_end_is_found_and_stays_found_when_the_log_goes_on(kept):
    kept.fill(5)
    kept.lines = kept.lines[:3]
    assert kept.problems() == {"head"}
    (logged,) = kept.fill(1)
    assert logged.seq == 7  # numbers 4 and 5 are not given twice, 6 tells of the gap
    (problem,) = kept.report().problems
    assert problem.kind == "gap"
    assert "ends at entry 3, but its head file names entry 5" in problem.message


def test_a_deleted_log_or_head_file_is_found(kept):
    kept.fill(5)
    beside(kept.log.path, "head").unlink()
    assert kept.problems() == {"head"}
    kept.fill(1)
    assert kept.problems() == {"gap"}
    kept.log.path.unlink()
    assert kept.problems() == {"head"}


def test_a_half_written_last_line_is_told_of_and_the_chain_goes_on(kept):
    kept.fill(3)
    with kept.log.path.open("ab") as stream:
        stream.write(kept.lines[-1][:100])
    assert kept.problems() == set()
    assert "interrupted" in kept.report().notes[0]
    kept.fill(2)
    report = kept.report()
    assert (report.problems, report.last) == ([], 6)  # 4 tells of the repair
    assert "before entry 4 an append was interrupted" in report.notes[0]


def test_a_last_line_cut_in_its_middle_is_a_cut_end(kept):
    kept.fill(3)
    kept.lines = [*kept.lines[:2], kept.lines[2][:50]]
    assert kept.problems() == {"head"}
    kept.fill(1)
    assert kept.problems() == {"gap"}


def test_a_process_that_dies_between_its_two_writes_harms_nothing(kept):
    kept.fill(3)
    head = beside(kept.log.path, "head").read_bytes()
    kept.fill(1)
    beside(kept.log.path, "head").write_bytes(head)
    assert kept.problems() == set()
    kept.fill(1)
    assert kept.problems() == set()


def test_a_log_written_anew_passes_without_a_key_and_not_with_one(kept, signed):
    for log, found in ((kept, set()), (signed, {"signature"})):
        log.fill(5)
        forge(log)
        assert log.problems() == found


def test_signatures_taken_off_are_found(signed):
    signed.fill(5)
    lines = signed.lines
    content = json.loads(lines[3])
    del content["hmac"]
    signed.lines = [*lines[:3], to_line(type(from_line(lines[0][:-1]))(content)), lines[4]]
    assert signed.problems() == {"signature"}


def test_entries_from_before_there_was_a_key_are_vouched_for_by_the_next(kept):
    kept.fill(2)
    keyed = Log(kept.log.path, b"a key that came later")
    keyed.append({"what": "analyze"})
    assert verify(keyed).problems == []
    kept.lines = [kept.lines[0].replace(b'"m0"', b'"m9"'), *kept.lines[1:]]
    assert {problem.kind for problem in verify(keyed).problems} == {"changed"}


def test_a_log_that_cannot_be_written_is_an_error_that_says_what_to_do(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(AuditError, match="--no-audit"):
        Log(tmp_path / "file" / "audit.jsonl").append({"what": "analyze"})


WRITER = """
import sys
from pathlib import Path
from docpipe.audit.log import Log
log = Log(Path(sys.argv[1]))
for number in range(int(sys.argv[2])):
    logged = log.append({"what": "analyze", "matter": f"{sys.argv[3]}-{number}"})
    print(logged.seq, logged.hash, flush=True)
"""


def test_many_writers_some_killed_at_random_leave_a_whole_log(kept):
    """The full size, 8 processes of 500 entries, is ``benchmarks/audit.py``: the disk makes it slow."""
    told = writers(kept.log.path, finishing=5, entries=50, killed=3)
    report = kept.report()
    assert report.problems == []
    by_seq = {entry.seq: entry.hash for entry in map(from_line, kept.log.path.read_bytes().splitlines()) if entry}
    assert len(told) == len(set(told))
    assert all(by_seq[seq] == hashed for seq, hashed in told)
    assert report.entry_count >= len(told) >= 5 * 50


def writers(path, finishing, entries, killed):
    """What processes were told that append at the same time: some come to their end, some write until killed."""
    counts = [entries] * finishing + [1_000_000] * killed
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(count), str(number)], stdout=subprocess.PIPE, text=True
        )
        for number, count in enumerate(counts)
    ]
    rng = random.Random(5)
    told = []
    for process in running[finishing:]:
        told.append(process.stdout.readline())  # it has begun
        time.sleep(rng.random() * 0.05)
        process.kill()
    for process in running:
        told += process.communicate()[0].splitlines()
    assert [process.returncode == 0 for process in running] == [True] * finishing + [False] * killed
    return [(int(line.split()[0]), line.split()[1]) for line in told if len(line.split()) == 2]


def rehashed(line, **changed):
    content = {name: part for name, part in json.loads(line).items() if name not in ("hash", "hmac")}
    return to_line(sealed({**content, **changed}, None))


def forge(kept):
    """Write the whole log anew with another matter in its second entry, and a head file that fits."""
    forged, before = [], None
    for number, line in enumerate(kept.lines):
        changed = {"matter": "other"} if number == 1 else {}
        forged.append(rehashed(line, **changed, **({"prev": before} if before else {})))
        before = from_line(forged[-1][:-1]).hash
    kept.lines = forged
    Log(kept.log.path).write_head(from_line(forged[-1][:-1]))


def test_the_hash_is_of_the_line_as_it_stands(kept):
    kept.fill(1)
    content = json.loads(kept.lines[0])
    hashed = content.pop("hash")
    plain = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
    assert hashlib.sha256(plain).hexdigest() == hashed


def test_any_changed_byte_and_any_cut_is_found(kept):
    kept.fill(6)
    whole = kept.log.path.read_bytes()
    rng = random.Random(11)
    for _ in range(150):
        at = rng.randrange(len(whole))
        other = rng.choice([byte for byte in b'x0"}\n' if byte != whole[at]])
        kept.log.path.write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
        assert kept.problems(), at
        kept.log.path.write_bytes(whole[: rng.randrange(len(whole))])
        assert kept.problems(), at
    kept.log.path.write_bytes(whole)
    assert kept.problems() == set()


def test_whatever_was_done_stays_found_when_the_log_goes_on(kept):
    kept.fill(4)
    whole, head = kept.log.path.read_bytes(), beside(kept.log.path, "head").read_bytes()
    rng = random.Random(13)
    for _ in range(60):
        at = rng.randrange(len(whole) - 1)
        harmed = rng.choice((whole[:at], whole[:at] + b"x" + whole[at + 1 :], whole[:at] + whole[at + 1 :]))
        kept.log.path.write_bytes(harmed)
        beside(kept.log.path, "head").write_bytes(head)
        kept.fill(2)
        assert kept.problems() or harmed == whole, at
