"""A second model as judge: does the document, where a value was found, say that value? Where it says no, a check tells.

The judge sees a value, what was asked, and the paragraph of the quote; nothing else of the document. It finds nothing
by itself and confirms nothing: a model that agrees with another is no proof.
"""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct

from docpipe import prompts
from docpipe.completions import Prompt, PromptFailure, Usage, summed
from docpipe.engines import Engine
from docpipe.kinds.base import Kind
from docpipe.llm import excerpt, shapes
from docpipe.llm.analysis import Found
from docpipe.llm.driver import completed
from docpipe.llm.reply import Malformed, parse
from docpipe.merge import pointer
from docpipe.rules.unstruck import unstruck
from docpipe.types import Check, Document, Finding, paragraphs
from docpipe.verify.anchor import anchored
from docpipe.verify.ground import ground

TOGETHER = 12
"""Statements in one prompt: with their paragraphs some 3,000 tokens, which every window holds."""

WORDS_CHARACTERS = 900
"""Characters of the paragraph around a quote that are shown, the quote in their middle."""

TOKENS_EACH = 12
VERDICTS = ("yes", "no", "unclear")


class Judged(Struct, frozen=True):
    """The checks that a judge's noes come to, and what was spent on it."""

    checks: tuple[Check, ...]
    usage: Usage


async def judged(document: Document, kind: Kind, found: Found, engine: Engine, window: int) -> Judged:
    """What a judge says of the findings that have a located quote. A judge that gives no answer says nothing, and one
    check tells so."""
    located = await asyncio.to_thread(anchored, document, found.findings)
    claims = [one for one in located if _is_claim(one, kind)]
    batches = [claims[first : first + TOGETHER] for first in range(0, len(claims), TOGETHER)]
    checks: list[Check] = []
    usages: list[Usage] = []
    silent: list[str] = []
    for number, batch in enumerate(batches, 1):
        reply = await completed(engine, _prompt(document, kind, batch, number), window, lambda: None)
        if isinstance(reply, PromptFailure):
            silent.append(reply.error.message)
            continue
        usages.append(reply.usage)
        try:
            checks += list(_noes(document, batch, parse(reply.text)))  # all of a reply or nothing
        except Malformed as error:
            silent.append(str(error))
    if silent:
        message = f"the judge gave no answer that can be used for {len(silent)} of {len(batches)} prompts: {silent[0]}"
        checks.append(Check("", "second_opinion", "info", message))
    return Judged(tuple(checks), summed(usages))


def _is_claim(finding: Finding, kind: Kind) -> bool:
    return bool(finding.quotes) and not finding.problem and finding.field not in kind.prose


def _prompt(document: Document, kind: Kind, batch: Sequence[Finding], number: int) -> Prompt:
    language = prompts.language_of(document.languages)
    text = prompts.render(
        "judge",
        language,
        name=" ".join(excerpt.neutral(document.source.name).split()),
        fence=excerpt.fence(document.text),
        claims=[_shown(document, kind, finding) for finding in batch],
    )
    keys = [str(index) for index in range(1, len(batch) + 1)]
    schema = shapes.closed({key: {"enum": list(VERDICTS)} for key in keys})
    group = f"{document.source.sha256[:12]}/judge"
    return Prompt(f"judge/{number}", (("user", text),), 64 + TOKENS_EACH * len(batch), group, schema)


def _shown(document: Document, kind: Kind, finding: Finding) -> dict[str, str]:
    """A finding as the template lists it."""
    language = prompts.language_of(document.languages)
    about = kind.about.get(finding.field)
    category = finding.value.get("category") if finding.field in kind.categories else None
    name = f"{finding.field}: {category}" if category else finding.field
    said = {"label": about.label, "description": about.description} if about else {"label": name}
    value = "it is there" if category else json.dumps(finding.value, ensure_ascii=False)
    return {
        "name": name,
        "definition": prompts.definition(kind.name, name, language, **said),
        "value": excerpt.neutral(value),
        "words": " […] ".join(dict.fromkeys(_around(document, finding))),
    }


def _around(document: Document, finding: Finding) -> Iterator[str]:
    """The paragraphs of a finding's quotes, of long ones what stands around the quote."""
    clear = unstruck(document)
    everything = paragraphs(clear)
    for quote in finding.quotes:
        if quote.span is None or not everything:
            continue
        start, end = quote.span
        own = everything[max(bisect_right(everything, start, key=lambda paragraph: paragraph.start) - 1, 0)]
        spare = max(0, WORDS_CHARACTERS - (end - start)) // 2
        text = clear.text[max(own.start, start - spare) : min(max(own.end, end), end + spare)]
        yield " ".join(excerpt.neutral(text).split())


def _noes(document: Document, batch: Sequence[Finding], verdicts: dict[str, object]) -> Iterator[Check]:
    for index, finding in enumerate(batch, 1):
        if verdicts.get(str(index)) not in VERDICTS:
            raise Malformed(f"says nothing of statement {index}")
        if verdicts[str(index)] == "no":
            value = json.dumps(finding.value, ensure_ascii=False)
            message = f"the judge reads the quote otherwise: it does not say {value:.200}"
            evidence = tuple(entry for quote in finding.quotes for entry in ground(document, quote))
            yield Check(pointer(finding.field), "second_opinion", "warning", message, evidence)
