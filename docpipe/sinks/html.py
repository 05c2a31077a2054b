"""A result as one HTML file that needs nothing else: values on the left, the pages with the lit words on the right.

A strict Content-Security-Policy lets the browser run this page's own script and style, by their hashes, and load
nothing: whatever a document holds, it stays text.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TextIO

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

from docpipe.readers.pictures import Picture
from docpipe.sinks import Look
from docpipe.sinks.page.content import Content, content
from docpipe.sinks.page.drawn import Drawn, drawn
from docpipe.sinks.rows import visible
from docpipe.types import Failure, Page, Result
from docpipe.version import VERSION
from docpipe.words import Box

_FOLDER = "docpipe.sinks.page"


class HtmlSink:
    """Writes one page; failures go to stderr, not here."""

    def __init__(self, stream: TextIO, look: Look) -> None:
        self._stream = stream
        self._look = look

    def write(self, outcome: Result | Failure) -> None:
        if isinstance(outcome, Result):
            said = content(outcome)
            pictures = drawn(outcome, said.pages, self._look.pictures)
            self._stream.write(page(outcome, said, pictures))
            self._stream.flush()

    def close(self) -> None:
        self._stream.flush()


open_sink = HtmlSink


def page(result: Result, said: Content, pictures: Drawn) -> str:
    """The whole file. All text is escaped by the template engine, and shown without control characters."""
    style, script = asset("page.css"), asset("page.js")
    return environment().get_template("page.html.j2").render(
        said=said,
        sheets=_sheets(result, said, pictures),
        reasons=pictures.reasons(),
        page_count=result.document.page_count,
        policy=policy(style, script),
        style=Markup(style),
        script=Markup(script),
        version=VERSION,
    )  # fmt: skip


class Sheet(Struct, frozen=True):
    """One page in the right-hand column: its size in points, its picture or why there is none, the pages before it
    that are not shown."""

    number: int
    width: float
    height: float
    picture: Picture | None
    missing: str
    skipped: str

    @property
    def source(self) -> Markup:
        """The picture as an address; none of its characters needs to be escaped."""
        assert self.picture is not None
        encoded = base64.b64encode(self.picture.data).decode("ascii")
        return Markup(f"data:{self.picture.media_type};base64,{encoded}")


def _sheets(result: Result, said: Content, pictures: Drawn) -> list[Sheet]:
    """The pages that are shown, in their order. A cited page without a picture is a blank sheet that can be lit."""
    if not pictures.pictures:
        return []
    shown = sorted({*pictures.pictures, *said.pages})
    sizes = {one.number: one for one in result.document.pages}
    return [
        _sheet(sizes[number], pictures, before)
        for before, number in zip([0, *shown], shown, strict=False)
        if number in sizes
    ]


def _sheet(size: Page, pictures: Drawn, before: int) -> Sheet:
    number = size.number
    gap = number - before - 1
    skipped = "" if gap == 0 else f"page {number - 1}" if gap == 1 else f"pages {before + 1}–{number - 1}"
    return Sheet(
        number, size.width, size.height, pictures.pictures.get(number), pictures.reason(number), skipped
    )  # fmt: skip


def policy(style: str, script: str | None) -> str:
    """Nothing but this style, this script (or none) and pictures that stand in the file."""
    rules = (
        "default-src 'none'",
        "img-src data:",
        f"style-src '{_hash(style)}'",
        "script-src 'none'" if script is None else f"script-src '{_hash(script)}'",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(rules)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


@cache
def asset(name: str) -> str:
    """A file beside the template, between two line feeds as it stands in the page."""
    return "\n" + files(_FOLDER).joinpath(name).read_text(encoding="utf-8").strip() + "\n"


@cache
def environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(_FOLDER, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_shown,
    )
    environment.filters["boxes"] = _boxes
    return environment


def _shown(value: Any) -> Any:
    """Document text without control characters or power over the direction of what stands around it."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _boxes(boxes: Sequence[Box]) -> str:
    """``72,310.2,523.4,322;…``: left, top, right, bottom in points, to 0.1."""
    return ";".join(",".join(_numbers(box)) for box in boxes)


def _numbers(box: Box) -> Iterator[str]:
    return (f"{side:.1f}".removesuffix(".0") for side in box)
