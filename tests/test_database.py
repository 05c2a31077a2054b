"""Databases that several processes make at the same time."""

import sqlite3
import threading
from contextlib import closing

from docpipe.database import connected


def test_who_makes_a_database_waits_for_another_one_who_does(tmp_path):
    """SQLite itself refuses it at once, however long it is to wait."""
    path = tmp_path / "base.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("CREATE TABLE first (word)")
        other.execute("BEGIN IMMEDIATE")
        ending = threading.Timer(0.3, other.execute, ["COMMIT"])
        ending.start()
        with closing(connected(path, "CREATE TABLE second (word);")) as base:
            assert base.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall() == [("first",), ("second",)]
            assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        ending.join()
