# SPDX-License-Identifier: BSD-2-Clause
"""The smallest Dolby Vision metadata that FFmpeg's decoder of H.265 takes: an RPU whose reshaping
changes nothing, as a NAL unit of type 62. Syntax: ETSI GS CCM 001, section 5."""

import re
import zlib

IPT = {"profile": 0, "full_range": 1}  # what profile 5 says of itself
HDR10_BASE = {"profile": 1, "full_range": 0}  # profile 8


def bits(value, count):
    return format(value, f"0{count}b")


def exp_golomb(value):
    text = bin(value + 1)[2:]
    return "0" * (len(text) - 1) + text


def coefficient(whole):
    """A fixed-point number with 23 bits after the point; whole is not negative."""
    return exp_golomb(max(2 * whole - 1, 0)) + "0" * 23


def header(profile, full_range):
    type_and_format = bits(2, 6) + bits(18, 11)
    return (type_and_format + bits(profile, 4) + bits(0, 4)
            + "1" + "0" + "00" + exp_golomb(23) + "01" + str(full_range)
            + exp_golomb(2) + exp_golomb(2) + exp_golomb(4)  # 10, 10 and 12 bits
            + "0" + "000" + "0" + "1"  # no residual
            + "1" + "0")  # display management data, no reference to an earlier RPU


def identity():
    one_piece = exp_golomb(0) + bits(0, 10) + bits(1023, 10)
    line = exp_golomb(0) + exp_golomb(0) + "0" + coefficient(0) + coefficient(1)
    return exp_golomb(0) * 3 + one_piece * 3 + exp_golomb(0) * 2 + line * 3


def display_management():
    identifiers = exp_golomb(0) * 3
    one = 1 << 13
    unit = [one if i % 4 == 0 else 0 for i in range(9)]
    matrix = "".join(bits(value, 16) for value in unit)
    signal = bits(0xFFFF, 16) + bits(0, 16) * 2 + bits(0, 32) + bits(12, 5) + "00" + "00" + "01"
    source = bits(7, 12) + bits(3079, 12) + bits(42, 10)  # 0.005 to 1000 cd/m2 in PQ, 42 inches
    return identifiers + matrix + bits(0, 32) * 3 + matrix + signal + source + exp_golomb(0)


def escaped(payload):
    """No start code may appear inside a NAL unit (ITU-T H.265, 7.4.2)."""
    return re.sub(rb"\x00\x00(?=[\x00-\x03])", b"\x00\x00\x03", payload)


def nal_unit(kind):
    text = header(**kind) + identity() + display_management()
    text += "0" * (-len(text) % 8)
    payload = int(text, 2).to_bytes(len(text) // 8, "big")
    payload += zlib.crc32(payload).to_bytes(4, "big") + b"\x80"
    return b"\x00\x00\x00\x01\x7c\x01" + escaped(b"\x19" + payload)
