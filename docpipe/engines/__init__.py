"""Who completes prompts: a server, a model in this process, a script of replies.

An engine is an object with the four members of ``Engine``; to add one, give it a row in ``ENGINES``, or name it as
``package.module:function``. What an engine needs is imported when it is chosen, and not before.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from msgspec import Struct

from docpipe.completions import Completion, Prompt
from docpipe.errors import SettingsError
from docpipe.settings import Settings, did_you_mean

ENGINES = {
    "openai": "docpipe.engines.openai:OpenAI",
    "vllm": "docpipe.engines.vllm:Vllm",
    "fake": "docpipe.engines.fake:from_file",
}
"""Name → ``module:function`` that makes the engine of settings: ``function(settings, count) -> Engine``."""

DEFAULT_URL = "http://127.0.0.1:8000/v1"
"""Where ``vllm serve`` answers if nothing else is said."""

Count = Callable[[str], int]
"""The tokens of a text by Qwen's tokenizer, for engines that cannot count themselves; handed in by the caller."""


class EngineInfo(Struct, frozen=True):
    """What is known of an engine once it is open.

    ``fingerprint`` changes when the model or how it is served does; ``window`` is in tokens, prompt and reply
    together, less what the settings leave for thinking; ``block_size`` is the tokens in a block of the prefix cache,
    None where that is unknown. ``supports`` holds of ``schema`` (replies follow the prompt's schema), ``priority``,
    ``cached_tokens`` (usage tells them), ``exact_count`` (``count`` is the model's own), ``streaming``
    (``on_first_token`` is called when it is there, and not only with the whole reply).
    """

    name: str
    model: str
    fingerprint: str
    window: int
    block_size: int | None = None
    supports: frozenset[str] = frozenset()


class TokenCount(Struct, frozen=True):
    """The tokens of a prompt, chat template included. One that is not ``exact`` errs upwards."""

    tokens: int
    exact: bool


class Engine(Protocol):
    """Completes prompts, many at a time: it holds back by itself what would be too much at once.

    All four belong to one event loop. Cancelling ``complete`` gives the prompt up wherever it runs.
    """

    async def open(self) -> EngineInfo:
        """Connect, or load the model. Raises EngineError that says what to do, and SettingsError."""
        ...

    async def count(self, prompt: Prompt) -> TokenCount:
        """What a prompt takes of the window, its reply not included."""
        ...

    async def complete(self, prompt: Prompt, on_first_token: Callable[[], None] | None = None) -> Completion:
        """The reply. ``on_first_token`` is called once, when the prompt has been read: its prefix is cached then.

        Raises DoesNotFit before anything is sent, and EngineError when retrying was in vain. A reply that ran into
        ``reply_tokens``, or turned into endless white space, has ``finish`` ``length``.
        """
        ...

    async def aclose(self) -> None:
        """Let go of connections, processes and memory; the engine is not used afterwards."""
        ...


def make_engine(settings: Settings, count: Count) -> Engine:
    """The engine that the settings name, not open yet. Raises SettingsError for a name that leads nowhere."""
    name = settings.engine
    place = ENGINES.get(name, name)
    module, colon, function = place.partition(":")
    if not colon or not module or not function:
        raise SettingsError(f"there is no engine '{name}'{did_you_mean(name, ('auto', 'rules', *ENGINES))}")
    try:
        make: Any = getattr(import_module(module), function)
    except ImportError as error:
        raise SettingsError(f"engine {name}: {module} cannot be imported: {error}") from error
    except AttributeError as error:
        raise SettingsError(f"engine {name}: {module} has no {function}") from error
    try:
        engine: Engine = make(settings, count)
    except TypeError as error:
        raise SettingsError(f"engine {name}: {function}(settings, count) gives no engine: {error}") from error
    return engine
