"""A text layer that cannot be what the page shows is known by its characters."""

import pytest

from docpipe.readers.options import ReadOptions
from docpipe.readers.pdf import read
from docpipe.readers.quality import damage
from docpipe.types import Source

SOUND = "乙方应当在收到发票后三十日内支付全部货款，逾期付款的，每日按未付金额的万分之五支付违约金。\n" * 4
FRENCH = "Le présent contrat est conclu à Liège entre les sociétés, et prend effet dès sa signature.\n" * 4


@pytest.mark.parametrize(
    "text",
    [
        SOUND,
        FRENCH,
        "“Term” — 30 days’ notice\n" * 9,
        "• one\n\uf0b7 two\n\uf0b7 three\n" + "and so on, as agreed. " * 9,
        "□是 □否 □自行处理\n" * 6 + SOUND,
        "NÃO SERÃO ACEITAS CONDIÇÕES\n" * 9,
        "« la société\xa0», « l’entité\xa0»\n" * 9,
        "",
    ],
)
def test_sound_text_has_no_damage(text):
    assert damage(text) is None


def test_utf_8_that_was_read_as_gbk_is_mojibake():
    lines = SOUND.splitlines()
    wrong = lines[0].encode("utf-8").decode("gb18030", "replace")
    assert damage("\n".join([wrong, *lines[1:]])) == "mojibake"


@pytest.mark.parametrize("text", [FRENCH, SOUND])
def test_utf_8_that_was_read_byte_by_byte_is_mojibake(text):
    assert damage(text.encode("utf-8").decode("cp1252", "replace").replace("\ufffd", "")) == "mojibake"


@pytest.mark.parametrize("wrong", ["\ufffd", "\ue123", "\x05"])
def test_code_points_without_a_meaning_are_damage(wrong):
    assert damage("The price is " + wrong * 12 + " euro. ") == "characters without a meaning"


def test_runs_of_one_box_are_placeholders():
    assert damage(SOUND.replace("三十日内支付", "口口口口口口")) == "placeholders for characters"


def test_the_damaged_pages_are_named_in_a_warning(pdf):
    lines = [(72, 700 - 14 * at, "The buyer pays 100 euro.") for at in range(3)]
    wrong = [(72, 640, "Frist fÃ¼r SchlÃ¼ssel, TÃ¼ren, BrÃ¼cken, MÃ¼hlen, HÃ¼tten")]
    made = read(pdf([lines, lines + wrong]), Source("made.pdf", None, "0" * 64, "application/pdf", 1), ReadOptions())
    assert made.damaged_pages == (2,)
    assert made.warnings == ("page 2: the text layer is damaged (mojibake); values from it may be wrong",)
