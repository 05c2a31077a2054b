"""What an output must not do: overwrite a document, or a file that docpipe did not write, or make folders of a typo."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from docpipe.errors import SettingsError
from docpipe.sinks.files import Slot
from docpipe.sinks.owned import is_owned

ENDINGS = {
    "json": (".json", ".jsonl"),
    "markdown": (".md", ".markdown", ".txt"),
    "html": (".html", ".htm"),
    "pretty": (".txt", ".text", ".log"),
    "text": (".txt", ".text"),
    "body": (".md", ".markdown", ".txt"),
    "picture": (".png",),
    "csv": (".csv",),
    "xlsx": (".xlsx",),
}
"""Format → the endings that a file of it may have; no ending at all is right too."""

OWN_ENDINGS = {
    "json": (".json", ".jsonl"),
    "markdown": (".md", ".markdown"),
    "html": (".html", ".htm"),
    "pretty": (".txt", ".text", ".log"),
    "text": (".txt", ".text"),
}
"""Format → the endings that ask for it where nothing else does."""

UNMARKED = ("text", "body", "csv")
"""Formats of a document's own text, in which nothing says that docpipe wrote it."""


def check_file(output: Path, files: Sequence[Path], form: str) -> None:
    """Refuse a single file that cannot or must not be written. What is no plain file (a pipe, a terminal) is free."""
    if output.exists() and not output.is_file():
        return
    if output.suffix and output.suffix.lower() not in ENDINGS[form]:
        better = output.with_suffix(ENDINGS[form][0])
        raise SettingsError(f"--output {output}: the ending does not fit {form}; write --output {better}")
    _check_parent(output)
    _refuse_foreign([output], files, marked=form not in UNMARKED)


def check_slots(
    slots: Sequence[Slot], files: Sequence[Path], *, marked: bool = True, beside: Iterable[Path] = ()
) -> None:
    """Refuse a folder where a file that is to be written, in a slot or ``beside`` it, or removed is not docpipe's."""
    _refuse_foreign([slot.result for slot in slots], files, marked=marked)
    _refuse_foreign([slot.error for slot in slots], files, marked=True)
    _refuse_foreign(beside, files, marked=True)


def refuse_other_text(path: Path, text: str) -> None:
    """Before text without a mark is written: what is there must be docpipe's, or the very same text."""
    if path.is_file() and not is_owned(path) and path.read_bytes() != text.encode("utf-8", "replace"):
        raise _foreign(path)


def make_folder(output: Path) -> None:
    """Make a folder for results, its last level alone."""
    _check_parent(output)
    try:
        output.mkdir(exist_ok=True)
    except OSError as error:
        raise SettingsError(f"--output {output}: cannot be made a folder: {error.strerror or error}") from error


def _check_parent(output: Path) -> None:
    """Refuse a path that leads through a file, or through folders that are not there."""
    absolute = output.absolute()
    if absolute.parent.is_dir():
        return
    file = next((above for above in absolute.parents if above.is_file()), None)
    if file is not None:
        raise SettingsError(f"--output {output}: {file} is a file, so nothing can be put into it; name a folder")
    raise SettingsError(
        f"--output {output}: there is no folder {absolute.parent}; make it first, or name one that is there"
    )


def _refuse_foreign(paths: Iterable[Path], files: Sequence[Path], *, marked: bool) -> None:
    """Raise SettingsError for the first of these that is one of the documents, or not docpipe's own.

    Text that is not ``marked`` as docpipe's passes here: ``refuse_other_text`` is asked when it is written.
    """
    sources = {os.path.realpath(file) for file in files}
    for path in paths:
        if not path.is_file():
            continue
        if os.path.realpath(path) in sources or (len(files) == 1 and _same(path, files[0])):
            raise SettingsError(f"--output {path}: is the document itself; name another file, or a folder")
        if marked and not is_owned(path):
            raise _foreign(path)


def _foreign(path: Path) -> SettingsError:
    return SettingsError(
        f"--output {path}: is there already and was not written by docpipe; nothing was changed: "
        "move or delete it, or name another"
    )


def _same(path: Path, file: Path) -> bool:
    """One file under two names, as hard links and file systems without case give them."""
    try:
        return path.samefile(file)
    except OSError:
        return False
