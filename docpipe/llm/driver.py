"""Runs an analysis on an engine. The first prompt of a group goes alone until its first token is there: then the server
has the document in its prefix cache, and the others pay for their question only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import nullcontext

from docpipe.completions import Completion, Prompt, PromptFailure
from docpipe.engines import Engine
from docpipe.errors import DocpipeError, DoesNotFit, EngineError
from docpipe.llm.analysis import Analysis, Event


async def drive(
    analysis: Analysis,
    engine: Engine,
    window: int,
    tell: Callable[[list[Event]], None] | None = None,
    at_once: int | None = None,
) -> None:
    """Ask until nothing is open. ``tell`` gets the events of every reply; ``at_once`` is the most prompts that are with
    the engine, which takes its turns by arrival: with all prompts of a long document before them, others would wait.

    Cancelling it cancels every prompt. Nothing that does not fit the window is sent.
    """
    turns = Turns(engine, window, at_once)

    async def ask(prompt: Prompt) -> None:
        more, events = analysis.receive(prompt.id, await turns.completed(prompt))
        if tell is not None:
            tell(events)
        for following in more:
            tasks.create_task(ask(following))

    try:
        async with asyncio.TaskGroup() as tasks:
            for prompt in await asyncio.to_thread(analysis.start):
                tasks.create_task(ask(prompt))
    except* DocpipeError as group:
        raise group.exceptions[0] from group


class Turns:
    """Prompts to an engine, ``at_once`` at most; of a group the first alone until its first token is there."""

    def __init__(self, engine: Engine, window: int, at_once: int | None = None) -> None:
        self._engine, self._window = engine, window
        self._turns = asyncio.Semaphore(at_once) if at_once else nullcontext()
        self._warm: dict[str, asyncio.Event] = {}

    async def completed(self, prompt: Prompt) -> Completion | PromptFailure:
        """The reply, or why there is none."""
        first = prompt.group not in self._warm
        ready = self._warm.setdefault(prompt.group, asyncio.Event())
        if not first:
            await ready.wait()
        try:
            async with self._turns:
                return await completed(self._engine, prompt, self._window, ready.set)
        finally:
            ready.set()


async def completed(
    engine: Engine, prompt: Prompt, window: int, on_first_token: Callable[[], None]
) -> Completion | PromptFailure:
    """The reply, or why there is none. What does not fit is not sent, whatever the engine would make of it."""
    try:
        tokens = (await engine.count(prompt)).tokens
        if tokens + prompt.reply_tokens > window:
            needed = f"{tokens:,} tokens and {prompt.reply_tokens:,} for the reply"
            raise DoesNotFit(f"prompt {prompt.id}: {needed} exceed the window of {window:,}")
        return await engine.complete(prompt, on_first_token)
    except EngineError as error:
        return PromptFailure(prompt.id, error)
