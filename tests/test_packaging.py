"""What the wheel holds, built by the project's own build backend."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_prompts_ship_inside_the_package(wheel):
    for path in (path for path in (ROOT / "prompts").rglob("*") if path.is_file()):
        assert wheel[f"docpipe/_prompts/{path.relative_to(ROOT / 'prompts').as_posix()}"] == path.read_bytes()


def test_every_module_ships_and_nothing_else_of_the_project_does(wheel):
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docpipe").rglob("*.py")}
    assert modules <= set(wheel)
    assert all(name.startswith(("docpipe/", "docpipe-")) for name in wheel)


def test_the_page_ships_with_its_template_style_and_script(wheel):
    assert {f"docpipe/sinks/page/page.{ending}" for ending in ("html.j2", "css", "js")} <= set(wheel)


def test_the_package_is_typed_and_licensed(wheel):
    assert "docpipe/py.typed" in wheel
    assert any(name.endswith("licenses/LICENSE") for name in wheel)


def test_the_weights_of_clauses_ship_with_the_name_of_what_they_were_trained_on(wheel):
    assert wheel["docpipe/rules/contract/clause_model.bin"]
    notice = next(text for name, text in wheel.items() if name.endswith("licenses/NOTICE")).decode()
    assert all(words in notice for words in ("(CUAD) v1", "The Atticus Project", "CC BY 4.0"))
