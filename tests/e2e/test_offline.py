"""``--offline`` holds in every command that has it: afterwards the process can connect to nobody else."""

import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[2] / "samples"

THEN_ASK = """
import sys
from docpipe.cli import run
code = run(sys.argv[1:])
try:
    sys.audit("socket.connect", None, ("203.0.113.1", 9))  # what Python says before it connects; nothing is sent
    print(code, "nothing refuses", file=sys.stderr)
except PermissionError as error:
    print(code, error, file=sys.stderr)
"""


@pytest.mark.parametrize("offline", [True, False])
@pytest.mark.parametrize("command", ["analyze", "ask", "batch"])
def test_offline_refuses_every_connection_of_the_process(tmp_path, command, offline):
    (tmp_path / "room").mkdir()
    (tmp_path / "room/nda.pdf").write_bytes((SAMPLES / "nda.pdf").read_bytes())
    words = {
        "analyze": ["room/nda.pdf", "--format", "json"],
        "ask": ["room/nda.pdf", "Which law governs?", "--format", "json"],
        "batch": ["room", "--output", "out", "--workers", "1"],
    }
    arguments = [command, *words[command], "--quiet", "--no-audit", *(["--offline"] if offline else [])]
    script = [sys.executable, "-c", THEN_ASK, *arguments]
    done = subprocess.run(script, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    refused = "0 offline: a connection to 203.0.113.1 was refused"
    assert done.stderr.splitlines()[-1] == (refused if offline else "0 nothing refuses")
