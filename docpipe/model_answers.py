"""Free questions to a model: each is a field of prose, whose answer stands only with passages that stand in the
document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, make_dataclass
from functools import cache

from docpipe import merge
from docpipe.kinds.base import About, Kind
from docpipe.kinds.questions import NAME
from docpipe.llm.analysis import Found
from docpipe.llm.reply import BY
from docpipe.types import Check, Document, Evidence, Finding, Json, Trust
from docpipe.verify import Verified
from docpipe.verify.anchor import anchored
from docpipe.verify.ground import ground
from docpipe.verify.told import strange_figures

FOUND = "answered by a model, in its own words, from these passages"
NOT_FOUND = "not in the document, as the model reads it"
UNGROUNDED = "the model's answer is left out: none of the passages that it quotes stands in the document"
OPEN = "the model gave no answer that can be used"


def as_fields(kind: Kind) -> Kind:
    """The kind whose fields are the questions of another."""
    return _asked(kind.categories["answers"])


@cache
def _asked(texts: tuple[str, ...]) -> Kind:
    names = tuple(f"question_{number}" for number in range(1, len(texts) + 1))
    model = make_dataclass("Questions", [(name, str | None, field(default=None)) for name in names], kw_only=True)
    about = {name: About(label=name, description=text) for name, text in zip(names, texts, strict=True)}
    return Kind(NAME, "free questions", model, prose=names, about=about)


def answers_of(document: Document, kind: Kind, found: Found) -> Verified:
    """The answers of a model to a kind's questions, in their order."""
    by_field = {finding.field: finding for finding in anchored(document, found.findings)}
    left = {one.unit.field for one in found.open}
    answers: list[Json] = []
    evidence: dict[str, tuple[Evidence, ...]] = {}
    checks: list[Check] = []
    trust: dict[str, Trust] = {}
    for number, (name, text) in enumerate(zip(as_fields(kind).fields, kind.categories["answers"], strict=True)):
        finding = by_field.get(name)
        path = merge.pointer("answers", number)
        places = list(_places(document, finding))
        if finding is not None and not places:
            checks.append(Check(path, "ungrounded", "error", UNGROUNDED))
        if name in left:
            checks.append(Check(path, "not_analyzed", "warning", OPEN))
        stands = finding is not None and bool(places)
        if finding is not None and stands:
            checks += strange_figures(document, path, str(finding.value))
        note = FOUND if stands else UNGROUNDED if finding else OPEN if name in left else NOT_FOUND
        answers.append(
            {
                "question": text,
                "found": stands,
                "note": note,
                "answer": finding.value if finding is not None and stands else None,
                "passages": [{"text": "".join(e.quote for e in one), "headings": [], "missing": []} for one in places],
            }
        )
        evidence |= {merge.pointer("answers", number, "passages", at): one for at, one in enumerate(places)}
        trust |= {path: Trust("located", finding.by if finding else BY) for path in evidence if path not in trust}
    return Verified({"answers": answers}, evidence, trust, tuple(checks))


def _places(document: Document, finding: Finding | None) -> Iterable[tuple[Evidence, ...]]:
    """The passages that an answer rests on, each with its places, in the order of the text."""
    quotes = finding.quotes if finding else ()
    spans = sorted(dict.fromkeys(quotes), key=lambda quote: quote.span or (0, 0))
    return [entries for quote in spans if (entries := ground(document, quote, "supports"))]
