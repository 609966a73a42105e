# SPDX-License-Identifier: BSD-2-Clause
"""Adds light metadata (boxes mdcv and clli) to the first track of an MP4 file."""

import struct

ANCESTORS = (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd")
HEADERS = {b"stsd": 16}


def box(name, *numbers):
    return struct.pack(">I4s", 8 + len(numbers) * 2, name) + struct.pack(f">{len(numbers)}H", *numbers)


def find(data, name, begin, end):
    while begin < end:
        size, found = struct.unpack_from(">I4s", data, begin)
        if name in (None, found):
            return begin, begin + size
        begin += size
    raise ValueError(f"no box {name}")


def add_light(path):
    primaries = (8500, 39850, 6550, 2300, 35400, 14600, 15635, 16450)
    thousand, least, room = 10_000_000, 50, 3_140_000
    mastering = box(b"mdcv", *primaries, *divmod(thousand, 1 << 16), *divmod(least, 1 << 16))
    environment = box(b"amve", *divmod(room, 1 << 16), *primaries[-2:])
    dolby_vision = box(b"dvcC", 0x0100, 0x100d, 0x1000, *[0] * 9)
    added = mastering + box(b"clli", 1000, 200) + environment + dolby_vision
    data = bytearray(path.read_bytes())
    begin, end, sizes = 0, len(data), []
    for name in (*ANCESTORS, None):
        begin, end = find(data, name, begin, end)
        sizes.append(begin)
        begin += HEADERS.get(name, 8)
    data[end:end] = added
    for place in sizes:
        struct.pack_into(">I", data, place, struct.unpack_from(">I", data, place)[0] + len(added))
    path.write_bytes(data)
