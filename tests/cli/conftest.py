"""The command line in this process: quicker than a fresh one where nothing depends on it."""

from types import SimpleNamespace

import pytest

from docpipe.cli import run


@pytest.fixture
def docpipe(tmp_path, monkeypatch, capsys):
    """``docpipe("kinds")`` runs a command in an empty folder; gives its code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments):
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return SimpleNamespace(code=code, out=captured.out, err=captured.err)

    return command
