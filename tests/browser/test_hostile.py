"""Text that wants to be more than text, and scripts that read the other way or have no spaces."""

import pytest
from msgspec.structs import replace

from docpipe.sinks import Pictures
from docpipe.sinks.html import page
from docpipe.sinks.page.content import content
from docpipe.sinks.page.drawn import Drawn, drawn
from docpipe.types import Check, Evidence, Filtered, Trust

ATTACKS = (
    "<script>window.hacked = 1</script>",
    '"><img src=x onerror="window.hacked=1">',
    "</script><script>window.hacked=1</script>",
    "</style><style>*{display:none}</style>",
    "'); window.hacked = 1; ('",
    "{{ 7 * 7 }}{% for x in y %}",
    "<!-- <![CDATA[ ]]> -->",
    "&lt;b&gt; &amp;amp;",
    "javascript:window.hacked=1",
    "<iframe srcdoc='<script>parent.hacked=1</script>'></iframe>",
)
ARABIC, HEBREW, CHINESE = "اتفاقية توريد رقم ١٢", "הסכם שכירות 2024", "采购合同（第十二条）"
OVERRIDE = "invoice \u202egpj.exe"


def hostile(result, *texts):
    """A result in which every text of a document is one of these."""
    values = {f"field {number} {text}": text for number, text in enumerate(texts)}
    paths = [f"/{name.replace('~', '~0').replace('/', '~1')}" for name in values]
    cited = {
        path: (Evidence(1, (72, 72, 200, 84), ((72, 72, 200, 84),), (0, 9), text, "fuzzy", 91.0, text),)
        for path, text in zip(paths, texts, strict=True)
    }
    placed = Evidence(None, None, (), (0, 9), texts[0], "exact", place=texts[0])
    source = replace(result.document.source, name=" ".join(texts), path=None, container=texts[0])
    return replace(
        result,
        document=replace(result.document, source=source, warnings=texts, languages=(texts[0],)),
        data=values,
        evidence=cited,
        trust={path: Trust("located", ("rules",)) for path in paths},
        checks=tuple(
            Check(path, texts[0], "warning", text, (placed,)) for path, text in zip(paths, texts, strict=True)
        ),
        coverage=replace(result.coverage, not_found=texts),
        filtered=(Filtered("/a", texts[0], "flag"),),
        kind=texts[0],
    )


@pytest.fixture
def attacked(show, conflict):
    result = hostile(conflict, *ATTACKS)
    pictures = drawn(conflict, (1,), Pictures())
    pictures.leave_out([3], ATTACKS[0])
    return show(page(result, content(result), pictures))


def test_nothing_of_a_document_becomes_markup_or_runs(attacked):
    for row in attacked.find_elements("css selector", ".row"):
        row.click()
    assert attacked.execute_script("return window.hacked") is None
    counts = attacked.execute_script(
        "return ['script', 'style', 'img', 'iframe', 'link'].map((name) => document.getElementsByTagName(name).length)"
    )
    assert counts == [1, 1, 1, 0, 1]


def test_it_is_shown_as_it_stands_in_the_document(attacked):
    heads = [one.text for one in attacked.find_elements("css selector", ".item[id^='v'] .head")]
    assert heads == [" ".join(text.split()) for text in ATTACKS]
    quotes = [one.get_attribute("textContent") for one in attacked.find_elements("css selector", ".item[id^='v'] a q")]
    assert quotes == list(ATTACKS)


def test_a_script_that_slipped_in_would_not_run(show, conflict):
    html = page(conflict, content(conflict), Drawn())
    chrome = show(
        html.replace("</main>", "<script>window.hacked = 1</script><img src=x onerror='window.hacked=1'></main>")
    )
    assert chrome.execute_script("return window.hacked") is None
    assert any("Content Security Policy" in entry["message"] for entry in chrome.get_log("browser"))


def test_text_from_right_to_left_stands_in_its_own_direction_and_disturbs_nothing(show, conflict):
    result = hostile(conflict, ARABIC, HEBREW, CHINESE, OVERRIDE)
    chrome = show(page(result, content(result), Drawn()))
    heads = chrome.find_elements("css selector", ".item[id^='v'] .head")
    assert [one.text for one in heads] == [ARABIC, HEBREW, CHINESE, "invoice \\u202egpj.exe"]
    directions = [chrome.execute_script("return getComputedStyle(arguments[0]).direction", one) for one in heads]
    assert directions == ["rtl", "rtl", "ltr", "ltr"]
    for row in chrome.find_elements("css selector", ".item[id^='v'] .row"):
        text, state = row.find_element("css selector", ".head"), row.find_element("css selector", ".state")
        assert text.rect["x"] + text.rect["width"] <= state.rect["x"]
