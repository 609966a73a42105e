#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Compares the output of two builds of the tool, for different processors, for the same frame.

other_machine.py make TOOL FOLDER     maps a frame with every preset into FOLDER
other_machine.py compare TOOL FOLDER  maps the frame of FOLDER again, and compares

The budget is that between instruction sets: target_tolerance() in tests/support/tolerances.h."""

import array
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTH, HEIGHT = 258, 130


def frame():
    """Returns a 10-bit HDR10 frame: light rises to the right, hues change downwards, with grain."""
    random.seed(1)
    luma = [64 + 876 * x // WIDTH + random.randrange(-8, 9) for y in range(HEIGHT) for x in range(WIDTH)]
    chroma = [[512 + sign * (y * 4 - HEIGHT) + random.randrange(-4, 5)
               for y in range(HEIGHT // 2) for x in range(WIDTH // 2)] for sign in (1, -1)]
    samples = array.array("H", [min(max(code, 4), 1019) for plane in (luma, *chroma) for code in plane])
    if sys.byteorder == "big":
        samples.byteswap()
    return f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F25:1 C420p10\nFRAME\n".encode() + samples.tobytes()


def presets(tool):
    said = subprocess.run([tool, "presets"], check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in said.partition("\n\n")[0].splitlines()]


def mapped(tool, preset, source, target):
    subprocess.run([tool, "map", "--with", "in_transfer=pq", "--preset", preset, source, target], check=True,
                   stderr=subprocess.DEVNULL)
    head, _, rest = target.read_bytes().partition(b"\nFRAME\n")
    depth = int((re.search(rb" C\d+p(\d+)", head) or [0, 8])[1])
    samples = array.array("H" if depth > 8 else "B")
    samples.frombytes(rest)
    return samples, depth


def budget(depth):
    """Returns the largest difference in codes, and the share of samples that may differ by more
    than one code."""
    text = (ROOT / "tests/support/tolerances.h").read_text()
    pairs = re.findall(r"PictureTolerance\{(\d+), ([\d.]+)\}", text)
    codes, share = pairs[0 if depth <= 8 else 1 if depth <= 10 else 2]
    return int(codes), float(share)


def agrees(preset, here, there, depth):
    codes, share = budget(depth)
    differences = [abs(a - b) for a, b in zip(here, there)]
    beyond = sum(d > 1 for d in differences) / len(differences)
    good = len(here) == len(there) and max(differences) <= codes and beyond <= share
    print(f"{preset}: at most {max(differences)} codes of {depth} bits, {sum(map(bool, differences))} of "
          f"{len(differences)} samples differ{'' if good else ', which is too much'}")
    return good


def main():
    what, tool, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    source = folder / "in.y4m"
    if what == "make":
        folder.mkdir(parents=True, exist_ok=True)
        source.write_bytes(frame())
        for preset in presets(tool):
            mapped(tool, preset, source, folder / f"{preset}.here.y4m")
        return
    results = []
    for expected in sorted(folder.glob("*.here.y4m")):
        preset = expected.name.split(".")[0]
        there, depth = mapped(tool, preset, source, folder / f"{preset}.there.y4m")
        here = array.array(there.typecode)
        here.frombytes(expected.read_bytes().partition(b"\nFRAME\n")[2])
        results.append(agrees(preset, here, there, depth))
    sys.exit(not results or not all(results))


main()
