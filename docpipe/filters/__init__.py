"""The output filter, last of all: blocked terms, personal data, secrets and long quotes in everything that is shown.

``apply`` takes a result, ``screen`` a document alone; ``policy`` makes what they are to do from the settings. Nothing
is imported before one of them is called, so that a cold run loads the rules while its document is being read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docpipe.filters.policies import Policy
    from docpipe.filters.results import Screened
    from docpipe.settings import Settings
    from docpipe.types import Document, Result


def policy(settings: Settings) -> Policy:
    """What is filtered and how. Raises SettingsError for a list of blocked terms that cannot be read or used."""
    from docpipe.filters import policies, results  # noqa: F401 - what is needed later is loaded now

    return policies.made(settings)


def apply(result: Result, policy: Policy) -> Result:
    """The result as the policy lets it out: ``filtered`` says what was done, ``masks`` what pictures must hide.

    A redacted stretch is a marker everywhere; a typed value (a date, an amount) that matches is null. Names of fields
    and words of the kind's own vocabulary in ``coverage`` stay. Raises Withheld if a rule with action ``block``
    matches.
    """
    from docpipe.filters.results import apply

    return apply(result, policy)


def screen(document: Document, policy: Policy) -> Screened:
    """A document alone, as the policy lets it out. Raises Withheld if a rule with action ``block`` matches."""
    from docpipe.filters.results import screen

    return screen(document, policy)
