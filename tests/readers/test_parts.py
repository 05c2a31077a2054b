"""Long documents in parts: several processes give what one gives, and a help that fails costs nothing."""

import sys
from pathlib import Path

import pikepdf
import pytest
from patience import lives, until
from pikepdf import Array, Dictionary, Name, String
from reportlab.pdfgen.canvas import Canvas
from sameness import assert_same

from docpipe import readers
from docpipe.cleaning import clean
from docpipe.cleaning.footnotes import small_size
from docpipe.cleaning.lines import block_lines, text_lines
from docpipe.cleaning.paragraphs import setting_of
from docpipe.cleaning.stretches import Asked
from docpipe.errors import NoText
from docpipe.launch import CLEANING
from docpipe.readers import pdfium
from docpipe.readers.frames import Request
from docpipe.readers.helpers import Others, _idle, end_idle, helpers
from docpipe.readers.options import Limits, ReadOptions
from docpipe.readers.parts import PART_PAGES, Unread, read
from docpipe.readers.workers import Pool
from docpipe.types import Source

FIGURES = (
    ("Year", "2025", "2024"),
    ("Bolts", "1", "22"),
    ("Nuts", "333", "4"),
    ("Screws", "5", "6"),
    ("Pin", "7", "8"),
)
LONG = 2 * PART_PAGES + 10
MIDDLE = LONG // 2


@pytest.fixture(autouse=True)
def _no_helper_stays():
    yield
    end_idle()


def pages(count, textless=()):
    return [
        [] if number in textless else [(72, 700, f"Page {number} speaks of"), (72, 688, "its own matters only.")]
        for number in range(1, count + 1)
    ]


@pytest.fixture
def long_file(pdf, tmp_path):
    """A file on disk, its bytes and what they are."""

    def made(*given, **named):
        path = tmp_path / "long.pdf"
        path.write_bytes(pdf(*given, **named))
        return readers.load(path, Limits())

    return made


def test_two_processes_give_the_document_that_one_gives(long_file):
    textless = {3, MIDDLE, MIDDLE + 1, LONG}
    data, source = long_file(pages(LONG, textless), watermark="Draft")
    whole = read(data, source, ReadOptions(processes=2))
    assert_same(whole, readers.read(data, source, ReadOptions()))
    assert len(whole.pages) == LONG
    assert len({block.id for block in whole.blocks}) == len(whole.blocks)


def test_fields_and_struck_words_of_all_parts_are_known(long_file, tmp_path):
    long_file(pages(LONG))
    path = tmp_path / "annotated.pdf"
    with pikepdf.open(tmp_path / "long.pdf") as file:
        fields = []
        for page in (file.pages[0], file.pages[-1]):
            entries = {"/Type": Name.Annot, "/Rect": Array([72, 600, 172, 616]), "/F": 4}
            field = Dictionary(
                entries | {"/Subtype": Name.Widget, "/FT": Name.Tx, "/T": String("f"), "/V": String("v")}
            )
            strike = Dictionary(entries | {"/Subtype": Name.StrikeOut, "/Rect": Array([72, 697, 92, 709])})
            page.Annots = Array([file.make_indirect(field), file.make_indirect(strike)])
            fields.append(page.Annots[0])
        file.Root.AcroForm = Dictionary(Fields=Array(fields))
        file.save(path)
    data, source = readers.load(path, Limits())
    document = read(data, source, ReadOptions(processes=2))
    assert_same(document, readers.read(data, source, ReadOptions()))
    assert list(document.words.marked.values()) == ["struck", "struck"]
    assert list(document.words.fields.values()) == [0, 1]


def test_tables_of_all_parts_name_their_blocks(tmp_path):
    canvas = Canvas(str(tmp_path / "long.pdf"))
    for number in range(1, LONG + 1):
        canvas.drawString(72, 740, f"Page {number} says how many pieces there were at the end of each year, if any.")
        for row, cells in enumerate(FIGURES if number in (2, LONG - 1) else ()):
            for column, text in enumerate(cells):
                canvas.drawString(72 + 120 * column, 700 - 16 * row, text)
        canvas.showPage()
    canvas.save()
    data, source = readers.load(tmp_path / "long.pdf", Limits())
    document = read(data, source, ReadOptions(processes=2))
    assert_same(document, readers.read(data, source, ReadOptions()))
    named = {block.id: (block.kind, block.page) for block in document.blocks}
    assert [named[table.block] for table in document.tables] == [("table", 2), ("table", LONG - 1)]


def test_what_is_said_of_pages_names_those_of_all_parts_once(long_file):
    data, source = long_file(pages(LONG, {MIDDLE - 1, MIDDLE, MIDDLE + 1, MIDDLE + 2}))
    document = read(data, source, ReadOptions(processes=2))
    assert document.warnings == (f"pages {MIDDLE - 1}-{MIDDLE + 2}: no text",)


def test_chosen_pages_are_shared_out(long_file):
    data, source = long_file(pages(LONG + 40))
    options = ReadOptions(pages=f"1-20,31-{LONG + 20}", processes=2)
    document = read(data, source, options)
    assert document.pages_read == (*range(1, 21), *range(31, LONG + 21))
    assert_same(document, readers.read(data, source, options))


def test_a_part_without_any_text_does_not_make_the_whole_fail(long_file):
    data, source = long_file(pages(LONG, set(range(2, LONG + 1))))
    assert read(data, source, ReadOptions(processes=2)).text.startswith("Page 1 speaks")
    data, source = long_file(pages(LONG, set(range(1, LONG + 1))))
    with pytest.raises(NoText):
        read(data, source, ReadOptions(processes=2))


def test_a_file_that_changes_meanwhile_is_read_as_it_was(long_file, pdf):
    data, source = long_file(pages(LONG))
    Path(source.path).write_bytes(pdf([[(72, 700, "something else")]] * LONG))
    assert_same(read(data, source, ReadOptions(processes=2)), readers.read(data, source, ReadOptions()))


def test_a_file_of_which_parts_are_asked_for_stays_open_until_something_else_is(long_file, pdf):
    _, source = long_file(pages(LONG))
    with helpers(1) as (helper,):
        assert "Page 2 speaks" in helper.read(source, ReadOptions("1-2")).text
        Path(source.path).write_bytes(pdf([[(72, 700, "something else")]] * LONG))
        assert "Page 9 speaks" in helper.read(source, ReadOptions("9")).text
        helper.ask(Request(source.path, None, source.name, ReadOptions("9")))
        assert helper.answer().text == "something else"
        assert helper.read(source, ReadOptions("9")) is None  # another file than was asked for


def test_a_document_that_is_kept_open_is_closed_in_the_end_and_another_one_is_not_taken_for_it(pdf):
    one, other = pdf([[(72, 700, "one")]]), pdf([[(72, 700, "other")]] * 2)
    with pdfium.kept_open(one, None):
        with pdfium.opened(one, None) as first, pdfium.opened(one, None) as second:
            assert first is second
        with pdfium.opened(other, None) as handle:
            assert pdfium.page_count(handle) == 2
    with pdfium.opened(one, None) as later:
        assert later is not first


@pytest.mark.parametrize(
    ("count", "processes", "helping"), [(2 * PART_PAGES - 1, 8, 0), (LONG, 1, 0), (LONG, 8, 1), (3 * PART_PAGES, 8, 2)]
)
def test_only_long_documents_are_shared_out_and_only_where_there_are_processors(long_file, count, processes, helping):
    data, source = long_file(pages(count))
    assert len(read(data, source, ReadOptions(processes=processes)).pages) == count
    assert len(_idle) == helping


def test_parts_become_smaller_the_fewer_pages_are_left():
    unread = Unread(range(1, 601), 2)
    runs = [unread.first(), unread.last()]
    while run := unread.first():
        runs.append(run)
    assert [len(run) for run in runs] == [210, 136, 88, 58, 37, 24, 16, 10, 7, 4, 4, 4, 2]
    assert sorted(page for run in runs for page in run) == list(range(1, 601))
    assert not unread.last()


@pytest.mark.parametrize("from_front", [True, False])
def test_one_process_alone_gets_all_pages_in_their_order_from_its_side(from_front):
    unread = Unread(range(1, 101), 4)
    runs = []
    while run := (unread.first() if from_front else unread.last()):
        runs.append(run)
    assert [page for run in (runs if from_front else runs[::-1]) for page in run] == list(range(1, 101))


def test_helpers_stay_for_the_next_document(long_file):
    data, source = long_file(pages(LONG))
    with helpers(1) as first:
        assert first[0].read(source, ReadOptions("1-2")).pages_read == (1, 2)
    read(data, source, ReadOptions(processes=2))
    with helpers(2) as others:
        assert others[0] is first[0]
        assert others[1].read(source, ReadOptions("3")).pages_read == (3,)


def test_a_helper_that_is_gone_leaves_its_part_to_this_process(long_file):
    data, source = long_file(pages(LONG))
    with helpers(1) as gone:
        pass
    gone[0].end()
    assert_same(read(data, source, ReadOptions(processes=2)), readers.read(data, source, ReadOptions()))
    with helpers(1) as others:
        assert others[0] is not gone[0]


def test_a_long_document_is_cleaned_as_one_process_cleans_it(tmp_path):
    canvas = Canvas(str(tmp_path / "long.pdf"))
    for number in range(1, LONG + 1):
        name = f"{chr(97 + number // 26)}{chr(97 + number % 26)}".title()
        canvas.drawString(72, 740, f"{number}. Duties of the {name}")
        canvas.drawString(72, 700, f"{name} shall deliver the goods to the buyer in good order and on time.")
        canvas.drawString(
            72, 660, f"{name} et les autres parties doivent livrer les marchandises dans le délai du contrat."
        )
        canvas.setFont("Helvetica", 7)
        canvas.drawString(72 + canvas.stringWidth(f"{name} shall", "Helvetica", 12), 705, "1")
        canvas.showPage()
    canvas.save()
    path = str(tmp_path / "long.pdf")
    with Pool(1, CLEANING) as workers:
        one, two = (workers.submit(path, ReadOptions(processes=count)).result(300) for count in (1, 2))
    assert_same(one, two)
    assert {block.language for block in two.blocks} >= {"en", "fr"}
    assert any(block.marks for block in two.blocks)


def test_a_helper_finds_paragraphs_in_the_parts_that_it_has_read_last(long_file):
    data, source = long_file(pages(LONG, {MIDDLE}))
    read(data, source, ReadOptions(f"1-{LONG - 2}", processes=2))
    document = read(data, source, ReadOptions(processes=2))
    helping = others(source)
    held = sorted(helping.parts.values())
    assert [page for part in held for page in part] == list(range(held[0][0], LONG + 1))
    assert not others().parts
    with helping.parts_asked(FOUND, asked_about(document, helping)) as answer:
        found = answer()
    assert found.keys() == helping.parts.keys()
    assert sum(sum(stretch.lengths) for stretch in found.values()) == sum(2 for p in held for n in p if n != MIDDLE)
    assert_same(clean(document, helping), clean(document))
    assert not others(source).parts  # it was asked for something else


def test_helpers_that_fail_at_their_parts_leave_them_to_this_process(long_file):
    data, source = long_file(pages(LONG))
    document = read(data, source, ReadOptions(processes=2))
    with others(source).parts_asked(FOUND, None) as answer:
        assert answer() == {}
    _idle[0].end()
    assert_same(clean(document, others(source)), clean(document))


FOUND = "docpipe.cleaning.stretches:found"
LOOKED = "docpipe.cleaning.beside:looked"
TEXT = ("The parties agree to this.", [(0, 26)])


def asked_about(document, helping):
    """What is asked about the parts that a helper holds, where no line is left out."""
    lines = text_lines(document)
    regions = [own for _, own in block_lines(document, lines)]
    small = small_size(lines, document.words)
    return Asked(setting_of(regions), small, dict.fromkeys(helping.parts, ()))


def others(source=None):
    return Others(source or Source("lease.pdf", None, "0" * 64, "application/pdf", 0), ReadOptions())


def test_a_helper_that_waits_does_a_task_and_waits_again():
    with helpers(1) as first:
        pass
    with others().asked(LOOKED, TEXT) as answer:
        assert answer().languages == {(0, 26): "en"}
    assert _idle == first


def test_without_a_helper_nobody_does_a_task():
    with others().asked(LOOKED, TEXT) as answer:
        assert answer() is None
    assert not _idle


def test_a_helper_that_fails_at_a_task_is_as_none():
    with helpers(1) as first:
        pass
    with others().asked(LOOKED, "no text") as answer:
        assert answer() is None
    assert _idle == first
    first[0].end()
    with others().asked(LOOKED, TEXT) as answer:
        assert answer() is None
    assert not _idle


def test_a_helper_whose_answer_nobody_took_is_not_kept():
    with helpers(1):
        pass
    with others().asked(LOOKED, TEXT):
        pass
    assert not _idle


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for children in /proc")
def test_a_worker_that_is_ended_leaves_no_helper_behind(long_file):
    _, source = long_file(pages(3_000))
    workers = Pool(1)
    worker = workers._workers[0]._process.pid
    workers.submit(source.path, ReadOptions(processes=2))
    helpers = until(lambda: Path(f"/proc/{worker}/task/{worker}/children").read_text(encoding="ascii").split())
    workers.close()
    until(lambda: not any(lives(int(helper)) for helper in helpers))
