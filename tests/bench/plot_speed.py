#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Plots frames per second over the size of the picture, from the figures of filter_speed.py.

    tests/bench/plot_speed.py FIGURES.json > docs/images/speed.svg

FIGURES.json is the output of `filter_speed.py --json FIGURES.json sizes`. Frames per second are
computed from CPU time, for one core, so that other programs do not count. Both axes are
logarithmic: a line that falls with slope -1 means the same time per pixel at each size."""

import argparse
import json
import math
import pathlib
import sys
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 860, 460
LEFT, RIGHT, TOP, BOTTOM = 70, 250, 50, 60
COLORS = ("#0b6e4f", "#2a9d8f", "#1d4ed8", "#b45309", "#9333ea", "#64748b")
LEFT_OUT = ("no filter",)


def series(rows):
    lines = {}
    for row in rows:
        if row["chain"] not in LEFT_OUT:
            pixels = row["width"] * row["height"]
            point = (row["size"], pixels, 1e9 / (pixels * row["ns_pixel"]["median"]))
            lines.setdefault(row["chain"], []).append(point)
    return lines


class Scale:
    def __init__(self, values, start, end):
        self.low, self.high = math.log(min(values)), math.log(max(values))
        self.start, self.end = start, end

    def __call__(self, value):
        share = (math.log(value) - self.low) / ((self.high - self.low) or 1)
        return self.start + share * (self.end - self.start)


def rungs(low, high):
    steps = [digit * 10.0 ** power for power in range(-3, 7) for digit in (1, 2, 5)]
    inside = [step for step in steps if low < step < high]
    return [max(s for s in steps if s <= low), *inside, min(s for s in steps if s >= high)]


def text(x, y, words, anchor="middle", color="#222"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">'
            f"{escape(words)}</text>")


def grid(x, y, sizes, steps):
    right = WIDTH - RIGHT
    for step in steps:
        yield f'<path d="M{LEFT} {y(step):.1f}H{right}" stroke="#ddd"/>'
        yield text(LEFT - 8, y(step) + 4, f"{step:g}", "end")
    for name, pixels in sizes:
        yield f'<path d="M{x(pixels):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#eee"/>'
        yield text(x(pixels), HEIGHT - BOTTOM + 20, name)


def spaced(places, least=17):
    result, last = {}, -least
    for name, place in sorted(places.items(), key=lambda item: item[1]):
        last = max(place, last + least)
        result[name] = last
    return result


def drawing(figures):
    lines = series(figures["sizes"])
    points = [point for line in lines.values() for point in line]
    steps = rungs(min(p[2] for p in points), max(p[2] for p in points))
    x = Scale([p[1] for p in points], LEFT + 20, WIDTH - RIGHT - 20)
    y = Scale(steps, HEIGHT - BOTTOM, TOP)
    sizes = sorted({(p[0], p[1]) for p in points}, key=lambda size: size[1])
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="13">')
    yield '<rect width="100%" height="100%" fill="#fff"/>'
    yield text(LEFT, 28, "HDR10 to SDR: frames per second of CPU time, one core", "start")
    yield from grid(x, y, sizes, steps)
    labels = spaced({name: y(line[-1][2]) for name, line in lines.items()})
    for color, (name, line) in zip(COLORS, lines.items()):
        path = " ".join(f"{x(p[1]):.1f},{y(p[2]):.1f}" for p in line)
        yield f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>'
        yield from (f'<circle cx="{x(p[1]):.1f}" cy="{y(p[2]):.1f}" r="3" fill="{color}"/>'
                    for p in line)
        yield text(x(line[-1][1]) + 10, labels[name] + 4, name, "start", color)
    machine = figures["machine"]
    yield text(LEFT, HEIGHT - 14, f"{machine['processor']}, {machine['date']}, commit "
               f"{machine['commit']}; median of {figures['rounds']} rounds", "start", "#666")
    yield "</svg>"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, metavar="FIGURES.json")
    file = parser.parse_args().file
    figures = json.loads(file.read_text())
    if "sizes" not in figures:
        sys.exit(f"{file} has no figures of sizes: run filter_speed.py with the part sizes")
    print("\n".join(drawing(figures)))


if __name__ == "__main__":
    main()
