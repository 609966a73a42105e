#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Plots the figures that gpu_patterns has measured.

    tests/bench/plot_patterns.py radii FIGURES.json ... > docs/images/gpu_convolution.svg
    tests/bench/plot_patterns.py bars FIGURES.json ... > docs/images/gpu_patterns.svg
    tests/bench/plot_patterns.py table FIGURES.json ...

FIGURES.json is the output of `gpu_patterns --json FIGURES.json`; several files are merged. `radii`
plots the time per frame of the convolution over its radius, for frames of floats; both axes are
logarithmic. `bars` plots the time of each variant, divided by the time of a plain copy of the plane;
the convolution is shown only for the radii in SHOWN. `table` prints the figures of `bars` as a
Markdown table.
"""

import argparse
import json
import pathlib

from plot_speed import (BOTTOM, COLORS, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Scale, grid, rungs, spaced,
                        text)

SHOWN = (1, 5, 10, 20)
TUNED = "unrolled, tuned"
BAR, GAP, NAMES, PLOT = 15, 10, 320, 420
LEAST = 0.4
COPY, HALF = "copy", ", 16 bits"


def start(height, title):
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
           f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="13">')
    yield '<rect width="100%" height="100%" fill="#fff"/>'
    yield text(LEFT, 28, title, "start")


def end(figures, height):
    yield text(LEFT, height - 14, f"{figures['device']}, {figures['width']}x{figures['height']}, "
               f"{figures['frames']} frames per launch; medians of {figures['turns']} rounds",
               "start", "#666")
    yield "</svg>"


def short(variant):
    return TUNED if variant.startswith(TUNED) else variant


def radii(figures):
    lines = {}
    for row in figures["rows"]:
        if row["pattern"] == "convolution" and not row["variant"].endswith(HALF):
            lines.setdefault(short(row["variant"]), []).append((row["radius"], row["us"]))
    points = [point for line in lines.values() for point in line]
    steps = rungs(min(p[1] for p in points), max(p[1] for p in points))
    x = Scale([p[0] for p in points], LEFT + 20, WIDTH - RIGHT - 20)
    y = Scale(steps, HEIGHT - BOTTOM, TOP)
    yield from start(HEIGHT, "Convolution with (2 radius + 1)² weights: "
                     "microseconds per frame over the radius")
    yield from grid(x, y, [(str(r), r) for r in (1, 2, 3, 5, 7, 10, 15, 20, 30)], steps)
    labels = spaced({name: y(line[-1][1]) for name, line in lines.items()})
    for color, (name, line) in zip((*COLORS, "#111"), lines.items()):
        path = " ".join(f"{x(radius):.1f},{y(us):.1f}" for radius, us in line)
        yield f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>'
        yield text(x(line[-1][0]) + 10, labels[name] + 4, name, "start", color)
    yield from end(figures, HEIGHT)


def groups(figures):
    found, copies = {}, {}
    for row in figures["rows"]:
        if row["pattern"] == "convolution" and row["radius"] not in SHOWN:
            continue
        title = row["pattern"] + (f", radius {row['radius']}" if row["radius"] else "")
        copy = copies.setdefault(title, row["us"])
        if not row["variant"].startswith(COPY):
            found.setdefault(title, []).append((row["variant"], row["us"], row["us"] / copy))
    return found


def bar(x, y, variant, copies):
    color = COLORS[0] if variant.startswith("ours") else COLORS[2]
    yield text(NAMES - 8, y + 12, variant, "end")
    yield (f'<rect x="{NAMES}" y="{y}" width="{x(copies) - NAMES:.1f}" height="{BAR - 2}" '
           f'fill="{color}"/>')
    number = f"{copies:.2f}" if copies < 10 else f"{copies:.0f}"
    yield text(x(copies) + 6, y + 12, number, "start", color)


def bars(figures):
    found = groups(figures)
    height = TOP + BOTTOM + sum(GAP + BAR * (1 + len(rows)) for rows in found.values())
    x = Scale([LEAST, max(row[2] for rows in found.values() for row in rows)], NAMES, NAMES + PLOT)
    yield from start(height, "Time in copies of the plane, logarithmic; the line is one copy")
    yield f'<path d="M{x(1):.1f} {TOP}V{height - BOTTOM}" stroke="#999"/>'
    y = TOP
    for title, rows in found.items():
        yield text(LEFT, y + 12, title, "start", "#666")
        for variant, _, copies in rows:
            y += BAR
            yield from bar(x, y, variant, copies)
        y += BAR + GAP
    yield from end(figures, height)


def table(figures):
    yield "| | variant | µs per frame | copies | gain |\n|---|---|---|---|---|"
    for title, rows in groups(figures).items():
        for variant, us, copies in rows:
            yield f"| {title} | {variant} | {us:.4g} | {copies:.3g} | {rows[0][1] / us:.2f} |"


def main():
    ways = {"radii": radii, "bars": bars, "table": table}
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("way", choices=ways)
    parser.add_argument("figures", nargs="+", type=pathlib.Path, metavar="FIGURES.json")
    arguments = parser.parse_args()
    figures = [json.loads(file.read_text()) for file in arguments.figures]
    joined = {**figures[0], "rows": [row for part in figures for row in part["rows"]]}
    print("\n".join(ways[arguments.way](joined)))


if __name__ == "__main__":
    main()
