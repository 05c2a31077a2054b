"""Whether a contract is a draft or signed, what of it is missing, and which contract it changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.contract_zh.passages import Sentence, filled, sentences
from docpipe.rules.contract_zh.signatures import signs
from docpipe.rules.view import View
from docpipe.rules.zh_dates import find_dates
from docpipe.rules.zh_numerals import NUMERAL
from docpipe.rules.zh_script import LETTER
from docpipe.rules.zh_text import fold
from docpipe.types import Document, Finding, Paragraph, paragraphs

ANSWERS = ("status", "completeness", "amends")

_DRAFT = compiled(
    r"[\s\[(【]*(?:草稿|草案|征求意见稿|讨论稿|送审稿|初稿|拟定稿|修订稿)[\s\])】]*(?:第?[\d.一二三]+[版稿])?"
)
_EXECUTION = compiled(r"[\s\[(【]*(?:签署版|签字版|定稿|正式稿|签约版)[\s\])】]*")
_AFTER_NAME = (
    r"(?:日\s?期|签[字名署章订]|盖章|电话|职务|法定代表|授权代表|委托代理|代理人|代表人|负责人|经办人|身份证|地址"
    rf"|{PARTY}|\d{{4}}年)"
)
"""What may stand right behind a name, on the same line."""

_PERSON = rf"{LETTER}{{2,4}}|{LETTER}{{1,10}}·{LETTER}{{1,10}}|[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]*){{1,3}}"
_SIGNED = compiled(
    rf"(?:代表人?|负责人|本人|{PARTY}|代理人|经办人)(?:\([^()]{{0,16}}签[^()]{{0,8}}\)"
    rf"|签[字名署](?:人)?)(?:\s?/\s?[A-Za-z ]{{2,30}})?:\s?(?P<name>{_PERSON})(?=$|[\s\t(]|{_AFTER_NAME})"
    rf"|(?<!{LETTER})签[字名署](?:人)?(?:\s?/\s?[A-Za-z ]{{2,30}})?:\s?(?P<alone>{_PERSON})(?=$|[\s\t(]|{_AFTER_NAME})"
)
_NOT_A_PERSON = compiled("日期|签字|盖章|代表|法定|年月|职务|姓名|电话|授权|地址|公章|签名")

_BLANK = compiled(r"_{2,}|【\s*】|\[\s*\]|□{3,}|…{3,}|\.{6,}")
_REDACTED = compiled(r"\[\s?[*＊●■█…]+\s?\]|【[*＊●■█×]+】|[*＊]{3,}|[■█]{2,}|(?<![0-9A-Za-z])[×xX]{4,}(?![0-9A-Za-z])")
_FORM = compiled(r"签[字名章署]|盖章|日\s?期|代表|电话|地址|邮编|账号|开户|(?:年|月)$")
_EXHIBIT = compiled(
    rf"附\s?(?:件|表|录)\s?(?P<name>[{NUMERAL}]{{1,3}}|\d{{1,2}}|[A-Z])(?!{LETTER}{{0,20}}(?:合同|协议)附件)"
)

_AMENDING = compiled(
    r"补充(?:合同|协议)|变更(?:合同|协议)|修[订改正](?:合同|协议)|(?:合同|协议)(?:书)?(?:之)?(?:补充|变更|修订|修改)"
)
_AMENDED = compiled(
    r"(?P<lead>[^。；]{0,60}?)(?:签[订署]|订立|达成|签)(?:了"
    r"|的)?(?:编号为[^，。；《]{1,30}的)?《(?P<title>[^》]{3,50}(?:合同|协议)(?:书)?(?:\([^()]{1,12}\))?)》"
)
_SECTION = compiled(rf"(?:原|主)?(?:合同|协议)(?:的)?(?P<number>第[{NUMERAL}\d.]+[条款](?:第[{NUMERAL}\d]+[款项])?)")


def find(view: View) -> Iterable[Finding]:
    """Stamps, signatures, gaps, attachments that are named, and the contract that this one changes."""
    for paragraph in view.own:
        yield from _stage(view, paragraph)
    for sentence in sentences(view):
        yield from _gaps(view, sentence)
        if "附" in sentence.text:
            yield from _attachments(view, sentence)
        if "《" in sentence.text or "条" in sentence.text:
            yield from _amended(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Signatures make it executed; attachments are missing that have no heading; only a supplement amends."""
    rest = [finding for finding in findings if finding.field not in ANSWERS]
    stages = [finding for finding in findings if finding.field == "status" and not finding.attribute]
    if stages:
        best = min(stages, key=lambda finding: (_STAGES.index(finding.value["stage"]), finding.at))
        signed = [finding for finding in findings if finding.field == "status" and finding.attribute]
        rest += [replace(best, basis=""), *(signed if best.value["stage"] == "executed" else [])]
    attached = _headings(document)
    for gap in (finding for finding in findings if finding.field == "completeness"):
        if gap.value["kind"] != "exhibit_missing" or (attached is not None and gap.basis not in attached):
            rest.append(replace(gap, basis=""))
    title = next((finding.value for finding in rest if finding.field == "title"), "")
    return [*rest, *(_amendments(findings) if _AMENDING.search(title) else [])]


_STAGES = ("executed", "draft", "execution_version", "unknown")


def _stage(view: View, paragraph: Paragraph) -> Iterator[Finding]:
    quote = view.quote(paragraph.start, paragraph.end)
    if len(paragraph.text) <= LONGEST_STAMP:
        text = fold(paragraph.text).text
        for pattern, stage in ((_DRAFT, "draft"), (_EXECUTION, "execution_version")):
            if pattern.fullmatch(text):
                yield Finding("status", {"stage": stage}, (quote,))
    if signs(paragraph):
        folded = fold(paragraph.text, paragraph.start)
        names = [match for match in _SIGNED.finditer(folded.text) if not _NOT_A_PERSON.search(_name(match))]
        dated = any(date.value for date in find_dates(folded.text)) or any(
            date.value for other in view.after(paragraph, 3) if len(other.text) < 60 for date in find_dates(other.text)
        )
        stage = "executed" if names and dated else "unknown"
        short = view.quote(*folded.span(0, min(len(folded.text), 120)))
        yield Finding("status", {"stage": stage}, (short,))
        for match in names if stage == "executed" else ():
            place = view.quote(*folded.span(*match.span()))
            yield Finding("status", _name(match), (place,), attribute="signed_by")


def _name(match: re.Match[str]) -> str:
    return str(match["name"] or match["alone"])


LONGEST_STAMP = 16
"""Characters of a line that says 草稿 or 签署版 and nothing else."""


def _gaps(view: View, sentence: Sentence) -> Iterator[Finding]:
    """The first blank and the first redaction of a sentence, with the words in front."""
    for kind, pattern in (("redacted", _REDACTED), ("blank", _BLANK)):
        match = pattern.search(sentence.text)
        if match is None or (kind == "blank" and (_is_form(sentence, match) or _CONTENTS.search(sentence.text))):
            continue
        start = max(0, match.start() - AROUND)
        what = sentence.printed(view, start, match.end())
        yield Finding(
            "completeness",
            {"kind": kind, "what": what},
            (sentence.exactly(view, start, match.end()),),
            item=f"{kind}|{what}".casefold(),
        )
        return


_CONTENTS = compiled(r"[.…]{3,}\s*\d{1,3}\s*$")
"""A line of a contents page."""

AROUND = 20
"""Characters before a gap that say what is missing."""


def _is_form(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether a blank is a place to sign or date and not a gap in a clause."""
    before = sentence.text[max(0, match.start() - 14) : match.start()]
    return bool(_FORM.search(before)) or signs(sentence.paragraph) or len(re.findall(f"{LETTER}", before)) < 2


def _attachments(view: View, sentence: Sentence) -> Iterator[Finding]:
    for match in {_attachment(match["name"]): match for match in _EXHIBIT.finditer(sentence.text)}.values():
        if match.start() < 3 and len(sentence.text) < 60 and "。" not in sentence.text:
            continue  # a heading or a list of attachments
        name = sentence.group(view, match)
        value = {"kind": "exhibit_missing", "what": name}
        key = _attachment(match["name"])
        yield Finding(
            "completeness", value, (sentence.quote(view, *match.span()),), item=f"exhibit_missing|{key}", basis=key
        )


def _attachment(name: str) -> str:
    return str(_ORDINALS.get(name, name))


_ORDINALS = {name: str(number) for number, name in enumerate("一二三四五六七八九十", 1)} | {
    "壹": "1",
    "贰": "2",
    "叁": "3",
}
_HEADING = compiled(
    rf"\s*附\s?(?:件|表|录)\s?(?P<name>[{NUMERAL}]{{1,3}}|\d{{1,2}}|[A-Z])(?!{LETTER}{{0,3}}[约中所载])"
)


@lru_cache(maxsize=2)
def _headings(document: Document) -> frozenset[str] | None:
    """The attachments that have a heading; a list of them at the end of the body counts for none."""
    found: list[tuple[int, str]] = []
    for paragraph in paragraphs(document):
        text = fold(paragraph.text).text
        match = _HEADING.match(text)
        if match and "。" not in text[:60]:
            found.append((paragraph.index, _attachment(match["name"])))
    return frozenset(name for _, name in found)


def _amended(view: View, sentence: Sentence) -> Iterator[Finding]:
    """Candidates: a contract that was concluded before, and the articles of it that are named."""
    for match in _AMENDED.finditer(sentence.text):
        dates = [date.value for date in find_dates(match["lead"]) if date.value]
        title = sentence.group(view, match, "title")
        value = filled({"title": title, "date": dates[-1].isoformat() if dates else None})
        yield Finding("amends", value, (sentence.quote(view, *match.span()),), item=title)
    for match in _SECTION.finditer(sentence.text):
        number = sentence.group(view, match, "number")
        yield Finding("amends", number, (sentence.quote(view, *match.span()),), item="", attribute="sections")


def _amendments(findings: list[Finding]) -> list[Finding]:
    """The first contract named, with the articles that the supplement names."""
    mine = [finding for finding in findings if finding.field == "amends"]
    whole = [finding for finding in mine if not finding.attribute]
    if not whole:
        return []
    key = f"{whole[0].value['title']}|{whole[0].value.get('date') or ''}".casefold()
    sections = {finding.value: replace(finding, item=key) for finding in mine if finding.attribute}
    return [replace(whole[0], item=key), *sections.values()]
