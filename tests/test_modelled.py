"""Many documents through one engine, and what the rules' way loads without one."""

import subprocess
import sys
from pathlib import Path

import pytest

import docpipe
from docpipe import api
from docpipe.errors import EngineError, SettingsError
from docpipe.settings import Settings, load
from docpipe.types import Failure, Result

SAMPLES = Path(__file__).parents[1] / "samples"
SCRIPTED = {"engine": "scripted:engine", "audit": False, "journal": False}


def test_outcomes_come_in_the_order_of_the_documents_and_one_that_fails_stops_no_other(tmp_path):
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.4 nothing")
    paths = [SAMPLES / "nda.pdf", bad, SAMPLES / "services_agreement.pdf"]
    made = list(api.analyze_many(paths, "contract", load(SCRIPTED)))
    assert [type(one) for one in made] == [Result, Failure, Result]
    assert [made[0].document.source.name, made[2].document.source.name] == ["nda.pdf", "services_agreement.pdf"]
    assert made[2].data["governing_law"] == ["New York"]
    assert made[2].trust["/governing_law/0"].by == ("rules", "model")
    assert made[0].run.engine == "fake"


def test_no_prompt_answered_is_the_failure_of_that_document():

    settings = load({**SCRIPTED, "engine": "test_modelled:down"})
    with pytest.raises(EngineError, match="nobody is there"):
        docpipe.analyze(SAMPLES / "nda.pdf", "contract", settings)


def down(_settings, count):
    from docpipe.engines.fake import Fake

    return Fake(lambda prompt: EngineError("nobody is there"), count=count)


def test_an_engine_that_does_not_exist_is_wrong_settings():
    with pytest.raises(SettingsError):
        list(api.analyze_many([SAMPLES / "nda.pdf"], "contract", load({**SCRIPTED, "engine": "no_such_module:engine"})))


@pytest.mark.parametrize(
    ("engine", "base_url", "chosen"),
    [
        ("auto", (), "rules"),
        ("auto", ("http://127.0.0.1:8000/v1",), "openai"),
        ("rules", ("http://127.0.0.1:8000/v1",), "rules"),
        ("vllm", (), "vllm"),
    ],
)
def test_auto_is_the_rules_unless_a_server_is_named(engine, base_url, chosen):
    assert Settings(engine=engine, base_url=base_url).chosen_engine == chosen


def test_the_rules_start_no_loop_and_load_neither_templates_nor_engines():
    code = f"""
import sys, threading
import docpipe
docpipe.analyze({str(SAMPLES / "nda.pdf")!r}, "contract", docpipe.load({{"audit": False}}))
names = [name for name in sys.modules if name.startswith(("docpipe.llm", "docpipe.models", "docpipe.modelled",
    "docpipe.engines", "docpipe.prompts", "docpipe.precedence", "docpipe.verify.modelled", "jinja2", "asyncio"))]
print(names, [thread.name for thread in threading.enumerate() if thread.name == "docpipe-engine"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.strip() == "[] []"


def test_the_command_asks_the_engine_that_is_named(tmp_path):
    command = [
        sys.executable,
        "-m",
        "docpipe",
        "analyze",
        str(SAMPLES / "services_agreement.pdf"),
        "--kind",
        "contract",
    ]
    command += ["--engine", "scripted:engine", "--no-audit", "--set", "journal=false", "--format", "json"]
    import json
    import os

    paths = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, env=os.environ | {"PYTHONPATH": paths}, encoding="utf-8"
    )
    result = json.loads(done.stdout)
    assert result["value"]["governing_law"] == ["New York"]
    assert result["run"]["model"] == "scripted"
    assert len(result["run"]["prompts_sha256"]) == 64
    assert result["usage"]["calls"] == 11
    assert "tokens sent to scripted" in done.stderr
