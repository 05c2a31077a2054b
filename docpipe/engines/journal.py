"""Replies that were paid for, kept so that a run that broke off, or a changed template, pays only for what is new.

Kept are replies, hashes of what they answer and of the documents that they are about, never a prompt. Replies quote
documents: the file is its owner's alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Literal

from docpipe.completions import Completion, Prompt
from docpipe.database import connected
from docpipe.engines import Engine, EngineInfo, TokenCount
from docpipe.errors import EngineError
from docpipe.folders import state_folder
from docpipe.settings import Settings

NAME = "journal.sqlite"

_DAY = 86_400

_OWNER_DIGITS = 12
"""Digits of a document's hash at the beginning of its prompts' groups."""

_TABLES = """
pragma synchronous = normal;
pragma secure_delete = on;
create table if not exists replies (
    key blob primary key, text text not null, finish text not null, used integer not null
) without rowid;
create table if not exists owners (
    document text not null, key blob not null, primary key (document, key)
) without rowid;
"""
"""An owner is a document that a reply was asked for, by the beginning of its hash as prompts' groups have it. Replies
of versions that noted none have no owner until they are used again."""

_OWNED = "key in (select key from owners where document = ?)"
_UNOWNED = "key not in (select key from owners)"


def journaled(engine: Engine, settings: Settings) -> Engine:
    """The engine with the journal that the settings ask for, in the user's state folder; without, the engine."""
    return Journaled(engine, journal_path(), settings.journal_days) if settings.journal else engine


def journal_path() -> Path:
    return state_folder() / NAME


def kept_of(path: Path, sha256: str) -> tuple[int, int]:
    """How many replies are about a document, and how many about nobody knows which."""
    with closing(_connected(path)) as base:
        owned = base.execute(f"select count(*) from replies where {_OWNED}", (_owner(sha256),)).fetchone()
        unowned = base.execute(f"select count(*) from replies where {_UNOWNED}").fetchone()
    return int(owned[0]), int(unowned[0])


def forget(path: Path, sha256: str) -> None:
    """Remove the replies about a document, those that are about another one with the same text too among them, and
    those about nobody knows which. Raises EngineError."""
    with closing(_connected(path)) as base:
        base.execute(f"delete from replies where {_OWNED} or {_UNOWNED}", (_owner(sha256),))
        base.execute("delete from owners where key not in (select key from replies)")
        base.execute("vacuum")
        base.execute("pragma wal_checkpoint(truncate)")


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
        self._base = _connected(self._path)
        _drop_unused(self._path, self._base, self._days)
        return self._info

    async def count(self, prompt: Prompt) -> TokenCount:
        return await self._engine.count(prompt)

    async def complete(self, prompt: Prompt, on_first_token: Callable[[], None] | None = None) -> Completion:
        key = self._key(prompt)
        kept = self._kept(key, prompt)
        if kept is None:
            completion = await self._engine.complete(prompt, on_first_token)
            self._keep(key, completion, prompt)
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
        owner = _owner(prompt.group)
        known = "exists (select 1 from owners where document = ? and key = replies.key)"
        try:
            found = f"select text, finish, used, {known} from replies where key = ?"
            row = self._open.execute(found, (owner, key)).fetchone()
            if row is None:
                return None
            if row[2] < _today():
                self._open.execute("update replies set used = ? where key = ?", (_today(), key))
            if owner and not row[3]:
                self._open.execute("insert or ignore into owners values (?, ?)", (owner, key))
        except sqlite3.Error as error:
            raise _unusable(self._path, error) from error
        finish: Literal["stop", "length"] = "length" if row[1] == "length" else "stop"
        return Completion(prompt.id, row[0], finish)

    def _keep(self, key: bytes, completion: Completion, prompt: Prompt) -> None:
        text = completion.text.encode("utf-8", "replace").decode()  # SQLite holds no lone surrogates
        values = (key, text, completion.finish, _today())
        owner = _owner(prompt.group)
        try:
            if owner:  # first: a reply without an owner goes when any document is forgotten
                self._open.execute("insert or ignore into owners values (?, ?)", (owner, key))
            self._open.execute("insert or replace into replies values (?, ?, ?, ?)", values)
        except sqlite3.Error as error:
            raise _unusable(self._path, error) from error

    @property
    def _open(self) -> sqlite3.Connection:
        if self._base is None:
            raise EngineError("the engine is not open: await engine.open() first")
        return self._base


def _connected(path: Path) -> sqlite3.Connection:
    """The journal, readable by its owner alone. Raises EngineError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        return connected(path, _TABLES)
    except (OSError, sqlite3.Error) as error:
        raise _unusable(path, error) from error


def _drop_unused(path: Path, base: sqlite3.Connection, days: int) -> None:
    try:
        if base.execute("delete from replies where used <= ?", (_today() - days,)).rowcount:
            base.execute("delete from owners where key not in (select key from replies)")
    except sqlite3.Error as error:
        base.close()
        raise _unusable(path, error) from error


def _owner(document: str) -> str:
    """A document as owners are noted, from its hash or from a prompt's group (``5418839d90e0/2.1``)."""
    return document.partition("/")[0][:_OWNER_DIGITS]


def _today() -> int:
    """The day as a number, so that a reply that is used often is written once a day."""
    return int(time.time()) // _DAY


def _unusable(path: Path, error: Exception) -> EngineError:
    return EngineError(f"the journal {path} cannot be used ({error}): delete it, or work without it (--no-journal)")
