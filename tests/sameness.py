"""Whether two documents are the same in everything, their words too: as objects they are equal only to themselves."""


def everything(record):
    return {name: getattr(record, name) for name in record.__struct_fields__}


def assert_same(one, other):
    left, right = everything(one), everything(other)
    assert everything(left.pop("words")) == everything(right.pop("words"))
    assert left == right
