"""Results as docpipe writes them, made small."""


def written(name, value, evidence=None, trust=None, checks=()):
    return {
        "docpipe": "0",
        "document": {"name": name, "path": f"room/{name}", "sha256": f"sha of {name}"},
        "value": value,
        "evidence": evidence or {},
        "trust": trust or {},
        "checks": list(checks),
    }


def cite(quote, page=1):
    return {"page": page, "quote": quote}
