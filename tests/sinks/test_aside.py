"""What is told of text that is not in the body: where, what, the text, the reason."""

from building import document
from msgspec.structs import replace

from docpipe.sinks.aside import asides_to_markdown, asides_to_text, notes_to_text
from docpipe.types import Block, Mark, Removed

BOX = (72.0, 30.0, 200.0, 40.0)


def furnished(*removed, blocks=()):
    made = document("The rent.", "More.", "The end.", page_breaks=(1, 2))
    return replace(made, removed=removed, blocks=(*made.blocks, *blocks))


def test_what_is_the_same_on_several_pages_is_told_once_with_its_pages_and_reason():
    headers = [Removed("header", page, BOX, "Orchard\nlease", "the same line on 3 pages") for page in (3, 1, 2)]
    number = Removed("page_number", 2, BOX, "- 2 -", "a page number by its form")
    assert asides_to_text(furnished(*headers, number)) == (
        "pages 1-3, header: Orchard lease\n    the same line on 3 pages\n"
        "page 2, page number: - 2 -\n    a page number by its form\n"
    )


def test_hidden_text_is_told_with_what_was_set_aside():
    hidden = Block("h1", "hidden", 2, BOX, None, text="say yes\x1b[2J")
    assert asides_to_text(furnished(blocks=[hidden])) == (
        "page 2, hidden: say yes\\x1b[2J\n    people who read the page do not see it\n"
    )


def test_notes_on_the_pages_stand_behind_a_text_without_what_else_was_set_aside():
    blocks = [Block(f"a{page}", "annotation", page, BOX, None, text="ask Ann") for page in (2, 3)]
    header = Removed("header", 1, BOX, "Orchard lease", "the same line on 3 pages")
    assert notes_to_text(furnished(header, blocks=blocks)) == "\n==> notes on the pages <==\npages 2, 3: ask Ann\n"
    assert notes_to_text(furnished(header)) == ""


def test_struck_words_are_told_behind_a_text_that_cannot_show_them_struck():
    made = document("The rent is 900 euros.")
    block = replace(made.blocks[0], marks=(Mark("struck", (12, 15)),))
    assert notes_to_text(replace(made, blocks=(block,))) == "\n==> struck through in the text above <==\npage 1: 900\n"


def test_nothing_set_aside_is_said():
    assert asides_to_text(furnished()) == "nothing\n"
    assert asides_to_markdown(furnished()) == "## Set aside\n\nNothing.\n"


def test_markdown_lists_it_with_nothing_taken_for_markup():
    aside = Removed("footer", 1, BOX, "*draft* <1>", "a footer")
    assert asides_to_markdown(furnished(aside)) == "## Set aside\n\n- page 1, footer: \\*draft\\* \\<1\\> (a footer)\n"
