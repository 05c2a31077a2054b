"""Governing law (适用…法律), disputes (仲裁, 管辖), and the language that prevails (以中文文本为准)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.passages import Sentence, sentences
from docpipe.rules.view import View
from docpipe.rules.zh_script import LETTER
from docpipe.types import Document, Finding

ANSWERS = ("governing_law", "dispute_resolution", "governing_language")

_PLACES = (
    "中华人民共和国|中华民国|中国大陆|中国内地|中国|香港特别行政区|香港|澳门特别行政区|澳门|台湾地区|台湾|新加坡|英格兰(?:和|及|与)威尔士|英格兰|英国|美国[纽加特][^，。；法]{1,6}州|美国|德国|法国|日本|韩国"
    "|瑞士|瑞典|荷兰|意大利|西班牙|加拿大|澳大利亚|新西兰|俄罗斯|印度|越南|泰国|马来西亚|印度尼西亚|阿联酋|开曼群岛|英属维尔京群岛|纽约州|加利福尼亚州|特拉华州|以色列|巴西|墨西哥|南非|爱尔兰|卢森堡|奥地利|比利时|丹麦|芬兰|挪威|波兰"
)
_LAW = compiled(
    rf"(?:适用|受)(?:于)?(?:的法律)?(?:为|是"
    rf"|:)?[^。；，《]{{0,8}}?(?P<place>{_PLACES})(?:共和国|联邦|王国)?(?:\([^()]{{0,40}}\))?(?:大陆地区|大陆|境内"
    rf"|地区)?(?:的)?(?:现行)?(?:有效)?(?:的)?(?:相关|有关)?(?:的)?(?:法律|法例|大陆法|法(?![院人定]))"
    rf"|(?:适用(?:的)?法律|法律适用|准据法|管辖法律)(?:应?为|是|:|\t|\s)+[^。；，《]{{0,6}}?(?P<named>{_PLACES})"
    rf"|(?:依照|依据|根据|按照|以)(?P<weak>{_PLACES})(?:的)?(?:现行)?法律(?:的)?(?:进行)?(?:解释|管辖|为准据法"
    rf"|作为准据法|予以解释)"
)
_NOT_LAW = compiled(r"不适用$|排除$|设立|成立的|组建")

_INSTITUTION = compiled(
    rf"(?:提交|提请|提呈|提起|交由|交|递交|诉诸|向|由|至|给|约定|选择|为"
    rf"|到)(?:位于[^，。；的]{{2,12}}的)?(?P<venue>{LETTER}{{2,24}}?(?:仲裁委员会|国际仲裁中心|国际仲裁院|仲裁院"
    rf"|仲裁协会|仲裁中心|仲裁机构)(?:{LETTER}{{2,6}}(?:分会|中心|庭))?(?:\([\w/“”\"]{{2,30}}\))?)"
)
_ARBITRATES = compiled(r"仲裁")
_NOT_DISPUTE = compiled(r"送达地址|法律文书|文书的送达")
_COURT = compiled(r"(?P<venue>[\w()]{0,28}?(?:人民法院|法院))")
_COURT_LEAD = compiled(
    r"^.*(?:应当?|均|可以?|有权|一方|任何|同意以?|即|依法|直接|提交|交由|(?<!所)由|向|至|选择|约定|接受|服从|合意以?|或者?"
    r"|也可)(?=.{2,}法院)"
)
_JURISDICTION = compiled(r"诉讼|起诉|管辖|受理|裁判|诉至|提交")
_GENERIC = compiled(r"所在地|有管辖权|住所地|签订地|履行地|当地|有权|该|人民法院$(?<=^.{4})")
_SEAT = compiled(
    rf"仲裁(?:地点?|地为|开庭地点?)(?:为|在|是|:|设在|应?为|位于)?(?P<a>{LETTER}{{2,8}}?)(?=[，。；()]|$"
    rf"|市(?=[，。；]))|(?<!所)[在于](?P<b>{LETTER}{{2,8}}?)市?(?:以[^，。；]{{2,8}}?)?(?:进行|开庭|提起)?(?:进行)?仲裁"
    rf"|仲裁庭?在(?P<c>{LETTER}{{2,8}}?)(?:开庭|审理)"
)
_RULES = compiled(r"(?:按照?|依照?|根据|适用)(?P<rules>[^，。；]{0,24}?仲裁规则》?(?:\([^()]{2,20}\))?)")
_LANGUAGE = compiled(
    r"以(?:其)?(?P<a>中文|英文|汉语|日文|德文|法文|俄文|韩文|简体中文)(?:文本|版本|版|本|语言版本|书写的文本"
    r"|合同)?(?:的[^，。；]{1,6})?为准|(?P<b>中文|英文|日文|德文|法文|俄文|韩文)(?:文本|版本|版)?(?:应?优先"
    r"|具有优先效力|效力优先|优先适用|具有最终效力)"
    r"|(?:合同|协议)(?:文件)?(?:使用的?)?语言(?:文字)?(?:为|:|是)(?P<c>中文|英文|汉语|简体中文)(?!和|与|及|、)"
)


def find(view: View) -> Iterable[Finding]:
    """Sentences that choose a law, a way to settle disputes, or a language."""
    for sentence in sentences(view):
        text = sentence.text
        if "法" in text:
            yield from _law(view, sentence)
        if ("仲裁" in text or "法院" in text) and not _NOT_DISPUTE.search(text):
            yield from _disputes(view, sentence)
        if "文" in text or "汉语" in text:
            yield from _language(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The first law, the first way to settle disputes of the body, precedence before the language in use."""
    others = [finding for finding in findings if finding.field not in ANSWERS]
    laws = sorted((f for f in findings if f.field == "governing_law"), key=lambda f: (f.basis, f.at))
    kept = [replace(law, basis="") for law in laws if law.quotes[0] == laws[0].quotes[0]]
    languages = sorted((f for f in findings if f.field == "governing_language"), key=lambda f: (f.basis, f.at))
    return [*others, *kept, *_settled(findings), *(replace(language, basis="") for language in languages[:1])]


def _law(view: View, sentence: Sentence) -> Iterator[Finding]:
    for match in _LAW.finditer(sentence.text):
        if _NOT_LAW.search(sentence.text[max(0, match.start() - 4) : match.start()]):
            continue
        group = next(name for name in ("place", "named", "weak") if match[name])
        name = sentence.group(view, match, group)
        basis = "b" if group == "weak" or sentence.part == "schedule" else "a"
        yield Finding("governing_law", name, (sentence.quote(view, *match.span()),), item=name, basis=basis)


def _disputes(view: View, sentence: Sentence) -> Iterator[Finding]:
    """Method, venue, seat and rules of one sentence; ``basis`` names the part of the document and its place."""
    text = sentence.text
    institution = _INSTITUTION.search(text)
    arbitrates = institution or re.search(r"(?:提交|申请|提请|进行|通过|以)[^，。；]{0,16}仲裁(?!规则|费)", text)
    basis = f"{'schedule' if sentence.part == 'schedule' else 'body'}@{sentence.span(0, 1)[0]}"
    if arbitrates:
        yield _part(view, sentence, "method", "arbitration", arbitrates.span(), basis)
        if institution:
            yield _part(view, sentence, "venue", sentence.group(view, institution, "venue"), institution.span(), basis)
        if seat := _SEAT.search(text):
            group = next(name for name in "abc" if seat[name])
            yield _part(view, sentence, "seat", sentence.group(view, seat, group), seat.span(), basis)
        if rules := _RULES.search(text):
            yield _part(view, sentence, "rules", sentence.group(view, rules, "rules"), rules.span(), basis)
    elif (court := _court(text)) and _JURISDICTION.search(text):
        yield _part(view, sentence, "method", "litigation", court, basis)
        yield _part(view, sentence, "venue", sentence.printed(view, *court), court, basis)


def _part(view: View, sentence: Sentence, attribute: str, value: str, span: tuple[int, int], basis: str) -> Finding:
    return Finding("dispute_resolution", value, (sentence.quote(view, *span),), attribute=attribute, basis=basis)


def _court(text: str) -> tuple[int, int] | None:
    """The court that a sentence names: one with its own name before one that is described."""
    spans: list[tuple[int, int]] = []
    for match in _COURT.finditer(text):
        lead = _COURT_LEAD.match(match["venue"])
        start = match.start("venue") + (lead.end() if lead else 0)
        if match.end("venue") - start > 4:
            spans.append((start, match.end("venue")))
    named = [span for span in spans if not _GENERIC.search(text[slice(*span)])]
    return next(iter(named or spans), None)


def _settled(findings: list[Finding]) -> list[Finding]:
    """The first sentence of the body stands; an attachment that says otherwise gets a check."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.field == "dispute_resolution" and finding.value:
            groups.setdefault(finding.basis, []).append(finding)
    if not groups:
        return []
    order = sorted(
        groups,
        key=lambda basis: (basis.startswith("schedule"), not _venue(groups[basis]), int(basis.partition("@")[2])),
    )
    winner = groups[order[0]]
    kept: dict[str | None, Finding] = {finding.attribute: replace(finding, basis="") for finding in reversed(winner)}
    for basis in order[1:]:
        if _method(groups[basis]) == _method(winner) and not basis.startswith("schedule"):
            more: dict[str | None, Finding] = {
                f.attribute: replace(f, basis="") for f in groups[basis] if f.attribute in ("seat", "rules")
            }
            kept = {**more, **kept}
    return [*kept.values(), *_contradicted(groups, order)]


def _contradicted(groups: dict[str, list[Finding]], order: list[str]) -> Iterator[Finding]:
    winner = groups[order[0]]
    for basis in order[1:]:
        other = groups[basis]
        differs = _method(other) != _method(winner) or (
            _venue(other) and _venue(winner) and _venue(other) != _venue(winner)
        )
        if differs and basis.startswith("schedule") and not order[0].startswith("schedule"):
            shown = [" ".join(filter(None, (_method(group), _venue(group)))) for group in (winner, other)]
            message = f"the body says {shown[0]}, an attachment {shown[1]}; the body prevails over an attachment"
            quotes = (*winner[0].quotes, *other[0].quotes)
            yield Finding("dispute_resolution", None, quotes, problem="conflict", message=message)
            return


def _method(group: list[Finding]) -> str | None:
    return next((finding.value for finding in group if finding.attribute == "method"), None)


def _venue(group: list[Finding]) -> str | None:
    return next((finding.value for finding in group if finding.attribute == "venue"), None)


def _language(view: View, sentence: Sentence) -> Iterator[Finding]:
    match = _LANGUAGE.search(sentence.text)
    if match:
        group = next(name for name in "abc" if match[name])
        quote = sentence.quote(view, *match.span())
        yield Finding(
            "governing_language", sentence.group(view, match, group), (quote,), basis="b" if group == "c" else "a"
        )
