"""Actions and conditions in a length that can be read, with a mark where the document goes on."""

from __future__ import annotations

import re

from docpipe.rules.contract.clause_text import letters
from docpipe.rules.verbs import CUT

LONGEST_ACTION = 480
"""Letters and digits of an action at most; 98 of 100 are whole (at 320: 95)."""


def marked(action: str) -> str:
    """What is said, without its full stop; what is very long ends at a comma, with a mark."""
    return f"{shortened(action)}{mark(action)}"


def mark(whole: str, most: int = LONGEST_ACTION) -> str:
    """The mark that ends what is too long to stand as a whole."""
    return CUT if letters(tidy(whole)) > most else ""


def shortened(action: str, most: int = LONGEST_ACTION) -> str:
    """An action without its full stop, ended at a comma where it has more letters and digits than it may."""
    action = re.sub(r",?\s+(?:as\s+follows|the\s+following|in\s+the\s+following\s+manner)$", "", tidy(action))
    if len(action) <= most or letters(action) <= most:
        return action
    commas = [
        match.start()
        for match in re.finditer(r",\s|\s\((?=[a-z\d]{1,3}\))", action)
        if letters(action[: match.start()]) <= most
    ]
    return action[: commas[-1]] if commas else action[: action.rfind(" ", 0, most)]


def tidy(action: str) -> str:
    """An action without its full stop, and without the "and" that leads to the next."""
    return re.sub(r"[\s;\u037e,.:]+(?:and|or)?[\s;\u037e,.:]*$", "", action)
