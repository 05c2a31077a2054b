"""The sentences of a document that can stand alone: whole, said in words, and no boilerplate.

No rows of tables, no headings, labels or forms, nothing in capitals throughout, nothing that a page's end cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules import running
from docpipe.rules.unstruck import struck_spans
from docpipe.rules.view import View
from docpipe.rules.zh_script import has_han, mostly_han
from docpipe.types import Chunk, Document, Finding, Paragraph, Quote, paragraphs
from docpipe.words import Span

SHORTEST, LONGEST = 40, 420
"""Characters of a sentence; Chinese ones have a third. Nine of ten sentences of reports and contracts lie between."""

SHORTEST_HAN, LONGEST_HAN = 14, 200

CAPITALS, FIGURES = 0.3, 0.15
"""Shares of capitals among letters, and of figures among characters, over which a sentence is a heading or a row."""

FIGURES_HAN = 0.35
"""The same in Chinese, whose words take fewer characters: 于2026年3月5日前报告 has .4 of its own."""

LANGUAGE_SAMPLE = 20_000
"""Characters that tell whether a document is Chinese."""

_WHOLE = compiled(r"[\"'(]?(?:[A-Z]|\d+(?:\.\d+)?\s?(?:%|[a-z]|[A-Z][a-z])).*[.!?][)\"']*", 16)
_WHOLE_HAN = compiled(r"[^，、；：)）。].*[。！？][\"”）)]?", 16)
_NUMBERED = compiled(
    r"(?:(?:(?:section|article|clause|item)\s+)?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[A-Z]|[IVX]{1,5}|[a-z])[.)]\s+"
    r"|\([\dA-Za-z]{1,4}\)\s+"
    r"|\d{1,2}(?:\.\d{1,2}){1,4}(?:\s+|(?=[A-Z]))|[-\u2022\u25cf\u25aa\u2013*]\s+)+",
    2,
)
_NUMBERED_HAN = compiled(
    r"\s*(?:第[^条章节]{1,6}[条章节款]\s*|[（(][^）)]{1,4}[）)]\s*|\d{1,2}(?:\.\d{1,2})*[.、)）]?\s*|[一二三四五六七八九十]{1,3}、)+"
)
_TITLED = compiled(
    r"[A-Z][\w/&,'-]*(?:\s+(?:[A-Z][\w/&,'-]*|of|and|the|for|to|in|or|on|by|a)){0,7}\s?[.:]\s+(?=[A-Z\"(])"
)
"""A heading that the clause runs on from: "Governing Law. This Agreement …"."""

_BOILERPLATE = (
    "forward-looking", "all rights reserved", "copyright", "©", "check mark", "incorporated by reference",
    "safe harbor",
    "hereunto", "in witness whereof", "intentionally left blank", "see accompanying notes", "table of contents",
    "confidential treatment", "portions of this exhibit", "certain identified information", "securities act of 1933",
    "exchange act of 1934", "interactive data", "well-known seasoned", "shell company", "click here", "www.", "http",
    "e-mail", "email", "telephone", "fax:", "all capitalized terms", "capitalized terms used", "headings are for",
    "the parties agree as follows", "agree as follows", "following exhibits", "for further information", "doi:",
    "et al.", "in this press release", "non-gaap financial measure", "non-gaap measures", "no role in study", "denotes",
    "shall be construed to", "nothing in this", "as used herein", "**",
    "licensed under", "reprint", "isbn", "page ", "good and valuable consideration", "[***]", "[*]", "____", "....",
)  # fmt: skip
_BOILERPLATE_HAN = (
    "版权所有", "本页无正文", "以下无正文", "保证季度报告", "保证年度报告", "不存在虚假记载", "不存在任何虚假记载",
    "个别和连带", "敬请", "投资风险", "扫码", "____", "前瞻性陈述", "口口",
)  # fmt: skip
_DANGLING = compiled(
    r"[\"'(]?(?:for (?:the )?purposes? of this|it|its|they|their|them|he|she|his|her|such|however|moreover|also"
    r"|but|and|or|nor|so|yet|thus"
    r"|therefore|hence|in addition"
    r"|additionally|furthermore|similarly|likewise|instead|conversely|then|accordingly|consequently|nevertheless"
    r"|nonetheless"
    r"|as a result|for example|for instance|in this case|in these cases|in that (?:case|event)|on the other hand"
    r"|in contrast"
    r"|by contrast|the (?:former|latter|foregoing|above|same|following)|(?:this|these|those|that)(?! (?:report"
    r"|paper|study|article|document|rule|regulation|directive"
    r"|act|chapter|policy|agreement|contract|amendment|lease|deed|proposed|guide|review|analysis|survey"
    r"|publication|section"
    r"|appendix|annual|quarterly|quarter|year|brief|note|work))|here|there (?:is|are) (?:also|no other)|both"
    r"|each of these"
    r"|one of (?:these|them)|others?|another|if so|if not|see|note that|refer to|finally|second|secondly|third|thirdly"
    r"|another reason|what is more|of these|of course|following)\b",
    2,
)
_DANGLING_HAN = compiled(
    r"(?:说明[：:]|注[：:]|其中|但|而|此外|另外|因此|所以|同时|其|该|上述|前述|以上|以下|此|这|那|并且|并|且|或|如前|否则|例如|然而|不过|详见|参见)"
)


_VERB = compiled(
    r"\b(?:is|are|was|were|be|been|has|have|had|will|would|shall|must|may|might|can|could|should|do|does|did"
    r"|cannot|agrees?|provides?"
    r"|includes?|shows?|explains?|requires?|appl(?:y|ies)|contains?|represents?|remains?|allows?|begins?|makes?"
    r"|gives?|grants?|hires?"
    r"|describes?|presents?|suggests?|indicates?|becomes?|means?|uses?|comes?|came|goes|went|rose|fell|grew|began"
    r"|made|took|takes?|gave"
    r"|found|held|led|leads?|left|kept|became|said|says?|seeks?|needs?|offers?|plays?|expects?|continues?|covers?"
    r"|examines?|appoints?"
    r"|sells?|buys?|owns?|wishes|desires?|wants?|works?|supports?|ensures?|paid|sold|bought|sent|spent|lost|won"
    r"|met|set|put|wrote|built|brought|chose|drew|saw|knew|sees?|pays?|costs?|lies|consists?|depends?|exists?"
    r"|appears?|\w{2,}ed)\b"
)
_ROW = compiled(r"\d[\d.,]*[%)]?\s+[$(]?\s?\d[\d.,]*[%)]?\s+[$(]?\s?\d")
"""Three figures in a row: cells that ran into the sentence."""

_GLUED = compiled(r"[a-z)%] \d{1,2} (?:The|A|An|In|This|These|For|See|As|It|Our|We) [a-z]")
"""A footnote that ran into the sentence."""

_REFERENCE = compiled(
    r"\d{1,3}\s+[A-Z]\w+,?\s[A-Z]{1,3}[.,]|\W*(?:sources?|notes?|figure|table|chart|box|key)\b\s*[\d:.]"
    r"|[\"'].*[\"']\W*$",
    2,
)


class Candidate(Struct, frozen=True):
    """A sentence that can stand alone, ``text[start:end]`` of the document; ``shown`` is its text on one line.

    ``opens`` tells that its paragraph begins with it, ``section`` counts headings, ``heading`` is the nearest one.
    """

    start: int
    end: int
    shown: str
    paragraph: Paragraph
    opens: bool
    section: int
    heading: Paragraph | None

    @property
    def span(self) -> Span:
        return self.start, self.end

    def quote(self, document: Document) -> Quote:
        return Quote(document.text[self.start : self.end], self.span)


def prose(field: str, document: Document, chosen: Sequence[Candidate]) -> Finding:
    """Sentences as one text that cites each of them."""
    joint = "" if has_han(chosen[0].shown) else " "
    return Finding(field, joint.join(one.shown for one in chosen), tuple(one.quote(document) for one in chosen))


def whole(document: Document) -> View:
    """The document as one chunk."""
    return View(document, Chunk(0, 0, len(document.text), 0))


@lru_cache(maxsize=2)
def is_chinese(document: Document) -> bool:
    """Whether sentences are looked for in Chinese."""
    return mostly_han(document.text[:LANGUAGE_SAMPLE])


@lru_cache(maxsize=2)
def candidates(document: Document, chinese: bool) -> tuple[Candidate, ...]:
    """The sentences of a language that can stand alone, in the order of the text, each once; none with struck words."""
    sections, struck = _sections(document), struck_spans(document)
    found = _chinese(document) if chinese else _english(document)
    seen: set[str] = set()
    kept: list[Candidate] = []
    for start, end, paragraph, opens in found:
        shown = one_line(document.text[start:end])
        if shown not in seen and not any(first < end and start < last for first, last in struck):
            seen.add(shown)
            section, heading = sections[paragraph.index]
            kept.append(Candidate(start, end, shown, paragraph, opens, section, heading))
    return tuple(kept)


def one_line(text: str) -> str:
    """A text on one line; none of its white space beside Han characters."""
    if not has_han(text):
        return " ".join(text.split())
    from docpipe.rules.zh_text import unspaced

    return unspaced(text)


def _english(document: Document) -> Iterator[tuple[int, int, Paragraph, bool]]:
    for sentence in running.sentences(whole(document)):
        if sentence.paragraph.kind not in ("paragraph", "list_item"):
            continue
        start, text = _begun(sentence.text, sentence.start)
        if not has_han(text) and is_sentence(text):
            yield start, start + len(text), sentence.paragraph, sentence.start == sentence.paragraph.start


def _chinese(document: Document) -> Iterator[tuple[int, int, Paragraph, bool]]:
    from docpipe.rules.contract_zh.passages import document_sentences

    begun: list[tuple[int, Paragraph]] = []
    for sentence in document_sentences(document):
        own = sentence.paragraph
        if own.kind not in ("paragraph", "list_item"):
            begun.clear()
            continue
        if not begun or begun[0][1] is not own:
            match = _NUMBERED_HAN.match(sentence.text)
            begun = [(sentence.span(match.end() if match else 0, len(sentence.text))[0], own)]
        if sentence.text.rstrip().endswith(("；", ";")):
            continue  # the sentence goes on
        start, end = begun[0][0], sentence.span(0, len(sentence.text.rstrip()))[1]
        begun.clear()
        if is_sentence(document.text[start:end]):
            yield start, end, own, start <= own.start + 8


def _begun(text: str, start: int) -> tuple[int, str]:
    """A sentence without the number and the heading that its clause begins with."""
    for pattern in (_NUMBERED, _TITLED):
        match = pattern.match(text)
        if match and len(text) - match.end() >= SHORTEST:
            text, start = text[match.end() :], start + match.end()
    return start, text.rstrip()


def is_sentence(text: str) -> bool:
    """Whether a text is a whole sentence that can stand alone."""
    if has_han(text):
        return (
            SHORTEST_HAN <= len(text) <= LONGEST_HAN
            and _WHOLE_HAN.fullmatch(text.strip()) is not None
            and not any(words in text for words in _BOILERPLATE_HAN)
            and not _DANGLING_HAN.match(text)
            and _in_words(text)
        )
    low = text.lower()
    return (
        SHORTEST <= len(text) <= LONGEST
        and _WHOLE.fullmatch(text) is not None
        and not any(words in low for words in _BOILERPLATE)
        and not _DANGLING.match(text)
        and not _REFERENCE.match(text)
        and _VERB.search(text) is not None
        and _GLUED.search(text) is None
        and _in_words(text)
    )


def _in_words(text: str) -> bool:
    """Whether a text is running words: no row of figures, no capitals throughout, no bracket left open."""
    letters = sum(map(str.isalpha, text))
    capitals, figures = sum(map(str.isupper, text)), sum(map(str.isdigit, text))
    balanced = text.count("(") == text.count(")") and text.count("（") == text.count("）") and text.count('"') % 2 == 0
    running = "\t" not in text and _ROW.search(text) is None
    most = FIGURES_HAN if has_han(text) else FIGURES
    return balanced and running and capitals <= CAPITALS * letters and figures <= most * len(text)


@lru_cache(maxsize=2)
def _sections(document: Document) -> tuple[tuple[int, Paragraph | None], ...]:
    """For each paragraph, how many headings precede it, and the nearest."""
    count = 0
    heading: Paragraph | None = None
    found: list[tuple[int, Paragraph | None]] = []
    for paragraph in paragraphs(document):
        if paragraph.kind == "heading":
            count, heading = count + 1, paragraph
        found.append((count, heading))
    return tuple(found)
