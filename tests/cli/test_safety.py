"""An output never costs a document, or a file that docpipe did not write, and never makes folders of a typo."""

import os
import shutil
from pathlib import Path

import pytest

from docpipe.sinks.owned import is_owned

SAMPLE = Path(__file__).parents[2] / "samples" / "nda.pdf"


@pytest.fixture
def lease(tmp_path):
    return Path(shutil.copy(SAMPLE, tmp_path / "lease.pdf"))


COMMANDS = (["analyze", "lease.pdf"], ["ask", "lease.pdf", "Who owns it?"], ["read", "lease.pdf"])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_document_is_never_the_output(docpipe, lease, command):
    os.link(lease, lease.with_name("twin.txt"))
    before = lease.read_bytes()
    for output in ("lease.pdf", "./lease.pdf", lease, "twin.txt"):
        done = docpipe(*command, "--format", "text" if command[0] == "read" else "pretty", "--output", output)
        assert (done.code, done.out) == (2, "")
        assert "write --output" in done.err or "is the document itself" in done.err
    assert lease.read_bytes() == before


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("form", ["json", "markdown"])
def test_a_file_that_docpipe_did_not_write_is_never_overwritten(docpipe, lease, command, form):
    name = {"json": "notes.json", "markdown": "notes.md"}[form]
    lease.with_name(name).write_text('{"mine": true}', encoding="utf-8")
    done = docpipe(*command, "--format", form, "--output", name)
    assert done.code == 2
    assert "was not written by docpipe" in done.err
    assert lease.with_name(name).read_text(encoding="utf-8") == '{"mine": true}'


@pytest.mark.parametrize(
    ("command", "form", "name"),
    [
        ("analyze", "json", "a.json"),
        ("analyze", "pretty", "a.txt"),
        ("analyze", "markdown", "a.md"),
        ("analyze", "html", "a.html"),
        ("read", "json", "a.json"),
        ("read", "text", "a.txt"),
        ("read", "markdown", "a.md"),
    ],
)
def test_what_docpipe_wrote_is_written_again(docpipe, lease, command, form, name):
    for _ in range(2):
        assert docpipe(command, "lease.pdf", "--format", form, "--output", name).code == 0
    assert is_owned(lease.with_name(name)) == (command == "analyze" or form == "json")


def test_an_ending_that_does_not_fit_the_format_is_answered_with_one_that_does(docpipe, lease):
    done = docpipe("analyze", "lease.pdf", "--format", "html", "--output", "out.docx")
    assert (done.code, "write --output out.html" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("command", "name", "begins"),
    [
        ("analyze", "a.html", "<!doctype html>"),
        ("analyze", "a.md", "# lease.pdf"),
        ("analyze", "a.txt", "\nlease.pdf  contract"),
        ("analyze", "A.JSON", '{\n  "docpipe"'),
        ("ask", "a.md", "# lease.pdf"),
        ("read", "a.json", '{"document"'),
        ("read", "a.markdown", "# "),
    ],
)
def test_a_file_is_written_in_the_format_of_its_ending(docpipe, lease, command, name, begins):
    words = next(one for one in COMMANDS if one[0] == command)
    assert docpipe(*words, "--output", name).code == 0
    assert lease.with_name(name).read_text(encoding="utf-8").startswith(begins)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_an_ending_that_names_no_format_is_answered_with_those_that_do(docpipe, lease, command):
    done = docpipe(*command, "--output", "out.docx")
    assert (done.code, done.out) == (2, "")
    assert "--output out.docx: the ending names no format; use one of " in done.err
    assert ".txt, .json, .md" in done.err or ".txt, .md, .json" in done.err


@pytest.mark.parametrize("command", ["analyze", "read"])
def test_several_documents_do_not_share_one_file(docpipe, lease, command):
    shutil.copy(lease, lease.with_name("other.pdf"))
    done = docpipe(command, "lease.pdf", "other.pdf", "--output", "both.md")
    assert (done.code, "write --output" in done.err) == (2, False)
    assert "2 documents need a folder: --output both --format markdown" in done.err
    assert not lease.with_name("both.md").exists()


@pytest.mark.parametrize("output", ["nope/out.json", "nope/deeper/"])
def test_folders_of_a_typo_are_not_made(docpipe, lease, output):
    done = docpipe("analyze", "lease.pdf", "--output", output)
    assert (done.code, "there is no folder" in done.err) == (2, True)
    assert not lease.with_name("nope").exists()


@pytest.mark.parametrize("taken", ["lease.json", "lease.error.json"])
def test_a_folder_with_foreign_files_under_the_names_of_results_is_refused(docpipe, lease, taken):
    (lease.parent / "in").mkdir()
    lease.rename(lease.parent / "in" / "lease.pdf")
    (lease.parent / "out").mkdir()
    (lease.parent / "out" / taken).write_text("mine", encoding="utf-8")
    for command in (["batch", "in"], ["analyze", "in/lease.pdf"]):
        done = docpipe(*command, "--output", "out")
        assert (done.code, "was not written by docpipe" in done.err) == (2, True)
    assert [path.read_text(encoding="utf-8") for path in (lease.parent / "out").iterdir()] == ["mine"]


def test_what_leads_through_a_file_is_told_so(docpipe, lease):
    lease.with_name("notes").write_text("mine", encoding="utf-8")
    for output in ("notes/x.json", "notes/deep/x.json", "notes/deep/results"):
        done = docpipe("analyze", "lease.pdf", "--output", output)
        assert done.code == 2
        assert "notes is a file, so nothing can be put into it" in done.err


def test_pictures_of_several_pages_never_go_into_a_folder_named_like_a_picture(docpipe, lease):
    done = docpipe("read", "lease.pdf", "--picture", "1-2", "--output", "p.png")
    assert done.code == 2
    assert "--output p, or one page" in done.err
    assert not lease.with_name("p.png").exists()
    assert docpipe("read", "lease.pdf", "--picture", "1", "--output", "p.png").code == 0
    assert lease.with_name("p.png").is_file()
