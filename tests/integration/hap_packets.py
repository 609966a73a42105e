# SPDX-License-Identifier: BSD-2-Clause
"""Splits Hap packets into sections, as the Hap specification defines them."""

from dataclasses import dataclass

TEXTURES = {0x1: "alpha", 0xB: "rgb", 0xE: "rgba", 0xF: "ycocg"}
COMPRESSORS = {0xA: "none", 0xB: "snappy"}


@dataclass
class Chunk:
    compressor: str
    data: bytes


@dataclass
class Texture:
    kind: str
    header: int
    chunks: list


def sections(data):
    while data:
        size, header = int.from_bytes(data[:3], "little"), 4
        if not size:
            size, header = int.from_bytes(data[4:8], "little"), 8
        assert header + size <= len(data), "a section ends after its place"
        yield data[3], header, data[header:header + size]
        data = data[header + size:]


def chunks(content):
    kind, header, tables = next(sections(content))
    assert kind == 0x01, "instructions come first"
    data = content[header + len(tables):]
    table = {kind: entries for kind, _, entries in sections(tables)}
    assert set(table) == {0x02, 0x03}, "compressors and sizes are stated"
    sizes = [int.from_bytes(table[0x03][at:at + 4], "little") for at in range(0, len(table[0x03]), 4)]
    assert len(table[0x02]) == len(sizes) and sum(sizes) == len(data), "the tables fit the data"
    for compressor, size in zip(table[0x02], sizes):
        yield Chunk(COMPRESSORS[compressor], data[:size])
        data = data[size:]


def textures(packet):
    (kind, _, content), = sections(packet)
    found = sections(content) if kind == 0x0D else sections(packet)
    result = []
    for kind, header, content in found:
        parts = [Chunk(COMPRESSORS[kind >> 4], content)] if kind >> 4 != 0xC else list(chunks(content))
        result.append(Texture(TEXTURES[kind & 15], header, parts))
    return result
