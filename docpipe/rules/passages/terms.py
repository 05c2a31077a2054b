"""Text → terms: English words by their stems, Chinese by pairs of characters. Questions and documents alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from docpipe.patterns import compiled

HAN = "\u3400-\u4dbf\u4e00-\u9fff"

_TOKEN = compiled(rf"[A-Za-z\u00c0-\u024f]+(?:['’][a-z]+)?|\d+(?:[.,]\d+)*|[{HAN}]+")
_SUFFIX_TABLE = """
ifications ification ifying ifiable ified ifies ify ivities ivity ively ives ive ializing iality ially ials ial
abilities ability ibilities ibility itions ition itive ators ator ations ation ating ated ates ate izations ization
izing ized ize isation ising ised ise ments ment ances ance ences ence ancy ency able ible ings ing edly eed ed ers
er ors or ees ees ities ity ions ion als al ies ly es s e y
"""
_SUFFIXES = tuple(_SUFFIX_TABLE.split())
_STEM_LENGTH = 4
"""Letters that stay at least: ``use`` and ``used`` are told apart from ``us``."""

_IRREGULAR_TABLE = """
pay: paid pays payed payable paying payment payments payer payee, sell: sold sale sales, buy: bought, buyer: buyer,
hold: held, keep: kept, leave: left, make: made, give: given gave, choose: chosen, liab: liable,
licen: licence licences, law: law laws, tax: tax taxes, fee: fee fees, use: used uses using, begin: began begun,
own: owned owns owner owners ownership own, parti: party parties, part: part parts, day: days, year: years,
general: general generally, versus: versus, sue: sued sues, ip: ip, date: dated dates, cap: capped caps,
late: late lately, later: later, debt: debts, property: property properties, proper: proper properly,
notic: notify notified notifies notification notifications, court: courts, goods: goods, good: good,
interest: interest, lessor: lessor, lessee: lessee, licensor: licensor licensors, licensee: licensee licensees,
employer: employer employers, employee: employee employees, franchisor: franchisor, franchisee: franchisee,
assignee: assignee, assignor: assignor
"""
"""Stems of words that a suffix rule gets wrong, and roles: who gives and who takes must not fall together."""

_STOP_TABLE = """
a able about according again all allow allowed allows also am among an and another any anyone anything applied
applies apply are as at be been being between big both but by can certain concerning contain contained contains
could d describe described did do does doing done down during each either entitled etc every exist exists find for
from further get gets give got had happen happened happens has have having he her here him his how i if in into
involve involved is it its just kind large least less long made make makes many may me mean means meant mention
mentioned mentions might more most much must my need needed needs neither no nor not of off often on one ones only
or other ought our out over per please possible provide provided provides re regard regarding require required
requires respect s said same say says set shall she should show small so some someone something soon specified
specifies specify state stated states such t take taken takes tell than that the their them then there these they
this those through to too type under until up upon us very want was we were what when where which while who whom
whose why will with within without would you your
"""
STOP_WORDS = frozenset(_STOP_TABLE.split())
"""Words of a question that say nothing of what it is about. They are no terms of a document either."""

_COMMON_WORDS = """
able about actual ago agree agreement almost already always announce another answer anybody anything anyway
anywhere applicable around arranged article ask asked automatically away back bad be bear been being best
better bit borne bring brought calculated call called came care case certain certainly circumstance clause come
comes company conclude concluded contract correct cover created currently details determined did doc document
doing done due else enough enter entered event ever every everybody everyone everything exact exactly explain
far fine firm folk follow forbidden full generally gets getting give given giving go goes going gone good
granted guy half handled happen having held herein hereof hereto hereunder himself idea include information
informed initial instead issue itself keep kept key kind know known let lets like liked limit look looking
looks lot main maintained making matter maybe meet met moment name near needing never next nobody normally
nothing now obligation obliged ok okay once one other others otherwise ourselves overall paper party people
perhaps permitted person point precise prevent problem prohibited proper provision put question ready really
relationship relevant resolved respectively responsible result roughly saying section see seen sense separate
side sides simply situation somebody someone something somewhere sort still stipulated stuff takes taking
telling themselves thing things think third three today together total tried trouble try turn turned twice two
typically usually wanting wants way ways went whole wish work worked works world worry worse wrong yet yourself
"""
"""Words that every contract has, and words of everyday speech that contracts put otherwise: looked for, but a passage
need not have them."""

_FILLERS_HAN = """
本合同 本协议 合同 协议 双方 条款 约定 规定 请问 是否 什么时候 什么时间 什么 多少钱 多少 多久 多长时间 多长
几天 几个月 几年 几个 何时 何地 何种 哪一方 哪方 哪些 哪个 哪里 哪家 哪国 哪 谁 如何 怎么办 怎么 怎样 为什么
有没有 能否 可否 可以 能不能 吗 呢 的 了 是 在 由 被 和 与 或 及 有 应 应当 需要 需 需不需要 要 向 对 根据 其
该 此 这份 这个 这 那 哪种 关于 会不会 到期时 给 把 就 能 请 一共 分别 进行 承担 方面 多少天 多少日 多少年
多少个月 多少月 持续 发生 具体 哪天 时间 处理 属于 情况 内容 负责
"""
FILLERS_HAN = tuple(sorted(_FILLERS_HAN.split(), key=len, reverse=True))
"""Chinese words of questions that say nothing of what they are about, the longest first: taken out of a question."""


@cache
def _irregular() -> Mapping[str, str]:
    rows = (row.split(":") for row in _IRREGULAR_TABLE.split(","))
    return {word: own.strip() for own, words in rows for word in words.split()}


@cache
def common() -> frozenset[str]:
    """The stems of words that a passage need not have."""
    return frozenset(stem(word) for word in _COMMON_WORDS.split())


def terms(text: str) -> list[str]:
    """The terms of a text in its order, stop words left out; a term may come several times."""
    found: list[str] = []
    for match in _TOKEN.finditer(text):
        token = match.group()
        first = token[0]
        if first.isascii() or not "\u3400" <= first <= "\u9fff":
            term = _term(token)
            if term:
                found.append(term)
        else:
            found += pairs(token)
    return found


def pairs(run: str) -> list[str]:
    """The pairs of neighbouring characters of a run of Han characters; a single one is itself."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


@cache
def _term(token: str) -> str:
    """The stem of a word, a number without its commas, or nothing for a stop word."""
    word = token.lower().replace("’", "'").removesuffix("'s").replace("'", "")
    if word[:1].isdigit():
        return word.replace(",", "").rstrip(".")
    return "" if word in STOP_WORDS else stem(word)


def stem(word: str) -> str:
    """A word in small letters without its endings: ``terminated`` and ``termination`` → ``termin``."""
    if word in _irregular():
        return _irregular()[word]
    for _ in range(2):
        suffix = next((end for end in _SUFFIXES if word.endswith(end) and len(word) - len(end) >= _STEM_LENGTH), "")
        word = word.removesuffix(suffix) if suffix else word
        if len(word) > _STEM_LENGTH and word[-1] == word[-2] and word[-1] in "bdgmnprt" and suffix:
            word = word[:-1]
    if len(word) >= _STEM_LENGTH and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    return word
