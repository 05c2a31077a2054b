"""Clauses by category where Chinese wording is clear: 未经…同意不得转让, 独家, 竞业限制, 审计, 保险 …."""

from __future__ import annotations

import re
from collections.abc import Iterable

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.passages import sentences
from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS = ("clauses",)

SHORTEST = 10
"""Characters of a sentence that can be a clause."""

_AFTER_END = (
    "(?:(?:合同|协议|合作|授权|许可|委托|代理|租赁|服务|聘用|劳动)(?:关系|期限?|有效期)?(?:提前|因[^，。；]{0,16})?|(?:^|[，。；])(?:提前)?)"
    "(?:终止|解除|期满|届满|到期)(?:(?:、|或者?|和|及)?(?:终止|解除|届满|期满|到期))*(?:之日)?(?:之?后|起)"
)
"""After the contract's own end: a warranty that has run out ends nothing."""

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (category, compiled(pattern))
    for category, pattern in (
        (
            "Anti-Assignment",
            "(?:未经|非经)[^。；]{0,24}(?:书面)?同意[^。；]{0,20}不得[^。；]{0,40}(?:转让|转租|分租|让与)|不得[^。；]{0,30}(?:转让|让与)(?:给|本合同|本协议|其)[^。；]{0,30}(?:第三[方人])?|不得(?:擅自)?将[^。；]{0,40}(?:转(?:包|让|租|委托|由|给)|分[租包]|让与)[^。；]{0,10}(?:第三|他人|其他)",
        ),
        (
            "Audit Rights",
            "有权[^。；]{0,40}(?:审计|检查[^。；]{0,12}(?:账|记录|账册)|监督检查|查阅[^。；]{0,10}(?:账|记录))|(?:配合|接受)[^。；]{0,12}审计|配合[^。；]{0,24}(?:检查|核查)|对其[^。；]{0,24}进行审核",
        ),
        (
            "Cap On Liability",
            "(?:责任|赔偿(?:金额|总额|额|数额))[^。；]{0,30}(?:不超过|不得超过|为限|为上限|上限为)",
        ),
        ("Change Of Control", "控制权(?:发生)?(?:变更|变化|转移)|实际控制人(?:发生)?变更"),
        (
            "Covenant Not To Sue",
            "不(?:得|再)?[^。；]{0,12}(?:质疑|挑战)[^。；]{0,16}(?:有效性|权利)|不得[^。；]{0,20}有效性[^。；]{0,8}(?:质疑|异议)|放弃[^。；]{0,12}(?:起诉|诉讼|索赔)(?:的)?权利|不得提起[^。；]{0,12}(?:诉讼|无效)",
        ),
        (
            "Exclusivity",
            "(?<!非)独家|(?<!非)排他(?:性|地)|(?<!非)独占(?:性|许可|地)|唯一(?:的)?(?:供应商|经销商|代理商)",
        ),
        ("Insurance", "(?:应当?|须|负责|自费)[^。；]{0,30}(?:投保|购买|办理)[^。；]{0,30}(?:险|保险)|保险期间应当"),
        (
            "Ip Ownership Assignment",
            "(?:知识产权|智慧财产权|著作权|专利(?:申请)?权|(?:商标|专用)权|成果)[^。；]{0,40}(?:归|属于|转让给)[^。；]{0,8}(?:所有|享有)?",
        ),
        (
            "Irrevocable Or Perpetual License",
            "(?:永久|不可撤销)(?!地?授权)[^。；]{0,24}(?:许可(?!方|人|证)|使用权|授权|使用[^。；，]{0,20}权利)|(?:许可(?!方|人|证)|使用权|授权)[^。；，]{0,16}(?:为|是|系)永久",
        ),
        (
            "Joint Ip Ownership",
            "(?:知识产权|智慧财产权|成果|著作权|专利|程序)[^。；]{0,40}(?:双方|各方|三方)(?:共同)?(?:共有|所有|享有)",
        ),
        (
            "License Grant",
            "授予[^。；]{0,60}(?:许可|使用权|授权|使用[^。；]{0,16}权利)|(?<!未)(?:许可|授权)(?!方|人|软件|费|证|协议|合同|产品|技术|商标|期|使用费|范围|用户|代表|委托|书|区域)[^。；]{0,40}使用",
        ),
        ("Liquidated Damages", "违约金|滞纳金"),
        (
            "Minimum Commitment",
            "(?:最低|保底)(?:采购|购买|订货|销售)(?:额|量|金额|数量)|采购额不低于|采购量不低于|承诺[^。；]{0,30}不低于",
        ),
        (
            "Most Favored Nation",
            "最惠(?:国)?(?:待遇|价格|条件)|不(?:得)?(?:低于|高于|劣于)[^。；]{0,16}(?:其他|任何第三方)[^。；]{0,12}(?:客户|价格|条件)",
        ),
        ("No-Solicit Of Customers", "不得[^。；]{0,24}(?:招揽|引诱|抢夺|拉拢)[^。；]{0,16}客户"),
        (
            "No-Solicit Of Employees",
            "不得[^。；]{0,24}(?:招[揽聘募用]|引诱|聘用|雇[用佣]|劝诱)[^。；]{0,20}(?:员工|雇员|职工|人员)",
        ),
        (
            "Non-Compete",
            "竞业(?:限制|禁止)|不得[^。；]{0,40}(?:竞争(?:性|关系|业务|产品|的)|同类(?:业务|产品)|(?:相同|类似)(?:或者?(?:相近|类似|相似))?的(?:业务|产品|经营))",
        ),
        ("Non-Disparagement", "不得[^。；]{0,24}(?:诋毁|贬损|贬低|损害[^。；]{0,10}(?:声誉|名誉|商誉))"),
        (
            "Non-Transferable License",
            "不可(?:转让|再许可|分许可)的|(?:许可(?!方|人|证|费)|使用权|授权(?!方|人)|使用[^。；，]{0,20}权利)[^。；]{0,20}不(?:可|得|能)(?:再)?(?:转让|转授权|再许可|分许可)",
        ),
        (
            "Post-Termination Services",
            f"{_AFTER_END}[^。；]{{0,40}}(?:仍|继续|应当?)[^。；]{{0,30}}(?:提供|履行|配合|协助|供应|交接|移交|过渡)",
        ),
        (
            "Price Restrictions",
            "(?:价格|单价|涨幅|供货价)[^。；]{0,30}(?:不(?:得|因)?[^。；]{0,20}(?:调整|上涨|提高|上调|上浮)|不超过|涨幅)|涨幅不超过|(?:租金|服务费|费率|收费标准|价款)[^。；]{0,30}不得[^。；，]{0,10}(?:上调|上涨|上浮|提高|调高)",
        ),
        (
            "Revenue/Profit Sharing",
            "(?:收入|利润|收益|销售额|净利)[^。；]{0,16}(?:分成|分配|分享|提成|按[^。；]{0,12}比例)|(?:分配|分享)[^。；]{0,6}(?:利润|盈余|收益)",
        ),
        ("Rofr/Rofo/Rofn", "优先(?:购买|承租|受让|认购|续租|谈判|合作)权|同等条件下[^。；]{0,20}优先"),
        ("Source Code Escrow", "源代码[^。；]{0,16}(?:托管|提存)"),
        (
            "Termination For Convenience",
            "(?:任何一方|任一方|[甲乙]方)[^，。；]{0,12}(?:可|有权)[^。；]{0,16}提前[^。；]{0,24}通知[^。；]{0,20}(?:终止|解除)|(?:可以?|有权)[^。；，]{0,24}(?:提前|给予|发出)[^。；]{0,24}通知[^。；]{0,24}(?:终止|解除)|(?:任何一方|任一方)[^。；，]{0,4}(?:可以?|有权)[^。；，]{0,24}通知[^。；，]{0,8}(?:取消|终止|解除)|(?:任何一方|任一方)[^。；，]{0,6}得提前(?:终止|解除)|提前[^。；]{0,20}通知[^。；，]{0,12}，(?:即)?(?:可以?|有权)(?:终止|解除)|(?:任何一方|任一方|[甲乙]方)[^。；，]{0,6}提前(?:终止|解除)[^。；，]{0,12}，(?:应当?|须|需)[^。；，]{0,10}提前[^。；]{0,16}通知|(?:有权|可)(?:随时|无需理由|单方)[^。；]{0,8}(?:终止|解除)",
        ),
        ("Third Party Beneficiary", "第三[方人][^。；]{0,16}(?:受益|直接请求|享有本(?:合同|协议)项下)"),
        (
            "Uncapped Liability",
            "不受(?:此限|上述|前述|本条)[^。；]{0,10}(?:限制)?|不适用(?:上述|本条|前款)[^。；]{0,10}(?:责任限制|限额)|承担无限|除[^，。；]{0,20}(?:故意|重大过失|欺诈|人身|侵权|保密)[^，。；]{0,20}外，[^。；]{0,60}(?:责任|赔偿)[^。；]{0,30}(?:不超过|不得超过|为限|为上限)|(?:责任|赔偿)[^。；]{0,30}(?:不超过|不得超过|为限|为上限)[^。；]{0,20}，但[^。；]{0,50}除外",
        ),
        ("Unlimited/All-You-Can-Eat-License", "(?:不限|无限)(?:量|用户|数量|次数)[^。；]{0,12}(?:使用|许可)?"),
        ("Volume Restriction", "(?:总数|数量|用户数|次数|用量)[^。；]{0,10}(?:不超过|不得超过|上限)"),
        (
            "Warranty Duration",
            "(?:质量保证期|质保期|保修期|缺陷责任期|保质期)(?:限)?(?!内|中|满)(?:(?!届满|期满|期内|结束|终止|到期)[^。；]){0,40}?(?<!期)(?<!第)[\\d一二三四五六七八九十两]+\\s?(?:个)?[年月天日](?!前|内)|保证[^。；]{0,40}自[^。；]{2,20}起[\\d一二三四五六七八九十]+\\s?(?:个)?[年月]内",
        ),
    )
)
_NEEDS = compiled(
    "永久|授予|利润|收益|收入|不得|有权|不超过|为限|控制|独家|排他|独占|投保|险|通知|滞纳金|分包|知识产权|智慧财产|著作权|成果|许可|违约金|最低|保底|竞业|优先|源代码|提前|第三|不受|不限|无限|期|共有|最惠|分成|提成|涨幅|价|上限|审|不低于|不可|后"
)


def find(view: View) -> Iterable[Finding]:
    """One finding per category and sentence."""
    for sentence in sentences(view):
        text = sentence.text.strip()
        if len(text) < SHORTEST or not _NEEDS.search(text):
            continue
        quote = sentence.quote(view)
        for category, pattern in _PATTERNS:
            if pattern.search(sentence.text) and not _else(category, text):
                item = f"{category}|{sentence.span(0, 1)[0]}"
                yield Finding("clauses", {"category": category}, (quote,), item=item)


def _else(category: str, text: str) -> bool:
    """Whether a sentence with the words of a category says something else."""
    if category == "Liquidated Damages":
        return _secured(text)
    return category == "Termination For Convenience" and bool(_FOR_CAUSE.search(text))


_FOR_CAUSE = compiled(
    "(?:逾期|违约|违反|擅自|未(?:能|按|经|达|履)|不可抗力|拒绝|丧失|破产|超过|无法)[^。；]{0,40}(?:有权|可以?)(?:随时|立即|单方)?[^。；]{0,8}(?:终止|解除)"
)
_SECURES = compiled(
    "(?:保证|担保|抵押|质押)(?:责任)?的?范围|连带(?:责任)?(?:保证|担保)|(?:保证|担保)责任|提供(?:保证|担保)"
)
_LISTED = compiled("(?:[、及和]|以及)违约金|违约金(?:[、及和]|以及)")


def _secured(text: str) -> bool:
    """Whether a sentence only lists liquidated damages among the debts that a guarantee covers."""
    return bool(_SECURES.search(text)) and text.count("违约金") == len(_LISTED.findall(text))


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Every place stands."""
    return findings
