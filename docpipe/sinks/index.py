"""The page that a batch puts before its documents' pages: one row for each, with what to know before relying on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from markupsafe import Markup
from msgspec import Struct

from docpipe.sinks.html import asset, environment, policy
from docpipe.version import VERSION


class IndexRow(Struct, frozen=True):
    """One document: its name, a relative address of its page (None if it failed), its counts in the order of the
    columns (none if it failed), and notes with their severity."""

    name: str
    link: str | None
    counts: tuple[int, ...]
    notes: tuple[tuple[Literal["error", "warning"], str], ...]


class Beside(Struct, frozen=True):
    """What is told of beside the documents: files that are none, rows of a list about none; ``title`` says what they
    are, ``severity`` how it looks."""

    title: str
    lines: tuple[str, ...]
    severity: Literal["error", "none"] = "none"


def index_page(rows: Sequence[IndexRow], summary: Sequence[tuple[str, str]] = (), beside: Sequence[Beside] = ()) -> str:
    """The whole file, with a summary of names and what is told under each, and what there is beside the documents.

    Like the pages of documents it needs nothing else, and lets nothing run: it has no script.
    """
    style = asset("index.css")
    return environment().get_template("index.html.j2").render(
        rows=rows,
        summary=summary,
        beside=beside,
        noted=sum(bool(row.notes) for row in rows),
        policy=policy(style, None),
        style=Markup(style),
        version=VERSION,
    )  # fmt: skip
