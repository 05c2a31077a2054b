import re

import pytest

from docpipe.rules.later import later


def test_a_pattern_is_compiled_once_and_when_it_is_used() -> None:
    broken = later("(")
    with pytest.raises(re.error):
        broken()
    pattern = later("miller", re.IGNORECASE)
    assert pattern() is pattern()
    assert pattern().search("The MILLER")
