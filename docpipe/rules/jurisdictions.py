"""Jurisdictions named in English: states, provinces, countries, territories, and adjectives before "law".

The tables are our own: the states of the US and of Australia, the provinces of Canada, the countries of the world and
the territories whose law contracts choose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from docpipe.patterns import compiled

US_STATES = (
    "Alabama", "Alaska", "Arizona", "Arkansas", "California", "Colorado", "Connecticut", "Delaware", "Florida",
    "Georgia", "Hawaii", "Idaho", "Illinois", "Indiana", "Iowa", "Kansas", "Kentucky", "Louisiana", "Maine",
    "Maryland", "Massachusetts", "Michigan", "Minnesota", "Mississippi", "Missouri", "Montana", "Nebraska", "Nevada",
    "New Hampshire", "New Jersey", "New Mexico", "New York", "North Carolina", "North Dakota", "Ohio", "Oklahoma",
    "Oregon", "Pennsylvania", "Rhode Island", "South Carolina", "South Dakota", "Tennessee", "Texas", "Utah",
    "Vermont", "Virginia", "Washington", "West Virginia", "Wisconsin", "Wyoming", "District of Columbia",
    "Puerto Rico", "Guam",
)  # fmt: skip
CANADIAN_PROVINCES = (
    "Alberta", "British Columbia", "Manitoba", "New Brunswick", "Newfoundland and Labrador", "Nova Scotia", "Ontario",
    "Prince Edward Island", "Quebec", "Saskatchewan", "Yukon", "Nunavut", "Northwest Territories",
)  # fmt: skip
AUSTRALIAN_STATES = ("New South Wales", "Queensland", "South Australia", "Tasmania", "Western Australia")
COUNTRIES = (
    "Afghanistan", "Albania", "Algeria", "Andorra", "Angola", "Antigua and Barbuda", "Argentina", "Armenia",
    "Australia", "Austria", "Azerbaijan", "Bahamas", "Bahrain", "Bangladesh", "Barbados", "Belarus", "Belgium",
    "Belize", "Benin", "Bhutan", "Bolivia", "Bosnia and Herzegovina", "Botswana", "Brazil", "Brunei", "Bulgaria",
    "Burkina Faso", "Burundi", "Cambodia", "Cameroon", "Canada", "Cape Verde", "Central African Republic", "Chad",
    "Chile", "China", "Colombia", "Comoros", "Costa Rica", "Croatia", "Cuba", "Cyprus", "Czech Republic",
    "Democratic Republic of the Congo", "Denmark", "Djibouti", "Dominica", "Dominican Republic", "Ecuador", "Egypt",
    "El Salvador", "Equatorial Guinea", "Eritrea", "Estonia", "Eswatini", "Ethiopia", "Fiji", "Finland", "France",
    "Gabon", "Gambia", "Germany", "Ghana", "Greece", "Grenada", "Guatemala", "Guinea", "Guyana", "Haiti", "Honduras",
    "Hungary", "Iceland", "India", "Indonesia", "Iran", "Iraq", "Ireland", "Israel", "Italy", "Ivory Coast",
    "Jamaica", "Japan", "Jordan", "Kazakhstan", "Kenya", "Kosovo", "Kuwait", "Kyrgyzstan", "Laos", "Latvia",
    "Lebanon", "Lesotho", "Liberia", "Libya", "Liechtenstein", "Lithuania", "Luxembourg", "Madagascar", "Malawi",
    "Malaysia", "Maldives", "Mali", "Malta", "Marshall Islands", "Mauritania", "Mauritius", "Mexico", "Micronesia",
    "Moldova", "Monaco", "Mongolia", "Montenegro", "Morocco", "Mozambique", "Myanmar", "Namibia", "Nepal",
    "Netherlands", "New Zealand", "Nicaragua", "Niger", "Nigeria", "North Korea", "North Macedonia", "Norway", "Oman",
    "Pakistan", "Palau", "Panama", "Papua New Guinea", "Paraguay", "Peru", "Philippines", "Poland", "Portugal",
    "Qatar", "Romania", "Russia", "Rwanda", "Samoa", "San Marino", "Saudi Arabia", "Senegal", "Serbia", "Seychelles",
    "Sierra Leone", "Singapore", "Slovakia", "Slovenia", "Solomon Islands", "Somalia", "South Africa", "South Korea",
    "South Sudan", "Spain", "Sri Lanka", "Sudan", "Suriname", "Sweden", "Switzerland", "Syria", "Taiwan",
    "Tajikistan", "Tanzania", "Thailand", "Togo", "Tonga", "Trinidad and Tobago", "Tunisia", "Turkey", "Turkmenistan",
    "Uganda", "Ukraine", "United Arab Emirates", "United Kingdom", "United States", "Uruguay", "Uzbekistan",
    "Vanuatu", "Vatican City", "Venezuela", "Vietnam", "Yemen", "Zambia", "Zimbabwe",
)  # fmt: skip
TERRITORIES = (
    "Anguilla", "Bermuda", "British Virgin Islands", "Cayman Islands", "England", "England and Wales", "Gibraltar",
    "Guernsey", "Hong Kong", "Isle of Man", "Jersey", "Macau", "Northern Ireland", "Scotland", "Wales",
    "Turks and Caicos Islands", "Dubai", "Curacao", "U.S. Virgin Islands", "American Samoa",
    "Northern Mariana Islands",
)  # fmt: skip
OTHER_NAMES = {
    "England & Wales": "England and Wales", "Great Britain": "United Kingdom", "U.K.": "United Kingdom",
    "UK": "United Kingdom", "United States of America": "United States", "U.S.A.": "United States",
    "USA": "United States", "U.S.": "United States", "US": "United States",
    "People's Republic of China": "People's Republic of China",
    "Peoples Republic of China": "People's Republic of China",
    "PRC": "People's Republic of China", "P.R.C.": "People's Republic of China",
    "P.R. China": "People's Republic of China", "PR China": "People's Republic of China",
    "P. R. China": "People's Republic of China", "Mainland China": "People's Republic of China",
    "China": "People's Republic of China", "Republic of China": "Taiwan", "R.O.C.": "Taiwan",
    "Hong Kong SAR": "Hong Kong", "Hong Kong Special Administrative Region": "Hong Kong", "HKSAR": "Hong Kong",
    "Hongkong": "Hong Kong", "Macao": "Macau", "Republic of Korea": "South Korea", "Korea": "South Korea",
    "Holland": "Netherlands", "The Bahamas": "Bahamas", "Russian Federation": "Russia", "Viet Nam": "Vietnam",
    "Czechia": "Czech Republic", "Turkiye": "Turkey", "Türkiye": "Turkey", "UAE": "United Arab Emirates",
    "U.A.E.": "United Arab Emirates", "Québec": "Quebec", "Massachussets": "Massachusetts",
    "Massachussetts": "Massachusetts", "Curaçao": "Curacao", "D.C.": "District of Columbia",
    "Washington, D.C.": "District of Columbia", "Washington D.C.": "District of Columbia",
    "State of Victoria": "Victoria, Australia", "Victoria, Australia": "Victoria, Australia",
    "Republic of Ireland": "Ireland", "Irish Republic": "Ireland", "Kyrgyz Republic": "Kyrgyzstan",
    "Slovak Republic": "Slovakia", "Kingdom of Saudi Arabia": "Saudi Arabia", "BVI": "British Virgin Islands",
    "US Virgin Islands": "U.S. Virgin Islands", "United States Virgin Islands": "U.S. Virgin Islands",
    "Virgin Islands of the United States": "U.S. Virgin Islands", "USVI": "U.S. Virgin Islands",
}  # fmt: skip
ADJECTIVES = {
    "American": "United States", "Australian": "Australia", "Austrian": "Austria", "Belgian": "Belgium",
    "Brazilian": "Brazil", "British": "United Kingdom", "Canadian": "Canada", "Chinese": "People's Republic of China",
    "Danish": "Denmark", "Dutch": "Netherlands", "English": "England", "Finnish": "Finland", "French": "France",
    "German": "Germany", "Greek": "Greece", "Indian": "India", "Irish": "Ireland", "Israeli": "Israel",
    "Italian": "Italy", "Japanese": "Japan", "Korean": "South Korea", "Mexican": "Mexico", "Norwegian": "Norway",
    "Polish": "Poland", "Portuguese": "Portugal", "Russian": "Russia", "Scottish": "Scotland", "Spanish": "Spain",
    "Swedish": "Sweden", "Swiss": "Switzerland", "Taiwanese": "Taiwan", "Turkish": "Turkey",
}  # fmt: skip

_NAMES = {name: name for name in (*US_STATES, *CANADIAN_PROVINCES, *AUSTRALIAN_STATES, *COUNTRIES, *TERRITORIES)}
_NAMES |= OTHER_NAMES
_ACRONYM = compiled(r"[A-Z]{2,5}|(?:[A-Z]\.\s?)+")
_BEFORE_OTHER_THINGS = r"(?!\s+(?:City|University|Avenue|Street|Road|Boulevard|Drive)\b)"


class FoundJurisdiction(Struct, frozen=True):
    """A jurisdiction at ``text[start:end]`` and its usual English name."""

    start: int
    end: int
    name: str


def find_jurisdictions(text: str) -> tuple[FoundJurisdiction, ...]:
    """The jurisdictions, in the order of the text; "Ontario, Canada" is one, "English" counts only before "law"."""
    return tuple(_with_countries(text, list(_found(text))))


def _found(text: str) -> Iterator[FoundJurisdiction]:
    """Each name at a capitalised word that begins one; the pattern of that word's names is compiled when it comes."""
    reached = 0
    for word in _WORD.finditer(text):
        start = word.start()
        key = word.group().casefold()
        if start < reached or key not in _BY_WORD or text[max(0, start - 4) : start] in ("New ", "NEW "):
            continue
        match = _names_from(key).match(text, start)
        if match is not None:
            reached = match.end()
            yield FoundJurisdiction(start, reached, _canonical(match))


def _canonical(match: re.Match[str]) -> str:
    if match["adjective"]:
        return ADJECTIVES[match["adjective"].capitalize()]
    return _BY_KEY[_key(match["name"])]


def _with_countries(text: str, found: list[FoundJurisdiction]) -> list[FoundJurisdiction]:
    """Join a province or state with the country that follows it."""
    joined: list[FoundJurisdiction] = []
    for place in found:
        last = joined[-1] if joined else None
        if (
            last
            and re.fullmatch(r"\s?,?\s?(?:of\s)?", text[last.end : place.start])
            and _lies_in(last.name, place.name)
        ):
            name = last.name if place.name in ("United States", "United Kingdom") else f"{last.name}, {place.name}"
            joined[-1] = FoundJurisdiction(last.start, place.end, name)
        else:
            joined.append(place)
    return joined


def _lies_in(name: str, country: str) -> bool:
    if country == "Canada":
        return name in CANADIAN_PROVINCES
    if country == "Australia":
        return name in AUSTRALIAN_STATES
    if country == "United Kingdom":
        return name in ("England", "England and Wales", "Scotland", "Wales", "Northern Ireland")
    return country == "United States" and name in US_STATES


def _key(name: str) -> str:
    return re.sub(r"[\s.]+", "", name).replace("\u2019", "'").casefold()


def _pattern(name: str) -> str:
    """A name as capitalised or all in capitals, with any white space between its words."""

    def spaced(form: str) -> str:
        return re.sub(r"\\?\s+", r"\\s+", re.escape(form)).replace("'", "['\u2019]").replace(r"\ ", r"\s+")

    return spaced(name) if _ACRONYM.fullmatch(name) else f"{spaced(name)}|{spaced(name.upper())}"


_WORD = compiled(r"[A-ZÀ-Þ](?<![\w-].)[^\W\d_]*")
_BY_KEY = {_key(name): canonical for name, canonical in _NAMES.items()}


def _by_word() -> dict[str, tuple[list[str], list[str]]]:
    """The names and the adjectives that begin with a word, longer ones first."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for place, names in enumerate((_NAMES, ADJECTIVES)):
        for name in sorted(names, key=len, reverse=True):
            word = _WORD.match(name)
            assert word is not None
            found.setdefault(word.group().casefold(), ([], []))[place].append(name)
    return found


_BY_WORD = _by_word()


@cache
def _names_from(word: str) -> re.Pattern[str]:
    """One pattern for the names that begin with a word: all of them at once take 8 ms to compile."""
    names, adjectives = _BY_WORD[word]
    named = "|".join(map(_pattern, names)) or r"(?!)"
    adjective = "|".join(f"{name}|{name.upper()}" for name in adjectives) or r"(?!)"
    return compiled(
        rf"(?:(?P<name>{named})(?!\w){_BEFORE_OTHER_THINGS}|(?P<adjective>{adjective})"
        r"(?=\s+(?:[Ll]aws?|LAWS?|[Cc]ourts?|substantive|civil|domestic)\b))"
    )
