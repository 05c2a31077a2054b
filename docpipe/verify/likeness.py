"""Documents that are no contract, whatever they are read as: a check says so before anybody believes their values."""

from __future__ import annotations

from docpipe.kinds.likeness import likeness
from docpipe.types import Check, Document, Quote
from docpipe.verify.ground import ground

RULE = "not_a_contract"

MESSAGE = "this does not look like a contract ({why}): what was found may mean something else"


def unlike_a_contract(document: Document, kind: str) -> tuple[Check, ...]:
    """A check of severity ``warning`` on the whole result where it is certain that the document is no contract.

    Other kinds than ``contract`` have none.
    """
    if kind != "contract":
        return ()
    like = likeness(document)
    if like.sort == "contract" or not like.sure:
        return ()
    said = Quote(document.text[slice(*like.span)], like.span) if like.span else None
    return (Check("", RULE, "warning", MESSAGE.format(why=like.why), tuple(ground(document, said)) if said else ()),)
