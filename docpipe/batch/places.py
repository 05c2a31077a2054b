"""Which file each document's result goes into: the one that it had before, whatever else is worked on with it now."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from docpipe.addresses import is_address
from docpipe.batch.folder import Found, Job, file_of, key_of, storable
from docpipe.batch.ledger import Ledger, Place, left_over
from docpipe.sinks.files import Slot, slots

_NUMBERED = re.compile(r"#\d+$")


def placed(found: Found, output: Path, ledger: Ledger) -> Found:
    """What was found, each document with the files that it had before; what is new takes names that are free.

    Not free are those of a document that is still where it was, and of what another run has in hand.
    """
    jobs = found.jobs

    def chosen(known: Sequence[Place]) -> list[Place]:
        nonlocal jobs
        sources = _sources(found.jobs)
        jobs = _placed(found, sources, known, output)
        return [_place(job.slot, source, output) for job, source in zip(jobs, sources, strict=True)]

    ledger.assign(chosen)
    return replace(found, jobs=jobs)


def strays(output: Path) -> list[Path]:
    """The results and errors in a folder that batches wrote for documents which the last one was not given."""
    there = (file_of(key, output) for one in left_over(output) for key in (one.path, one.error))
    return sorted(file for file in there if file.is_file())


def _placed(found: Found, sources: Sequence[str], known: Sequence[Place], output: Path) -> list[Job]:
    mine = set(sources)
    before: dict[str, Slot] = {}
    others: list[Slot] = []
    taken: set[str] = set()
    for place in known:
        slot = Slot(file_of(place.path, output), file_of(place.error, output))
        if place.source in mine and place.path.casefold() not in taken:
            before[place.source] = slot
            taken.add(place.path.casefold())
        elif place.in_use or (_is_written(slot) and _is_there(place.source)):
            others.append(slot)
    new = [job.source for job, source in zip(found.jobs, sources, strict=True) if source not in before]
    free = iter(slots(new, found.folder, output, others=[*before.values(), *others]))
    return [
        replace(job, slot=before.get(source) or next(free)) for job, source in zip(found.jobs, sources, strict=True)
    ]


def _is_written(slot: Slot) -> bool:
    return slot.result.is_file() or slot.error.is_file()


def _is_there(source: str) -> bool:
    """Whether a document is still where it was, as far as can be told from here; one in an archive is with that."""
    named = source.rpartition("#")[0] if _NUMBERED.search(source) else source
    for one in (source, named):
        path = file_of(one, Path())
        if is_address(one) or path.is_file() or any(above.is_file() for above in path.parents):
            return True
    return False


def _place(slot: Slot, source: str, output: Path) -> Place:
    return Place(key_of(slot.result, output), key_of(slot.error, output), source)


def _sources(jobs: Sequence[Job]) -> list[str]:
    """What tells each document from all others, on whatever way it was named; no secret stands in it."""
    found: dict[str, None] = {}
    real = lru_cache(maxsize=1024)(os.path.realpath)
    for job in jobs:
        found[next(name for name in _names(job, real) if name not in found)] = None
    return list(found)


def _names(job: Job, real: Callable[[Path], str]) -> Iterator[str]:
    if job.address is not None:
        name = storable(job.address.identity)
    else:
        name = storable(os.path.normcase(Path(real(job.source.parent)) / job.source.name))
    yield name
    for number in count(2):  # one file on two ways, as by a link to a folder
        yield f"{name}#{number}"
