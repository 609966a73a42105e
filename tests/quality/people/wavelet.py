# SPDX-License-Identifier: BSD-2-Clause
"""The tone mapping operator of Shan, DeRose and Anderson 2012, "Tone mapping high dynamic range
videos using wavelets"."""

import numpy as np
from scipy.ndimage import gaussian_filter

from color import converted

TINY = 1e-6


def pair(image, axis, step):
    other = np.roll(image, step, axis)
    return (image + other) / np.sqrt(2), (image - other) / np.sqrt(2)


def unpaired(low, high, axis, step):
    return (low + np.roll(low, -step, axis) + high - np.roll(high, -step, axis)) / np.sqrt(2)


def decomposed(image, levels):
    bands = []
    for level in range(levels):
        low, high = pair(image, 0, 1 << level)
        image, vertical = pair(low, 1, 1 << level)
        bands.append([*pair(high, 1, 1 << level), vertical])
    return bands, image


def recomposed(bands, rest):
    for level in reversed(range(len(bands))):
        horizontal, diagonal, vertical = bands[level]
        low = unpaired(rest, vertical, 1, 1 << level)
        high = unpaired(horizontal, diagonal, 1, 1 << level)
        rest = unpaired(low, high, 0, 1 << level) / 4
    return rest


def activity(bands, rest):
    total = gaussian_filter(np.abs(rest), 2.0 ** (len(bands) - 1), mode="wrap")
    for level, group in enumerate(bands):
        total += gaussian_filter(sum(np.abs(band) for band in group), 2.0**level, mode="wrap")
    return total


def shan2012(light, peak, levels=1):
    light = np.maximum(light, 0)
    value = light.max(-1)
    low, high = value.min(), value.max()
    bands, rest = decomposed((value - low) / (high - low), levels)
    busy = activity(bands, rest) + TINY
    powers = np.minimum(0.6 + 0.05 * np.arange(levels), 0.9) - 1
    scale = np.sum(busy * (busy / (0.1 * busy.mean())) ** powers[0])
    gains = [busy**power * np.sum(busy * busy**power) / scale for power in powers]
    bands = [[band * gain for band in group] for group, gain in zip(bands, gains)]
    shown = recomposed(bands, rest * gains[-1])
    result = light / (value + 1e-10)[..., None] * shown[..., None]
    result = (result - result.min()) / (result.max() - result.min())
    return converted(result, "bt2020", "bt709")
