import pytest

from docpipe import errors


def paragraph(text, about=""):
    return f'<w:p><w:pPr>{about}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def numbered(text, level, list_id=1):
    return paragraph(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>')


CLAUSES = (
    '<w:abstractNum w:abstractNumId="0">'
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>'
    '<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl>'
    '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="0"/>'
    '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>'
)
CHANGED = (
    '<w:p><w:r><w:t xml:space="preserve">The fee is </w:t></w:r>'
    "<w:del><w:r><w:delText>$100</w:delText></w:r></w:del><w:ins><w:r><w:t>$200</w:t></w:r></w:ins>"
    '<w:r><w:t xml:space="preserve"> a year.</w:t></w:r></w:p>'
)


def test_the_numbers_that_word_counts_stand_before_their_text(docx, read_in):
    body = [numbered("Fees", 0), numbered("The fee.", 1), numbered("The tax.", 1), numbered("a levy", 2)]
    body += [numbered("Term", 0), numbered("One year.", 1), numbered("Annex", 0, list_id=2)]
    document = read_in(docx("".join(body), numbering=CLAUSES))
    numbers = "1. Fees|1.1 The fee.|1.2 The tax.|(a) a levy|2. Term|2.1 One year.|7. Annex"
    assert document.text.split("\n") == numbers.split("|")


@pytest.mark.parametrize(
    ("changes", "text", "marks"),
    [
        ("accepted", "The fee is $200 a year.", []),
        ("original", "The fee is $100 a year.", []),
        ("marked", "The fee is $100$200 a year.", [("struck", "$100"), ("inserted", "$200")]),
    ],
)
def test_tracked_changes_are_taken_as_chosen_and_told(docx, read_in, changes, text, marks):
    document = read_in(docx(CHANGED), changes=changes)
    assert document.text == text
    found = [(mark.kind, document.text[slice(*mark.span)]) for block in document.blocks for mark in block.marks]
    assert found == marks
    assert "tracked changes: 2" in document.warnings[0]


def test_a_paragraph_whose_end_was_deleted_goes_on_with_the_next(docx, read_in):
    body = paragraph("The term is ", "<w:rPr><w:del/></w:rPr>") + paragraph("two years.")
    assert read_in(docx(body)).text == "The term is two years."
    assert read_in(docx(body), changes="original").text == "The term is\ntwo years."


def test_a_row_that_was_deleted_is_gone_and_comes_back_with_the_original(docx, read_in):
    rows = [("<w:trPr/>", "Rent", "100"), ("<w:trPr><w:del/></w:trPr>", "Parking", "20"), ("<w:trPr/>", "Heat", "30")]
    cells = "".join(
        f"<w:tr>{about}<w:tc>{paragraph(name)}</w:tc><w:tc>{paragraph(sum_)}</w:tc><w:tc>{paragraph('x')}</w:tc></w:tr>"
        for about, name, sum_ in rows
    )
    table = f"<w:tbl>{cells}</w:tbl>"
    assert [row[0] for row in read_in(docx(table)).tables[0].rows] == ["Rent", "Heat"]
    assert len(read_in(docx(table), changes="original").tables[0].rows) == 3


def test_merged_cells_have_their_text_once_and_their_spans(docx, read_in):
    first = (
        f'<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{paragraph("Fees")}</w:tc>'
        f'<w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>{paragraph("Due")}</w:tc></w:tr>'
    )
    second = (
        f"<w:tr><w:tc>{paragraph('2023')}</w:tc><w:tc>{paragraph('2024')}</w:tc>"
        f"<w:tc><w:tcPr><w:vMerge/></w:tcPr>{paragraph('')}</w:tc></w:tr>"
    )
    document = read_in(docx(f"<w:tbl>{first}{second}</w:tbl>"))
    assert document.tables[0].rows == (("Fees", "", "Due"), ("2023", "2024", ""))
    assert [(cell.row, cell.col, cell.rowspan, cell.colspan) for cell in document.tables[0].cells][:2] == [
        (0, 0, 1, 2), (0, 2, 2, 1),
    ]  # fmt: skip
    assert document.text == "Fees\t\tDue\n2023\t2024\t"


def test_places_are_paragraphs_and_rows_of_tables(docx, read_in):
    table = f"<w:tbl><w:tr>{''.join(f'<w:tc>{paragraph(text)}</w:tc>' for text in 'abc')}</w:tr></w:tbl>"
    document = read_in(docx(paragraph("One.") + paragraph("") + paragraph("Two.") + table))
    names = [document.place_name(document.text.index(text)) for text in ("One", "Two", "a")]
    assert names == ["paragraph 1", "paragraph 2", "table 1, row 1"]


def test_signatures_side_by_side_are_read_one_after_the_other(docx, read_in):
    rows = [("ALPHA INC.", "BETA LTD."), ("By: /s/ Ann", "By: /s/ Bob"), ("Name: Ann", "Name: Bob")]
    cells = "".join(f"<w:tr>{''.join(f'<w:tc>{paragraph(text)}</w:tc>' for text in row)}</w:tr>" for row in rows)
    document = read_in(docx(f"<w:tbl>{cells}</w:tbl>"))
    assert document.text == "ALPHA INC.\nBy: /s/ Ann\nName: Ann\nBETA LTD.\nBy: /s/ Bob\nName: Bob"
    assert not document.tables


def test_footnotes_headers_comments_and_hidden_text_each_go_where_they_belong(docx, read_in):
    body = (
        '<w:p><w:r><w:t>Rent</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r>'
        '<w:r><w:commentReference w:id="0"/></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p>'
    )
    document = read_in(
        docx(
            body,
            footnotes=f'<w:footnote w:id="2">{paragraph("Net of tax.")}</w:footnote>',
            header=paragraph("Lease"),
            comments=f'<w:comment w:id="0" w:author="Ann">{paragraph("Why?")}</w:comment>',
        )
    )
    assert document.text == "Rent1\n1 Net of tax."
    kinds = {block.kind: block.text for block in document.blocks if block.span is None}
    assert kinds == {"hidden": "secret", "annotation": "Ann: Why?"}
    assert [block.kind for block in document.blocks if block.span is not None] == ["paragraph", "footnote"]
    assert [(one.kind, one.text) for one in document.removed] == [("header", "Lease")]


def test_a_document_type_is_refused_before_its_entities_unfold(docx, read_in, archive):
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><w:document>&b;</w:document>'
    data = archive({"[Content_Types].xml": "<Types/>", "word/document.xml": bomb})
    with pytest.raises(errors.ReadError, match="document type"):
        read_in(data)


def test_references_to_elsewhere_are_not_followed(docx, read_in):
    outside = '<Relationship Id="x" Type="t/header" TargetMode="External" Target="http://127.0.0.1:9/header.xml"/>'
    assert read_in(docx(paragraph("Words."), extra_relations=outside)).text == "Words."


def test_elements_nested_without_end_are_a_limit(docx, read_in):
    with pytest.raises(errors.LimitExceeded, match="nested"):
        read_in(docx("<w:sdt>" * 2000 + "</w:sdt>" * 2000))


def test_a_file_without_text_is_an_error_and_not_an_empty_success(docx, read_in):
    with pytest.raises(errors.NoText):
        read_in(docx(""))


def test_pages_are_refused_where_there_are_none(docx, read_in):
    with pytest.raises(errors.SettingsError, match="no pages"):
        read_in(docx(paragraph("Words.")), pages="1-2")


def test_a_part_that_unpacks_to_far_more_than_it_is_is_a_limit(read_in, archive):
    data = archive({"[Content_Types].xml": "<Types/>", "word/document.xml": b" " * 20_000_000})
    with pytest.raises(errors.LimitExceeded, match="fill up memory"):
        read_in(data)
