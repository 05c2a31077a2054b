A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'


def shape(kind, *texts):
    body = "".join(f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in texts)
    return f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr><p:txBody>{body}</p:txBody></p:sp>'


def slide(shapes, about=""):
    return f'<p:sld xmlns:p="{P}" xmlns:a="{A}" {about}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>'


def show(archive, *slides):
    ids = "".join(f'<p:sldId id="{at}" r:id="s{at}"/>' for at in range(len(slides)))
    link = '<Relationship Id="s{0}" Type="x/slide" Target="slides/{0}.xml"/>'
    links = "".join(link.format(at) for at in range(len(slides)))
    listed = f'<p:presentation xmlns:p="{P}" xmlns:r="{R}"><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>'
    return archive(
        {
            "[Content_Types].xml": "<Types/>",
            "ppt/presentation.xml": listed,
            "ppt/_rels/presentation.xml.rels": f"{RELATIONS}{links}</Relationships>",
            **{f"ppt/slides/{at}.xml": content for at, content in enumerate(slides)},
        }
    )


def test_titles_come_first_and_places_are_slides(read_in, archive):
    data = show(archive, slide(shape("body", "one", "two") + shape("title", "Plan")), slide(shape("body", "three")))
    document = read_in(data)
    assert document.text == "Plan\none\ntwo\nthree"
    assert document.blocks[0].kind == "heading"
    assert document.place_name(document.text.index("three")) == "slide 2"
    assert read_in(data, pages="2").text == "three"


def test_tables_on_slides_keep_their_spans_and_furniture_is_left_out(read_in, archive):
    def cell(text, about=""):
        return f"<a:tc {about}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"

    first = "<a:tr>" + cell("Fees", 'gridSpan="2"') + cell("", 'hMerge="1"') + "</a:tr>"
    rows = first + "<a:tr>" + cell("1") + cell("2") + "</a:tr>"
    table = f"<a:graphic><a:graphicData><a:tbl>{rows}</a:tbl></a:graphicData></a:graphic>"
    table = f"<p:graphicFrame>{table}</p:graphicFrame>"
    document = read_in(show(archive, slide(table + shape("sldNum", "7"))))
    assert document.tables[0].rows == (("Fees", ""), ("1", "2"))
    assert "7" not in document.text


def test_a_slide_that_is_not_shown_stands_apart(read_in, archive):
    data = show(archive, slide(shape("body", "seen")), slide(shape("body", "unseen"), 'show="0"'))
    document = read_in(data)
    assert document.text == "seen"
    assert [block.text for block in document.blocks if block.kind == "hidden"] == ["unseen"]
