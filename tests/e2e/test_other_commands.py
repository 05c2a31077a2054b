"""``--help``, ``--version``, ``kinds`` and ``doctor`` in a fresh process, and what they import."""

import json
import subprocess
import sys

import docpipe as package


def loaded_by(*arguments):
    """The modules in memory after a command."""
    script = f"import sys\nfrom docpipe.cli import run\nrun({list(arguments)!r})\nprint('\\nloaded', *sys.modules)"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=300)
    return set(done.stdout.rpartition("\nloaded ")[2].split())


def test_help_imports_click_and_nothing_that_takes_time():
    loaded = loaded_by("--help")
    assert "click" in loaded
    assert loaded & {"pydantic", "pypdfium2", "rich", "tiktoken", "docpipe.api", "docpipe.settings"} == set()
    assert loaded_by("analyze", "--help") & {"pydantic", "pypdfium2", "rich", "tiktoken"} == set()


def test_help_names_every_command(docpipe):
    done = docpipe("--help")
    assert done.returncode == 0
    for name in ("analyze", "read", "batch", "kinds", "doctor"):
        assert f"\n  {name} " in done.stdout
        assert docpipe(name, "--help").returncode == 0


def test_version(docpipe):
    assert docpipe("--version").stdout.split()[-1] == package.__version__


def test_kinds_as_json_is_the_schema_of_each(docpipe):
    schemas = json.loads(docpipe("kinds", "--format", "json").stdout)
    assert "governing_law" in schemas["contract"]["properties"]


def test_kinds_says_fields_and_types_in_words(docpipe):
    lines = [line.split(maxsplit=1) for line in docpipe("kinds", "contract").stdout.splitlines()]
    assert ["agreement_date", "date"] in lines
    assert ["governing_law", "list of text"] in lines


def test_doctor_finds_that_the_base_works(docpipe):
    done = docpipe("doctor", "--format", "json")
    assert done.returncode == 0
    states = {finding["name"]: finding["state"] for finding in json.loads(done.stdout)["findings"]}
    assert (states["PDFium"], states["tokenizer"], states["settings"]) == ("ok", "ok", "ok")
    assert "Documents can be analyzed here." in docpipe("doctor").stdout


def test_doctor_says_which_setting_is_wrong(docpipe, tmp_path):
    (tmp_path / "docpipe.toml").write_text('chunk_tokens = "many"\n', encoding="utf-8")
    done = docpipe("doctor")
    assert done.returncode == 1
    assert "chunk_tokens" in done.stdout
