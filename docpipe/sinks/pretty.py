"""A result for people at a terminal: a quiet table, then what to look at, then what is not there.

Colour stands only on what is not verified and on errors; long values wrap. On a screen a long list shows its first
values and what a person should look at, says how many more there are and how to see them; elsewhere all are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from docpipe.kinds.questions import NAME as QUESTIONS
from docpipe.sinks import Look
from docpipe.sinks.looks import DOUBTFUL
from docpipe.sinks.remarks import (
    MEANING,
    PERHAPS,
    PERHAPS_MEANING,
    doubts,
    not_analyzed,
    not_found,
    open_checks,
    over_not_found,
    without_values,
)
from docpipe.sinks.rows import Part, Row, pages_in_words, path_in_words, rows, visible
from docpipe.types import Check, Failure, Result, TrustState

WIDEST = 120
"""Columns after which lines become hard to follow with the eye."""

MOST_ROWS = 8
"""Values of a field that a screen shows. In 61 contracts no list of parties or penalties is longer, 5 of amounts
are, 35 of clauses and 50 of obligations, whose median is 31."""

STYLES: dict[TrustState | None, str] = {
    "confirmed": "",
    "derived": "",
    "located": "yellow",
    "ungrounded": "bold red",
    None: "yellow",
}
WORDS: dict[TrustState | None, str] = {
    "confirmed": "✓ confirmed",
    "located": "  located",
    "derived": "  derived",
    "ungrounded": "✗ not in text",
    None: "  no quote",
}
SEVERITIES = {"error": "bold red", "warning": "yellow", "info": ""}


class PrettySink:
    """Draws each result as it comes; failures go to stderr, not here."""

    def __init__(self, stream: TextIO, look: Look) -> None:
        width = look.width
        self._look = look
        self._stream = stream
        self._console = Console(
            file=stream,
            width=width,
            no_color=not look.colour,
            force_terminal=look.colour,
            color_system="standard" if look.colour else None,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )
        if width is None and self._console.width > WIDEST:
            self._console.width = WIDEST

    def write(self, outcome: Result | Failure) -> None:
        if isinstance(outcome, Result):
            with self._console.capture() as capture:
                if outcome.kind == QUESTIONS:
                    draw_answers(outcome, self._console)
                else:
                    short = self._stream.isatty() and not self._look.quotes
                    draw(outcome, self._console, quotes=self._look.quotes, most=MOST_ROWS if short else None)
                if not self._stream.isatty():  # at a terminal they stand on stderr, right below
                    warnings = outcome.document.warnings
                    _section(self._console, "Warnings", [(Text(), Text(visible(each))) for each in warnings])
            lines = (line.rstrip() for line in capture.get().splitlines())  # rich fills lines up to the full width
            self._stream.write("\n".join(lines) + "\n")

    def close(self) -> None:
        self._stream.flush()


open_sink = PrettySink


def draw(result: Result, console: Console, *, quotes: bool = False, most: int | None = None) -> None:
    """Print one result; with ``quotes``, the words that each value rests on stand below it. ``most`` is how many values
    of a field are shown, beside those that a person should look at; None is all."""
    found = rows(result)
    console.print(title(result, result.kind))
    for doubt in doubts(result):
        console.print(Text(f"Warning: {doubt}\n", "yellow"))
    plain = [row for row in found if row.figure is None]
    if plain or not found:
        console.print(_table(plain, quotes, most) if plain else Text(without_values(result) or "No value was found."))
    for name, group in groupby((row for row in found if row.figure is not None), key=lambda row: row.label):
        _draw_figures(console, name, list(group), quotes, most)
    _section(console, "Checks", [(_mark(check), _check(check)) for check in open_checks(result)])
    _section(console, over_not_found(result), [(Text(), Text(line)) for line in not_found(result)])
    _section(console, "Not analysed", [(Text(), Text(line)) for line in not_analyzed(result.checks)])
    _section(console, "Trust", [(Text(), line) for line in _legend(found)])
    console.print()


def draw_answers(result: Result, console: Console) -> None:
    """Print the passages for each question, and what a person should look at."""
    from docpipe.sinks.answers import drawn

    console.print(
        title(result, f"{len(result.coverage.asked)} questions" if len(result.coverage.asked) > 1 else "1 question")
    )
    console.print(drawn(result))
    _section(console, "Checks", [(_mark(check), _check(check)) for check in open_checks(result)])


def title(result: Result, what: str) -> Text:
    """The document's name, what was asked, and how many pages were read."""
    document = result.document
    count = document.page_count
    pages = f"{count} {document.unit}{'' if count == 1 else 's'}"
    if result.coverage.pages_read != count:
        pages = f"{result.coverage.pages_read} of {pages} read"
    return Text.assemble((f"\n{visible(document.source.name)}", "bold"), f"  {what}, {pages}\n")


def _table(found: list[Row], quotes: bool, most: int | None) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column("Field", overflow="fold", min_width=12, max_width=22)
    table.add_column("Value", overflow="fold", ratio=1)
    table.add_column("Page", overflow="fold", min_width=4, max_width=12)
    table.add_column("Trust", no_wrap=True, min_width=11)
    before = ""
    for row, left_out in _shown(found, most):
        table.add_row("" if row.label == before else row.label, row.head.text, row.where, _state(row))
        before = row.label
        if row.details.text:
            same = row.details.trust == row.head.trust
            table.add_row("", Text(row.details.text, "dim"), "", Text() if same else _trust(row.details))
        for evidence in row.evidence if quotes else ():
            table.add_row(
                "", Text(f"“{visible(' '.join(evidence.quote.split()))}”", "dim"), pages_in_words((evidence,))
            )
        if left_out:
            table.add_row("", Text(f"and {left_out:,} more: -v or --format html shows all", "bold"))
    return table


def _draw_figures(console: Console, name: str, found: list[Row], quotes: bool, most: int | None) -> None:
    """The figures of statements, with columns of their own; those that are asked for by name are all shown."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column(name, overflow="fold", ratio=1)
    table.add_column("Value", justify="right", overflow="fold", min_width=8)
    table.add_column("Period", overflow="fold", min_width=10)
    table.add_column("Page", overflow="fold", min_width=4, max_width=12)
    table.add_column("Trust", no_wrap=True, min_width=11)
    for row, left_out in _shown(found, None if found[0].path.startswith(ASKED) else most):
        assert row.figure is not None
        table.add_row(row.figure.name, row.figure.value, row.figure.period, row.where, _state(row))
        for evidence in row.evidence if quotes else ():
            table.add_row(
                Text(f"“{visible(' '.join(evidence.quote.split()))}”", "dim"), "", "", pages_in_words((evidence,))
            )
        if left_out:
            table.add_row(Text(f"and {left_out:,} more: -v or --format html shows all", "bold"))
    console.print()
    console.print(table)


ASKED = "/items/"
"""Where the figures stand that a kind asks for by name: at most two for each of 18 names."""


def _shown(found: list[Row], most: int | None) -> Iterator[tuple[Row, int]]:
    """The rows that are shown, and after the last one of a field how many of it are not."""
    for _, group in groupby(found, key=lambda row: row.label):
        own = list(group)
        shown = [
            row
            for at, row in enumerate(own)
            if most is None or at < most or row.flagged or row.contradicted or row.head.trust in DOUBTFUL
        ]
        for row in shown[:-1]:
            yield row, 0
        yield shown[-1], len(own) - len(shown)


def _state(row: Row) -> Text:
    if row.contradicted:
        return Text("! contradictory", style="bold yellow")
    text = Text(f"? {PERHAPS}", style="yellow") if row.perhaps else _trust(row.head)
    return text.append(" !", style="bold yellow") if row.flagged else text


def _trust(part: Part) -> Text:
    return Text(WORDS[part.trust], style=STYLES[part.trust])


def _mark(check: Check) -> Text:
    return Text(" " if check.severity == "info" else "!", style=SEVERITIES[check.severity])


def _check(check: Check) -> Text:
    where = pages_in_words(check.evidence)
    place = f" ({'p. ' if where[:1].isdigit() else ''}{where})" if where else ""
    return Text.assemble((path_in_words(check.path) or "Document", "bold"), f"{place}: {visible(check.message)}")


def _legend(found: list[Row]) -> list[Text]:
    """What the states that occur mean."""
    there = {row.head.trust for row in found if not row.contradicted and not row.perhaps}
    there |= {row.details.trust for row in found if row.details.text}
    states = [(WORDS[state].strip(), MEANING[state]) for state in MEANING if state in there]
    states += [(f"? {PERHAPS}", PERHAPS_MEANING)] if any(row.perhaps for row in found) else []
    return [Text(f"{word}: {meaning}") for word, meaning in states]


def _section(console: Console, title: str, lines: Sequence[tuple[Text, Text]]) -> None:
    """A heading, and lines that each hang below their mark."""
    if not lines:
        return
    console.print(Text(f"\n{title}", style="bold"))
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column(overflow="fold", ratio=1)
    for mark, line in lines:
        grid.add_row(mark, line)
    console.print(grid)
