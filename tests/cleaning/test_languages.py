import pytest

from docpipe.cleaning import clean
from docpipe.cleaning.languages import language, languages


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This agreement is made by and between the parties and shall be governed by the laws of France.", ("en",)),
        ("甲方应当按照本合同的约定向乙方支付货款。", ("zh",)),
        (
            "Le présent contrat est conclu entre les parties et il est régi par le droit des pays qui le signent.",
            ("fr",),
        ),
        ("Der Vertrag ist mit dem Tag der Unterzeichnung gültig und die Parteien sind an das Recht gebunden.", ("de",)),
        ("Договор вступает в силу со дня подписания.", ("ru",)),
        ("12345 67890", ()),
    ],
)
def test_languages_by_script_and_small_words(text, expected):
    assert languages(text) == expected


def test_a_bilingual_contract_has_both():
    text = "This agreement is made by the parties to it and is governed by the law. 本合同由双方签订并受法律管辖。" * 3
    assert set(languages(text)) == {"en", "zh"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Notices are given in writing and sent by courier to the other party.", "en"),
        ("Le présent contrat est conclu entre les parties et régi par le droit suisse.", "fr"),
        ("Die Parteien sind an das Recht gebunden, das mit dem Tag der Unterzeichnung gilt.", "de"),
        ("违约责任", "zh"),
        ("甲方应当按照本合同的约定向 Northwind Trading LLC 支付货款。", "zh"),
        ('The seller ("卖方") is obliged to deliver the goods to the buyer.', "en"),
        ("本契約は、署名の日に効力を生じる。", "ja"),
        ("Договор вступает в силу со дня подписания.", "ru"),
    ],
)
def test_a_block_has_the_language_of_most_of_its_own_words(text, expected):
    assert language(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "4.2", "1,372,000 1,351,000", "Notices", "甲方", "北1", "ACME INC.", "12 Rue de la Paix, 75002 Paris"],
)
def test_a_block_with_too_few_words_has_no_language(text):
    assert language(text) is None


def test_a_document_says_the_language_of_each_block(printed):
    document = clean(printed([["Notices are given in writing and sent to the other party."], ["1,372,000  1,351,000"]]))
    assert [block.language for block in document.blocks] == ["en", None]
