"""A model in this process, by vLLM: for one machine with its own GPU and no server.

A script that uses it guards its main part with ``if __name__ == "__main__"``: vLLM starts processes of its own.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import os
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import fields
from importlib.util import find_spec
from itertools import count as numbers
from pathlib import Path
from typing import Any

from docpipe.completions import Completion, Prompt
from docpipe.engines import Count, EngineInfo, TokenCount
from docpipe.engines.deadlines import Late, deadline
from docpipe.engines.flight import Flight
from docpipe.engines.replies import Incoming
from docpipe.engines.trouble import TOLD, Passing
from docpipe.errors import DoesNotFit, EngineError, MissingExtra, SettingsError
from docpipe.settings import Settings, did_you_mean
from docpipe.types import Json

_QUIET = {
    "VLLM_NO_USAGE_STATS": "1",
    "DO_NOT_TRACK": "1",
    "VLLM_LOGGING_LEVEL": "WARNING",
    "VLLM_LOGGING_STREAM": "ext://sys.stderr",
}
"""Nothing is reported to anybody. vLLM's report of its start, hundreds of lines, stays away unless asked for, and what
it has to say otherwise stays out of stdout, which carries results."""

_OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "VLLM_HOST_IP": "127.0.0.1"}
"""Models come from this machine; nor is an address looked up, for which vLLM would open a socket to 8.8.8.8."""

_RENDERED = 64
"""Prompts whose tokens are kept from counting to sending: 0.7 MB each at 90,000 tokens."""


class Vllm:
    """Prompts to a model that this process has loaded, several at a time."""

    def __init__(self, settings: Settings, count: Count) -> None:
        if settings.model is None:
            raise SettingsError("the vllm engine needs a model: --model with a folder or a name")
        self._settings = settings
        self._model = settings.model
        self._word_count = count
        self._engine: Any = None
        self._flight = Flight(1, 1)
        self._window = 0
        self._numbers = numbers()
        self._rendered: OrderedDict[tuple[tuple[str, str], ...], list[int]] = OrderedDict()

    async def open(self) -> EngineInfo:
        """Load the model, which takes a minute and more. Raises MissingExtra without vLLM, EngineError with its words
        when it cannot be loaded, SettingsError for options that it does not have."""
        if find_spec("vllm") is None:
            raise MissingExtra("a model in this process needs vLLM and a GPU: pip install 'docpipe[vllm]'")
        os.environ.update({name: value for name, value in _QUIET.items() if name not in os.environ})
        os.environ.update(_OFFLINE if self._settings.offline else {})
        arguments = _arguments(self._settings, self._model)
        self._engine = await asyncio.to_thread(_loaded, arguments)
        config = self._engine.vllm_config
        self._window = config.model_config.max_model_len - self._settings.thinking_tokens
        cache = (config.cache_config.num_gpu_blocks or 0) * config.cache_config.block_size
        tokens = self._settings.tokens_in_flight or cache or 2 * self._window
        self._flight = Flight(tokens, self._settings.requests_in_flight)
        return EngineInfo(
            name="vllm",
            model=self._model,
            fingerprint=_fingerprint(self._model, config),
            window=self._window,
            block_size=config.cache_config.block_size,
            supports=frozenset(("schema", "priority", "cached_tokens", "exact_count", "streaming")),
        )

    async def count(self, prompt: Prompt) -> TokenCount:
        return TokenCount(len(await self._tokens(prompt)), exact=True)

    async def complete(self, prompt: Prompt, on_first_token: Callable[[], None] | None = None) -> Completion:
        tokens = await self._tokens(prompt)
        if len(tokens) + prompt.reply_tokens > self._window:
            raise DoesNotFit(
                f"prompt {prompt.id} does not fit: {len(tokens):,} tokens and {prompt.reply_tokens:,} for the reply "
                f"exceed the window of {self._window:,} tokens; lower threshold_tokens or chunk_tokens"
            )
        async with self._flight.room(prompt, len(tokens)):
            try:
                async with deadline(self._settings, prompt, len(tokens)) as begin:
                    return await self._generated(prompt, tokens, _first(begin, on_first_token))
            except (Late, Passing) as trouble:
                raise EngineError(f"vllm, prompt {prompt.id}: {trouble}") from trouble

    async def aclose(self) -> None:
        """End vLLM's processes."""
        if self._engine is not None:
            await asyncio.to_thread(self._engine.shutdown)
            self._engine = None
            gc.collect()  # what is left of it would shut down once more, and complain, when Python ends

    async def _tokens(self, prompt: Prompt) -> list[int]:
        """The tokens of a prompt by the model's chat template; in a thread, since long ones take tenths of a second."""
        if prompt.messages not in self._rendered:
            self._rendered[prompt.messages] = await asyncio.to_thread(self._render, prompt)
            while len(self._rendered) > _RENDERED:
                self._rendered.popitem(last=False)
        return self._rendered[prompt.messages]

    def _render(self, prompt: Prompt) -> list[int]:
        messages = [{"role": role, "content": text} for role, text in prompt.messages]
        thinking = self._settings.thinking_tokens > 0
        rendered: list[int] = self._open.get_tokenizer().apply_chat_template(
            messages, tokenize=True, return_dict=False, add_generation_prompt=True, enable_thinking=thinking
        )
        return rendered

    async def _generated(self, prompt: Prompt, tokens: list[int], first: Callable[[], None]) -> Completion:
        from vllm.exceptions import VLLMError
        from vllm.v1.engine.exceptions import EngineDeadError

        incoming = Incoming(prompt, "vllm", first)
        try:
            async with aclosing(self._events(prompt, tokens)) as events:
                await incoming.take(events)
        except EngineDeadError as error:
            raise EngineError("vllm's process has died, often for lack of memory; its log says why") from error
        except (VLLMError, ValueError) as error:
            raise EngineError(f"vllm refuses prompt {prompt.id}: {str(error)[:TOLD]}") from error
        return incoming.completion(len(tokens), self._word_count)

    async def _events(self, prompt: Prompt, tokens: list[int]) -> AsyncGenerator[Json, None]:
        """The reply in the shape of a server's stream. Closing it ends the prompt in the engine."""
        request = f"{prompt.id}-{next(self._numbers)}"
        outputs = self._open.generate(
            _input(tokens), self._sampling(prompt), request_id=request, priority=prompt.priority
        )
        written = 0
        async with aclosing(outputs) as steps:
            async for step in steps:
                part = step.outputs[0]
                written += len(part.token_ids)
                yield {"choices": [{"delta": {"content": part.text}, "finish_reason": part.finish_reason}]}
        details = {"cached_tokens": step.num_cached_tokens or 0}
        usage = {"prompt_tokens": len(tokens), "completion_tokens": written, "prompt_tokens_details": details}
        yield {"choices": [], "usage": usage}

    def _sampling(self, prompt: Prompt) -> Any:
        from vllm import SamplingParams
        from vllm.sampling_params import RequestOutputKind, StructuredOutputsParams

        thinking = self._settings.thinking_tokens
        return SamplingParams(
            temperature=0.0,
            max_tokens=prompt.reply_tokens + thinking,
            thinking_token_budget=thinking or None,
            output_kind=RequestOutputKind.DELTA,
            structured_outputs=None if prompt.schema is None else StructuredOutputsParams(json=dict(prompt.schema)),
        )

    @property
    def _open(self) -> Any:
        if self._engine is None:
            raise EngineError("the engine is not open: await engine.open() first")
        return self._engine


def _input(tokens: list[int]) -> Any:
    from vllm.inputs import tokens_input

    return tokens_input(tokens)


def _loaded(arguments: Mapping[str, Json]) -> Any:
    """The engine, its processes started."""
    from vllm.engine.arg_utils import AsyncEngineArgs
    from vllm.v1.engine.async_llm import AsyncLLM

    known = {one.name for one in fields(AsyncEngineArgs)}
    for name in arguments:
        if name not in known:
            raise SettingsError(f"engine_options: vLLM has no '{name}'{did_you_mean(name, known)}")
    try:
        return AsyncLLM.from_engine_args(AsyncEngineArgs(**arguments))
    except (OSError, ValueError, RuntimeError, AssertionError) as error:
        raise EngineError(f"vllm cannot load {arguments['model']}: {str(error)[:TOLD]}") from error


def _arguments(settings: Settings, model: str) -> dict[str, Json]:
    """What vLLM is started with: what docpipe needs of it, then the user's own options."""
    ours: dict[str, Json] = {
        "model": model,
        "max_model_len": settings.window_tokens,
        "enable_prefix_caching": True,
        "scheduling_policy": "priority",
        # without this, models under a schema fall into endless white space between two fields
        "structured_outputs_config": {"backend": "xgrammar", "disable_any_whitespace": True},
        "enable_log_requests": False,
        "disable_log_stats": True,
    }
    if settings.thinking_tokens:
        ours["reasoning_parser"] = "qwen3"
    return ours | dict(map(_option, settings.engine_options))


def _option(text: str) -> tuple[str, Json]:
    """``name=value``, the value as JSON or else as text."""
    name, equals, value = text.partition("=")
    if not equals:
        raise SettingsError(f"engine_options: {text!r} must be name=value")
    try:
        return name.strip().replace("-", "_"), json.loads(value)
    except ValueError:
        return name.strip().replace("-", "_"), value


def _fingerprint(model: str, config: Any) -> str:
    """Changes with the model's files and with what changes its answers."""
    from vllm import __version__

    chosen = config.model_config
    told = [__version__, model, str(chosen.dtype), chosen.quantization, chosen.revision, chosen.max_model_len]
    folder = Path(model)
    if folder.is_dir():
        told += [[file.name, file.stat().st_size, file.stat().st_mtime_ns] for file in sorted(folder.iterdir())]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def _first(begin: Callable[[], None], on_first_token: Callable[[], None] | None) -> Callable[[], None]:
    """Called with every piece of a reply: tells of the first."""
    waiting = [on_first_token] if on_first_token is not None else []

    def first() -> None:
        begin()
        if waiting:
            waiting.pop()()

    return first
