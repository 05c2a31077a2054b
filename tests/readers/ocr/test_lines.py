"""Lines of text in pictures: which way they run, and where their words stand."""

from __future__ import annotations

import pytest

from docpipe.readers.ocr.columns import in_order
from docpipe.readers.ocr.lines import Line, Text, Turn, full_width, parted, skew, turned, with_circle, words

BOX = ((100.0, 50.0), (200.0, 50.0), (200.0, 70.0), (100.0, 70.0))


def text(written: str, confidence: float = 1.0) -> Text:
    """A line whose characters, spaces among them, are all of one width."""
    places = [at for at, character in enumerate(written) if not character.isspace()]
    centres = tuple((at + 0.5) / len(written) for at in places)
    return Text(written, centres, (confidence,) * len(places))


def test_words_lie_where_their_letters_do():
    first, second = words(Line(BOX, 0, text("two words")), Turn(0.0), 0.5)
    assert (first.text, second.text, first.apart, second.apart) == ("two", "words", False, True)
    assert first.box[0] == pytest.approx(50.0, abs=1)
    assert first.box[2] == pytest.approx(50 + 50 * 3 / 9, abs=1)
    assert second.box[2] == pytest.approx(100.0, abs=1)
    assert 25 <= first.box[1] < first.box[3] <= 35


def test_an_east_asian_character_is_a_word_of_its_own():
    assert [word.text for word in words(Line(BOX, 0, text("合同A12")), Turn(0.0), 1.0)] == ["合", "同", "A12"]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_words_of_a_turned_line_go_back_to_where_they_are_displayed(turns):
    turn = Turn(90.0 * turns)
    first, second = words(Line(turned(BOX, turns), turns, text("two words")), turn, 1.0)
    shown = [turn.displayed(word.box) for word in (first, second)]
    assert all(99 <= box[0] < box[2] <= 201 and 49 <= box[1] < box[3] <= 71 for box in shown)
    along = 1 if turns % 2 else 0
    assert (shown[0][along] < shown[1][along]) == (turns == 1)


def test_the_slope_of_a_page_is_that_of_its_long_lines():
    long = ((0.0, 0.0), (1000.0, 10.0), (999.0, 30.0), (0.0, 20.0))
    short = ((0.0, 0.0), (20.0, 8.0), (20.0, 28.0), (0.0, 20.0))
    assert skew([long, long, short]) == pytest.approx(0.573, abs=0.01)
    assert skew([short]) == 0.0


def test_punctuation_beside_chinese_is_as_wide_as_it():
    assert full_width("合同编号:A1,即日(含)生效") == "合同编号：A1,即日（含）生效"
    assert full_width("See (a): 1,000") == "See (a): 1,000"


def test_the_circle_of_a_chinese_year_is_told_from_its_gap():
    whole = text("于二〇二四年一月十日签订")
    lost = Text(
        "于二二四年一月十日签订",
        tuple(centre for at, centre in enumerate(whole.centres) if at != 2),
        (1.0,) * 11,
    )
    assert with_circle(lost).text == whole.text
    assert with_circle(lost).centres == pytest.approx(whole.centres)
    assert with_circle(text("于二二四年一月十日签订")).text == "于二二四年一月十日签订"


def rows(left: float, width: float, count: int, first: float = 100.0) -> list[tuple[float, float, float, float]]:
    return [(left, first + 12 * at, left + width, first + 12 * at + 10) for at in range(count)]


def test_columns_of_prose_are_read_one_after_the_other():
    boxes = [line for pair in zip(rows(50, 200, 8), rows(300, 200, 8), strict=True) for line in pair]
    assert in_order(boxes) == [*range(0, 16, 2), *range(1, 16, 2)]


def test_columns_between_headings_are_read_one_after_the_other():
    columns = [line for pair in zip(rows(50, 200, 6), rows(300, 200, 6), strict=True) for line in pair]
    boxes = [(50.0, 60.0, 500.0, 72.0), *columns, (50.0, 200.0, 500.0, 212.0)]
    assert in_order(boxes) == [0, *range(1, 13, 2), *range(2, 13, 2), 13]


def test_a_table_is_read_row_by_row():
    boxes = [line for pair in zip(rows(50, 60, 8), rows(300, 40, 8), strict=True) for line in pair]
    assert in_order(boxes) == list(range(16))


def signatures(
    *rows: tuple[str, str], first: float = 100.0
) -> tuple[list[tuple[float, float, float, float]], list[str]]:
    boxes, texts = [], []
    for at, row in enumerate(rows):
        for left, text in zip((50.0, 300.0), row, strict=True):
            if text:
                boxes.append((left, first + 16 * at, left + 10.0 * len(text), first + 16 * at + 10))
                texts.append(text)
    return boxes, texts


def test_signatures_side_by_side_are_read_one_after_the_other():
    boxes, texts = signatures(
        ("甲方（盖章）：一公司", "乙方（盖章）：二公司"),
        ("法定代表人：", "法定代表人："),
        ("账号：123", "账号：456"),
        ("日期：五月", "日期：六月"),
    )
    assert [texts[at] for at in in_order(boxes, texts)] == [*texts[::2], *texts[1::2]]


def test_what_stands_above_signatures_is_no_part_of_them_and_those_below_come_after():
    boxes, texts = signatures(
        ("合同", "编号123"),
        ("甲方（盖章）：一公司", "乙方（盖章）：二公司"),
        ("签字：", "签字："),
        ("日期：五月", "日期：六月"),
        ("丙方（盖章）：三公司", ""),
        ("授权代表：", "日期：七月"),
    )
    found = [texts[at] for at in in_order(boxes, texts)]
    assert found == ["合同", "编号123", "甲方（盖章）：一公司", "签字：", "日期：五月", "乙方（盖章）：二公司",
                     "签字：", "日期：六月", "丙方（盖章）：三公司", "授权代表：", "日期：七月"]  # fmt: skip


def over_a_gutter(left: str, right: str, top: float) -> Line:
    """Two lines of two columns, a character apart, that an engine took for one."""
    count = len(left) + 1 + len(right)
    centres = [(at + 0.5) / count for at in range(count) if at != len(left)]
    quad = ((0.0, top), (26.0 * count, top), (26.0 * count, top + 34.0), (0.0, top + 34.0))
    return Line(quad, 0, Text(left + right, tuple(centres), (1.0,) * len(centres)))


def test_a_line_over_a_gutter_is_parted_where_the_lines_around_leave_it_white():
    joined, short = over_a_gutter("有限公司", "乙方盖章", 0.0), over_a_gutter("账号", "户", 40.0)
    assert [line.text.text for line in parted([joined], Turn(0.0))] == ["有限公司", "乙方盖章"]
    across = Line(((0.0, 40.0), (234.0, 40.0), (234.0, 74.0), (0.0, 74.0)), 0, text("本合同自双方签字盖章"))
    assert next(line.text.text for line in parted([joined, across], Turn(0.0))) == "有限公司乙方盖章"
    assert len(parted([short], Turn(0.0))) == 2
