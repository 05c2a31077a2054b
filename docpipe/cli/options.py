"""Options that several commands share, gathered into one typed argument each."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct

from docpipe.errors import SettingsError

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Command], Command]

PATH = click.Path(path_type=Path)


class Talk(Struct, frozen=True):
    """How much is said on stderr, in which form, and what counts as failing."""

    quiet: bool
    verbose: bool
    json_errors: bool
    fail_on: str


class Target(Struct, frozen=True):
    """Where the output goes and in which format; None lets the command choose, of ``formats``."""

    format: str | None
    output: Path | None
    formats: tuple[str, ...] = ()


def gather(argument: str, build: Callable[..., object], *options: Decorator[Any]) -> Decorator[Any]:
    """A decorator that adds options to a command and hands them over as one argument, made by ``build``."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        names = _names(options)

        @functools.wraps(function)
        def gathered(**given: Any) -> Any:
            mine = {name: given.pop(name) for name in names}
            return function(**{argument: build(**mine)}, **given)

        for option in reversed(options):
            gathered = option(gathered)
        return gathered

    return decorate


def _names(options: tuple[Decorator[Any], ...]) -> list[str]:
    """The parameter names of options, read from a command made for the purpose."""

    def probe() -> None: ...

    for option in options:
        option(probe)
    return [parameter.name for parameter in getattr(probe, "__click_params__", []) if parameter.name]


def _settings(password_file: Path | None, more: tuple[str, ...], **given: object) -> dict[str, object]:
    overrides = {name: value for name, value in given.items() if value not in (None, ())}
    if password_file is not None:
        if "password" in overrides:
            raise SettingsError("--password and --password-file are both given; one is enough")
        overrides["password"] = _first_line(password_file)
    for assignment in more:
        name, equals, value = assignment.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise SettingsError(f"--set {assignment}: write NAME=VALUE, such as --set chunk_tokens=1000")
        if name in overrides:
            raise SettingsError(f"--set {assignment}: '{name}' is given twice")
        overrides[name] = _set(name, value, assignment)
    return overrides


def _set(name: str, value: str, assignment: str) -> object:
    from docpipe.settings import checked

    return checked(name, value, f"--set {assignment}")


def _first_line(path: Path) -> str:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise SettingsError(f"--password-file {path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"--password-file {path}: cannot be read: it is no text in UTF-8") from error
    if not lines:
        raise SettingsError(f"--password-file {path}: is empty; the password stands on its first line")
    return lines[0]


def _talk(quiet: bool, verbose: bool, error_format: str, fail_on: str = "error") -> Talk:
    if quiet and verbose:
        raise SettingsError("--quiet and --verbose are both given; one is enough")
    return Talk(quiet or error_format == "json", verbose and error_format != "json", error_format == "json", fail_on)


_PAGES = click.option("--pages", metavar="1-20", help="Only these pages, such as 1-20 or 3,7-9.")
_OCR = click.option(
    "--ocr",
    type=click.Choice(["auto", "always", "never"]),
    help="Read pages from their pictures: auto (the default) those without a sound text layer.",
)
_CHANGES = click.option(
    "--changes",
    type=click.Choice(["accepted", "original", "marked"]),
    help="Tracked changes of Word documents: accepted (default), as before them, or both, marked.",
)
_PASSWORD = click.option("--password", metavar="TEXT", help="Password of encrypted documents.")
_PASSWORD_FILE = click.option(
    "--password-file", type=PATH, metavar="PATH", help="File with the password on its first line."
)
_SET = click.option(
    "--set", "more", multiple=True, metavar="NAME=VALUE", help="Any setting, such as chunk_tokens=1000. Repeatable."
)
_QUIET = click.option("--quiet", "-q", is_flag=True, help="Say nothing on stderr but errors.")
_VERBOSE = click.option("--verbose", "-v", is_flag=True, help="Say more: settings, times, route, quotes.")
_ERROR_FORMAT = click.option(
    "--error-format",
    type=click.Choice(["text", "json"]),
    default="text",
    help="json: stderr holds only errors, as JSON.",
)
_FAIL_ON = click.option(
    "--fail-on",
    type=click.Choice(["error", "failure", "never"]),
    default="error",
    help="error: exit code 3 if a check of severity error stands in a result; failure: only 1 for documents that"
    " failed; never: 0 for both.",
)
_THRESHOLD = click.option(
    "--threshold", "threshold_tokens", type=click.IntRange(1), metavar="TOKENS", help="Longer documents go in chunks."
)
_ENGINE = click.option(
    "--engine",
    metavar="NAME",
    help="Who answers: rules, openai (vllm serve and compatible servers), vllm, or module:name. auto, the default, is"
    " rules unless --base-url is given.",
)
_MODEL = click.option("--model", metavar="NAME", help="The model to ask; by default the one that the server serves.")
_BASE_URL = click.option(
    "--base-url", multiple=True, metavar="URL", help="A model server, such as http://127.0.0.1:8000/v1. Repeatable."
)
_NO_JOURNAL = click.option(
    "--no-journal",
    "journal",
    flag_value=False,
    default=None,
    help="Keep no replies of models, and use none that are kept.",
)
_STRICT = click.option("--strict", is_flag=True, default=None, help="Drop values whose quote could not be located.")
_OFFLINE = click.option("--offline", is_flag=True, default=None, help="Refuse every address that is not loopback.")
_INCLUDE_TEXT = click.option("--include-text", is_flag=True, default=None, help="Embed the cleaned text in the result.")
_MATTER = click.option("--matter", metavar="NAME", help="The matter or client that the audit log names.")
_NO_AUDIT = click.option("--no-audit", "audit", flag_value=False, default=None, help="Leave the audit log as it is.")
_PICTURES = click.option(
    "--pictures",
    type=click.Choice(["cited", "all", "none"]),
    help="Pages shown in the HTML page: those with values (the default), all, or none.",
)
_OUTPUT = click.option(
    "--output",
    "-o",
    type=PATH,
    metavar="PATH",
    help="A folder if it is one, has no ending or is for several documents; else a file, in the format of its ending."
    " Replaces only docpipe's own.",
)

_AUDIT = (_MATTER, _NO_AUDIT)
_ANALYSIS = (
    _ENGINE,
    _MODEL,
    _BASE_URL,
    _NO_JOURNAL,
    _PAGES,
    _CHANGES,
    _OCR,
    _THRESHOLD,
    _STRICT,
    _OFFLINE,
    _INCLUDE_TEXT,
    _PASSWORD,
    _PASSWORD_FILE,
    *_AUDIT,
    _SET,
)

analysis = gather("overrides", _settings, *_ANALYSIS)
"""``overrides``: the settings that analyze and batch take as options."""

shown_analysis = gather("overrides", _settings, *_ANALYSIS, _PICTURES)
"""``overrides`` of an analysis that may be written as an HTML page."""

reading = gather("overrides", _settings, _PAGES, _CHANGES, _OCR, _PASSWORD, _PASSWORD_FILE, *_AUDIT, _SET)
"""``overrides``: the settings that matter to reading alone."""

talk = gather("talk", _talk, _QUIET, _VERBOSE, _ERROR_FORMAT, _FAIL_ON)
"""``talk``: what stderr and the exit code say."""

talk_of_reading = gather("talk", _talk, _QUIET, _VERBOSE, _ERROR_FORMAT)
"""``talk`` where no checks are made."""

kind = click.option(
    "--kind",
    default="auto",
    metavar="NAME",
    help="What to ask: auto (the document decides), a name of docpipe kinds, or your own: pkg.mod:NAME or a YAML file.",
)


def target(*formats: str) -> Decorator[Any]:
    """``target``: the output's format, one of these, and its path."""
    said = "Format of the output; without it, what the ending of --output says."
    choice = click.option("--format", type=click.Choice(formats), help=said)
    return gather("target", functools.partial(Target, formats=formats), choice, _OUTPUT)
