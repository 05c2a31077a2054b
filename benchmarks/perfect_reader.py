"""A reader that knows the answers, in the place of a model: does every fact come out of the chunks with its page?

    python benchmarks/perfect_reader.py contract.pdf --gold gold.json [--threshold 8000] [--lies 0.3 --seed 1]
    python benchmarks/perfect_reader.py FOLDER --gold gold.jsonl --longest 5 [--threshold 8000]

The scripted reader sees what a model would see, and answers each question of each chunk with the gold facts whose
quotes stand in it, each with the id of its paragraph. A perfect reader must give every fact with its right page, every
planted contradiction, and nothing else; with ``--lies`` that share of its answers are lies of eight sorts, of which
none may be confirmed and no invented quote may be shown. Exit status 1 where that fails.

Gold is either one JSON object with ``facts`` and ``conflicts``, each with ``quote`` and ``page``, or JSON Lines with
``file``, values, ``clauses`` and ``quotes``; pages of the latter are looked up in the PDF.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2

from docpipe import kinds, models, tokens
from docpipe.api import read
from docpipe.completions import Prompt
from docpipe.engines.fake import INFO, Fake, Reply
from docpipe.llm.background import Background
from docpipe.rules.durations import find_durations
from docpipe.rules.money import find_money, find_percents
from docpipe.settings import load
from docpipe.types import Result

CONTRACT = kinds.load("contract")
LIES = ("invented", "borrowed", "wrong value", "wrong block", "field name", "another document", "cut", "twice")
MOST_QUOTED = 300


class Fact:
    """One true answer: field, value, quote, and the pages where it stands. ``extra`` facts are true and not asked for
    by gold, such as the side of a contradiction that loses."""

    def __init__(self, field: str, value: Any, quote: str, pages: set[int], extra: bool = False) -> None:
        self.field, self.value, self.quote, self.pages, self.extra = field, value, quote, pages, extra
        self.answered = 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--longest", type=int, default=5)
    parser.add_argument("--threshold", type=int, default=8_000)
    parser.add_argument("--chunk-tokens", type=int)
    parser.add_argument("--window", type=int, default=32_768)
    parser.add_argument("--lies", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    wrong = 0
    for path, facts, conflicts in jobs(arguments):
        wrong += run(path, facts, conflicts, arguments)
    return 1 if wrong else 0


def jobs(arguments: argparse.Namespace) -> Iterator[tuple[Path, list[Fact], list[dict[str, Any]]]]:
    if arguments.path.is_file():
        gold = json.loads(arguments.gold.read_text(encoding="utf-8"))
        yield arguments.path, list(authored(gold)), gold.get("conflicts", [])
        return
    rows = [json.loads(line) for line in arguments.gold.read_text(encoding="utf-8").splitlines()]
    sized = [
        (characters(arguments.path / row["file"]), row) for row in rows if (arguments.path / row["file"]).is_file()
    ]
    for _, row in sorted(sized, key=lambda one: -one[0])[: arguments.longest]:
        path = arguments.path / row["file"]
        yield path, list(labelled(row, page_texts(path))), []


def run(path: Path, facts: list[Fact], conflicts: list[dict[str, Any]], arguments: argparse.Namespace) -> int:
    """Analyse one document with the reader; how much is wrong."""
    overrides: dict[str, Any] = {"threshold_tokens": arguments.threshold, "chunk_tokens": arguments.chunk_tokens}
    settings = load(overrides | {"audit": False})
    document = read(path, settings)
    reader = Reader(facts, arguments.lies, random.Random(arguments.seed))
    loop = Background()
    info = type(INFO)(INFO.name, INFO.model, INFO.fingerprint, arguments.window, INFO.block_size, INFO.supports)
    engine = Fake(reader.reply, info, tokens.count)
    model = models.Model(engine, info, loop, settings)
    asked = models.begin(model, document, CONTRACT).result()
    result = models.result(model, document, (CONTRACT, None), asked, (0.0, 0.0))
    loop.close()
    chunks = len(result.route.chunks)
    print(f"{path.name}: {result.tokens:,} tokens, {chunks} chunks, {len(engine.prompts)} prompts")
    return lied(result, reader) if arguments.lies else perfect(result, facts, conflicts)


def perfect(result: Result, facts: list[Fact], conflicts: list[dict[str, Any]]) -> int:
    """Every fact, its page, every contradiction, nothing else."""
    readable = [fact for fact in facts if fact.answered]
    unread = [fact for fact in facts if not fact.answered]
    places = [(fact, place_of(result, fact)) for fact in readable if not fact.extra]
    missing = [fact for fact, place in places if place is None]
    misplaced = [fact for fact, place in places if place is not None and fact.pages and not place & fact.pages]
    more = list(additional(result, readable))
    found, false = contradictions(result, conflicts)
    print(
        f"  facts {len(places) - len(missing)} of {len(places)}, on another page {len(misplaced)}, "
        f"not in the gold {len(more)}"
    )
    print(f"  not to be found in one chunk by their quotes: {len(unread)}")
    print(f"  contradictions {len(found)} of {len(conflicts)}, false ones {len(false)}")
    for name, many in (("missing", missing), ("misplaced", misplaced), ("unreadable", unread)):
        for fact in many:
            print(f"    {name}: {fact.field} {short(fact.value)} {fact.quote[:70]!r} pages {sorted(fact.pages)}")
    for line in (*more, *false, *(c["description"] for c in conflicts if c not in found)):
        print(f"    {line}")
    return len(missing) + len(misplaced) + len(more) + len(conflicts) - len(found) + len(false)


def lied(result: Result, reader: Reader) -> int:
    """No lie confirmed, no invented quote shown."""
    confirmed = [lie for lie in reader.lies if is_confirmed(result, lie, reader)]
    shown = squeeze(" ".join(e.quote for entries in result.evidence.values() for e in entries))
    invented = [lie for lie in reader.lies if lie[0] in ("invented", "another document") and squeeze(lie[3]) in shown]
    states: dict[str, int] = {}
    for trust in result.trust.values():
        states[trust.state] = states.get(trust.state, 0) + 1
    print(f"  answers {reader.given}, lies {len(reader.lies)}, useless replies {reader.spoilt}; trust {states}")
    print(f"  lies confirmed {len(confirmed)}, invented quotes shown {len(invented)}")
    for lie in (*confirmed, *invented):
        print(f"    {lie}")
    return len(confirmed) + len(invented)


class Reader:
    """Answers prompts from facts; some of its answers are lies."""

    def __init__(self, facts: list[Fact], share: float, chance: random.Random) -> None:
        self.facts, self.share, self.chance = facts, share, chance
        self.lies: list[tuple[str, str, Any, str]] = []
        self.told: set[tuple[str, str]] = set()
        self.given = self.spoilt = 0

    def reply(self, prompt: Prompt) -> Any:
        assert prompt.schema is not None
        if prompt.id.startswith("reduce"):
            return {"value": "A summary."}
        paragraphs = Paragraphs(prompt.messages[-1][1])
        data: dict[str, Any] = {}
        for name, schema in prompt.schema["properties"].items():
            answers = [self.answer(fact, paragraphs) for fact in self.facts if field_of(fact) == name]
            there = [answer for answer in answers if answer is not None]
            data[name] = there if schema.get("type") == "array" else (there[0] if there else None)
        return self.spoil(json.dumps(data))

    def answer(self, fact: Fact, paragraphs: Paragraphs) -> dict[str, Any] | None:
        places = paragraphs.places(fact.quote)
        if not places:
            return None
        fact.answered += 1
        self.given += 1
        value = fact.value
        if self.share and self.chance.random() < self.share:
            value, places = self.lie(fact, places, paragraphs)
        else:
            self.told.add((fact.field, canonical(value)))
        if fact.field == "clauses":
            return {"places": places, "summary": "As the clause says.", "state": "yes"}
        return {"places": places, "value": value}

    def lie(self, fact: Fact, places: list[dict[str, Any]], paragraphs: Paragraphs) -> tuple[Any, list[dict[str, Any]]]:
        possible = ("invented", "borrowed", "wrong block", "another document")  # of a clause the category is the key
        kind = self.chance.choice(possible if fact.field == "clauses" else LIES[:6])
        value, block = fact.value, places[0]["block"]
        if kind == "invented":
            places = [
                {"block": block, "quote": f"it is hereby agreed and declared that {short(value)} shall be so agreed"}
            ]
        elif kind == "borrowed":
            other, value = paragraphs.other(block), changed(fact.field, value)
            places = [{"block": other[0], "quote": other[1][:MOST_QUOTED]}]
        elif kind == "wrong value":
            value = changed(fact.field, value)
        elif kind == "wrong block":
            places = [{**place, "block": paragraphs.other(place["block"])[0]} for place in places]
        elif kind == "field name":
            value = named(fact.field, value)
        else:
            value = changed(fact.field, value)
            places = [
                {"block": block, "quote": "The lessee of the windmill at Quarrendon shall grind barley on Thursdays"}
            ]
        self.lies.append((kind, fact.field, value, places[0]["quote"]))
        return value, places

    def spoil(self, text: str) -> Any:
        """Now and then a reply that is cut, or that says a key twice."""
        if not self.share or self.chance.random() > self.share / 4:
            return text
        self.spoilt += 1
        if self.chance.random() < 0.5:
            return Reply(text[: len(text) // 2], "length")
        return text[:-1] + ", " + text[1:]


class Paragraphs:
    """The paragraphs of a prompt, to find quotes in."""

    def __init__(self, text: str) -> None:
        inner = re.split(r"^={8} \w+ ={8}$", text, flags=re.MULTILINE)[1]
        self.parts = [
            (int(n), body.strip()) for n, body in re.findall(r"^\[§(\d+)\] (.*?)(?=^\[§\d+\] |\Z)", inner, re.M | re.S)
        ]
        self.squeezed = ""
        self.origins: list[tuple[int, int]] = []
        for index, (_, body) in enumerate(self.parts):
            for at, character in enumerate(body):
                for one in squeeze(character):
                    self.squeezed += one
                    self.origins.append((index, at))

    def places(self, quote: str) -> list[dict[str, Any]]:
        """Where a quote stands: a place per paragraph, three at most."""
        wanted = squeeze(quote)
        at = self.squeezed.find(wanted)
        if not wanted or at < 0:
            return []
        spans: dict[int, list[int]] = {}
        for index, offset in self.origins[at : at + len(wanted)]:
            spans.setdefault(index, []).append(offset)
        found = [
            {"block": self.parts[index][0], "quote": clipped(self.parts[index][1][offsets[0] : offsets[-1] + 1])}
            for index, offsets in spans.items()
        ]
        return [place for place in found if len(squeeze(place["quote"])) > 1][:3]

    def other(self, block: int) -> tuple[int, str]:
        """The paragraph after the one that holds a quote, with some words; the one before it at the end."""
        long = [part for part in self.parts if len(part[1]) > 40 and part[0] != block] or self.parts
        return next((part for part in long if part[0] > block), long[-1])


def clipped(text: str) -> str:
    return text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED].rsplit(" ", 1)[0]


def squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).casefold()


def field_of(fact: Fact) -> str:
    return str(fact.value["category"]) if fact.field == "clauses" else fact.field


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def short(value: Any) -> str:
    return canonical(value)[:60]


def changed(field: str, value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, dict) and "count" in value:
        return {**value, "count": value["count"] + 1}
    if isinstance(value, dict):
        swaps = {
            "name": "Quarrendon Mills Ltd",
            "amount": "987654.00",
            "rate": "7.77",
            "days": 11,
            "venue": "Quarrendon Court",
        }
        swaps |= {"formula": "ten windmills", "owner": "Quarrendon", "what": "barley", "trigger": "barley"}
        return {name: swaps.get(name, leaf) if leaf is not None else None for name, leaf in value.items()}
    if re.fullmatch(r"\d{4}-\d\d-\d\d", str(value)):
        return f"{int(value[:4]) + 1}{value[4:]}"
    return {"governing_law": "Wyoming", "expiration_date": "2031-01-31"}.get(field, "Quarrendon Lease")


def named(field: str, value: Any) -> Any:
    """The name of a field where its value belongs."""
    if isinstance(value, dict):
        first = next(
            (name for name, leaf in value.items() if isinstance(leaf, str) and name not in ("role", "category")), None
        )
        return {**value, first: first} if first else value
    return field


def is_confirmed(result: Result, lie: tuple[str, str, Any, str], reader: Reader) -> bool:
    """Whether a value of the result that is this lie, and that no true answer gave, is confirmed, or a false leaf."""
    kind, field, value, quote = lie
    if (field, canonical(value)) in reader.told:
        return False
    for path, trust in result.trust.items():
        if trust.state != "confirmed" or path.split("/")[1] != field:
            continue
        element = at_path(result.data, "/".join(path.split("/")[: 3 if isinstance(result.data[field], list) else 2]))
        if not same(element, value) or not cites(result, path, quote):
            continue
        leaf = path.split("/")[-1]
        true = {canonical(f.value.get(leaf)) for f in reader.facts if f.field == field and isinstance(f.value, dict)}
        if kind in ("borrowed", "wrong value", "another document") and canonical(at_path(result.data, path)) in true:
            continue  # this leaf of the lie was left as it is
        return True
    return False


def cites(result: Result, path: str, quote: str) -> bool:
    """Whether the evidence at or above a pointer is the quote of a lie."""
    parts = path.split("/")
    above = ("/".join(parts[:n]) for n in range(2, len(parts) + 1))
    texts = [squeeze(e.quote) for p in above for e in result.evidence.get(p, ())]
    return any(squeeze(quote) in text or text in squeeze(quote) for text in texts)


def at_path(data: Any, path: str) -> Any:
    for part in path.split("/")[1:]:
        data = data[int(part)] if isinstance(data, list) else data[part]
    return data


def same(got: Any, wanted: Any) -> bool:
    """Whether a value holds all that is wanted; decimals by value, texts by their letters."""
    if isinstance(wanted, dict):
        if not isinstance(got, dict):
            return False
        return all(same(got.get(name), leaf) for name, leaf in wanted.items() if leaf not in (None, []))
    if isinstance(wanted, list):
        return isinstance(got, list) and len(got) == len(wanted)
    return squeeze(str(got)) == squeeze(str(wanted))


def place_of(result: Result, fact: Fact) -> set[int] | None:
    """The pages that the result cites for a fact; None where it is not there."""
    value = result.data.get(fact.field)
    elements = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
    pages: set[int] | None = None
    for index, element in elements:
        path = f"/{fact.field}" + ("" if index is None else f"/{index}")
        if same(element, fact.value):
            entries = [
                e for at, many in result.evidence.items() if at == path or at.startswith(f"{path}/") for e in many
            ]
            pages = (pages or set()) | {e.page for e in entries if e.page is not None}
    return pages


def additional(result: Result, facts: list[Fact]) -> Iterator[str]:
    """Values that no fact gives. What is derived follows from facts."""
    for field, value in result.data.items():
        for index, element in enumerate(value) if isinstance(value, list) else [(None, value)]:
            path = f"/{field}" + ("" if index is None else f"/{index}")
            trust = result.trust.get(path)
            if element in (None, [], {}) or field == "summary" or (trust is not None and trust.state == "derived"):
                continue
            if not any(fact.field == field and same(element, fact.value) for fact in facts):
                yield f"not in the gold: {path} {short(element)}"


def contradictions(result: Result, conflicts: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[str]]:
    """The planted ones that a check cites with both sides, and other checks over two places that are no information."""
    found, false = [], []
    for check in result.checks:
        quotes = [squeeze(entry.quote) for entry in check.evidence]
        told = [
            c for c in conflicts if sum(any(touch(q, squeeze(s["quote"])) for q in quotes) for s in c["sides"]) >= 2
        ]
        found += [c for c in told if c not in found]
        if not told and len(quotes) >= 2 and check.severity != "info" and check.rule != "few_parties":
            false.append(f"false check: {check.path} {check.rule} {check.message[:120]}")
    return found, false


def touch(a: str, b: str) -> bool:
    return bool(a and b) and (a in b or b in a)


def authored(gold: dict[str, Any]) -> Iterator[Fact]:
    """The facts of a gold object, as the contract kind has them."""
    for name, fact in gold["facts"].items():
        for one in fact if isinstance(fact, list) else [fact]:
            if one and one.get("quote"):
                pages = {one.get("page"), *one.get("also_on_pages", ())} - {None}
                yield from (Fact(field, value, one["quote"], pages) for field, value in converted(name, one))
    for conflict in gold.get("conflicts", ()):
        if conflict["kind"] == "payment_terms":
            for side in conflict["sides"]:
                yield Fact("payment_terms", terms(side["value"]), side["quote"], {side["page"]}, extra=True)


def converted(name: str, fact: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    value, text = fact.get("value"), f"{fact.get('printed') or ''} {fact['quote']}"
    if name == "parties":
        party = dict.fromkeys(("side", "entity_type", "jurisdiction", "address"))
        yield name, {"name": fact["name"], "role": fact["role"], **party, "identifier": fact.get("id"), "aliases": []}
    elif name in ("title", "agreement_date", "effective_date", "expiration_date"):
        yield name, value
    elif name in ("term", "renewal_term", "notice_period", "confidentiality_term"):
        yield from ((name, {"count": d.count, "unit": d.unit}) for d in find_durations(text)[:1])
    elif name == "governing_law":
        yield name, value
    elif name == "dispute_resolution":
        methods = {"仲裁": "arbitration", "诉讼": "litigation", "调解": "mediation"}
        method = methods.get(value.get("method"), value.get("method"))
        yield name, dict.fromkeys(("venue", "seat", "rules")) | value | {"method": method}
    elif name == "amounts":
        rest = dict.fromkeys(("payer", "payee", "per", "tax"))
        yield (
            name,
            {"what": fact["what"], "amount": f"{value:.2f}", "currency": fact["currency"], "role": "other", **rest},
        )
    elif name == "penalties":
        yield name, penalty(fact, text)
    elif name == "liability_cap":
        money = next(iter(find_money(text)), None)
        cap = {"amount": format(money.amount, "f") if money else None, "currency": money.currency if money else None}
        yield name, {**cap, "formula": str(value), "per": None, "applies_to": None, "carve_outs": []}
    elif name == "ip_ownership":
        yield name, {"owner": str(value).split("(")[0].strip(), "what": str(value)}
    elif name == "payment_terms":
        yield name, terms(value)


def terms(value: str) -> dict[str, Any]:
    days = re.search(r"\d+", value)
    return {"days": int(days[0]) if days else None, "day_type": "day", "from_event": None, "late_interest": None}


def penalty(fact: dict[str, Any], text: str) -> dict[str, Any]:
    money, rate = next(iter(find_money(text)), None), next(iter(find_percents(text)), None)
    amount = format(money.amount, "f") if money else None
    share = None if amount or not rate else format(rate.rate, "f")
    unit = rate.unit if share and rate else None
    return {"trigger": fact["trigger"], "amount": amount, "rate": share, "rate_unit": unit} | dict.fromkeys(
        ("base", "per", "cap", "payer")
    )


def labelled(row: dict[str, Any], texts: list[str]) -> Iterator[Fact]:
    """The facts of a row of gold labels; the places of a quote are looked up in the pages' texts."""
    quotes = row["quotes"]
    for name in ("agreement_date", "effective_date", "expiration_date", "renewal_term", "notice_period"):
        for value in row.get(name)[:1]:
            yield from (Fact(name, value, quote, pages(quote, texts)) for quote in whole(quotes.get(name, ()))[:1])
    if row.get("title"):
        yield from (
            Fact("title", row["title"], quote, pages(quote, texts)) for quote in whole(quotes.get("title", ()))[:1]
        )
    for law in row.get("governing_law") or ():
        yield from (Fact("governing_law", law, q, pages(q, texts)) for q in whole(quotes.get("governing_law", ())))
    party = dict.fromkeys(("role", "side", "entity_type", "jurisdiction", "identifier", "address"))
    for name in row.get("parties") or ():
        yield Fact("parties", {"name": name, **party, "aliases": []}, name, pages(name, texts))
    for category, many in row["clauses"].items():
        for quote in whole(many):
            yield Fact("clauses", {"category": category}, quote, pages(quote, texts))


def whole(quotes: Any) -> list[str]:
    """Quotes, of those with something left out the longest part."""
    return [max(quote.split("<omitted>"), key=len).strip() for quote in quotes]


def pages(quote: str, texts: list[str]) -> set[int]:
    start = squeeze(quote)[:60]
    return {number for number, text in enumerate(texts, 1) if start in text}


def page_texts(path: Path) -> list[str]:
    """The squeezed text of each page, read without docpipe."""
    pdf = pypdfium2.PdfDocument(path)
    texts = [squeeze(page.get_textpage().get_text_range()) for page in pdf]
    pdf.close()
    return texts


def characters(path: Path) -> int:
    pdf = pypdfium2.PdfDocument(path)
    total = sum(page.get_textpage().count_chars() for page in pdf)
    pdf.close()
    return total


if __name__ == "__main__":
    sys.exit(main())
