"""Reading order where a page was not drawn in it, and where cuts end sentences or blocks too early."""

from __future__ import annotations

import io

from reportlab.pdfgen.canvas import Canvas

from docpipe.readers import ReadOptions, describe, read


def _read(draw):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    draw(canvas)
    canvas.save()
    return read(buffer.getvalue(), describe(buffer.getvalue(), "drawn.pdf"), ReadOptions())


def _body(canvas, first, last):
    for row in range(first, last):
        canvas.drawString(72, 700 - 14 * row, f"Clause {row} of this agreement goes on over the whole of its line here")


def _mark(canvas, behind, at, text):
    """A small raised mark behind a stretch of text that begins a line at 72 points."""
    width = canvas.stringWidth(behind)
    canvas.setFont("Helvetica", 6)
    canvas.drawString(72 + width + 0.3, at + 4, text)
    canvas.setFont("Helvetica", 12)


def test_raised_marks_that_were_drawn_last_stand_behind_their_words():
    def draw(canvas):
        canvas.drawString(72, 700, "This report includes trademarks such as Orion   , which are protected, and on")
        canvas.drawString(72, 686, "the 5    business day after the close of each quarter the report is due, and")
        canvas.drawString(72, 672, "nothing else is.")
        _mark(canvas, "This report includes trademarks such as Orion", 700, "TM")
        _mark(canvas, "the 5", 686, "th")

    text = _read(draw).text
    assert "such as Orion TM , which" in text
    assert "the 5 th business day" in text


def test_values_that_were_drawn_last_stand_in_the_gaps_of_their_lines():
    def draw(canvas):
        canvas.drawString(72, 700, "made this")
        canvas.drawString(200, 700, "day of June in the year 2020 between the parties")
        canvas.drawString(72, 686, "whose names are")
        canvas.drawString(330, 686, "as is said above.")
        canvas.drawString(140, 700, "fifth")
        canvas.drawString(180, 686, "Orion Data Limited")

    assert _read(draw).text == (
        "made this fifth day of June in the year 2020 between the parties\n"
        "whose names are Orion Data Limited as is said above."
    )


def test_two_lines_of_a_cell_are_not_woven_into_one_another():
    def draw(canvas):
        canvas.drawString(72, 693, "12.1")
        canvas.drawString(110, 700, "The supplier is liable for delay up to the sum of")
        canvas.drawString(110, 686, "one fifth of the price.")
        canvas.drawString(72, 650, "12.2")
        canvas.drawString(110, 650, "No more is owed.")
        canvas.drawString(72, 730, "Special conditions")

    lines = _read(draw).text.splitlines()
    assert any("The supplier is liable for delay up to the sum of" in line for line in lines)
    assert any("one fifth of the price." in line for line in lines)


def test_a_header_and_a_footer_drawn_last_stand_at_both_ends():
    def draw(canvas):
        _body(canvas, 0, 30)
        canvas.drawString(400, 740, "Table of Contents")
        canvas.drawString(72, 100, "Orion Data Limited, Form 10-Q, 8")

    lines = _read(draw).text.splitlines()
    assert lines[0] == "Table of Contents"
    assert lines[-1] == "Orion Data Limited, Form 10-Q, 8"


def test_a_page_number_drawn_first_leaves_columns_alone():
    def draw(canvas):
        canvas.drawString(300, 60, "21")
        for row in range(12):
            canvas.drawString(72, 700 - 14 * row, f"left line {row} of the running text here")
            canvas.drawString(320, 700 - 14 * row, f"right line {row} of the running text here")

    lines = _read(draw).text.splitlines()
    assert [line.split()[0] for line in lines] == ["left"] * 12 + ["right"] * 12 + ["21"]


def test_headings_drawn_before_the_body_stand_over_their_sections():
    def draw(canvas):
        canvas.drawString(72, 700 - 14 * 5, "SECTION 10 FEES")
        canvas.drawString(72, 700 - 14 * 12, "SECTION 11 COVENANTS")
        canvas.drawString(300, 60, "- 19 -")
        _body(canvas, 0, 5)
        _body(canvas, 6, 12)
        _body(canvas, 13, 20)

    lines = _read(draw).text.splitlines()
    assert [lines.index("SECTION 10 FEES"), lines.index("SECTION 11 COVENANTS"), lines.index("- 19 -")] == [5, 12, 20]


def _signed(canvas, top):
    parties = ("ORION DATA LIMITED", "VEGA FOODS LIMITED")
    for row, texts in enumerate([parties, *(2 * [text] for text in ("By:", "Name: A. Person", "Title: Director"))]):
        canvas.drawString(72, top - 14 * row, texts[0])
        canvas.drawString(330, top - 14 * row, texts[1])


def test_the_sentence_above_signature_blocks_ends_in_its_own_block():
    def draw(canvas):
        canvas.drawString(
            72, 700, "IN WITNESS WHEREOF, the parties have executed this Agreement by their officers as of the"
        )
        canvas.drawString(72, 686, "date first above written.")
        _signed(canvas, 660)

    document = _read(draw)
    first = document.text[slice(*document.blocks[0].span)]
    assert first.endswith("as of the\ndate first above written.")
    assert "Title: Director\nVEGA FOODS LIMITED" in document.text


def test_what_follows_signature_blocks_is_not_cut_into_columns():
    def draw(canvas):
        canvas.drawString(72, 700, "Signed by the parties.")
        _signed(canvas, 680)
        canvas.drawString(72, 590, "EXHIBIT A")
        canvas.drawString(200, 570, "PRODUCT")
        canvas.drawString(330, 570, "WARRANTY")
        canvas.drawString(72, 550, "The product is free of defects.")

    assert _read(draw).text.endswith("EXHIBIT A\nPRODUCT WARRANTY\nThe product is free of defects.")


def test_dates_far_below_the_labels_stay_in_their_signature_blocks():
    def draw(canvas):
        canvas.drawString(72, 700, "Signed by the parties.")
        _signed(canvas, 680)
        canvas.drawString(72, 590, "Dated: July 20, 2020")
        canvas.drawString(330, 590, "Dated: July 16, 2020")

    lines = _read(draw).text.splitlines()
    assert lines.index("Dated: July 20, 2020") < lines.index("VEGA FOODS LIMITED") < lines.index("Dated: July 16, 2020")


def test_a_number_drawn_behind_its_line_is_not_lost_where_the_line_has_wide_gaps():
    def draw(canvas):
        for row in range(6):
            y = 700 - 14 * row
            canvas.drawString(110, y, f"alpha {row}")
            canvas.drawString(300, y, f"beta {row}")
            canvas.drawString(450, y, f"gamma {row}")
            canvas.drawString(72, y, f"({row})")

    words = _read(draw).text.split()
    assert [words.count(f"({row})") for row in range(6)] == [1] * 6
    assert words.count("alpha") == words.count("beta") == words.count("gamma") == 6
