"""``docpipe read --picture`` as a user or a script meets it."""

import io

import pytest
from PIL import Image

from docpipe.sinks.picture import COLOURS

PAGES = [[f"Clause {name} says something of its own."] for name in ("one", "two", "three", "four")]


def test_pages_and_ranges_go_to_a_folder_one_file_each(pdf, docpipe, tmp_path):
    done = docpipe("read", pdf("a.pdf", PAGES), "--picture", "1", "--picture", "3-4", "--output", "pictures")
    assert (done.returncode, done.stdout) == (0, "")
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert names == ["a.page1.png", "a.page3.png", "a.page4.png"]
    assert done.stderr.splitlines()[1:] == [f"page {number}: 1 paragraph; set aside: nothing" for number in (1, 3, 4)]


def test_one_page_goes_to_a_file_or_a_pipe(pdf, docpipe, tmp_path):
    done = docpipe("read", pdf("a.pdf", PAGES), "--picture", "2", "--output", "page.png")
    assert done.returncode == 0, done.stderr
    image = Image.open(tmp_path / "page.png").convert("RGB")
    assert COLOURS["paragraph"] in {colour for _, colour in image.getcolors(image.width * image.height)}
    assert docpipe("read", tmp_path / "a.pdf", "--picture", "2", "--output", "page.png").returncode == 0


def test_a_picture_that_docpipe_did_not_write_stays(pdf, docpipe, tmp_path):
    theirs = io.BytesIO()
    Image.new("L", (4, 4)).save(theirs, "PNG")
    (tmp_path / "page.png").write_bytes(theirs.getvalue())
    done = docpipe("read", pdf("a.pdf", PAGES), "--picture", "2", "--output", "page.png")
    assert done.returncode == 2
    assert "was not written by docpipe" in done.stderr
    assert (tmp_path / "page.png").read_bytes() == theirs.getvalue()


def test_a_document_that_fails_does_not_stop_the_others(pdf, docpipe, tmp_path):
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 nothing")
    done = docpipe("read", "bad.pdf", pdf("a.pdf", PAGES), "--picture", "1", "--output", "pictures")
    assert done.returncode == 1
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["a.page1.png"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--picture", "9"), "--picture 9: the document has 4 pages"),
        (("--picture", "1,x"), "--picture 1,x: write page numbers"),
        (("--picture", "1-2"), None),
        (("--picture", "1", "--format", "json"), "leave out --format and --removed"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_reason(pdf, docpipe, arguments, said):
    more = () if said is None else ("--output", "pictures")
    done = docpipe("read", pdf("a.pdf", PAGES), *arguments, *more)
    assert done.returncode == 2
    assert (said or "name a folder for them with --output DIR") in done.stderr


def test_a_page_that_was_not_read_is_named(pdf, docpipe):
    done = docpipe("read", pdf("a.pdf", PAGES), "--pages", "1,4", "--picture", "2", "--output", "pictures")
    assert done.returncode == 1
    assert "page 2 has no picture: it was not read" in done.stderr


def test_what_the_output_filter_redacts_is_black_in_the_picture(pdf, docpipe, tmp_path):
    page = [["Heron is the name."]]
    docpipe("read", pdf("a.pdf", page), "--picture", "1", "--output", "open.png")
    docpipe("read", tmp_path / "a.pdf", "--picture", "1", "--output", "masked.png", DOCPIPE_BLOCKED_TERMS="Heron")
    black = [_dark(tmp_path / name) for name in ("open.png", "masked.png")]
    assert black[1] > black[0] + 400


def _dark(path):
    """Pixels of the page, without the legend, that are as dark as a mask under the picture's veil."""
    image = Image.open(path).convert("L")
    page = image.crop((0, 0, image.width - 280, image.height))
    return sum(page.histogram()[:110])
