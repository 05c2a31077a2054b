"""What asking about the first chunks of a scan gains while its last pages are being recognised, and what it costs.

    python benchmarks/overlap.py FILE.pdf ... [--page-seconds 2] [--reply-seconds 4] [--at-once 8] [--pairs 3]

Files with a sound text layer stand in for scans: they are read without OCR, their first pages are told at the pace of
recognition, in the steps of ``readers.so_far``, and a scripted engine answers each prompt after a fixed time. With and
without early prompts, one after the other, in turns; results must be the same.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import Future

from docpipe import kinds, models, tokens
from docpipe.cleaning import clean
from docpipe.completions import Prompt
from docpipe.engines.fake import INFO, Fake, Reply
from docpipe.llm.early import IN_VAIN
from docpipe.readers import load, read
from docpipe.readers.options import Limits, ReadOptions
from docpipe.readers.so_far import STEP_PAGES, STEP_SHARE, SoFar
from docpipe.settings import Settings
from docpipe.types import Document, Result

CONTRACT = kinds.load("contract")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--page-seconds", type=float, default=2.0)
    parser.add_argument("--reply-seconds", type=float, default=4.0)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--tokens", type=int, default=4_000)
    parser.add_argument("--pairs", type=int, default=3)
    given = parser.parse_args()
    tokens.load()
    for path in given.files:
        whole, told = documents(path)
        for number in range(given.pairs):
            runs = {}
            for early in (True, False) if number % 2 == 0 else (False, True):
                runs[early] = asyncio.run(timed(whole, told if early else [], given))
            show(path, runs[True], runs[False])


def documents(path: str) -> tuple[Document, list[Document]]:
    """A document, and its first pages as they are told."""
    whole = pages(path, None)
    return whole, [pages(path, f"1-{count}") for count in steps(len(whole.pages))]


def pages(path: str, selection: str | None) -> Document:
    data, source = load(path, Limits())
    return clean(read(data, source, ReadOptions(ocr="never", pages=selection)))


def steps(page_count: int) -> Iterator[int]:
    at = STEP_PAGES
    while at < page_count:
        yield at
        at += max(STEP_PAGES, -int(-STEP_SHARE * at // 1))


async def timed(whole: Document, told: list[Document], given: argparse.Namespace) -> tuple[float, Result, int]:
    """The time from the first page to the end, the result, and the prompts that were sent."""
    engine = Fake(lambda prompt: Reply(nothing(prompt), seconds=given.reply_seconds), INFO, tokens.count)
    settings = Settings(
        threshold_tokens=given.tokens,
        chunk_tokens=given.tokens,
        requests_in_flight=given.at_once,
        sources={"threshold_tokens": "argument"},
    )
    opened = models.Opened(engine, await engine.open(), settings)
    early = models.listening(opened, Future(), CONTRACT, lambda *_: None)
    began = time.perf_counter()
    for document in [*told, whole]:
        await asyncio.sleep(max(0.0, began + given.page_seconds * len(document.pages) - time.perf_counter()))
        if document is not whole:
            early.hear(SoFar(document, len(whole.pages)))
    asked = await models.ask(opened, whole, CONTRACT, early=early)
    result = models.result(opened, whole, (CONTRACT, None), asked, (0.0, 0.0))
    return time.perf_counter() - began, result, len(engine.prompts)


def nothing(prompt: Prompt) -> dict[str, object]:
    assert prompt.schema is not None
    properties = prompt.schema["properties"]
    return {name: [] if schema.get("type") == "array" else None for name, schema in properties.items()}


def show(path: str, early: tuple[float, Result, int], plain: tuple[float, Result, int]) -> None:
    vain = sum(one.usage.calls for one in early[1].spent if one.questions == IN_VAIN)
    same = early[1].data == plain[1].data and early[1].checks == plain[1].checks and early[1].route == plain[1].route
    print(
        f"{path}: {len(plain[1].document.pages)} pages, {len(plain[1].route.chunks)} chunks; {early[0]:.1f} s for "
        f"{plain[0]:.1f} ({early[0] / plain[0]:.2f}), prompts {early[2]} for {plain[2]}, {vain} in vain, "
        f"{'same result' if same else 'ANOTHER RESULT'}",
        flush=True,
    )


if __name__ == "__main__":
    main()
