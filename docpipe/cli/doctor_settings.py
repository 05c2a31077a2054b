"""``docpipe doctor --settings``: every setting with its value here, where that comes from, and what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any

from docpipe.settings import NAMES, Settings, load

SECRET = ("password", "blocked_terms")
"""Settings whose value is not shown."""


@dataclass(frozen=True, slots=True)
class Set:
    """One setting. ``value`` is ``***`` for a secret that is set."""

    name: str
    value: str
    origin: str
    about: str


def settings() -> list[Set]:
    """All settings as they are in this folder. Raises SettingsError like ``load``."""
    chosen = load()
    about = {one.name: one.metadata.get("about", "") for one in fields(Settings)}
    return [Set(name, _shown(name, getattr(chosen, name)), chosen.sources[name], about[name]) for name in NAMES]


def in_words(found: Sequence[Set]) -> str:
    """One line per setting."""
    widths = [max(len(getattr(one, part)) for one in found) for part in ("name", "value", "origin")]
    return "".join(
        f"{one.name:<{widths[0]}}  {one.value:<{widths[1]}}  {one.origin:<{widths[2]}}  {one.about}\n" for one in found
    )


def _shown(name: str, value: object) -> str:
    """As it is written in docpipe.toml; ``-`` where nothing is set."""
    if value is None or value == ():
        return "-"
    if name in SECRET:
        return "***"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple) and any(is_dataclass(one) for one in value):
        return "; ".join(_table(one) for one in value)
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _table(table: Any) -> str:
    """``contract: threshold_tokens 32000``."""
    name, *parts = asdict(table).values()
    labels = list(asdict(table))[1:]
    return (
        f"{name}: {', '.join(f'{label} {part}' for label, part in zip(labels, parts, strict=True) if part is not None)}"
    )
