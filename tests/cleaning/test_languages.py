import pytest

from docpipe.cleaning.languages import languages


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
