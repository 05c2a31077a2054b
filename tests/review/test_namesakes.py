"""Decisions on documents of one name in two folders."""

import copy

import pytest

from docpipe.cli import run
from docpipe.sinks.json import dumps


@pytest.fixture
def results(tmp_path, lease):
    """The lease in two folders under one name, with other words, and once under a name of its own."""
    for index, (folder, name) in enumerate((("x", "lease.pdf"), ("y", "lease.pdf"), ("y", "nda.pdf"))):
        data = copy.deepcopy(lease)
        data["document"] |= {"name": name, "path": f"room/{folder}/{name}", "sha256": f"{index:064}"}
        (tmp_path / "results" / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / "results" / folder / name).with_suffix(".json").write_text(dumps(data, 2), encoding="utf-8")
    return tmp_path / "results"


def decide(results, document, action="accept", by="ann"):
    return run(["review", "decide", str(results), document, "/governing_law/0", action, "--by", by])


def test_a_document_is_named_by_as_much_of_its_path_as_a_workbook_shows(results, capsys):
    assert decide(results, "x/lease.pdf") == 0
    assert capsys.readouterr().err.startswith("x/lease.pdf: /governing_law/0: accept ")
    assert decide(results, "nda.pdf") == 0
    assert capsys.readouterr().err.startswith("nda.pdf: /governing_law/0: accept ")
    assert decide(results, "ease.pdf") == 2


def test_a_name_that_several_have_is_refused_with_their_paths(results, capsys):
    assert decide(results, "lease.pdf") == 2
    assert "several documents are called so: room/x/lease.pdf, room/y/lease.pdf: give more" in capsys.readouterr().err
    assert not (results / "corrections.jsonl").exists()


def test_the_status_tells_of_which_of_them_people_disagree(results, capsys):
    assert decide(results, "y/lease.pdf") == decide(results, "y/lease.pdf", "reject", by="bob") == 0
    capsys.readouterr()
    assert run(["review", "status", str(results)]) == 0
    assert "\ny/lease.pdf: /governing_law/0: " in capsys.readouterr().out
