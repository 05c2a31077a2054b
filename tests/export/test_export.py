"""The workbook and the flat tables, read back by other programs' libraries."""

import copy
import csv
import datetime
import json

import openpyxl
import pytest

from docpipe.cli import export, run
from docpipe.errors import ReadError, SettingsError
from docpipe.export.results import load
from docpipe.export.where import conditions, kept
from docpipe.facts import COLUMNS, facts
from docpipe.sinks.json import dumps


@pytest.fixture
def folder(tmp_path, lease):
    """Two leases, one of them with its page, and a failure."""
    other = copy.deepcopy(lease)
    other["document"]["name"] = "=cmd.pdf"
    other["value"]["title"] = "=1+1"
    other["value"]["governing_law"] = ["Texas"]
    other["value"]["expiration_date"] = "perpetual"
    results = tmp_path / "results"
    results.mkdir()
    (results / "a lease.json").write_text(dumps(lease, 2), encoding="utf-8")
    (results / "a lease.html").write_text("<!doctype html>", encoding="utf-8")
    (results / "b.json").write_text(dumps(other, 2), encoding="utf-8")
    failed = {"error": {"code": "Encrypted", "message": "give its password", "document": "c.pdf"}}
    (results / "c.error.json").write_text(dumps(failed, 2), encoding="utf-8")
    (results / "else.json").write_text('{"not": "ours"}', encoding="utf-8")
    return results


def grid(folder, *options):
    target = folder.parent / "grid.xlsx"
    assert run(["export", str(folder), "--to", str(target), "-q", *options]) == 0
    return openpyxl.load_workbook(target)


def day(text):
    return datetime.datetime.fromisoformat(text)


def column(sheet, title):
    at = [cell.value for cell in sheet[1]].index(title) + 1
    return [sheet.cell(line, at) for line in range(2, sheet.max_row + 1)]


def test_one_row_a_document_with_dates_as_dates_and_nothing_else_among_them(folder):
    sheet = grid(folder)["Contracts"]
    assert [cell.value for cell in column(sheet, "Agreement date")] == [day("2024-03-01")] * 2
    expires = column(sheet, "Expiration date")
    assert [cell.value for cell in expires] == [day("2027-02-28"), None]
    assert expires[0].number_format == "yyyy-mm-dd"


def test_dates_that_are_not_there_are_named_in_a_column_of_words(folder, lease):
    undated = copy.deepcopy(lease)
    undated["value"]["expiration_date"] = undated["value"]["effective_date"] = None
    undated["coverage"]["not_found"] += ["expiration_date", "effective_date"]
    undated["value"]["dispute_resolution"] = {"method": "litigation", "venue": None, "seat": None, "rules": None}
    (folder / "z.json").write_text(dumps(undated, 2), encoding="utf-8")
    sheet = grid(folder)["Contracts"]
    assert [cell.value or "" for cell in column(sheet, "Dates not found")][-1] == "Effective date; Expiration date"
    assert column(sheet, "Expiration date")[-1].value is None
    assert column(sheet, "Venue")[-1].value == "Not found"


def test_what_was_not_found_says_so_of_the_pages_that_were_read(folder, lease):
    part = copy.deepcopy(lease)
    part["value"]["governing_law"] = []
    part["coverage"]["not_found"] += ["governing_law"]
    part["document"]["pages"], part["coverage"]["pages_read"] = 13, 8
    (folder / "z.json").write_text(dumps(part, 2), encoding="utf-8")
    assert column(grid(folder)["Contracts"], "Governing law")[-1].value == "Not found in 8 of 13 pages"


def test_numbers_are_numbers_and_each_list_has_its_sheet(folder):
    book = grid(folder)
    assert [cell.value for cell in column(book["Amounts"], "Amount")] == [4500, 4500]
    assert [cell.value for cell in column(book["Parties"], "Name")][:2] == ["Otterbrook Inc.", "Fenwick LLC"]
    assert "Insurance" in [cell.value for cell in book["Clauses"][1]]
    assert {cell.value for cell in book["Clauses"][2][1:]} <= {"Yes", "Not found", "Not checked"}


def test_a_cell_has_quote_and_page_as_its_comment_and_leads_to_its_page(folder):
    law = column(grid(folder)["Contracts"], "Governing law")[0]
    assert law.comment.text.startswith("page 1: ")
    assert "State of New York" in law.comment.text
    assert law.hyperlink.target.replace("\\", "/") == "results/a%20lease.html"
    assert law.hyperlink.location == "governing_law.0"


def test_nothing_in_it_is_a_formula(folder):
    book = grid(folder)
    assert [cell.data_type for cell in column(book["Contracts"], "Title")] == ["s", "s"]
    assert book["Contracts"]["A3"].quotePrefix
    target = folder.parent / "facts.csv"
    assert run(["export", str(folder), "--to", str(target), "-q"]) == 0
    with target.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["document"] for row in rows} == {"made.pdf", "'=cmd.pdf"}


def test_a_document_that_failed_stands_on_a_sheet_of_its_own(folder):
    failed = grid(folder)["Failed"]
    assert [cell.value for cell in failed[2]] == ["c.pdf", "Encrypted", "give its password"]


def test_elements_carry_their_names_out_of_sight(folder):
    sheet = grid(folder)["Obligations"]
    hidden = [cell.value for cell in sheet[1]].index("docpipe")
    assert sheet.column_dimensions[openpyxl.utils.get_column_letter(hidden + 1)].hidden
    assert all(cell.value for cell in column(sheet, "docpipe"))
    assert sheet.data_validations.dataValidation[0].formula1 == '"accept,correct,reject,absent"'


def test_json_lines_have_every_column_and_csv_a_mark_for_excel(folder):
    for name in ("facts.jsonl", "facts.csv"):
        assert run(["export", str(folder), "--to", str(folder.parent / name), "-q"]) == 0
    lines = (folder.parent / "facts.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(list(json.loads(line)) == list(COLUMNS) for line in lines)
    assert (folder.parent / "facts.csv").read_bytes().startswith(b"\xef\xbb\xbfdocument,")


def test_the_help_names_the_columns_that_there_are(capsys):
    assert run(["export", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"Those of .csv, .jsonl and .parquet are: {', '.join(COLUMNS)}." in told


def test_parquet_has_typed_columns(folder):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    assert run(["export", str(folder), "--to", str(folder.parent / "facts.parquet"), "-q"]) == 0
    table = parquet.read_table(folder.parent / "facts.parquet")
    assert table.column_names == list(COLUMNS)
    assert str(table.schema.field("page").type) == "int64"


def test_a_condition_on_a_field_chooses_documents(folder):
    sheet = grid(folder, "--where", "governing_law = texas")["Contracts"]
    assert [cell.value for cell in column(sheet, "Title")] == ["=1+1"]


def test_conditions_compare_days_numbers_and_parts(lease):
    found = facts(lease)
    assert kept(found, conditions("expiration_date < 2028 and parties/name ~ otter"))
    assert not kept(found, conditions("amounts/amount > 4,500"))
    assert not kept(found, conditions("governing_law != New York"))
    assert {fact.state for fact in kept(found, conditions("state = not_found"))} == {"not_found"}


def test_columns_choose_the_fields_of_the_first_sheet(folder):
    sheet = grid(folder, "--columns", "governing_law,title")["Contracts"]
    assert [cell.value for cell in sheet[1]] == ["Document", "Governing law", "Title"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--to", "grid.pdf"], "the ending says what is written"),
        (["--to", "nowhere/grid.xlsx"], "there is no folder"),
        (["--to", "facts.csv", "--columns", "titel"], "there is no column 'titel'"),
        (["--to", "facts.csv", "--where", "law"], "write NAME = VALUE"),
        (
            ["--to", "facts.csv", "--where", "governing_lw = Texas"],
            "no result has a field 'governing_lw'; did you mean",
        ),
        (["--to", "grid.xlsx", "--columns", "title,foo"], "no result has a field 'foo'"),
        (["--to", "grid.xlsx", "--where", "state = located"], "a workbook has documents"),
    ],
)
def test_wrong_usage_says_what_is_right(folder, capsys, monkeypatch, options, said):
    monkeypatch.chdir(folder.parent)
    assert run(["export", str(folder), *options]) == 2
    assert said in capsys.readouterr().err
    assert not list(folder.parent.glob(".docpipe-*"))


@pytest.mark.parametrize("name", ["grid.xlsx", "facts.csv", "facts.jsonl"])
def test_only_an_export_is_replaced(folder, capsys, name):
    target = folder.parent / name
    for _ in range(2):
        assert run(["export", str(folder), "--to", str(target), "-q"]) == 0
    target.write_text("a,b\n1,2\n", encoding="utf-8")
    assert run(["export", str(folder), "--to", str(target)]) == 2
    assert target.read_text(encoding="utf-8") == "a,b\n1,2\n"


def test_a_workbook_that_was_saved_in_the_second_in_which_it_was_made_is_no_longer_replaced(folder):
    target = folder.parent / "grid.xlsx"
    book = grid(folder)
    grid(folder)
    book["Values"].cell(2, 6).value = "accept"
    book.properties.modified = book.properties.created
    book.save(target)
    assert run(["export", str(folder), "--to", str(target), "-q"]) == 2
    assert openpyxl.load_workbook(target)["Values"].cell(2, 6).value == "accept"


@pytest.mark.parametrize("there", [False, True])
def test_what_is_written_by_others_while_an_export_is_being_made_stays(folder, monkeypatch, capsys, there):
    target = folder.parent / "facts.csv"
    if there:
        assert run(["export", str(folder), "--to", str(target), "-q"]) == 0

    def slowly(*given):
        target.write_text("somebody else's", encoding="utf-8")
        return flat(*given)

    flat = export._flat
    monkeypatch.setattr(export, "_flat", slowly)
    assert run(["export", str(folder), "--to", str(target)]) == 2
    assert "written by somebody else meanwhile" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "somebody else's"
    assert not list(folder.parent.glob(".docpipe-*"))


def test_words_that_xml_or_the_format_would_take_otherwise_come_back_as_they_are(folder, lease):
    escaped = {"_x0041_ and _x00": "_x005F_x0041_ and _x00", "\ufffe": "_xFFFE_"}  # openpyxl shows it so
    odd = ["a & b < c > d", 'two\nlines "quoted"', " spaces ", *escaped]
    for number, title in enumerate(odd):
        other = copy.deepcopy(lease)
        other["value"]["title"] = title
        (folder / f"z{number}.json").write_text(dumps(other, 2), encoding="utf-8")
    titles = [cell.value for cell in column(grid(folder)["Contracts"], "Title")[2:]]
    assert titles == [escaped.get(title, title) for title in odd]


def test_a_result_that_is_broken_off_is_an_error_with_its_name(folder):
    whole = (folder / "b.json").read_text(encoding="utf-8")
    (folder / "b.json").write_text(whole[:200], encoding="utf-8")
    with pytest.raises(ReadError, match=r"b\.json: broken off"):
        list(load([folder]))


def test_a_place_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SettingsError, match="does not exist"):
        list(load([tmp_path / "gone"]))


def test_a_name_that_is_no_unicode_is_loaded_too(folder, lease):
    named = copy.deepcopy(lease)
    named["document"]["name"] = "a\udcff.pdf"
    (folder / "d.json").write_text(dumps(named, 2), encoding="utf-8")
    assert "a\udcff.pdf" in [one.data["document"]["name"] for one in load([folder]) if not one.failed]
    assert column(grid(folder)["Contracts"], "Document")[2].value == "a\\udcff.pdf"


def test_what_a_list_of_documents_said_stands_before_the_fields(folder, lease):
    for path in folder.glob("?*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        if "document" in data:
            data["document"]["manifest"] = {"Custodian": "Ms Otter"}
            path.write_text(dumps(data, 2), encoding="utf-8")
    sheet = grid(folder, "--columns", "title")["Contracts"]
    assert [[cell.value for cell in row] for row in sheet.iter_rows(max_row=2)] == [
        ["Document", "Custodian", "Title"],
        ["made.pdf", "Ms Otter", "LEASE AGREEMENT"],
    ]


def test_results_as_a_data_frame(folder):
    pytest.importorskip("pandas", reason="pandas is not installed")
    import docpipe

    table = docpipe.frame(folder)
    assert list(table.columns) == list(COLUMNS)
    assert set(table[table.field == "governing_law"].value) == {"New York", "Texas"}


def test_what_the_document_says_in_two_ways_has_a_row_with_its_place(folder, lease):
    doubled = copy.deepcopy(lease)
    doubled["value"]["term"] = None
    evidence = [{"page": 2, "bbox": [1, 2, 3, 4], "boxes": [], "span": [0, 9], "quote": "two years", "match": "exact"}]
    check = {
        "path": "/term",
        "rule": "conflict",
        "severity": "warning",
        "message": "2 and 3 years",
        "evidence": evidence,
    }
    doubled["checks"].append(check)
    (fact,) = [one for one in facts(doubled) if one.field == "term"]
    assert (fact.state, fact.value, fact.page, fact.quote) == ("contradictory", None, 2, "two years")


def test_a_clause_that_is_more_likely_wrong_than_right_is_only_perhaps_there(folder, lease):
    path = folder / "b.json"
    unsure = json.loads(path.read_text(encoding="utf-8"))
    unsure["value"]["clauses"] = [{"category": "Insurance", "summary": None}]
    trust = {"state": "located", "by": ["rules"], "confidence": 0.38}
    unsure["trust"]["/clauses/0/category"] = trust
    path.write_text(dumps(unsure, 2), encoding="utf-8")
    assert column(grid(folder)["Clauses"], "Insurance")[1].value == "Perhaps"
    unsure["value"]["clauses"] *= 2
    unsure["trust"]["/clauses/1/category"] = trust | {"confidence": 0.62}
    path.write_text(dumps(unsure, 2), encoding="utf-8")
    assert column(grid(folder)["Clauses"], "Insurance")[1].value == "Yes"
