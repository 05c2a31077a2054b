"""Settings: defaults < docpipe.toml < ``DOCPIPE_*`` in the environment < arguments. Each knows where it came from."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from docpipe.errors import SettingsError

FILE_NAME = "docpipe.toml"
PREFIX = "DOCPIPE_"


class Settings(BaseModel):
    """Everything that can be set. Sizes carry their unit in the name; page numbers count from 1."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    engine: Literal["auto", "rules"] = "auto"
    pages: str | None = Field(None, description="pages to read, such as 1-20 or 3,7-9; all when not set")
    password: str | None = Field(None, description="password of an encrypted document", repr=False)
    threshold_tokens: int = Field(98_304, ge=1, description="longer documents are chunked: 3/4 of a 131,072 window")
    chunk_tokens: int = Field(
        8_192, ge=64, description="the size that chunks aim at, never exceeded but by one sentence"
    )
    strict: bool = Field(False, description="drop values whose quote could not be located")
    offline: bool = Field(False, description="refuse every address that is not loopback")
    include_text: bool = Field(False, description="embed the cleaned text in the result")
    timeout_seconds: float = Field(300.0, gt=0, description="wall-clock limit for reading one document")
    memory_mb: int = Field(2_048, ge=64, description="memory limit of a reading worker")
    max_bytes: int = Field(512 * 1024 * 1024, ge=1, description="largest file that is read")
    max_pages: int = Field(5_000, ge=1, description="most pages that are read")
    workers: int = Field(1, ge=1, description="processes that work side by side in a batch")

    _sources: dict[str, str] = PrivateAttr(default_factory=dict)

    @property
    def sources(self) -> Mapping[str, str]:
        """Setting → where its value came from: ``default``, a file, an environment variable or ``argument``."""
        return {name: self._sources.get(name, "default") for name in type(self).model_fields}

    @property
    def sha256(self) -> str:
        """A hash of all settings that may change a result; the password is left out."""
        changing = self.model_dump(exclude={"password", "workers"})
        return hashlib.sha256(json.dumps(changing, sort_keys=True).encode()).hexdigest()


def load(overrides: Mapping[str, Any] | None = None, start: Path | None = None) -> Settings:
    """Settings from all layers. The file is looked for in ``start`` (default: here) and the folders above it.

    Raises SettingsError for unknown names, with the nearest known one, and for values that make no sense.
    """
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for origin, layer in _layers(overrides or {}, start or Path.cwd()):
        for name, value in layer.items():
            if name not in Settings.model_fields:
                raise SettingsError(
                    f"{origin}: there is no setting '{name}'{did_you_mean(name, Settings.model_fields)}"
                )
            values[name], sources[name] = value, origin
    try:
        settings = Settings(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        raise SettingsError(f"{sources.get(name, 'settings')}: {name}: {first['msg']}") from error
    settings._sources.update(sources)
    return settings


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` for the nearest known name, or the list of all when none is near."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean '{near[0]}'?" if near else f"; known are {', '.join(names)}"


def _layers(overrides: Mapping[str, Any], start: Path) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """The layers from weakest to strongest, each with the name to blame."""
    path = next((folder / FILE_NAME for folder in (start, *start.parents) if (folder / FILE_NAME).is_file()), None)
    if path is not None:
        yield str(path), _toml(path)
    for variable, value in os.environ.items():
        name = variable.removeprefix(PREFIX).lower()
        if variable.startswith(PREFIX):
            yield variable, {name: value}
    yield "argument", {name: value for name, value in overrides.items() if value is not None}


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: not a TOML file that can be read: {error}") from error
