# SPDX-License-Identifier: BSD-2-Clause
"""Writes HDR10+ metadata (SMPTE ST 2094-40) as an SEI message of H.265, in the form of ITU-T T.35.
"""

import re

from dolby_vision import bits, escaped

TITLE = "HDR Dynamic Metadata SMPTE2094-40 (HDR10+)"  # the name in FFmpeg


def light(nits):
    """Encodes a luminance in steps of 0.1 cd/m2."""
    return bits(round(nits * 10), 17)


def curve_bits(curve):
    """Encodes a tone curve. The target is in cd/m2; knee and anchors are in [0, 1]."""
    text = "1" + bits(round(curve["knee"][0] * 4095), 12) + bits(round(curve["knee"][1] * 4095), 12)
    text += bits(len(curve["anchors"]), 4)
    return text + "".join(bits(round(anchor * 1023), 10) for anchor in curve["anchors"])


def message(peak, percentile, curve=None):
    """Returns a message for one window. `peak` is the brightest light of the scene, as one number
    or as (R, G, B). `percentile` is its 99th percentile. All are in cd/m2."""
    peaks = peak if isinstance(peak, tuple) else (peak,) * 3
    text = bits(4, 8) + bits(1, 8) + "01"  # application 4, version 1, one window
    text += bits(curve["target"] if curve else 0, 27) + "0"  # targeted display; 0: not stated
    text += "".join(map(light, peaks)) + light(max(peaks) / 10)
    text += bits(1, 4) + bits(99, 7) + light(percentile)
    text += bits(0, 10) + "0"  # no data about bright pixels or the display
    return text + (curve_bits(curve) if curve else "0") + "0"  # no data about color


def nal_unit(*content):
    text = message(*content)
    text += "0" * (-len(text) % 8)
    payload = b"\xb5\x00\x3c\x00\x01" + int(text, 2).to_bytes(len(text) // 8, "big")
    sei = bytes([4, len(payload)]) + payload + b"\x80"
    return b"\x00\x00\x00\x01\x4e\x01" + escaped(sei)


def insert(stream, *content):
    """Inserts the message before the picture of a stream that has one frame."""
    at = next(unit.start() for unit in re.finditer(rb"\x00\x00\x01(.)", stream, re.DOTALL)
              if unit.group(1)[0] >> 1 < 32)
    return stream[:at] + nal_unit(*content)[1:] + stream[at:]
