"""Wrong usage and settings: exit code 2, a message that helps, nothing on stdout, JSON where asked."""

import json

import pytest

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
    assert (
        "nofile.pdf: cannot open the file: No such file or directory; mend the path"
        in docpipe("analyze", "nofile.pdf").err
    )


def test_an_unknown_kind_is_answered_with_the_known_ones(docpipe):
    assert "contract" in docpipe("kinds", "novel").err


def test_an_output_that_cannot_be_a_folder_is_wrong_usage(docpipe, tmp_path):
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    done = docpipe("analyze", "a.pdf", "b.pdf", "--output", "taken/below")
    assert done.code == 2
    assert "cannot be made a folder" in done.err


def test_kinds_name_the_values_that_are_allowed_and_what_is_easily_misunderstood(docpipe):
    said = docpipe("kinds", "contract").out
    for line in ("modality: must | may | must_not", "stage: draft | execution_version", "kind: blank | redacted"):
        assert line in said
    assert "(to end a renewal" in said
    assert "category: " not in said
