"""What a page lights, and what it should: the words of the quotes, read from the document and not from the page."""

from docpipe.types import Document, Evidence
from docpipe.words import Box

DESKTOP, PHONE = (1440, 900), (390, 844)
"""Windows, in CSS pixels."""

LARGEST_PADDING = 3.0
"""Points that a lit line may reach beyond its words; lines of type stand at least 10 apart, columns more."""

COVERED = 0.6
"""Points that a word may reach beyond the light: boxes are written to 0.1, pictures have whole pixels."""

LIT = """
return [...document.querySelectorAll("figure")].flatMap((figure) => {
  const paper = figure.querySelector(".sheet").getBoundingClientRect();
  return [...figure.querySelectorAll("rect.lit")].map((rect) => {
    const box = rect.getBoundingClientRect();
    const side = (value, start, length) => (value - start) / length;
    return [
      Number(figure.id.slice(5)),
      side(box.left, paper.left, paper.width), side(box.top, paper.top, paper.height),
      side(box.right, paper.left, paper.width), side(box.bottom, paper.top, paper.height),
    ];
  });
});
"""
"""Page, and left, top, right, bottom of every lit line as shares of its sheet, as the browser has laid them out."""

IN_VIEW = """
const rect = document.querySelector("rect.active"), pane = document.querySelector("#sheets");
if (!rect) return false;
const box = rect.getBoundingClientRect(), view = pane.getBoundingClientRect();
return box.top >= view.top && box.top < view.bottom && box.right > view.left && box.left < view.right;
"""


def lit_lines(chrome, document: Document) -> list[tuple[int, Box]]:
    """What is lit now: page and box in points."""
    sizes = {page.number: (page.width, page.height) for page in document.pages}
    found = []
    for page, left, top, right, bottom in chrome.execute_script(LIT):
        width, height = sizes[page]
        found.append((page, (left * width, top * height, right * width, bottom * height)))
    return found


def words_of(document: Document, evidence: tuple[Evidence, ...]) -> list[tuple[int, int, Box]]:
    """Page, line and box of every word that quotes rest on."""
    words, found = document.words, []
    for one in evidence:
        start, end = one.span
        for word in range(len(words)):
            if words.starts[word] < words.ends[word] and words.starts[word] < end and words.ends[word] > start:
                line = words.line_of(word)
                if words.line_pages[line] == one.page:
                    found.append((one.page, line, words.box(word)))
    return found


def faults(lit: list[tuple[int, Box]], words: list[tuple[int, int, Box]]) -> list[str]:
    """Words that no light covers, and lights that reach beyond the words of one printed line."""
    wrong = [
        f"page {page}: no light on the word at {box}"
        for page, _, box in words
        if not any(at == page and _inside(box, light, COVERED) for at, light in lit)
    ]
    lines: dict[tuple[int, int], list[Box]] = {}
    for page, line, box in words:
        lines.setdefault((page, line), []).append(box)
    for page, light in lit:
        if not any(at == page and _inside(light, _union(boxes), LARGEST_PADDING) for (at, _), boxes in lines.items()):
            wrong.append(f"page {page}: the light at {light} is larger than the words of any line")
    return wrong


def _inside(inner: Box, outer: Box, slack: float) -> bool:
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def _union(boxes: list[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
