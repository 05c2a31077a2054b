"""Settings: defaults < docpipe.toml < ``DOCPIPE_*`` in the environment < arguments. Each knows where it came from."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import tomllib
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Literal

from docpipe.errors import SettingsError
from docpipe.setting_tables import ForKind, Price, for_kinds, prices

FILE_NAME = "docpipe.toml"
PREFIX = "DOCPIPE_"

NOT_HASHED = (
    *("password", "workers", "pictures", "picture_mb", "allowed_hosts", "sources"),
    *("audit", "audit_log", "audit_names", "audit_key_file", "matter", "blocked_terms_file"),
    *("base_url", "tokens_in_flight", "requests_in_flight", "retry_seconds", "first_token_seconds"),
    *("tokens_per_second", "journal", "journal_days", "legal_hold", "escalation_base_url", "judge_base_url"),
    *("prices", "overlap"),
)
"""What never changes a result, and secrets; of the file of blocked terms its content counts."""

PATHS = ("blocked_terms_file", "audit_log", "audit_key_file")
"""Settings that name a file: in a settings file they count from its folder."""

API_KEY = "DOCPIPE_API_KEY"
"""The variable that holds a model server's key: no setting, so that it gets into no file, message or hash."""


def _setting(
    default: Any,
    about: str,
    *,
    least: float | None = None,
    most: float | None = None,
    shown: bool = True,
    known: tuple[str, ...] = (),
) -> Any:
    """A setting's default, what it is about, the bounds of what makes sense, and the known names beside which only
    ``module:name`` is possible."""
    return field(default=default, repr=shown, metadata={"about": about, "bounds": (least, most), "known": known})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be set. Sizes carry their unit in the name; page numbers count from 1.

    Make them with ``load``, which checks them; ``sources`` then says for each setting where its value came from:
    ``default``, a file, an environment variable or ``argument``.
    """

    engine: str = _setting(
        "auto", "who finds: auto takes the best at hand", known=("auto", "rules", "openai", "vllm", "fake")
    )
    model: str | None = _setting(None, "the model to ask; by default the one that the server serves")
    base_url: tuple[str, ...] = _setting((), "where model servers answer, such as http://127.0.0.1:8000/v1")
    escalation_model: str | None = _setting(None, "a larger model, asked for what the first gave no sure answer to")
    escalation_base_url: tuple[str, ...] = _setting((), "where the larger model answers; by default as base_url")
    escalation_engine: str | None = _setting(
        None, "the larger model's engine; by default the same", known=("openai", "vllm", "fake")
    )
    judge_model: str | None = _setting(None, "a model that is asked whether quotes say the values that others found")
    judge_base_url: tuple[str, ...] = _setting((), "where the judge answers; by default as base_url")
    judge_engine: str | None = _setting(
        None, "the judge's engine; by default the same", known=("openai", "vllm", "fake")
    )
    kinds: tuple[ForKind, ...] = _setting((), "tables: model and threshold_tokens for documents of a kind")
    prices: tuple[Price, ...] = _setting((), "tables: what models cost per million prompt, cached and reply tokens")
    window_tokens: int | None = _setting(None, "the model's window; by default what its server says", least=512)
    thinking_tokens: int = _setting(0, "tokens that a model may think before it answers; 0: none", least=0)
    engine_options: tuple[str, ...] = _setting((), "of the vllm engine, as vLLM calls them: dtype=float32")
    tokens_in_flight: int | None = _setting(
        None, "tokens of prompts and replies at a server at once; by default what its cache holds", least=1
    )
    requests_in_flight: int = _setting(64, "prompts at a server at once", least=1)
    retry_seconds: float = _setting(120.0, "how long a server that is down or busy is tried again", least=0)
    first_token_seconds: float = _setting(120.0, "what a prompt may wait at a server before it is read", least=0.001)
    tokens_per_second: float = _setting(4.0, "the slowest reply that is waited for", least=0.001)
    overlap: bool = _setting(True, "ask about the first chunks of a long scan while its last pages are being read")
    journal: bool = _setting(True, "keep replies of models, so that nothing is paid for twice")
    journal_days: int = _setting(30, "days that a reply is kept since it was last used", least=0)
    pages: str | None = _setting(None, "pages to read, such as 1-20 or 3,7-9; all when not set")
    changes: Literal["accepted", "original", "marked"] = _setting("accepted", "tracked changes of Word documents")
    password: str | None = _setting(None, "password of an encrypted document", shown=False)
    threshold_tokens: int = _setting(98_304, "longer documents are chunked: 3/4 of a window of 131,072", least=1)
    chunk_tokens: int = _setting(8_192, "the most tokens that a chunk may have", least=64)
    strict: bool = _setting(False, "drop values whose quote could not be located")
    offline: bool = _setting(False, "refuse every address that is not loopback")
    include_text: bool = _setting(False, "embed the cleaned text in the result")
    ocr: Literal["auto", "always", "never"] = _setting(
        "auto", "pages read from their pictures: auto takes those without a sound text layer"
    )
    ocr_engine: Literal["auto", "rapidocr", "tesseract"] = _setting(
        "auto", "who reads pictures: auto gives Latin text to tesseract, where that is installed"
    )
    timeout_seconds: float = _setting(300.0, "wall-clock limit for reading one document", least=0.001)
    ocr_page_seconds: float = _setting(60.0, "what a page read from its picture may take on top", least=0.001)
    memory_mb: int = _setting(2_048, "memory limit of a reading worker", least=64)
    max_bytes: int = _setting(512 * 1024 * 1024, "largest file that is read", least=1)
    max_pages: int = _setting(5_000, "most pages that are read", least=1)
    pictures: Literal["cited", "all", "none"] = _setting("cited", "pictures of pages in an HTML page")
    picture_mb: float = _setting(24.0, "most megabytes of pictures in one HTML page", least=0)
    workers: int = _setting(1, "processes that work side by side in a batch", least=1, most=256)
    blocked_terms: tuple[str, ...] = _setting((), "words that must not leave; re:... is an expression", shown=False)
    blocked_terms_file: str | None = _setting(None, "file with a blocked term a line; # begins a comment")
    blocked_terms_action: Literal["off", "flag", "redact", "block"] = _setting(
        "redact", "what is done with blocked terms"
    )
    personal_data: Literal["off", "flag", "redact", "block"] = _setting(
        "flag", "with e-mail, phone, identity, IBAN, card"
    )
    secrets: Literal["off", "flag", "redact", "block"] = _setting("redact", "with keys, tokens and passwords")
    long_quotes: Literal["off", "flag", "redact", "block"] = _setting("off", "with what is long in quotes and values")
    long_quote_characters: int = _setting(2_000, "characters from which on a quote or value is long", least=1)
    allowed_hosts: tuple[str, ...] = _setting((), "hosts that offline allows beside loopback")
    audit: bool = _setting(True, "record every document in the audit log")
    audit_log: str | None = _setting(None, "the audit log; by default in the user's state folder")
    audit_names: bool = _setting(False, "record file names in the audit log too")
    audit_key_file: str | None = _setting(None, "file with the secret key that signs entries of the audit log")
    matter: str | None = _setting(None, "the matter that the audit log names")
    legal_hold: tuple[str, ...] = _setting((), "documents (hash, name) and matters of which nothing is forgotten")
    sources: Mapping[str, str] = field(
        default_factory=lambda: dict.fromkeys(NAMES, "default"), repr=False, compare=False
    )

    @property
    def chosen_engine(self) -> str:
        """The engine that ``auto`` stands for: a model server where one is named, else the rules."""
        return ("openai" if self.base_url else "rules") if self.engine == "auto" else self.engine

    @property
    def escalates(self) -> bool:
        """Whether a second, larger model is named."""
        return bool(self.escalation_model or self.escalation_base_url or self.escalation_engine)

    @property
    def judges(self) -> bool:
        """Whether a judge is named."""
        return bool(self.judge_model or self.judge_base_url or self.judge_engine)

    def for_kind(self, kind: str) -> ForKind:
        """The model and threshold for documents of a kind; None where the default holds. What was said closer to the
        call wins: an argument for all kinds over the table of one in a file."""
        own = next((one for one in self.kinds if one.kind == kind), ForKind(kind))
        model, threshold = self.model, self.threshold_tokens if self._rank("threshold_tokens") else None
        if own.model is not None and self._rank("kinds") >= self._rank("model"):
            model = own.model
        if own.threshold_tokens is not None and self._rank("kinds") >= self._rank("threshold_tokens"):
            threshold = own.threshold_tokens
        return ForKind(kind, model, threshold)

    def _rank(self, name: str) -> int:
        """How close to the call a setting was made: default, file, environment, argument."""
        origin = self.sources.get(name, "default")
        by_origin = {"default": 0, "argument": 3}
        return by_origin.get(origin, 2 if origin.startswith(PREFIX) else 1)

    @property
    def sha256(self) -> str:
        """A hash of all settings that may change a result."""
        changing = {name: value for name, value in asdict(self).items() if name not in NOT_HASHED}
        changing |= {"escalates": self.escalates, "judges": self.judges}
        changing["blocked_terms_file"] = self.blocked_terms_text()
        return hashlib.sha256(json.dumps(changing, sort_keys=True).encode()).hexdigest()

    def blocked_terms_text(self) -> str:
        """What the file of blocked terms holds; empty without one. Raises SettingsError if it cannot be read."""
        if self.blocked_terms_file is None:
            return ""
        try:
            return Path(self.blocked_terms_file).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"blocked_terms_file: {self.blocked_terms_file} cannot be read: {error}") from error


NAMES: tuple[str, ...] = tuple(one.name for one in fields(Settings) if one.name != "sources")
"""What can be set."""


def load(overrides: Mapping[str, Any] | None = None, start: Path | None = None) -> Settings:
    """Settings from all layers. The file is looked for in ``start`` (default: here) and the folders above it.

    Raises SettingsError for unknown names, with the nearest known one, and for values that make no sense.
    """
    values: dict[str, Any] = {}
    sources = dict.fromkeys(NAMES, "default")
    for origin, layer in _layers(overrides or {}, start or Path.cwd()):
        for name, value in layer.items():
            values[name] = checked(name, value, origin)
            sources[name] = origin
    return Settings(**values, sources=sources)


def checked(name: str, value: Any, origin: str) -> Any:
    """A value of the type that a setting has. Raises SettingsError that blames ``origin``."""
    if name not in NAMES:
        raise SettingsError(f"{origin}: there is no setting '{name}'{did_you_mean(name, NAMES)}")
    try:
        found = _within(_checked(value, _hints()[name]), *_about("bounds")[name])
        return _one_of(found, known) if (known := _about("known")[name]) else found
    except ValueError as error:
        raise SettingsError(f"{origin}: {name}: {error}") from error


@cache
def _hints() -> dict[str, Any]:
    return typing.get_type_hints(Settings)


@cache
def _about(what: str) -> dict[str, Any]:
    return {one.name: one.metadata[what] for one in fields(Settings) if one.name in NAMES}


def _one_of(value: str, known: tuple[str, ...]) -> str:
    """A known name, or the place of something else."""
    if value not in known and ":" not in value:
        raise ValueError(f"is {value!r}; it can be {', '.join(known)}, or module:name{did_you_mean(value, known)}")
    return value


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` for the nearest known name, or the list of all when none is near."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean '{near[0]}'?" if near else f"; known are {', '.join(names)}"


def _checked(value: Any, annotation: Any) -> Any:
    """A value of the setting's type, from that type or from text. Raises ValueError that says what is wanted."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        annotation = next(part for part in typing.get_args(annotation) if part is not types.NoneType)
    if typing.get_origin(annotation) is Literal:
        allowed = typing.get_args(annotation)
        if value not in allowed:
            raise ValueError(f"is {value!r}; it can be {', '.join(map(str, allowed))}")
        return value
    if typing.get_origin(annotation) is tuple:
        parse: Callable[[Any], Any] = _TABLES.get(typing.get_args(annotation)[0], _several)
        return parse(value)
    return _PARSERS[annotation](value)


def _within(value: Any, least: float | None, most: float | None) -> Any:
    if least is not None and value < least:
        raise ValueError(f"is {value}; the least is {least}")
    if most is not None and value > most:
        raise ValueError(f"is {value}; the most is {most}")
    return value


def _bool(value: Any) -> bool:
    words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
    if str(value).lower() not in words:
        raise ValueError(f"is {value!r}; it can be true or false")
    return words[str(value).lower()]


def _int(value: Any) -> int:
    if isinstance(value, bool | float) or not str(value).replace("_", "").removeprefix("-").isdecimal():
        raise ValueError(f"is {value!r}; it must be a whole number")
    return int(value)


def _float(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"is {value!r}; it must be a number") from error


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"is {value!r}; it must be text")
    return value


def _several(value: Any) -> tuple[str, ...]:
    """Names in a list; as text they are separated by commas, or a JSON list."""
    if isinstance(value, str):
        value = json.loads(value) if value.lstrip().startswith("[") else [part.strip() for part in value.split(",")]
    if not isinstance(value, list | tuple) or not all(isinstance(part, str) for part in value):
        raise ValueError("must be a list of texts")
    return tuple(part for part in value if part)


_TABLES: Mapping[Any, Callable[[Any], Any]] = {ForKind: for_kinds, Price: prices}
_PARSERS: Mapping[type, Callable[[Any], Any]] = {bool: _bool, int: _int, float: _float, str: _text}


def _layers(overrides: Mapping[str, Any], start: Path) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """The layers from weakest to strongest, each with the name to blame."""
    path = next((folder / FILE_NAME for folder in (start, *start.parents) if (folder / FILE_NAME).is_file()), None)
    if path is not None:
        values = _toml(path)
        named = {name: values[name] for name in PATHS if isinstance(values.get(name), str)}
        yield str(path), values | {name: str(path.parent / place) for name, place in named.items()}
    for variable, value in os.environ.items():
        if variable.startswith(PREFIX) and variable != API_KEY:
            yield variable, {variable.removeprefix(PREFIX).lower(): value}
    yield "argument", {name: value for name, value in overrides.items() if value is not None}


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: not a TOML file that can be read: {error}") from error
