"""What is said on stderr, and the exit code that follows from it. Imports nothing heavy: every command needs it."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Sequence

from docpipe.errors import DocpipeError, SettingsError

FAILED = 1
WRONG_USAGE = 2
CHECK_FAILED = 3
INTERRUPTED = 130


def say(text: str) -> None:
    """A line for people."""
    sys.stderr.write(printable(text) + "\n")
    sys.stderr.flush()


def say_error(error: DocpipeError, document: str | None = None, *, json_errors: bool) -> None:
    """An error as a line, or as one JSON object on a line of its own."""
    whole, document = error.document_below(document), error.document or document
    if json_errors:
        content = {"error": {"code": error.code, "message": error.message, "document": whole}}
        sys.stderr.write(json.dumps(content, ensure_ascii=True) + "\n")
        sys.stderr.flush()
        return
    named = document is None or _base(document) in error.message
    say(f"error: {error.message}" if named else f"error: {document}: {error.message}")


def exit_code(error: DocpipeError) -> int:
    """2 for settings and usage, 1 for everything else."""
    return WRONG_USAGE if isinstance(error, SettingsError) else FAILED


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether ``--error-format json`` is asked for: needed before the arguments are known to be right."""
    for index, argument in enumerate(arguments):
        if argument == "--":
            return False
        if argument == "--error-format=json":
            return True
        if argument == "--error-format" and list(arguments[index + 1 : index + 2]) == ["json"]:
            return True
    return False


def printable(text: str) -> str:
    """Text on one line, without control characters: names of files may hold some."""
    return "".join(" " if unicodedata.category(char) == "Cc" else char for char in text)


def counted(number: int, word: str) -> str:
    """``1 page``, ``2 pages``, ``1,204 pages``."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")


def _base(document: str) -> str:
    return document.replace("\\", "/").rsplit("/", 1)[-1]
