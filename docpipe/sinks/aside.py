"""What a document has beside its text: furniture that cleaning set aside, and text that is hidden or stands apart."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from docpipe.sinks.markdown_text import escape
from docpipe.sinks.rows import page_ranges, visible
from docpipe.types import Document

WHY_APART = {
    "hidden": "people who read the page do not see it",
    "annotation": "a note on the page",
    "form_field": "a field of a form",
}


class Aside(Struct, frozen=True):
    """One text that stands in the same way on some pages, and why it is not in the body. It is on one line."""

    pages: tuple[int, ...]
    kind: str
    text: str
    why: str

    @property
    def where(self) -> str:
        """``page 3``, ``pages 1-13``."""
        return f"{'page' if len(self.pages) == 1 else 'pages'} {', '.join(page_ranges(list(self.pages)))}"


def asides(document: Document) -> list[Aside]:
    """Everything that was set aside or stands apart, by its first page; what is the same on several pages once."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for page, *about in sorted(_pieces(document), key=lambda piece: piece[0]):
        kind, text, why = about
        found.setdefault((kind.replace("_", " "), visible(" ".join(text.split())), why), []).append(page)
    return [Aside(tuple(sorted(set(pages))), *about) for about, pages in found.items()]


def asides_to_text(document: Document) -> str:
    """A line for where, what and the text, an indented one for the reason."""
    lines = [f"{one.where}, {one.kind}: {one.text}\n    {one.why}\n" for one in asides(document)]
    return "".join(lines) or "nothing\n"


def notes_to_text(document: Document) -> str:
    """What people wrote on the pages, and what they struck of the text, under headings of their own, if they did."""
    notes = [f"{one.where}: {one.text}\n" for one in asides(document) if one.kind == "annotation"]
    struck = [
        f"{document.place_name(mark.span[0]) or f'page {block.page}'}: "
        f"{visible(' '.join(document.text[slice(*mark.span)].split()))}\n"
        for block in document.blocks
        for mark in block.marks
        if mark.kind == "struck"
    ]
    headed = (("notes on the pages", notes), ("struck through in the text above", struck))
    return "".join(f"\n==> {heading} <==\n{''.join(lines)}" for heading, lines in headed if lines)


def asides_to_markdown(document: Document) -> str:
    """A list under a heading of its own."""
    items = [f"- {one.where}, {one.kind}: {escape(one.text)} ({escape(one.why)})\n" for one in asides(document)]
    return "## Set aside\n\n" + ("".join(items) or "Nothing.\n")


def _pieces(document: Document) -> Iterator[tuple[int, str, str, str]]:
    for removed in document.removed:
        yield removed.page, removed.kind, removed.text, removed.why
    for block in document.blocks:
        if block.span is None:
            yield block.page, block.kind, block.text or "", WHY_APART.get(block.kind, "it stands apart")
