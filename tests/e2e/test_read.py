"""``docpipe read`` as a user or a script meets it."""

import json

BODY = ["1. Notices", "Notices must be in writing and sent by courier to the other party."]


def test_text_is_the_default_and_running_headers_are_set_aside(pdf, docpipe):
    path = pdf("long.pdf", [["Confidential draft", "", f"Clause {n} says something of its own."] for n in "abcdef"])
    done = docpipe("read", path)
    assert done.returncode == 0
    assert "Clause c says something of its own." in done.stdout
    assert "Confidential draft" not in done.stdout
    aside = docpipe("read", path, "--removed").stdout
    assert "pages 1-6, header: Confidential draft\n    the same line at the same height of 6 pages\n" in aside
    assert done.stderr.startswith("6 of 6 pages read, ")


def test_json_has_the_text_and_blocks_whose_spans_point_into_it(pdf, docpipe):
    document = json.loads(docpipe("read", pdf("a.pdf", [BODY]), "--format", "json").stdout)
    assert list(document) == ["document", "text", "blocks", "tables", "removed", "terms"]
    for block in document["blocks"]:
        assert document["text"][slice(*block["span"])] == block["text"]
    assert [block["language"] for block in document["blocks"]] == [None, "en"]


def test_a_folder_gets_a_file_per_document_with_the_extension_of_the_format(pdf, docpipe, tmp_path):
    done = docpipe("read", pdf("a.pdf", [BODY]), pdf("b.pdf", [BODY]), "--format", "markdown", "--output", "out")
    assert (done.returncode, done.stdout) == (0, "")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.md", "b.md"]


def test_several_files_on_stdout_are_named(pdf, docpipe):
    text = docpipe("read", pdf("a.pdf", [BODY]), pdf("b.pdf", [BODY])).stdout
    assert "==> a.pdf <==" in text
    assert "==> b.pdf <==" in text


def test_a_document_without_text_is_an_error_and_not_an_empty_success(pdf, docpipe):
    done = docpipe("read", pdf("empty.pdf", [[]]), "--error-format", "json")
    assert (done.returncode, done.stdout) == (1, "")
    assert json.loads(done.stderr)["error"]["code"] == "NoText"


def test_a_document_that_fails_among_others_stops_none_and_keeps_its_place(pdf, docpipe, tmp_path):
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 nothing")
    done = docpipe("read", pdf("a.pdf", [BODY]), "bad.pdf", "gone.pdf", pdf("b.pdf", [BODY]), "--format", "json")
    assert done.returncode == 1
    names = [json.loads(line)["document"]["name"] for line in done.stdout.splitlines()]
    assert names == ["a.pdf", "b.pdf"]
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["a.pdf", "error", "error", "b.pdf"]
