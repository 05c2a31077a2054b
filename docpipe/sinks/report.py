"""A result as Markdown: each value with its page, its trust and the words it rests on; then checks and coverage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TextIO

from docpipe.kinds.questions import NAME as QUESTIONS
from docpipe.sinks import Look
from docpipe.sinks.answers import answers_to_markdown
from docpipe.sinks.markdown_text import inline, plain
from docpipe.sinks.remarks import (
    MEANING,
    PERHAPS,
    PERHAPS_MEANING,
    doubts,
    not_analyzed,
    not_found,
    open_checks,
    over_not_found,
)
from docpipe.sinks.rows import CONTRADICTORY, Part, Row, pages_in_words, path_in_words, rows
from docpipe.types import Check, Evidence, Failure, Result, TrustState

WORDS: dict[TrustState | None, str] = {
    "confirmed": "confirmed",
    "located": "located",
    "derived": "derived",
    "ungrounded": "not in text",
    None: "no quote",
}
"""The states of trust as people read them."""

UNNAMED = "none"
"""The name of the state that has none."""


class MarkdownSink:
    """One report after another; failures go to stderr, not here."""

    def __init__(self, stream: TextIO, look: Look) -> None:
        self._stream = stream

    def write(self, outcome: Result | Failure) -> None:
        if isinstance(outcome, Result):
            self._stream.write(result_to_markdown(outcome))
            self._stream.flush()

    def close(self) -> None:
        self._stream.flush()


open_sink = MarkdownSink


def result_to_markdown(result: Result) -> str:
    """A report of one result. Nothing of the document is taken for Markdown or HTML."""
    found = rows(result) if result.kind != QUESTIONS else []
    lines = [f"# {plain(result.document.source.name)}", f"{_asked(result)}, {pages_read(result)}"]
    lines += [f"**Warning:** {plain(doubt)}" for doubt in doubts(result)]
    lines += [answers_to_markdown(result)] if result.kind == QUESTIONS else []
    lines += [_section(label, list(group)) for label, group in groupby(found, lambda row: row.label)]
    lines += _listed("Checks", [_check(check) for check in open_checks(result)])
    lines += _listed(over_not_found(result), map(plain, not_found(result) if result.kind != QUESTIONS else ()))
    lines += _listed("Not analyzed", map(plain, not_analyzed(result.checks)))
    lines += _listed("Warnings", map(plain, result.document.warnings))
    lines += _listed("Trust", [f"{word}: {meaning}" for _, word, meaning in legend(found)])
    return "\n\n".join(lines) + "\n"


def _asked(result: Result) -> str:
    """The kind, or how many questions there were."""
    if result.kind != QUESTIONS:
        return result.kind
    count = len(result.coverage.asked)
    return f"{count:,} question{'' if count == 1 else 's'}"


def pages_read(result: Result) -> str:
    """``13 pages``, or ``3 of 13 pages read``."""
    count = result.document.page_count
    pages = f"{count:,} {result.document.unit}{'' if count == 1 else 's'}"
    read = result.coverage.pages_read
    return pages if read == count else f"{read:,} of {pages} read"


def legend(found: Sequence[Row]) -> list[tuple[str, str, str]]:
    """Name, word and meaning of the states of trust that occur, in the order of ``MEANING``, and of perhaps."""
    there = {row.head.trust for row in found if not (row.contradicted or row.perhaps)}
    there |= {row.details.trust for row in found if row.details.text}
    told = [(state or UNNAMED, WORDS[state], MEANING[state]) for state in MEANING if state in there]
    return [*told, *([(PERHAPS, PERHAPS, PERHAPS_MEANING)] if any(row.perhaps for row in found) else [])]


def _section(label: str, found: Sequence[Row]) -> str:
    if all(row.figure is not None for row in found):
        return "\n".join(
            [
                f"## {plain(label)}\n",
                "| | Value | Period | Page | Trust |",
                "|---|--:|---|---|---|",
                *map(_figure, found),
            ]
        )
    return "\n\n".join([f"## {plain(label)}", *map(_row, found)])


def _figure(row: Row) -> str:
    """A line of a table; its quotes are the cells of the statement that it names."""
    assert row.figure is not None
    cells = (row.figure.name, row.figure.value, row.figure.period, pages(row.evidence), _state(row))
    return f"| {' | '.join(map(inline, cells))} |"


def _row(row: Row) -> str:
    """A list item, its details and quotes indented below it."""
    where = pages(row.evidence)
    about = ", ".join(filter(None, (where, _state(row))))
    lines = [f"- **{plain(row.head.text)}** ({about})"]
    if row.details.text:
        lines.append(f"  {plain(row.details.text)}{_differing(row.details, row.head)}")
    quotes = [f"  > {_quote(one)}" for one in row.evidence]
    return "\n\n".join(lines + quotes)


def _state(row: Row) -> str:
    if row.contradicted:
        return CONTRADICTORY
    word = PERHAPS if row.perhaps else WORDS[row.head.trust]
    return f"{word}, to look at" if row.flagged else word


def _differing(details: Part, head: Part) -> str:
    return "" if details.trust == head.trust else f" ({WORDS[details.trust]})"


def pages(evidence: Iterable[Evidence]) -> str:
    """``p. 3, 7-9``; empty without a place."""
    where = pages_in_words(evidence)
    return f"p. {where}" if where[:1].isdigit() else where


def _quote(evidence: Evidence) -> str:
    where = pages((evidence,))
    return f"“{plain(evidence.quote)}”" + (f" ({plain(where)})" if where else "")


def _check(check: Check) -> str:
    """One check with everything it cites."""
    head = f"**{plain(path_in_words(check.path) or 'Document')}**, {plain(check.rule.replace('_', ' '))}"
    cited = "".join(f"\n\n  > {_quote(one)}" for one in check.evidence)
    return f"{head} ({check.severity}): {plain(check.message)}{cited}"


def _listed(title: str, lines: Iterable[str]) -> list[str]:
    items = [f"- {line}" for line in lines]
    return [f"## {title}", "\n\n".join(items)] if items else []
