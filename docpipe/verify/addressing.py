"""What words to a machine look like: orders and forms of address that no person is meant by.

Contracts tell people to disregard instructions, have assistants and are about software; so a wording is the whole
phrase in the imperative. On 365 commercial contracts and eleven documents in Chinese and English none of them matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.words import Span

REACH = 200
"""Characters around a trigger in which its wording is looked for: the longest wordings have about half of that."""


class _Wording(Struct, frozen=True):
    """A pattern whose group ``said`` is the phrase, and rare words without one of which it cannot match.

    Looking for the words first makes it ten times faster (6 ms for 100,000 characters), and few patterns are compiled.
    """

    triggers: tuple[str, ...]
    pattern: str


def addressing(text: str) -> Iterator[Span]:
    """Where a text speaks to a machine, wording by wording; stretches may overlap."""
    lower = text.lower()
    if len(lower) != len(text):  # some capitals have two small letters
        lower = "".join(small if len(small := character.lower()) == 1 else character for character in text)
    wordings = _WORDINGS if text.isascii() or not _HAN.search(text) else (*_WORDINGS, *_HAN_WORDINGS)
    windows = {triggers: _windows(lower, triggers) for triggers in {wording.triggers for wording in wordings}}
    for wording in wordings:
        for start, end in windows[wording.triggers]:
            yield from (match.span("said") for match in _compiled(wording.pattern).finditer(text, start, end))


def hints(text: str) -> int:
    """How many different words of orders to a machine a text has. What is hidden from people needs no whole phrase."""
    return len({match.group().lower() for match in _HINT.finditer(text)})


def _windows(lower: str, triggers: tuple[str, ...]) -> list[Span]:
    """The stretches around triggers, made one where they overlap."""
    places: list[int] = []
    for trigger in triggers:
        at = lower.find(trigger)
        while at >= 0:
            places.append(at)
            at = lower.find(trigger, at + 1)
    windows: list[Span] = []
    for at in sorted(places):
        start, end = max(0, at - REACH), min(len(lower), at + REACH)
        if windows and start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], end)
        else:
            windows.append((start, end))
    return windows


def _wording(triggers: str, *parts: str) -> _Wording:
    return _Wording(tuple(triggers.split("/")), "".join(parts))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return compiled(pattern, re.IGNORECASE | re.MULTILINE)


_MACHINE = (
    r"(?:AI|A\.I\.|artificial intelligence|LLMs?|GPT(?:-?\d\w*)?|ChatGPT|(?:large )?language models?|chat ?bots?"
    r"|AI[- ](?:assistants?|models?|systems?|agents?|reviewers?|readers?|tools?)"
    r"|automated (?:assistants?|reviewers?|readers?|reviewing systems?))"
)
_MACHINE_TRIGGERS = (
    "language model/llm/chatgpt/gpt-/chatbot/chat bot/artificial intelligence/automated re/automated ass"
)
_AI_TRIGGERS = " ai,/ ai / ai:/ ai./ ai!/ ai-/a.i."
_ORDERED = (
    r"(?:^|[.!?:;,\n\t\"“”'‘(\[{>*#|—–-]\s*|\b(?:please|now|and|then|must|kindly|immediately|important|attention)\s+"
    r"|\byou\s+(?:must|should|shall|will|have to|need to|are to|can)\s+)(?:please\s+|just\s+|simply\s+)?"
)
"""What stands before an imperative: a beginning, or words that hand the order to the reader; not ``may`` or ``to``."""
_ALL = r"(?:(?:all|any|each|every|of|the|your|these|those|this|my|other)\s+)*"
_EARLIER = r"(?:previous|prior|above|preceding|earlier|foregoing|former|existing|initial|original|system|past|other)"
_ORDERS = r"(?:instructions?|prompts?|directives?|commands?|directions?|guidelines?|programming|system messages?)"
_TOLD = r"(?:users?|reader|reviewer|human|operator|person who asked)"
_TOLD_TRIGGERS = "the user/your user/the reader/the reviewer/the human/your human/the operator/the person who"
_THIS = (
    r"(?:this|that|it|these|those|the above|any of (?:this|these)|anything|(?:the |any |these |your )?"
    r"(?:instructions?|prompts?|findings?|checks?|problems?|issues?|risks?))"
)
_BEGINS = r"(?:^|[。；：:!！？?\n“\"「『(（，,、]\s*|请|請|[你您](?:必须|应当|应该|应|要|需要|现在)?|立即|务必)"
_EARLIER_ZH = r"(?:以上|之前|上述|前面|先前|此前|前述|所有|全部|一切|任何|其他|收到|给出|系统|的|和|与)"
_MACHINE_ZH = r"(?:AI|人工智能|大?语言模型|大模型|聊天机器人|ChatGPT|GPT)"

_WORDINGS = (
    _wording(
        "ignor/disregard/forget/overrid/bypass/not follow/n't follow/stop following",
        rf"{_ORDERED}(?P<said>(?:ignore|disregard|forget|override|bypass|do not follow|don't follow|stop following)",
        rf"\s+{_ALL}{_EARLIER}(?:\s+(?:and|or))?\s+(?:{_EARLIER}\s+)*{_ORDERS})\b",
    ),
    _wording(
        "ignore every/ignore any/ignore all/disregard every/disregard any/disregard all/forget every/forget all",
        rf"{_ORDERED}(?P<said>(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+(?:that\s+)?(?:you|above",
        r"|before)\b[^.\n]{0,40}\b(?:told|instruct\w+|prompt\w*))\b",
    ),
    _wording(
        f"{_MACHINE_TRIGGERS}/{_AI_TRIGGERS}/helpful assistant",
        r"(?P<said>\b(?:you are|you're|act as|pretend (?:to be|you are))(?: now)? (?:an?|the|my|our)?\s*",
        rf"(?:[\w-]+ ){{0,3}}?(?:{_MACHINE}|helpful assistant))(?![\w-])(?! (?:provider|vendor|developer|company))",
    ),
    _wording(
        f"{_MACHINE_TRIGGERS}/{_AI_TRIGGERS}",
        rf"(?P<said>\bas an? {_MACHINE}\s*,\s*(?:you|I|your|ignore|do|please)\b)",
    ),
    _wording(
        f"{_MACHINE_TRIGGERS}/{_AI_TRIGGERS}",
        r"(?P<said>\b(?:if you are (?:an?|the)|dear|attention|notes? (?:to|for)|messages? (?:to|for)|hello",
        r"|instructions? (?:to|for))\s*[:,]?\s*(?:the |an? |any |all |every )?(?:[\w-]+ ){0,2}?",
        rf"{_MACHINE}\s*[:,.!—-])(?![\w-])",
    ),
    _wording(
        "system prompt/system message/initial prompt/initial message",
        rf"{_ORDERED}(?P<said>(?:reveal|print|output|repeat|show|display|ignore|override|forget|disregard)\s+",
        rf"{_ALL}(?:hidden |full |entire )?(?:system|initial) (?:prompt|message)s?)\b",
    ),
    _wording(
        _TOLD_TRIGGERS,
        rf"{_ORDERED}(?P<said>(?:do not|don't|never)\s+(?:report|mention|tell|inform|reveal|disclose|flag|show|say)",
        rf"(?:\s+(?:about|any of|anything about))?\s+{_THIS}\s+(?:\w+\s+){{0,3}}?(?:to|from)\s+(?:the|your|any)\s+",
        rf"{_TOLD})\b",
    ),
    _wording(
        _TOLD_TRIGGERS,
        rf"{_ORDERED}(?P<said>(?:do not|don't|never)\s+(?:tell|inform|alert|warn|notify)\s+(?:the|your)\s+{_TOLD}\s+",
        r"(?:about|of|that|anything))\b",
    ),
    _wording(
        " only with/ solely with/ exclusively with/ only by saying",
        r"(?:^|[.!?:;\n\"“]\s*|\b(?:and|then|must|please)\s+)(?P<said>(?:respond|reply|answer)\s+",
        r"(?:only|solely|exclusively)\s+(?:with|by saying)\s+(?:the (?:words?|text|phrase|sentence|following)",
        r"|(?:valid )?json|[\"“'‘]|yes\b(?! or)))",
    ),
    _wording(
        "this document,/this contract,/this agreement,/this text,/this file,/this pdf,/the document,/the contract,",
        r"(?P<said>\b(?:when|while|if)\s+(?:you (?:are )?)?(?:summari[sz]|analy[sz]|review|extract|process|read)\w*\s+",
        r"(?:(?:data|facts) from )?(?:this|the)\s+(?:document|contract|agreement|text|file|pdf)\s*,\s*",
        r"(?:you (?:must|should|will)\s+|always\s+|please\s+)?(?:say|state|report|answer|output|respond|reply|ignore",
        r"|omit|conclude|claim|do not (?:mention|report|extract|include|flag)|never (?:mention|report))\b)",
    ),
    _wording(
        "the above/everything above/all of the above/all above/previous text/preceding text",
        rf"{_ORDERED}(?P<said>(?:ignore|disregard|forget)\s+(?:everything above|(?:all (?:of )?)?(?:the )?above",
        r"|(?:the |all )?(?:previous|preceding) text)\s*(?:,|\band\b|\.)\s*(?:instead\W+)?(?:just |only )?",
        r"(?:output|print|say|write|respond|reply|answer|return|report|state|summari[sz]e)\b)",
    ),
    _wording(
        "asked",
        r"(?P<said>\b(?:when|if|whenever)\s+(?:you (?:are |get )?)?asked\s+(?:about|to (?:summari[sz]e|review",
        r"|analy[sz]e|rate|assess))\b[^.\n]{0,60}?,\s*(?:always |only |just )?",
        r"(?:say|answer|reply|respond|state|output|claim|rate)\b)",
    ),
    _wording(
        "developer mode/debug mode/jailbreak/dan mode/god mode/system override",
        r"(?P<said>\byou are (?:now )?in (?:developer|debug|jailbreak|dan|god) mode\b|\[\s*system override\s*\]",
        r"|\bsystem override\s*:)",
    ),
    _wording(
        "ing this ",
        rf"(?P<said>\b{_MACHINE}\s+(?:(?:that|which) (?:is|are) )?(?:reading|processing|reviewing|analy[sz]ing|parsing",
        r"|summari[sz]ing|evaluating)\s+this\s+(?:document|contract|agreement|text|file|pdf|page|message|paper))\b",
    ),
    _wording(
        "### /##instr/<system/system>",
        r"(?P<said>^#{2,}\s*(?:instructions?|system|assistant|human)\s*:|</?system>)",
    ),
    _wording(
        "<|im_/<|system/<|user/<|assis/<|endoft/<|end_/<|begin_/<|eot/<|start/<|channel/<|message/inst]/sys>>/_of_turn>",
        r"(?P<said><\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_text|begin_of_text|eot_id",
        r"|start_header_id|end_header_id|channel|message)\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>)",
    ),
)

_HAN_WORDINGS = (
    _wording(
        "本合同时/本文件时/本文档时/本协议时/此文件时/此文档时/该文件时/该文档时",
        rf"(?P<said>{_MACHINE_ZH}(?:助手|系统|模型)?\s*(?:在)?(?:审阅|阅读|分析|总结|处理|读取)(?:本|此|该)(?:合同|文件|文档|协议)时)",
    ),
    _wording(
        "忽略/无视/忘记/忘掉/忽視/無視/不要遵守/不要理会",
        rf"{_BEGINS}(?P<said>(?:忽略|无视|無視|忽視|忘记|忘掉|不要遵守|不要理会)\s*掉?[你您]?{_EARLIER_ZH}+[你您]?(?:收到|给出|的)*",
        r"\s*(?:指令|提示词|提示|命令|指示|设定))",
    ),
    _wording(
        "你是/您是/现在是/扮演",
        rf"(?P<said>(?:[你您](?:现在)?是|扮演)(?:一个|一名|一位|个)?\w{{0,8}}?{_MACHINE_ZH}(?:语言)?(?:助手|模型|助理|系统)?",
        r"\s*(?:[,，。；;：:]|$)|[你您](?:现在)?是一[个名位]\w{0,6}?(?:AI|人工智能|智能|大模型)\s*(?:助手|助理|模型))",
    ),
    _wording(
        "作为",
        rf"(?P<said>作为(?:一个|一名)?\s*{_MACHINE_ZH}(?:语言)?(?:助手|模型|助理|系统)?\s*[,，]\s*[你您请])",
    ),
    _wording(
        "用户/使用者/读者/审阅",
        r"(?P<said>(?:不要|请勿|切勿|千万别|别)(?:向|对|跟|告诉|告知)\s*(?:用户|使用者|读者|审阅者|审阅人)",
        r"\s*(?:提及|提到|报告|显示|透露|说明)?\s*(?:这|此|本|以上|上述|任何|有关|该))",
    ),
    _wording(
        "回复/回答/输出/返回",
        rf"{_BEGINS}(?P<said>(?:只需|仅需|只能|仅能|只|仅)\s*(?:回复|回答|输出|返回)\s*[“\"「'：:])",
    ),
    _wording(
        "提示词/系统提示", r"(?P<said>(?:输出|显示|泄露|透露|打印|重复|告诉我|忽略|覆盖)\s*[你您]的\s*(?:系统)?提示词?)"
    ),
    _wording(
        "注意",
        rf"(?:^|[。；\n]\s*)(?P<said>(?:致|请|各位)?\s*(?:阅读本\w{{1,4}}的)?{_MACHINE_ZH}(?:助手|系统|模型)?\s*请?注意\s*[:：])",
    ),
)

_HAN = compiled("[\u4e00-\u9fff]")
_HINT = compiled(
    r"\b(?:ignore|disregard|instructions?|prompts?|assistant|language model|LLMs?|AI|chat ?bot|respond|reply|answer"
    r"|outputs?|do not (?:mention|report|tell|reveal|flag|extract)|summari[sz]e|conclude|you (?:are|must|should|will)"
    r"|(?:say|state|report|claim) that|low risk|approved?)\b"
    r"|忽略|无视|指令|提示词|助手|模型|人工智能|回答|回复|输出|不要|请勿|无风险|[你您](?:是|必须|应)",
    re.IGNORECASE,
)
