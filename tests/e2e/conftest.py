"""Small PDFs of our own, and the real command in a fresh process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

CONTRACT = (
    "SUPPLY AGREEMENT",
    "This Supply Agreement is made as of March 4, 2021 by and between Quillfeather Mills, Inc.,",
    'a Delaware corporation ("Supplier"), and Sandbar Looms LLC, an Oregon limited liability',
    'company ("Buyer").',
    "1. Term. This Agreement begins on April 1, 2021 and continues for three (3) years.",
    "2. Governing Law. This Agreement shall be governed by the laws of the State of New York.",
)
SECONDS = 300


def draw_pdf(path: Path, pages=(CONTRACT,), password: str | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    canvas = Canvas(str(path), pagesize=A4, encrypt=password)
    for lines in pages:
        canvas.setFont("Times-Roman", 11)
        for index, line in enumerate(lines):
            canvas.drawString(72, 770 - 22 * index, line)
        canvas.showPage()
    canvas.save()
    return path


def run_docpipe(*arguments, cwd: Path, **environment: str) -> subprocess.CompletedProcess:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("DOCPIPE_")}
    command = [sys.executable, "-m", "docpipe", *map(str, arguments)]
    return subprocess.run(
        command, cwd=cwd, env=clean | environment, capture_output=True, encoding="utf-8", timeout=SECONDS, check=False
    )


@pytest.fixture
def pdf(tmp_path):
    """``pdf("lease.pdf")`` draws a one-page contract into the test's folder."""
    return lambda name, *given, **named: draw_pdf(tmp_path / name, *given, **named)


@pytest.fixture
def docpipe(tmp_path):
    """``docpipe("analyze", path)`` runs the command in the test's folder."""
    return lambda *arguments, **environment: run_docpipe(*arguments, cwd=tmp_path, **environment)
