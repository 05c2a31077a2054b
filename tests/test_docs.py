"""What the README says is what docpipe does: its commands, its Python, its settings."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docpipe.cli import COMMANDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the samples, where examples may write."""
    made = tmp_path_factory.mktemp("docs")
    shutil.copytree(ROOT / "samples", made / "samples", ignore=shutil.ignore_patterns("*.py", "expected"))
    return made


def docpipe(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "docpipe", *arguments]
    return subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", env=environment, timeout=300
    )


def test_every_command_is_in_the_readme_and_every_command_there_exists():
    named = set(re.findall(r"^\| `docpipe (\w+)", README, re.M))
    assert named == set(COMMANDS)


@pytest.mark.parametrize("line", re.findall(r"`docpipe ([a-z]+(?: [^`]*)?)`", README))
def test_every_option_in_the_readme_exists(line):
    words = line.split()
    command = words[:2] if words[0] in ("audit", "review") and len(words) > 1 else words[:1]
    known = docpipe(*command, "--help").stdout
    for option in re.findall(r"--[a-z-]+", line):
        assert option in known, f"docpipe {' '.join(command)} has no {option}"


@pytest.fixture(scope="module")
def said(folder):
    """The lines that the command of a block says after those of all blocks before it, which it may build on."""
    waiting, told = blocks("console"), {}

    def of(block):
        while block not in told:
            command = waiting[0].splitlines()[0]
            more = ["--format", "pretty"] if "analyze" in command else []
            done = docpipe(*command.removeprefix("$ docpipe ").split(), *more, cwd=folder)
            told[waiting.pop(0)] = [line.rstrip() for line in (done.stdout + done.stderr).splitlines()]
        return told[block]

    return of


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.splitlines()[0] if block else "none")
def test_console_blocks_show_what_comes_out(block, said):
    """A line ``…`` stands for lines left out."""
    for line in block.splitlines()[1:]:
        assert line == "…" or line.rstrip() in said(block)


@pytest.mark.parametrize("block", blocks("python"))
def test_the_python_in_the_readme_runs(block):
    done = subprocess.run([sys.executable, "-c", block], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_json_of_the_readme_has_the_figures_that_come_out(folder):
    (block,) = (block for block in blocks("json") if '"governing_law"' in block)
    result = docpipe("analyze", "samples/services_agreement.pdf", "--format", "json", cwd=folder).stdout
    for told in re.findall(r'"(?:page|quote|match|state|why)": .*?(?=,?\n)', block):
        assert told in result, told
