"""How many tokens a prompt takes where nobody who knows can be asked."""

from __future__ import annotations

import re
from collections.abc import Callable

from docpipe.completions import Prompt

QWEN_MESSAGE = 4
"""What Qwen's chat template writes around a message, its role's line end apart, which joins the text."""

QWEN_REPLY = 3
QWEN_NO_THOUGHT = 4
"""What it writes before the reply, and for an empty thought where thinking is off."""

MARGIN = 1.35
"""Times Qwen's count, and a token for each character that is not ASCII: over the count of the smallest vocabulary in
use (Mistral's 32,768 tokens, first version) by 8 % to 58 % on 39 contracts and reports, English and Chinese."""


PROBES = (
    Prompt("probe", (("user", "?"),), 1),
    Prompt(
        "probe",
        (
            ("system", "\nParty A (甲方) pays ¥3,000,000.00 — within 30 days of “Closing”;\r\n\n\t4.2(a)  naïve ① 😀"),
            ("user", "  叁佰万元整，自2026年11月30日起。 <p>don't</p> x_y ___ \u00a0 Œuvre cafe\u0301 ﬁn...\n\n\n"),
        ),
        1,
    ),
)
"""What Qwen's tokenizer and template are told from others by: signs, scripts, white space and line ends."""


def qwen_tokens(prompt: Prompt, count: Callable[[str], int], *, thinking: bool) -> int:
    """The tokens of a prompt for Qwen3, by its chat template."""
    texts = sum(count(f"\n{text}") + QWEN_MESSAGE for _, text in prompt.messages)
    return texts + QWEN_REPLY + (0 if thinking else QWEN_NO_THOUGHT)


_MARKUP = re.compile(r"<\|\w+\|>|</?(?:think|tool_call|tool_response)>")


def has_markup(prompt: Prompt) -> bool:
    """Whether a text holds what Qwen's tokenizer takes for one token where a document means its characters."""
    return any(_MARKUP.search(text) for _, text in prompt.messages)


def estimated_tokens(prompt: Prompt, count: Callable[[str], int]) -> int:
    """More tokens than the prompt takes for any model in use."""
    foreign = sum(len(text) - len(text.encode("ascii", "ignore")) for _, text in prompt.messages)
    return int(qwen_tokens(prompt, count, thinking=False) * MARGIN) + foreign


TEMPLATE = 24
"""More than any chat template in use writes around a message, and before the reply."""


def most_tokens(prompt: Prompt) -> int:
    """More tokens than any tokenizer makes of the prompt: they have a byte each at least."""
    return sum(len(text.encode("utf-8", "replace")) + TEMPLATE for _, text in prompt.messages) + TEMPLATE
