"""What is looked for beside the naming of blocks: another process's answer is as good as one's own."""

from contextlib import nullcontext
from importlib import import_module

from docpipe.cleaning import clean
from docpipe.cleaning.beside import Seen, finished, looked


def here(function, argument):
    """Another process that is this one."""
    module, name = function.split(":")
    return nullcontext(lambda: getattr(import_module(module), name)(b"", None, None, argument))


def told(document):
    return [(block.text, block.span, block.kind, block.language, block.marks) for block in document.blocks]


PAGE = ["1. Term", "This agreement shall be governed by the laws of the state and binds all of the parties."]


def test_a_document_is_the_same_whether_another_process_helps_or_none(printed):
    document = printed([PAGE, PAGE])
    assert told(clean(document, here)) == told(clean(document))
    assert "en" in {block.language for block in clean(document, here).blocks}


def test_another_process_is_believed(printed):
    document = printed([PAGE])
    seen = Seen({block.span: "eo" for block in clean(document).blocks}, [])
    found = clean(document, lambda _function, _argument: nullcontext(lambda: seen))
    assert {block.language for block in found.blocks} == {"eo"}


def test_all_text_of_a_document_is_looked_at(printed):
    document = clean(printed([PAGE]))
    seen = looked(b"", None, None, finished(document))
    assert list(seen.languages) == [block.span for block in document.blocks]
