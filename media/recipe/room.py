# SPDX-License-Identifier: BSD-2-Clause
"""A dim room with a window to a sunny garden, a lamp on a table, books, and two people."""

import numpy as np

from .people import DARK_SKIN, LIGHT_SKIN, bumped, person
from .render import Camera, render
from .trace import (
    Box,
    Ellipsoid,
    Scene,
    Sun,
    SphereLamp,
    Surface,
    Window,
    dot,
    fractal,
    noise,
    srgb,
    unit,
    vector,
)

SUN = unit(vector(0.36, 0.52, -0.8))
SUN_COLOR, WARM = vector(1.0, 0.93, 0.8), vector(1.0, 0.66, 0.34)
BACK = -2.2


def garden(d):
    up, x = d[1], d[0] / np.maximum(np.abs(d[2]), 0.2)
    sky = vector(1500, 2300, 3900) + (1 - np.clip(up * 2.5, 0, 1)) * vector(2600, 2300, 1300)
    clouds = fractal(np.stack([x * 2.4, up * 6, x * 0 + 3.1]), 6)
    folds = fractal(np.stack([x * 9, up * 21, x * 0 + 5.3]), 5)
    bright = vector(5200, 5000, 4700) * (0.25 + 1.5 * folds)
    sky = sky + np.clip((clouds - 0.42) * 5, 0, 1) * (bright - sky * 0.6)
    toward = np.maximum(dot(d, SUN), 0)
    sky = sky + SUN_COLOR * (3500 * toward**60 + 40000 * (toward > 0.99925))
    q = np.stack([x * 9, up * 9, x * 0 + 7.7])
    crowns = 0.06 + 0.3 * (fractal(np.stack([x * 2.6, x * 0, x * 0 + 1.5]), 4) - 0.3)
    leaves = fractal(q * 4, 4)
    twigs = fractal(q * 17, 3)
    trees = vector(230, 360, 120) * np.clip(leaves * 3.4 - 1.1, 0.06, 2) * (0.3 + 1.4 * twigs)
    lawn = vector(420, 620, 170) * (
        0.6
        + 0.7
        * fractal(np.stack([x / np.maximum(-up, 0.02), 1 / np.maximum(-up, 0.02), x * 0]) * 3, 3)
    ) * (0.55 + 0.9 * fractal(np.stack([x * 60, up * 170, x * 0]), 3))
    ground = np.where(up > -0.035, trees, lawn)
    return np.where(up < crowns + 0.03 * (leaves - 0.5), ground, sky).astype(np.float32)


def planks(local, normal, albedo):
    row = np.floor(local[0] / 0.14)
    along = local[2] + row * 0.37
    board = np.stack([row * 7.3, np.floor(along / 1.1), row * 0])
    tint = 0.7 + 0.5 * noise(board + 0.5)
    grain = fractal(np.stack([local[0] * 60, along * 3, row]), 4)
    gap = (np.abs(local[0] / 0.14 - row - 0.5) > 0.485) | (np.abs((along / 1.1) % 1 - 0.5) > 0.496)
    return albedo * tint * (0.6 + 0.8 * grain) * np.where(gap, 0.25, 1), normal, None


def plaster(local, normal, albedo):
    stain = 0.80 + 0.35 * fractal(local * np.float32(1.3), 4)
    brush = fractal(local * vector(34, 11, 34), 4)
    grit = noise(local * np.float32(120))
    color = albedo * stain * (0.62 + 0.6 * brush) * (0.85 + 0.3 * grit)
    return color, bumped(local, normal, 0.045, 0.22, 4), None


def books(local, normal, albedo):
    column = np.floor(local[0] / 0.035 + 0.3 * np.sin(local[0] * 9))
    hue = noise(np.stack([column * 3.7, local[1] * 0 + 0.5, local[1] * 0]))
    color = np.stack(
        [0.05 + 0.4 * hue, 0.06 + 0.22 * np.abs(np.sin(column * 2.3)), 0.06 + 0.3 * (1 - hue)]
    )
    tall = 0.06 + 0.05 * noise(np.stack([column * 5.1, column * 0, column * 0 + 0.5]))
    title = np.where((np.abs(local[1]) < 0.02) & (noise(local * np.float32(90)) > 0.45), 2.2, 1)
    return np.where(local[1] < tall, color * title, 0.015), normal, None


def shade_texture(local, normal, albedo):
    weave = 0.9 + 0.1 * np.sin(np.arctan2(local[0], local[2]) * 60)
    glow = np.exp(-((local[1] / 0.09) ** 2)) * weave
    return albedo, normal, (WARM * 2300 * (0.3 + 0.7 * glow)).astype(np.float32)


def walls():
    paint = Surface(srgb(186, 178, 160), texture=plaster)
    frame = Surface(srgb(208, 202, 190))
    low, high, sill, lintel = -0.25, 1.35, 0.75, 2.05
    back = [
        Box((-3, 0, BACK - 0.2), (low, 2.7, BACK), paint),
        Box((high, 0, BACK - 0.2), (3, 2.7, BACK), paint),
        Box((low, 0, BACK - 0.2), (high, sill, BACK), paint),
        Box((low, lintel, BACK - 0.2), (high, 2.7, BACK), paint),
    ]
    middle = (low + high) / 2
    bars = [
        Box((middle - 0.03, sill, BACK - 0.1), (middle + 0.03, lintel, BACK - 0.05), frame),
        Box((low, 1.52, BACK - 0.1), (high, 1.56, BACK - 0.05), frame),
        Box((low - 0.08, sill - 0.05, BACK), (high + 0.08, sill, BACK + 0.16), frame),
    ]
    sides = [
        Box((-3.2, 0, BACK), (-2.4, 2.7, 4), paint),
        Box((2.2, 0, BACK), (3.2, 2.7, 4), paint),
        Box((-3, 2.6, BACK), (3, 2.8, 4), Surface(srgb(200, 198, 190))),
        Box((-3, 0, 3.9), (3, 2.7, 4.1), paint),
    ]
    return back + bars + sides, Window(
        (low, sill, BACK - 0.06), (high, lintel, BACK - 0.06), garden
    )


def furniture():
    wood, cloth = Surface(srgb(110, 72, 44), texture=planks), srgb(150, 32, 30)
    return [
        Box((-3, -0.2, BACK - 0.1), (3, 0, 4), Surface(srgb(140, 96, 60), texture=planks)),
        Box((-1.95, 0.83, -1.7), (-0.55, 0.88, -1.05), wood),
        Box((-1.9, 0, -1.65), (-1.84, 0.83, -1.59), wood),
        Box((-0.86, 0, -1.15), (-0.8, 0.83, -1.09), wood),
        Box((-2.4, 1.25, BACK), (-0.75, 1.28, BACK + 0.2), wood),
        Box(
            (-2.3, 1.28, BACK + 0.03),
            (-0.8, 1.5, BACK + 0.17),
            Surface(srgb(90, 60, 40), texture=books),
        ),
        Ellipsoid(
            (-1.1, 1.2, -1.4),
            (0.17, 0.14, 0.17),
            Surface(srgb(230, 220, 200), texture=shade_texture),
        ),
        Box((-1.115, 0.88, -1.415), (-1.085, 1.08, -1.385), Surface(srgb(60, 50, 40))),
        Ellipsoid(
            (-0.72, 0.945, -1.25), (0.07, 0.065, 0.07), Surface(srgb(40, 90, 140), gloss=0.6)
        ),
        Box(
            (-0.95, 0.003, -1.4),
            (1.6, 0.012, 0.4),
            Surface(
                cloth,
                texture=lambda p, n, a: (
                    a * np.where(np.sin(p[0] * 24) * np.sin(p[2] * 24) > 0, 1, 0.35),
                    bumped(p, n, 0.01, 0.2, 2),
                    None,
                ),
            ),
        ),
    ]


def scene(seconds):
    shell, window = walls()
    turn = 0.25 * np.sin(seconds * 2.2)
    people = person(
        (0.56, 1.29, -0.38), -0.35 + turn, LIGHT_SKIN, srgb(96, 62, 30), srgb(60, 88, 120)
    )
    people += person(
        (-0.3, 1.27, -0.3), 0.25 - 0.6 * turn, DARK_SKIN, srgb(28, 22, 20), srgb(150, 120, 50)
    )
    lamp = SphereLamp((-1.1, 1.2, -1.4), 0.19, WARM * 700)
    sun = Sun((0.36, 0.52, -0.8), SUN_COLOR * 5200, 0.004)
    fill = SphereLamp((-0.9, 2.2, 2.2), 0.35, vector(1, 0.85, 0.7) * 260)
    return Scene(shell + furniture() + people, [window, lamp, sun, fill], garden, False, 600)


def frame(seconds, width, height, samples=2, close=False):
    camera = Camera((0.12, 1.42, 0.62), (0.05, 1.33, -1), 66)
    if close:
        camera = Camera((0.3, 1.4, 0.75), (0.28, 1.34, -1), 62)
    return render(scene(seconds), camera, width, height, samples, 7)
