"""What a model found → values with trust, and the rules' opinion of them.

What the model could not sum up, the rules do: whole sentences of the document stand in for a summary that failed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from docpipe import merge, pipeline, rules
from docpipe.kinds.base import Kind
from docpipe.kinds.questions import Answers
from docpipe.llm.analysis import Found, Open
from docpipe.model_answers import answers_of, as_fields
from docpipe.precedence import chosen
from docpipe.rules.date_order import reading
from docpipe.settings import Settings
from docpipe.types import Check, Coverage, Document, Finding, Json, Route
from docpipe.verify import Verified, verify
from docpipe.verify.anchor import anchored
from docpipe.verify.checks import checks
from docpipe.verify.injection import injections
from docpipe.verify.second_opinion import second_opinion


def verified(document: Document, kind: Kind, asked: tuple[Route, Found], settings: Settings) -> Verified:
    """The model's findings from their quotes to values with trust, and the rules' opinion of them."""
    with reading(document):
        return _verified(document, kind, asked, settings)


def _verified(document: Document, kind: Kind, asked: tuple[Route, Found], settings: Settings) -> Verified:
    route, found = asked
    if kind.model is Answers:
        answers = answers_of(document, kind, found)
        return replace(answers, checks=(*answers.checks, *injections(document)))
    findings = _asked_for(anchored(document, found.findings), kind)
    has_rules = bool(kind.about or rules.answers(kind.name))
    ruled = pipeline.found(document, route.chunks, kind, settings)[0] if has_rules else NOTHING
    orders = injections(document)
    findings, ordered = _less_planted(document, findings, (kind, ruled), orders) if orders else (findings, [])
    kept, dropped = _grounded(findings) if settings.strict else (findings, [])
    made = verify(document, merge.settle(chosen(document, kept, kind), kind), kind)
    left = found.open
    unasked = {*ordered, *(one.unit.field for one in left if one.unit.field not in {f.field for f in findings})}
    if has_rules:
        made = second_opinion(made, ruled, kind, [name for name in kind.fields if name not in unasked])
        made = replace(made, checks=(*made.checks, *_told_by_rules(made, ruled)))
        made, left = _with_stand_ins(made, ruled, kind, left)
        made = _instead_of_planted(made, ruled, ordered)
    if orders:
        made = _distrusted(document, made, orders)
    more = (*orders, *_dropped(dropped), *_not_analyzed(document, left))
    across = checks(document, made.data, made.evidence, made.trust)
    told = {(check.rule, entry.span) for check in made.checks for entry in check.evidence}
    new = (check for check in across if not any((check.rule, one.span) in told for one in check.evidence))
    return replace(made, checks=(*made.checks, *new, *more))


def coverage(document: Document, kind: Kind, verified: Verified, left: Iterable[Open]) -> Coverage:
    """What was asked and answered for all of the document, and what of it is not there."""
    unanswered = {name for one in left for name in one.unit.names}
    if kind.model is Answers:
        named = zip(as_fields(kind).fields, kind.categories["answers"], strict=True)
        unanswered = {text for name, text in named if name in unanswered}
    asked: list[str] = []
    missing: list[str] = []
    for name in kind.fields:
        for label, there in pipeline.questions(kind, name, _believed(verified, name)):
            if label in unanswered and not there:
                continue
            asked.append(label)
            missing += [] if there else [label]
    conditional = {name for name in missing if name in kind.about and kind.about[name].ask_if}
    asked, missing = ([name for name in names if name not in conditional] for names in (asked, missing))
    return Coverage(len(document.pages_read), pipeline.share_read(document), tuple(asked), tuple(missing))


NOTHING = Verified({}, {}, {}, ())
"""What there is of rules for a kind that has none."""


def _less_planted(
    document: Document, findings: list[Finding], known: tuple[Kind, Verified], orders: Sequence[Check]
) -> tuple[list[Finding], list[str]]:
    """The findings less those that rest only on words for the machine, of fields that the document tells about
    elsewhere, with a note of each; and those fields of which nothing is left."""
    from docpipe.verify import planted  # few documents address a machine

    kind, ruled = known
    spans = planted.passages(document, orders)
    lost = planted.overruled(findings, kind, spans, planted.told_elsewhere(ruled, spans))
    kept = [one for one in findings if one not in lost]
    notes = [Finding(one.field, None, one.quotes, one.by, problem="left_out", message=planted.LEFT_OUT) for one in lost]
    told = {one.field for one in kept if one.quotes and not one.problem}
    return [*kept, *notes], [name for name in dict.fromkeys(one.field for one in lost) if name not in told]


def _distrusted(document: Document, made: Verified, orders: Sequence[Check]) -> Verified:
    from docpipe.verify import planted  # as above

    return planted.distrusted(made, planted.passages(document, orders))


def _instead_of_planted(made: Verified, ruled: Verified, names: Iterable[str]) -> Verified:
    """With what the rules read of fields that the model read only in words for the machine."""
    message = "the model read only words that give orders to the machine; what stands here the rules read elsewhere"
    for name in names:
        made = _of_rules(made, ruled, name, Check(merge.pointer(name), "stand_in", "warning", message))
    return made


def _of_rules(made: Verified, ruled: Verified, name: str, check: Check) -> Verified:
    """With a field as the rules have it, and a check that says so."""
    path = merge.pointer(name)
    return Verified(
        {**made.data, name: ruled.data[name]},
        {**made.evidence, **{at: entries for at, entries in ruled.evidence.items() if _below(at, path)}},
        {**made.trust, **{at: entry for at, entry in ruled.trust.items() if _below(at, path)}},
        (*made.checks, check),
    )


def _with_stand_ins(
    made: Verified, ruled: Verified, kind: Kind, left: Iterable[Open]
) -> tuple[Verified, tuple[Open, ...]]:
    """With the rules' text for each field of prose that has no text of the model, and a check that says so; and what
    is still open."""
    reasons = {one.unit.field: one.why for one in left if one.unit.field in kind.prose}
    for name, why in reasons.items():
        if made.data.get(name) not in (None, [], {}) or ruled.data.get(name) in (None, [], {}):
            continue
        message = f"the model gave no text that can be used ({why}); sentences of the document stand in, as rules chose"
        made = _of_rules(made, ruled, name, Check(merge.pointer(name), "stand_in", "warning", message))
        left = [one for one in left if one.unit.field != name]
    return made, tuple(left)


def _below(at: str, path: str) -> bool:
    return at == path or at.startswith(f"{path}/")


def _asked_for(found: list[Finding], kind: Kind) -> list[Finding]:
    """The findings less those of fields that are asked only if another one has a value, where it has none."""
    if not any(about.ask_if for about in kind.about.values()):
        return found
    from docpipe.rules.fields import asked

    by_field = {name: [one for one in found if one.field == name and not one.problem] for name in kind.fields}
    return [one for one in found if one.field not in kind.about or asked(kind.about[one.field], by_field)]


def _grounded(found: list[Finding]) -> tuple[list[Finding], list[Finding]]:
    """Findings with a located quote or a problem to tell, and the others."""
    kept = [finding for finding in found if finding.quotes or finding.problem]
    return kept, [finding for finding in found if finding not in kept]


TOLD_BY_RULES = frozenset(
    {
        "conflict",
        "several_dates",
        "amount_words",
        "sum",
        "not_a_contract",
        "redacted_in_source",
        "impossible_date",
        "exception",
    }
)
"""Checks of the rules that are about the document, whoever found its values."""


def _told_by_rules(verified: Verified, ruled: Verified) -> Iterator[Check]:
    """What the rules notice in the document and the model's findings have not shown yet, at the field as a whole."""
    for check in ruled.checks:
        if check.rule in TOLD_BY_RULES and not _told(check, verified.checks):
            yield replace(check, path="/".join(check.path.split("/")[:2]))


def _told(check: Check, others: Iterable[Check]) -> bool:
    """Whether another check of the rule points to all places of this one."""
    spans = [entry.span for entry in check.evidence]
    return any(
        other.rule == check.rule and all(any(a < e.span[1] and e.span[0] < b for e in other.evidence) for a, b in spans)
        for other in others
    )


def _dropped(dropped: list[Finding]) -> list[Check]:
    message = "dropped (strict): no quote of this value could be located in the document"
    fields = dict.fromkeys(finding.field for finding in dropped)
    return [Check(merge.pointer(name), "ungrounded", "error", message) for name in fields]


def _not_analyzed(document: Document, left: Iterable[Open]) -> Iterator[Check]:
    """A check for each field that has no answer, for all of the document or for some of its pages."""
    for one in left:
        pages = [page for page in (_page(document, one.span[0]), _page(document, one.span[1] - 1)) if page]
        where = f" on {_in_words(pages)}" if pages and one.span != (0, len(document.text)) else ""
        named = f" ({', '.join(one.unit.categories)})" if one.unit.categories else ""
        what = "there may be more" if one.partly else "the model gave no answer that can be used"
        message = f"{what}{named}{where}: {one.why}"
        yield Check(merge.pointer(one.unit.field), "not_analyzed", "warning", message)


def _in_words(pages: Sequence[int]) -> str:
    """``page 3``, ``pages 3 to 5``."""
    return f"page {pages[0]}" if pages[0] == pages[-1] else f"pages {pages[0]} to {pages[-1]}"


def _page(document: Document, offset: int) -> int | None:
    """The page of the first word from an offset on."""
    if not document.paged or offset < 0:
        return None
    places = document.places(offset, min(offset + 200, len(document.text))) or document.places(
        max(0, offset - 200), offset
    )
    return places[0].page if places else None


def _believed(verified: Verified, name: str) -> Json:
    """The value of a field less what has no place in the document."""
    value, path = verified.data.get(name), merge.pointer(name)
    lost = {at for at, trust in verified.trust.items() if trust.state == "ungrounded"}
    if isinstance(value, list):
        return [element for index, element in enumerate(value) if f"{path}/{index}" not in lost]
    return None if path in lost else value
