"""Templates → text: figures are put in, loops unrolled, and paragraphs made of sentences drawn from a grammar.

Line by line: ``@each company`` … ``@end`` repeats what stands between for each company (``@each company Lighting``
for one segment), ``@prose SYMBOL N`` writes N paragraphs. In a line, ``{name}`` is a figure of 2025, ``{name.2024}``
of another year, ``{name_before}`` of 2024; ``:m`` gives millions, ``:pct`` tenths of a percent as a percentage,
``:neg`` turns the sign, ``:low`` begins a word small; ``{name?a:b}`` chooses by sign.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from figures import Draw, Figures

SENTENCES = (4, 7)  # of a paragraph, at least and at most
_FIGURE = re.compile(r"\{([\w.]+)(?::(m|pct|neg|low)|\?([^:}]*):([^}]*))?\}")
_SLOT = re.compile(r"<(\w+)>")


class Grammar:
    """Lists of sentences by name; none is used twice before ``refresh``."""

    def __init__(self, source: str, draw: Draw) -> None:
        self._draw = draw
        self._lists: dict[str, list[str]] = {}
        self._left: dict[str, list[str]] = {}
        for line in source.splitlines():
            if line.startswith("@"):
                name = line[1:]
                self._lists[name] = []
            elif line and not line.startswith("#"):
                self._lists[name].append(line)

    def refresh(self) -> None:
        """Begin a new part of the text, in which every sentence may be used again."""
        self._left = {}

    def paragraphs(self, name: str, count: int) -> list[str]:
        """Paragraphs of sentences that have not been used in this part. Raises ValueError when too few are left."""
        left = self._left.setdefault(name, self._draw.shuffled(self._lists[name]))
        share = len(left) // count
        if share < SENTENCES[0]:
            raise ValueError(f"too few sentences for {count} more paragraphs about {name}")
        written = []
        for _ in range(count):
            size = min(share, self._draw.integer(*SENTENCES))
            written.append(" ".join(self.filled(sentence) for sentence in left[:size]))
            left = left[size:]
        self._left[name] = left
        return written

    def filled(self, sentence: str) -> str:
        """A sentence with its slots filled, no two of them alike."""
        used: set[str] = set()
        while slot := _SLOT.search(sentence):
            choice = self._word(slot[1], used)
            used.add(choice)
            sentence = sentence[: slot.start()] + choice + sentence[slot.end() :]
        return sentence[0].upper() + sentence[1:]

    def _word(self, name: str, used: set[str]) -> str:
        """The next word of a list that turns round when it is used up."""
        if not any(item not in used for item in self._left.get(name, ())):
            self._left[name] = self._draw.shuffled(self._lists[name])
        word = next(item for item in self._left[name] if item not in used)
        self._left[name].remove(word)
        return word


def expand(template: str, grammar: Grammar, figures: Figures, lists: Mapping[str, list[Figures]]) -> str:
    """The text that a template stands for. Raises KeyError for an unknown figure, list or symbol."""
    lines: list[str] = []
    loop: list[str] = []
    over: list[Figures] | None = None
    for line in template.splitlines():
        if line.startswith("@each "):
            name, _, part = line[6:].partition(" ")
            over = [each for each in lists[name] if not part or each.get("segment") == part]
        elif line == "@end" and over is not None:
            for each in over:
                grammar.refresh()
                lines += [expand("\n".join(loop), grammar, figures | each, lists)]
            loop, over = [], None
        elif over is not None:
            loop.append(line)
        elif line.startswith("@prose "):
            _, name, count = line.split()
            for paragraph in grammar.paragraphs(name, int(count)):
                lines += [put_figures(paragraph, figures), ""]
        else:
            lines.append(put_figures(line, figures))
    return "\n".join(lines)


def put_figures(line: str, figures: Figures) -> str:
    """A line with its figures in print."""
    return _FIGURE.sub(lambda found: _printed(found, figures), line)


def _printed(found: re.Match[str], figures: Figures) -> str:
    name, form, positive, negative = found.groups()
    if name in ("page", "pages", "section"):
        return found[0]
    value = _value(name, figures)
    if positive is not None:
        return positive if int(value) >= 0 else negative
    if isinstance(value, str):
        return value[0].lower() + value[1:] if form == "low" else value
    if form == "m":
        return f"{abs(value) / 1000:,.1f}"
    if form == "pct":
        return f"{abs(value) // 10}.{abs(value) % 10}%"
    value = -value if form == "neg" else value
    return f"({-value:,})" if value < 0 else f"{value:,}" if value else "–"


def _value(name: str, figures: Figures) -> int | str:
    """``name`` as it stands, or of 2025; ``name_before`` of 2024."""
    fixed: Figures = {"year": "2025", "before": "2024"}
    for key in (name, f"{name}.2025", f"{name.removesuffix('_before')}.2024" if name.endswith("_before") else name):
        if key in figures or key in fixed:
            return figures.get(key, fixed.get(key, ""))
    raise KeyError(name)
