"""Paragraphs that name both parties without the words of a preamble: "X ("the Company") confirms its agreement with Y
("the Agent")", "X, hereinafter referred to as the "Seller", and Y, hereinafter …, have concluded this Contract"."""

from __future__ import annotations

from docpipe.patterns import compiled
from docpipe.rules.contract.passages import smooth
from docpipe.types import Paragraph

_CALLED = r"here(?:in)?after\s+(?:(?:called|referred\s+to\s+as)\s+)?(?:the\s+)?"
_DEFINED = compiled(
    r"\b(?:[A-Z][\w.&'-]*,?\s+){1,8}?(?:[^()\"]{0,160}?\(\s*(?:(?:the\s+|each,?\s+an?\s+|hereinafter[^\"()]{0,40})?"
    rf"\"[^()\"]{{2,40}}\"[^()]{{0,40}}|{_CALLED}[A-Z][\w ]{{2,30}})\)"
    rf"|[^()\"]{{0,160}}?,\s+{_CALLED}\"[^()\"]{{2,40}}\")"
)
_AGREE = compiled(r"\b(?:hereby\s+)?agree(?:s|d)?\s+(?:as\s+follows|that)\b")
_ENTITY = compiled(
    r"[A-Za-z.],?\s+an?\s+(?:[A-Z][\w.]*\s+){1,3}(?:[a-z-]+\s+){0,3}?(?:corporation|company|partnership|trust|bank|association)\b"
)


def introduces(paragraph: Paragraph) -> bool:
    """Whether a paragraph names two parties: each with an alias, or one and each with what it is, and they agree.

    Nothing in one that is numbered like 6.1 introduces the parties.
    """
    if "." in (paragraph.number or "").strip(".()"):
        return False
    text = smooth(paragraph.text)
    defined = len(list(_DEFINED.finditer(text)))
    agree = _AGREE.search(text) if defined == 1 else None
    return defined > 1 or (agree is not None and len(_ENTITY.findall(text, 0, agree.start())) > 1)


def first_defined(text: str) -> int:
    """Where the first party with an alias stands, or the end."""
    match = _DEFINED.search(text)
    return match.end() if match else len(text)
