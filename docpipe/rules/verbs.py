"""Verbs of duties in the form that follows "must": "grants" is "grant", "shall be paid by" is "pay"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docpipe.patterns import compiled

CUT = " …"
"""The mark that ends the words of a duty where the document goes on."""

_SAID = (
    "accept acknowledge agree appoint assign assume authorize bind commit confirm convey covenant delegate deliver"
    " engage grant guarantee indemnify license oblige own pledge promise release represent retain sell transfer"
    " undertake waive warrant"
)


def third(verb: str) -> str:
    """``indemnifies`` of ``indemnify``."""
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}s"


_BASES = {third(verb): verb for verb in _SAID.split()} | {"has": "have"}
_RUN = compiled(r"(?:(?:[a-z]+ly|also|further|each|hereby)\s+)*(?P<verb>[a-z]+)(?P<join>,?\s+(?:and|or)\s+|,\s+)?")


def based(words: str) -> str:
    """Words that begin with verbs in the third person as they follow "must": ``grant and promise to pay``."""
    parts: list[str] = []
    at = 0
    while (match := _RUN.match(words, at)) and (base := _BASES.get(match["verb"])):
        parts += (words[at : match.start("verb")], base, match["join"] or "")
        at = match.end()
        if not match["join"]:
            break
    if not parts:
        return words
    return "".join(parts) + _FURTHER.sub(lambda match: match["and"] + _BASES[match["verb"]], words[at:], count=1)


_FURTHER = compiled(
    r"(?P<and>\band\s+(?:(?:hereby|further)\s+)?)(?P<verb>agrees|undertakes|promises|covenants)(?=\s+(?:to|that)\b)"
)


_NOUNS = (
    r"the|any|an?|this|these|those|such|its|his|her|their|our|your|it|they|he|she|we|you|there|that|which|who|if|unless"
    r"|shall|will|must|may|can|should|would|is|are|was|were|has|been|being|and|or|nor|other|another|every|some|failure"
    r"|no|neither"
)
_NO_VERB = compiled(rf"\W*(?:(?i:{_NOUNS})\b(?!\))|[A-Z]\w*(?:,?\s[A-Z][\w.]*){{0,2}}['’]s\b)")
_PHRASES = compiled(
    r"\W*(?:at|in|on|for|from|during|within|upon|with|without|by|under|through)\s+(?:\w+\s+){1,5}"
    r"(?:costs?|expenses?|risk|discretion|election|option|request|term|times?|notice|benefit)\W*\Z"
)
_OWN_MODAL = compiled(r"(?:[\w'’-]+\s+){1,9}?(?:shall|will|must)\s+(?:not\s+)?(?:be|have|\w+)\b")
_LINKS = compiled(
    r"(?i)\b(?:that|which|who|whom|whose|what|when|where|whether|if|how|as|and|but|or|than|it|they|because|until|to|unless)\b|[,;:(]"
)


def is_deed(action: str) -> bool:
    """Whether an action may follow "must": no noun, no clause with its own verb, no bare circumstance."""
    if _NO_VERB.match(action) or _PHRASES.match(action):
        return False
    own = _OWN_MODAL.match(action)
    return own is None or _LINKS.search(action, 0, own.end()) is not None


_IRREGULAR = {
    "paid": "pay", "made": "make", "sent": "send", "kept": "keep", "borne": "bear", "sold": "sell", "met": "meet",
    "done": "do", "set": "set", "given": "give", "taken": "take", "undertaken": "undertake", "held": "hold",
    "withheld": "withhold", "shown": "show", "drawn": "draw", "written": "write", "chosen": "choose",
    "driven": "drive", "withdrawn": "withdraw", "begun": "begin", "built": "build", "bought": "buy",
    "brought": "bring", "known": "know", "shaken": "shake", "broken": "break", "spoken": "speak", "proven": "prove",
    "seen": "see", "overseen": "oversee", "agreed": "agree", "guaranteed": "guarantee", "freed": "free",
    "referred": "refer", "added": "add", "told": "tell", "hidden": "hide", "forgiven": "forgive", "worn": "wear",
    "flown": "fly", "retaken": "retake",
}  # fmt: skip
"""Participles that no rule explains, with their verbs."""

_DOUBLED = compiled(r"([bdgmnprt])\1\Z")
_DOUBLED_L = compiled(r"(?:contro|cance|trave|labe|mode|compe|expe|repe|prope|enro|tota|signa|equa)l{2}\Z")
_PLAIN = compiled(
    r"(?:(?<!cr)eat|eet|icit|oit|eit|oid|elop|sor|hor|nor|fer|oat|ait|mit|dit|sit|bit|fit|vit|rit|pit|out|ain|ein|oin|een|ean|oan|own|air|ear|oor|our|eer|oil|ail|eal|eel"
    r"|oad|ead|eed|aid|ess|iss|oss|uss|ass|ll|zz|ocus|asset|arget|udget|arket|cket|pret|onitor|over|itor|avor|lor|eed|ay|oy"
    r"|ow|elp|eep|oop|uit)\Z"
)
_MUTE = compiled(
    r"(?:creat|[dt]ul|oncil|[cvuz]|[^s]s|(?<![aeiou])g|[aeiou]g|dg|[^l]l(?<![aeiou]l)|(?:[au]m|um)|[aeiou]k(?<!ook|eak|oak)"
    r"|[aiou]t|let|quot|pet|[aiou]d|[iu]r|[ao]r|[aeiou]n(?<!en|on)|[ao]p|[iy]p|ib|ob|yz|th(?<=ath))\Z"
)


def verb_of(participle: str) -> str | None:
    """``pay`` of ``paid``, ``deliver`` of ``delivered``; None where it cannot be told."""
    if known := _IRREGULAR.get(participle):
        return known
    if not participle.endswith("ed") or len(participle) < 5:
        return None
    stem = participle[:-2]
    if stem.endswith("i"):
        return f"{stem[:-1]}y"
    if _DOUBLED.search(stem) or _DOUBLED_L.search(stem):
        return stem[:-1]
    return stem if _PLAIN.search(stem) or not _MUTE.search(stem) else f"{stem}e"


_BE_DONE = compiled(
    r"(?P<subject>.+?)\s+(?:shall|will|must|may)\s+(?:not\s+)?(?P<how>(?:\w+ly|also|otherwise)\s+)?be\s+"
    r"(?P<which>\w+ly\s+)?(?P<verb>[a-z]+)(?P<more>(?:,\s+[a-z]+(?:ed|en))*,?\s+(?:and|or)\s+[a-z]+ed\b)?"
    r"(?P<between>[^;:]*?)\s+by\s+(?:the\s+)?"
)
_ELSEWHERE = compiled(
    r"(?i)\b(?:[a-z]+ed|made|given|set)\b|\w(?:tion|ment|sion|ance|ence|val|sals?|sales|notice|request|use|failure|breach)\Z"
)
"""What "by" belongs to where it is not the verb: "shall be resumed upon confirmation by Buyer"."""

_OF_ANOTHER = compiled(r"(?:\s+[A-Z])?['’]s\b|\s+(?:who|whose|which|that|[a-z]+ing)\b")
_ITSELF = compiled(
    r"\A\s+(?:itself|themselves|hereto|hereunder|\d|[A-Z](?!['’]))(?!\w)|\.\s+(?=(?:If|In|This|The|However|Such|Any)\b).*"
)
_MARKED = compiled(r"\A(?:(?:and|or)\s+)?(?:\(\w{1,3}\)\s+|[\W_]+)?")
_CLAUSE = compiled(r"\b(?:shall|will|must|may|is|are|amounts?\s+to)\b(?!\))|\s[–—]\s|,\s+then\b")
_CIRCUMSTANCE = compiled(
    r"(?P<at>(?:In|On|Upon|At|Except|For|During|After|Before|Notwithstanding|Subject|With|Without|Within|To|As|By|From"
    r"|However|Thereafter|Where|Following|Prior|Pursuant|Under)\b.*,\s+)(?=\w)"
)
_DETERMINER = compiled(
    r"(?:The|Any|All|Each|Every|Such|This|These|An?|Its|Their|Both|Either|Prompt|Written|Specific|Payments?)\b"
)
_NOBODY = compiled(r"(?i)(?:no|neither|none(?=\s+of))\b")


def active(clause: str, party: str) -> str | None:
    """``pay the fee within 30 days`` of ``The fee shall be paid by Buyer within 30 days``; None where it is not Buyer
    that does it, or its verb cannot be told."""
    match = next((m for m in _BE_DONE.finditer(clause) if clause.startswith(party, m.end())), None)
    if match is None or _ELSEWHERE.search(match["between"]):
        return None
    rest = _ITSELF.sub("", clause[match.end() + len(party) :], count=1)
    verbs = [verb_of(word) or "" for word in (match["verb"], *_PARTICIPLE.findall(match["more"] or ""))]
    subject, at = _MARKED.sub("", match["subject"]), ""
    if not all(verbs) or "receive" in verbs or _OF_ANOTHER.match(rest) or _CLAUSE.search(subject):
        return None
    if circumstance := _CIRCUMSTANCE.match(subject):
        at, subject = circumstance["at"], subject[circumstance.end() :]
        at = at[0].lower() + at[1:]
    either = " or " if " or " in (match["more"] or "") else " and "
    joined = either.join(filter(None, (", ".join(verbs[:-1]), verbs[-1])))
    how = "".join(match[name] or "" for name in ("how", "which"))
    return f"{at}{how}{joined} {_object(subject)}{match['between']}{rest}"


_PARTICIPLE = compiled(r"\b[a-z]+(?:ed|en)\b")


def _object(subject: str) -> str:
    """What something is done to: ``any part`` of ``No part``."""
    if nobody := _NOBODY.match(subject):
        rest = subject[nobody.end() :].replace(" nor ", " or ")
        return rest.lstrip() if nobody[0].lower() == "neither" else f"any{rest}"
    return subject[0].lower() + subject[1:] if _DETERMINER.match(subject) else subject


def says_deed(value: str, quotes: Sequence[str]) -> bool:
    """Whether a quote says what a value says with its verb in another form: "grants", "shall be paid by"."""
    return any(_says(_words(value), _words(text)) for text in (*quotes, " ".join(quotes)))


def _says(words: list[str], printed: list[str]) -> bool:
    """Whether the first verbs of some words are printed in another form, and all else is printed in order near by."""
    verbs = {verb for word in printed if (verb := verb_of(word) or _BASES.get(word))}
    first = next((at for at, word in enumerate(words) if word in verbs), None)
    if first is None:
        return False
    last = first + 1
    while last + 1 < len(words) and words[last if words[last] not in ("and", "or") else last + 1] in verbs:
        last += 1
    before = (word for word in words[:first] if not word.endswith("ly"))
    wanted = [_BASES.get(word, word) for word in (*before, *words[last:]) if word not in ("any", "or")]
    plain = [_BASES.get(word, word) for word in printed]
    return any(_in_order(wanted, plain[at:]) for at, word in enumerate(plain) if wanted and word == wanted[0])


MOST_BETWEEN = 14
"""Words at most that the passive has between those of the active: "shall not be paid by the Acme Company"."""


def _in_order(wanted: Sequence[str], printed: Sequence[str]) -> bool:
    left = iter(printed[: len(wanted) + MOST_BETWEEN])
    return all(word in left for word in wanted)


def _words(text: str) -> list[str]:
    return re.findall(r"[\w&$%.']*\w", text.casefold().replace("’", "'"))
