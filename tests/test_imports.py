"""What importing may load, in a fresh process."""

import subprocess
import sys

import pytest

HEAVY = {
    "PIL",
    "jinja2",
    "pydantic",
    "pypdfium2",
    "tiktoken",
    "rich",
    "nupunkt",
    "rapidfuzz",
    "numpy",
    "dateutil",
    "click",
}


def loaded_by(code: str) -> set[str]:
    script = f"{code}\nimport sys; print(*(name for name in sys.modules if '.' not in name))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300)
    return set(done.stdout.split())


def test_importing_docpipe_loads_nothing_heavy():
    assert loaded_by("import docpipe") & HEAVY == set()


def test_a_reading_worker_loads_neither_pydantic_nor_the_command_line():
    loaded = loaded_by("import docpipe.readers.worker, docpipe.readers.pdf, docpipe.cleaning")
    assert loaded & {"pydantic", "click", "rich", "tiktoken", "numpy"} == set()


def test_msgspec_comes_without_what_it_can_do_without_and_nobody_else_misses_it():
    light = "from docpipe.light import import_msgspec; import_msgspec()"
    assert "typing_extensions" not in loaded_by(light)
    assert {"msgspec", "typing_extensions"} <= loaded_by(f"{light}; import typing_extensions")


@pytest.mark.parametrize("name", __import__("docpipe").__all__)
def test_every_public_name_is_there(name):
    import docpipe

    assert getattr(docpipe, name) is not None
    assert name in dir(docpipe)
