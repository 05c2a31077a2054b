"""Offsets moved all at once."""

from array import array

import pytest

from docpipe.words import AT_ONCE, shifted


@pytest.mark.parametrize("by", [-50, -1, 0, 1, 255, 70_000])
def test_every_offset_moves_equally_far(by):
    offsets = array("I", [50, 51, 255, 256, 65_535, 65_536, 4_000_000_000])
    assert shifted(offsets, by) == array("I", [offset + by for offset in offsets])


@pytest.mark.parametrize("by", [-7, 9])
def test_long_columns_are_shifted_piece_by_piece(by):
    offsets = array("I", range(7, 3 * AT_ONCE + 12))
    assert shifted(offsets, by) == array("I", [offset + by for offset in offsets])


def test_no_offsets_are_none_wherever_they_move():
    assert shifted(array("I"), -3) == array("I")
