"""A text layer that cannot be what the page shows is known by its characters."""

import pytest

from docpipe.readers.options import ReadOptions
from docpipe.readers.pdf import read
from docpipe.readers.quality import UNMAPPED, damage
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


def _shifted(text, by):
    return "".join(chr(ord(letter) + by) if letter.isalpha() else letter for letter in text)


@pytest.mark.parametrize("by", [1, 3, -3])
def test_letters_whose_codes_are_shifted_make_no_words(by):
    text = "The buyer shall pay the price within thirty days after it has received the invoice of the seller.\n" * 5
    assert damage(text) is None
    assert damage(_shifted(text, by)) == "letters that make no words"


def test_tables_and_languages_with_few_plain_vowels_are_sound():
    assert damage("Tất cả các bên đồng ý rằng hợp đồng này có hiệu lực kể từ ngày ký kết chính thức.\n" * 9) is None
    assert damage("QTY PCS MM KG STD DWG NR 12 1,250.00\n" * 9) is None
    assert damage("Smluvní strany se dohodly, že kupní cena bude uhrazena převodem na účet.\n" * 9) is None


def test_a_script_that_was_read_byte_by_byte_is_mojibake():
    assert damage(SOUND.encode("gb18030").decode("latin-1")) == "mojibake"
    russian = "Договор вступает в силу с момента его подписания сторонами.\n" * 4
    assert damage(russian) is None
    assert damage(russian.encode("cp1251").decode("latin-1")) == "mojibake"


def test_arabic_letters_in_threes_make_no_words():
    sound = "يلتزم الطرف الأول بسداد الثمن خلال ثلاثين يوماً من تاريخ استلام الفاتورة.\n" * 4
    assert damage(sound) is None
    assert damage("الأمووون واحسووول رار ومكخفحوووة الإرهوووخ تلووووير\n" * 4) == "letters that make no words"


def test_a_font_without_a_mapping_is_said_though_it_has_only_one_line():
    lines = "The seller delivers the goods to the place that the buyer names in its order.\n" * 40
    header = "\x04\x05\x06\x04\x07 \x08\x0b\x0c\x04\x08\x0e\n"
    assert damage(header + lines) == UNMAPPED
    assert damage("\uf0b7 \uf0b7 \uf0b7 \uf0b7 \uf0b7 \uf0b7 \uf0b7 \uf0b7 \uf0b7\n" + lines) is None


def test_the_damaged_pages_are_named_in_a_warning(pdf):
    lines = [(72, 700 - 14 * at, "The buyer pays 100 euro.") for at in range(3)]
    wrong = [(72, 640, "Frist fÃ¼r SchlÃ¼ssel, TÃ¼ren, BrÃ¼cken, MÃ¼hlen, HÃ¼tten")]
    made = read(
        pdf([lines, lines + wrong]), Source("made.pdf", None, "0" * 64, "application/pdf", 1), ReadOptions(ocr="never")
    )
    assert made.damaged_pages == (2,)
    assert made.warnings == ("page 2: the text layer is damaged (mojibake); values from it may be wrong",)
