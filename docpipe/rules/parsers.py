"""The parsers of both languages as one: what a quote states, in whichever of them it is printed.

The Chinese ones are imported when a text with Han characters comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from docpipe.rules import dates, durations, money, numerals
from docpipe.rules.dates import FoundDate
from docpipe.rules.durations import FoundDuration
from docpipe.rules.money import FoundMoney, FoundPercent
from docpipe.rules.zh_script import has_han


def find_dates(text: str) -> tuple[FoundDate, ...]:
    """The dates of a text; one that both languages read comes twice."""
    if not has_han(text):
        return dates.find_dates(text)
    from docpipe.rules import zh_dates

    return (*dates.find_dates(text), *zh_dates.find_dates(text))


def find_durations(text: str) -> tuple[FoundDuration, ...]:
    """The durations of a text."""
    if not has_han(text):
        return durations.find_durations(text)
    from docpipe.rules import zh_durations

    return (*durations.find_durations(text), *zh_durations.find_durations(text))


def find_money(text: str) -> tuple[FoundMoney, ...]:
    """The amounts of a text; the Chinese reading of one that both languages read comes first."""
    if not has_han(text):
        return money.find_money(text)
    from docpipe.rules import zh_money

    return (*zh_money.find_money(text), *money.find_money(text))


def find_currencies(text: str) -> set[str]:
    """The currencies of a text: of its amounts, and those that the header of a table names."""
    named = {found.currency for found in find_money(text) if found.currency} | money.find_units(text)
    if not has_han(text):
        return named
    from docpipe.rules import zh_money

    return named | zh_money.find_units(text)


def find_percents(text: str) -> tuple[FoundPercent, ...]:
    """The rates of a text."""
    if not has_han(text):
        return money.find_percents(text)
    from docpipe.rules import zh_money

    return (*money.find_percents(text), *zh_money.find_percents(text))


def find_numbers(text: str) -> Iterator[Decimal]:
    """The values of written-out numbers."""
    yield from (Decimal(found.value) for found in numerals.find_numbers(text))
    if has_han(text):
        from docpipe.rules import zh_numerals

        yield from (found.value for found in zh_numerals.find_numbers(text))
