# SPDX-License-Identifier: BSD-2-Clause
"""Close-up of two people in a garden, lit by the sun from the side: skin, wrinkles, hair and cloth."""

import numpy as np

from .people import DARK_SKIN, LIGHT_SKIN, person
from .render import Camera, Hits, render
from .trace import Scene, Sun, dot, fractal, srgb, unit, vector

SUN = (0.75, 0.55, 0.36)


def backdrop(d):
    x, y = d[0] / np.maximum(np.abs(d[2]), 0.2), d[1]
    soft = fractal(np.stack([x * 3.1, y * 3.4, x * 0 + 2.2]), 4)
    fine = fractal(np.stack([x * 11, y * 12, x * 0 + 6.4]), 3)
    leaf = fractal(np.stack([x * 52 + 2 * fine, y * 44 - 2 * fine, x * 0 + 3.3]), 2)
    lit = np.clip((leaf - 0.46) * 7, 0, 1)
    leaves = vector(26, 46, 14) * (0.25 + 2.2 * soft**2) * (0.7 + 0.6 * fine)
    leaves = leaves * (0.25 + 1.3 * leaf) + lit * vector(30, 44, 12) * soft
    gaps = np.clip((soft + 0.25 * fine + 0.6 * y - 0.80) * 7 - 3 * lit, 0, 1)
    light = leaves + gaps * (vector(420, 520, 640) - leaves)
    overhead = np.clip(y * 2 - 0.9, 0, 1) * (d[2] > -0.9)
    return (light + overhead * (vector(150, 190, 260) - light)).astype(np.float32)


def scene(seconds):
    nod = 0.12 * np.sin(seconds * 3)
    people = person(
        (-0.19, 1.36, -0.02), 0.35 + nod, LIGHT_SKIN, srgb(150, 104, 56), srgb(176, 60, 48)
    )
    people += person(
        (0.2 + 0.02 * seconds, 1.4, -0.12),
        -0.3 - nod,
        DARK_SKIN,
        srgb(26, 20, 18),
        srgb(60, 110, 150),
    )
    return Scene(people, [Sun(SUN, vector(330, 300, 250), 0.02)], backdrop, True, 400)


CAMERA = Camera((0, 1.45, 1.15), (0, 1.42, 0), 50)


def frame(seconds, width, height, samples=2):
    return render(scene(seconds), CAMERA, width, height, samples, 5)


def cover(seconds, width, height):
    """Returns the alpha of the clip: how much of each pixel people cover."""
    found = Hits(scene(seconds), CAMERA, width * 2, height * 2).found.astype(np.float32)
    return found.reshape(height, 2, width, 2).mean(axis=(1, 3))
