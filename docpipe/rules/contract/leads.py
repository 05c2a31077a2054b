"""Who must, may or must not: the words of a sentence that lead to a duty, and the duties that name their party last."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract.actors import AGREES, LONGEST_NAME, name_at, name_before
from docpipe.rules.contract.clause_text import Sentence

LEAD = 480
"""Characters in front of a sentence's first verb: "During the period that begins … and ends …, Supplier agrees to"."""


class Lead(Struct, frozen=True):
    """Who must, may or must not: the words up to the action, at ``start`` of a sentence, the action at ``action``.

    ``denied`` tells that subject or verb has a negation: "neither", "in no event", "shall not". ``basis`` is
    ``AGREES`` where the party agrees, grants or warrants, ``THAT`` and a name where what it agrees to has a subject.
    """

    sentence: Sentence
    party: str
    modal: str
    start: int
    action: int
    denied: bool
    basis: str = ""


THAT = "that: "
"""Basis of what a party agrees somebody shall do; it stands only if that somebody is no party."""

PASSIVE = f"{THAT}by "
"""The same of a clause in the passive, whose "by" names the party."""

_FORM = r"(?:Inc|Ltd|LLC|L\.L\.C|Corp|Co|LP|L\.P|LLP|L\.L\.P|PLC|N\.A|S\.A|GmbH)\b"
"""What a company's name ends with behind a comma: "with the consent of Acme, Inc., sell" is cut in front of "sell"."""

TO_THE_VERB = r"(?!\s+(?:only|merely|just|solely|later|less|more|fewer|earlier|sooner)\b)"
"""A "not" that denies a verb: "shall not only deliver", "shall not later than May 1 pay" deny none."""

_PROMISES = r"(?:agree|undertake|covenant|represent|warrant|guarantee|pledge|acknowledge|promise)s?"
_HOW = (
    r"(?:(?:hereby|further|also|expressly|each|irrevocably|unconditionally|absolutely|specifically|jointly|severally)"
    r"(?:\s+and)?\s+){0,3}"
)
_NAMED = r"[A-Z][\w'-]*(?:\s+[A-Z][\w'-]*){0,3}"
_TO_WHOM = rf"(?:\s+(?:with|to)\s+(?:each\s+of\s+)?(?:(?:the|each)\s+)?(?:other\s+)?{_NAMED})"
_NO_VERB = r"(?!\s+(?:the|this|these|those|such|an?|each|be\s+bound)\b)"
"""What a party agrees to is no verb: "agree to the above terms", "undertakes to the Buyer that"."""

_MODAL = compiled(
    rf"\s(?P<modal>(?:(?:also|each|both|jointly|further|thereafter)\s+)?(?:shall|will|must|may)(?:\s+(?:not{TO_THE_VERB}|never))?(?!\s+(?:have\s+no\s+(?:liability|obligation)|mean\b))"
    rf"|(?P<agrees>{_HOW}(?:(?:agree|undertake|covenant|promise|pledge)s?{_TO_WHOM}?"
    r"|(?:binds?|obliges?)(?:\s+and\s+(?:binds?|obliges?))?\s+(?:itself|himself|herself|themselves)"
    rf"|(?:warrants?|guarantees?)\s+to\s+(?:the\s+)?{_NAMED}(?=\s+to\b))(?:,?\s+(?:and|or)\s+{_HOW}(?:agree|undertake"
    r"|covenant|promise|pledge|acknowledge)s?)?(?:\s*,[^,;:]{3,80},|\s+at\s+(?:its|their|his)\s[^,;:]{3,30}?)?\s+(?:\(\w{1,3}\)\s+)?(?:not\s+)?to"
    rf"{_NO_VERB})"
    rf"|(?P<says>{_HOW}{_PROMISES}(?:(?:,|,?\s+(?:and|or))\s+{_HOW}(?:{_PROMISES}|warranties)){{0,3}}"
    rf"{_TO_WHOM}?,?\s+(?:\(\w{{1,3}}\)\s+)?that,?\s+(?:\(\w{{1,3}}\)\s+)?)"
    r"|(?P<state>(?:is|are)\s+(?:(?:solely|fully|also|hereby)\s+)?(?=(?:responsible\s+(?:for|to)|obligated\s+to|obliged\s+to|bound\s+to|required\s+to"
    r"|entitled\s+to|permitted\s+to|authorized\s+to|prohibited\s+from)\b))"
    r"|(?P<has>(?=ha(?:s|ve)\s+(?:the|no|a)\s+(?:[\w-]+\s+){0,3}?(?:rights?|authority|power|option)\s+to\b))"
    rf"|(?P<grants>{_HOW}(?=(?:grants?|appoints?|indemnif(?:y|ies)|assigns?|engages?|licenses|guarantees?),?\s+"
    r"(?!(?:of|that|or|nor|shall|will|must|may|is|are|granted|under|do|does)\b|and\s+(?!undertake|agree|promise|covenant|transfer|convey|assign|grant))[a-zA-Z(]"
    r"|(?<=hereby\s)(?:sells?|transfers?|waives?|releases?|authorizes?|conveys?|accepts?|delivers?)\b))"
    r")(?:(?<=\s)|\b)(?:\s*,(?:[^,]|,\s+(?="
    rf"{_FORM})){{3,160}}(?:,|(?=:\s*$)))?(?:\s+|\s*:\s*|(?<=\s))(?P<action>\S|$)"
)
_WHO = compiled(
    r"(?:(?:if|unless|provided|subject|upon|in\s+the\s+event|to\s+the\s+extent|during|except|when)\b[^;:]{3,240}?,\s+)?(?P<who>it|he\s+(?:or|and)\s+she|he|she|they|neither\s+(?:it|he|she|they)\s+(?:nor|or)\b[^,;:]{0,120}?)\s+(?P<modal>shall|will|must|may"
    rf")(?:\s+(?P<not>not{TO_THE_VERB}|never))?(?:\s*,[^,]{{3,160}},)?\s+(?P<action>\w)"
)
_WHAT = compiled(
    r"(?P<subject>(?!if\b|in\b|the\s+other\b)[^;:]{2,260}?)\s+(?P<modal>shall|will|must)"
    r"(?:\s+(?:not|never)\b)?,?\s+"
    r"(?!(?:not\s+)?be\s+(?:\w+ly\s+)?(?:deemed|construed|governed|binding|limited|settled|considered|subject)\b)\w"
)
_NOBODYS = compiled(
    r"(?i)\A(?:(?:the|any|all|such|this|each|\w+ly|exclusive|sole|place\s+of)\s+){0,3}(?:(?:[\w']+\s+){1,2}?courts?|courts?"
    r"|jurisdiction|venue|laws?|agreement|arbitration|arbitrators?|tribunal|terms|provisions?|clauses?|sections?)\b"
)
"""What the parties only state something of: "agree that the courts of Ruritania shall have jurisdiction"."""

_SUBORDINATE = compiled(
    r"(?i)\b(?:that|which|who|whom|if|unless|whether|as|than|what|where|to\s+the\s+extent|because|until|so"
    r"|in\s+the\s+event|in\s+case)"
    r"\s+(?:\w+\s+)?$|(?<![,;:.])\s(?:on|of|by|to|in|for|with|from|at|under|between|and|or|upon|against|through)"
    r"\s+(?:an?\s+|the\s+)?$"
    r"|\b(?:any|all|such|other|the|no)\s+(?:[a-z]+\s+){0,3}?(?:rights|claims?|remed(?:y|ies)|loss(?:es)?|amounts?|damages"
    r"|obligations?|liabilit(?:y|ies)|sums?|costs|expenses|defenses)\s+$"
)
"""What makes a subject that of a subordinate clause; "any rights Seller may have" needs no "that" for it."""

_MAIN = compiled(
    rf"(?:\bprovided,?\s+(?:however,?\s+)?that,?|\b(?:{_PROMISES}|agreed|understood),?\s+(?:\(\w{{1,3}}\)\s+)?that,?"
    r"|[,;]?\s+(?:and|but)|[;:]|\.|\bThat)\s+(?:\(\w{1,3}\)\s+)?$"
)
"""What begins a clause of its own: behind it a further subject of the same sentence has a duty as well."""

_BEGINS = compiled(
    r"(?:^|[.;:,)]\s+|\b(?:and|but)\s+)(?:\d+(?:\.\d+)*\.?\s*|\(\w{1,4}\)\s+|(?:Section|Article)\s+[\d.]+\s+)*$"
)
_DENIED = compiled(
    r"(?:(?:^\W*|(?<=[.,;:)]\s)|\b(?:and|but|or|that)\s+)(?:\d[\d.]*\s+)?(?:\(\w{1,3}\)\s+)?"
    r"(?:No|no|Nothing|nothing|None|none)\b(?!\s+(?:later|less|more|sooner|earlier|fewer)\b)[^,;:]*"
    r"|\bnot\s+(?:mean|imply|require)\s+(?:that\s+)?)\Z"
)
"""What makes a subject a bystander: "No settlement that binds the Supplier may be made"."""

_FORM_COMMA = compiled(rf"\b{_FORM}\.?,\Z")
_ASIDE = compiled(r"(?:\s+\([^()]{1,120}\)|,\s[^,;:.()]{3,160},)\Z")
_AND_ITS = compiled(
    r"(?:,|,?\s+(?:and|or|and/or))\s+(?:its|their|his|her)\s+(?:respective\s+)?[a-z][^.;:()]{2,120}\Z"
    r"|(?<=[pP]arty)\s+(?:that|who|which|[a-z]+ing)\s[^,.;:()]{3,120}\Z"
    r"|\b(?:[Aa]ny|[Ee]ach|[Aa]n?)\s+(?P<one>[A-Z][\w-]+)\s+(?:that|who|which|wishing|desiring|intending|seeking)\s[^,.;:()]{3,120}\Z"
)
"""Who acts beside a party, and which one it is: "Buyer, its officers and agents", "any party learning of a breach"."""

_AND = compiled(r"\s+and\s+\Z")
LONGEST_DENIED = 120
"""Characters between "neither" and the last one of those who must not."""

_NEITHER = compiled(
    r"(?P<from>\b(?:[Nn]either|NEITHER)\b[^;:]*?,?\s+(?:nor|(?:and/)?or|and|NOR|OR|AND)\s+|\b(?:[Nn]or|NOR)\s+)\Z"
)
_ON = r"(?:(?!\b(?:shall|will|must|may|is|are|has|have)\b)[^.;:])"
_NOR = compiled(rf"\b(?:[Nn]either|NEITHER)\b{_ON}{{0,260}}\b(?:nor|NOR)\b{_ON}{{0,260}}\Z")
"""The same where the name beside the verb belongs to what is said of the last: "nor any of those who act for Buyer"."""

_NEVER = compiled(r"(?i)\b(?:in\s+no\s+(?:event|case)|under\s+no\s+circumstances?|at\s+no\s+time|never),?\s+\Z")
_NEGATIVE = compiled(r"(?i)\b(?:not|never|neither|nor)\b|^no\s")


def leads(sentence: Sentence) -> Iterator[Lead]:
    """The duties that a sentence leads to, in its order: the first subject's, and those of clauses of their own."""
    text = sentence.text
    found = False
    for match in _MODAL.finditer(text):
        if not found and match.start() > LEAD + LONGEST_NAME:
            return
        lead = _lead(sentence, match, found)
        if lead is not None:
            found = True
            yield lead


_AS_FOLLOWS = compiled(
    rf"\s(?P<modal>{_HOW}(?:agree|undertake|covenant)s?(?:\s+and\s+(?:agree|undertake|covenant)s?)?{_TO_WHOM}?)"
    r"(?:,?\s+(?:as\s+follows|the\s+following))?\s*[:;,.]*\s*[:–—-]+\s*\Z"
)


def agreed(sentence: Sentence) -> Lead | None:
    """Who agrees to the list below a sentence: "The Tenant agrees with the Landlord as follows: (a) To pay …"."""
    if not sentence.text.endswith((":", "-", "–", "—")) or (match := _AS_FOLLOWS.search(sentence.text)) is None:
        return None
    end = _subject_end(sentence.text, match.start())
    party = _subject(sentence.text, end)
    if party is None:
        return None
    return Lead(sentence, party, match["modal"], end - len(party), len(sentence.text), negative(party), AGREES)


_PREDICATE = compiled(
    r"(?P<and>(?:[,;]\s+(?:and|but|or)|\s+(?:and|but)|,(?=\s+(?:shall|will|must)\b))\s+(?:(?:also|further|thereafter|then|in\s+no\s+event)\s+)?)"
    rf"(?P<modal>(?:shall|will|must|may)(?:\s+(?:not{TO_THE_VERB}|never))?)(?:\s*,[^,;]{{3,160}},)?\s+(?P<action>[a-z])"
)
_OPEN = compiled(
    r"\b(?:which|who|whom|whose|that|(?:it|they|he|she)(?=\s+(?!to\b|in\b|for\b|at\b|with\b|from\b|and\b)\w)"
    r"|(?:such|any|all|each|no)\s+(?:\w+\s+){1,4}?(?=shall|will|may|must))\b[^,;]*\Z"
)
"""A clause that an action has opened and not closed: "… to persons who will work and will be paid"."""

_OPEN_STILL = compiled(r"\b(?:which|who|that)\s+(?:\w+\s+){0,2}?(?:shall|will|must|may)\b[^,;]*\Z")
"""The same in front of a comma: "… to persons who will work, and will be paid"."""


def predicates(lead: Lead, behind: int) -> Iterator[tuple[Lead, int]]:
    """A lead and the further verbs of its subject, "shall insure the goods and shall not sell them", each with the
    offset behind its words."""
    text = lead.sentence.text
    for match in _PREDICATE.finditer(text, lead.action, behind):
        still = _OPEN_STILL if match["and"].startswith((",", ";")) else _OPEN
        if still.search(text, lead.action, match.start()):
            continue
        yield lead, match.start()
        denied = negative(match["modal"]) or "no event" in match["and"] or negative(lead.party)
        start = match.start("modal")
        lead = replace(lead, modal=match["modal"], start=start, action=match.start("action"), denied=denied)
    yield lead, behind


def _lead(sentence: Sentence, match: re.Match[str], further: bool) -> Lead | None:
    text = sentence.text
    end = _subject_end(text, match.start())
    party = _subject(text, end)
    if party is None:
        return _it(sentence, match, end)
    start = end - len(party)
    before = text[max(0, start - 60) : start]
    main = _MAIN.search(before)
    if _DENIED.search(text, 0, start) or (not main and (further or _SUBORDINATE.search(before))):
        return None
    plain = match["state"] or match["has"] is not None or match["grants"] is not None
    if plain and not (_BEGINS.search(before) or main):
        return None
    denied = bool(_NEVER.search(before) or negative(party) or negative(match["modal"]) or _NOR.search(text, 0, start))
    if match["says"]:
        return _that(sentence, match, party, start)
    basis = AGREES if match["agrees"] or match["grants"] is not None else ""
    return Lead(sentence, party, match["modal"], start, match.start("action"), denied, basis)


def _it(sentence: Sentence, match: re.Match[str], end: int) -> Lead | None:
    """The duty of "If Buyer does so, it shall …": Buyer's."""
    said = _ITS.search(sentence.text, 0, end)
    if said is None or match["says"] or match["grants"] is not None:
        return None
    party = name_at(sentence.text, said.end("if"))
    if party is None:
        return None
    return Lead(sentence, party, match["modal"], said.start("it"), match.start("action"), negative(match["modal"]))


_ITS = compiled(
    r"(?:^|[.;:)]\s+)(?P<if>(?i:if|when(?:ever)?|where|should|unless|in\s+the\s+event\s+(?:that\s+)?)\s+(?:the\s+)?)(?=[A-Z])"
    r"[^;:]{4,240},\s+(?P<it>it|he|she|they)\Z"
)


def _that(sentence: Sentence, match: re.Match[str], party: str, start: int) -> Lead | None:
    """The duty of "Supplier agrees that it will not …"; of "… that no use will be made" it is to agree to that."""
    text = sentence.text
    begin = match.end("says")
    if who := _WHO.match(text, begin):
        denied = negative(who["who"]) or bool(who["not"])
        return Lead(sentence, party, who["modal"], start, who.start("action"), denied, AGREES)
    what = _WHAT.match(text, begin)
    if what is None or negative(party) or _NOBODYS.search(what["subject"]):
        return None
    name = name_before(text, what.end("subject"))
    other = name if name and len(name) == len(what["subject"]) else ""
    return Lead(sentence, party, "must", start, match.start("says"), False, THAT + other if other else AGREES)


def _subject_end(text: str, end: int) -> int:
    """Where the subject before a verb ends: in front of "(the "Buyer")", ", at its own cost," or "and its agents"."""
    if _FORM_COMMA.search(text, max(0, end - 12), end):
        return end - 1
    if text[end - 1 : end] in (")", ",") and (aside := _ASIDE.search(text, max(0, end - 170), end)):
        return aside.start()
    others = _AND_ITS.search(text, max(0, end - 170), end)
    if others and others["one"]:
        return others.end("one")
    if others and name_before(text, end) is None:
        return others.start()
    return end


def _subject(text: str, end: int) -> str | None:
    """One or two names in front of a verb; "neither … nor" belongs to them, whatever the first one is."""
    name = name_before(text, end)
    if name is None:
        return None
    start = end - len(name)
    if neither := _NEITHER.search(text, max(0, start - LONGEST_DENIED), start):
        return text[neither.start("from") : end]
    joined = _AND.search(text, max(0, start - 12), start)
    first = name_before(text, joined.start()) if joined else None
    start = joined.start() - len(first) if joined and first else start
    return text[start:end] if end - start <= LONGEST_NAME else name


def negative(words: str) -> bool:
    """Whether words deny: "shall not", "neither party", "no Party"."""
    return bool(_NEGATIVE.search(words))


_PASSIVE = compiled(
    r"\s(?P<modal>shall|will|must|may)\s+(?P<not>not\s+)?(?:\w+ly\s+|also\s+|only\s+|otherwise\s+)?be\s+(?:\w+ly\s+)?"
    r"(?!(?:approved|agreed|requested|required|specified|designated|determined|incurred|caused|governed|owned|executed"
    r"|bound|deemed|construed|affected|supplemented|amended|modified|waived|extended|followed|accompanied|used)\b)"
    r"(?:[a-z]+(?:ed|en|wn|ld)|made|paid|sent|kept|borne|sold|met|done|set)\b(?P<between>(?:(?!\bby\b)[^;:]){0,160}?)"
    r"\bby\s+(?=[A-Z]|[a-z]{1,2}-?[A-Z]|the\s+[A-Zp]|(?:any|each|either|both)\s+(?:of\s+the\s+)?[pP]art)"
)
_OTHER_VERB = compiled(r"(?<!\bor\s)(?<!\band\s)(?<!,\s)\b(?:[a-z]+(?:ed|en)|made|set|given)\s+(?:\w+\s+)?\Z")
"""What "by" belongs to in "shall be paid at the address designated by Seller"."""

_CLAUSE = compiled(
    r"(?:^|[;:.]\s|,\s+(?:and|but|or)\s)(?:\s*(?:\d+(?:\.\d+)*\.?|\(\w{1,4}\)))*\s*(?:[A-Z][\w ]{2,30}\.\s+)?"
)
LONGEST_SUBJECT = 240
"""Characters of what a party must do something to."""


def passives(sentence: Sentence) -> Iterator[Lead]:
    """The duty of "The fee shall be paid by Buyer within 30 days": its action is the whole clause."""
    text = sentence.text
    if " by " not in sentence.low:
        return
    for match in _PASSIVE.finditer(text):
        party = name_at(text, match.end())
        begin = max(
            (m.end() for m in _CLAUSE.finditer(text, max(0, match.start() - LONGEST_SUBJECT), match.start())),
            default=-1,
        )
        if party is None or not 0 <= begin < match.start() or _OTHER_VERB.search(match["between"]):
            continue
        if _SUBORDINATE_IN.search(text, begin, match.start()):
            continue
        joined = _AND_BY.match(text, match.end() + len(party))
        party = text[match.end() : joined.end()] if joined else party
        denied = bool(match["not"] or _NONE.match(text, begin))
        modal = "may" if match["modal"] == "may" else "must"
        yield Lead(sentence, party, modal, begin, begin, denied, PASSIVE + (name_before(text, match.start()) or ""))


_SUBORDINATE_IN = compiled(r"(?i)\b(?:if|unless|that|which|who|whether|when|as|in\s+the\s+event|provided)\b")
_NONE = compiled(r"(?i)(?:no|none|neither)\b")
_AND_BY = compiled(rf"\s+and\s+(?:the\s+)?{_NAMED}(?!\s+(?:shall|will|must|may|agrees?|is|are|has|have)\b|\w|-)")
