"""Passages for people: under each question, where they stand and what they say; at a terminal or as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docpipe.sinks.markdown_text import plain
from docpipe.sinks.rows import pages_in_words, visible
from docpipe.types import Json, Result

if TYPE_CHECKING:
    from rich.console import RenderableType


def drawn(result: Result) -> RenderableType:
    """The questions and their passages, for a terminal; what passages are is said once, at the end."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    lines: list[RenderableType] = []
    for number, answer in enumerate(result.data["answers"]):
        lines.append(Text(visible(answer["question"]), style="bold"))
        if not answer["found"]:
            lines.append(Padding(Text(_sentence(answer["note"]), style="yellow"), (0, 2)))
        if answer["answer"]:
            lines.append(Padding(Text(visible(answer["answer"])), (0, 2, 1, 2)))
        for where, passage in _placed(result, number, answer):
            lines.append(Padding(Text(where, style="dim"), (0, 2)))
            lines.append(Padding(Text(_quoted(passage)), (0, 2, 0, 4)))
            if passage["missing"]:
                lines.append(Padding(Text(_missing(passage), style="yellow"), (0, 2, 0, 4)))
        lines.append(Text())
    return Group(*lines, *(Text(f"{note}\n") for note in _notes(result)))


def answers_to_markdown(result: Result) -> str:
    """The questions as headings, each with its passages as quotations."""
    parts: list[str] = []
    for number, answer in enumerate(result.data["answers"]):
        parts.append(f"## {plain(answer['question'])}")
        if not answer["found"]:
            parts.append(plain(_sentence(answer["note"])))
        if answer["answer"]:
            parts.append(plain(answer["answer"]))
        for where, passage in _placed(result, number, answer):
            missing = f" ({plain(_missing(passage))})" if passage["missing"] else ""
            parts.append(f"- {plain(where)}{missing}\n\n  > {plain(_quoted(passage))}")
    return "\n\n".join([*parts, *map(plain, _notes(result))])


def _placed(result: Result, number: int, answer: Json) -> Iterator[tuple[str, Json]]:
    """Each passage with its page and headings, outermost first."""
    for at, passage in enumerate(answer["passages"]):
        pages = pages_in_words(result.evidence.get(f"/answers/{number}/passages/{at}", ()))
        named = f"p. {pages}" if pages[:1].isdigit() else pages
        yield visible(", ".join(filter(None, (named, " › ".join(passage["headings"][::-1]))))), passage


def _quoted(passage: Json) -> str:
    return f"“{visible(' '.join(passage['text'].split()))}”"


def _missing(passage: Json) -> str:
    return visible(f"without: {', '.join(passage['missing'])}")


def _notes(result: Result) -> list[str]:
    """What is said of passages, once."""
    return list(dict.fromkeys(_sentence(answer["note"]) for answer in result.data["answers"] if answer["found"]))


def _sentence(note: str) -> str:
    return f"{note[:1].upper()}{note[1:]}."
