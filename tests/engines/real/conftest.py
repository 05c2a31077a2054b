"""The real engine, served without weights. It stands in an environment of its own, which ``VLLM_PYTHON`` names."""

import os
import random
import re
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

PYTHON = os.environ.get("VLLM_PYTHON")

WINDOW = 8_192

START_SECONDS = 600
"""Importing torch and vLLM takes a minute and a half of two cores; a busy machine doubles and triples it."""

PORTS = range(20_000, 30_000)
"""Below those that systems give out to whoever asks for any: until vLLM takes its port, a minute, nobody else does."""

FLAGS = (
    *("--served-model-name", "tiny", "--load-format", "dummy", "--dtype", "float32", "--enforce-eager"),
    *("--max-model-len", str(WINDOW), "--max-num-seqs", "8", "--max-num-batched-tokens", "2048"),
    *("--enable-prefix-caching", "--enable-prompt-tokens-details", "--scheduling-policy", "priority"),
    *("--structured-outputs-config", '{"backend":"xgrammar","disable_any_whitespace":true}'),
)


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if PYTHON is None and here in item.path.parents:
            item.add_marker(
                pytest.mark.skip(reason="VLLM_PYTHON names no environment with vLLM (.ci/engine makes one)")
            )


def is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def environment():
    """Sized for two cores, and silent."""
    quiet = {"HF_HUB_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
    return os.environ | quiet | {"VLLM_CPU_KVCACHE_SPACE": "1", "VLLM_CPU_NUM_OF_RESERVED_CPU": "0"}


class Served:
    """``vllm serve`` on a port of its own, which keeps it when it is started again."""

    def __init__(self, model, log):
        self.model, self.log = model, log
        self.port = next(filter(is_free, random.sample(PORTS, len(PORTS))))
        self.root = f"http://127.0.0.1:{self.port}"
        self.url = f"{self.root}/v1"
        self.process = None

    def launch(self):
        command = [str(Path(PYTHON).parent / "vllm"), "serve", str(self.model), "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--host", "127.0.0.1", *FLAGS],
                stdout=log,
                stderr=log,
                env=environment(),
                start_new_session=True,
            )

    def wait(self):
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.root}/health", timeout=60).read()
            except OSError:
                time.sleep(0.5)
            else:
                return
        raise AssertionError(f"vllm did not start:\n{self.log.read_text(encoding='utf-8', errors='replace')[-3000:]}")

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def metrics(self):
        """Counters and gauges by name, without ``vllm:``."""
        text = urllib.request.urlopen(f"{self.root}/metrics", timeout=300).read().decode()
        return {
            name: float(value) for name, value in re.findall(r"^vllm:([a-z_]+)\{[^}]*\} (\S+)$", text, re.MULTILINE)
        }


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model") / "tiny-qwen3"
    subprocess.run([PYTHON, str(Path(__file__).with_name("tiny_model.py")), str(folder)], check=True, timeout=300)
    return folder


@pytest.fixture(scope="session")
def server(model, tmp_path_factory):
    if at := os.environ.get("VLLM_AT"):  # while developing: a server that runs already, started with the same flags
        served = Served(model, Path(os.devnull))
        served.root, served.url = at, f"{at}/v1"
        yield served
        return
    served = Served(model, tmp_path_factory.mktemp("log") / "vllm.log")
    served.launch()
    try:
        served.wait()
        yield served
    finally:
        served.kill()
