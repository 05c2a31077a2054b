"""Compound files, which Outlook's mails are: as small as they can be."""

from __future__ import annotations

import struct

_SECTOR, _SMALL = 512, 64
_END, _FREE, _FAT, _NONE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD, 0xFFFFFFFF


def compound(root):
    """A file of storages (dicts) and streams (bytes), each stream under 4,096 bytes."""
    rows, small, chains = [["Root Entry", 5, _NONE, _NONE, 0, 0]], b"", []

    def add(children):
        nonlocal small
        first, before = _NONE, None
        for name, content in children.items():
            at = len(rows)
            if isinstance(content, dict):
                rows.append([name, 1, _NONE, _NONE, 0, 0])
                rows[at][3] = add(content)
            else:
                begin = len(small) // _SMALL
                small += content + bytes(-len(content) % _SMALL)
                count = len(small) // _SMALL - begin
                chains.extend([*range(begin + 1, begin + count), _END] if count else [])
                rows.append([name, 2, _NONE, _NONE, begin if count else _END, len(content)])
            if before is None:
                first = at
            else:
                rows[before][2] = at
            before = at
        return first

    rows[0][3] = add(root)
    small_sectors = _sectors(small)
    chain_sectors = _sectors(b"".join(struct.pack("<I", one) for one in chains), b"\xff")
    rows[0][4], rows[0][5] = 0, len(small)
    directory = b"".join(map(_row, rows))
    directory_sectors = _sectors(directory)
    counts = [len(small_sectors), len(chain_sectors), len(directory_sectors)]
    fat, at = [], 0
    for count in counts:
        fat += [*range(at + 1, at + count), _END]
        at += count
    fat += [_FAT]
    table = b"".join(struct.pack("<I", one) for one in [*fat, *[_FREE] * (128 - len(fat))])
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<IIIIIIII", 0, 1, counts[0] + counts[1], 0, 4096, counts[0], counts[1], _END) + bytes(4)
    header += struct.pack("<I", sum(counts)) + b"\xff" * (4 * 108)
    return b"".join([header, *small_sectors, *chain_sectors, *directory_sectors, table])


def _sectors(data, fill=b"\0"):
    data += fill * (-len(data) % _SECTOR)
    return [data[at : at + _SECTOR] for at in range(0, len(data), _SECTOR)]


def _row(row):
    name, kind, right, child, start, size = row
    written = (name + "\0").encode("utf-16-le")
    about = struct.pack("<HBBIII", len(written), kind, 1, _NONE, right, child) + bytes(36)
    return written.ljust(64, b"\0") + about + struct.pack("<IQ", start, size)


def properties(header_bytes, texts=(), blobs=(), numbers=()):
    """The streams of a storage's properties: Unicode texts, bytes and 32-bit numbers by their ids."""
    streams, entries = {}, b""
    for tag, value, kind in [*((t, v.encode("utf-16-le"), 0x1F) for t, v in texts), *((t, v, 0x102) for t, v in blobs)]:
        streams[f"__substg1.0_{tag:04X}{kind:04X}"] = value
        entries += struct.pack("<HHIII", kind, tag, 6, len(value) + (2 if kind == 0x1F else 0), 0)
    for tag, value in numbers:
        entries += struct.pack("<HHIII", 3, tag, 6, value, 0)
    streams["__properties_version1.0"] = bytes(header_bytes) + entries
    return streams
