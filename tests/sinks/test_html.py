"""The HTML page as a file: nothing from outside, everything escaped, pictures under a limit and with reasons."""

import base64
import hashlib
import io
import re
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace
from PIL import Image
from reportlab.pdfgen.canvas import Canvas
from sinks.conftest import unsure

from docpipe import api
from docpipe.completions import Spent, Usage
from docpipe.errors import ReadError
from docpipe.readers.options import ReadOptions
from docpipe.settings import load
from docpipe.sinks import Look, Pictures, open_sink
from docpipe.sinks.html import page
from docpipe.sinks.page.content import content
from docpipe.sinks.page.drawn import Drawn, drawn
from docpipe.types import Check, Failure


class Parts(HTMLParser):
    """The elements of a page with their attributes, and the text of its style and script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside, self.code = "", {"style": "", "script": ""}
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.inside = tag

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        if self.inside in self.code:
            self.code[self.inside] += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture
def analyzed(tmp_path):
    """A contract of three pages, the last two with nothing to cite but a date on the third."""

    def analyze(password=None):
        path = tmp_path / "deed.pdf"
        canvas = Canvas(str(path), pagesize=(400, 500), encrypt=password)
        pages = (
            ("DEED OF SUPPLY", 'This Deed is made by Alder Works Ltd. ("Seller") and Birch Mills Inc. ("Buyer").'),
            ("Nothing of interest stands on this page, and nobody will look for it.",),
            ("This Deed is governed by the laws of the State of Oregon.",),
        )
        for lines in pages:
            for index, line in enumerate(lines):
                canvas.setFont("Helvetica", 9)
                canvas.drawString(20, 450 - 20 * index, line)
            canvas.showPage()
        canvas.save()
        return api.analyze(path, "contract", load({"password": password}, tmp_path))

    return analyze


def written(result, **pictures) -> str:
    stream = io.StringIO()
    sink = open_sink("html", stream, Look(pictures=Pictures(**pictures)))
    sink.write(result)
    sink.close()
    return stream.getvalue()


def shown_pages(html: str) -> list[str | None]:
    return [image["alt"] for image in Parts(html).all("img")]


def test_only_the_style_and_the_script_of_the_page_are_allowed_and_pictures_in_the_file(result):
    parts = Parts(page(result, content(result), Drawn()))
    policy = next(meta["content"] for meta in parts.all("meta") if "http-equiv" in meta)
    assert policy.startswith("default-src 'none'; img-src data:; ")
    for name, text in parts.code.items():
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert len(parts.all("style")) == len(parts.all("script")) == 1
    assert not any("style" in attributes or "onclick" in attributes for _, attributes in parts.elements)


def test_nothing_is_fetched(analyzed):
    html = written(analyzed())
    parts = Parts(html)
    addresses = [
        value for _, attributes in parts.elements for name, value in attributes.items() if name in ("src", "href")
    ]
    assert addresses
    assert all(address.startswith(("data:", "#")) for address in addresses)
    assert "url(" not in parts.code["style"]
    assert "@import" not in parts.code["style"]
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", html)


def test_text_of_the_document_is_escaped(result):
    result = replace(
        result,
        document=replace(result.document, source=replace(result.document.source, name="</title><script>")),
        data={"title": '"><b>\x00\u202e'},
        checks=(Check("/title", "<i>", "error", "<u>"),),
    )
    html = page(result, content(result), Drawn())
    assert {tag for tag, _ in Parts(html).elements}.isdisjoint({"i", "u"})
    assert "&#34;&gt;&lt;b&gt;\\x00\\u202e" in html


def test_half_a_surrogate_pair_does_not_break_the_file(result):
    result = replace(result, data={"title": "a\ud800b"})
    assert b"a\\ud800b" in page(result, content(result), Drawn()).encode("utf-8")


def test_cited_pages_are_shown_unless_all_or_none_are_asked_for(analyzed):
    result = analyzed()
    assert shown_pages(written(result)) == ["Page 1", "Page 3"]
    assert shown_pages(written(result, pages="all")) == ["Page 1", "Page 2", "Page 3"]
    assert shown_pages(written(result, pages="none")) == []
    assert "page 2: no value stands there" in written(result)


def test_pages_beyond_the_size_limit_are_left_out_with_the_reason_and_what_to_do(analyzed):
    result = analyzed()
    one_page_mb = max(len(one.data) for one in drawn(result, (1,), Pictures()).pictures.values()) * 4 / 3e6
    html = written(result, most_mb=one_page_mb * 1.05)
    assert shown_pages(html) == ["Page 1"]
    assert "Page 3 has no picture: all would take more than" in html
    assert "--set picture_mb=N" in html
    assert 'id="page-3"' in html  # a blank sheet stands in for it


def test_cited_pages_come_before_others_when_room_is_short(analyzed):
    result = analyzed()
    sizes = {one.page: len(one.data) * 4 / 3e6 for one in drawn(result, (1, 2, 3), Pictures()).pictures.values()}
    done = drawn(result, (1, 3), Pictures("all", most_mb=(sizes[1] + sizes[3]) * 1.01))
    assert sorted(done.pictures) == [1, 3]
    assert list(done.left_out.values()) == [[2]]


def test_a_file_that_is_gone_or_changed_leaves_the_values_and_says_so(analyzed, tmp_path):
    result = analyzed()
    (tmp_path / "deed.pdf").write_bytes(b"%PDF-1.4 something else")
    html = written(result)
    assert "Pages 1, 3 have no picture: the file has changed since it was read" in html
    (tmp_path / "deed.pdf").unlink()
    html = written(result)
    assert "no picture: no such file" in html
    assert "DEED OF SUPPLY" in html


def test_an_encrypted_file_shows_its_pages(analyzed):
    html = written(analyzed(password="larch"), options=ReadOptions(password="larch"))
    assert shown_pages(html) == ["Page 1", "Page 3"]
    assert "larch" not in html


def test_what_the_result_masks_is_black_in_the_pictures(analyzed):
    result = analyzed()
    box = result.evidence["/title"][0].bbox
    picture = drawn(replace(result, masks={1: (box,)}), (1,), Pictures()).pictures[1]
    scale = picture.width / 400
    image = Image.open(io.BytesIO(picture.data)).convert("L")
    assert image.crop(tuple(round(side * scale) for side in box)).getextrema() == (0, 0)


def test_a_check_stands_on_the_value_that_it_names_and_on_its_own(result):
    said = content(result)
    assert [item.severity for item in said.checks] == ["error", "warning", "info"]
    dated = next(item for item in said.values if item.head == "1 April 2021")
    assert dated.look
    assert [remark.rule for remark in dated.remarks] == ["conflict"]
    assert [place.number for place in dated.places] == [1, 2, 3]


def test_a_place_that_a_value_and_its_check_share_is_shown_once(result):
    shared = result.evidence["/effective_date"][0]
    check = Check("/effective_date", "conflict", "warning", "two dates", (shared, replace(shared, page=4)))
    said = content(replace(result, checks=(check,)))
    dated = next(item for item in said.values if item.head == "1 April 2021")
    assert [place.page for place in dated.places] == [2, 4]


def test_what_was_asked_not_found_not_analyzed_and_filtered_is_told(result):
    html = page(result, content(result), Drawn())
    for told in (
        "6 of 6 pages were read",
        "Governing law",
        "Clauses: Non-Compete",
        "the rules engine cannot answer this",
    ):
        assert told in html


def test_values_that_are_confirmed_or_plain_judgements_need_no_look_without_a_check(result):
    said = content(result)
    settled = {item.head for item in said.values if not item.look}
    assert settled == {"LEASE", "Marrow 北京 Inc.", "3 years", "USD 3,000.50", "Insurance", "Audit Rights"}


def test_the_page_tells_which_models_were_sent_how_much_and_what_it_cost(result):
    spent = (
        Spent("small", "title", Usage(1_500, 0, 10, 1), "0.25", "USD"),
        Spent("large", "title", Usage(500, 0, 10, 1), "0.5", "USD"),
    )
    run = replace(result.run, engine="openai", model="small", larger_model="large")
    html = written(replace(result, run=run, spent=spent, usage=Usage(2_000, 0, 20, 2)))
    assert "openai engine, small, large" in html
    assert "2,000 tokens sent to the model, 0.7500 USD" in html
    assert "nothing sent anywhere" in written(result)


def test_a_failure_is_not_written(result):
    stream = io.StringIO()
    sink = open_sink("html", stream, Look())
    sink.write(Failure("a.pdf", ReadError("damaged")))
    sink.close()
    assert stream.getvalue() == ""


def test_a_value_that_is_more_likely_wrong_than_right_stands_as_perhaps_there(result):
    said = content(unsure(result, 0.3, 0.3, 0.7))
    assert [item.state.word for item in said.values if item.head in ("Insurance", "Audit Rights")] == [
        "perhaps",
        "located",
    ]
    assert "perhaps" in [state.word for state in said.legend]
