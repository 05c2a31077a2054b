"""Decisions on documents of one name in two folders."""

import copy
import json

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


def test_a_decision_on_a_whole_element_stands_beside_each_of_its_parts(results, tmp_path):
    by = ["--by", "ann"]
    assert run(["review", "decide", str(results), "nda.pdf", "/parties/0", "reject", *by]) == 0
    assert run(["review", "decide", str(results), "nda.pdf", "/parties/0/name", "correct", "Otter Ltd", *by]) == 0
    facts = tmp_path / "facts.jsonl"
    assert run(["export", str(results), "--to", str(facts), "-q", "--where", "decision ~ e"]) == 0
    rows = {one["pointer"]: one for one in map(json.loads, facts.read_text(encoding="utf-8").splitlines())}
    assert {pointer.rpartition("/")[0] for pointer in rows} <= {"/parties/0", "/parties/0/aliases"}
    assert (rows["/parties/0/name"]["decision"], rows["/parties/0/name"]["corrected"]) == (
        "reject; correct",
        "Otter Ltd",
    )
    assert {one["decision"] for pointer, one in rows.items() if pointer != "/parties/0/name"} == {"reject"}


def test_decisions_that_no_row_of_a_table_shows_are_told(results, tmp_path, capsys):
    assert run(["review", "decide", str(results), "nda.pdf", "/parties/-/name", "add", "Otter Ltd"]) == 0
    for name in ("grid.xlsx", "facts.csv"):
        capsys.readouterr()
        assert run(["export", str(results), "--to", str(tmp_path / name)]) == 0
        assert "1 decision about no value that is here: docpipe review status names" in capsys.readouterr().err
    assert run(["review", "status", str(results)]) == 0
    assert "\nnda.pdf: /parties/-/name: " in (said := capsys.readouterr().out)
    assert "decided 'add' (Otter Ltd), and no value was found that it would stand beside" in said
