# SPDX-License-Identifier: BSD-2-Clause
"""Makes SDR pictures, and HDR pictures that Hable's curve maps to these SDR pictures."""

import numpy as np

import color
from ffmpeg_support import MEDIA
from scenes import SKY_BLUE, SUNLIGHT, WIDTH, X, Y, fractal, mixed, tinted

UNIT = 160  # cd/m2 of 1.0; with this unit, the curve reproduces the masters on average
WHITE = 1000 / UNIT


def filmic(light):
    above = light * (0.15 * light + 0.05) + 0.004
    return above / (light * (0.15 * light + 0.5) + 0.06) - 0.2 * 0.02 / 0.06


def expanded(shown):
    """Returns the light in cd/m2 that Hable's curve maps to a linear SDR value (1 is white)."""
    level = shown * filmic(WHITE) + 0.2 * 0.02 / 0.06
    square, linear, rest = 0.15 * (1 - level), 0.05 - 0.5 * level, 0.004 - 0.06 * level
    return UNIT * (np.sqrt(linear**2 - 4 * square * rest) - linear) / (2 * square)


def interior():
    light = 0.16 * 2 ** (-1.5 * X / WIDTH + 0.25 * fractal(31, 1.0, 0.1))
    picture = tinted(np.where(Y > 380, 0.5 * light, light), (1.08, 1, 0.82))
    window = (np.abs(X - 260) < 110) & (np.abs(Y - 210) < 130)
    view = tinted(0.6 * 2 ** np.clip(0.3 * fractal(32, 1.3, 0.1), -0.6, 0.6), (0.9, 1, 1.12))
    lamp = np.hypot(X - 760, Y - 200)[..., None]
    picture = np.where(window[..., None], view, picture)
    return mixed(picture, tinted(np.ones_like(X), SUNLIGHT), np.exp(-((lamp / 26) ** 4)))


def street():
    walls = 0.03 * 2 ** (0.8 * fractal(33, 1.0, 0.1))
    picture = tinted(walls, (0.95, 1, 1.1))
    for x in range(120, WIDTH, 180):
        near = np.exp(-np.hypot(X - x, Y - 160) / 70)[..., None]
        lamp = np.exp(-((np.hypot(X - x, Y - 160)[..., None] / 9) ** 4))
        picture = picture + 0.25 * near * tinted(np.ones_like(X), (1.3, 0.95, 0.5)) + lamp
    return np.minimum(picture, 1)


def lit(picture):
    disk = np.clip(20 - np.hypot(X - 800, Y - 60), 0, 1)[..., None]
    return mixed(picture, tinted(np.ones_like(X), (1.0, 1.0, 0.95)), disk)


def masters(studio):
    tree = studio.decoded(MEDIA / "tree_sdr.mp4") ** 2.4
    people = studio.decoded(MEDIA / "portrait_sdr.mp4") ** 2.4
    bay = studio.decoded(MEDIA / "coast_sdr.mkv") ** 2.4
    dusk = 0.3 * (0.3 * tinted(bay @ color.LUMA_709, SKY_BLUE) + 0.7 * bay)
    return {"day": lit(tree), "people": people, "interior": interior(), "dusk": lit(dusk),
            "night": street()}


def hdr_of(master):
    luminance = np.maximum(master @ color.LUMA_709, 1e-5)
    ratio = expanded(np.minimum(luminance, 1)) / luminance
    return np.maximum(color.converted(master * ratio[..., None], "bt709", "bt2020"), 0)


def mean_lightness(luma):
    return float(color.lightness(np.clip(luma, 0, 1) ** 2.4).mean())
