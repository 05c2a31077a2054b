"""The verbs, top to bottom: read → clean → route → find → merge → derive → verify → check → Result.

Reading and cleaning happen in a worker process (``readers.workers``); from the Document on, everything is here.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from pydantic import ValidationError

from docpipe import merge, rules, tokens
from docpipe.kinds.base import Kind
from docpipe.routing import choose_route
from docpipe.settings import Settings
from docpipe.types import Check, Coverage, Document, Finding, Json, Result, Run, Usage
from docpipe.verify import Verified, located, verify
from docpipe.verify.checks import checks


def analyze(document: Document, kind: Kind, settings: Settings, read_seconds: float = 0.0) -> Result:
    """The result of one document that was read and cleaned. ``read_seconds`` is what that took."""
    began = time.perf_counter()
    route = choose_route(document, tokens.count, settings.threshold_tokens, settings.chunk_tokens)
    found = list(chain.from_iterable(rules.find(document, chunk, kind.name) for chunk in route.chunks))
    derived = rules.derive(document, merge.unite(found, kind), kind.name)
    kept, dropped = located(document, derived) if settings.strict else (derived, [])
    verified = verify(document, merge.settle(kept, kind), kind)
    more = (*_across(document, verified), *_dropped(dropped), *_not_analyzed(kind))
    verified, value = validated(replace(verified, checks=(*verified.checks, *more)), kind)
    spent = time.perf_counter() - began
    return Result(
        document=document,
        tokens=route.document_tokens,
        tokenizer=tokens.NAME,
        kind=kind.name,
        run=Run("rules", None, kind.version, None, settings.sha256),
        route=route,
        data=verified.data,
        evidence=verified.evidence,
        trust=verified.trust,
        checks=verified.checks,
        coverage=coverage(document, kind, verified.data),
        usage=Usage(),
        seconds={"read": read_seconds, "analyze": spent, "total": read_seconds + spent},
        created=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        value=value,
    )


def coverage(document: Document, kind: Kind, data: Mapping[str, Json]) -> Coverage:
    """How much was read, what was asked, and what of it is not there."""
    asked: list[str] = []
    missing: list[str] = []
    for name in rules.answers(kind.name):
        for label, there in _questions(kind, name, data.get(name)):
            asked.append(label)
            missing += [] if there else [label]
    share = len(document.pages_read) / len(document.pages) if document.pages else 1.0
    return Coverage(len(document.pages_read), round(share, 4), tuple(asked), tuple(missing))


def validated(verified: Verified, kind: Kind) -> tuple[Verified, object]:
    """The value as the kind's model, and the data as that model dumps it. What does not fit is null, with a check."""
    try:
        value = kind.model.model_validate(verified.data)
    except ValidationError as error:
        wrong = {merge.pointer(*problem["loc"][:1]): problem["msg"] for problem in error.errors()}
        found = [Check(path, "invalid", "error", f"did not fit the kind: {why}") for path, why in wrong.items()]
        data = {name: part for name, part in verified.data.items() if merge.pointer(name) not in wrong}
        kept = _only(replace(verified, data=data), wrong)
        value = kind.model.model_validate(data)
        verified = replace(kept, checks=(*verified.checks, *found))
    return replace(verified, data=value.model_dump(mode="json")), value


def _questions(kind: Kind, name: str, value: Json) -> Iterable[tuple[str, bool]]:
    """What a field asks, as coverage names it, and whether it was answered."""
    if name not in kind.categories:
        return [(name, value not in (None, [], {}))]
    there = {element["category"] for element in value or []}
    return [(f"{name}: {category}", category in there) for category in kind.categories[name]]


def _across(document: Document, verified: Verified) -> tuple[Check, ...]:
    return checks(document, verified.data, verified.evidence, verified.trust)


def _dropped(findings: list[Finding]) -> list[Check]:
    message = "dropped (strict): no quote of this value could be located in the document"
    return [Check(merge.pointer(finding.field), "ungrounded", "error", message) for finding in findings]


def _not_analyzed(kind: Kind) -> list[Check]:
    answered = rules.answers(kind.name)
    message = "the rules engine cannot answer this; it was not asked"
    return [Check(merge.pointer(name), "not_analyzed", "info", message) for name in kind.fields if name not in answered]


def _only(verified: Verified, wrong: Iterable[str]) -> Verified:
    """Without the evidence and trust of what stands under some pointers."""
    gone = tuple(wrong)
    under = [
        path
        for path in {*verified.evidence, *verified.trust}
        if path.startswith(tuple(f"{p}/" for p in gone)) or path in gone
    ]
    return replace(
        verified,
        evidence={path: entries for path, entries in verified.evidence.items() if path not in under},
        trust={path: entry for path, entry in verified.trust.items() if path not in under},
    )
