"""Who owns which intellectual property, data or confidential information: keeps it, gets it, has it in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract.actors import actors, folded, is_actor, name_at, name_before
from docpipe.rules.contract.clause_text import Sentence, clause_span, printed, sentences
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Document, Finding
from docpipe.words import Span

ANSWERS = ("ip_ownership",)


def find(view: View) -> Iterable[Finding]:
    """Every statement that somebody owns, keeps or is given intellectual property."""
    for sentence in sentences(view):
        if any(word in sentence.low for word in _WORDS):
            yield from _owned(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """An owner has to be a party; "the party" says nothing without what it does.

    "The Deliverables" of one place are those that another place says more of: one thing, cited twice.
    """
    known = actors(findings, document)
    mine = [f for f in findings if f.field == "ip_ownership" and _stands(f.value["owner"], known)]
    return [*(f for f in findings if f.field != "ip_ownership"), *_united(mine)]


def _united(mine: list[Finding]) -> list[Finding]:
    kept: list[Finding] = []
    for finding in sorted(mine, key=lambda each: (-len(each.value["what"]), each.at)):
        whole = next((place for place, other in enumerate(kept) if _is_part(finding, other)), None)
        if whole is None:
            kept.append(finding)
        else:
            kept[whole] = replace(kept[whole], quotes=(*kept[whole].quotes, *finding.quotes))
    order = [finding.item for finding in mine]
    return sorted(kept, key=lambda each: order.index(each.item))


def _is_part(one: Finding, other: Finding) -> bool:
    """Whether the same owner has the same thing, told at more length: "the Deliverables, excluding …"."""
    thing, more = folded(one.value["what"]), folded(other.value["what"])
    return folded(one.value["owner"]) == folded(other.value["owner"]) and bool(
        more.startswith(thing) and _MORE.match(more, len(thing))
    )


_MORE = compiled(r"$|,?\s+(?:excluding|including|except|other\s+than|provided|created|developed|prepared|made)\b")


def _stands(owner: str, known: frozenset[str]) -> bool:
    owner = _WITH_OTHERS().sub("", owner)
    if _IN_COMMON().fullmatch(owner):
        return True
    return folded(owner) != "party" and (is_actor(owner, known) or bool(_SOME_PARTY().fullmatch(owner)))


class _Claim(Struct, frozen=True):
    """Offsets of owner and thing in a sentence."""

    owner: Span
    what: Span


_WORDS = ("own", "title", "propert", "retain", "vest", "belong", "assign", "inure", "reserve", "copyright", "remain")
_IP = later(
    r"\b(?:intellectual\s+property|(?-i:IP)|deliverables?|work\s+products?|works?\b|inventions?|patents?|copyrights?"
    r"|trade\s*marks?|marks?|know-how|software|source\s+code|data|content|materials?|technolog(?:y|ies)"
    r"|improvements?|developments?|documentation|designs?|trade\s+secrets?|proprietary|names?|logos?|goodwill"
    r"|outputs?|results|information|website|web\s*site|sites?|programs?|systems?|discoveries|derivatives?|customizations"
    r"|modifications|licensed|likeness|endorsements?|publicity|rights\s+not|enhancements?|updates?|domain|url"
    r"|commercials|specifications|formula(?:e|s|tions?)?|processes|recipes|ideas|concepts|databases?|lists?|records"
    r"|recordings?|drawings|artwork|photographs|negatives|tooling|molds|manuals?|reports?|samples|confidential)\b",
    re.IGNORECASE,
)
_ALL_RIGHTS = later(r"\bright,?\s*(?:and\s+)?title,?\s*(?:and|or)\s*interests?\b", re.IGNORECASE)
_THINGS = later(
    r"\b(?:buildings?|lands?|premises|property|properties|shares?|stock|equipment|vehicles?|leases?|goods|inventory|funds"
    r"|collateral|wells?|cash|real\s+estate|receivables|accounts?|agreement|assets)\b",
    re.IGNORECASE,
)
"""What "all right, title and interest" may be in and is no intellectual property; other products are taken for some."""

_RIGHTS = (
    r"(?:(?:all|the|sole|exclusive|entire|full|such|worldwide|its|their|and|of|other|any|legal|beneficial|valuable"
    r"|existing|pre-?existing|prior|respective|own)"
    r"\s+){0,6}(?:rights?(?:,|,?\s+(?:and|or))?\s*title(?:,|,?\s*(?:and|or|and/or))?\s*interests?|rights?\s+and\s+title"
    r"|rights?(?:,|\s+and)?\s+interests?|ownership(?:\s+(?:rights?|interests?|of\s+all\s+rights?))?|title"
    r"|copyrights?|(?:intellectual\s+property|proprietary|ownership)(?:\s+(?:and|or)\s+other)?\s+(?:rights|interests?)|rights)"
)
_IN = (
    r"\s+(?:in|to|of|over|under|for)(?:\s*,?\s*(?:and\s+|or\s+|and/or\s+)?(?:to|in|under|of|with\s+respect\s+to)\b)*"
    r"(?:\s*,)?\s+"
)
_WHAT = r"(?P<what>[^;]{3,700})"
_ADVERB = (
    r"(?:(?:solely|exclusively|at\s+all\s+times|alone|hereby|also|and|shall|will|expressly|always|jointly|currently|fully"
    r"|specifically|has\s+developed\s+and|each|thereby|forever|individually|separately|presently|otherwise)\s+){0,4}"
)
_SOLE = (
    r"(?:(?:sole|exclusive|absolute|and|legal|beneficial|rightful|valuable|confidential|lawful|joint|proprietary|full"
    r"|original|registered|record)\s+){0,5}"
)
_OWNS = tuple(
    later(pattern)
    for pattern in (
        rf"(?:\s+\([^)]{{1,60}}\))?,?\s+{_ADVERB}(?:owns?(?:\s+and\s+(?:retains?|controls?))?|retains?(?:\s+and\s+owns?)?|reserves?"
        rf"|keeps?|holds?|has|have)\s+{_ADVERB}(?:the\s+{_SOLE}owners?\s+of\s+)?{_RIGHTS}{_IN}{_WHAT}",
        rf"\s+{_ADVERB}(?:is|are|be|remains?)(?:\s+and\s+(?:shall\s+)?(?:be|remains?))?\s+{_ADVERB}(?:the|an)\s+{_SOLE}owners?"
        rf"\s+(?:of|in)\s+(?:{_RIGHTS}{_IN})?{_WHAT}",
        rf"\s+{_ADVERB}(?:owns?(?:\s+(?:and|or)\s+(?:retains?|controls?))?)\s+{_WHAT}",
        r"\s+(?:hereby\s+|expressly\s+)*(?:retains?|reserves?)\s+(?P<what>(?:all|any)\s+(?:other\s+)?rights?\s+(?:not|that\s+are"
        r"\s+not|which\s+are\s+not)\s+[^;,.]{3,160})",
    )
)
_OWNERSHIP_OF = later(
    rf"'s?\s+(?:(?:sole|exclusive|valid|valuable|absolute|prior|and)\s+){{0,3}}{_RIGHTS}{_IN}{_WHAT}", re.IGNORECASE
)
_ADMITS = later(r"\b(?:acknowledg|recogni[sz]|admit|agree|confirm|concede)\w*\b[^.;]{0,80}\Z", re.IGNORECASE)
_AS_OWNER = later(rf"\s+as\s+the\s+{_SOLE}owners?\s+of\s+(?:{_RIGHTS}{_IN})?{_WHAT}", re.IGNORECASE)
_NAMES = later(r"\b(?:acknowledg|recogni[sz]|attribut|identif|credit|nam)\w*\b[^.;]{0,40}\Z", re.IGNORECASE)
_GIVES = later(
    r"\b(?:(?:with\s+full\s+title\s+guarantee|hereby|irrevocably|unconditionally|agrees?\s+to|shall|will|does|do|thereby)\s+){1,5}"
    r"(?:assign|transfer|convey)s?(?:(?:\s*,|\s+and|\s+or)+\s+(?:agrees?\s+to\s+)?(?:assign|transfer|convey|sell|grant|deliver"
    r"|set\s+over|set)s?(?:\s+over)?)*\b",
)
_TO = later(r"\s+to\s+(?=[A-Za-z])")
_GIVEN = later(rf"\s+{_ADVERB}{_RIGHTS}{_IN}{_WHAT}", re.IGNORECASE)
_GIVEN_THINGS = later(
    r"\s+(?P<what>(?:(?:any\s+and\s+)?all|any|the|each|every)\s+(?:such\s+)?(?:[\w/-]+,?\s+(?:and\s+|or\s+)?){0,4}?(?i:inventions?"
    r"|patents?|copyrights?|trade\s*marks?|marks|works?|work\s+product|know-how|technolog(?:y|ies)|improvements"
    r"|developments|intellectual\s+property|deliverables|software|designs)\b[^;]{0,600})"
)
"""What is assigned itself, and not the rights in it: "assigns to the Company all Inventions"."""

_PROPERTY_OF = later(
    r"\b(?:(?:property|properties|proprietary\s+information|works?\s+made\s+for\s+hire)\s+(?:of|for|owned\s+by)"
    rf"|(?:owned|held)\s+{_ADVERB}by|inures?\s+(?:\w+ly\s+)?to\s+the\s+(?:\w+\s+){{0,3}}benefit\s+of"
    rf"|(?:vest|belong|reside|remain|rest|lie)(?:ed|s)?\s+{_ADVERB}(?:in(?:\s+the\s+names?\s+of)?|with|to)|be\s+reserved\s+(?:by|to|for)"
    rf"|are\s+{_ADVERB}reserved\s+(?:by|to|for)"
    rf"|be\s+{_ADVERB}(?:assigned|transferred|conveyed)(?:\s+(?:and|or)\s+(?:assigned|transferred|conveyed))?\s+{_ADVERB}to)"
    r"\s+(?:both\s+)?"
)
_IN_COMMON = later(r"\b(?:jointly\s+owned|owned\s+jointly|joint\s+property)(?!\s+(?:of|by))\b")
_IN_COMMON_BY = later(r"\bby\s+(?:both\s+)?(?=[A-Z]|the\s+[pP]arties)")
_STATES = later(
    r"(?:\s+(?:is|are|and|or|shall|will|must|be|been|remains?|becomes?|deemed|considered|to|at\s+all\s+times|always|solely"
    r"|exclusively|jointly|hereby|automatically|immediately|also|the|an?|sole|exclusive|absolute|joint|confidential"
    r"|proprietary|valuable|legal|beneficial|individually|as|continue|constitute|both|entirely|fully|thereafter|forever)\b,?)+\s*\Z"
)
_VERB = later(r"\b(?:is|are|shall|will|must|remains?|becomes?|be)\b")
_RELATIVE = later(r"\b(?:that|which|who|whom|whether|if)\s*\Z")
_PASSES = compiled(r"be\s|vest|belong|reside|remain|rest|lie|inure|reserved")
_LEAD = later(
    r"^(?:.*\b(?:agree[sd]?|acknowledge[sd]?|underst(?:ands?|ood)|recognize[sd]?|confirms?|admits?|[Pp]arties|provided(?=,|\s+(?:that|however))|however"
    r"|hereunder,|Agreement,|herein,|addition,|between\s+(?:the\s+parties|[A-Z]\w+\s+and\s+[A-Z]\w+)),?(?:\s+(?:that|and|however|hereto)\b,?)*\s+|.*\band\s+that\s+|.*,\s+and\s+(?=such\s))?"
    r"(?:(?:for|in|to|upon|on|consistent|subject|except|as|notwithstanding|during|after|following|at|with|by)\s[^,:]{3,240},\s+){0,3}"
    r"(?:(?:notwithstanding\b|for\s+the\s+avoidance)"
    r"[^,:]*[,:]\s+(?:\(\w\)\s+)?)?(?:\(?\w{1,3}\)\s+|\d+(?:\.\d+)*\.?\s+)?(?:(?:any\s+and\s+)?all\s+(?:such\s+|of\s+)?)?"
    r"(?:[Tt]itle\s+to(?:\s+and\s+ownership\s+of)?\s+(?!and\b))?",
    re.DOTALL | re.IGNORECASE,
)
_HEADING = later(
    r"^(?:[A-Z][\w&/'-]*(?:\s+(?:of|and|to|in)\b)?\s*){1,5}[.:]\s+(?=[A-Z])|^(?:In\s+addition|Accordingly|Therefore),\s+"
)
_HELD = later(rf"(?:^|^.*?\s)(?:and\s+)?{_RIGHTS}(?<!rights){_IN}", re.IGNORECASE)
_TAIL = later(
    r"\s+(?:is|are)\s+an?\s.*$|,?\s+(?:and\s+(?:shall|will|has|hereby|grants|agrees?|no|nothing|(?:[Tt]he\s+)?[A-Z]\w+\s+(?:shall|will|may"
    r"|agrees?|hereby|acknowledges?|has|is|does|waives?|grants?)\b)|which|who|that\s+(?:are|is)\s+not|shall|(?<!good\s)will|upon"
    r"|except|subject\s+to|provided(?=,|\s+(?:that|however))|whether|as\s+provided|and\s+all\s+such\s+right|and\s+\w+\s+hereby|including|notwithstanding"
    r"|unless|if|constitutes?|is\s+and|are\s+and|without\s+limitation|regardless|but|free\s+and\s+clear|pursuant)\b.*$"
    r"|,\s+(?:in|for|by|as|to|at|under|from|on|when|where|effective|it|with(?!\s+or))\b.*$|\.(?:\s+[A-Z\[(].*)?$|\s*\([^)]*$",
    re.DOTALL,
)
_NO_WHAT = later(
    r"(?i)(?:(?:such\s+(?:\w+\s+)?(?:information|materials?|works?|items?)|it|them|same|the\s+same|such|this|that"
    r"|which)$|(?:or|and|and/or|by|not|no|less|more|at\s+least|if|wish|transferred|conveyed|assigned|for|upon|to|in|on|of)\s|(?:the\s+)?(?:right|option)\s+to\b|.*\b(?:represent|warrant|licens(?:ed|es)\s+to))"
)
_DENIED = later(r"(?i)\b(?:means?|no|nor|neither|never|unless|if|whether|nothing)\b|\bnot\s+(?:claim|assert|represent)")
_NOT_GIVEN = later(r"(?i)\b(?:nothing|no|neither|nor|never)\b[^,;]*\Z|\bnot\b[^,;]{0,30}\Z")
_OTHERS = (
    r"\s+(?:and|or|and/or)\s+(?:its|their|his|her)\s+(?:respective\s+|third[- ]party\s+)?(?:suppliers?|licensors?"
    r"|affiliates?|subsidiaries|successors|assigns|designees?|vendors|content\s+providers|affiliated\s+companies)(?:\s+(?:and|or|and/or)\s+\w+)?"
)
_WITH_OTHERS = later(rf"{_OTHERS}\Z|\s+jointly\Z")
_OTHERS_BEFORE = later(rf"{_OTHERS}\Z")
_OTHERS_AT = later(_OTHERS)
_SOME_PARTY = later(
    r"(?i)(?:the\s+|each\s+|its\s+|their\s+)?(?:(?:disclosing|providing|furnishing|creating|developing|originating|respective|other|owning)\s+)"
    r"(?:part(?:y|ies)|owners?)|the\s+(?:owner|disclosing\s+party)"
)
_SOME_PARTY_AT = later(
    r"(?:the|its|their)\s+(?:disclosing|providing|furnishing|creating|developing|originating|respective)\s+"
    r"(?:[pP]art(?:y|ies)|owners?)\b|the\s+(?:owner|parties|Parties)\b"
)

LONGEST_WHAT = 320
"""Characters of what is owned at most; a longer list ends at a comma, and its quote shows how it goes on."""


def _owned(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    taken: list[Span] = []
    for claim in _claims(text):
        first, last = min(claim.owner[0], claim.what[0]), max(claim.owner[1], claim.what[1])
        words = text[slice(*claim.what)]
        whole = text[claim.what[0] - 40 : claim.what[0]] if claim.what[0] > 40 else text[: claim.what[0]]
        ours = _IP().search(words) or (_ALL_RIGHTS().search(whole) and not _THINGS().search(words))
        if any(first < end and begin < last for begin, end in taken) or not ours:
            continue
        if _NO_WHAT().match(words) or not 4 <= len(words) <= LONGEST_WHAT:
            continue
        taken.append((first, last))
        start, end = clause_span(text, first, last)
        if not (start <= first and last <= end):
            start, end = first, last
        value = {"owner": re.sub(r"^[Tt]he\s+", "", text[slice(*claim.owner)]), "what": words}
        value = printed(view, sentence, value)
        quote = view.quote(sentence.start + start, sentence.start + end)
        yield Finding("ip_ownership", value, (quote,), item=f"{value['owner']}|{value['what']}".casefold())


def _claims(text: str) -> Iterator[_Claim]:
    yield from _named_after(text)
    yield from _named_before(text)
    if "'" in text or " as the " in text:
        yield from _admitted(text)
    yield from _given(text)
    yield from _in_common(text)


def _named_after(text: str) -> Iterator[_Claim]:
    """Owner and thing in "Customer owns all right, title and interest in the Deliverables"."""
    for pattern in _OWNS:
        at = 0
        while match := pattern().search(text, at):
            at = match.start("what")
            owner = _owner_before(text, match.start())
            if owner and not _DENIED().search(text, max(0, owner[0] - 80), owner[0]):
                yield _Claim(owner, _trimmed(text, *match.span("what")))


def _named_before(text: str) -> Iterator[_Claim]:
    """Owner and thing in "the Deliverables shall be the sole property of Customer"."""
    for match in _PROPERTY_OF().finditer(text):
        owner = _owner_at(text, match.end())
        begin = text.rfind(";", 0, match.start()) + 1
        if owner is None or match.start() - begin > 1_200:
            continue
        states = _STATES().search(text, max(begin, match.start() - 120), match.start())
        if not (states and _VERB().search(states[0])) and not _PASSES.match(match[0]):
            continue
        end = states.start() if states else match.start()
        if _NOT.search(text, max(begin, end - 45), match.start()):
            continue
        if _RELATIVE().search(text, begin, end) or _DENIED().search(text, max(begin, end - 40), match.start()):
            continue
        what = _thing(text, begin, end)
        if not _MEANS.search(text, begin, end):
            yield _Claim(owner, what)


def _admitted(text: str) -> Iterator[_Claim]:
    """Owner and thing in "Distributor acknowledges Supplier's exclusive title to the Marks", "names Supplier as the
    owner of the Marks"."""
    for pattern, says in ((_OWNERSHIP_OF, _ADMITS), (_AS_OWNER, _NAMES)):
        for match in pattern().finditer(text):
            owner = _owner_before(text, match.start())
            if owner and says().search(text, 0, owner[0]):
                yield _Claim(owner, _trimmed(text, *match.span("what")))


def _given(text: str) -> Iterator[_Claim]:
    """Owner and thing in "Consultant hereby assigns to Company all right, title and interest in the Inventions"."""
    for match in _GIVES().finditer(text):
        if _NOT_GIVEN().search(text, 0, match.start()):
            continue
        to = _TO().match(text, match.end())
        if to and (owner := _owner_at(text, to.end())):
            given = _GIVEN().search(text, owner[1])
            if given and given.start() - owner[1] < LONGEST_ASIDE:
                yield _Claim(owner, _trimmed(text, *given.span("what")))
            elif things := _GIVEN_THINGS().match(text, owner[1]):
                yield _Claim(owner, _trimmed(text, *things.span("what")))
        elif given := _GIVEN().match(text, match.end()):
            owners = ((to, _owner_at(text, to.end())) for to in _TO().finditer(text, given.start("what")))
            if found := next(((to, owner) for to, owner in owners if owner), None):
                yield _Claim(found[1], _trimmed(text, given.start("what"), found[0].start()))


LONGEST_ASIDE = 160
"""Characters between whom rights are assigned to and the rights: "and its successors and assigns, without charge,"."""


def _in_common(text: str) -> Iterator[_Claim]:
    """Things that are "jointly owned", by those whom the sentence names behind a "by", or by all "jointly"."""
    for match in _IN_COMMON().finditer(text):
        begin = text.rfind(";", 0, match.start()) + 1
        states = _STATES().search(text, max(begin, match.start() - 120), match.start())
        by = _IN_COMMON_BY().search(text, begin)
        owner = _owner_at(text, by.end()) if by else match.span()
        if states and owner and _VERB().search(states[0]):
            yield _Claim(owner, _thing(text, begin, states.start()))


def _owner_before(text: str, end: int) -> Span | None:
    """Whoever stands before a verb; "it" of "Supplier warrants that it owns" is Supplier."""
    if it := _WARRANTS.search(text, max(0, end - 90), end):
        end = it.start()
    others = _OTHERS_BEFORE().search(text, max(0, end - 90), end)
    name = name_before(text, others.start() if others else end)
    return ((others.start() if others else end) - len(name), end) if name else None


def _owner_at(text: str, start: int) -> Span | None:
    some = _SOME_PARTY_AT().match(text, start)
    name = some[0] if some else name_at(text, start)
    if name is None:
        return None
    end = start + len(name)
    if (joined := _AND.match(text, end)) and (second := name_at(text, joined.end())):
        behind = joined.end() + len(second)
        end = end if _ACTS.match(text, behind) else behind
    others = _OTHERS_AT().match(text, end)
    return start, others.end() if others else end


_AND = compiled(r"\s+and\s+(?=[A-Z]|[a-z]{1,2}-?[A-Z])")
_WARRANTS = compiled(
    r"\s+(?:hereby\s+)?(?:represents|warrants|represents\s+and\s+warrants)(?:\s+to\s+[A-Z]\w+)?\s+(?:that\s+)?it\Z"
)
_NOT = compiled(r"\bnot\b(?!\s+(?:\w+\s+){0,3}(?:granted|licensed|assigned|transferred|conveyed))")
_ACTS = compiled(r"\s+(?:shall|will|may|must|agrees?|hereby|has|is|does)\b")
_CAUSED = compiled(r"[^;]*\b(?:cause|procure)s?\s+(?:that\s+)?")
"""What leads to a thing that somebody has to cause to be assigned."""

_MEANS = compiled(r"\bmeans?\b")
_DANGLES = compiled(
    r"(?:,?\s+(?:and|or|are|is|which|that|of|in|to|as|therein|thereto|the|under|by|on|for|with"
    r"|from|arising|created|developed|made|used|provided))+$"
)


def _thing(text: str, begin: int, end: int) -> Span:
    words = text[begin:end]
    lead = _LEAD().match(words)
    begin += lead.end() if lead else 0
    caused = _CAUSED.match(text, begin, end)
    begin = caused.end() if caused else begin
    heading = _HEADING().match(text[begin:end])
    begin += heading.end() if heading else 0
    again = _LEAD().match(text[begin:end]) if heading else None
    begin += again.end() if again else 0
    return _trimmed(text, begin, end)


def _trimmed(text: str, start: int, end: int) -> Span:
    """Without what follows the thing itself, and without punctuation at its ends."""
    held = _HELD().match(text[start:end])
    start += held.end() if held else 0
    words = _TAIL().sub("", text[start:end])
    start += len(words) - len(words.lstrip(" ,("))
    words = words.strip(" ,(:")
    if words.count("(") > words.count(")"):
        words = words[: words.rfind("(")]
    elif words.count(")") > words.count("("):
        words = words[: words.rfind(")")]
    if len(words) > LONGEST_WHAT:
        words = words[: max(words.rfind(",", 0, LONGEST_WHAT), 0)]
    words = _DANGLES.sub("", words.strip(" ,(:"))
    return start, start + len(words)
