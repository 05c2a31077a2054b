"""The annual report's figures in thousands of US dollars: drawn from a seed at the bottom, added up from there.

Whatever is a sum in the report is a sum here: quarters and product lines make a company's revenue, companies make
segments, segments less eliminations make the Group, and the cash flow statement carries one balance sheet into the
next. Keys end in the year (``revenue.2025``). Nothing is rounded after it was added.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

Figures = dict[str, int | str]

YEARS = (2023, 2024, 2025)
COMPANY = ("name", "segment", "town", "region", "founded", "line1", "line2", "line3")
COMPANY_SUMS = (
    "revenue",
    "cost",
    "gross",
    "selling",
    "research",
    "operating",
    "capex",
    "staff",
    "backlog",
    "depreciation",
    "q1",
    "q2",
    "q3",
    "q4",
)
REGIONS = ("Americas", "Europe", "Asia Pacific")
SHARES = {2023: 48_900, 2024: 48_450, 2025: 48_020}  # outstanding at year end, thousands
DIVIDEND_CENTS = {2023: 76, 2024: 80, 2025: 84}


class Draw:
    """Random numbers that are the same with every Python: ``Random.random`` alone is promised to stay."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._random.random()

    def integer(self, low: float, high: float) -> int:
        return int(self.between(low, high + 1))

    def shuffled(self, items: Sequence[str]) -> list[str]:
        return [item for _, item in sorted((self._random.random(), item) for item in items)]


def companies(table: str, draw: Draw) -> list[Figures]:
    """One namespace per line of texts/companies.txt, with the figures of each year."""
    lines = [line for line in table.splitlines() if line and not line.startswith("#")]
    return [
        _company(dict(zip(COMPANY, (cell.strip() for cell in line.split("|")), strict=True)), draw) for line in lines
    ]


def _company(facts: dict[str, str], draw: Draw) -> Figures:
    figures: Figures = dict(facts)
    size = draw.between(14_000, 58_000)
    for year in YEARS:
        size *= draw.between(0.96, 1.09)
        revenue = int(size)
        cost = int(revenue * draw.between(0.58, 0.66))
        selling, research = int(revenue * draw.between(0.13, 0.17)), int(revenue * draw.between(0.015, 0.04))
        put = {
            "revenue": revenue,
            "cost": cost,
            "gross": revenue - cost,
            "selling": selling,
            "research": research,
            "operating": revenue - cost - selling - research,
            "capex": int(revenue * draw.between(0.03, 0.06)),
            "depreciation": int(revenue * draw.between(0.032, 0.04)),
            "staff": int(revenue / draw.between(150, 210)),
            "backlog": int(revenue * draw.between(0.2, 0.45)),
        }
        put |= dict(zip(("q1", "q2", "q3", "q4"), split(revenue, (22, 24, 25, 29), draw), strict=True))
        put |= dict(
            zip(("line1_revenue", "line2_revenue", "line3_revenue"), split(revenue, (50, 30, 20), draw), strict=True)
        )
        put |= _parts(put, draw)
        home = REGIONS.index(facts["region"])
        weights = [8.0 if index == home else 1.2 for index in range(3)]
        put |= dict(zip(("americas", "europe", "asia"), split(revenue, weights, draw), strict=True))
        figures |= {f"{key}.{year}": value for key, value in put.items()}
    areas = {
        f"area{index}": int(draw.between(low, 3 * low))
        for index, low in enumerate((41_000, 12_000, 9_000, 3_500, 1_800), 1)
    }
    return _with_growth(figures | areas | {"area": sum(areas.values())})


MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
STAFF = {"production": 62, "sales": 14, "drawing": 7, "administration": 9, "apprentices": 8}


def _parts(put: dict[str, int], draw: Draw) -> dict[str, int]:
    """Months of the quarters, employees by function, and the assets that a company employs."""
    months = [part for quarter in ("q1", "q2", "q3", "q4") for part in split(put[quarter], (1, 1, 1), draw)]
    staff = split(put["staff"], list(STAFF.values()), draw)
    assets = {
        key: int(put["revenue"] * draw.between(share * 0.9, share * 1.1))
        for key, share in (("stock", 0.16), ("debtors", 0.14), ("plant", 0.27), ("creditors", 0.07))
    }
    employed = assets["stock"] + assets["debtors"] + assets["plant"] - assets["creditors"]
    return dict(zip((*MONTHS, *STAFF), months + staff, strict=True)) | assets | {"employed": employed}


def split(total: int, weights: Sequence[float], draw: Draw) -> list[int]:
    """Whole parts that add up to the total."""
    scattered = [weight * draw.between(0.88, 1.12) for weight in weights]
    parts = [int(total * weight / sum(scattered)) for weight in scattered[:-1]]
    return [*parts, total - sum(parts)]


def total(parts: Iterable[Figures], keys: Iterable[str]) -> Figures:
    """The sums of the parts, key by key and year by year."""
    everything = list(parts)
    return {f"{key}.{year}": sum(_int(part, f"{key}.{year}") for part in everything) for key in keys for year in YEARS}


def segments(parts: list[Figures]) -> list[Figures]:
    """The segments in the order in which their first company stands."""
    found = []
    for name in dict.fromkeys(str(part["segment"]) for part in parts):
        own = [part for part in parts if part["segment"] == name]
        figures: Figures = {"name": name, "count": len(own)}
        found.append(_with_growth(figures | total(own, (*COMPANY_SUMS, "americas", "europe", "asia"))))
    return found


def group(parts: list[Figures], draw: Draw) -> Figures:
    """The consolidated figures of the Group."""
    figures = total(parts, (*COMPANY_SUMS, "americas", "europe", "asia"))
    figures["count"] = len(parts)
    figures["area"] = sum(_int(part, "area") for part in parts)
    for year in YEARS:
        _income(figures, year, draw)
    _balance(figures, draw)
    for year in YEARS:
        _notes(figures, year, draw)
    return _with_growth(figures)


def _income(figures: Figures, year: int, draw: Draw) -> None:
    def get(key: str) -> int:
        return _int(figures, f"{key}.{year}")

    put: dict[str, int] = {
        "segment_revenue": get("revenue"),
        "segment_operating": get("operating"),
        "segment_cost": get("cost"),
    }
    put["eliminations"] = int(get("revenue") * draw.between(0.028, 0.034))
    put["revenue"], put["cost"] = get("revenue") - put["eliminations"], get("cost") - put["eliminations"]
    put["gross"] = put["revenue"] - put["cost"]
    put["corporate"] = int(draw.between(17_500, 19_500))
    put["sga"], put["rnd"] = get("selling") + put["corporate"], get("research")
    put["operating"] = put["gross"] - put["sga"] - put["rnd"]
    put["interest_expense"] = {2023: 9_870, 2024: 8_940, 2025: 7_860}[year]
    put["interest_income"] = {2023: 1_310, 2024: 1_540, 2025: 1_720}[year]
    put["pretax"] = put["operating"] - put["interest_expense"] + put["interest_income"]
    put["tax_statutory"] = round(put["pretax"] * 21 / 100)
    put["tax_state"] = int(put["pretax"] * draw.between(0.021, 0.027))
    put["tax_foreign"] = int(put["pretax"] * draw.between(0.011, 0.016))
    put["tax_credits"] = -int(put["rnd"] * 0.06)
    put["tax"] = put["tax_statutory"] + put["tax_state"] + put["tax_foreign"] + put["tax_credits"]
    put["deferred_tax"] = int(put["tax"] * draw.between(0.04, 0.09))
    put["current_tax"] = put["tax"] - put["deferred_tax"]
    put["net"] = put["pretax"] - put["tax"]
    put["shares"] = SHARES[year]
    put["shares_basic"] = SHARES[year] + 210
    put["shares_diluted"] = SHARES[year] + 690
    figures |= {f"{key}.{year}": value for key, value in put.items()}
    figures[f"eps_basic.{year}"] = f"{put['net'] / put['shares_basic']:.2f}"
    figures[f"eps_diluted.{year}"] = f"{put['net'] / put['shares_diluted']:.2f}"
    figures[f"dividends_per_share.{year}"] = f"{DIVIDEND_CENTS[year] / 100:.2f}"
    figures[f"dividends.{year}"] = round(DIVIDEND_CENTS[year] * SHARES[year] / 100)


OPENING = {
    "cash": 61_240,
    "receivables": 128_310,
    "inventories": 147_905,
    "prepaid": 14_620,
    "ppe": 236_480,
    "goodwill": 88_150,
    "intangibles": 41_360,
    "other_assets": 19_475,
    "payables": 62_730,
    "accrued": 71_845,
    "deferred_revenue": 23_190,
    "current_debt": 15_000,
    "debt": 165_000,
    "deferred_taxes": 21_870,
    "pensions": 47_330,
    "common": 489,
    "apic": 96_400,
    "aoci": -18_260,
    "treasury": -24_150,
}
"""The balance sheet at the end of 2022; retained earnings are what balances it."""

ASSETS = ("cash", "receivables", "inventories", "prepaid", "ppe", "goodwill", "intangibles", "other_assets")
CURRENT_ASSETS = ASSETS[:4]
LIABILITIES = ("current_debt", "payables", "accrued", "deferred_revenue", "debt", "deferred_taxes", "pensions")
CURRENT_LIABILITIES = LIABILITIES[:4]
EQUITY = ("common", "apic", "retained", "aoci", "treasury")


def _balance(figures: Figures, draw: Draw) -> None:
    """Carry the opening balance sheet through each year's cash flows."""
    now = dict(OPENING)
    now["retained"] = sum(now[key] for key in ASSETS) - sum(now[key] for key in LIABILITIES + EQUITY if key in now)
    _put_balance(figures, now, 2022)
    for year in YEARS:
        flow = _flows(figures, now, year, draw)
        for key, change in _changes(flow).items():
            now[key] += change
        figures |= {f"{key}.{year}": value for key, value in flow.items()}
        _put_balance(figures, now, year)


def _flows(figures: Figures, now: dict[str, int], year: int, draw: Draw) -> dict[str, int]:
    net, capex = _int(figures, f"net.{year}"), _int(figures, f"capex.{year}")
    grown = {
        key: int(now[key] * draw.between(0.0, 0.05))
        for key in ("receivables", "inventories", "prepaid", "payables", "accrued", "deferred_revenue")
    }
    flow = {"d_" + key: (-change if key in ASSETS else change) for key, change in grown.items()}
    flow |= {
        "amortization": 4_120,
        "share_pay": 5_300 + 150 * (year - 2023),
        "d_deferred_taxes": _int(figures, f"deferred_tax.{year}"),
        "d_pensions": -int(draw.between(900, 1_600)),
        "oci": int(draw.between(-1_900, 2_400)),
    }
    flow["cfo"] = (
        net
        + _int(figures, f"depreciation.{year}")
        + flow["amortization"]
        + flow["share_pay"]
        + sum(value for key, value in flow.items() if key.startswith("d_"))
    )
    flow |= {
        "net_again": net,
        "spent": -capex,
        "disposals": int(draw.between(800, 1_700)),
        "other_investing": -int(draw.between(600, 1_400)),
    }
    flow["cfi"] = flow["spent"] + flow["disposals"] + flow["other_investing"]
    flow |= {
        "repaid": -15_000,
        "paid": -_int(figures, f"dividends.{year}"),
        "buybacks": -int(draw.between(9_000, 14_000)),
    }
    flow["cff"] = flow["repaid"] + flow["paid"] + flow["buybacks"]
    flow["d_cash"] = flow["cfo"] + flow["cfi"] + flow["cff"]
    flow["depreciation"] = _int(figures, f"depreciation.{year}")
    return flow


def _changes(flow: dict[str, int]) -> dict[str, int]:
    """What a year's flows do to each line of the balance sheet."""
    change = {key: -flow["d_" + key] for key in ("receivables", "inventories", "prepaid")}
    change |= {key: flow["d_" + key] for key in ("payables", "accrued", "deferred_revenue", "deferred_taxes")}
    return change | {
        "cash": flow["d_cash"],
        "ppe": -flow["spent"] - flow["depreciation"] - flow["disposals"],
        "intangibles": -flow["amortization"],
        "other_assets": -flow["other_investing"],
        "debt": flow["repaid"],
        "pensions": flow["d_pensions"] - flow["oci"],
        "retained": flow["net_again"] + flow["paid"],
        "apic": flow["share_pay"],
        "aoci": flow["oci"],
        "treasury": flow["buybacks"],
    }


def _notes(figures: Figures, year: int, draw: Draw) -> None:
    """The parts of single lines that the notes give."""
    parts = {
        "inventories": (("raw", 30), ("work", 25), ("finished", 45)),
        "ppe": (("land", 12), ("buildings", 38), ("machinery", 41), ("vehicles", 9)),
        "sga": (("wages", 61), ("advertising", 12), ("premises", 15), ("other_sga", 12)),
        "accrued": (("accrued_wages", 44), ("warranty", 21), ("accrued_taxes", 18), ("other_accrued", 17)),
    }
    for key, shares in parts.items():
        amounts = split(_int(figures, f"{key}.{year}"), [share for _, share in shares], draw)
        figures |= {f"{name}.{year}": amount for (name, _), amount in zip(shares, amounts, strict=True)}
    receivables = _int(figures, f"receivables.{year}")
    allowance = int(receivables * draw.between(0.018, 0.026))
    figures |= {f"allowance.{year}": -allowance, f"receivables_gross.{year}": receivables + allowance}


def _put_balance(figures: Figures, now: dict[str, int], year: int) -> None:
    sums = {
        "current_assets": sum(now[key] for key in CURRENT_ASSETS),
        "assets": sum(now[key] for key in ASSETS),
        "current_liabilities": sum(now[key] for key in CURRENT_LIABILITIES),
        "liabilities": sum(now[key] for key in LIABILITIES),
        "equity": sum(now[key] for key in EQUITY),
    }
    if sums["assets"] != sums["liabilities"] + sums["equity"]:
        raise ValueError(f"the balance sheet of {year} does not balance")
    figures |= {f"{key}.{year}": value for key, value in (now | sums).items()}


def _with_growth(figures: Figures) -> Figures:
    """Rates in tenths of a percent."""
    revenue, before = _int(figures, "revenue.2025"), _int(figures, "revenue.2024")
    gross = _int(figures, "gross.2025")
    rates = {"growth": round(1000 * (revenue - before) / before), "gross_margin": round(1000 * gross / revenue)}
    if "tax.2025" in figures:
        rates["tax_rate"] = round(1000 * _int(figures, "tax.2025") / _int(figures, "pretax.2025"))
    return figures | rates


def _int(figures: Figures, key: str) -> int:
    value = figures[key]
    assert isinstance(value, int), key
    return value
