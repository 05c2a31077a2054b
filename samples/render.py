"""Render the samples: ``python samples/render.py [--output DIR]``.

Needs reportlab and pikepdf (the extra ``dev``), and for the Chinese samples what ``chinese.NEEDED`` names. The same
texts give the same bytes, except in encrypted.pdf, whose encryption draws random numbers: it is written only where the
one at hand does not hold the same pages.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

import chinese
import figures
import pikepdf
from layout import pdf
from markup import parse
from prose import Grammar, expand

HERE = Path(__file__).resolve().parent
PASSWORD = "lantern"
SEED = 1887
KEPT_SHARE = 0.6  # of the bytes of a download that broke off
PLAIN = ("services_agreement", "nda", "conflict", "two_caps", "hidden_instruction")
CHINESE = ("purchase_contract_zh", "bilingual_agreement")


def main() -> None:
    arguments = argparse.ArgumentParser(description="Render the samples from samples/texts.")
    arguments.add_argument("--output", type=Path, default=HERE, help="folder to write to (samples/)")
    output = arguments.parse_args().output
    output.mkdir(parents=True, exist_ok=True)
    breaks = hyphenation()
    for name in PLAIN:
        (output / f"{name}.pdf").write_bytes(pdf(parse(read_text(name)), breaks))
    render_chinese(output, breaks)
    (output / "annual_report.pdf").write_bytes(pdf(parse(annual_report()), breaks))
    whole = (output / "services_agreement.pdf").read_bytes()
    (output / "broken.pdf").write_bytes(whole[: int(len(whole) * KEPT_SHARE)])
    encrypt(output / "nda.pdf", output / "encrypted.pdf")


def render_chinese(output: Path, breaks: dict[str, str]) -> None:
    """The samples that need Chinese type, where it is at hand."""
    absent = chinese.missing()
    if absent:
        print(
            f"{', '.join(CHINESE)}: not rendered, Chinese type is missing: pip install {' '.join(absent)}",
            file=sys.stderr,
        )
        return
    texts = {name: read_text(name) for name in CHINESE}
    chinese.register("".join(texts.values()))
    for name, text in texts.items():
        (output / f"{name}.pdf").write_bytes(pdf(parse(text), breaks))


def read_text(name: str) -> str:
    return (HERE / "texts" / f"{name}.txt").read_text(encoding="utf-8")


def annual_report() -> str:
    """The text of the report, its figures and sentences drawn from one seed."""
    draw = figures.Draw(SEED)
    companies = figures.companies(read_text("companies"), draw)
    grammar = Grammar(read_text("grammar"), draw)
    lists = {"company": companies, "segment": figures.segments(companies)}
    group = figures.group(companies, draw)
    return expand(read_text("annual_report"), grammar, group, lists)


def hyphenation() -> dict[str, str]:
    """Word → the word with hyphens where it may be broken."""
    lines = [line for line in read_text("hyphenation").splitlines() if not line.startswith("#")]
    return {entry.replace("-", ""): entry for line in lines for entry in line.split()}


def encrypt(plain: Path, encrypted: Path) -> None:
    """AES-256 with a user password, unless that stands there already."""
    if encrypted.exists() and same_pages(plain, encrypted):
        return
    with pikepdf.open(plain) as document:
        document.save(encrypted, encryption=pikepdf.Encryption(user=PASSWORD, owner=PASSWORD, R=6))


def same_pages(plain: Path, encrypted: Path) -> bool:
    """Whether both hold the same pages, byte for byte once decrypted."""
    with pikepdf.open(plain) as first, pikepdf.open(io.BytesIO(encrypted.read_bytes()), password=PASSWORD) as second:
        contents = [[page.Contents.read_bytes() for page in document.pages] for document in (first, second)]
    return contents[0] == contents[1]


if __name__ == "__main__":
    main()
