"""Governing law, how disputes are resolved, and the language that prevails."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract import contradictions
from docpipe.rules.contract.law_rows import courts
from docpipe.rules.contract.passages import Sentence, clause_quote, sentences
from docpipe.rules.jurisdictions import FoundJurisdiction, find_jurisdictions
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS = ("governing_law", "dispute_resolution", "governing_language")

_MAY_BE_LAW = compiled("law|statute|jurisprudence")
_LAW = compiled(r"\blaws?\b|\bstatutes?\b|\bjurisprudence\b", re.IGNORECASE)
_GOVERNS = compiled(
    r"\b(?:govern(?:ed|ing|s)?|constru(?:ed|ction)|interpret(?:ed|ation)|enforced?|controlled|controls?|validity)\b"
    r"|\bsubject\s+to\b|\bunder\s+and\s+(?:pursuant|in\s+accordance)"
    r"|\bin\s+accordance\s+with\s+(?:and\s+\w+\s+)?(?:by\s+)?the\s+laws?\b|\blaws?\b[^.;]{0,80}\b(?:shall|will"
    r"|to)\s+(?:apply|govern|control)|\bapplicable\s+law\b|\bmade\s+(?:under|pursuant)\b",
    re.IGNORECASE,
)
_STRONG = compiled(r"\b(?:govern(?:ed|s|ing)?|constru\w+|interpret\w+)\b", re.IGNORECASE)
_ABOUT_STATUS = compiled(
    r"\b(?:organi[sz]ed|incorporated|existing|formed|established|registered|created|chartered|qualified|licensed"
    r"|good\s+standing|domiciled|compl(?:y|iance)\s+with)\b[^.;]{0,60}$",
    re.IGNORECASE,
)
_CUT = compiled(
    r"\b(?:without\s+(?:regard|giving|reference|application|respect|recourse|effect)|exclud\w+|except|other\s+than"
    r"|irrespective|regardless|notwithstanding|conflicts?\s+of|principles\s+of"
    r"|choice\s+of|applicable\s+to|as\s+applied|and\s+the\s+(?:parties|part(?:y|ies)\s+hereto|courts?|federal"
    r"|state(?!\s+of))|and\s+each|any\s+(?:dispute|action|suit)|exclusive\s+jurisdiction|jurisdiction\s+of|courts?"
    r"|venue|is\s+made|made\s+and"
    r"|arbitrat\w+|to\s+the\s+extent|provided|unless)\b",
    re.IGNORECASE,
)
_LAW_OF = compiled(
    r"\b(?:laws?|statutes)\b(?:\s+and\s+(?:regulations|jurisprudence|judicial\s+decisions|decisions|rules)"
    r"|\s*,?\s*(?:both\s+)?(?:substantive|procedural)\s+and\s+\w+\s*,?|\s+\([^()]{0,60}\))?\s*,?\s*(?:of"
    r"|in\s+(?:force|effect)\s+(?:in|of)|in|prevailing\s+in|applicable\s+in|(?=thereof))\b",
    re.IGNORECASE,
)
_LABEL = compiled(
    r"^[\W\d]*(?:[\dA-Za-z.]{1,6}\s+)?(?:governing|applicable|choice\s+of)\s+law(?:s)?\b[^:.]{0,40}[:.]", re.IGNORECASE
)
_ELSEWHERE = later(
    r"\b(?:lessor|borrower|bankruptcy|securities\s+laws?|tax\s+laws?|patent\s+laws?|antitrust|insolvency)\b",
    re.IGNORECASE,
)
_THAT = compiled(
    r"\s*(?:(?:that|such|said|the\s+(?:said|same))\s+(?:state|province|country|commonwealth|jurisdiction)|thereof)\b",
    re.IGNORECASE,
)
_LAW_AFTER = later(
    r"\s+(?:state\s+|substantive\s+|internal\s+|domestic\s+|civil\s+|contract\s+)*laws?\b", re.IGNORECASE
)
_CHOOSES = later(
    r"\b(?:govern(?:ed|s|ing)?|constru\w+|interpret\w+|application|appl(?:y|ies|icable))\b"
    r"|\b(?:this|the)\s+(?:\w+\s+)?(?:agreement|contract|deed|lease|letter)\s+(?:is|shall\s+be)\s+subject\s+to\b",
    re.IGNORECASE,
)
FEDERAL = frozenset({"United States", "Canada"})
LAW_WINDOW = 110
"""Characters after "laws of" within which the jurisdiction stands."""

_ARBITRATION = later(
    r"\b(?:settled|resolved|submitted|determined|decided|referred|adjudicated|subject"
    r"|disposed)\b[^.;]{0,120}?\b(?:by|to|through|under|in|via)\s+(?:[\w-]+\s+){0,5}?arbitrat\w+",
    re.IGNORECASE,
)
_ARBITRATION_OF = later(
    r"\b(?:binding|final)\s+arbitration\b|\barbitrat(?:ion|or)s?\s+(?:proceedings?\s+|hearings?\s+)?(?:shall|will|must)\b"
    r"|\b(?:shall|will|must|may)\s+be\s+arbitrated\b|\b(?:demand|commence|initiate|proceed\s+to|request)\s+(?:for\s+)?arbitration\b"
    r"|\b(?:disputes?|controvers(?:y|ies)|disagreements?|claims?)\b[^.;]{0,160}?\b(?:to|by|through)\s+(?:\w+\s+){0,3}?arbitrat",
    re.IGNORECASE,
)
_HEADING = later(r"[\W\dIVX]*(?:(?:[A-Z][\w/-]*|of|and|to|the|in|for|or)[\s;,:.&-]+){0,9}(?:[A-Z][\w/-]*)\W*")
"""A heading names what follows and agrees nothing: "17. Governing Law; Consent to Jurisdiction."."""

_ORDERS = compiled(r"\b(?:SHALL|WILL|MUST)\b")
"""Words by which a line in capitals is a clause and no heading: "VENUE SHALL LIE IN KENT COUNTY"."""

LONGEST_HEADING = 120

_CLAUSE = r"(?:[^.;]|\.(?=\w)|(?<=U\.S)\.)"
"""A character of a clause: the full stop of "U.S. federal court" ends none."""

_SUED = (
    r"(?:actions?|suits?|proceedings?|disputes?|claims?|litigation|controvers(?:y|ies)|lawsuits?|cases?|matters?)\b"
    rf"{_CLAUSE}{{0,200}}?\b(?:shall|must|will|may|to)\s+(?:only\s+|also\s+|exclusively\s+)?be\s+(?:\w+ly\s+)?(?:brought|instituted"
    r"|commenced|filed|litigated|heard|tried|adjudicated|prosecuted|maintained|determined|decided|resolved|settled|submitted"
    r"|venued|initiated|conducted)\b"
)
_COURTS = later(
    r"\b(?:(?:exclusive|non-?\s?exclusive|sole|personal)\s+(?:and\s+\w+\s+)?(?:jurisdiction|venue)"
    r"|(?:submits?|attorn(?:s|ed)?)\s+(?:\w+\s+){0,2}?to\s+(?:the\s+)?(?:[\w-]+\s+){0,3}jurisdiction"
    r"|consents?\s+to\s+(?:the\s+)?(?:\w+\s+)*?(?:jurisdiction|venue)|subject\s+to\s+the\s+(?:\w+\s+)?jurisdiction\s+of"
    rf"|(?:jurisdiction|venue)\b{_CLAUSE}{{0,200}}?\b(?:shall|will)\s+(?:only\s+)?(?:be|lie|vest|rest|reside)\b{_CLAUSE}{{0,80}}?\bcourts?"
    r"|jurisdiction\s+and\s+venue|(?:proper\s+)?venue\s+(?:for|of|shall|will|in|is|lies)|place\s+of\s+jurisdiction\b"
    rf"|courts?\b{_CLAUSE}{{0,160}}?\b(?:shall|will)\s+(?:have|retain)\s+(?:[\w-]+\s+){{0,3}}?jurisdiction"
    rf"|{_SUED}{_CLAUSE}{{0,120}}?(?:\bcourts?\b|\b(?<!held\s)in\s+(?:the\s+)?(?:(?:State|County|City|Commonwealth|Province)\s+of\s+)?(?=(?-i:[A-Z]))))",
    re.IGNORECASE,
)
_SUED_IN = later(
    rf"\b{_SUED}(?:\s+\w+ly|\s+only|\s+and\s+\w+){{0,2}}\s+in\s+(?:the\s+)?(?P<venue>(?-i:[A-Z][\w.'-]*(?:(?:,?\s+|\s+(?:of|and)\s+)"
    r"(?:the\s+)?[A-Z][\w.'-]*){0,6}))(?=\s*(?:[,.;]|and|or|under|pursuant|before|in|$))",
    re.IGNORECASE,
)
_PROCEEDINGS_IN = later(
    r"\bproceedings\s+(?:only\s+)?in\s+(?:the\s+)?(?P<venue>(?:(?i:State|City|County|Province)\s+of\s+)?[A-Z][\w.'-]*"
    r"(?:(?:,?\s+|\s+of\s+)[A-Z][\w.'-]*){0,4})(?=\s*(?:[,.;]|and|or|under|$))"
)
_COURT_OF_THE_OTHER = later(
    r"\b(?P<venue>(?:(?:federal|state)(?:\s+(?:or|and)\s+(?:federal|state))?\s+)?courts?\s+(?:sitting\s+|located\s+|situated\s+)?"
    r"(?:in|of|at)\s+the\s+(?:[a-z]+\s+){1,5}?(?:of|where)\s+(?:the\s+)?(?:other|defending|defendant|responding|non-?\w+)"
    r"\s*(?:part(?:y|ies))?(?:\s+(?:is|has)\s+[^,.;]{3,60})?"
    r"|(?:[a-z]+\s+)?court\s+(?:having\s+jurisdiction|competent)\s+(?:over|for|at)\s+the\s+(?:registered\s+)?(?:seat|office|place\s+of"
    r"\s+business)\s+of\s+the\s+(?-i:[A-Z]\w+(?:\s+[A-Z]\w+)?))",
    re.IGNORECASE,
)
"""Whose courts, where they are named by who is sued: "a court sitting in the jurisdiction of the other party"."""

_MEDIATION = later(
    r"\b(?:submit\w*|refer\w*|attempt\w*|resolved?|settled?)\b[^.;]{0,100}\bmediat(?:ion|ors?)\b", re.IGNORECASE
)
_NAMED_BODY = r"(?:[A-Z][\w&-]*\s*|of\s+(?:the\s+)?|for\s+|and\s+){1,8}"
_RULES = later(
    r"\b((?:[A-Z][\w&'-]*\s+){0,6}(?:Arbitration|Mediation|Conciliation|Commercial|Dispute\s+Resolution)\s+Rules"
    rf"(?:\s+and\s+(?:Mediation\s+)?Procedures)?(?:\s+of\s+(?:the\s+)?{_NAMED_BODY})?"
    r"|(?:[A-Z][\w&-]*\s+){0,3}[Rr]ules\s+(?:and\s+[Rr]egulations\s+|and\s+[Pp]rocedures\s+|(?:of|and)\s+(?!the\b)\w+\s+"
    rf"|for\s+\w+\s+)*of\s+(?:the\s+)?{_NAMED_BODY}|UNCITRAL(?:\s+Arbitration)?\s+Rules)"
)
_INSTITUTION = later(
    r"\b(?:(?-i:JAMS|ICDR)\b|American\s+Arbitration\s+Association|International\s+Chamber\s+of\s+Commerce"
    r"|London\s+Court\s+of\s+International\s+Arbitration|Judicial\s+Arbitration\s+and\s+Mediation\s+Services"
    r"|(?-i:(?:[A-Z][\w&-]*\s+(?:of\s+|for\s+|and\s+)?){1,6}(?:Arbitration|Mediation|Conciliation|Dispute\s+Resolution)\s+"
    r"(?:Commission|Association|Cent(?:er|re)|Court|Institute|Board|Tribunal)))",
    re.IGNORECASE,
)
_SEAT = later(
    r"\b(?:seat|place|location|site|venue)\s+of\s+(?:the\s+)?(?:arbitration|mediation|hearing)s?\s+(?:shall\s+be"
    r"|will\s+be|is|:)\s*(?:in\s+)?(?P<a>(?-i:(?:[A-Z][\w.'-]*,?\s*){1,6}))"
    r"|\b(?:arbitrat\w+|hearings?|proceedings?)\b[^.;]{0,80}?\b(?:held|conducted|located|take\s+place|occur|seated"
    r"|sit|heard|venued)\s+(?:exclusively\s+)?(?:in"
    r"|at)\s+(?:the\s+city\s+of\s+)?(?P<b>(?-i:(?:[A-Z][\w.'-]*,?\s*){1,6}))"
    r"|\barbitrat\w+\b[^.;]{0,120}?\bin\s+(?:the\s+city\s+of\s+)?(?P<c>(?-i:[A-Z][\w'-]+(?:,?\s+[A-Z][\w'-]+){0,4}))"
    r"(?=\s*(?:[,.;]|before|by|under|pursuant|in\s+accordance|$))",
    re.IGNORECASE,
)
_VENUE = later(
    r"\b(?:courts?|jurisdiction|venue)\b[^.;]{0,60}?\b(?:located\s+in|sitting\s+in|situated\s+in|in\s+which|of|in|for)\s+(?:the\s+)?"
    r"(?P<venue>(?!(?:Part(?:y|ies)|Civil\s+Procedure|Code|Rules?|Section|Article)\b)[A-Z][\w.'-]*(?:(?:,?\s+|\s+(?:of|and|in|for)\s+(?:the\s+)?)(?!(?:Part(?:y|ies)|Each|Any|The(?!\s+City))\b)[A-Z][\w.'-]*){0,9}(?:\s+courts?\b(?!\s+(?:in|of|for|at|located|sitting|situated)\b))?)"
)
_ELSEWHERE_NAMED = tuple(
    later(pattern)
    for pattern in (
        r"(?i:\bplace\s+of\s+(?:exclusive\s+)?jurisdiction\b)[^.;]{0,120}?\b(?:shall\s+be|is|will\s+be|:)\s+(?:in\s+)?(?:the\s+)?"
        r"(?P<venue>(?!Party\b)[A-Z][\w'-]*(?:,?\s+[A-Z][\w'-]*){0,5})",
        r"\b(?:[Tt]he\s+)?(?P<venue>(?!The\b|Such\b|Any\b|Federal\b|State\b|District\b|Supreme\b|High\b|Circuit\b)[A-Z][a-z]+(?:\s+[A-Z][a-z]+)?\s+[Cc]ourts)\s+"
        r"(?:alone\s+|only\s+)?(?:shall|will|are\s+to|(?:shall\s+)?have)\b",
        r"\b(?P<venue>[Cc]ourts\s+(?:at|in|of)\s+(?:the\s+)?[A-Z][\w'-]*(?:,?\s+[A-Z][\w'-]*){0,3})\s+(?:alone|only|solely)\b",
        r"(?i:\bvenue\s+(?:shall|will)\s+(?:lie|be|rest)(?:\s+(?:exclusively|solely|only))?\s+in)\s+(?:the\s+)?"
        r"(?P<venue>[A-Z][\w'-]*(?:,?\s+[A-Z][\w'-]*){0,5})",
        r"(?i:\bbe\s+(?:brought|resolved|settled|heard|decided|determined)\b[^.;]{0,80}?\b(?:within|before)\s+)(?:the\s+)?"
        r"(?P<venue>[A-Z][\w'-]*(?:\s+[A-Z][\w'-]*){0,3}\s+Courts?"
        r"(?:\s+(?:of|for)\s+(?:the\s+)?[A-Z][\w'-]*(?:\s+(?:of\s+)?[A-Z][\w'-]*){0,3})*)",
        r"\b(?:The\s+)?(?P<venue>(?!The\b)(?:[A-Z][\w'-]*\s+){0,3}Courts?\s+(?:of|for|in|at)\s+(?:the\s+)?[A-Z][\w'-]*"
        r"(?:(?:,?\s+|\s+(?:of|for|in)\s+(?:the\s+)?)[A-Z][\w'-]*){0,8})",
        r"\b(?P<venue>(?!The\b)(?:[A-Z][a-z]+\s+)?(?:High|Supreme|Superior|District|Commercial|Regional|Federal)\s+Court)\s+(?:shall|will)\b",
    )
)
"""Courts named by a people, by "at", or by their place alone: "the Ruritanian courts", "courts at Mill Cross alone"."""

_SORT = later(r"(?:\W|\b(?:and|or|State|Federal|U\.?S|United\s+States|District|Circuit)\b)+")
_RUN_ON = later(r"(?<=[a-z])\.(?=[A-Z])")
_INITIALS = later(r"\b(?:[A-Z]\.){2,}$")
_LOOSE_END = later(r"(?:[\s,]+(?:and|of|for|the|in|or|with|to|at))+\W*$", re.IGNORECASE)
_LANGUAGES = "English|Chinese|French|German|Spanish|Japanese|Portuguese|Italian|Dutch|Russian|Korean|Hebrew"
_LANGUAGE = later(
    rf"\b(?P<language>{_LANGUAGES})\b[^.;]{{0,60}}?\b(?:language|version|text)?\b[^.;]{{0,60}}?\b(?:(?:shall|will)\s+"
    r"(?:always\s+)?(?:prevail|control|govern|be\s+(?:the\s+)?(?:controlling|governing|official|binding|authoritative))"
    r"|prevails|controls|governs)\b"
    r"|\b(?:govern(?:ed|ing)|official|controlling|prevailing|binding)\s+(?:language|text"
    rf"|version)\b[^.;]{{0,60}}?\b(?P<other>{_LANGUAGES})\b"
    rf"|\b(?P<chosen>{_LANGUAGES})(?:\s+language)?\s+(?:is|shall\s+be|will\s+be|is\s+to\s+be)\s+the\s+(?:\w+\s+)?language"
    r"\s+(?:of\s+choice\s+)?(?:for|of)\s+(?:this|the)\s+(?:Agreement|Contract|agreement|contract)\b",
)


def find(view: View) -> Iterable[Finding]:
    """Sentences that choose a law, a way to settle disputes, or a language."""
    for sentence in sentences(view):
        yield from _law(view, sentence)
        yield from _disputes(view, sentence)
        yield from _language(view, sentence)
    yield from courts(view)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Keep the laws of the first sentence of the strongest sort, and the first answer on disputes and language."""
    laws = [finding for finding in findings if finding.field == "governing_law"]
    kept = _first_sentence(laws)
    if sides := contradictions.laws(document, laws, kept):
        kept = [contradictions.contradiction("governing_law", sides)]
    others = [finding for finding in findings if finding.field not in ANSWERS]
    return [*others, *kept, *_settle_disputes(findings), *[f for f in findings if f.field == "governing_language"][:1]]


def _first_sentence(laws: list[Finding]) -> list[Finding]:
    for basis in ("clause", "label", "mention"):
        mine = [law for law in laws if law.basis == basis]
        if mine:
            first = min(mine, key=lambda law: (law.value in FEDERAL, law.at))
            start = first.quotes[0].span
            return [law for law in mine if law.quotes[0].span == start]
    return []


def _law(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    if not _MAY_BE_LAW.search(sentence.folded) or not _LAW.search(text) or len(text) > 6_000:
        return
    label = _LABEL.match(text)
    if not label and not _GOVERNS.search(text):
        return
    places = _chosen(text)
    if not places and label:
        places = find_jurisdictions(text[label.end() : label.end() + 120])[:1]
    if not places:
        return
    strong = _STRONG.search(text) and re.search(
        r"\b(?:agreement|contract|hereof|hereunder|lease|it|license|terms|amendment|parties|rights)\b",
        text,
        re.IGNORECASE,
    )
    basis = "clause" if strong else "label" if label else "mention"
    if basis == "mention" and _ELSEWHERE().search(text):
        return
    quote = clause_quote(view, sentence, places[0].start, places[-1].end)
    for name in dict.fromkeys(place.name for place in places):
        yield Finding("governing_law", name, (quote,), item=name.casefold(), basis=basis)


def _chosen(text: str) -> tuple[FoundJurisdiction, ...]:
    """The jurisdictions whose law a sentence chooses: after "laws of", up to "without regard to", or before "law"."""
    chosen: list[FoundJurisdiction] = []
    for match in _LAW_OF.finditer(text):
        before = text[max(0, match.start() - 90) : match.start()]
        if _ABOUT_STATUS.search(before) or not (_GOVERNS.search(text[max(0, match.start() - 500) : match.end() + 220])):
            continue
        chosen += _named_after(text, match)
        if any(place.name not in FEDERAL for place in chosen):
            return _without_federal(chosen)
    return tuple(chosen) or _adjective(text)


def _named_after(text: str, match: re.Match[str]) -> list[FoundJurisdiction]:
    """The jurisdictions right after "laws of"; "of that State" means the one named before."""
    if _THAT.match(text, match.end()):
        return list(find_jurisdictions(text[: match.start()])[-1:])
    window = text[match.end() : match.end() + LAW_WINDOW]
    cut = _CUT.search(window)
    places = find_jurisdictions(window[: cut.start()] if cut else window)
    if not places or places[0].start >= 70:
        return []
    return [replace(place, start=place.start + match.end(), end=place.end + match.end()) for place in places]


def _without_federal(places: list[FoundJurisdiction]) -> tuple[FoundJurisdiction, ...]:
    """A state's law stands without the union's that applies in it, and England and Wales without England."""
    names = {place.name for place in places}
    return tuple(
        place
        for place in places
        if place.name not in FEDERAL and not any(place.name != name and place.name in name for name in names)
    )


def _adjective(text: str) -> tuple[FoundJurisdiction, ...]:
    """The jurisdiction of "New York law", "Italian law"."""
    for place in find_jurisdictions(text):
        after = text[place.end : place.end + 24]
        near = text[max(0, place.start - 220) : place.end + 120]
        if _LAW_AFTER().match(after) and _CHOOSES().search(near):
            return (place,)
    return ()


def _disputes(view: View, sentence: Sentence) -> Iterator[Finding]:
    text, folded = sentence.text, sentence.folded
    arbitrates = "arbitra" in folded
    arbitration = (arbitrates and (_ARBITRATION().search(text) or _ARBITRATION_OF().search(text))) or None
    courts = _COURTS().search(text) if any(word in folded for word in _MAY_BE_COURTS) else None
    sits = arbitrates or any(word in folded for word in ("hearing", "proceeding", "mediation"))
    if sits and (seat := _SEAT().search(text)) is not None:
        group = next(name for name in ("a", "b", "c") if seat[name])
        yield _part(view, sentence, seat, group, "seat", "arbitration")
    if not arbitration and not courts and not ("ediat" in text and _MEDIATION().search(text)):
        return
    if len(text) < LONGEST_HEADING and not _ORDERS.search(text) and _HEADING().fullmatch(text):
        return
    cue = arbitration or courts or _MEDIATION().search(text)
    assert cue is not None
    method = "arbitration" if arbitration else "litigation" if courts else "mediation"
    quote = clause_quote(view, sentence, cue.start(), cue.end())
    yield Finding("dispute_resolution", method, (quote,), attribute="method", basis=method)
    if arbitration:
        if rules := _RULES().search(text):
            yield _part(view, sentence, rules, 1, "rules", method)
        if institution := _INSTITUTION().search(text):
            yield _part(view, sentence, institution, 0, "venue", method)
    elif courts and (venue := _venue(text, max(0, courts.start() - 80)) or _sued_in(text) or _named_otherwise(text)):
        yield _part(view, sentence, venue, "venue", "venue", method)


_MAY_BE_COURTS = (
    "court",
    "jurisdiction",
    "venue",
    "be brought",
    "be commenced",
    "litigat",
    "adjudicat",
    "proceedings in",
)


def _venue(text: str, start: int) -> re.Match[str] | None:
    """The first place of courts that is named: "State and Federal" courts have none yet."""
    named = (found for found in _VENUE().finditer(text, start) if not _SORT().fullmatch(found["venue"]))
    return next((found for found in named if not text.startswith((" Party", " Parties"), found.end())), None)


def _sued_in(text: str) -> re.Match[str] | None:
    """The place behind "shall be brought in" or "by proceedings in"; or whose courts, where no place is named."""
    patterns = (_SUED_IN, _PROCEEDINGS_IN, _COURT_OF_THE_OTHER)
    return next((found for pattern in patterns if (found := pattern().search(text))), None)


def _named_otherwise(text: str) -> re.Match[str] | None:
    return next((found for pattern in _ELSEWHERE_NAMED if (found := pattern().search(text))), None)


def _part(
    view: View, sentence: Sentence, match: re.Match[str], group: int | str, attribute: str, basis: str
) -> Finding:
    printed = _RUN_ON().split(" ".join(match[group].split()))[0]
    value = _LOOSE_END().sub("", printed).strip(" ,")
    value = value if _INITIALS().search(value) else value.rstrip(".")
    quote = view.quote(sentence.start + match.start(), sentence.start + match.end(group))
    return Finding("dispute_resolution", value, (quote,), attribute=attribute, basis=basis)


def _settle_disputes(findings: list[Finding]) -> list[Finding]:
    """One method: arbitration where it is agreed at all, else courts, else mediation; the first of each part.

    Where arbitration names neither an institution nor a seat, the courts that the agreement names are its venue.
    """
    mine = [finding for finding in findings if finding.field == "dispute_resolution" and finding.value]
    for method in ("arbitration", "litigation", "mediation"):
        parts = {finding.attribute: finding for finding in reversed(mine) if finding.basis == method}
        if "method" in parts:
            courts = [finding for finding in mine if finding.attribute == "venue" and finding.basis == "litigation"]
            if courts and "venue" not in parts and "seat" not in parts:
                parts["venue"] = courts[0]
            return sorted(parts.values(), key=lambda finding: finding.at)
    return []


def _language(view: View, sentence: Sentence) -> Iterator[Finding]:
    if not any(word in sentence.folded for word in ("language", "version", "text", "translat")):
        return
    match = _LANGUAGE().search(sentence.text)
    if match and re.search(r"\b(?:language|version|text|translat\w+)\b", sentence.text, re.IGNORECASE):
        language = match["language"] or match["other"] or match["chosen"]
        yield Finding(
            "governing_language", language, (clause_quote(view, sentence, match.start(), match.end()),), basis="clause"
        )
