"""What stands behind 甲方, 买方, 出租人 …: labels, the names behind them, and where a value ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.zh_script import LETTER
from docpipe.rules.zh_text import Folded

ROLES = (
    "买方", "卖方", "买受人", "出卖人", "买受方", "出卖方", "供方", "需方", "供货方", "供货商", "采购方", "采购人",
    "购货方", "销货方", "供应商", "供应方", "出租方", "出租人", "承租方", "承租人", "次承租人", "被许可方",
    "许可方", "被许可人", "许可人", "被授权方", "授权方", "发包人", "承包人", "发包方", "承包方", "分包人",
    "分包方", "总包方", "委托方", "委托人", "受托方", "受托人", "服务方", "服务商", "服务提供方", "服务接受方",
    "出借人", "出借方", "借款人", "借款方", "贷款人", "贷款方", "共同借款人", "保证人", "保证方", "担保人",
    "担保方", "抵押人", "抵押权人", "出质人", "质权人", "转让方", "受让方", "转让人", "受让人", "出让方", "出让人",
    "披露方", "接收方", "接受方", "用人单位", "用工单位", "劳动者", "聘用方", "受聘方", "受聘人", "雇主", "雇员",
    "经销商", "经销方", "代理商", "代理方", "被代理人", "投资方", "投资人", "融资方", "增资方", "债权人",
    "债务人", "定作人", "定作方", "承揽人", "承揽方", "托运人", "承运人", "托运方", "承运方", "存货人", "保管人",
    "寄存人", "开发方", "合作方", "建设单位", "施工单位", "设计人", "设计单位", "勘察人", "中标人", "特许人",
    "被特许人", "赠与人", "受赠人", "加盟方", "客户", "用户", "培训方", "运营方", "监理单位", "物业服务企业",
    "业主", "原股东", "实际控制人", "创始股东", "收购方", "被收购方", "咨询方", "顾问方", "广告主", "发布方",
    "委任人", "受任人", "委托单位", "承接单位", "承办单位", "采购单位", "供货单位", "租客", "买家", "卖家", "居间方",
    "居间人", "中介方", "经纪方", "认购方", "认购人", "创始人", "回购方", "承诺人", "仓储方", "运输方",
)  # fmt: skip
"""What a party is called after the part that it plays."""

ORDINAL = "[甲乙丙丁戊己庚辛]方(?:[一二三四\\d])?"
ROLE = "(?:" + "|".join(sorted(ROLES, key=len, reverse=True)) + ")"
PARTY = f"(?:{ORDINAL}|{ROLE})"
"""Pattern text of a party's short name."""

_BRACKET = r"\([^()\n]{0,48}(?:\([^()\n]{0,20}\))?[^()\n]{0,20}\)"
LABEL = compiled(
    rf"(?P<role>{PARTY}|(?:(?<=[\d一二三四五][.、)])|(?<=[\d一二三四五][.、)]\s))公司(?=:))(?:[/、](?P<second>{PARTY}))?(?P<more>(?:\s?{_BRACKET})*)"
    rf"(?:[:\s]*(?:单位|公司|企业)?(?:名称|姓名"
    rf"|全称))?(?:\s?Party\s[A-F])?(?:\s?/\s?[A-Za-z][A-Za-z ]{{2,30}}(?:\([A-Za-z ]+\))?)?(?P<colon>:)?[\s_]*"
)
END = compiled(
    r"[，。；;\t\n]|统一社会|社会信用|信用代码|法定代表|法人代表|法定地址|负责人|住\s?所|住\s?址|地\s?址|注册地"
    r"|注册号|通讯地|联系(?:人|方式|电话|地址)|电\s?话(?:号|:|\s|\d)|手机(?:号|:|\d)|邮\s?编|传真(?:号|:)|电子邮"
    r"|E-?mail|身份证|驾驶证|护照|通行证|证件|性\s?别"
    r"|国\s?籍|(?:女士|先生|小姐)(?=[，(\s]|$)|\((?=[^()]{0,8}(?:身份|身分|护照|证件))|\(夫妻|出生|营业执照|商业登记|纳税人|税号|开户|户\s?名|账\s?号|帐\s?号|签订|签署|签约|签字|签名|盖章|公章"
    r"|日\s?期|授权代表|委托代理|代表人|经办人|鉴于|根据《|系依|\((?:以下|下称|统一|简称|盖章|签|公章|本)"
    rf"|(?<![A-Z\d])[0-9A-Z]{{15,18}}(?![A-Z\d])|_{{2,}}|{ORDINAL}(?:\(|:)|{ROLE}(?:\(|:)"
)
ORGANISATION = (
    r"(?:有限责任公司|股份有限公司|有限公司|公司|合伙企业|企业|事务所|研究院|研究所|研究中心|大学|学院|医院|中心"
    r"|银行|分行|支行"
    r"|厂|商店|管理局|委员会|政府|协会|商会|基金会|合作社|工作室|学校|集团|经营部|门市部|中学|小学|幼儿园|基金|信托)"
)
FORM = compiled(
    r"(?<=[（(])(?:有限合伙|普通合伙)(?=[）)])|有限责任公司|股份有限公司|有限公司|有限合伙(?=企业|\))|普通合伙|合伙企业|个人独资企业|个体工商户"
)
_NAME = compiled(rf"[\w()·&.、-]*?{ORGANISATION}(?:\((?:有限合伙|普通合伙|特殊普通合伙)\))?")
_ORG_END = compiled(rf"{ORGANISATION}(?:\((?:有限合伙|普通合伙|特殊普通合伙|集团)\))?")
_PERSON = compiled(rf"{LETTER}{{2,4}}|{LETTER}{{1,12}}·[\w·]{{1,20}}")
_AND_PERSON = compiled(rf"\s?、\s?(?P<name>{LETTER}{{2,4}}|{LETTER}{{1,12}}·[\w·]{{1,20}})(?=[、，。；\s(\n]|$)")
_FOREIGN = compiled(
    r"[A-ZÀ-Þ][A-Za-zÀ-ÿ\d&.,' -]{1,70}?\b(?:GmbH|AG|SE|AS|ASA|A/S|AB|Oyj?|S\.?A\.?S|Srl|S\.r\.l\."
    r"|Pty\.? Ltd\.?|Pte\.? Ltd\.?|Sdn\.? Bhd\.?|Inc\.?|LLC|Ltd\.?|Limited|Corporation|Corp\.?|S\.A\.|B\.V\."
    r"|N\.V\.|PLC|plc|K\.K\.|S\.p\.A\.|LLP|L\.P\.)(?![A-Za-z])"
)
_LATIN = compiled(r"[A-ZÀ-Þ][A-Za-zÀ-ÿ\d&.,'() -]{2,90}")
_NO_NAME = compiled(
    r"签字|盖章|签章|代表|日期|地址|电话|住所|权利|义务|名称|姓名|以下|双方|身份|应当|承诺|承担|同意|人民币|指定"
    r"|本人|详见|见附|附件|如下"
)
_NO_PERSON = compiled(r"信息|单位|保证|提供|的|负责|责任|说明|公司|授权|签署|有权|应|须|不|已|将|可")

SHORTEST_NAME, LONGEST_NAME = 4, 60
"""Characters of an organisation's name."""


class Labelled(Struct, frozen=True):
    """A party's label at ``text[start:value]`` and the name behind it, all in one folded text.

    ``roles`` are the short names that the label gives, the first as printed in front.
    """

    start: int
    value: int
    name: tuple[int, int]
    roles: tuple[str, ...]
    person: bool


def labelled(folded: Folded, source: str) -> Iterator[Labelled]:
    """Every label with a name behind it. ``source`` is the text before folding: a label without a colon needs a gap."""
    text = folded.text
    for match in LABEL.finditer(text):
        if not match["colon"] and not _set_apart(folded, source, match):
            continue
        name = name_at(text, match.end(), bool(match["colon"]))
        if name is not None:
            person = not _ORG_END.search(text, *name) and not _LATIN.match(text, *name)
            yield Labelled(match.start(), match.end(), name, _roles(match), person)
            for other in _others(text, name[1]) if person else ():
                yield Labelled(match.start(), match.end(), other, _roles(match), person)


def _others(text: str, end: int) -> Iterator[tuple[int, int]]:
    """The people who are named with one: 买受人：陶侃、陶夏."""
    while (more := _AND_PERSON.match(text, end)) and not _NO_PERSON.search(more["name"]):
        end = more.end()
        yield more.span("name")


def name_at(text: str, start: int, people: bool) -> tuple[int, int] | None:
    """The name that begins at an offset: an organisation, a Latin name, or a person where ``people`` may stand."""
    stop = END.search(text, start)
    end = stop.start() if stop else len(text)
    end = min(end, start + LONGEST_NAME + 20)
    start += len(text[start:end]) - len(text[start:end].lstrip(' :("_'))
    value = text[start:end].rstrip(' :_"、(')
    if foreign := _FOREIGN.match(value):
        return start, start + foreign.end()
    ends = [match.end() for match in _ORG_END.finditer(value)]
    if ends:
        whole = (end for end in reversed(ends) if value.count("(", 0, end) == value.count(")", 0, end))
        length = next(whole, 0)  # 海安有限公司（公司编号：…） ends before its bracket
        good = SHORTEST_NAME <= length <= LONGEST_NAME and not _NO_NAME.search(value[:length])
        return (start, start + length) if good else None
    if latin := _LATIN.match(value):
        return start, start + len(latin[0].rstrip(" .,(-"))
    value = value.split("、")[0]
    if people and _PERSON.fullmatch(value) and not (_NO_NAME.search(value) or _NO_PERSON.search(value)):
        return start, start + len(value)
    return None


def organisation_before(text: str, end: int) -> tuple[int, int] | None:
    """The organisation whose name ends at an offset: ``由甲公司(以下简称"甲方")``."""
    begin = max(text.rfind(mark, 0, end) for mark in "，。；;、:\n\t") + 1
    begin = max(begin, end - LONGEST_NAME, *(match.end() for match in _JOINED.finditer(text, begin, end)))
    lead = _LEAD.match(text, begin, end)
    begin = lead.end() if lead else begin
    match = _NAME.fullmatch(text, begin, end)
    short = match is None or end - begin < SHORTEST_NAME or _NO_NAME.search(text, begin, end)
    return None if short else (begin, end)


_JOINED = compiled(r"\)\s?(?:与|和|及|以及|、)")
_LEAD = compiled(
    r"[^，。；]*?(?:(?:协议|合同|意向书|备忘录)(?:书)?[^，。；]{0,8}?由|之间|与|和|及|以及|双方|日)\s*(?=\S{4})"
)


_CODE_END = compiled(r"[0-9A-Z]{15,18}\s?$")


def _set_apart(folded: Folded, source: str, match: re.Match[str]) -> bool:
    """Whether a label without a colon stands in a cell of its own: at a line's start, with a gap behind it."""
    before = folded.text[match.start() - 1] if match.start() else "\n"
    if before not in "\t\n" and not _CODE_END.search(folded.text[max(0, match.start() - 20) : match.start()]):
        return False
    end = folded.span(match.start(), match.end("more"))[1] - folded.base
    return source[end : end + 1] in (" ", "\t", "\n", "\u3000", "\u00a0")


def _roles(match: re.Match[str]) -> tuple[str, ...]:
    more = re.findall(PARTY, match["more"] or "")
    return tuple(dict.fromkeys(role for role in (match["role"], match["second"], *more) if role))
