"""What is filtered and how, made from the settings."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct, field

from docpipe.filters.terms import Terms, compiled
from docpipe.settings import Settings
from docpipe.types import FilterAction

SETTING = {"blocked_term": "blocked_terms_action", "secret": "secrets", "long_quote": "long_quotes"}
"""Rule → the setting that says what to do; ``personal_data`` for all others."""


class Policy(Struct, frozen=True):
    """Actions by group of rules. ``long_quote_characters`` is where a quote or value is long."""

    terms: Terms = field(default_factory=Terms)
    blocked_terms: FilterAction = "redact"
    personal_data: FilterAction = "flag"
    secrets: FilterAction = "redact"
    long_quotes: FilterAction = "off"
    long_quote_characters: int = 2_000

    def action(self, rule: str) -> FilterAction:
        """What a rule does with what it matches."""
        by_rule: dict[str, FilterAction] = {
            "blocked_term": self.blocked_terms,
            "secret": self.secrets,
            "long_quote": self.long_quotes,
        }
        return by_rule.get(rule, self.personal_data)

    def marker(self, rule: str) -> str:
        """What stands in the place of a redacted stretch; without words where these are blocked themselves."""
        words = f"[redacted: {rule.replace('_', ' ')}]"
        return "[…]" if any(term.pattern.search(words) for term in self.terms.literal) else words


def made(settings: Settings) -> Policy:
    """Raises SettingsError for a list of terms that cannot be read or used."""
    return Policy(
        terms=_terms(tuple(settings.blocked_terms), settings.blocked_terms_text()),
        blocked_terms=settings.blocked_terms_action,
        personal_data=settings.personal_data,
        secrets=settings.secrets,
        long_quotes=settings.long_quotes,
        long_quote_characters=settings.long_quote_characters,
    )


@lru_cache(maxsize=4)
def _terms(entries: tuple[str, ...], listed: str) -> Terms:
    lines = (line.strip() for line in listed.splitlines())
    return compiled((*entries, *(line for line in lines if line and not line.startswith("#"))))
