"""Importing msgspec for less: from Python 3.11 on it finds in ``typing`` what it takes from elsewhere where it can."""

from __future__ import annotations

import sys


def import_msgspec() -> None:
    """Import msgspec without ``typing_extensions``, which brings ``inspect`` and ``ast``: 14 of a worker's 118 ms of
    imports. Whoever needs the package imports it afterwards as ever."""
    if "msgspec" in sys.modules or "typing_extensions" in sys.modules:
        return
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # so that importing it fails
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules["typing_extensions"]
