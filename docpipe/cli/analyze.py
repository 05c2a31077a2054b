"""``docpipe analyze``: facts of documents, each with page and quote."""

from __future__ import annotations

from pathlib import Path

import click

from docpipe.cli import options


@click.command()
@click.argument("files", nargs=-1, required=True, type=options.PATH, metavar="FILE...")
@options.kind
@options.target("pretty", "json", "markdown", "html")
@options.shown_analysis
@options.talk
def command(
    files: tuple[Path, ...], kind: str, target: options.Target, overrides: dict[str, object], talk: options.Talk
) -> int:
    """Facts of documents, each with its page, its quote and how far it can be believed.

    Without --output, a table on a terminal and JSON in a pipe (JSON Lines for several files). With --output, a folder
    gets one <stem>.json per PDF (<name.ext>.json for other files and where two would clash), or <stem>.error.json.

    --format html makes one file per document for a browser: each value beside the page that it was read from. A single
    file is written in the format of its ending: --output contract.html.

    Exit codes: 0 done, 1 a document failed, 2 wrong usage or settings, 3 a check of severity error stands in a
    result, 130 interrupted.
    """
    from docpipe.launch import launched

    with launched() as worker:  # it starts and reads while everything else is imported
        from docpipe.cli import outputs
        from docpipe.reading import Ahead, expanded, open_pool
        from docpipe.settings import load

        outputs.refuse_all_but_files(files)
        settings = load(overrides)
        files = tuple(map(Path, expanded(files, settings)))
        with open_pool(min(settings.workers, len(files)), worker) as pool:
            ahead = Ahead(files, settings, pool)

            from docpipe import api
            from docpipe.cli.outcomes import Chosen, write_all

            outcomes = api.outcomes(ahead, api.choose_kind(kind), settings)
            return write_all(outcomes, files, Chosen(settings, target, talk))
