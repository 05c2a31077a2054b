"""What stands beside the values of a result, in words: checks, what was not found or not asked, what trust means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from docpipe.kinds.questions import NAME as QUESTIONS
from docpipe.sinks.rows import label, pages_in_words, path_in_words, visible
from docpipe.types import Check, Result, TrustState

MEANING: dict[TrustState | None, str] = {
    "confirmed": "read again from its quote in a second way, with the same result",
    "located": "the quote stands there; what it means is a judgement",
    "derived": "computed from the cited places",
    "ungrounded": "not found in the document: do not rely on it",
    None: "no quote is given for it: look for yourself",
}
"""What each state of trust tells a reader; None is a value that nothing is known about."""

PERHAPS = "perhaps"
PERHAPS_MEANING = "the quote stands there, but of values with signs like its own more were wrong than right: read it"
"""Said in place of the state of a value that is more likely wrong than right."""

NO_VALUE = "No value was found: is it a contract? Without --kind, docpipe tells by itself what a document is."
"""Said where not one field of a document of several pages has a value: an article has no terms."""

NOT_FOUND = "Not found by the rules; it may still be in the document"
"""Over what was asked without an answer."""

NOT_FOUND_BY_MODEL = "Not in the document, as the model reads it"

SEVERITIES = ("error", "warning", "info")
"""Worst first."""


def without_values(result: Result) -> str:
    """What is said where no value was found; empty where there is one, or where questions were asked."""
    if result.kind == QUESTIONS or any(value not in (None, [], {}) for value in result.data.values()):
        return ""
    long = len(result.document.pages) > 1 and result.kind == "contract"
    return NO_VALUE if long else "No value was found."


def doubts(result: Result) -> list[str]:
    """What is to be known before any value is read: that the document is no contract."""
    return [visible(check.message) for check in result.checks if check.rule == "not_a_contract"]


def open_checks(result: Result) -> list[Check]:
    """The checks that say something about a value, worst first."""
    told = [check for check in result.checks if check.rule != "not_analyzed"]
    return sorted(told, key=lambda check: SEVERITIES.index(check.severity))


def in_one_line(check: Check) -> str:
    """``Expiration date, date order: ends before it begins (page 4)``."""
    where = pages_in_words(check.evidence)
    numbered = where[:1].isdigit()
    pages = f"page{'' if where.isdigit() else 's'} {where}" if numbered else visible(where)
    about = f"{path_in_words(check.path) or 'Document'}, {check.rule.replace('_', ' ')}"
    return visible(f"{about}: {' '.join(check.message.split())}") + (f" ({pages})" if where else "")


def over_not_found(result: Result) -> str:
    """What stands over the list of what was not found."""
    return NOT_FOUND if result.run.model is None else NOT_FOUND_BY_MODEL


def not_found(result: Result) -> list[str]:
    """Asked for and not there, in words; what is asked one by one (clauses) on a line of its own."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in result.coverage.not_found:
        field, colon, category = name.partition(": ")
        groups[field if colon else ""].append(category if colon else label(name))
    return [f"{label(field)}: {', '.join(names)}" if field else ", ".join(names) for field, names in groups.items()]


def not_analyzed(checks: Iterable[Check]) -> list[str]:
    """The fields that nobody was asked for, by reason."""
    groups: dict[str, list[str]] = defaultdict(list)
    for check in checks:
        if check.rule == "not_analyzed":
            groups[check.message].append(path_in_words(check.path))
    return [f"{', '.join(names)}: {visible(message)}" for message, names in groups.items()]
