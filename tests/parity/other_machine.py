#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Compares the output of two builds of the tool for different processors. Both builds map the same
frames.

make     maps each frame with every preset into FOLDER
compare  maps the frames of FOLDER again, and compares

The allowed difference is the same as between two instruction sets: target_tolerance() in
tests/support/tolerances.h."""

import argparse
import array
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FRAMES = {"hdr10": (258, 130, 10, "pq", "auto"), "hdr10_to_10_bits": (67, 34, 10, "pq", "same"),
          "pq_8bit": (67, 35, 8, "pq", "auto"), "hlg": (131, 67, 10, "hlg", "auto"),
          "hlg_to_10_bits": (66, 35, 10, "hlg", "same"), "sdr": (129, 67, 8, "bt709", "auto"),
          "sdr_10bit": (65, 33, 10, "bt709", "same")}


def frame(width, height, depth):
    random.seed(1)
    unit, columns, rows = 1 << depth - 8, (width + 1) // 2, (height + 1) // 2
    luma = [unit * (16 + 219 * x // width + random.randrange(-2, 3)) + random.randrange(unit)
            for y in range(height) for x in range(width)]
    chroma = [[unit * (128 + sign * (128 * y // rows - 64) + random.randrange(-1, 2))
               for y in range(rows) for x in range(columns)] for sign in (1, -1)]
    codes = [min(max(code, unit), 255 * unit - 1) for plane in (luma, *chroma) for code in plane]
    samples = array.array("B" if depth == 8 else "H", codes)
    if sys.byteorder == "big":
        samples.byteswap()
    layout = "420mpeg2" if depth == 8 else f"420p{depth}"
    return f"YUV4MPEG2 W{width} H{height} F25:1 C{layout}\nFRAME\n".encode() + samples.tobytes()


def presets(tool):
    said = subprocess.run([tool, "presets"], check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in said.partition("\n\n")[0].splitlines()]


def source(folder, name):
    return folder / f"{name}.in.y4m"


def result(folder, name, preset, machine):
    return folder / f"{name}.{preset}.{machine}.y4m"


def map_frame(tool, folder, name, preset, machine):
    *_, transfer, output = FRAMES[name]
    subprocess.run([tool, "map", "--with", f"in_transfer={transfer}", "--with", f"format={output}", "--preset", preset,
                    source(folder, name), result(folder, name, preset, machine)], check=True, stderr=subprocess.DEVNULL)


def samples_of(path):
    head, _, rest = path.read_bytes().partition(b"\nFRAME\n")
    depth = int((re.search(rb" C\d+p(\d+)", head) or [0, 8])[1])
    samples = array.array("H" if depth > 8 else "B")
    samples.frombytes(rest)
    return samples, depth


def budget(depth):
    text = (ROOT / "tests/support/tolerances.h").read_text()
    pairs = re.findall(r"PictureTolerance\{(\d+), ([\d.]+)\}", text)
    codes, share = pairs[0 if depth <= 8 else 1 if depth <= 10 else 2]
    return int(codes), float(share)


def agrees(folder, name, preset):
    (here, depth), (there, other_depth) = (samples_of(result(folder, name, preset, machine))
                                           for machine in ("here", "there"))
    if len(here) != len(there) or depth != other_depth:
        print(f"{name}, {preset}: the frames have different formats")
        return False
    codes, share = budget(depth)
    differences = [abs(a - b) for a, b in zip(here, there)]
    beyond = sum(d > 1 for d in differences)
    good = max(differences) <= codes and (beyond <= 1 or beyond <= share * len(here))
    print(f"{name}, {preset}: at most {max(differences)} codes of {depth} bits, {sum(map(bool, differences))} of "
          f"{len(here)} samples differ{'' if good else ', which is too much'}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("make", "compare"))
    parser.add_argument("tool", metavar="TOOL")
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    arguments = parser.parse_args()
    what, tool, folder = arguments.action, arguments.tool, arguments.folder
    if what == "make":
        folder.mkdir(parents=True, exist_ok=True)
        for name, (width, height, depth, *_) in FRAMES.items():
            source(folder, name).write_bytes(frame(width, height, depth))
    pairs = [(name, preset) for name in FRAMES for preset in presets(tool)]
    machine = "here" if what == "make" else "there"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda pair: map_frame(tool, folder, *pair, machine), pairs))
    if what == "compare":
        results = [agrees(folder, *pair) for pair in pairs]
        sys.exit(not results or not all(results))


main()
