import pytest

from docpipe.errors import SettingsError
from docpipe.readers.options import chosen_pages


@pytest.mark.parametrize(
    ("pages", "expected"),
    [(None, [1, 2, 3, 4, 5]), ("2", [2]), ("2-3", [2, 3]), ("4-", [4, 5]), ("5,1-2", [1, 2, 5]), ("4-9", [4, 5])],
)
def test_a_selection_names_pages(pages, expected):
    assert chosen_pages(pages, 5) == expected


@pytest.mark.parametrize("pages", ["", "x", "0", "3-1", "1-2-3", "-3", "9"])
def test_a_selection_that_makes_no_sense_is_refused(pages):
    with pytest.raises(SettingsError, match="--pages"):
        chosen_pages(pages, 5)
