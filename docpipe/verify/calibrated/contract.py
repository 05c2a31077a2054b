FIELDS: dict[str, tuple[str, float, dict[str, float]]] = {}
