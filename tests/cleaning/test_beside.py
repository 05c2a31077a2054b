"""What is looked for beside the naming of blocks: another process's answer is as good as one's own."""

from contextlib import nullcontext
from importlib import import_module

from docpipe.cleaning import clean
from docpipe.cleaning.beside import Seen, finished, looked


class Other:
    """Another process, which has read nothing and gives what it is told to, or does in this one what it is asked."""

    def __init__(self, answer=None):
        self.answer, self.parts = answer, {}

    def asked(self, function, argument):
        module, name = function.split(":")
        return nullcontext(lambda: self.answer or getattr(import_module(module), name)(b"", None, None, argument))

    def parts_asked(self, _function, _argument):
        return nullcontext(dict)


def told(document):
    return [(block.text, block.span, block.kind, block.language, block.marks) for block in document.blocks]


PAGE = ["1. Term", "This agreement shall be governed by the laws of the state and binds all of the parties."]


def test_a_document_is_the_same_whether_another_process_helps_or_none(printed):
    document = printed([PAGE, PAGE])
    assert told(clean(document, Other())) == told(clean(document))
    assert "en" in {block.language for block in clean(document, Other()).blocks}


def test_another_process_is_believed(printed):
    document = printed([PAGE])
    seen = Seen({block.span: "eo" for block in clean(document).blocks}, [])
    found = clean(document, Other(seen))
    assert {block.language for block in found.blocks} == {"eo"}


def test_all_text_of_a_document_is_looked_at(printed):
    document = clean(printed([PAGE]))
    seen = looked(b"", None, None, finished(document))
    assert list(seen.languages) == [block.span for block in document.blocks]
