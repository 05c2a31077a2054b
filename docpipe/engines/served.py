"""What a server says of itself: its models, their window, its cache."""

from __future__ import annotations

import hashlib
import json
import re
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import asdict

from docpipe.engines.http import Http, parsed
from docpipe.engines.trouble import Passing, address
from docpipe.errors import DocpipeError, EngineError, SettingsError
from docpipe.settings import did_you_mean
from docpipe.types import Json

_CACHE = re.compile(r"^vllm:cache_config_info\{(.*)\}", re.MULTILINE)
_LABEL = re.compile(r'(\w+)="([^"]*)"')


UNMARKED = ("cache_tokens", "block_size", "base")
"""What may change without the model giving other replies."""


class Served(Struct, frozen=True):
    """A model as one server serves it. ``cache_tokens`` is what its cache holds; all but ``model`` may be unknown.

    ``root`` is what the model was loaded from, ``version`` the server's; ``is_vllm`` whether it is vLLM. ``base`` is
    the model that an adapter changes, else the model: they share the cache.
    """

    model: str
    root: str
    window: int | None
    version: str = ""
    block_size: int | None = None
    cache_tokens: int | None = None
    is_vllm: bool = False
    base: str = ""

    @property
    def fingerprint(self) -> str:
        """Changes when the model does, or its window, or the server's version."""
        told = {name: value for name, value in asdict(self).items() if name not in UNMARKED}
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


async def look_up(http: Http, url: str, model: str | None) -> Served:
    """The model to ask at a server: the one named, else the only one that is no adapter.

    Raises EngineError where nobody answers or the name is unknown, SettingsError where several could be meant.
    """
    try:
        cards = _cards(url, parsed(url, await http.get(f"{url}/models")))
    except Passing as trouble:
        raise EngineError(trouble.message) from trouble
    card = _chosen(cards, model, url)
    base = cards.get(str(card.get("parent")), card)  # an adapter has its base model's window
    version, cache = await _version(http, url), await _cache(http, url)
    return Served(
        model=card["id"],
        root=_last(card.get("root")),
        window=_whole(card.get("max_model_len") or base.get("max_model_len")),
        version=version,
        block_size=_whole(cache.get("block_size")),
        cache_tokens=(_whole(cache.get("num_gpu_blocks")) or 0) * (_whole(cache.get("block_size")) or 0) or None,
        is_vllm=card.get("owned_by") == "vllm",
        base=base["id"],
    )


def above(url: str, path: str) -> str:
    """An address beside the API: vLLM's own ones do not stand below ``/v1``."""
    return f"{url.removesuffix('/v1')}/{path}"


def _cards(url: str, answer: Json) -> dict[str, dict[str, Json]]:
    """The models on a server's list, by name."""
    listed = answer.get("data") if isinstance(answer, dict) else None
    cards = [card for card in listed or [] if isinstance(card, dict) and isinstance(card.get("id"), str)]
    if not cards:
        raise EngineError(f"{url}/models lists no model; --base-url ends with /v1 on most servers")
    return {card["id"]: card for card in cards}


def _chosen(cards: dict[str, dict[str, Json]], model: str | None, url: str) -> dict[str, Json]:
    if model is not None:
        if model not in cards:
            raise EngineError(f"{address(url)} serves no model '{model}'{did_you_mean(model, cards)}")
        return cards[model]
    bases = [name for name, card in cards.items() if not card.get("parent")]
    if len(bases) != 1:
        raise SettingsError(f"{address(url)} serves {', '.join(sorted(cards))}: choose one with --model")
    return cards[bases[0]]


async def _version(http: Http, url: str) -> str:
    """The server's version, where it tells."""
    try:
        told = json.loads(await http.get(above(url, "version")))
    except (Passing, DocpipeError, ValueError):
        return ""
    return str(told.get("version", "")) if isinstance(told, dict) else ""


async def _cache(http: Http, url: str) -> dict[str, str]:
    """What vLLM's metrics tell of its cache; nothing where there are none."""
    try:
        metrics = (await http.get(above(url, "metrics"))).decode("utf-8", "replace")
    except (Passing, DocpipeError):
        return {}
    found = _CACHE.search(metrics)
    return dict(_LABEL.findall(found[1])) if found else {}


def _last(root: Json) -> str:
    """A model's name without the folder that it lies in, which differs between machines."""
    text = str(root or "")
    is_path = text.startswith(("/", "\\", ".")) or ":" in text
    return re.split(r"[/\\]", urlsplit(text).path.rstrip("/\\"))[-1] if is_path else text


def _whole(value: Json) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError):
        return None
