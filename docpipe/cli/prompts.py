"""``docpipe prompts``: exactly what would be sent of a document, and how many tokens of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from docpipe.cli import options
from docpipe.cli.messages import counted, say

if TYPE_CHECKING:
    from docpipe.kinds.base import Kind
    from docpipe.models import Planned
    from docpipe.settings import Settings
    from docpipe.types import Document

_FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="json: one object per prompt and line.",
)


@click.command()
@click.argument("file", type=options.PATH)
@options.kind
@_FORMAT
@options.analysis
@options.talk_of_reading
def command(file: Path, kind: str, form: str, overrides: dict[str, object], talk: options.Talk) -> int:
    """The prompts that an analysis of FILE would start with, word for word, with their token counts.

    Nothing is asked. With --base-url or --engine the window and the counts are the engine's own: a server counts the
    prompts itself, and so gets to see them. Without, they are Qwen3's, with a window of 131,072 (--set window_tokens).
    What is asked again, where a reply is cut, and fields that are asked only if another one has a value, depend on the
    replies.
    """
    from docpipe import api
    from docpipe.cli import outputs
    from docpipe.cli.report import go_offline
    from docpipe.reading import Ahead, open_pool
    from docpipe.settings import load

    outputs.refuse_all_but_files([file])
    settings = load(overrides)
    go_offline(settings)
    chosen = api.choose_kind(kind)
    with open_pool(1) as pool:
        ((_, reading),) = Ahead([file], settings, pool)
        document = reading.result()
    planned = _planned(document, chosen, settings)
    sys.stdout.writelines(_lines(planned) if form == "text" else _objects(planned))
    if not talk.quiet:
        say(_summary(planned, settings))
    return 0


def _planned(document: Document, kind: Kind | None, settings: Settings) -> Planned:
    from docpipe import kinds, models

    asked = kind or kinds.chosen(document)[0]
    if settings.chosen_engine != "rules":
        with models.connected(settings) as model:
            return model.loop.run(models.planned(model.opened, document, asked))
    import asyncio

    engine = models.Counting(settings)
    return asyncio.run(models.planned(models.Opened(engine, engine.info, settings), document, asked))


def _lines(planned: Planned) -> Iterator[str]:
    from docpipe.sinks.json import dumps

    total = len(planned.prompts)
    for index, (prompt, count) in enumerate(planned.prompts, 1):
        about = "" if count.exact else "about "
        yield (
            f"=== prompt {index} of {total}: {prompt.id} ({about}{count.tokens:,} tokens, and {prompt.reply_tokens:,}"
            " for the reply)\n"
        )
        for role, text in prompt.messages:
            yield f"--- {role}\n{text}\n"
        yield f"--- schema of the reply\n{dumps(dict(prompt.schema or {}), None)}\n\n"


def _objects(planned: Planned) -> Iterator[str]:
    from docpipe.sinks.json import dumps

    for prompt, count in planned.prompts:
        said = {
            "id": prompt.id,
            "group": prompt.group,
            "messages": [{"role": role, "content": text} for role, text in prompt.messages],
            "schema": prompt.schema,
            "tokens": count.tokens,
            "exact": count.exact,
            "reply_tokens": prompt.reply_tokens,
        }
        yield dumps(said, None) + "\n"


def _summary(planned: Planned, settings: Settings) -> str:
    """How many prompts and tokens, and how many of them differ: a prefix cache pays for the document once."""
    tokens = sum(count.tokens for _, count in planned.prompts)
    first: dict[str, int] = {}
    for prompt, count in planned.prompts:
        first.setdefault(prompt.group, count.tokens)
    where = "counted by the engine" if settings.chosen_engine != "rules" else "counted as Qwen3 does; nothing sent"
    return (
        f"{planned.route.mode}: {planned.route.why}\n{counted(len(planned.prompts), 'prompt')}, {tokens:,} tokens, of"
        f" which documents once are {sum(first.values()):,}; {where}"
    )
