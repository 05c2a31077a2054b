"""The ledger of a batch: what was found, and what became of each document. SQLite in the folder of the results.

States: ``queued``, ``running`` (leased to a run that keeps its heart beating), ``done``, ``failed``, ``duplicate``
(done as a copy of another), ``unsupported``. Every document is in one of them, so what was found is their sum. Two
runs on one folder share what both were asked for, and leave alone what only the other was; one that was killed loses
its leases, and what it had in hand is queued again. The files of results are the truth: a ledger that is lost or
damaged is made anew from them.

A document is known here by the file of its result. Which document that file is of, is kept for longer: a result has the
name that it was given first, whatever else is worked on later.
"""

from __future__ import annotations

import errno
import os
import platform
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import astuple

from docpipe.database import connected

FOLDER, NAME = ".docpipe", "ledger.sqlite"

State = Literal["queued", "running", "done", "failed", "duplicate", "unsupported"]

LEASE_SECONDS = 60.0
"""After so long without a heartbeat a run on another machine is taken for dead; one on this machine is asked for."""

HEARTBEAT_SECONDS = 5.0

_SCHEMA = """
PRAGMA synchronous = NORMAL;  -- results are on the disk before they are noted here
CREATE TABLE IF NOT EXISTS document (
  path TEXT PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL, made TEXT NOT NULL, sha256 TEXT,
  state TEXT NOT NULL, run TEXT, code TEXT, message TEXT, copy_of TEXT, outcome BLOB, seconds REAL, ended REAL);
CREATE INDEX IF NOT EXISTS document_next ON document (state, copy_of IS NOT NULL);
CREATE TABLE IF NOT EXISTS run (id TEXT PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL, beat REAL NOT NULL);
CREATE TABLE IF NOT EXISTS asked (run TEXT, path TEXT, made TEXT NOT NULL, open INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (run, path)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS asked_path ON asked (path);
CREATE TABLE IF NOT EXISTS place (path TEXT PRIMARY KEY, error TEXT NOT NULL, source TEXT NOT NULL);
"""


class Entry(Struct, frozen=True):
    """A document as it was found. ``path`` is that of its result below the folder of results, ``made`` a hash of
    everything that a result depends on beside the document."""

    path: str
    size: int
    modified: int
    made: str
    state: State = "queued"
    copy_of: str | None = None


class Again(Struct, frozen=True):
    """What is done again although nothing has changed: all that failed, or with certain codes; or everything."""

    failed: bool = False
    codes: tuple[str, ...] = ()
    everything: bool = False


class Place(Struct, frozen=True):
    """The files that the outcome of a document goes into, below the folder of results; ``source`` tells the document.

    ``in_use`` is what another run that is alive was asked for: 1, else 0.
    """

    path: str
    error: str
    source: str
    in_use: int = 0


class Row(Struct, frozen=True):
    """A document as the ledger has it; ``outcome`` is what was told of it at its end."""

    path: str
    state: State
    code: str | None = None
    message: str | None = None
    copy_of: str | None = None
    outcome: bytes | None = None
    seconds: float | None = None


def took(output: Path) -> list[Row]:
    """The documents of earlier runs of a folder, with their seconds; nothing where no ledger can be read."""
    columns = "path, state, code, message, copy_of, outcome, seconds"
    return [
        Row(*row) for row in _looked_up(output, f"SELECT {columns} FROM document WHERE state = 'done' AND seconds > 0")
    ]


def left_over(output: Path) -> list[Place]:
    """The files of documents that the last run of a folder was not given; nothing where no ledger can be read."""
    query = "SELECT path, error, source FROM place WHERE path NOT IN (SELECT path FROM document)"
    return [Place(*row) for row in _looked_up(output, query)]


def open_count(output: Path) -> int:
    """How many documents of the last run of a folder have no outcome yet; 0 where no ledger can be read."""
    return sum(
        count for (count,) in _looked_up(output, "SELECT count(*) FROM document WHERE state IN ('queued', 'running')")
    )


def tables(base: sqlite3.Connection) -> list[str]:
    """The tables of a ledger that tell of documents by their path; earlier versions had fewer."""
    found = [row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [name for name in ("document", "asked", "place") if name in found]


def _looked_up(output: Path, query: str) -> list[tuple[Any, ...]]:
    """It is opened for reading only: nothing is made, and no run is entered."""
    path = output / FOLDER / NAME
    if not path.is_file():
        return []
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute(query).fetchall()
    except sqlite3.Error:
        return []


class Ledger:
    """One run's hand on the ledger. Safe to use from several threads; several processes may each have their own."""

    def __init__(self, output: Path) -> None:
        """Raises OSError where it cannot be written."""
        folder = output / FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        self._path = folder / NAME
        self._run = uuid.uuid4().hex
        self._lock = threading.RLock()
        self._connection = _opened(self._path)
        self._ended = threading.Event()
        self._beat()
        self._heart = threading.Thread(target=self._keep_beating, daemon=True)
        self._heart.start()

    def assign(self, chosen: Callable[[Sequence[Place]], Sequence[Place]]) -> None:
        """Let ``chosen`` say which files the documents of this run have, given what is known of all files; nobody else
        does at the same time."""
        self._reclaim()
        with self._writing() as write:
            used = "EXISTS (SELECT 1 FROM asked a WHERE a.path = place.path AND a.run != ?)"
            known = write.execute(f"SELECT path, error, source, {used} FROM place", (self._run,)).fetchall()
            places = chosen([Place(*row) for row in known])
            rows = ((one.path, one.error, one.source) for one in places)
            write.executemany("INSERT OR REPLACE INTO place VALUES (?, ?, ?)", rows)
            asked = ((self._run, one.path) for one in places)
            write.executemany("INSERT OR IGNORE INTO asked (run, path, made, open) VALUES (?, ?, '', 0)", asked)

    def enter(self, entries: Iterable[Entry], again: Again) -> None:
        """Take in what was found. A document that is unchanged and was asked the same keeps its state.

        What is new, has changed or was asked otherwise is queued; so is what is to be done again in any case. What is
        not there any more is forgotten, unless another run that is alive was asked for it.
        """
        self._reclaim()
        codes = ", ".join("?" * len(again.codes))
        with self._writing() as write:
            write.execute("DELETE FROM asked WHERE run = ?", (self._run,))
            for one in entries:
                asked = (self._run, one.path, one.made)
                write.execute("INSERT OR IGNORE INTO asked (run, path, made) VALUES (?, ?, ?)", asked)
                write.execute(
                    "INSERT INTO document (path, size, modified, made, state, copy_of) VALUES (?, ?, ?, ?, ?, ?) "
                    "ON CONFLICT (path) DO UPDATE SET size = excluded.size, modified = excluded.modified, "
                    "made = excluded.made, state = excluded.state, copy_of = excluded.copy_of, outcome = NULL, "
                    "code = NULL, message = NULL, sha256 = NULL "
                    "WHERE document.state != 'running' AND (document.size != excluded.size "
                    "OR document.modified != excluded.modified OR document.made != excluded.made "
                    "OR (document.state IN ('queued', 'unsupported') AND document.state != excluded.state) "
                    "OR document.copy_of IS NOT excluded.copy_of "
                    f"OR (document.state = 'failed' AND (? OR document.code IN ({codes}))) OR ?)",
                    (*astuple(one), again.failed, *again.codes, again.everything),
                )
            write.execute("DELETE FROM document WHERE path NOT IN (SELECT path FROM asked) AND state != 'running'")

    def requeue(self, paths: Iterable[str]) -> None:
        """Queue documents whose result files are gone or not as they should be."""
        with self._writing() as write:
            write.executemany(
                "UPDATE document SET state = 'queued', outcome = NULL WHERE path = ? AND state != 'running'",
                [(path,) for path in paths],
            )

    def settle(self, path: str, state: State, outcome: bytes) -> None:
        """Note what an earlier run left as a file, without having worked on it."""
        with self._writing() as write:
            write.execute(
                "UPDATE document SET state = ?, outcome = ?, run = NULL WHERE path = ? AND state = 'queued'",
                (state, outcome, path),
            )

    def claim(self) -> str | None:
        """The next queued document that this run was asked for, now leased to it; None if there is none.

        A copy waits for its original. What another run has queued since, to be made otherwise, is left to that.
        """
        with self._writing() as write:
            row = write.execute(
                "UPDATE document SET state = 'running', run = ?1 WHERE path = (SELECT d.path FROM document d "
                "CROSS JOIN asked a ON a.run = ?1 AND a.path = d.path AND a.made = d.made AND a.open "
                "WHERE d.state = 'queued' AND NOT EXISTS (SELECT 1 FROM document o JOIN asked b ON b.run = ?1 "
                "AND b.path = o.path AND b.made = o.made AND b.open WHERE o.path = d.copy_of "
                "AND o.state IN ('queued', 'running')) ORDER BY d.copy_of IS NOT NULL, d.rowid LIMIT 1) RETURNING path",
                (self._run,),
            ).fetchone()
        return None if row is None else str(row[0])

    def leave(self, paths: Iterable[str]) -> None:
        """Take none of these any more, whatever other runs do with them: this one has told what became of them."""
        with self._writing() as write:
            told = [(self._run, path) for path in paths]
            write.executemany("UPDATE asked SET open = 0 WHERE run = ? AND path = ?", told)

    def end(self, path: str, state: State, outcome: bytes, **told: str | float | None) -> None:
        """What became of a document that this run had in hand: ``code`` and ``message`` of its error, ``seconds``."""
        values = (
            state,
            outcome,
            told.get("code"),
            told.get("message"),
            told.get("seconds"),
            time.time(),
            path,
            self._run,
        )
        with self._writing() as write:
            write.execute(
                "UPDATE document SET state = ?, outcome = ?, code = ?, message = ?, seconds = ?, ended = ?, run = NULL "
                "WHERE path = ? AND run = ?",
                values,
            )
            write.execute("UPDATE asked SET open = 0 WHERE run = ? AND path = ?", (self._run, path))

    def rows(self, *states: State) -> list[Row]:
        """The documents that this run was asked for, in these states, or all, in the order in which they were found.

        What another run makes otherwise is not among them.
        """
        marks = ", ".join("?" * len(states))
        where = f"WHERE d.state IN ({marks})" if states else ""
        columns = "d.path, d.state, d.code, d.message, d.copy_of, d.outcome, d.seconds"
        asked = "JOIN asked a ON a.run = ? AND a.path = d.path AND a.made = d.made"
        with self._lock:
            found = self._connection.execute(
                f"SELECT {columns} FROM document d {asked} {where} ORDER BY d.rowid", (self._run, *states)
            ).fetchall()
        return [Row(*row) for row in found]

    def stamps(self) -> Iterator[tuple[str, int]]:
        """The documents that this run was asked for, and when each had been changed last as it was entered."""
        query = "SELECT path, modified FROM document JOIN asked USING (path) WHERE asked.run = ?"
        with self._lock:
            yield from self._connection.execute(query, (self._run,)).fetchall()

    def counts(self) -> Mapping[str, int]:
        """How many of the documents that this run was asked for are in each state."""
        query = "SELECT state, count(*) FROM document JOIN asked USING (path) WHERE asked.run = ? GROUP BY state"
        with self._lock:
            return dict(self._connection.execute(query, (self._run,)).fetchall())

    def close(self) -> None:
        """Give back what this run had in hand; where that cannot be written, the next run takes it from the dead."""
        self._ended.set()
        self._heart.join()
        with suppress(OSError), self._writing() as write:
            write.execute("UPDATE document SET state = 'queued', run = NULL WHERE run = ?", (self._run,))
            write.execute("DELETE FROM run WHERE id = ?", (self._run,))
            write.execute("DELETE FROM asked WHERE run = ?", (self._run,))
        self._connection.close()

    def _reclaim(self) -> None:
        """Queue again what dead runs had in hand."""
        with self._writing() as write:
            dead = [row[0] for row in write.execute("SELECT id, host, process, beat FROM run") if _is_dead(*row[1:])]
            leased = "UPDATE document SET state = 'queued', run = NULL WHERE state = 'running' AND "
            write.executemany(leased + "run = ?", [(one,) for one in dead])
            write.executemany("DELETE FROM run WHERE id = ?", [(one,) for one in dead])
            write.execute(leased + "run NOT IN (SELECT id FROM run)")
            write.execute("DELETE FROM asked WHERE run NOT IN (SELECT id FROM run)")

    def _keep_beating(self) -> None:
        while not self._ended.wait(HEARTBEAT_SECONDS):
            with suppress(OSError):  # a full disk: who works finds that out, and ends the run
                self._beat()

    def _beat(self) -> None:
        values = (self._run, platform.node(), os.getpid(), time.time())
        with self._writing() as write:
            write.execute(
                "INSERT INTO run VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET beat = excluded.beat", values
            )

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that has the right to write from its beginning: it cannot fail half-way for another run."""
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except sqlite3.OperationalError as error:
                self._roll_back()
                raise _unwritable(self._path, error) from error
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        """SQLite has done it by itself where the disk was full."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _opened(path: Path) -> sqlite3.Connection:
    """The database, made anew if what is there is damaged. Raises OSError."""
    try:
        return connected(path, _SCHEMA)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise _unwritable(path, error) from error
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(name).unlink(missing_ok=True)
    return connected(path, _SCHEMA)


def _unwritable(path: Path, error: sqlite3.Error) -> OSError:
    """A full disk, a folder that is read-only: as any other file that cannot be written."""
    return OSError(errno.EIO, f"the ledger cannot be written: {error}", str(path))


def _is_dead(host: str, process: int, beat: float) -> bool:
    silent = time.time() - beat
    if host != platform.node() or os.name == "nt":  # on Windows asking a process by a signal would end it
        return silent > LEASE_SECONDS
    return not _runs(process) or silent > 10 * LEASE_SECONDS  # numbers of processes are given out again


def _runs(process: int) -> bool:
    """Whether a process of this number runs here; one that has ended and waits to be noticed does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:  # a system without such files
        return True
    return told.rpartition(")")[2].split()[:1] not in (["Z"], ["X"])
