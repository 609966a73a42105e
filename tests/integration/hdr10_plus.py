# SPDX-License-Identifier: BSD-2-Clause
"""Writes HDR10+ metadata (SMPTE ST 2094-40) as an ITU-T T.35 message in an SEI message of H.265."""

import re

from dolby_vision import bits, escaped

TITLE = "HDR Dynamic Metadata SMPTE2094-40 (HDR10+)"


def light(nits):
    return bits(round(nits * 10), 17)


def curve_bits(curve):
    text = "1" + bits(round(curve["knee"][0] * 4095), 12) + bits(round(curve["knee"][1] * 4095), 12)
    text += bits(len(curve["anchors"]), 4)
    return text + "".join(bits(round(anchor * 1023), 10) for anchor in curve["anchors"])


def message(peak, percentile, curve=None):
    peaks = peak if isinstance(peak, tuple) else (peak,) * 3
    text = bits(4, 8) + bits(1, 8) + "01"
    text += bits(curve["target"] if curve else 0, 27) + "0"
    text += "".join(map(light, peaks)) + light(max(peaks) / 10)
    text += bits(1, 4) + bits(99, 7) + light(percentile)
    text += bits(0, 10) + "0"
    return text + (curve_bits(curve) if curve else "0") + "0"


def nal_unit(*content):
    text = message(*content)
    text += "0" * (-len(text) % 8)
    payload = b"\xb5\x00\x3c\x00\x01" + int(text, 2).to_bytes(len(text) // 8, "big")
    sei = bytes([4, len(payload)]) + payload + b"\x80"
    return b"\x00\x00\x00\x01\x4e\x01" + escaped(sei)


def insert(stream, *content):
    at = next(unit.start() for unit in re.finditer(rb"\x00\x00\x01(.)", stream, re.DOTALL)
              if unit.group(1)[0] >> 1 < 32)
    return stream[:at] + nal_unit(*content)[1:] + stream[at:]
