"""Outcomes into the audit log: what is recorded of them, and nothing of what their documents say."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from docpipe.audit.chain import UNHASHED, UNHASHED_OF_DOCUMENT, result_line
from docpipe.audit.places import log_of
from docpipe.errors import AuditError
from docpipe.settings import Settings
from docpipe.types import Document, Failure, Json, Logged, Result

Made = Result | Failure | dict[str, Json]
"""What an analysis came to. A dictionary is a result as it is written, made from that of a copy of the document."""

_CHUNK_BYTES = 1 << 20


def recorded(outcome: Result | Failure, settings: Settings) -> Result | Failure:
    """The outcome with its place in the log; a Failure if it could not be recorded: nothing is done unrecorded."""
    if isinstance(outcome, Failure):
        return recorded_failure(outcome, settings)
    if not settings.audit:
        return outcome
    from docpipe.sinks.json import result_to_json

    content = result_to_json(outcome)
    try:
        return replace(outcome, audit=_logged(content, result_line(content), settings))
    except AuditError as error:
        return Failure(outcome.document.source.path or "", error)


def recorded_failure(failure: Failure, settings: Settings, what: str = "analyze") -> Failure:
    """The failure, recorded; another one if it could not be."""
    if not settings.audit:
        return failure
    try:
        _append(_failed(failure, what, settings), settings)
    except AuditError as error:
        return Failure(failure.source, error)
    return failure


def in_file(made: Made, settings: Settings | None, include_text: bool = False) -> tuple[Made, bytes]:
    """``recorded``, unless there are no settings; and the JSON file of the outcome. A result is put into words once:
    the very bytes that are written are those that the log has the hash of."""
    from docpipe.sinks.json import dumps, failure_to_json, result_to_json

    if isinstance(made, Failure):
        made = recorded_failure(made, settings) if settings else made
        return made, (dumps(failure_to_json(made), 2) + "\n").encode()
    content = made if isinstance(made, dict) else result_to_json(made, include_text=include_text)
    line = result_line(content)
    try:
        logged = _logged(content, line, settings) if settings and settings.audit else None
    except AuditError as error:
        return in_file(Failure(content["document"]["path"] or "", error), None)
    content["audit"] = None if logged is None else asdict(logged)
    return made if isinstance(made, dict) else replace(made, audit=logged), _file(content, line)


def _file(content: dict[str, Json], line: bytes) -> bytes:
    """A result as its file holds it, made of its line with what is not hashed behind that."""
    from docpipe.sinks.json import dumps

    if content["document"].keys() & set(UNHASHED_OF_DOCUMENT):
        return (dumps(content, 2) + "\n").encode()
    rest = msgspec.json.encode({name: content[name] for name in UNHASHED})
    try:
        return msgspec.json.format(line[:-1] + b"," + rest[1:], indent=2) + b"\n"
    except msgspec.DecodeError:  # half a surrogate pair
        return (dumps(content, 2) + "\n").encode()


def _logged(content: dict[str, Json], line: bytes, settings: Settings) -> Logged:
    return log_of(settings).append(_said(_analyzed(content, line), settings))


def record_reading(document: Document, settings: Settings) -> None:
    """Record that a document was read without an analysis. Raises AuditError."""
    if settings.audit:
        about = {"what": "read", **_source(document), "result_sha256": document.text_sha256, "outcome": "ok"}
        _append(about, settings)


def record_forgetting(sha256: str, names: Sequence[str], settings: Settings) -> None:
    """Record that the traces of a document were removed. Raises AuditError."""
    if settings.audit:
        about = {"what": "forget", "document_sha256": sha256, "name": ", ".join(names), "outcome": "ok"}
        _append(about, settings)


def check(settings: Settings) -> None:
    """Raise AuditError or SettingsError now if the log can never be written, before anything is done."""
    if not settings.audit:
        return
    log = log_of(settings)
    try:
        with log.held():
            return
    except OSError as error:
        raise AuditError(
            f"the audit log {log.path} cannot be written: {error.strerror or error}; "
            "set audit_log to another place, or audit = false (--no-audit) to work without"
        ) from error


def _append(about: Mapping[str, Any], settings: Settings) -> None:
    log_of(settings).append(_said(about, settings))


def _said(about: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """What every entry has; the file's name only where that is wished."""
    own = about.get("settings_sha256") or settings.sha256
    more = {"user": user(), "matter": settings.matter, "settings_sha256": own}
    return {**about, **more, "name": about["name"] if settings.audit_names else None}


def _analyzed(content: Mapping[str, Any], line: bytes) -> dict[str, Any]:
    """What is recorded of a result as it is written; ``line`` is what is hashed of it."""
    run, document = content["run"], content["document"]
    return {
        "what": "analyze",
        "document_sha256": document["sha256"],
        "name": document["name"],
        "kind": content["kind"],
        **{name: run[name] for name in ("kind_version", "engine", "model", "prompts_sha256")},
        "result_sha256": hashlib.sha256(line).hexdigest(),
        "settings_sha256": run["settings_sha256"],
        "outcome": "ok",
    }


def _source(document: Document) -> dict[str, Any]:
    return {"document_sha256": document.source.sha256, "name": document.source.name}


def _failed(failure: Failure, what: str, settings: Settings) -> dict[str, Any]:
    path = Path(failure.source)
    return {
        "what": what,
        "document_sha256": _sha256(path, settings.max_bytes),
        "name": path.name,
        "outcome": failure.error.code,
    }


def _sha256(path: Path, most_bytes: int) -> str | None:
    """The hash of a file that could not be analysed; None for one that is not there or too large to be read."""
    digest = hashlib.sha256()
    try:
        if path.stat().st_size > most_bytes:
            return None
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK_BYTES):
                digest.update(chunk)
    except (OSError, ValueError):
        return None
    return digest.hexdigest()


@lru_cache(maxsize=1)
def user() -> str:
    """The user that the system knows this process by; environment variables are only asked where it knows none."""
    if sys.platform != "win32":
        import os
        import pwd

        try:
            return pwd.getpwuid(os.getuid()).pw_name
        except KeyError:
            return str(os.getuid())
    import getpass

    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return "unknown"
