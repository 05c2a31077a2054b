"""Wrong usage and settings: exit code 2, a message that helps, nothing on stdout, JSON where asked."""

import json
import sys
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parents[2] / "samples" / "nda.pdf"

WRONG = [
    (["analyze"], "FILE"),
    (["analyze", "a.pdf", "--format", "xml"], "'pretty', 'json'"),
    (["analyze", "a.pdf", "--set", "chunk_token=1000"], "did you mean 'chunk_tokens'?"),
    (["analyze", "a.pdf", "--set", "chunk_tokens=many"], "chunk_tokens"),
    (["analyze", "a.pdf", "--set", "chunk_tokens"], "write NAME=VALUE"),
    (["analyze", "a.pdf", "--threshold", "5", "--set", "threshold_tokens=6"], "given twice"),
    (["analyze", "a.pdf", "--threshold", "0"], "--threshold"),
    (["analyze", "a.pdf", "--kind", "novel"], "contract"),
    (["analyze", "a.pdf", "--password", "x", "--password-file", "y"], "one is enough"),
    (["analyze", "a.pdf", "--password-file", "nowhere.txt"], "nowhere.txt"),
    (["analyze", "."], "docpipe batch"),
    (["analyze", "a.pdf", "--kind", "contrct"], "did you mean 'contract'?"),
    (["analyze", "a.pdf", "-v", "-q"], "one is enough"),
    (["read", "a.pdf", "--format", "pretty"], "'text', 'markdown', 'json'"),
    (["read", "."], "docpipe batch"),
    (["batch", "."], "--output"),
    (["batch", ".", "--output", "."], "folder of their own"),
    (["batch", "nowhere", "--output", "out"], "does not exist"),
]


@pytest.mark.parametrize(("arguments", "help_given"), WRONG)
def test_wrong_usage_says_what_is_right(docpipe, arguments, help_given):
    done = docpipe(*arguments)
    assert (done.code, done.out) == (2, "")
    assert help_given in done.err


@pytest.mark.parametrize("arguments", [arguments for arguments, _ in WRONG])
def test_wrong_usage_is_one_json_object_where_asked(docpipe, arguments):
    done = docpipe(*arguments, "--error-format", "json")
    assert (done.code, done.out) == (2, "")
    error = json.loads(done.err)["error"]
    assert error["code"] == "SettingsError"
    assert error["message"]


def test_a_misspelt_command_is_answered_with_the_nearest_one(docpipe):
    done = docpipe("analise")
    assert done.code == 2
    assert "Did you mean 'analyze'?" in done.err


def test_a_file_that_is_not_there_is_told_with_what_to_do(docpipe):
    said = docpipe("analyze", "deep/nofile.pdf").err.replace("\\", "/")
    assert said == f"error: no such file: deep/nofile.pdf (looked for from {Path.cwd().as_posix()})\n"


def test_standard_input_is_no_document_and_that_is_said(docpipe):
    assert docpipe("analyze", "-").err == (
        "error: -: documents are read from files, not from standard input: save it, and give the file\n"
    )


def test_an_address_is_not_opened_and_that_is_said(docpipe):
    done = docpipe("analyze", "https://ann:secret@example.com/papers/lease.pdf?sig=hidden")
    assert done.code == 2
    assert "https://…/lease.pdf: only files are opened here; docpipe batch opens addresses" in done.err
    assert "secret" not in done.err
    assert "hidden" not in done.err


def test_a_setting_that_is_not_there_is_told_with_the_option_that_named_it(docpipe):
    assert (
        "error: --set chunk_token=9: there is no setting" in docpipe("analyze", "a.pdf", "--set", "chunk_token=9").err
    )
    assert "error: --set chunk_tokens=x: chunk_tokens" in docpipe("analyze", "a.pdf", "--set", "chunk_tokens=x").err


@pytest.mark.parametrize("arguments", [["analyze"], ["analyze", "a.pdf", "--sett", "x"], ["novel"]])
def test_every_error_begins_in_the_same_way(docpipe, arguments):
    lines = docpipe(*arguments).err.splitlines()
    assert lines[0].startswith("Usage: docpipe")
    assert lines[-1].startswith("error: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_with_the_name_of_the_file(docpipe):
    done = docpipe("analyze", SAMPLE, "--output", "/dev/full", "--format", "json")
    assert done.code == 1
    assert "error: /dev/full: cannot be written: No space left on device; make room there" in done.err


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder in which nobody may make a file")
def test_a_folder_that_cannot_be_written_is_told_with_the_name_of_the_file(docpipe):
    done = docpipe("analyze", SAMPLE, "--output", "/proc/x.json")
    assert done.code == 1
    assert "error: /proc/x.json: cannot be written: " in done.err
    assert "name another place with --output" in done.err
    assert ".tmp" not in done.err


def test_an_unknown_kind_is_answered_with_the_known_ones(docpipe):
    assert "contract" in docpipe("kinds", "novel").err


def test_an_output_that_cannot_be_a_folder_is_wrong_usage(docpipe, tmp_path):
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    done = docpipe("analyze", "a.pdf", "b.pdf", "--output", "taken/below")
    assert done.code == 2
    assert "is a file, so nothing can be put into it" in done.err


def test_kinds_name_the_values_that_are_allowed_and_what_is_easily_misunderstood(docpipe):
    said = docpipe("kinds", "contract").out
    for line in ("modality: must | may | must_not", "stage: draft | execution_version", "kind: blank | redacted"):
        assert line in said
    assert "(to end a renewal" in said
    assert "category: " not in said


@pytest.mark.parametrize("arguments", [[], ["audit"], ["review"]])
def test_a_group_alone_answers_with_its_help_line_by_line(docpipe, arguments):
    done = docpipe(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(" ".join(["Usage: docpipe", *arguments, "[OPTIONS] COMMAND"]))
    assert "\nCommands:\n" in done.err
    assert "error:" not in done.err
