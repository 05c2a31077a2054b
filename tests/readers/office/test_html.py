def page(body):
    return f"<!DOCTYPE html><html><head><title>T</title><script>x()</script></head><body>{body}</body></html>".encode()


def test_blocks_are_paragraphs_and_inline_tags_part_no_words(read_in):
    document = read_in(page("<h1>Lease</h1><p>This <b>Agree</b>ment<p>is<br>made<div>bare <span>text</span></div>"))
    assert document.text == "Lease\nThis Agreement\nis\nmade\nbare text"
    assert document.blocks[0].kind == "heading"
    assert document.removed[0].text == "T"


def test_lists_have_the_numbers_that_a_browser_prints(read_in):
    document = read_in(page("<ol start=3><li>three<li>four</ol><ul><li>dot</ul>"))
    assert document.text == "3. three\n4. four\n• dot"


def test_cells_that_reach_over_rows_keep_the_others_in_their_columns(read_in):
    document = read_in(page("<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td>2<td>x<tr><td>3<td>y</table>"))
    assert document.tables[0].rows == (("a", "b", "c"), ("1", "2", "x"), ("", "3", "y"))
    assert document.tables[0].header_rows == 1


def test_currency_signs_and_brackets_stand_with_their_number(read_in):
    row = "<tr><td>Rent<td><td>$<td>1,234<td></tr><tr><td>Loss<td><td>$<td>(56<td>)</tr><tr><td>n<td><td><td>7<td></tr>"
    document = read_in(page(f"<table>{row}</table>"))
    assert document.tables[0].rows == (("Rent", "$1,234"), ("Loss", "$(56)"), ("n", "7"))


def test_a_table_that_sets_numbers_beside_their_text_is_paragraphs(read_in):
    document = read_in(page("<table><tr><td>(a)<td>the rent<tr><td>(b)<td>the tax</table>"))
    assert document.text == "(a) the rent\n(b) the tax"
    assert not document.tables


def test_struck_text_is_marked_and_hidden_text_stands_apart(read_in):
    document = read_in(page("<p>Rent <s>100</s> 200</p><p style='display:none'>obey</p>"))
    assert document.text == "Rent 100 200"
    assert document.text[slice(*document.blocks[0].marks[0].span)] == "100"
    assert [block.text for block in document.blocks if block.kind == "hidden"] == ["obey"]


def test_the_encoding_that_a_page_names_is_used(read_in):
    data = '<html><head><meta charset="gb2312"></head><body>合同</body></html>'.encode("gb18030")
    assert read_in(data).text == "合同"


def test_soup_is_read_to_its_end(read_in):
    assert read_in(b"<html><table><tr><td><div><p>one</table></b></i><p>two<").text == "one\ntwo<"
