"""Taking old entries out of the log: a checkpoint in their place, and an entry that tells of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from docpipe.audit.chain import Entry, from_line, sealed, to_line
from docpipe.audit.checking import LEAST_DAYS, verify
from docpipe.audit.log import Log, identity
from docpipe.errors import AuditError, SettingsError


def prune(log: Log, keep_days: int) -> int:
    """Take out the entries that are older than that many days; gives how many. A log that is not whole stays as it is.

    Raises SettingsError for fewer than LEAST_DAYS, AuditError if the log is not whole or cannot be written.
    """
    if keep_days < LEAST_DAYS:
        raise SettingsError(f"entries are kept for at least {LEAST_DAYS} days; {keep_days} are fewer")
    try:
        with log.held():
            return _pruned(log, datetime.now(UTC) - timedelta(days=keep_days))
    except OSError as error:
        raise AuditError(f"the audit log {log.path} cannot be pruned: {error.strerror or error}") from error


def _pruned(log: Log, since: datetime) -> int:
    report = verify(log)
    if any(problem.kind != "gap" for problem in report.problems):
        raise AuditError(f"the audit log {log.path} is not whole, so nothing was pruned; see docpipe audit verify")
    lines = log.path.read_bytes().splitlines() if log.path.exists() else []
    old = list(_older(lines, since))
    if not old:
        return 0
    index, last = old[-1]
    removed = sum(not entry.is_checkpoint for _, entry in old)
    told = {
        "through": last.seq,
        "through_hash": last.hash,
        "last_time": last.content["time"],
        "removed": removed,
    }
    kept = [line for line in lines[index + 1 :] if line]
    newest = next(entry for line in reversed(lines) if (entry := from_line(line)) is not None)
    checkpoint = sealed({"what": "checkpoint", "log": identity(log.path), **told}, log.key)
    entry = log.following(newest, {"what": "prune", **told})
    _replace(log.path, b"".join([to_line(checkpoint), *(line + b"\n" for line in kept), to_line(entry)]))
    log.write_head(entry)
    return removed


def _older(lines: list[bytes], since: datetime) -> Iterator[tuple[int, Entry]]:
    """The entries at the log's beginning that are older, with the index of their line."""
    for index, line in enumerate(lines):
        entry = from_line(line)
        if entry is None:
            continue
        if not entry.is_checkpoint and datetime.fromisoformat(entry.content["time"]) >= since:
            return
        if not entry.is_checkpoint:
            yield index, entry


def _replace(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(prefix=".docpipe-", suffix=".tmp", dir=path.parent)  # mode 0600
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
