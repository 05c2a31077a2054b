"""The page as a reader uses it: every value clicked, keys, filters, both places of a conflict, phone and print."""

import base64
import io

import pypdfium2
import pytest
from browser.lit import DESKTOP, IN_VIEW, PHONE, faults, lit_lines, words_of
from msgspec.structs import replace

from docpipe.sinks import Pictures
from docpipe.sinks.html import page
from docpipe.sinks.looks import reasons
from docpipe.sinks.page.content import content
from docpipe.sinks.page.drawn import Drawn, drawn
from docpipe.sinks.remarks import open_checks
from docpipe.sinks.rows import rows
from docpipe.types import Evidence


@pytest.fixture(scope="session")
def html(conflict):
    said = content(conflict)
    return page(conflict, said, drawn(conflict, said.pages, Pictures()))


def click(chrome, selector: str) -> None:
    element = chrome.find_element("css selector", selector)
    chrome.execute_script("arguments[0].scrollIntoView({ block: 'center' })", element)
    element.click()


def press(chrome, keys: str) -> None:
    for key in keys:
        chrome.switch_to.active_element.send_keys(key)


def current(chrome) -> str:
    return chrome.execute_script("return document.querySelector('.item.current').id")


def visible_items(chrome) -> list[str]:
    script = "return [...document.querySelectorAll('.item')].filter((item) => item.offsetHeight).map((item) => item.id)"
    return chrome.execute_script(script)


def cited_for(result, row) -> tuple[Evidence, ...]:
    """The quotes of a row, and of the checks that name it or ask to look at it."""
    asking = reasons(result).get(row.path, [])
    own = [one for one in open_checks(result) if one in asking or f"{one.path}/".startswith(f"{row.path}/")]
    return row.evidence + tuple(evidence for check in own for evidence in check.evidence)


def test_a_click_on_any_value_lights_exactly_its_words_and_brings_them_into_view(show, conflict, html):
    chrome = show(html)
    for number, row in enumerate(rows(conflict), 1):
        click(chrome, f"#v{number} .row")
        cited = words_of(conflict.document, cited_for(conflict, row))
        assert faults(lit_lines(chrome, conflict.document), cited) == []
        assert chrome.execute_script(IN_VIEW)


def test_at_opening_the_chosen_item_is_lit_and_its_words_are_in_view(show, html):
    chrome = show(html)
    assert chrome.execute_script("return document.querySelectorAll('rect.active').length") > 0
    assert chrome.execute_script(IN_VIEW)


def test_an_address_opens_the_page_at_its_value_or_at_what_it_is_a_part_of(show, conflict, html):
    from selenium.webdriver.support.wait import WebDriverWait

    chrome = show(html)
    numbers = {row.path: f"v{number}" for number, row in enumerate(rows(conflict), 1)}
    for address, path in (("governing_law.0", "/governing_law/0"), ("parties.1.name", "/parties/1")):
        chrome.execute_script(f"location.hash = '{address}'")
        WebDriverWait(chrome, 300).until(lambda _, wanted=numbers[path]: current(chrome) == wanted)


def test_a_click_on_a_check_lights_all_of_its_places(show, conflict, html):
    chrome = show(html)
    for number, check in enumerate(open_checks(conflict), 1):
        click(chrome, f"#c{number} .row")
        assert faults(lit_lines(chrome, conflict.document), words_of(conflict.document, check.evidence)) == []


def test_the_places_of_a_conflict_on_two_pages_are_numbered_and_one_click_apart(show, conflict, html):
    chrome = show(html)
    number, check = next(
        (number, check)
        for number, check in enumerate(open_checks(conflict), 1)
        if len({one.page for one in check.evidence}) == 2
    )
    click(chrome, f"#c{number} .row")
    first, second = chrome.find_elements("css selector", "#places button")
    assert [first.text[0], second.text[0]] == ["1", "2"]
    assert {page for page, _ in lit_lines(chrome, conflict.document)} == {one.page for one in check.evidence}
    second.click()
    active = chrome.execute_script("return document.querySelector('rect.active').closest('figure').id")
    assert active == f"page-{check.evidence[1].page}"
    assert chrome.execute_script(IN_VIEW)
    press(chrome, "o")
    assert chrome.execute_script("return document.querySelector('rect.active').closest('figure').id") == (
        f"page-{check.evidence[0].page}"
    )


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_long_name_leaves_the_places_beside_it_in_sight(show, conflict, html, size):
    chrome = show(html, size)
    several = next(item for item in content(conflict).values if len(item.places) > 1)
    lengthen = "document.querySelector(arguments[0]).textContent = 'within thirty days of an invoice '.repeat(8)"
    chrome.execute_script(lengthen, f"#{several.id} .head")
    click(chrome, f"#{several.id} .row")
    hidden = """
      const strip = document.querySelector('.strip').getBoundingClientRect(), box = document.querySelector('#places');
      const out = [...box.children].filter((one) => {
        const at = one.getBoundingClientRect();
        return at.left < strip.left || at.right > strip.right || at.top < strip.top || at.bottom > strip.bottom;
      });
      return [box.children.length, out.length, box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight];
    """
    count, *outside = chrome.execute_script(hidden)
    assert count > 1
    assert outside == [0, 0, 0]
    lines = "return document.querySelector('#lit').getBoundingClientRect().height / 13 / 1.35"
    assert chrome.execute_script(lines) == pytest.approx(2, abs=0.2)


def test_keys_go_through_values_and_checks_and_stop_at_the_ends(show, conflict, html):
    chrome = show(html)
    checks = len(open_checks(conflict))
    order = visible_items(chrome)
    assert current(chrome) == order[0]
    press(chrome, "jj")
    assert current(chrome) == order[2]
    press(chrome, "kkk")
    assert current(chrome) == order[0]
    press(chrome, "j" * (checks + 3) + "p")
    assert current(chrome) == f"c{checks}"
    press(chrome, "pn")
    assert current(chrome) == f"c{checks}"
    assert chrome.switch_to.active_element.get_attribute("aria-current") == "true"


def test_buttons_do_what_keys_do_and_say_where_one_is(show, html):
    chrome = show(html)
    order = visible_items(chrome)
    click(chrome, "[data-go='1']")
    assert current(chrome) == order[1]
    assert chrome.find_element("id", "position").text == f"2 of {len(order)}"
    click(chrome, "[data-go='-1']")
    assert current(chrome) == order[0]


def test_filters_show_what_is_to_be_looked_at_and_the_checks(show, conflict, html):
    chrome = show(html)
    said = content(conflict)
    click(chrome, "[data-show='look']")
    assert visible_items(chrome) == [item.id for item in said.items if item.look]
    click(chrome, "[data-show='check']")
    assert visible_items(chrome) == [item.id for item in said.checks]
    assert chrome.find_element("css selector", "[data-show='check']").get_attribute("aria-pressed") == "true"
    click(chrome, "[data-show='all']")
    assert visible_items(chrome) == [item.id for item in said.items]


def test_a_page_can_be_made_larger_and_its_lights_stay_on_their_words(show, conflict, html):
    chrome = show(html)
    click(chrome, "#v5 .row")
    width = "return document.querySelector('#page-1 img').getBoundingClientRect().width"
    before = chrome.execute_script(width)
    click(chrome, "[data-zoom='1']")
    press(chrome, "+")
    assert chrome.execute_script(width) == pytest.approx(1.5 * before, rel=0.01)
    assert (
        faults(
            lit_lines(chrome, conflict.document), words_of(conflict.document, cited_for(conflict, rows(conflict)[4]))
        )
        == []
    )
    assert chrome.execute_script(IN_VIEW)
    press(chrome, "--")
    assert chrome.execute_script(width) == pytest.approx(before, rel=0.01)


def test_only_the_chosen_value_is_open(show, html):
    chrome = show(html)
    click(chrome, "#v4 .row")
    opened = chrome.find_elements("css selector", ".row[aria-expanded='true']")
    assert [row.get_attribute("aria-controls") for row in opened] == ["v4-more"]


def test_a_phone_shows_the_page_below_the_value_and_puts_it_away(show, conflict, html):
    chrome = show(html, PHONE)
    pane = chrome.find_element("css selector", ".right")
    assert not pane.is_displayed()
    right = "return document.querySelector('.close').getBoundingClientRect().right"
    for item in content(conflict).items:
        if item.places:
            click(chrome, f"#{item.id} .row")
            assert chrome.execute_script(right) < PHONE[0]
            click(chrome, ".close")
    click(chrome, "#v4 .row")
    assert pane.is_displayed()
    assert chrome.execute_script(IN_VIEW)
    assert chrome.execute_script("return document.documentElement.scrollWidth") == PHONE[0]
    click(chrome, ".close")
    assert not pane.is_displayed()


def test_print_has_every_value_with_quote_and_page_and_no_buttons(show, conflict, html):
    chrome = show(html)
    click(chrome, "[data-show='check']")  # a filter hides nothing from paper
    printed = base64.b64decode(chrome.execute_cdp_cmd("Page.printToPDF", {})["data"])
    with pypdfium2.PdfDocument(io.BytesIO(printed)) as pdf:
        text = "".join(" ".join(one.get_textpage().get_text_range().split()) + " " for one in pdf)
    for item in content(conflict).items:
        assert bare(item.head) in bare(text)
        for quote in item.quotes:
            assert bare(quote.text) in bare(text)
    assert "p. 3" in text
    assert "Not found" in text
    assert "Next" not in text


def bare(text: str) -> str:
    """Text without what breaking it into lines adds or takes."""
    return "".join(text.split()).replace("-", "").replace("\ufffe", "")


def test_dark_mode_is_dark(show, html):
    chrome = show(html)
    media = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    script = "return getComputedStyle(document.documentElement).getPropertyValue('--paper')"
    assert chrome.execute_script(script) == "#181a1e"


def test_text_has_enough_contrast_in_both_schemes(show, conflict, html):
    chrome = show(html)
    for scheme in ("light", "dark"):
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        colours = {
            name: chrome.execute_script(
                f"return getComputedStyle(document.documentElement).getPropertyValue('--{name}')"
            )
            for name in (
                "paper",
                "desk",
                "tint",
                "ink",
                "soft",
                "good",
                "warn",
                "bad",
                "accent",
                "warn-tint",
                "bad-tint",
            )
        }
        for text, ground in [
            ("ink", "paper"), ("soft", "paper"), ("soft", "desk"), ("soft", "tint"), ("good", "tint"), ("bad", "tint"),
            ("warn", "tint"), ("accent", "tint"), ("warn", "warn-tint"), ("bad", "bad-tint"),
        ]:  # fmt: skip
            assert contrast(colours[text], colours[ground]) >= 4.5, (scheme, text, ground)


def contrast(one: str, other: str) -> float:
    """WCAG 2's contrast of two colours ``#rrggbb``."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_a_page_without_a_picture_is_a_blank_sheet_that_lights_too(show, conflict):
    said = content(conflict)
    pictures = drawn(conflict, said.pages, Pictures())
    del pictures.pictures[1]
    pictures.leave_out([1], "it was too large")
    chrome = show(page(conflict, said, pictures))
    click(chrome, "#v1 .row")
    words = words_of(conflict.document, rows(conflict)[0].evidence)
    assert faults(lit_lines(chrome, conflict.document), words) == []
    assert "too large" in chrome.find_element("id", "page-1").text


def test_without_pictures_every_quote_stands_open_below_its_value(show, conflict):
    said = content(conflict)
    chrome = show(page(conflict, said, Drawn()))
    assert not chrome.find_elements("css selector", ".right")
    assert all(quote.is_displayed() for quote in chrome.find_elements("css selector", ".quote"))
    press(chrome, "j")
    assert current(chrome) == said.items[1].id


def test_without_scripts_everything_can_be_read(show, conflict, html):
    chrome = show(html.replace("<script>", '<script type="text/plain">'))
    assert all(quote.is_displayed() for quote in chrome.find_elements("css selector", ".quote"))
    assert not chrome.find_element("css selector", ".bar").is_displayed()


def test_an_empty_result_is_a_page_too(show, conflict):
    empty = replace(conflict, data={}, evidence={}, trust={}, checks=())
    chrome = show(page(empty, content(empty), Drawn()))
    press(chrome, "j")
    assert "No value was found" in chrome.find_element("tag name", "main").text


def test_decisions_made_on_the_page_are_saved_as_a_file_that_review_takes_over(show, conflict, html, tmp_path):
    from selenium.webdriver.support.wait import WebDriverWait

    from docpipe.cli import run
    from docpipe.review.corrections import read
    from docpipe.sinks.json import dumps, result_to_json

    chrome = show(html)
    chrome.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    chrome.execute_script("answers = ['Texas', 'Ann']; window.prompt = () => answers.shift()")
    chrome.execute_script("location.hash = 'governing_law.0'")
    number = {row.path: f"v{number}" for number, row in enumerate(rows(conflict), 1)}["/governing_law/0"]
    WebDriverWait(chrome, 300).until(lambda _: current(chrome) == number)
    press(chrome, "c")
    click(chrome, "#v1 .row")
    press(chrome, "a")
    click(chrome, "#v2 .row")
    press(chrome, "xx")
    assert chrome.execute_script("return document.querySelectorAll('[data-decided]').length") == 2
    chrome.find_element("css selector", "#save").click()
    saved = tmp_path / "conflict.pdf.corrections.jsonl"
    WebDriverWait(chrome, 300).until(lambda _: saved.is_file())
    (tmp_path / "results").mkdir()
    (tmp_path / "results/conflict.json").write_text(dumps(result_to_json(conflict), 2), encoding="utf-8")
    assert run(["review", "import", str(saved), str(tmp_path / "results"), "--apply"]) == 0
    made = read(tmp_path / "results")
    assert [(one.action, one.value, one.by) for one in made] == [("correct", "Texas", "Ann"), ("accept", None, "Ann")]
    assert all(one.id and one.machine for one in made)
