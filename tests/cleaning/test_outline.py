import pytest
from msgspec.structs import replace

from docpipe.cleaning import clean
from docpipe.cleaning.numbering import marker

BODY = "The supplier delivers the goods to the buyer at the place that the order names in full."


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("ARTICLE IV", "heading", "ARTICLE IV"),
        ("Section 2.3 Payment Terms", "heading", "Section 2.3"),
        ("5. Governing Law.", "heading", "5"),
        ("Exhibit A", "heading", "Exhibit A"),
        ("SUPPLY AGREEMENT", "heading", None),
        ("第一条 定义", "heading", "第一条"),
        ("5. Governing Law. This Agreement is governed by the laws of France.", "list_item", "5"),
        ("(a) to deliver the goods;", "list_item", "(a)"),
        ("• to deliver the goods;", "list_item", "•"),
        ("By: ______________", "paragraph", None),
        ("ACME HOLDINGS, INC.", "paragraph", None),
        ("addendum to this Agreement.", "paragraph", None),
        (BODY, "paragraph", None),
    ],
)
def test_a_block_has_its_kind_and_number(printed, text, kind, number):
    block = clean(printed([[text, "", BODY]])).blocks[0]
    assert (block.kind, block.number) == (kind, number)


@pytest.mark.parametrize(
    ("text", "level"),
    [("ARTICLE I", 1), ("1. Term", 1), ("1.2 Term", 2), ("1.2.3 Term", 3), ("(a) term", 3), ("(ii) x", 4)],
)
def test_deeper_numbers_have_deeper_levels(text, level):
    found = marker(text)
    assert found is not None
    assert found.level == level


@pytest.mark.parametrize(
    ("text", "number", "level"),
    [
        ("Article – 1 Term", "Article – 1", 1),
        ("ARTICLE - 2", "ARTICLE - 2", 1),
        ("Section 4.1(a)(i) Term", "Section 4.1(a)(i)", 2),
        ("§1. Words", "§1", 2),
        ("Item 1A. Risks", "Item 1A", 2),
        ("Note 3 – Debt", "Note 3", 2),
        ("4.2(a) the goods", "4.2(a)", 3),
        ("A.1 Goods", "A.1", 2),
        ("(a)(i) the goods", "(a)(i)", 4),
        ("3) the goods", "3)", 1),
        ("7A. Insurance", "7A", 1),
        ("II. Fees", "II.", 1),
        ("Exhibit h(2)", "Exhibit h(2)", 1),
        ("Schedule 3.3(c) Costs", "Schedule 3.3(c)", 1),
        ("第三条 定义", "第三条", 1),
        ("附件一：清单", "附件一", 1),
        ("一、合同", "一、", 2),
        ("1．目标公司依法设立", "1．", 2),
        ("2.1乙方承诺进货", "2.1", 2),
        ("（一）范围", "（一）", 3),
        ("① 货物", "①", 5),
    ],
)
def test_numbers_of_every_form_are_read_as_printed(text, number, level):
    found = marker(text)
    assert found is not None
    assert (found.number, found.level) == (number, level)


@pytest.mark.parametrize(
    "text",
    [
        "SCHEDULE OF PRICES",
        "Item 5 of the list",
        "Note that",
        "附件清单",
        "The parties",
        "I agree",
        "1,000 units",
        "3.5% of it",
        "3.5万元整",
        "2019 was a year",
        "Section twelve",
    ],
)
def test_what_only_looks_like_a_number_is_none(text):
    assert marker(text) is None


@pytest.mark.parametrize("entry", ["{}. {} of the goods ........ {}", "{}. {} of the Goods {}"])
def test_entries_of_a_table_of_contents_are_no_headings(printed, entry):
    names = ("Definition", "Delivery", "Price", "Term", "Liability", "Law", "Notices")
    lines = [entry.format(at, name, 2 * at) for at, name in enumerate(names, 1)]
    kinds = {block.kind for block in clean(printed([lines, [BODY, BODY]])).blocks}
    assert kinds == {"paragraph"}


def test_a_title_in_larger_letters_over_running_text_is_a_heading(printed):
    document = printed([["Customers and products", "", BODY, BODY, BODY, "", "Other matters", "", BODY, BODY]])
    boxes = document.words.boxes[:]
    for word in range(3):
        boxes[4 * word + 1] -= 1
    blocks = clean(replace(document, words=replace(document.words, boxes=boxes))).blocks
    assert [block.kind for block in blocks] == ["heading", "paragraph", "paragraph", "paragraph"]


def test_figures_without_words_are_no_heading(printed):
    assert clean(printed([["8-K 10.1 3/8/2023", "", BODY]])).blocks[0].kind != "heading"


@pytest.mark.parametrize(
    ("page", "levels"),
    [
        (["1. 定义", "（一） 交付", "2. 期限"], [1, 3, 1]),
        (["第一条 交付", "1. 运输方式由乙方选择；", "（一） 地点", "1. 货物；"], [1, 4, 3, 4]),
        (["（一） 交付", "1. 货物；", "附件一 清单", "1. 货物"], [3, 4, 1, 1]),
    ],
)
def test_arabic_numbers_stand_under_chinese_ones_where_those_come_first(printed, page, levels):
    blocks = clean(printed([[line for text in page for line in (text, "")]])).blocks
    assert [block.level for block in blocks] == levels


@pytest.mark.parametrize("text", ["（一） 甲方按以下进度向乙方支付价款：", "3.1 乙方承诺各年度的采购额如下表："])
def test_what_leads_into_a_list_is_no_heading(printed, text):
    assert clean(printed([[text, "", "1. 货物；", "", "2. 服务。"]])).blocks[0].kind == "list_item"
