"""How long a prompt may take, by its tokens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from docpipe.completions import Prompt
from docpipe.settings import Settings

READ_RATE = 25
"""Times faster than a reply is written a prompt is read, at the least. Cards read hundreds of times faster than they
write one reply; on two CPU cores it was 40 times."""


class Late(Exception):
    """A reply that did not come in time; the message says which part of it."""


@asynccontextmanager
async def deadline(settings: Settings, prompt: Prompt, tokens: int) -> AsyncIterator[Callable[[], None]]:
    """Ends the block with Late when the prompt is not read in time, or its reply, from when the function that this
    gives was first called, not written in time."""
    begun = False

    def begin() -> None:
        nonlocal begun
        if not begun:
            begun = True
            limit.reschedule(asyncio.get_running_loop().time() + reply_seconds(settings, prompt))

    try:
        async with asyncio.timeout(read_seconds(settings, tokens)) as limit:
            yield begin
    except TimeoutError as error:
        what = "its reply took too long" if begun else "it had not begun to answer in time"
        raise Late(f"{what}; first_token_seconds and tokens_per_second allow more") from error


def read_seconds(settings: Settings, tokens: int) -> float:
    """What a prompt of so many tokens may take until its reply begins."""
    return settings.first_token_seconds + tokens / (READ_RATE * settings.tokens_per_second)


def reply_seconds(settings: Settings, prompt: Prompt) -> float:
    """What a reply may take from its first token on."""
    return settings.first_token_seconds + (prompt.reply_tokens + settings.thinking_tokens) / settings.tokens_per_second
