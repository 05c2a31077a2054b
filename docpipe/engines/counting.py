"""How many tokens a prompt takes where nobody who knows can be asked."""

from __future__ import annotations

from collections.abc import Callable

from docpipe.types import Prompt

QWEN_MESSAGE = 4
"""What Qwen's chat template writes around a message, its role's line end apart, which joins the text."""

QWEN_REPLY = 7
"""What it writes before the reply: three tokens, and four of an empty thought where thinking is off."""

MARGIN = 1.35
"""Times Qwen's count, and a token for each character that is not ASCII: over the count of the smallest vocabulary in
use (Mistral's 32,768 tokens, first version) by 8 % to 58 % on 39 contracts and reports, English and Chinese."""


def qwen_tokens(prompt: Prompt, count: Callable[[str], int]) -> int:
    """The tokens of a prompt for Qwen3, by its chat template; without an empty thought four less than this."""
    return sum(count(f"\n{text}") + QWEN_MESSAGE for _, text in prompt.messages) + QWEN_REPLY


def estimated_tokens(prompt: Prompt, count: Callable[[str], int]) -> int:
    """More tokens than the prompt takes for any model in use."""
    foreign = sum(len(text) - len(text.encode("ascii", "ignore")) for _, text in prompt.messages)
    return int(qwen_tokens(prompt, count) * MARGIN) + foreign
