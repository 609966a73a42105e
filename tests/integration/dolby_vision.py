# SPDX-License-Identifier: BSD-2-Clause
"""Writes small Dolby Vision metadata (RPU) for H.265 (ETSI GS CCM 001)."""

import re

IPT = {"profile": 0, "full_range": 1}
HDR10_BASE = {"profile": 1, "full_range": 0}


def bits(value, count):
    return format(value, f"0{count}b")


def exp_golomb(value):
    text = bin(value + 1)[2:]
    return "0" * (len(text) - 1) + text


def parts(value):
    return divmod(round(value * (1 << 23)), 1 << 23)


def coefficient(value):
    whole, rest = parts(value)
    return exp_golomb(2 * whole - 1 if whole > 0 else -2 * whole) + bits(rest, 23)


def unsigned_coefficient(value):
    whole, rest = parts(value)
    return exp_golomb(whole) + bits(rest, 23)


def header(profile, full_range, residual=None):
    type_and_format = bits(2, 6) + bits(18, 11)
    return (type_and_format + bits(profile, 4) + bits(0, 4)
            + "1" + "0" + "00" + exp_golomb(23) + "01" + str(full_range)
            + exp_golomb(2) + exp_golomb(2) + exp_golomb(4)
            + "0" + "000" + "0" + ("0" if residual else "1")
            + "1" + "0")


# Reshaping curve that changes nothing: its pivots, and the polynomial coefficients of the piece
# between them.
IDENTITY = ((0, 1023), [[0, 1]])


def is_mmr(piece):
    return isinstance(piece[-1], list)


RESIDUAL = (512, 0.25, 1 / 4096, 0.5 / 4096)


def mapping(components, residual=None):
    text = exp_golomb(0) * 3
    for pivots, pieces in components:
        steps = [pivots[0], *(b - a for a, b in zip(pivots, pivots[1:]))]
        text += exp_golomb(len(pivots) - 2) + "".join(bits(step, 10) for step in steps)
    if residual:
        text += "000" + bits(0, 10) + bits(1023, 10)
    text += exp_golomb(0) * 2
    for _, pieces in components:
        for piece in pieces:
            if is_mmr(piece):
                factors = [piece[0], *(factor for order in piece[1:] for factor in order)]
                text += exp_golomb(1) + bits(len(piece) - 2, 2)
            else:
                factors = piece
                text += exp_golomb(0) + exp_golomb(len(piece) - 2) + "0" * (len(piece) == 2)
            text += "".join(coefficient(factor) for factor in factors)
    if residual:
        offset, *numbers = residual
        text += (bits(offset, 10) + "".join(map(unsigned_coefficient, numbers))) * 3
    return text


def reshaped(component, index, samples):
    pivots, pieces = component
    piece = next(p for end, p in zip(pivots[1:], pieces) if 1023 * samples[index] < end)
    if not is_mmr(piece):
        value = sum(factor * samples[index] ** i for i, factor in enumerate(piece))
    else:
        y, u, v = samples
        terms = (y, u, v, y * u, y * v, u * v, y * u * v)
        value = piece[0] + sum(factor * term ** (order + 1) for order, row in enumerate(piece[1:])
                               for factor, term in zip(row, terms))
    return min(max(value, 0), 1)


def pq_decode(code):
    root = code ** (32 / 2523)
    return (max(root - 107 / 128, 0) / (2413 / 128 - 2392 / 128 * root)) ** (8192 / 1305)


def pq_encode(light):
    power = max(light, 0) ** (1305 / 8192)
    return ((107 / 128 + 2413 / 128 * power) / (1 + 2392 / 128 * power)) ** (2523 / 32)


def product(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


# Matrix from LMS (Hunt, Pointer and Estevez) to linear BT.2020, without the crosstalk matrix of
# Dolby Vision.
FROM_LMS = ((3.06441879, -2.16597676, 0.10155818), (-0.65612108, 1.78554118, -0.12943749),
            (0.01736321, -0.04725154, 1.03004253))


def hdr10(components, codes):
    samples = [code / 1023 for code in codes]
    light = [pq_decode(reshaped(c, i, samples)) for i, c in enumerate(components)]
    red, green, blue = (pq_encode(channel) for channel in product(FROM_LMS, light))
    luma = 0.2627 * red + 0.6780 * green + 0.0593 * blue
    return (64 + 876 * luma, 512 + 896 * (blue - luma) / 1.8814, 512 + 896 * (red - luma) / 1.4746)


def level_1(darkest, brightest, mean):
    return 5, 1, bits(darkest, 12) + bits(brightest, 12) + bits(mean, 12)


def level_2(target, slope, offset, power, chroma_weight, saturation_gain):
    codes = (target, slope, offset, power, chroma_weight, saturation_gain)
    return 11, 2, "".join(bits(code, 12) for code in codes) + bits(2048, 13)


def blocks(levels):
    text = ""
    for size, level, content in levels:
        text += exp_golomb(size) + bits(level, 8) + content.ljust(8 * size, "0")
    return text


def display_management(before, levels, brightest):
    identifiers = exp_golomb(0) * 3
    unit = [float(i % 4 == 0) for i in range(9)]
    matrix = "".join(bits(int(value * (1 << 13)), 16) for value in unit)
    linear = "".join(bits(int(value * (1 << 14)), 16) for value in unit)
    signal = bits(0xFFFF, 16) + bits(0, 16) * 2 + bits(0, 32) + bits(12, 5) + "00" + "00" + "01"
    source = bits(7, 12) + bits(brightest, 12) + bits(42, 10)
    text = (before + identifiers + matrix + bits(0, 32) * 3 + linear + signal + source
            + exp_golomb(len(levels)))
    return text + "0" * (-len(text) % 8) + blocks(levels)


def escaped(payload):
    """Inserts emulation prevention bytes, because a NAL unit must not contain bytes that look like
    a start code (ITU-T H.265, 7.4.2)."""
    return re.sub(rb"\x00\x00(?=[\x00-\x03])", b"\x00\x00\x03", payload)


def packed(text):
    text += "0" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big")


def checksum(payload):
    """Returns the CRC-32 of MPEG-2 (ISO/IEC 13818-1, annex A) as bytes."""
    value = 0xFFFFFFFF
    for byte in payload:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04C11DB7 if value >> 31 else 0)) & 0xFFFFFFFF
    return value.to_bytes(4, "big")


def rpu(kind, components, levels=(), brightest=3079):
    """Returns an RPU. `brightest` is the peak of the mastering display as a 12-bit PQ code."""
    before = header(**kind) + mapping(components, kind.get("residual"))
    payload = packed(display_management(before, levels, brightest))
    return payload + checksum(payload) + b"\x80"


def nal_payload(kind, components=(IDENTITY,) * 3, levels=(), **display):
    return escaped(b"\x19" + rpu(kind, components, levels, **display))


def nal_unit(kind, components=(IDENTITY,) * 3, levels=()):
    return b"\x00\x00\x00\x01\x7c\x01" + nal_payload(kind, components, levels)


def as_enhancement_layer(stream):
    units = re.split(rb"\x00?\x00\x00\x01", stream)[1:]
    return b"".join(b"\x00\x00\x00\x01\x7e\x01" + unit for unit in units)


def leb128(value):
    """Encodes a number as leb128, with 7 bits per byte (AV1, 4.10.5)."""
    low, rest = value & 127, value >> 7
    return bytes([low]) if not rest else bytes([low | 128]) + leb128(rest)


def read_leb128(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def metadata_unit(message):
    """Returns an AV1 metadata OBU with an ITU-T T.35 message, whose country code means the USA."""
    body = b"\x04\xb5" + message + b"\x80"
    return b"\x2a" + leb128(len(body)) + body


def metadata_obu(kind, components):
    """Returns an AV1 metadata OBU with an RPU, wrapped in EMDF (ETSI TS 102 366, annex H)."""
    payload = rpu(kind, components)
    large, small = divmod(len(payload), 256)
    size = (bits(large - 1, 8) + "1" if large else "") + bits(small, 8) + "0"
    text = "".join(bits(byte, 8) for byte in payload)
    emdf = packed(bits(0x01BE6841, 27) + size + text + bits(0x400, 17))
    return metadata_unit(b"\x00\x3b\x00\x00\x08\x00" + emdf)


def with_obu(ivf, unit):
    frame, at = ivf[44:], 0
    while frame[at] >> 3 & 15 in (1, 2):
        size, start = read_leb128(frame, at + 1)
        at = start + size
    frame = frame[:at] + unit + frame[at:]
    return ivf[:32] + len(frame).to_bytes(4, "little") + ivf[36:44] + frame
