"""Decisions on values: made in a workbook, kept beside results, found again when the document was run again."""

import copy
import datetime
import json
import shutil
import subprocess
import threading

import openpyxl
import pytest
from lease import lease_result

from docpipe.cli import run
from docpipe.errors import ReadError
from docpipe.export.results import Loaded
from docpipe.facts import facts
from docpipe.review import corrections
from docpipe.review.attach import reviewed
from docpipe.review.corrections import NAME, Correction
from docpipe.review.values import Values
from docpipe.sinks.json import dumps


@pytest.fixture
def results(tmp_path, lease):
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "lease.json").write_text(dumps(lease, 2), encoding="utf-8")
    return folder


@pytest.fixture
def grid(results):
    target = results.parent / "grid.xlsx"
    assert run(["export", str(results), "--to", str(target), "-q"]) == 0
    return target


def titles(sheet):
    return [cell.value for cell in sheet[1]]


def edit(path, sheet_title, key, key_value, **changes):
    """Change the cells of the row whose column ``key`` has a value; names of columns with _ for a space."""
    book = openpyxl.load_workbook(path)
    sheet = book[sheet_title]
    names = titles(sheet)
    for row in sheet.iter_rows(min_row=2):
        if row[names.index(key)].value == key_value:
            for name, value in changes.items():
                row[names.index(name.replace("_", " "))].value = value
    book.save(path)


def taken(path, results, *options):
    code = run(["review", "import", str(path), str(results), "--apply", "--by", "ann", *options])
    return code, corrections.read(results)


def test_nothing_is_taken_over_before_it_was_shown(grid, results, capsys):
    edit(grid, "Values", "Field", "Governing law", Decision="accept")
    assert run(["review", "import", str(grid), str(results), "--by", "ann"]) == 0
    assert "made.pdf: /governing_law/0: accept 'New York'" in capsys.readouterr().err
    assert not (results / NAME).exists()


def test_decisions_of_a_workbook_stand_beside_the_results_which_stay_as_they_are(grid, results):
    before = (results / "lease.json").read_bytes()
    edit(grid, "Values", "Field", "Governing law", Decision="correct", Corrected_value="Texas", Note="see rider")
    edit(grid, "Values", "Field", "Title", Decision="Accept")
    code, made = taken(grid, results)
    assert code == 0
    assert [(one.path, one.action, one.value, one.machine, one.note) for one in made] == [
        ("/title", "accept", None, "LEASE AGREEMENT", None),
        ("/governing_law/0", "correct", "Texas", "New York", "see rider"),
    ]
    assert "State of New York" in made[1].quote
    assert (made[1].page, made[1].by, made[1].document) == (1, "ann", "made.pdf")
    assert (results / "lease.json").read_bytes() == before


def test_a_cell_that_was_changed_corrects_that_part_of_its_element(grid, results):
    edit(grid, "Amounts", "Currency", "USD", Amount=5400, Decision="correct")
    edit(grid, "Parties", "Name", "Fenwick LLC", Decision="correct", Corrected_value="Name: Fenwick Holdings LLC")
    code, made = taken(grid, results)
    assert code == 0
    assert {(one.path, one.value) for one in made} == {
        ("/amounts/0/amount", "5400"),
        ("/parties/1/name", "Fenwick Holdings LLC"),
    }


def test_a_change_without_a_decision_is_told_and_not_taken_over(grid, results, capsys):
    edit(grid, "Amounts", "Currency", "USD", Amount=1)
    code, made = taken(grid, results)
    assert (code, made) == (1, [])
    assert "Amounts, row 2: Amount: changed without a decision" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"Decision": "corect"}, "'corect' is no decision"),
        ({"Decision": "correct"}, "'correct' without a value"),
        ({"Corrected value": "Texas"}, "Corrected value: changed without a decision"),
    ],
)
def test_what_is_no_decision_is_told_with_its_row(grid, results, capsys, changes, said):
    edit(grid, "Values", "Field", "Governing law", **changes)
    code, made = taken(grid, results)
    assert (code, made) == (1, [])
    assert said in capsys.readouterr().err


def test_sorting_and_deleting_columns_and_rows_changes_nothing(grid, results):
    edit(grid, "Obligations", "Party", "Tenant", Decision="reject")
    edit(grid, "Values", "Field", "Agreement date", Value=datetime.date(2024, 3, 2), Decision="correct")
    book = openpyxl.load_workbook(grid)
    for title in ("Values", "Obligations"):
        sheet = book[title]
        rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]
        for line, row in enumerate(reversed(rows), 2):
            for at, value in enumerate(row, 1):
                sheet.cell(line, at).value = value
    book["Values"].delete_cols(titles(book["Values"]).index("Quote") + 1)
    book["Obligations"].insert_cols(2)
    book.save(grid)
    code, made = taken(grid, results)
    assert code == 0
    assert [(one.path, one.action, one.value) for one in made] == [
        ("/agreement_date", "correct", "2024-03-02"),
        ("/obligations/0", "reject", None),
    ]


def test_a_sheet_without_its_ids_is_refused(grid, results, capsys):
    book = openpyxl.load_workbook(grid)
    book["Values"].delete_cols(titles(book["Values"]).index("docpipe") + 1)
    book.save(grid)
    assert run(["review", "import", str(grid), str(results)]) == 1
    assert "sheet Values has lost its column docpipe" in capsys.readouterr().err


def test_a_decision_in_a_row_of_ones_own_is_told_and_not_lost_silently(grid, results, capsys):
    book = openpyxl.load_workbook(grid)
    names = titles(book["Values"])
    book["Values"].append(
        ["made.pdf" if name == "Document" else "accept" if name == "Decision" else None for name in names]
    )
    book.save(grid)
    code, made = taken(grid, results)
    assert (code, made) == (1, [])
    assert "docpipe did not write this row" in capsys.readouterr().err


def test_a_workbook_imported_twice_decides_once(grid, results):
    edit(grid, "Values", "Field", "Title", Decision="accept")
    taken(grid, results)
    assert len(taken(grid, results)[1]) == 1


def test_what_was_not_found_can_be_added_or_confirmed_as_absent(grid, results):
    edit(grid, "Values", "Field", "Renewal term", Decision="correct", Corrected_value="1 year")
    edit(grid, "Values", "Field", "Notice period", Decision="accept")
    code, made = taken(grid, results)
    assert code == 0
    assert [(one.path, one.action, one.value) for one in made] == [
        ("/renewal_term", "add", "1 year"),
        ("/notice_period", "absent", None),
    ]


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_a_workbook_saved_by_libreoffice_loses_no_decision(grid, results, tmp_path):
    edit(grid, "Amounts", "Currency", "USD", Amount=5400, Decision="correct")
    edit(grid, "Values", "Field", "Governing law", Decision="reject")
    saved = tmp_path / "saved"
    profile = f"-env:UserInstallation=file://{tmp_path / 'profile'}"
    convert = ["soffice", profile, "--headless", "--convert-to", "xlsx", "--outdir", str(saved), str(grid)]
    subprocess.run(convert, check=True, capture_output=True, timeout=300)
    code, made = taken(saved / "grid.xlsx", results)
    assert code == 0
    assert [(one.path, one.action, one.value) for one in made] == [
        ("/governing_law/0", "reject", None),
        ("/amounts/0/amount", "correct", "5400"),
    ]


def test_an_export_shows_decisions_beside_the_values_of_the_machine(grid, results):
    edit(grid, "Amounts", "Currency", "USD", Amount=5400, Decision="correct", Note="rider 2")
    edit(grid, "Values", "Field", "Governing law", Decision="reject")
    taken(grid, results)
    again = results.parent / "again.xlsx"
    assert run(["export", str(results), "--to", str(again), "-q"]) == 0
    book = openpyxl.load_workbook(again)
    (amount,) = [dict(zip(titles(book["Amounts"]), row, strict=True)) for row in list(book["Amounts"].values)[1:]]
    assert (amount["Amount"], amount["Decision"], amount["Corrected value"]) == (4500, "correct", "Amount: 5400")
    assert run(["review", "import", str(again), str(results), "--apply", "--by", "bob"]) == 0
    assert len(corrections.read(results)) == 2
    table = results.parent / "facts.jsonl"
    assert run(["export", str(results), "--to", str(table), "-q", "--where", "decision = correct"]) == 0
    (fact,) = map(json.loads, table.read_text(encoding="utf-8").splitlines())
    assert (fact["value"], fact["corrected"], fact["reviewer"]) == ("4500.00", "5400", "ann")


def test_a_disagreement_that_a_workbook_only_tells_is_nobodys_decision(results):
    decide = ["review", "decide", str(results), "made.pdf", "/governing_law/0"]
    assert run([*decide, "accept", "--by", "ann"]) == 0
    assert run([*decide, "correct", "Texas", "--by", "bob"]) == 0
    told = results.parent / "told.xlsx"
    assert run(["export", str(results), "--to", str(told), "-q"]) == 0
    code, made = taken(told, results)
    assert (code, len(made)) == (0, 2)
    edit(told, "Values", "Field", "Governing law", Value="Ohio")
    assert taken(told, results)[0] == 1


def test_a_workbook_that_somebody_has_worked_in_is_not_replaced(grid, results, capsys):
    edit(grid, "Values", "Field", "Title", Decision="accept")
    worked_in = grid.read_bytes()
    assert run(["export", str(results), "--to", str(grid)]) == 2
    assert "was worked in" in capsys.readouterr().err
    assert grid.read_bytes() == worked_in


def decision(lease, path, action, **more):
    fact = next(one for one in facts(lease) if one.pointer == path)
    told = {"quote": fact.quote, "page": fact.page, "machine": fact.value, "by": "ann", "at": "2026-01-01T00:00:00Z"}
    sha256 = lease["document"]["sha256"]
    return Correction(document_sha256=sha256, id=fact.id, path=path, action=action, **{**told, **more})


def standings(result, *decided):
    return [one.standing for one in reviewed(Values(Loaded(None, result)), decided)]


def test_a_decision_holds_when_elements_have_moved(lease):
    accepted = decision(lease, "/parties/1/name", "accept")
    again = lease_result(("between Otterbrook Inc., a Delaware corporation", "among Anchor Corp., a Utah corporation "
                          '("Agent"), Otterbrook Inc., a Delaware corporation'))  # fmt: skip
    assert again["value"]["parties"][0]["name"] == "Anchor Corp."
    (found,) = reviewed(Values(Loaded(None, again)), [accepted])
    assert (found.standing, found.fact.value) == ("", "Fenwick LLC")


def test_another_value_from_the_same_words_asks_to_look_again(lease):
    changed = copy.deepcopy(lease)
    changed["value"]["governing_law"][0] = "Texas"
    accepted = decision(lease, "/governing_law/0", "accept")
    assert standings(changed, accepted) == ["review_stale"]
    assert standings(lease, accepted) == [""]
    (found,) = reviewed(Values(Loaded(None, changed)), [accepted])
    assert found.message == "ann decided 'accept' when the value was 'New York'; it is 'Texas' now: look again"


def test_a_value_that_is_corrected_as_decided_needs_no_look(lease):
    changed = copy.deepcopy(lease)
    changed["value"]["governing_law"][0] = "Texas"
    assert standings(changed, decision(lease, "/governing_law/0", "correct", value="Texas")) == [""]


def test_a_decision_on_words_that_give_no_value_any_more_is_without_a_home(lease):
    gone = copy.deepcopy(lease)
    gone["value"]["governing_law"] = []
    assert standings(gone, decision(lease, "/governing_law/0", "accept")) == ["review_orphaned"]


def test_two_people_who_disagree_are_both_shown(lease):
    both = (
        decision(lease, "/governing_law/0", "accept"),
        decision(lease, "/governing_law/0", "correct", value="Texas", by="bob"),
    )
    assert standings(lease, *both) == ["review_conflict", "review_conflict"]
    assert standings(lease, *both, decision(lease, "/governing_law/0", "accept", by="bob")) == ["", ""]


def test_the_command_line_decides_and_tells_the_state(results, capsys):
    decide = ["review", "decide", str(results), "made.pdf"]
    assert run([*decide, "/governing_law/0", "correct", "Texas", "--by", "ann", "--note", "rider"]) == 0
    assert run([*decide, "/renewal_term", "absent", "--by", "ann"]) == 0
    assert run(["review", "status", str(results)]) == 0
    assert capsys.readouterr().out == "2 decisions by 1 reviewer: 1 absent, 1 correct\n"
    assert run([*decide, "/governing_law/7", "accept"]) == 2
    assert run([*decide, "/expiration_date", "correct", "banana"]) == 2
    assert "not a day as YYYY-MM-DD" in capsys.readouterr().err
    assert run([*decide, "/governing_lwa", "add", "Texas"]) == 2
    assert "has nothing at /governing_lwa" in capsys.readouterr().err
    assert run([*decide, "/governing_law/0", "accept", "Texas"]) == 2


def test_decisions_are_gold_for_eval(results, tmp_path, capsys):
    decide = ["review", "decide", str(results), "made.pdf"]
    for words in (
        ["/governing_law/0", "correct", "Texas"],
        ["/parties/0", "accept"],
        ["/parties/1/name", "correct", "Fenwick Holdings LLC"],
        ["/renewal_term", "add", "1 year"],
        ["/notice_period", "absent"],
    ):
        assert run([*decide, *words, "--by", "ann"]) == 0
    target = tmp_path / "gold.jsonl"
    assert run(["review", "export", str(results), "--to", str(target)]) == 0
    kind, document = map(json.loads, target.read_text(encoding="utf-8").splitlines())
    assert kind == {"kind": "contract"}
    assert [(one["field"], one["value"]) for one in document["facts"]] == [
        ("parties", "Otterbrook Inc."),
        ("parties", "Fenwick Holdings LLC"),
        ("renewal_term", {"count": 1, "unit": "year"}),
        ("notice_period", None),
        ("governing_law", "Texas"),
    ]
    capsys.readouterr()
    assert run(["eval", str(target), str(results), "--format", "json"]) == 0
    assert '"governing_law"' in capsys.readouterr().out


def gold_of(results, target, capsys):
    """The facts of the one document of a gold file, and what was told of it."""
    capsys.readouterr()
    assert run(["review", "export", str(results), "--to", str(target)]) == 0
    lines = target.read_text(encoding="utf-8").splitlines()
    return json.loads(lines[-1])["facts"] if lines else [], capsys.readouterr().err


def test_a_list_of_which_an_element_is_undecided_is_no_gold(results, tmp_path, capsys):
    assert run(["review", "decide", str(results), "made.pdf", "/parties/0", "accept", "--by", "ann"]) == 0
    facts, told = gold_of(results, tmp_path / "gold.jsonl", capsys)
    assert facts == []
    assert "made.pdf: parties: left out" in told


def test_a_corrected_value_is_not_proved_by_the_words_that_the_machine_went_by(results, tmp_path, capsys):
    decide = ["review", "decide", str(results), "made.pdf", "/governing_law/0", "correct", "Texas", "--by", "ann"]
    assert run(decide) == 0
    assert gold_of(results, tmp_path / "without.jsonl", capsys)[0] == [{"field": "governing_law", "value": "Texas"}]
    assert run([*decide, "--quote", "the laws of Texas", "--page", "2"]) == 0
    (fact,) = gold_of(results, tmp_path / "with.jsonl", capsys)[0]
    assert fact == {"field": "governing_law", "value": "Texas", "page": 2, "quote": "the laws of Texas"}
    (one,) = corrections.latest(corrections.read(results))
    assert "New York" in one.quote  # by which it is found again


def test_what_people_disagree_about_is_left_out_of_gold_and_told(results, tmp_path, capsys):
    decide = ["review", "decide", str(results), "made.pdf"]
    assert run([*decide, "/governing_law/0", "correct", "Texas", "--by", "ann"]) == 0
    assert run([*decide, "/governing_law/0", "accept", "--by", "bob"]) == 0
    assert run([*decide, "/notice_period", "absent", "--by", "bob"]) == 0
    facts, told = gold_of(results, tmp_path / "gold.jsonl", capsys)
    assert [fact["field"] for fact in facts] == ["notice_period"]
    assert "/governing_law/0: left out: ann decided 'correct' (Texas), others decided otherwise: settle it" in told
    assert "/governing_law/0: left out: bob decided 'accept'" in told


def test_documents_with_decisions_and_no_result_are_named(results, tmp_path, capsys):
    assert run(["review", "decide", str(results), "made.pdf", "/notice_period", "absent", "--by", "ann"]) == 0
    for path in results.glob("*.json"):
        path.unlink()
    facts, told = gold_of(results, tmp_path / "gold.jsonl", capsys)
    assert facts == []
    assert "1 document with decisions, and no result here: made.pdf" in told


def test_decisions_made_at_once_are_all_kept(tmp_path, lease):
    one = decision(lease, "/title", "accept")
    writers = [threading.Thread(target=corrections.append, args=(tmp_path, [one] * 5)) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(corrections.read(tmp_path)) == 40


def test_a_line_that_was_broken_off_costs_that_line_alone(tmp_path, lease):
    one = decision(lease, "/title", "accept")
    corrections.append(tmp_path, [one])
    whole = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(whole + whole[:40])
    assert corrections.read(tmp_path) == [one]


def test_a_line_that_is_no_decision_is_named(tmp_path, lease):
    corrections.append(tmp_path, [decision(lease, "/title", "accept")])
    (tmp_path / NAME).write_bytes(b'{"action": "maybe"}\n' + (tmp_path / NAME).read_bytes())
    with pytest.raises(ReadError, match="line 1 is no decision"):
        corrections.read(tmp_path)


def test_decisions_are_plain_json_lines(tmp_path, lease):
    corrections.append(tmp_path, [decision(lease, "/title", "accept")])
    (line,) = (tmp_path / NAME).read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["action"] == "accept"


def test_two_parts_that_an_element_lacked_are_both_kept_and_come_back_as_they_were(grid, results, tmp_path, capsys):
    """Neither has a value of its own by whose name it could be known."""
    edit(grid, "Amounts", "Currency", "USD", Decision="correct", Tax="net", Payee="Otterbrook Inc.")
    code, made = taken(grid, results)
    wanted = {("/amounts/0/tax", "net"), ("/amounts/0/payee", "Otterbrook Inc.")}
    assert (code, {(one.path, one.value) for one in corrections.latest(made)}) == (0, wanted)
    assert run(["review", "status", str(results)]) == 0
    assert capsys.readouterr().out == "2 decisions by 1 reviewer: 2 correct\n"
    again = tmp_path / "again.xlsx"
    assert run(["export", str(results), "--to", str(again), "-q"]) == 0
    sheet = openpyxl.load_workbook(again)["Amounts"]
    shown = [row[titles(sheet).index("Corrected value")].value for row in sheet.iter_rows(min_row=2)]
    assert {part for one in shown if one for part in one.split("; ")} == {"Tax: net", "Payee: Otterbrook Inc."}
    assert taken(again, results) == (0, made)


def test_rows_of_a_document_and_its_copy_that_say_different_things_are_told_and_not_taken_over(results, lease, capsys):
    copied = copy.deepcopy(lease)
    copied["document"]["name"] = "copy.pdf"
    (results / "copy.json").write_text(dumps(copied, 2), encoding="utf-8")
    grid = results.parent / "grid.xlsx"
    assert run(["export", str(results), "--to", str(grid), "-q"]) == 0
    edit(grid, "Values", "Field", "Governing law", Decision="accept")
    edit(grid, "Values", "Field", "Title", Decision="accept")
    book = openpyxl.load_workbook(grid)
    sheet = book["Values"]
    rows = [row for row in sheet.iter_rows(min_row=2) if row[titles(sheet).index("Field")].value == "Governing law"]
    rows[0][titles(sheet).index("Decision")].value = "reject"
    book.save(grid)
    code, made = taken(grid, results)
    assert (code, {one.path for one in made}) == (1, {"/title"})
    told = capsys.readouterr().err
    for row, other in zip(rows, reversed(rows), strict=True):
        assert f"Values, row {row[0].row}: says otherwise than Values, row {other[0].row} of the same value" in told


def test_a_decision_that_was_taken_back_can_be_made_again(grid, results):
    edit(grid, "Values", "Field", "Title", Decision="accept")
    taken(grid, results)
    assert run(["review", "decide", str(results), "made.pdf", "/title", "reject", "--by", "ann"]) == 0
    _, made = taken(grid, results)
    assert [one.action for one in made] == ["accept", "reject", "accept"]


def test_one_decision_in_the_place_of_two_that_disagree_is_taken_over(grid, results):
    decide = ["review", "decide", str(results), "made.pdf", "/title"]
    assert run([*decide, "accept", "--by", "ann"]) == 0
    assert run([*decide, "reject", "--by", "bob"]) == 0
    edit(grid, "Values", "Field", "Title", Decision="reject")
    _, made = taken(grid, results)
    assert [(one.by, one.action) for one in made] == [("ann", "accept"), ("bob", "reject"), ("ann", "reject")]


def test_two_corrections_that_a_workbook_only_tells_are_nobodys_decision(results):
    decide = ["review", "decide", str(results), "made.pdf", "/governing_law/0", "correct"]
    assert run([*decide, "Texas", "--by", "ann"]) == 0
    assert run([*decide, "Utah", "--by", "bob"]) == 0
    grid = results.parent / "grid.xlsx"
    assert run(["export", str(results), "--to", str(grid), "-q"]) == 0
    code, made = taken(grid, results)
    assert (code, [one.value for one in made]) == (0, ["Texas", "Utah"])
    edit(grid, "Values", "Field", "Governing law", Corrected_value="Utah")
    assert [one.value for one in taken(grid, results)[1]] == ["Texas", "Utah", "Utah"]
