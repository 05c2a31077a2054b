"""The parties: labelled (甲方：…), named in prose (…公司（以下简称“甲方”）), or in the signature block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from docpipe.kinds.contract import party_key
from docpipe.patterns import compiled
from docpipe.rules.contract_zh.labels import FORM, ORDINAL, PARTY, Labelled, labelled, name_at, organisation_before
from docpipe.rules.contract_zh.signatures import BASIS, blocks, signs
from docpipe.rules.view import View
from docpipe.rules.zh_identifiers import find_identifiers
from docpipe.rules.zh_script import LETTER
from docpipe.rules.zh_text import Folded, fold, unspaced
from docpipe.types import Document, Finding, Paragraph, paragraphs

ANSWERS = ("parties",)

BLOCK = 700
"""Characters behind a name in which its code and address stand, at most; the next party ends it earlier."""

_DEFINED = compiled(
    r"\((?:[^()]{0,60}?[，；])?(?:以下|下|本[合协][同议])?(?:统|简|合)?称(?:为|作"
    r"|:)?\s?\"?(?P<alias>[^\"()，。]{1,16})\"?"
    r"(?:[、或/及,，]+\s?\"(?P<second>[^\"()]{1,16})\")?\)"
)
_ELSEWHERE = compiled(r"鉴于|目标公司|标的公司|第[一1]条|根据《|经[^，。]{0,8}协商|\n\s?[一1][、.]")
"""Where a block of parties ends and the contract begins."""

_NEXT_LABEL = compiled(rf"\n\s?{PARTY}[^\n:]{{0,12}}:")
"""Where somebody else is named, known or not: what stands there is not said of the party before."""

_BARE = compiled(rf"\(\s?\"?(?P<alias>{ORDINAL})\"?\s?\)(?P<second>(?!))?")
_INTRODUCED = compiled(
    r"(?:^|[\n；;:及和与])\s?(?:\([\d一二三]\)|[\d一二三][、.)])\s?(?P<name>[^，。；\n]{4,80})，[^。；\n]{4,160}?"
    r"\((?:以下|下)?(?:简)?(?:称)?\s?\"(?P<alias>[^\"()]{1,12})\"(?P<second>(?!))?\)"
)
_ALIAS = compiled(
    r"\s?\([^()]{0,40}?(?:以下|下)?(?:简|合)?称(?:为|作|:)?\s?\"?(?P<alias>[^\"()，。]{1,16})\"?(?=[)\"，])"
)
_ADDRESS = compiled(
    r"(?:住\s?所(?:地)?|注册地址?|通[讯信]地址|联系地址|办公地址|经营场所|营业所(?:在地)?|办事处(?:设)?(?=位于)|住\s?址|地\s?址)(?:为|:|\t|是)?\s*(?:位于)?"
)
_ADDRESS_END = compiled(
    rf"[。；;\t\n，]|\((?:以下|下称|简称|\")|法定代表|统一社会|联系|电\s?话|手机|邮\s?编|邮政|传真|电子|E-?mail|开户|账\s?号|负责人|身份证"
    rf"|(?:注册|通[讯信])地|鉴于|签[订署]|日\s?期|{PARTY}(?:\(|:)|\(以下|\(\""
    rf"|(?<={LETTER})\s?(?=[A-Z][a-z]+\s?[A-Za-z])|$"
)
_CODE = compiled(
    r"(?P<label>统一社会信用代码|社会信用代码|信用代码|营业执照(?:注册)?号码?|工商注册号|商业登记号码?"
    r"|统一编号|身分证(?:统一编号|字号)|公司注册(?:号码|编号|号)|注册号|公司编号|登记号|组织机构代码|身份证(?:件)?号码?|证件号码?|护照号码?)"
    r"(?:为|:|\t)?[\s:]*(?P<code>[A-Z]{2,4}\s\d{3,9}(?!\d)|[0-9A-Za-z][0-9A-Za-z-]{5,24}(?:\([\dA]\))?)"
)
_LAW = compiled(
    r"(?:依|按|根)(?:据|照)?(?P<law>[^，。；的]{2,16}?)(?:的)?法律(?:合法)?(?:注册|设立|成立"
    r"|组建)[^，。；]{0,12}?的(?P<type>[^，。；()]{2,14}公司|[^，。；()]{2,8}企业)?"
)
_COMBINED = ("双方", "各方", "三方", "合称")


class _Region(Struct, frozen=True):
    """A folded stretch of the document and its source."""

    view: View
    folded: Folded
    source: str

    def printed(self, start: int, end: int) -> str:
        return unspaced(self.view.document.text[slice(*self.folded.span(start, end))])


class _Subject(Struct, frozen=True):
    """A party of a region, and the sort of place that names it."""

    region: _Region
    item: str
    basis: str

    @classmethod
    def named(cls, region: _Region, name: tuple[int, int], basis: str) -> _Subject:
        return cls(region, party_key(region.printed(*name)), basis)

    def has(self, value: object, span: tuple[int, int], attribute: str | None = None) -> Finding:
        quote = self.region.view.quote(*self.region.folded.span(*span))
        return Finding("parties", value, (quote,), item=self.item, attribute=attribute, basis=self.basis)


def find(view: View) -> Iterable[Finding]:
    """Parties of the opening with what is said of them, and the names in signature blocks."""
    if view.opening:
        region = _region(view, view.opening)
        signed = [paragraph for paragraph in view.opening if signs(paragraph)]
        everybody = list(labelled(region.folded, region.source))
        unsigned = [party for party in everybody if not _within(region, party, signed)]
        found = unsigned if len(unsigned) > 1 else everybody
        beside = _side_by_side(region, found)
        for place, party in enumerate(found):
            limit = found[place + 1].start if place + 1 < len(found) else len(region.folded.text)
            if party in beside:
                limit = min(limit, region.folded.text.find("\n", party.name[1]))
                yield from _in_columns(region, beside, beside.index(party))
            yield from _party(region, party, min(limit, party.name[1] + BLOCK))
        yield from _defined(region)
    for paragraph in blocks(view):
        region = _region(view, (paragraph,))
        for party in labelled(region.folded, region.source):
            subject = _Subject.named(region, party.name, BASIS)
            yield subject.has({"name": region.printed(*party.name)}, (party.start, party.name[1]))
            yield from _roles(subject, party)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Labelled parties, then those named in prose, then signers; one answer for every part of a party."""
    mine = [finding for finding in findings if finding.field == "parties"]
    others = [finding for finding in findings if finding.field != "parties"]
    by_basis: dict[str, dict[str | None, Finding]] = {"label": {}, "prose": {}, BASIS: {}}
    for finding in mine:
        if finding.attribute is None and not finding.problem:
            by_basis[finding.basis].setdefault(finding.item, finding)
    keys = next((set(found) for found in by_basis.values() if len(found) >= 2), set())
    if not keys:
        keys = {key for found in by_basis.values() for key in found}
    roles = _roles_of(mine, keys)
    keys -= {key for key in keys if _cut_short(mine, key, keys)}
    keys |= {key for key in by_basis[BASIS] if key not in keys and _adds(mine, key, roles) and len(keys) < MOST_PARTIES}
    settled = _by_registered_names(list(_settled(mine, keys)), _latin_signers(mine, keys))
    problems = list(_signed_otherwise(settled, mine, keys))
    if problems and document.ocr_pages:
        problems = [problem for problem in problems if not _misread(document, problem)]
    return [*others, *settled, *problems]


MOST_PARTIES = 12
"""Parties of a contract at most: longer lists of names come from annexes."""


def _roles_of(mine: list[Finding], keys: set[str | None]) -> set[str]:
    return {
        finding.value for finding in mine if finding.item in keys and finding.attribute in ("role", "side", "aliases")
    }


def _cut_short(mine: list[Finding], key: str | None, keys: set[str | None]) -> bool:
    """Whether a name is the beginning of another in the same part, as a narrow cell cuts it: …合伙企业 (有限合伙)."""
    longer = {other for other in keys if key and other and other != key and other.startswith(key)}
    return any(_roles_of(mine, {key}) & _roles_of(mine, {other}) for other in longer)


def _adds(mine: list[Finding], key: str | None, roles: set[str]) -> bool:
    """Whether a signer stands for a role that nobody else has."""
    own = _roles_of(mine, {key})
    return bool(own) and not own & roles


def _latin_signers(mine: list[Finding], keys: set[str | None]) -> list[Finding]:
    """Names in Latin letters that sign in the role of a chosen party: the other version's name of the same company."""
    signers = [f for f in mine if f.basis == BASIS and f.attribute is None and f.item not in keys]
    return [finding for finding in signers if finding.value and finding.value["name"].isascii()]


def _signed_otherwise(settled: list[Finding], mine: list[Finding], keys: set[str | None]) -> Iterator[Finding]:
    """A check where another company signs in a party's place; part of a name is the same company, cut by a reader."""
    names = {finding.item: finding for finding in settled if finding.attribute is None and not finding.problem}
    places = {f.value: f.item for f in settled if f.attribute == "side" and f.item in names}
    for signer in mine:
        if signer.basis != BASIS or signer.attribute != "side" or signer.item in keys or not signer.item:
            continue
        party = names.get(places.get(signer.value))
        if party is None or party.item is None or signer.item in party.item or party.item in signer.item:
            continue
        signed = next(f for f in mine if f.item == signer.item and f.basis == BASIS and f.attribute is None)
        if not signed.value["name"].isascii():
            message = f"{signer.value} is {party.value['name']}, but {signed.value['name']} signs as {signer.value}"
            yield Finding("parties", None, (*party.quotes[:1], *signed.quotes[:1]), problem="conflict", message=message)


def _misread(document: Document, problem: Finding) -> bool:
    """Whether two names differ by no more than a picture of one is read wrongly, and one was read from a picture."""
    spans = [quote.span for quote in problem.quotes if quote.span]
    pages = {one.page for one in paragraphs(document) for span in spans if one.start <= span[0] < one.end}
    one, other = (_LABEL.sub("", fold(quote.text).text) for quote in problem.quotes[:2])
    if len(one) != len(other) or not pages & set(document.ocr_pages):
        return False
    differing = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    another_word = any(second - first == 1 for first, second in pairwise(differing))
    return len(differing) <= len(one) * MISREAD and not another_word


_LABEL = compiled(r"^[^:：\t]{1,16}[:：\t]\s*")

MISREAD = 1 / 6
"""Share of a name's characters that are misread on a scan at most, each for itself: 1 of 14 and 2 of 13 on development
scans. Two companies of one group differ in a word, in more, or in length."""


def _within(region: _Region, party: Labelled, stretch: list[Paragraph]) -> bool:
    start, _ = region.folded.span(party.start, party.value)
    return any(paragraph.start <= start < paragraph.end for paragraph in stretch)


def _by_registered_names(settled: list[Finding], signers: list[Finding]) -> list[Finding]:
    """Give each Latin signer to the party of its role: as its name where a foreign law founded it, else as an alias."""
    for signer in signers:
        role = re.match(PARTY, fold(signer.quotes[0].text).text)
        item = next((f.item for f in settled if role and f.attribute == "aliases" and f.value == role[0]), None)
        names = [f for f in settled if f.item == item and f.attribute is None and not f.problem]
        if item is None or not names or any(finding.value["name"].isascii() for finding in names):
            continue
        law = next((f.value for f in settled if f.item == item and f.attribute == "jurisdiction"), "中国")
        if re.search(AT_HOME, law):
            settled.append(replace(signer, item=item, value=signer.value["name"], attribute="aliases", basis=""))
            continue
        renamed = [replace(f, item=signer.item) if f.item == item else f for f in settled if f not in names]
        alias = replace(names[0], item=signer.item, value=names[0].value["name"], attribute="aliases")
        settled = [*renamed, replace(signer, basis=""), alias]
    return settled


AT_HOME = "中国|中华人民共和国|香港|澳门|台湾"
"""Laws under which a company is registered by its Chinese name."""


def _settled(mine: list[Finding], keys: set[str | None]) -> Iterator[Finding]:
    """The findings about the chosen parties: single parts once, the first of each; names and codes from everywhere."""
    seen: set[tuple[str | None, str]] = set()
    for finding in sorted(mine, key=lambda finding: (finding.basis == BASIS, finding.at)):
        if finding.item not in keys and not (finding.problem and finding.item is None):
            continue
        single = finding.attribute in ("role", "side", "address", "entity_type", "jurisdiction")
        if single and (finding.item, str(finding.attribute)) in seen:
            continue
        if single:
            seen.add((finding.item, str(finding.attribute)))
        elif finding.attribute == "aliases":
            if (finding.item, finding.value) in seen:
                continue
            seen.add((finding.item, finding.value))
        yield replace(finding, basis="")


def _region(view: View, stretch: tuple[Paragraph, ...]) -> _Region:
    """Paragraphs as one text with a line feed between them; a label that wraps in its cell is one line."""
    start, end = stretch[0].start, stretch[-1].end
    source = list(view.document.text[start:end])
    for before, after in pairwise(stretch):
        if len(before.text) < LONGEST_LABEL and _unclosed(before.text) and after.start - before.end == 1:
            source[before.end - start] = " "
    return _Region(view, fold("".join(source), start), "".join(source))


LONGEST_LABEL = 16
"""Characters of a line that a narrow cell may have cut inside a bracket."""


def _unclosed(text: str) -> bool:
    return text.count("（") + text.count("(") > text.count("）") + text.count(")")


def _party(region: _Region, party: Labelled, limit: int) -> Iterator[Finding]:
    subject = _Subject.named(region, party.name, "label")
    yield subject.has({"name": region.printed(*party.name)}, (party.start, party.name[1]))
    yield from _roles(subject, party)
    text = region.folded.text
    stops = (pattern.search(text, party.name[1], limit) for pattern in (_ELSEWHERE, _NEXT_LABEL))
    yield from _details(subject, party.name[0], min((stop.start() for stop in stops if stop), default=limit))
    alias = _ALIAS.match(region.folded.text, party.name[1], limit)
    if alias and not any(word in alias[0] for word in _COMBINED):
        yield subject.has(alias["alias"].strip(), alias.span(), "aliases")


def _side_by_side(region: _Region, found: list[Labelled]) -> list[Labelled]:
    """The first parties of which two or more stand in one row: 甲方 | … | 乙方 | …."""
    text = region.folded.text
    for one, other in pairwise(found):
        if "\n" not in text[one.start : other.start] and "\t" in text[one.name[1] : other.start]:
            line = slice(text.rfind("\n", 0, one.start) + 1, text.find("\n", other.name[1]))
            return [party for party in found if line.start <= party.start < line.stop]
    return []


def _in_columns(region: _Region, beside: list[Labelled], place: int) -> Iterator[Finding]:
    """Code and address of a party from the rows below, whose labels come once for each: 住所 | … | 住所 | …."""
    text = region.folded.text
    subject = _Subject.named(region, beside[place].name, "label")
    start = text.find("\n", beside[-1].name[1]) + 1
    for line in text[start : start + BLOCK].split("\n"):
        cells = line.split("\t")
        if len(cells) != 2 * len(beside) or len(set(cells[::2])) != 1:
            return
        begin = start + sum(len(cell) + 1 for cell in cells[: 2 * place])
        end = begin + len(cells[2 * place]) + 1 + len(cells[2 * place + 1])
        yield from _identifier(subject, begin, end)
        if label := _ADDRESS.match(text, begin, end):
            yield subject.has(region.printed(label.end(), end), (label.start(), end), "address")
        start += len(line) + 1


def _roles(subject: _Subject, party: Labelled) -> Iterator[Finding]:
    """The part a party plays (买方) as its role, 甲方 as its side; both are names that clauses use."""
    label = (party.start, party.name[1])
    sides = [role for role in party.roles if re.fullmatch(ORDINAL, role)]
    parts = [role for role in party.roles if role not in sides]
    yield subject.has((parts or sides)[0], label, "role")
    if sides:
        yield subject.has(sides[0], label, "side")
    for role in party.roles:
        yield subject.has(role, label, "aliases")


def _details(subject: _Subject, start: int, end: int) -> Iterator[Finding]:
    """Code, address, legal form and the law it was founded under, as printed behind a name."""
    region, text = subject.region, subject.region.folded.text
    yield from _identifier(subject, start, end)
    if (label := _ADDRESS.search(text, start, end)) and (stop := _ADDRESS_END.search(text, label.end())):
        last = min(stop.start(), end)
        if last - label.end() >= SHORTEST_ADDRESS:
            yield subject.has(region.printed(label.end(), last), (label.start(), last), "address")
    law = _LAW.search(text, start, end)
    if law:
        yield subject.has(region.printed(*law.span("law")), law.span(), "jurisdiction")
    if law and law["type"]:
        yield subject.has(region.printed(*law.span("type")), law.span(), "entity_type")
    elif form := next(iter(sorted(FORM.finditer(text, start, min(end, start + LONGEST_FORM)), key=_unbracketed)), None):
        yield subject.has(form[0], form.span(), "entity_type")


def _unbracketed(form: re.Match[str]) -> bool:
    """合伙企业（有限合伙） is a limited partnership: what stands in brackets comes first."""
    return not form[0].endswith("合伙")


LONGEST_FORM = 70
"""Characters from a name's beginning within which its legal form stands."""

SHORTEST_ADDRESS = 4
"""Characters of an address: a town."""


def _identifier(subject: _Subject, start: int, end: int) -> Iterator[Finding]:
    text = subject.region.folded.text
    code = next((each for each in find_identifiers(text[:end]) if each.start >= start), None)
    if code:
        yield subject.has(code.text, (code.start, code.end), "identifier")
        if not code.valid:
            wrong = (
                f"should be {code.expected}" if code.expected else "cannot be right: it has letters that no code has"
            )
            yield _wrong(subject, (code.start, code.end), f"the check digit of {code.text} {wrong}")
    elif match := _CODE.search(text, start, end):
        yield subject.has(match["code"].strip(), match.span(), "identifier")
        if "信用代码" in match["label"]:
            message = f"{match['code']} is not a code of 18 characters with a check digit"
            yield _wrong(subject, match.span("code"), message)


def _wrong(subject: _Subject, span: tuple[int, int], message: str) -> Finding:
    return replace(subject.has(None, span), problem="identifier", message=message)


def _defined(region: _Region) -> Iterator[Finding]:
    """Names in prose: …公司（以下简称“甲方”）与…公司（以下简称“乙方”）, and （1）…公司，一家…公司（“买方”）."""
    text = region.folded.text
    aliases = (*_DEFINED.finditer(text), *_BARE.finditer(text))
    found = [(name, match) for match in aliases if (name := organisation_before(text, match.start()))]
    found += _introduced(text)
    found = [(name, match) for name, match in found if not any(word in match[0] for word in _COMBINED)]
    found.sort()
    for place, (name, match) in enumerate(found):
        limit = found[place + 1][0][0] if place + 1 < len(found) else len(text)
        subject, span = _Subject.named(region, name, "prose"), (name[0], match.end())
        yield subject.has({"name": region.printed(*name)}, span)
        for alias in filter(None, (match["alias"].strip(' "'), match["second"])):
            yield subject.has(alias, span, "aliases")
            if re.fullmatch(PARTY, alias):
                yield subject.has(alias, span, "role")
        yield from _details(subject, name[0], min(limit, match.end() + AFTER_ALIAS))


def _introduced(text: str) -> Iterator[tuple[tuple[int, int], re.Match[str]]]:
    """Names with a description between them and their alias."""
    for match in _INTRODUCED.finditer(text):
        if name := name_at(text, match.start("name"), False):
            yield name, match


AFTER_ALIAS = 120
"""Characters behind an alias in which the code and address of its party may stand."""
