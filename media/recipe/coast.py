# SPDX-License-Identifier: BSD-2-Clause
"""A rocky coast against a low sun, composited from far to near."""

import numpy as np

from .render import CHUNK
from .trace import fractal, srgb, vector

SUN_AT = (0.30, 0.115)
LIGHTHOUSE_AT = 0.78
HORIZON = 0.30  # height of the horizon above the lower edge


def noise2(x, y, octaves, layer):
    return fractal(np.stack([x, y, np.full_like(x, layer)]), octaves)


def over(below, color, cover):
    return below + (color - below) * cover


def sky(x, y):
    """y is the height above the horizon."""
    dx, dy = x - SUN_AT[0], y - SUN_AT[1]
    away = np.sqrt(dx * dx + dy * dy)
    height = np.clip(y / 0.35, 0, 1)
    light = over(vector(1250, 720, 330), vector(120, 210, 420), height**0.7)
    light = (
        light
        + vector(2600, 1500, 600) * np.exp(-away / 0.05)
        + vector(700, 420, 200) * np.exp(-away / 0.2)
    )
    thick = noise2(x * 4.1 + 5, y * 13 / (0.35 + y) + 2, 7, 0.5)
    veil = noise2(x * 7 - y * 5 + 3, y * 30 / (0.3 + y) + 9, 7, 44.5)
    light = light * (0.62 + 0.95 * np.clip((veil - 0.28) * 1.9, 0, 1))
    cloud = np.clip((thick - 0.49) * 6, 0, 1)
    rim = np.clip(1 - np.abs(thick - 0.555) * 20, 0, 1) * np.exp(-away / 0.16)
    body = over(vector(420, 250, 190), vector(60, 75, 115), np.clip((thick - 0.52) * 7, 0, 1))
    folds = noise2(x * 17 + 1, y * 46 / (0.35 + y) + 6, 6, 46.5)
    body = body * (0.6 + 1.6 * np.exp(-away / 0.2)) * (0.35 + 1.3 * folds)
    body = body + rim * vector(5200, 3300, 1700)
    disk = np.clip((0.02 - away) * 900, 0, 1)
    light = over(light, body, cloud)
    return light * np.float32(0.45) + disk * vector(14000, 11000, 7000) * (1 - 0.6 * cloud)


def hills(picture, x, y, pan):
    for n, (height, size, haze, speed) in enumerate(
        [(0.085, 3, 0.75, 0.15), (0.06, 5, 0.45, 0.3), (0.05, 8, 0.18, 0.6)]
    ):
        u = x + pan * speed
        line = height * (
            noise2(u * size, np.zeros_like(x), 6, 3.5 + n) * 1.7 - 0.45 + 0.5 * (0.62 - x)
        )
        if n == 2:
            line = line + 0.05 * np.exp(-(((x - LIGHTHOUSE_AT + pan * speed) / 0.13) ** 4))
        slope = noise2(u * size * 8, y * size * 10, 5, 8.5 + n)
        slope = 0.6 * slope + 0.8 * noise2(u * size * 26, y * size * 48, 5, 11.5 + n) - 0.2
        near_sun = np.exp(-np.abs(x - SUN_AT[0]) / 0.2)
        ground = vector(36, 40, 30) * np.maximum(0.05, 3.4 * slope - 0.8) / (n + 1)
        veil = vector(620, 380, 220) * (0.35 + near_sun)
        cover = np.clip((line - y) * 700, 0, 1)
        picture = over(picture, over(ground, veil, haze), cover * (y > 0))
    return picture


def lighthouse(picture, x, y, pan, seconds):
    u = x - LIGHTHOUSE_AT + pan * 0.6
    v = (y - 0.055) / 0.105
    tower = (np.abs(u) < 0.0105 - 0.004 * v) & (v > 0) & (v < 1)
    shade = 0.25 + 0.75 * np.clip(0.5 - u / 0.016, 0, 1)
    bands = np.where((v * 5) % 2 < 1, 1, 0)
    paint = over(vector(330, 300, 270), vector(170, 34, 22), bands) * shade * 0.5
    picture = over(picture, paint, tower.astype(np.float32))
    cabin = (np.abs(u) < 0.009) & (v >= 1) & (v < 1.16)
    roof = (np.abs(u) < 0.012 * (1.36 - v) / 0.2) & (v >= 1.16) & (v < 1.36)
    picture = over(picture, vector(25, 20, 18) + 0 * u, roof.astype(np.float32))
    flash = 0.25 + 0.75 * max(0.0, np.cos(seconds * 5)) ** 2
    lamp = np.exp(-(u * u + (y - 0.167) ** 2) / 0.00002) * flash
    picture = over(picture, vector(40, 30, 24) + 0 * u, cabin.astype(np.float32))
    return (
        picture
        + lamp * vector(3800, 3200, 2000)
        + np.exp(-np.hypot(u, y - 0.167) / 0.01) * flash * vector(220, 170, 90)
    )


def sea(x, y, pan, seconds):
    depth = 0.02 / np.maximum(-y, 0.0015)
    u, far = (x - 0.5 + pan) * depth * 9, depth * 26
    wave = noise2(u + seconds * 0.5, far - seconds * 1.1, 5, 20.5)
    small = noise2(u * 3.3 - seconds, far * 3 + seconds * 2.2, 4, 23.5)
    tilt = (wave - 0.5) * 0.9 + (small - 0.5) * 0.7
    seen = sky(x + tilt * 0.02, np.clip(-y * 0.9 + 0.06 + tilt * 0.16, 0.004, 0.5))
    near_sun = np.exp(-np.abs(x - SUN_AT[0]) / (0.025 + 0.30 * np.maximum(-y, 0)))
    sparkle = np.clip((small + 0.7 * wave - 0.97) * 9, 0, 1) ** 2
    water = np.minimum(seen, 2500) * (0.16 + 0.3 * np.clip(tilt + 0.5, 0, 1)) * 0.5 + vector(
        4, 14, 17
    )
    return water + sparkle * near_sun * vector(5200, 3500, 1900)


def rocks(picture, x, y, pan):
    u = x + pan * 1.6
    height = y + HORIZON
    line = (
        0.10
        + 0.16 * (1.3 * noise2(u * 4, height * 4, 7, 30.5) - 0.5)
        + 0.20 * np.clip(x - 0.55, 0, 1)
    )
    rough = noise2(u * 26, height * 34, 6, 31.5)
    cracks = np.abs(noise2(u * 15 + rough, height * 11 - u * 6, 4, 33.5) - 0.5) < 0.018
    stone = vector(4.6, 3.8, 3.3) * (0.1 + 5.0 * rough**3) * np.where(cracks, 0.25, 1)
    lichen = np.clip((noise2(u * 30, height * 30, 4, 36.5) - 0.60) * 9, 0, 1)
    stone = over(stone, vector(3.4, 2.6, 0.7) * (0.4 + rough), lichen * 0.8)
    top = np.clip(1 - (line - height) / 0.012, 0, 1)
    stone = stone + top * np.exp(-np.abs(x - SUN_AT[0]) / 0.25) * vector(120, 70, 34) * rough
    blades = noise2(u * 330 + 40 * height, height * 16, 3, 40.5)
    grass = (
        np.clip((blades - 0.42) * 6, 0, 1) * np.clip((x - 0.55) * 5, 0, 1) * (height < line - 0.012)
    )
    stone = over(stone, vector(0.8, 1.7, 0.45) * (0.25 + 2 * blades), grass * 0.85)
    return over(picture, stone, np.clip((line - height) * 600, 0, 1))


def painted(seconds, x, y):
    pan = 0.03 * seconds
    picture = np.where(y > 0, sky(x + 0.005 * seconds, np.maximum(y, 0)), 0)
    picture = hills(picture, x, y, pan)
    picture = lighthouse(picture, x, y, pan, seconds)
    water = np.flatnonzero(y <= 0)
    picture[:, water] = sea(x[water], y[water], pan, seconds)
    return rocks(picture, x, y, pan)


def frame(seconds, width, height):
    """Returns a frame in cd/m2, averaged from a frame of twice the size."""
    w, h = width * 2, height * 2
    x = (np.arange(w, dtype=np.float32) + np.float32(0.5)) / np.float32(w)
    y = (h - np.float32(0.5) - np.arange(h, dtype=np.float32)) / np.float32(w) - np.float32(HORIZON)
    x, y = (a.ravel() for a in np.meshgrid(x, y))
    parts = [slice(i, i + CHUNK) for i in range(0, x.size, CHUNK)]
    big = np.concatenate([painted(seconds, x[part], y[part]) for part in parts], axis=1)
    return big.reshape(3, height, 2, width, 2).mean(axis=(2, 4)).astype(np.float32)
