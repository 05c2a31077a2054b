"""Outcomes into the audit log: what is recorded of them, and nothing of what their documents say."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace

from docpipe.audit.chain import result_sha256
from docpipe.audit.places import log_of
from docpipe.errors import AuditError
from docpipe.settings import Settings
from docpipe.types import Document, Failure, Result

_CHUNK_BYTES = 1 << 20


def recorded(outcome: Result | Failure, settings: Settings) -> Result | Failure:
    """The outcome with its place in the log; a Failure if it could not be recorded: nothing is done unrecorded."""
    if not settings.audit:
        return outcome
    try:
        if isinstance(outcome, Failure):
            _append(_failed(outcome, "analyze", settings), settings)
            return outcome
        from docpipe.sinks.json import result_to_json

        return replace(outcome, audit=log_of(settings).append(_said(_analyzed(result_to_json(outcome)), settings)))
    except AuditError as error:
        source = outcome.source if isinstance(outcome, Failure) else outcome.document.source.path
        return Failure(source or "", error)


def recorded_copy(content: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """A result as it is written, made from that of another document with the same content, with its place in the log.

    Raises AuditError.
    """
    if not settings.audit:
        return {**content, "audit": None}
    return {**content, "audit": asdict(log_of(settings).append(_said(_analyzed(content), settings)))}


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


def failed_reading(failure: Failure, settings: Settings) -> Failure:
    """The failure, recorded; another one if it could not be."""
    if not settings.audit:
        return failure
    try:
        _append(_failed(failure, "read", settings), settings)
    except AuditError as error:
        return Failure(failure.source, error)
    return failure


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
    more = {"user": user(), "matter": settings.matter, "settings_sha256": settings.sha256}
    return {**about, **more, "name": about["name"] if settings.audit_names else None}


def _analyzed(content: Mapping[str, Any]) -> dict[str, Any]:
    """What is recorded of a result as it is written."""
    run, document = content["run"], content["document"]
    return {
        "what": "analyze",
        "document_sha256": document["sha256"],
        "name": document["name"],
        "kind": content["kind"],
        **{name: run[name] for name in ("kind_version", "engine", "model", "prompts_sha256")},
        "result_sha256": result_sha256(content),
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
