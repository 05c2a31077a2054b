"""The page and the report as commands write them."""

import stat
import subprocess
import sys

import pytest


def test_a_page_is_one_file_that_only_its_owner_may_read(pdf, docpipe, tmp_path):
    done = docpipe("analyze", pdf("deed.pdf"), "--format", "html", "--output", "deed.html")
    assert done.returncode == 0, done.stderr
    page = tmp_path / "deed.html"
    assert "SUPPLY AGREEMENT" in page.read_text(encoding="utf-8")
    assert "data:image/png;base64," in page.read_text(encoding="utf-8")
    assert sys.platform == "win32" or stat.S_IMODE(page.stat().st_mode) == 0o600


def test_several_documents_give_a_page_each(pdf, docpipe, tmp_path):
    docpipe("analyze", pdf("a.pdf"), pdf("b.pdf"), "--format", "html", "--pictures", "none", "--output", "pages")
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["a.html", "b.html"]
    assert "data:image" not in (tmp_path / "pages" / "a.html").read_text(encoding="utf-8")


def test_several_pages_on_stdout_are_refused_before_anything_is_read(pdf, docpipe):
    done = docpipe("analyze", pdf("a.pdf"), pdf("b.pdf"), "--format", "html")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "--output DIR" in done.stderr


def test_the_password_of_a_document_opens_it_for_its_pictures_too(pdf, docpipe):
    done = docpipe("analyze", pdf("a.pdf", password="larch"), "--password", "larch", "--format", "html")
    assert "data:image/png;base64," in done.stdout
    assert "larch" not in done.stdout


def test_markdown_goes_to_stdout(pdf, docpipe):
    done = docpipe("analyze", pdf("a.pdf"), "--format", "markdown")
    assert done.stdout.startswith("# a.pdf\n\ncontract, 1 page\n")
    assert "- **New York** (p. 1, confirmed)" in done.stdout


@pytest.mark.parametrize("form", ["json", "markdown"])
def test_only_the_page_needs_the_template_engine_and_the_picture_library(pdf, tmp_path, form):
    script = (
        "import sys; from docpipe.cli import run\n"
        f"run(['analyze', {str(pdf('a.pdf'))!r}, '--format', {form!r}, '--output', 'result.txt', '--quiet'])\n"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True, timeout=300
    )
    assert {"jinja2", "PIL"}.isdisjoint(done.stdout.split())
