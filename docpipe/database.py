"""Opening a SQLite database that several processes may make, read and write at the same time."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

WAIT_SECONDS = 120.0
"""How long one process waits while another writes: a write takes a millisecond, and a busy disk may hold it up."""

RETRY_SECONDS = 0.02


def connected(path: Path, setup: str) -> sqlite3.Connection:
    """A connection to the database, which is made where there is none; ``setup`` are statements that every connection
    begins with. Raises sqlite3.Error.

    Each statement is a transaction of its own, in a log beside the file (WAL): a process that is killed loses nothing
    that it had written, and several processes write in turn. Two that make the database in the same moment do not wait
    for each other as they do later on: SQLite refuses one of them at once, and it tries again.
    """
    patience = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return _made(path, setup)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                raise
            time.sleep(RETRY_SECONDS)


def _made(path: Path, setup: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(setup)
    except sqlite3.Error:
        connection.close()
        raise
    return connection
