"""Where the log is kept and which key signs it, from the settings."""

from __future__ import annotations

from pathlib import Path

from docpipe.audit.log import Log
from docpipe.errors import SettingsError
from docpipe.folders import state_folder
from docpipe.settings import Settings

NAME = "audit.jsonl"

LEAST_KEY_BYTES = 16


def log_of(settings: Settings) -> Log:
    """The log that the settings name. Raises SettingsError for a key that cannot be read or is too short."""
    path = Path(settings.audit_log).expanduser() if settings.audit_log else state_folder() / NAME
    return Log(path.absolute(), None if settings.audit_key_file is None else _key(Path(settings.audit_key_file)))


def _key(path: Path) -> bytes:
    try:
        key = path.expanduser().read_bytes().strip()
    except OSError as error:
        raise SettingsError(f"audit_key_file: {path} cannot be read: {error.strerror or error}") from error
    if len(key) < LEAST_KEY_BYTES:
        raise SettingsError(f"audit_key_file: {path} holds {len(key)} bytes; a key has at least {LEAST_KEY_BYTES}")
    return key
