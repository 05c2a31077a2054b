import re

import pytest

from docpipe.rules import later as module
from docpipe.rules.later import compile_meanwhile, later


@pytest.fixture(autouse=True)
def waiting(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Patterns of these tests alone: a broken one would be met by whoever compiles what waits."""
    patterns: list[object] = []
    monkeypatch.setattr(module, "_waiting", patterns)
    return patterns


def test_a_pattern_is_compiled_once_and_when_it_is_used() -> None:
    broken = later("(")
    with pytest.raises(re.error):
        broken()
    pattern = later("miller", re.IGNORECASE)
    assert pattern() is pattern()
    assert pattern().search("The MILLER")


def test_what_waits_is_compiled_until_something_is_done(waiting: list[object]) -> None:
    later("a")
    later("b")
    compile_meanwhile(lambda: len(waiting) < 2)
    assert len(waiting) == 1
    compile_meanwhile(lambda: False)
    assert waiting == []
