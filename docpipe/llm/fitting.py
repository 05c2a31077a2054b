"""Which way a document goes through a model, so that every prompt fits its window: counted, not guessed.

The window holds the largest empty prompt, the text and the reply. Nothing of a first reply is sent again when it has to
be repaired (its fields are asked anew), so the reply counts once. Token counts don't add up across a join: after the
text was cut, whole prompts are counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from msgspec import Struct
from msgspec.structs import replace

from docpipe.completions import Prompt
from docpipe.errors import DoesNotFit
from docpipe.kinds.base import Kind
from docpipe.llm.asking import Ask, Asker
from docpipe.llm.questions import Unit, groups
from docpipe.routing import Count, direct, split
from docpipe.types import Chunk, Document, Route

WINDOW_SHARE = 0.75
"""Share of a window up to which a document goes whole where no threshold is set: quality falls with length (RULER for
Qwen3-32B: 94.4 at 32K, 91.8 at 64K, 85.6 at 128K), and replies need room."""

ID_TOKENS = 6
"""Tokens of a paragraph's id, ``[§123] `` at most."""

SLACK = 16
"""Tokens by which counts of two prompts may differ from the sum of their parts where text and question meet."""

SHRINK = 0.8
"""What chunks that do not fit with all that travels with them are made smaller by, until they do."""

LEAST_CHUNK = 64
"""Tokens of the smallest chunk: a window that has no room for it is too small for the questions."""

SURELY, LEAST_SHARE = 2.0, 0.1
"""How far over the threshold a document must be, if its pages go on as they began, to be taken for one that goes in
chunks; and of how many of its pages that can be told. By the first tenth or more of its pages, none of 27 contracts of
20 to 71 pages looks twice as long as it is, and 4 look half as long again: their annexes have little on a page."""

CountPrompt = Callable[[Prompt], Awaitable[int]]


class Limits(Struct, frozen=True):
    """The engine's window, and what the settings say: ``threshold`` is None where it is the default."""

    window: int
    threshold: int | None
    default_threshold: int
    chunk: int


class Fitted(Struct, frozen=True):
    """A route of which every prompt fits, the one that makes its prompts, and the tokens of text that fit a prompt."""

    route: Route
    asker: Asker
    room: int


async def fitted(document: Document, kind: Kind, limits: Limits, count: Count, count_prompt: CountPrompt) -> Fitted:
    """The route of a document. ``count`` is offline and counts text, ``count_prompt`` is the engine's own.

    Raises DoesNotFit, before anything is sent, where not even a short chunk fits beside the questions. What takes its
    time is done in threads: replies to other documents come meanwhile, and 600 pages are cut and counted for a second.
    """
    asker = await asyncio.to_thread(Asker, document, kind, True)
    largest, need = await _largest(asker, count_prompt)
    room = limits.window - need - SLACK
    if room < LEAST_CHUNK:
        raise _too_small(document, limits, f"take {need:,} tokens with their replies")
    tokens = await asyncio.to_thread(count, document.text)
    threshold = _threshold(limits)
    whole = Chunk(0, 0, len(document.text), tokens)
    if tokens <= threshold and await _over(asker, whole, largest, count_prompt) <= limits.window:
        return Fitted(direct(document, tokens, threshold), asker, room)
    limit = min(limits.chunk, room)
    while limit >= LEAST_CHUNK:
        chunks = await asyncio.to_thread(_split, document, count, limit)
        asker = await asyncio.to_thread(Asker, document, kind, False)
        for chunk in chunks:
            if await _over(asker, chunk, largest, count_prompt) > limits.window:
                break
        else:
            return Fitted(_mapped(tokens, threshold, chunks, limits.window), asker, room)
        limit = int(limit * SHRINK)
    raise _too_small(document, limits, "leave no room for any chunk of it")


def surely_mapped(limits: Limits, tokens: int, share: float) -> bool:
    """Whether a document goes in chunks of which so many tokens are there, and this share of the pages."""
    threshold = _threshold(limits)
    return tokens > threshold or (share >= LEAST_SHARE and tokens / share > SURELY * threshold)


async def _largest(asker: Asker, count_prompt: CountPrompt) -> tuple[tuple[Unit, ...], int]:
    """The question that takes most of the window, its reply included, and how much."""
    needs = [
        (await count_prompt(asker.empty(units)) + asker.question(units).reply_tokens, units)
        for units in groups(asker.kind)
    ]
    need, units = max(needs, key=lambda one: one[0])
    return units, need


async def _over(asker: Asker, chunk: Chunk, largest: tuple[Unit, ...], count_prompt: CountPrompt) -> int:
    """The tokens that a chunk's largest prompt takes with its reply; its other prompts differ in the question alone."""
    prompt = await asyncio.to_thread(asker.prompt, Ask(str(chunk.index), chunk, largest))
    return await count_prompt(prompt) + prompt.reply_tokens + SLACK


def _threshold(limits: Limits) -> int:
    if limits.threshold is not None:
        return limits.threshold
    return min(limits.default_threshold, int(WINDOW_SHARE * limits.window))


def _split(document: Document, count: Count, limit: int) -> tuple[Chunk, ...]:
    """Chunks that have at most ``limit`` tokens with the ids of their paragraphs."""

    def with_ids(text: str) -> int:
        return count(text) + ID_TOKENS * (text.count("\n") + 1)

    chunks = split(document, with_ids, limit)
    return tuple(replace(chunk, tokens=count(document.text[chunk.start : chunk.end])) for chunk in chunks)


def _mapped(tokens: int, threshold: int, chunks: tuple[Chunk, ...], window: int) -> Route:
    size = max(chunk.tokens for chunk in chunks)
    over = (
        f"exceed the threshold of {threshold:,}"
        if tokens > threshold
        else f"with the questions exceed the window of {window:,}"
    )
    why = f"{tokens:,} tokens {over}: {len(chunks)} chunks of at most {size:,}"
    return Route("map_reduce", tokens, threshold, chunks, why)


def _too_small(document: Document, limits: Limits, why: str) -> DoesNotFit:
    return DoesNotFit(
        f"the questions {why}, and the window has {limits.window:,}: serve the model with a longer one",
        document.source.name,
    )
