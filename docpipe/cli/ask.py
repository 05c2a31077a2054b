"""``docpipe ask``: passages of documents that carry the words of a question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from docpipe.cli import options
from docpipe.errors import SettingsError


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="FILE... QUESTION...")
@options.target("pretty", "json", "markdown")
@options.analysis
@options.talk
def command(words: tuple[str, ...], target: options.Target, overrides: dict[str, object], talk: options.Talk) -> int:
    """Passages of documents that carry the words of a question, each with its page and place.

    Files stand first, then the questions, each in quotes: docpipe ask lease.pdf "Who insures the building?" The rules
    engine does not answer in its own words. Each document is read once, however many questions there are.

    Exit codes: 0 done, also where a document has no answer; 1 a document failed; 2 wrong usage or settings; 130
    interrupted.
    """
    from docpipe import api
    from docpipe.cli import outputs
    from docpipe.cli.outcomes import Chosen, write_all
    from docpipe.reading import expanded
    from docpipe.settings import load

    files, questions = told_apart(words)
    outputs.refuse_all_but_files(files)
    settings = load(overrides)
    files = list(map(Path, expanded(files, settings)))
    outcomes = api.analyze_each(files, api.free_questions(questions), settings)
    return write_all(outcomes, files, Chosen(settings, target, talk))


def told_apart(words: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Files and questions. The first word is a file, and so are those after it that are one or are named like one."""
    count = 1
    while count < len(words) and _names_file(words[count]):
        count += 1
    files, questions = [Path(word) for word in words[:count]], list(words[count:])
    if not any(map(str.strip, questions)):
        raise SettingsError(f'no question is asked; write it in quotes after the file: docpipe ask {files[-1]} "..."')
    for question in questions:
        if _names_file(question):
            raise SettingsError(f"{question}: files stand before the questions")
    if len(questions) > 2 and not any(" " in question for question in questions) and " ".join(questions).isascii():
        raise SettingsError(f'a question stands in quotes: docpipe ask {files[-1]} "{" ".join(questions)}"')
    return files, questions


def _names_file(word: str) -> bool:
    """Whether there is such a file, or a name ends like a file's and is no sentence."""
    if not word.strip():
        return False
    if " " not in word and Path(word).suffix.lower() in (
        ".pdf",
        ".docx",
        ".xlsx",
        ".eml",
        ".txt",
        ".html",
        ".md",
        ".zip",
    ):
        return True
    try:
        return Path(word).exists()
    except (OSError, ValueError):  # too long, or with characters that no file name has
        return False
