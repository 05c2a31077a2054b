"""How Chinese contracts are laid out: numbers apart from titles, two languages side by side, signature blocks."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from docpipe.cleaning import clean
from docpipe.readers.options import ReadOptions
from docpipe.readers.pdf import read
from docpipe.types import Document, Source


def reading(cells: list[tuple[float, float, str]]) -> Document:
    """A page of cells, each drawn in a Chinese or Latin font; the upper left corner is (0, 0)."""
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    for x, y, text in cells:
        canvas.setFont("Helvetica" if text.isascii() else "STSong-Light", 10)
        canvas.drawString(x, 792 - y, text)
    canvas.save()
    return read(buffer.getvalue(), Source("made.pdf", None, "0" * 64, "application/pdf", 1), ReadOptions())


@pytest.mark.parametrize("title", ["第一条　标的物", "第十二条  适用法律", "附件一　设备清单"])
def test_a_gap_between_number_and_title_is_one_space(title):
    assert reading([(72, 100, title)]).text == " ".join(title.split())


def test_a_number_without_a_gap_stays_with_its_title():
    assert reading([(72, 100, "第一条标的物")]).text == "第一条标的物"


ROWS = [
    (["第一条　服务"], ["Article 1 Services"]),
    (
        ["1.1 乙方应为甲方提供数据清洗服务，并在每月", "最后一个工作日前提交报告。"],
        ["1.1 Party B shall clean data for Party A", "and report monthly."],
    ),
    (["1.2 甲方应配合。"], ["1.2 Party A shall cooperate."]),
    (["2.1 本协议有效期两年。"], ["2.1 The term is two years."]),
]


def side_by_side() -> list[tuple[float, float, str]]:
    cells: list[tuple[float, float, str]] = []
    top = 100.0
    for left, right in ROWS:
        for x, lines in ((72, left), (330, right)):
            cells += [(x, top + 14 * line, text) for line, text in enumerate(lines)]
        top += 14 * max(len(left), len(right)) + 6
    return cells


def test_two_languages_side_by_side_are_read_one_after_the_other():
    lines = clean(reading(side_by_side())).text.split("\n")
    assert lines[:4] == [
        "第一条 服务",
        "1.1 乙方应为甲方提供数据清洗服务，并在每月最后一个工作日前提交报告。",
        "1.2 甲方应配合。",
        "2.1 本协议有效期两年。",
    ]
    assert lines[4] == "Article 1 Services"


def test_a_table_of_terms_in_two_languages_stays_in_rows():
    words = [
        ("潮位计接口", "Tide gauge"),
        ("气压计接口", "Barometer"),
        ("数据校验", "Validation"),
        ("联合测试", "Joint test"),
    ]
    cells = [
        cell
        for row, (chinese, english) in enumerate(words)
        for cell in ((72, 100 + 17 * row, f"{row + 1}"), (110, 100 + 17 * row, chinese), (300, 100 + 17 * row, english))
    ]
    assert "2 气压计接口 Barometer" in reading(cells).text


SIGNED = (
    ("甲方（盖章）：临江商贸有限公司", "乙方（盖章）：松江制造有限公司"),
    ("法定代表人（签字）：顾明", "法定代表人（签字）：沈云"),
    ("日期：2026年3月2日", "日期：2026年3月3日"),
)


def signatures(top: float) -> list[tuple[float, float, str]]:
    return [
        (x, top + 18 * row, text) for row, pair in enumerate(SIGNED) for x, text in zip((72, 345), pair, strict=True)
    ]


def test_signature_blocks_side_by_side_are_read_one_after_the_other():
    text = reading(signatures(100)).text
    assert text == "\n".join([*(left for left, _ in SIGNED), *(right for _, right in SIGNED)])


def test_signature_blocks_stand_behind_both_languages():
    text = reading([*side_by_side(), *signatures(260)]).text
    assert text.index("two years") < text.index("甲方（盖章）")
    assert text.index("顾明") < text.index("乙方（盖章）")


def test_a_third_party_under_the_first_signs_behind_the_second():
    third = [
        (72, 180, "丙方（盖章）：海曙担保有限公司"),
        (72, 198, "授权代表（签字）："),
        (345, 198, "日期：2026年3月9日"),
    ]
    text = reading([*signatures(100), *third]).text
    assert text.index("乙方（盖章）") < text.index("丙方（盖章）") < text.index("3月9日")
