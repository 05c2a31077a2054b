"""The time that a page may take."""

from __future__ import annotations

import time

import pytest

from docpipe.errors import LimitExceeded
from docpipe.readers.ocr.deadline import Deadline


def test_a_page_that_waits_for_a_busy_machine_is_given_its_time_again():
    assert 400 < Deadline(1000.0, time.monotonic() - 1500, time.process_time()).left() <= 500


@pytest.mark.parametrize(("passed", "computed"), [(15, 11), (21, 0)])
def test_a_page_that_has_computed_its_time_or_waits_for_ever_is_over(passed, computed):
    with pytest.raises(LimitExceeded, match="ocr_page_seconds"):
        Deadline(10.0, time.monotonic() - passed, time.process_time() - computed).left()
