# SPDX-License-Identifier: BSD-2-Clause
"""A wet street at night: lamps, lit windows, neon, a walking person, an approaching car."""

import numpy as np

from .people import LIGHT_SKIN, bumped, person
from .render import Camera, render
from .trace import (
    Box,
    Ellipsoid,
    Floor,
    Scene,
    SphereLamp,
    Surface,
    Sun,
    dot,
    fractal,
    noise,
    srgb,
    unit,
    vector,
)

WARM, COLD = vector(1.0, 0.62, 0.3), vector(0.8, 0.95, 1.1)
MOON = unit(vector(-0.22, 0.3, -0.93))


def night_sky(d):
    up = np.clip(d[1], 0, 1)
    sky = vector(0.10, 0.12, 0.2) * (0.5 + up) + (1 - up) ** 8 * vector(0.9, 0.55, 0.3)
    clouds = fractal(np.stack([d[0] * 5, d[1] * 12, d[2] * 0]), 5)
    toward = np.maximum(dot(d, MOON), 0)
    sky = sky * (0.6 + clouds) + toward**300 * vector(3, 3.2, 3.6) * (0.4 + clouds)
    stars = (noise(d * np.float32(190)) > 0.965) & (d[1] > 0.1)
    craters = 0.6 + 0.5 * fractal(d * np.float32(60), 4)
    sky = sky + stars * np.float32(4) + (toward > 0.99975) * craters * vector(900, 920, 960)
    return sky.astype(np.float32)


def facade(seed):
    def texture(local, normal, albedo):
        across = np.where(np.abs(normal[0]) > 0.5, local[2], local[0])
        u, v = across / 1.5, (local[1] + 40) / 1.9
        i, j = np.floor(u).astype(np.int64), np.floor(v).astype(np.int64)
        fu, fv = u - i, v - j
        chance = np.abs(np.sin(i * 12.9898 + j * 78.233 + seed) * 43758.5453) % 1
        pane = (np.abs(fu - 0.5) < 0.24) & (np.abs(fv - 0.5) < 0.32)
        bar = (np.abs(fu - 0.5) < 0.015) | (np.abs(fv - 0.55) < 0.012)
        level = 12 + 150 * ((chance * 7.31) % 1) ** 2
        curtain = 0.45 + 0.55 * fractal(np.stack([fu * 14 + i, fv * 2 + j, fu * 0]), 3)
        inside = (
            np.where((chance * 3.7) % 1 > 0.3, 1, 0) * WARM
            + np.where((chance * 3.7) % 1 > 0.3, 0, 1) * COLD
        )
        lit = pane & ~bar & (chance > 0.56) & (np.abs(normal[1]) < 0.5)
        glow = np.where(lit, inside * level * curtain, 0).astype(np.float32)
        row = np.floor(v * 24)
        joint = (np.abs((v * 24) % 1 - 0.5) > 0.42) | (
            np.abs((u * 8 + 0.5 * (row % 2)) % 1 - 0.5) > 0.46
        )
        brick = (0.7 + 0.5 * fractal(local * np.float32(2.1), 4)) * np.where(joint, 0.6, 1)
        color = np.where(pane, vector(0.02, 0.022, 0.026), albedo * brick)
        return color, bumped(local, normal, 0.12, 0.12), glow

    return texture


def wet(local, normal, albedo):
    depth = fractal(np.stack([local[0] * 0.9, local[1] * 0, local[2] * 0.35]), 4)
    puddle = np.clip((0.52 - depth) * 12, 0, 1)
    stones = 0.6 + 0.8 * fractal(local * np.float32(25), 3)
    rough = bumped(local, normal, 0.05, 0.10, 2)
    ripples = bumped(local * vector(1, 1, 0.4), normal, 0.12, 0.018, 2)
    line = (np.abs(local[0] + 0.6) < 0.07) & ((local[2] * 0.4) % 1 < 0.55)
    color = np.where(line, vector(0.45, 0.45, 0.42), albedo) * stones * (1 - 0.6 * puddle)
    return color, unit(rough * (1 - puddle) + ripples * puddle), None


def neon(color, letters):
    def texture(local, normal, albedo):
        across = np.where(np.abs(normal[0]) > 0.5, local[2], local[0])
        u, v = across * letters, local[1] / 0.28
        shape = np.abs(np.sin(u * 3.1 + np.floor(u) * 2.4) - v) < 0.2
        border = (np.abs(v) > 0.86) & (np.abs(v) < 0.97)
        return albedo, normal, np.where(shape | border, color, 0.02 * color).astype(np.float32)

    return texture


def car(z):
    body = Surface(srgb(120, 20, 24), gloss=1.5)
    dark, light = Surface(srgb(14, 14, 16), gloss=2.0), Surface(
        srgb(255, 255, 255), emission=COLD * 5200
    )
    low = Surface(srgb(20, 20, 20))
    parts = [
        Box((-2.6, 0.3, z - 3.6), (-1.0, 0.82, z), body),
        Box((-2.45, 0.82, z - 3.0), (-1.15, 1.32, z - 1.2), dark),
        Ellipsoid((-2.4, 0.3, z - 0.7), (0.12, 0.3, 0.3), low),
        Ellipsoid((-1.2, 0.3, z - 0.7), (0.12, 0.3, 0.3), low),
    ]
    parts += [Ellipsoid((x, 0.62, z + 0.02), (0.11, 0.09, 0.05), light) for x in (-2.35, -1.25)]
    beams = [SphereLamp((x, 0.64, z + 0.35), 0.12, COLD * 700) for x in (-2.35, -1.25)]
    return parts, beams


def scene(seconds):
    wall = srgb(150, 96, 76)
    objects = [
        Floor(0, Surface(srgb(70, 70, 74), gloss=7.0, texture=wet)),
        Box((2.6, 0, -60), (9, 9, 3), Surface(wall, texture=facade(1.0))),
        Box(
            (1.7, 0, -60),
            (2.6, 0.14, 3),
            Surface(
                srgb(110, 108, 104),
                texture=lambda p, n, a: (a * (0.7 + 0.5 * fractal(p * np.float32(8), 3)), n, None),
            ),
        ),
        Box((-14, 0, -60), (-4.4, 12, 1), Surface(srgb(120, 116, 110), texture=facade(5.0))),
        Box((-9, 0, -80), (9, 7, -62), Surface(srgb(90, 80, 80), texture=facade(9.0))),
        Box(
            (2.45, 3.0, -7.5),
            (2.58, 3.6, -4.6),
            Surface(srgb(12, 12, 12), texture=neon(vector(420, 6, 60), 1.3)),
        ),
        Box(
            (-4.4, 3.2, -13),
            (-4.2, 3.8, -8.6),
            Surface(srgb(12, 12, 12), texture=neon(vector(4, 70, 520), 1.1)),
        ),
    ]
    lamps, iron = [], Surface(srgb(30, 32, 34))
    for z in (1.2, -9.0, -19.0, -31.0):
        objects += [
            Box((1.95, 0, z - 0.05), (2.05, 3.5, z + 0.05), iron),
            Ellipsoid((2.0, 3.62, z), (0.17, 0.15, 0.17), Surface(WARM, emission=WARM * 3400)),
        ]
        lamps.append(SphereLamp((2.0, 3.62, z), 0.24, WARM * 2600))
    vehicle, beams = car(-22 + 6 * seconds)
    signs = [
        SphereLamp((2.2, 3.3, -6.0), 0.4, vector(60, 1, 9)),
        SphereLamp((-4.0, 3.5, -10.8), 0.5, vector(0.8, 12, 80)),
    ]
    walker = person(
        (0.95 - 0.2 * seconds, 1.45, -1.5),
        0.05 - 0.5 * seconds,
        LIGHT_SKIN,
        srgb(40, 26, 18),
        srgb(70, 74, 60),
    )
    moon = Sun((-0.22, 0.3, -0.93), COLD * 0.25, 0.005)
    return Scene(
        objects + vehicle + walker, lamps[:2] + beams + signs + [moon], night_sky, True, 40
    )


def frame(seconds, width, height, samples=1):
    camera = Camera((0.3, 1.5, 0.6), (-0.1, 1.75, -6), 70)
    return render(scene(seconds), camera, width, height, samples, 11)
