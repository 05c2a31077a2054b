"""A log of a few entries, and what verifying says of it after somebody's hand was in it."""

import pytest

from docpipe.audit.checking import verify
from docpipe.audit.log import Log


class Kept:
    """A log in a folder of the test's, with ways to look at it and to harm it."""

    def __init__(self, path, key=None):
        self.log = Log(path, key)

    def fill(self, count):
        return [self.log.append({"what": "analyze", "outcome": "ok", "matter": f"m{n}"}) for n in range(count)]

    @property
    def lines(self):
        return self.log.path.read_bytes().splitlines(keepends=True)

    @lines.setter
    def lines(self, lines):
        self.log.path.write_bytes(b"".join(lines))

    def problems(self):
        return {problem.kind for problem in verify(self.log).problems}

    def report(self):
        return verify(self.log)


@pytest.fixture
def kept(tmp_path):
    return Kept(tmp_path / "state" / "audit.jsonl")


@pytest.fixture
def signed(tmp_path):
    return Kept(tmp_path / "signed" / "audit.jsonl", b"a key that nobody else has")
