"""Names of parties: where one that begins at an offset ends, and whether it looks like a company's or a person's."""

from __future__ import annotations

import re

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.jurisdictions import find_jurisdictions

_LEGAL = (
    "inc incorporated corp corporation company co llc ltd limited lp llp lllp plc gmbh ag sa nv bv sarl spa srl kk "
    "oy oyj ab asa "
    "as aps pty pte sas kg kgaa se ltda sro na lc pc pllc psc bhd aktiengesellschaft gie eirl jsc ojsc pjsc zrt kft "
    "doo tbk mhc "
    "fsb nl a/s oo ek ev ohg aktiebolag dac"
)
_BODIES = (
    "trust fund funds bank association partnership university foundation holdings group partners institute hospital "
    "center college society authority ministry department agency commission insurance bancorp bancshares council "
    "federation league church enterprises industries systems technologies laboratories pharmaceuticals therapeutics "
    "ventures associates international communications services solutions networks entertainment properties"
)
LEGAL_FORMS = frozenset(_LEGAL.split())
BODIES = frozenset(_BODIES.split())

_CLOSING = LEGAL_FORMS - frozenset(
    ["company", "co", "limited", "bank", "na", "sa", "se", "as", "ab", "lc", "pc", "nl", "ag", "corporation"]
)
_WHOLE = frozenset(("limited", "company", "corporation", "incorporated", "gmbh", "llc", "llp", "plc"))
"""Forms that are no abbreviations with a full stop: one behind them ends a sentence."""
_COMPANIES = frozenset(("inc", "incorporated", "corp", "llc", "ltd", "llp", "plc", "gmbh"))
"""Forms that are nothing else: behind "NV" a figure is the postal code of Nevada."""
_ROOMS = frozenset(("unit", "room", "suite", "level", "floor", "building", "block"))
_REGIONS = frozenset((
    "america", "americas", "europe", "asia", "north",
))  # fmt: skip
INNER = frozenset((
    "/", "of", "the", "and", "&", "for", "de", "la", "le", "du", "der", "des", "von", "van", "und", "et", "e",
    "y", "z", "di", "da", "del", "do", "dos", "at", "in", "on", "s/a",
))  # fmt: skip
STOP = frozenset((
    "a", "an", "with", "having", "whose", "located", "organized", "incorporated,a", "by", "as", "is", "are",
    "who", "which", "being", "acting", "formed", "existing", "duly", "hereby", "hereinafter", "its", "their",
    "our", "your", "or", "to", "c/o", "from", "between", "among", "each", "collectively", "individually", "together",
    "party", "parties", "shall", "agreement", "dated", "effective", "registered", "doing", "d/b/a", "dba",
    "f/k/a", "fka", "a/k/a", "aka", "through", "not", "this", "that", "these", "whereas", "witnesseth",
    "residing", "address", "principal", "under", "pursuant", "including", "recitals", "if", "when", "where",
    "since", "such", "any", "all", "no", "per", "hereafter", "nothing", "upon", "attn", "attention",
    "telephone", "fax", "email", "phone",
))  # fmt: skip
_JOINING = frozenset((
    "savings", "loan", "research", "trust", "oil", "gas", "power", "light", "sons", "development", "company",
    "commercial", "telecommunications", "fire", "marine", "casualty", "life", "health", "science", "sciences",
    "technology", "engineering", "design", "media", "entertainment", "import", "export", "trading", "medicine",
    "cancer", "metals", "mining", "steel", "iron", "coal", "sales", "marketing", "distribution",
    "manufacturing", "services", "industries", "associates", "brothers", "bros", "daughters", "co", "planning",
    "retirement", "annuity", "indemnity", "guaranty", "paper", "water", "electric", "tobacco", "drug", "food",
    "foods", "beverage", "arts", "books", "music", "video", "audio", "radio", "television", "film",
    "management", "consulting", "investment", "licensing", "merchandising", "communications", "information",
    "computer", "software", "systems",
))  # fmt: skip
_JOINED = compiled(r"[^\W_]+(?:_[^\W_]+)+")
"""A word with a rule inside it, which stands for no blank: "BLUE_SKY"."""
_TOKEN = compiled(r"\n+|[,;:()\[\]\"]|[^\s,;:()\[\]\"]+")
_INTERNAL = compiled(r"[a-z\d]+(?:[.\-/][A-Za-z\d]+)+\.?$|[a-z]{1,2}[A-Z]\w*(?:\.[A-Za-z]+)?$|(?:[a-z]\.)+$")
GENERIC = frozenset((
    *(f"{word} date" for word in ("effective", "closing", "signing", "execution", "commencement")),
    "agreement", "agreements", "party", "parties", "company", "companies", "buyer", "seller", "licensor", "licensee",
    "lessor", "lessee", "supplier", "distributor", "customer", "client", "vendor", "agent", "contractor", "consultant",
    "employee", "owner", "borrower", "lender", "guarantor", "provider", "recipient", "franchisor", "franchisee",
    "reseller", "manufacturer", "sponsor", "purchaser", "partner", "issuer", "section", "article", "exhibit",
    "schedule", "annex", "appendix", "board of directors", "witness", "recital", "recitals", "background", "date",
    "term", "territory", "product", "products", "service", "services", "hereinafter", "address", "attention", "name",
    "title", "by", "and", "parent", "subsidiary", "subsidiaries", "affiliate", "affiliates", "trust", "fund", "bank",
    "state", "commonwealth", "province", "republic", "city", "county", "securities and exchange commission",
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december", "suite", "po box", "p.o. box", "p.o box", "po. box", "page", "one", "two", "us", "we", "you", "i",
    "it", "he", "she", "they", "there", "ladies and gentlemen", "dear", "re", "copy", "telecopy", "individual",
    "individually", "authorized representative", "authorized representatives", "authorised representative",
    "authorised representatives", "legal representative", "legal representatives", "undersigned", "one hand",
    "other hand", "one part", "other part", "first part", "second part", "on the one hand", "on the other hand",
    "of the one part", "of the other part", "on the one part", "on the other part", "for value received",
    "registration number", "registered number", "identity number", "company number", "id number", "vat number",
    "of the first part", "of the second part", "of the third part",
))  # fmt: skip
"""Words that stand where a name could; with "the" before them and up to two characters behind, as in "Party A"."""

_THINGS = frozenset((
    "rights", "remedy", "remedies", "dollars", "euros", "warranty", "warranties", "liability", "obligations", "works",
    "price", "payment", "payments", "assets", "premises", "goods", "damages", "fees", "terms", "conditions", "provided",
))  # fmt: skip
"""Words that a clause's subject ends with in capitals, and no name: "SOLE AND EXCLUSIVE REMEDY"."""

_STREET = compiled(
    r"\b(?:street|st(?!\.?\s+(?-i:[A-Z]))|avenue|ave|road|rd|boulevard|blvd|suite|drive|lane|floor|parkway|pkwy|highway|way|plaza|square"
    r"|zip)\b",
    re.IGNORECASE,
)


_ADDRESS = compiled(
    rf"^(?:(?:\w+\s+)?(?:floor|suite|building|unit|level)\b|\d+\w?\s).*{_STREET.pattern}|\b\d+\s.*{_STREET.pattern}.*\d",
    re.IGNORECASE,
)
"""A street with what precedes it: "Third Floor 160 Elm Road Bray 4 Co. Dublin" holds "Co." and is no company."""

_HOUSE = compiled(
    r"\s+\S{2,}(?:laan|straat|stra(?:ss|ß)e|str\.|weg|plein|gracht|kade|allee|platz|gasse|gatan|vägen|vej|gata)\s+\d{1,4}\w?$",
    re.IGNORECASE,
)
"""A street of one word and the number of a house, behind a name on the same line."""


_STATE = compiled(
    r"(?:The\s+)?(?:State|Commonwealth|Republic|Government|County|City|Province|Town|Borough|Village|Municipality|Emirate|Kingdom)\s+of\s+(?:the\s+)?"
    r"[A-Z][\w'-]+(?:\s+[A-Z][\w'-]+){0,3}(?=\s*,?\s*(?:acting\s+(?:by|through|herein)\b|\(\s*(?:the\s+)?\"|$|an?\s+(?:municipal|political|public|body)\b))"
)
"""A state or city that is a party: it acts by somebody, has an alias, or is called a body."""


class Name(Struct, frozen=True):
    """A name at ``text[start:end]``; ``legal`` tells that it ends in a legal form, ``body`` in a word like Trust."""

    start: int
    end: int
    text: str
    legal: bool
    body: bool


def name_at(text: str, position: int) -> Name | None:
    """The name that begins at an offset, as far as it goes, or None if none begins there."""
    if state := _STATE.match(text, position):
        return Name(position, state.end(), state.group(), False, True)
    tokens = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text, position, min(len(text), position + 260))]
    lead = _particles(tokens)
    end = _grow(text, tokens[lead:])
    if end is None:
        return None
    start = tokens[0][1]
    return _checked(text, start, end)


def _particles(tokens: list[tuple[str, int, int]]) -> int:
    """How many small words a name begins with: "van der Meer & Zonen", "de Vries B.V."."""
    count = next((place for place, (token, _, _) in enumerate(tokens) if token not in _PARTICLES), 0)
    return count if 0 < count < MOST_PARTICLES and tokens[count][0][0].isupper() else 0


_PARTICLES = frozenset((
    "van", "von", "de", "der", "den", "du", "di", "da", "del", "della", "dos", "ter", "ten", "zu", "zum",
))  # fmt: skip
MOST_PARTICLES = 4


def is_legal(token: str) -> bool:
    """Whether a word is a legal form: "Inc.", "L.P.", "GmbH"."""
    return re.sub(r"[.,]", "", token).casefold() in LEGAL_FORMS


def _checked(text: str, start: int, end: int) -> Name | None:
    printed = text[start:end].rstrip(" ,&")
    if (
        printed.endswith(".")
        and (not is_legal(printed.split()[-1]) or printed.split()[-1].casefold().strip(".") in _WHOLE)
        and not re.search(r"\b(?:[A-Z]|Jr|Sr|Esq|Dr)\.$", printed)
    ):
        printed = printed[:-1]
    printed = _HOUSE.sub("", printed[:-1] if printed.endswith("..") else printed)
    words = printed.split()
    while words and words[-1].casefold() in INNER:
        words.pop()
        printed = printed[: len(printed.rstrip()) - len(printed.split()[-1])].rstrip(" ,")
    if (
        re.search(r"\b\d{5}\b|R\s?E\s?C\s?I\s?T", printed)
        or not words
        or len(re.sub(r"[\W_]", "", printed)) < 2
        or _is_generic(printed)
        or not re.search(r"[A-Za-z]", printed)
    ):
        return None
    if all(is_legal(word) for word in words):
        return None
    last = re.sub(r"[.,]", "", words[-1]).casefold()
    legal = any(is_legal(word) for word in words[1:]) or is_legal(words[-1])
    body = last in BODIES or any(word.casefold().strip(".,") in BODIES for word in words)
    if not legal and (last in _THINGS or words[0].casefold() in _LEADING):
        return None
    if not legal and (street := _STREET.search(printed)):
        before = printed.rfind(" of ", 0, street.start())  # "the Wardens of Marlow College of Mill Street"
        seated = _checked(text, start, start + before) if before > 0 else None
        return seated if seated and seated.body else None
    if not legal and re.match(r"\d+\s", printed):
        return None
    if not is_legal(words[-1]) and _ADDRESS.search(printed):
        return None
    places = find_jurisdictions(printed)
    if not legal and places and sum(place.end - place.start for place in places) >= 0.6 * len(printed):
        return None
    return Name(start, start + len(printed), printed, legal, body)


_LEADING = frozenset(("for", "of", "in", "on", "at", "and", "it", "they", "these"))
"""Words that no name begins with that has no company's form."""


def _is_generic(printed: str) -> bool:
    folded = " ".join(printed.casefold().split()).removeprefix("the ")
    cut = (folded[:-more] for more in (1, 2) if len(folded) > more and not re.match(r"\w", folded[-more]))
    return folded in GENERIC or folded.endswith(" as follows") or any(candidate in GENERIC for candidate in cut)


def _grow(text: str, tokens: list[tuple[str, int, int]]) -> int | None:
    """The end of the longest stretch of name-like words, connectors between them, and legal forms after commas."""
    end: int | None = None
    index = 0
    while index < len(tokens):
        token, _, stop = tokens[index]
        if token == ",":
            index, end = _past_comma(tokens, index, end)
            if index < 0:
                return end
            continue
        if token.startswith("\n"):
            following = tokens[index + 1][0] if index + 1 < len(tokens) else ""
            if end is None or any(is_legal(t) for t, _, _ in tokens[1:index]) or not is_legal(following):
                return end
            index += 1
            continue
        if token == "(":
            index, end = _past_parenthesis(tokens, index, end)
            if index < 0:
                return end
            continue
        if end is not None and token.casefold() in INNER:
            if not _joins(tokens, index):
                return end
        elif not (_is_word(token) or (end is not None and token == "A.")) or (
            end is not None and _ends(tokens[index - 1][0], token)
        ):
            return end
        else:
            end = stop
            if token.endswith(".") and len(token) > 5 and not is_legal(token) and token.count(".") == 1:
                return end
        index += 1
    return end


def _ends(before: str, token: str) -> bool:
    """Whether a name ended with the word before: in a closing form, or a form before a room."""
    return is_legal(before) and ((_closes(before) and not is_legal(token)) or token.casefold() in _ROOMS)


def _closes(token: str) -> bool:
    """Whether a legal form ends a name: "Inc." does, "Company" goes on in "Company of America"."""
    return re.sub(r"[.,]", "", token).casefold() in _CLOSING


def _is_word(token: str) -> bool:
    if token.casefold().strip(".") in STOP and not (token.casefold() in ("as", "a.s") and token.isupper()):
        return False
    if not re.search(r"\w", token) or ("_" in token and not _JOINED.fullmatch(token)):
        return token in ("&", "+")
    return token[0].isupper() or token[0].isdigit() or _is_short_form(token) or bool(_INTERNAL.match(token))


def _is_short_form(token: str) -> bool:
    """Whether a word in lower case is a legal form all the same: "drkoop.com, inc."."""
    return is_legal(token) and len(token) < 5 and token.casefold() not in ("as", "se", "na", "co", "bank", "sa")


def _joins(tokens: list[tuple[str, int, int]], index: int) -> bool:
    """Whether "of", "and", "&" goes on with a name instead of beginning another one."""
    word = tokens[index][0].casefold()
    following = next((token for token, _, _ in tokens[index + 1 :] if token.casefold() not in INNER), "")
    if not following or not _is_word(following) or following[0].isdigit():
        return False
    if word == "&":
        return True
    before = tokens[index - 1][0]
    if word == "and":
        if is_legal(before) or before == ",":
            return False
        pair = {re.sub(r"[.,]", "", before).casefold(), re.sub(r"[.,]", "", following).casefold()}
        return bool(pair & _JOINING)
    if word == "the":
        return index > 0 and tokens[index - 1][0].casefold() in INNER
    if word in ("of", "for"):
        return not _closes(before) or bool(find_jurisdictions(following) or following.casefold() in _REGIONS)
    return not is_legal(before) or word not in ("e", "y", "et", "und", "at", "in", "on")


_NUMBER = compiled(r"\d{1,2}|[a-z]|[ivx]{1,4}")
"""What numbers the next of several in brackets: "(1) Alpha Ltd, (2) Beta Ltd"."""
_SPANISH = compiled(r"S\.?\s?L\.?(?:\s?U\.?)?")
"""A form only behind a comma: elsewhere these are somebody's initials."""


def _past_comma(tokens: list[tuple[str, int, int]], index: int, end: int | None) -> tuple[int, int | None]:
    """Go on after a comma for a legal form ("X, Inc.") or a firm of several names ("A, B & C Co.")."""
    if end is None or index + 1 >= len(tokens):
        return -1, end
    following = tokens[index + 1][0]
    if following == "(":
        return _past_parenthesis(tokens, index + 1, end)
    then = tokens[index + 2][0] if index + 2 < len(tokens) else ""
    county = following.casefold() in ("co.", "co") and then[:1].isalpha() and _is_word(then) and not is_legal(then)
    if _SPANISH.fullmatch(following):
        return index + 2, tokens[index + 1][2]
    if (
        not county
        and ((is_legal(following) and following[0].isupper()) or _is_short_form(following))
        and (not then[:1].isdigit() or re.sub(r"[.,]", "", following).casefold() in _COMPANIES)
    ):
        return index + 2, tokens[index + 1][2]
    ahead = tokens[index + 1 : index + 8]
    for place, (token, _, _) in enumerate(ahead):
        if token == "&" and place and place + 1 < len(ahead) and _is_word(ahead[place + 1][0]):
            return (index + 1, end) if not any(is_legal(t) for t, _, _ in tokens[:index]) else (-1, end)
        if token != "," and not _is_word(token):
            break
    return -1, end


def _past_parenthesis(tokens: list[tuple[str, int, int]], index: int, end: int | None) -> tuple[int, int | None]:
    """Go on after a short insertion inside a name: "Dialog Semiconductor (UK) Ltd."."""
    if end is None:
        return -1, end
    for close in range(index + 1, min(index + 4, len(tokens))):
        token = tokens[close][0]
        if token == ")":
            if close == index + 2 and _NUMBER.fullmatch(tokens[index + 1][0]):
                return -1, end
            after = tokens[close + 1][0] if close + 1 < len(tokens) else ""
            forms = [t for t, _, _ in tokens[close + 1 : close + 5]]
            if close > index + 1 and after and _is_word(after) and any(is_legal(form) for form in forms):
                return close + 1, end
            return -1, end
        if token in ',;:"' or token.startswith("\n"):
            return -1, end
    return -1, end
