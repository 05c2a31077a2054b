"""Compiled patterns kept between runs: the same patterns, nothing else, and never trusted when they are not ours."""

from __future__ import annotations

import marshal
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = (
    (r"\b(?P<day>\d{1,2})(?:st|nd|rd|th)?\s+(?P<month>May|June)\b", re.IGNORECASE),
    (r"(?i)(?<!no\s)not\s+less\s+than|至少", 0),
    (r"^(?:a|b)+?$(?=\n)|(x)(?(1)y|z)", re.MULTILINE | re.DOTALL),
    (r"[一-鿿]{2,}(?# comment )\d+", re.VERBOSE),
)
TEXT = "On 3rd May and 14 june\nnot less than 至少\nab\nxy 合同 12 合同12"

RUN = """
import re, sys
from docpipe.patterns import compiled, keep, store_path, _store
for pattern, flags in {samples!r}:
    ours, theirs = compiled(pattern, flags), re.compile(pattern, flags)
    assert (ours.pattern, ours.flags, ours.groups, dict(ours.groupindex)) == (
        theirs.pattern, theirs.flags, theirs.groups, dict(theirs.groupindex))
    assert [m.groups() for m in ours.finditer({text!r})] == [m.groups() for m in theirs.finditer({text!r})]
    assert [m.span() for m in ours.finditer({text!r})] == [m.span() for m in theirs.finditer({text!r})]
keep()
print(store_path(), len(_store()))
"""


@pytest.fixture
def run(tmp_path: Path):
    def go() -> tuple[Path, int]:
        """Compile the samples in a process of its own; where its store is and how many patterns it began with."""
        code = RUN.format(samples=tuple((pattern, int(flags)) for pattern, flags in SAMPLES), text=TEXT)
        kept = {"XDG_CACHE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "HOME": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | kept, capture_output=True, text=True, check=True
        )
        path, _, count = done.stdout.strip().rpartition(" ")
        return Path(path), int(count)

    return go


def test_a_kept_pattern_is_the_pattern(run):
    assert run()[1] == 0
    assert run()[1] == len(SAMPLES)


def test_the_store_is_for_its_owner_alone(run):
    store, _ = run()
    if os.name == "posix":
        assert store.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps the folder to its user")
def test_a_store_that_others_can_write_is_not_used(run):
    store, _ = run()
    store.chmod(0o666)
    assert run()[1] == 0


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"not marshal",
        marshal.dumps(17),
        marshal.dumps((("another", "version"), {("a", 0): (32, b"", 0, {})})),
    ],
)
def test_a_damaged_store_is_made_anew(run, damaged):
    store, _ = run()
    store.write_bytes(damaged)
    assert run()[1] == 0
    assert run()[1] == len(SAMPLES)


def test_code_that_is_none_is_compiled_again(run):
    store, _ = run()
    stamp, patterns = marshal.loads(store.read_bytes())
    broken = {key: (kept[0], b"\xff" * 12, *kept[2:]) for key, kept in patterns.items()}
    store.write_bytes(marshal.dumps((stamp, broken)))
    assert run()[1] == len(SAMPLES)
