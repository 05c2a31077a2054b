"""``docpipe read --tables`` as a user or a script meets it."""

import io

import pytest
from openpyxl import Workbook, load_workbook
from reportlab.pdfgen.canvas import Canvas

ROWS = [("", "2023", "2022"), ("Fees", "1,234", "(567)"), ("Other", "8", "—"), ("Total", "1,242", "(559)")]
CSV = ',2023,2022\nFees,"1,234",(567)\nOther,8,—\nTotal,"1,242",(559)\n'
PROSE = [
    ("What the tenant paid stands below.", "Amounts are those that both parties agreed upon in writing."),
    ("Likewise the landlord:", "He owes nothing else, be it for heat, light or water."),
]


@pytest.fixture
def tabled(tmp_path):
    """``tabled("a.pdf", 2)`` draws a PDF with so many pages, a table on each."""

    def draw(name, pages=1):
        canvas = Canvas(str(tmp_path / name))
        for before, after in PROSE[:pages]:
            canvas.drawString(72, 760, before)
            for number, row in enumerate(ROWS):
                for x, cell in zip((72, 250, 350), row, strict=True):
                    canvas.drawString(x, 700 - 16 * number, cell)
            canvas.drawString(72, 600, after)
            canvas.showPage()
        canvas.save()
        return tmp_path / name

    return draw


def test_tables_go_to_a_pipe_as_csv(tabled, docpipe):
    done = docpipe("read", tabled("a.pdf"), "--tables", "csv")
    assert (done.returncode, done.stdout) == (0, CSV)
    assert done.stderr.splitlines()[1:] == ["table 1: page 1, 4 rows of 3 columns"]


def test_a_folder_has_a_file_for_each_table_as_csv(tabled, docpipe, tmp_path):
    assert docpipe("read", tabled("a.pdf", 2), "--tables", "csv", "--output", "out").returncode == 0
    files = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir()}
    assert files == {"a.table1.csv": CSV, "a.table2.csv": CSV}
    assert docpipe("read", tmp_path / "a.pdf", "--tables", "csv", "--output", "out").returncode == 0


def test_a_workbook_for_each_document_has_numbers(tabled, docpipe, tmp_path):
    done = docpipe("read", tabled("a.pdf"), tabled("b.pdf", 2), "--tables", "xlsx", "--output", "out")
    assert done.returncode == 0, done.stderr
    sheets = {path.name: load_workbook(path).worksheets for path in (tmp_path / "out").iterdir()}
    assert {name: len(found) for name, found in sheets.items()} == {"a.xlsx": 1, "b.xlsx": 2}
    assert sheets["a.xlsx"][0]["C2"].value == -567


def test_a_workbook_is_replaced_only_if_docpipe_wrote_it(tabled, docpipe, tmp_path):
    arguments = ("read", tabled("a.pdf"), "--tables", "xlsx", "--output", "a.xlsx")
    assert [docpipe(*arguments).returncode for _ in range(2)] == [0, 0]
    theirs = io.BytesIO()
    Workbook().save(theirs)
    (tmp_path / "a.xlsx").write_bytes(theirs.getvalue())
    done = docpipe(*arguments)
    assert (done.returncode, (tmp_path / "a.xlsx").read_bytes()) == (2, theirs.getvalue())
    assert "was not written by docpipe" in done.stderr


def test_a_document_without_tables_writes_nothing_and_says_so(pdf, docpipe, tmp_path):
    done = docpipe("read", pdf("a.pdf", [["Nothing but this line of plain text."]]), "--tables", "csv", "-o", "a.csv")
    assert (done.returncode, (tmp_path / "a.csv").exists()) == (0, False)
    assert "no tables: nothing was written" in done.stderr


def test_what_is_redacted_does_not_stand_in_a_table(tabled, docpipe, tmp_path):
    (tmp_path / "docpipe.toml").write_text('blocked_terms = ["1,242"]\n', encoding="utf-8")
    done = docpipe("read", tabled("a.pdf"), "--tables", "csv")
    assert done.returncode == 0, done.stderr
    assert "1,242" not in done.stdout
    assert "1,234" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--tables", "csv", "--format", "json"), "leave out --format and --removed"),
        (("--tables", "csv", "--picture", "1"), "give one of them"),
        (("--tables", "csv", "--output", "a.xlsx"), "the ending does not fit csv"),
    ],
)
def test_what_does_not_go_together_is_refused(tabled, docpipe, arguments, said):
    done = docpipe("read", tabled("a.pdf"), *arguments)
    assert done.returncode == 2
    assert said in done.stderr
