"""Replies that were paid for, kept so that a run that broke off, or a changed template, pays only for what is new.

Kept are replies and hashes of what they answer, never a prompt. Replies quote documents: the file is its owner's alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from docpipe.completions import Completion, Prompt
from docpipe.engines import Engine, EngineInfo, TokenCount
from docpipe.errors import EngineError
from docpipe.folders import state_folder
from docpipe.settings import Settings

NAME = "journal.sqlite"

_DAY = 86_400

_WAIT_SECONDS = 30.0
"""For another process that is writing: a reply is written in some milliseconds."""

_TABLE = """
create table if not exists replies (
    key blob primary key, text text not null, finish text not null, used integer not null
) without rowid
"""


def journaled(engine: Engine, settings: Settings) -> Engine:
    """The engine with the journal that the settings ask for, in the user's state folder; without, the engine."""
    return Journaled(engine, journal_path(), settings.journal_days) if settings.journal else engine


def journal_path() -> Path:
    return state_folder() / NAME


class Journaled:
    """An engine that looks first whether it has the reply already, and keeps each one it gets.

    A reply out of the journal has cost nothing: its usage is zero.
    """

    def __init__(self, engine: Engine, path: Path, days: int) -> None:
        self._engine = engine
        self._path = path
        self._days = days
        self._info: EngineInfo | None = None
        self._base: sqlite3.Connection | None = None

    async def open(self) -> EngineInfo:
        """Open the engine and the journal, and drop what was not used for so many days."""
        self._info = await self._engine.open()
        self._base = _connected(self._path, self._days)
        return self._info

    async def count(self, prompt: Prompt) -> TokenCount:
        return await self._engine.count(prompt)

    async def complete(self, prompt: Prompt, on_first_token: Callable[[], None] | None = None) -> Completion:
        key = self._key(prompt)
        kept = self._kept(key, prompt)
        if kept is None:
            completion = await self._engine.complete(prompt, on_first_token)
            self._keep(key, completion)
            return completion
        if on_first_token is not None:
            on_first_token()
        return kept

    async def aclose(self) -> None:
        if self._base is not None:
            self._base.close()
            self._base = None
        await self._engine.aclose()

    def _key(self, prompt: Prompt) -> bytes:
        """A hash of everything that the reply depends on."""
        info = self._info
        model = (info.name, info.model, info.fingerprint) if info else ()
        sent = [*model, prompt.messages, prompt.reply_tokens, prompt.schema]
        return hashlib.sha256(json.dumps(sent, ensure_ascii=True).encode()).digest()

    def _kept(self, key: bytes, prompt: Prompt) -> Completion | None:
        try:
            row = self._open.execute("select text, finish, used from replies where key = ?", (key,)).fetchone()
            if row is None:
                return None
            if row[2] < _today():
                self._open.execute("update replies set used = ? where key = ?", (_today(), key))
        except sqlite3.Error as error:
            raise _unusable(self._path, error) from error
        finish: Literal["stop", "length"] = "length" if row[1] == "length" else "stop"
        return Completion(prompt.id, row[0], finish)

    def _keep(self, key: bytes, completion: Completion) -> None:
        text = completion.text.encode("utf-8", "replace").decode()  # SQLite holds no lone surrogates
        values = (key, text, completion.finish, _today())
        try:
            self._open.execute("insert or replace into replies values (?, ?, ?, ?)", values)
        except sqlite3.Error as error:
            raise _unusable(self._path, error) from error

    @property
    def _open(self) -> sqlite3.Connection:
        if self._base is None:
            raise EngineError("the engine is not open: await engine.open() first")
        return self._base


def _connected(path: Path, days: int) -> sqlite3.Connection:
    """The journal, readable by its owner alone, without what is older than so many days.

    Each statement is a transaction of its own, in a log beside the file (WAL): a process that is killed loses nothing
    that it had written, and several processes write in turn.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        base = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise _unusable(path, error) from error
    try:
        base.execute("pragma journal_mode = wal")
        base.execute("pragma synchronous = normal")
        base.execute("pragma secure_delete = on")
        base.execute(_TABLE)
        base.execute("delete from replies where used <= ?", (_today() - days,))
    except sqlite3.Error as error:
        base.close()
        raise _unusable(path, error) from error
    return base


def _today() -> int:
    """The day as a number, so that a reply that is used often is written once a day."""
    return int(time.time()) // _DAY


def _unusable(path: Path, error: Exception) -> EngineError:
    return EngineError(f"the journal {path} cannot be used ({error}): delete it, or work without it (--no-journal)")
