#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Plots how gamut_map() changes colors, and writes docs/images/gamut_plane.svg and gamut_ramps.svg.

The colors are mapped by plot_gamut.cpp, which this script compiles with COMPILER.
"""

import argparse
import math
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "images"
SOFTNESS = "0.15"
WHITE = (0.3127, 0.3290)
# CIE x and y of red, green and blue, from ITU-R BT.709-6, SMPTE EG 432-1 and ITU-R BT.2020-2.
PRIMARIES = {
    "BT.709": ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060)),
    "P3": ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060)),
    "BT.2020": ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)),
}
# Matrix from CIE XYZ to linear BT.709 (IEC 61966-2-1).
FROM_XYZ = ((3.2406, -1.5372, -0.4986), (-0.9689, 1.8758, 0.0415), (0.0557, -0.2040, 1.0570))
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
HUES = {"red": (1, 0.02, 0.01), "orange": (1, 0.3, 0.02), "yellow": (1, 0.85, 0.03),
        "green": (0.05, 1, 0.05), "azure": (0.03, 0.35, 1), "blue": (0.02, 0.02, 1),
        "violet": (0.35, 0.02, 1), "magenta": (1, 0.03, 0.5)}


def product(matrix, vector):
    return tuple(sum(m * v for m, v in zip(row, vector)) for row in matrix)


def mapped(colors, compiler):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "plot_gamut"
        subprocess.run([compiler, "-std=c++20", "-O1", f"-I{ROOT}", "-o", program,
                        ROOT / "tests" / "bench" / "plot_gamut.cpp"], check=True)
        lines = "\n".join(" ".join(f"{x:.9g}" for x in color) for color in colors)
        result = subprocess.run([program, SOFTNESS], input=lines, capture_output=True, text=True,
                                check=True)
    return [tuple(float(x) for x in line.split()) for line in result.stdout.splitlines()]


def uv(x, y):
    """Converts CIE x and y to CIE 1976 u' and v'."""
    divisor = -2 * x + 12 * y + 3
    return 4 * x / divisor, 9 * y / divisor


def uv_of(color):
    x, y, z = product(TO_XYZ, color)
    total = x + y + z
    return uv(x / total, y / total)


def color_at(x, y):
    color = product(FROM_XYZ, (x / y, 1, (1 - x - y) / y))
    return tuple(component / max(color) / 2 for component in color)


def code(component):
    return round(255 * min(max(component, 0), 1) ** (1 / 2.4))


def paint(color):
    return "#" + "".join(f"{code(component):02x}" for component in color)


def text(x, y, words, anchor="start", size=13):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
            f'fill="#222">{words}</text>')


def svg(width, height, parts):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="sans-serif">')
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>", ""])


def boundary(name, steps):
    corners = PRIMARIES[name]
    for share in (1, 0.75, 0.5):
        for first, second in zip(corners, corners[1:] + corners[:1]):
            for i in range(steps):
                edge = [a + (b - a) * i / steps for a, b in zip(first, second)]
                yield tuple(w + (e - w) * share for w, e in zip(WHITE, edge))


def plane(compiler):
    def place(point):
        return 40 + 1000 * point[0], 610 - 1000 * point[1]

    colors = [color_at(*point) for point in boundary("BT.2020", 12)]
    parts = []
    for name, corners in PRIMARIES.items():
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(uv(*c)) for c in corners))
        parts.append(f'<polygon points="{points}" fill="none" stroke="#999"/>')
        x, y = place(uv(*corners[1]))
        parts.append(text(x - 4, y - 6, name, size=12))
    for before, after in zip(colors, mapped(colors, compiler)):
        (x, y), (u, v) = place(uv_of(before)), place(uv_of(after))
        parts.append(f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="#444"/>'
                     f'<circle cx="{u:.1f}" cy="{v:.1f}" r="4" fill="{paint(after)}" '
                     'stroke="#444" stroke-width="0.5"/>')
    parts.append(text(40, 600, "u' to the right, v' upward (CIE 1976): colors of BT.2020, and dots "
                      "where they are shown", size=12))
    return svg(720, 620, parts)


def lightness_and_chroma(color):
    def root(t):
        return math.cbrt(t) if t > 216 / 24389 else 841 / 108 * t + 4 / 29

    x, y, z = (root(max(a, 0) / b) for a, b in zip(product(TO_XYZ, color), (0.9505, 1, 1.089)))
    return 116 * y - 16, math.hypot(500 * (x - y), 200 * (y - z))


def ramps(compiler):
    steps, left, wide, high = 60, 80, 480, 22
    brightness = [2 ** (-5 + 7 * i / (steps - 1)) for i in range(steps)]
    colors = []
    for hue in HUES.values():
        luminance = product(TO_XYZ, hue)[1]
        colors += [tuple(c * y / luminance for c in hue) for y in brightness]
    shown = mapped(colors, compiler)
    parts = [text(left, 24, "clipped (upper) and mapped (lower), luminance 1/32 to 4 times white"),
             text(left + wide + 20, 24, "mapped: L* (black), C* (color)")]
    for row, name in enumerate(HUES):
        top = 40 + row * (2 * high + 14)
        parts.append(text(left - 8, top + high + 4, name, "end"))
        line = {0: [], 1: []}
        for i in range(steps):
            at = row * steps + i
            for half, color in enumerate((colors[at], shown[at])):
                parts.append(f'<rect x="{left + i * wide / steps:.1f}" y="{top + half * high}" '
                             f'width="{wide / steps + 0.3:.1f}" height="{high}" '
                             f'fill="{paint(color)}"/>')
            for which, value in enumerate(lightness_and_chroma(shown[at])):
                line[which].append(f"{left + wide + 20 + i * 240 / steps:.1f},"
                                   f"{top + 2 * high * (1 - value / 130):.1f}")
        stroke = ("#222", paint(shown[row * steps + steps // 2]))
        parts += [f'<polyline points="{" ".join(line[k])}" fill="none" stroke="{stroke[k]}" '
                  'stroke-width="2"/>' for k in (0, 1)]
        parts.append(f'<path d="M{left + wide + 20} {top + 2 * high}h240" stroke="#ccc"/>')
    return svg(left + wide + 280, 40 + len(HUES) * (2 * high + 14) + 10, parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compiler", nargs="?", default="c++", metavar="COMPILER", help="default: c++")
    compiler = parser.parse_args().compiler
    (IMAGES / "gamut_plane.svg").write_text(plane(compiler))
    (IMAGES / "gamut_ramps.svg").write_text(ramps(compiler))


if __name__ == "__main__":
    main()
