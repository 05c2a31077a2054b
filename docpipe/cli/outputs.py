"""Where the output of a command goes: stdout, one file, or a file per document in a folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docpipe.cli.options import Target
from docpipe.cli.safety import OWN_ENDINGS, UNMARKED, check_file, check_slots, make_folder
from docpipe.errors import SettingsError
from docpipe.sinks import Look, Sink, open_sink
from docpipe.sinks.files import Slot, common_folder, slots
from docpipe.sinks.folder import EXTENSIONS, FileSink, FolderSink


def choose_sink(target: Target, files: Sequence[Path], look: Look) -> Sink:
    """The sink of analyze: ``pretty`` on a terminal, else ``json``, unless the target says otherwise."""
    if target.output is None:
        name = target.format or ("pretty" if sys.stdout.isatty() else "json")
        if name == "html":
            _refuse_html(sys.stdout.isatty(), files)
        if look.colour:
            _enable_colour()
        return open_sink(name, sys.stdout, look)
    name = written_format(target, len(files), "json")
    folder_slots = choose_slots(target.output, files, EXTENSIONS[name], name)
    return FileSink(target.output, name, look) if folder_slots is None else FolderSink(folder_slots, name, look)


def written_format(target: Target, count: int, usual: str) -> str:
    """The format in which files are written: the one asked for, else of a file the one that its ending names.

    Raises SettingsError where the ending names none, and where several documents would share one file.
    """
    output = target.output
    if output is None or not output.suffix or (output.exists() and not output.is_file()):
        return target.format or usual
    named = next((name for name in target.formats if output.suffix.lower() in OWN_ENDINGS[name]), None)
    if count > 1 and named and not output.exists():
        form = target.format or named
        raise SettingsError(
            f"--output {output}: {count} documents need a folder: --output {output.with_suffix('')} --format {form}"
        )
    if target.format or is_folder(output, count):
        return target.format or usual
    if named is None:
        known = ", ".join(OWN_ENDINGS[name][0] for name in target.formats)
        raise SettingsError(f"--output {output}: the ending names no format; use one of {known}")
    return named


def choose_slots(output: Path, files: Sequence[Path], extension: str, form: str) -> list[Slot] | None:
    """A slot per document if the output is a folder, None if it is a single file.

    Raises SettingsError where a document, or a file that docpipe did not write, would be overwritten.
    """
    if not is_folder(output, len(files)):
        check_file(output, files, form)
        return None
    make_folder(output)
    chosen = slots(files, common_folder(files), output, extension)
    check_slots(chosen, files, marked=form not in UNMARKED)
    return chosen


def is_folder(output: Path, count: int) -> bool:
    """A path is a folder if there is one, if it is to hold several files, or if it has no extension."""
    if output.exists():
        return output.is_dir() or count > 1
    return count > 1 or not output.suffix


def wants_colour() -> bool:
    """Colour only on a terminal that has some, and not where ``NO_COLOR`` is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def refuse_all_but_files(files: Sequence[Path]) -> None:
    """Folders and addresses are batch's business: say so before anything is done. What is secret in an address is not
    repeated."""
    for path in files:
        scheme = path.parts[0] if path.parts else ""
        if scheme.endswith(":") and not path.exists():  # one slash of :// is gone
            address = f"{scheme}//…/{path.name.partition('?')[0]}"
            raise SettingsError(f"{address}: only files are opened here; docpipe batch opens addresses")
        if path.is_dir():
            raise SettingsError(f"{path} is a folder: docpipe batch {path} --output RESULTS takes every document in it")


def _refuse_html(terminal: bool, files: Sequence[Path]) -> None:
    """A page is for a browser: not for a terminal, and not several behind one another."""
    if len(files) > 1:
        raise SettingsError("--format html makes a page per document: name a folder for them with --output DIR")
    if terminal:
        raise SettingsError(f"--format html is for a browser: add --output {files[0].stem}.html")


def _enable_colour() -> None:
    """Let an older Windows console understand colour codes; click brings colorama along there."""
    if sys.platform == "win32":
        import colorama

        fix: Any = colorama.just_fix_windows_console
        fix()
