"""The commands. Each stands in a module of its own that is imported when it is chosen: ``--help`` loads only click.

Exit codes: 0 done; 1 a document failed; 2 wrong usage or settings; 3 done, but a check of severity ``error`` stands in
a result; 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from docpipe import __version__
from docpipe.cli.messages import INTERRUPTED, WRONG_USAGE, exit_code, say, say_error, wants_json
from docpipe.errors import DocpipeError, SettingsError

COMMANDS = {
    "analyze": "Facts of documents, each with page and quote.",
    "ask": "Passages of documents that answer to a question, each with page and quote.",
    "read": "The text of documents, cleaned, without an analysis.",
    "batch": "Analyze every document below a folder; resumes by itself.",
    "export": "The results of many documents as one table: XLSX, CSV, JSON Lines, Parquet.",
    "eval": "Score results against what people read in the documents.",
    "review": "People's decisions on values, kept beside the results.",
    "kinds": "What can be asked of a document.",
    "prompts": "The prompts that would be sent of a document, with token counts.",
    "audit": "Verify, show and prune the audit log.",
    "forget": "Remove what is left of a document: results, decisions, ledger.",
    "doctor": "What works here, what is missing and how to get it.",
}
"""Command → its line in the help. The command itself is ``docpipe.cli.<name>:command``."""

OTHER_END_CLOSED = 141
"""What a Unix shell reports for a program whose reader went away (128 + SIGPIPE)."""


class Commands(click.Group):
    """A group that knows its commands by name and imports the one that is chosen."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, stub, rest = super().resolve_command(ctx, args)
        return name, stub and import_module(f"docpipe.cli.{stub.name}").command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """The exit code of the command; what it raises ends here, where the user is."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _drop_stdout()
            return OTHER_END_CLOSED
        except KeyboardInterrupt:
            return INTERRUPTED


@click.group(
    cls=Commands,
    commands={name: click.Command(name, short_help=text) for name, text in COMMANDS.items()},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="docpipe")
def docpipe() -> None:
    """Long PDFs into typed, verified, cited results, on your own machine.

    \b
    docpipe analyze contract.pdf
    docpipe batch contracts/ --output results/
    """


def main() -> NoReturn:
    """The command ``docpipe``."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; stdout is UTF-8 with bare line feeds on every system."""
    _use_utf8()
    json_errors = wants_json(arguments)
    try:
        code = docpipe.main(list(arguments), prog_name="docpipe", standalone_mode=False)
    except click.Abort:
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help(), err=True)
        return WRONG_USAGE
    except click.ClickException as error:
        if json_errors:
            say_error(SettingsError(error.format_message()), json_errors=True)
        else:
            _show(error)
        return WRONG_USAGE
    except DocpipeError as error:
        say_error(error, json_errors=json_errors)
        return exit_code(error)
    except OSError as error:
        say_error(DocpipeError(f"{error.filename or 'stdout'}: {error.strerror or error}"), json_errors=json_errors)
        return exit_code(DocpipeError(str(error)))
    return code if isinstance(code, int) else 0


def _show(error: click.ClickException) -> None:
    """How the command is used, where one is known, and the error in the form of all others."""
    context = getattr(error, "ctx", None)
    if context is not None:
        for line in (*context.get_usage().splitlines(), f"help: {context.command_path} --help"):
            say(line)
    say_error(SettingsError(error.format_message()), json_errors=False)


def _use_utf8() -> None:
    for stream, newline in ((sys.stdout, "\n"), (sys.stderr, None)):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline=newline)


def _drop_stdout() -> None:
    """Send what is still buffered nowhere, so that the interpreter's last flush does not complain."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a stdout without a descriptor has nothing to flush
        return
