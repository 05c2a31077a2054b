"""The best passages of small documents, and none where nothing carries the question."""

from __future__ import annotations

from building import document
from msgspec.structs import replace

from docpipe.asking import FOUND, NEAREST, NOT_FOUND, answered
from docpipe.kinds.questions import questions
from docpipe.types import Chunk, Document

LEASE = document(
    "# LEASE",
    "This Lease is made as of March 4, 2021 by and between Quillfeather Mills, Inc., a Delaware corporation "
    '("Landlord"), and Sandbar Looms LLC, an Oregon limited liability company ("Tenant").',
    "# 1. Rent",
    "1.1 The Tenant pays a monthly rent of $4,200.00 on the first day of each month.",
    "1.2 Rent that is late bears interest at 1% a month.",
    "# 2. Insurance",
    "The Tenant maintains coverage against fire and water with limits of at least $1,000,000.",
    "# 3. Repairs",
    "The Landlord repairs the roof. The Tenant repairs windows and doors within ten days of a notice.",
    "# 4. Governing Law",
    "This Lease shall be governed by the laws of the State of Oregon.",
    page_breaks=(5,),
)
ZH = document(
    "第一条 租金",
    "乙方应于每月五日前向甲方支付租金人民币8000元。",
    "第二条 维修",
    "甲方负责房屋主体结构的维修。乙方负责室内管线的维修。",
    "第三条 法律适用与争议解决",
    "本合同适用中华人民共和国法律。因本合同发生的争议，提交北京仲裁委员会仲裁。",
)


def answer(of: Document, question: str) -> dict:
    return ask(of, question).data["answers"][0]


def ask(of: Document, *texts: str):
    return answered(of, (Chunk(0, 0, len(of.text), 0),), questions(texts))


def first(of: Document, question: str) -> str:
    return answer(of, question)["passages"][0]["text"]


def test_the_passage_with_the_words_is_found():
    assert "roof" in first(LEASE, "Who repairs the roof?")


def test_a_heading_speaks_for_the_text_below_it():
    assert "coverage against fire" in first(LEASE, "What insurance must be maintained?")
    assert answer(LEASE, "What insurance must be maintained?")["passages"][0]["headings"][0] == "2. Insurance"


def test_other_words_for_the_same_are_found():
    assert "interest at 1%" in first(LEASE, "What happens if the rent is overdue?")


def test_how_much_prefers_a_sentence_with_an_amount():
    assert "$4,200.00" in first(LEASE, "How much is the rent?")


def test_what_rules_read_the_answer_from_comes_first():
    passage = answer(LEASE, "Which law applies?")["passages"][0]
    assert "laws of the State of Oregon" in passage["text"]
    assert passage["fact"] == "governing_law"


def test_what_is_not_there_is_not_in_the_document():
    found = answer(LEASE, "Are pets allowed in the building?")
    assert (found["found"], found["note"], found["passages"]) == (False, NOT_FOUND, [])


def test_the_nearest_passage_is_no_answer_and_says_what_it_lacks():
    found = answer(LEASE, "Who repairs the roof of the penthouse and the garage?")
    (passage,) = found["passages"]
    assert (found["found"], found["note"]) == (False, NEAREST)
    assert "roof" in passage["text"]
    assert passage["missing"] == ["penthouse", "garage"]


def test_passages_are_called_passages():
    assert answer(LEASE, "Who repairs the roof?")["note"] == FOUND


def test_every_passage_is_cited_where_it_stands_and_is_a_judgement():
    verified = ask(LEASE, "What insurance must be maintained?", "Are pets allowed?", "Who repairs the roof?")
    for number, one in enumerate(verified.data["answers"]):
        for at, passage in enumerate(one["passages"]):
            path = f"/answers/{number}/passages/{at}"
            assert verified.evidence[path][0].quote == passage["text"]
            assert verified.trust[path].state == "located"
    assert verified.evidence["/answers/0/passages/0"][0].page == 2


def test_several_questions_are_answered_in_their_order():
    texts = ("Who repairs the roof?", "Which law governs?", "Are pets allowed?")
    assert [one["question"] for one in ask(LEASE, *texts).data["answers"]] == list(texts)


def test_chinese_questions_find_chinese_passages():
    assert "8000元" in first(ZH, "每月租金是多少？")
    assert "室内管线" in first(ZH, "谁负责维修室内管线？")
    assert not answer(ZH, "停车位多少钱？")["found"]


def test_english_questions_find_chinese_passages():
    assert "中华人民共和国法律" in first(ZH, "Which law governs the contract?")


def test_a_list_is_found_by_what_leads_up_to_it():
    made = document(
        "The Supplier shall deliver the following spare parts:", "(a) two pumps of type K; and", "(b) a valve."
    )
    assert answer(made, "Which spare parts must be delivered?")["found"]


def test_contents_pages_are_no_passages():
    made = document("3. Insurance of the goods .......... 12", "# 3. Insurance of the goods", "The Buyer insures them.")
    assert all("....." not in one["text"] for one in answer(made, "Who insures the goods?")["passages"])


FEES = document(
    "第四条 许可费及支付",
    "4.1 乙方应向甲方支付的许可费总额为人民币（大写）贰佰壹拾陆万元整（¥2,160,000），适用"
    "增值税税率6%，前述金额均为含税价格。",
    "4.2 年度技术支持费为许可费总额的15%/年，即每年324,000元。",
    "4.3 每增加一名用户，乙方补缴许可费1,200元/年。",
)


def test_the_total_of_a_fee_comes_before_its_parts_and_what_is_computed_from_it():
    first = answer(FEES, "许可费用是多少")["passages"][0]["text"]
    assert first.startswith("4.1 ")


def test_the_mark_of_a_footnote_is_not_shown_glued_to_its_words():
    made = document("第二条 价款", "2.1 价款另行约定。", "1合同总价系固定总价，已包含运输费和保险费。")
    blocks = (*made.blocks[:-1], replace(made.blocks[-1], kind="footnote"))
    texts = [passage["text"] for passage in answer(replace(made, blocks=blocks), "合同总价是多少")["passages"]]
    assert any(text.startswith("合同总价系固定总价") for text in texts)


def test_who_signed_is_answered_with_the_signatures():
    made = document(
        "# SUPPLY AGREEMENT",
        "This Supply Agreement is made as of March 4, 2021 by and between Quillfeather Mills, Inc., a Delaware "
        'corporation ("Seller"), and Sandbar Looms LLC, an Oregon limited liability company ("Buyer").',
        "IN WITNESS WHEREOF, the parties have executed this Agreement.",
        "QUILLFEATHER MILLS, INC.",
        "By: /s/ Ada Quill",
        "Name: Ada Quill",
        "Title: President",
    )
    assert any("/s/ Ada Quill" in passage["text"] for passage in answer(made, "Who signed?")["passages"])
