# SPDX-License-Identifier: BSD-2-Clause
"""The tone mapping operator of Eilertsen, Mantiuk and Unger 2015, "Real-time noise-aware tone
mapping", as the LIVE-TMHDR study uses it."""

import numpy as np
from scipy.ndimage import convolve1d, gaussian_filter

from color import LUMA_2020
from operators import recolored

DARKEST = -8.0
NOISE_SLOPE, NOISE_FLOOR = 5e-8, 1e-9
DISPLAY_BLACK = 0.8 + 0.01 * 400 / np.pi
DISPLAY_RANGE = np.log10((DISPLAY_BLACK + 99.2) / DISPLAY_BLACK)
PATCHES = 2160 * 2.5 * np.tan(np.pi / 72) / 1920
EDGE = 0.5


def noise(tone):
    light = 10.0**tone
    return np.log10(1 + np.sqrt(NOISE_SLOPE * light + NOISE_FLOOR) / light)


def visible(tone):
    """Returns half the smallest visible contrast at a luminance, both in log10 (Mantiuk et al.
    2011, HDR-VDP-2)."""
    contrast = (1 + (4.3806e-4 / 10.0**tone) ** 1.5154) ** 0.29412 / 30.182
    return 0.5 * np.log10((1 + contrast) / (1 - contrast))


def base_of(tone):
    base = tone
    for i in range(12):
        deviation = 0.1 * np.sqrt(2 * i + 1)
        smooth = gaussian_filter(base, deviation)
        ramp = np.arange(-np.ceil(3 * deviation), np.ceil(3 * deviation) + 1)
        slope = np.hypot(convolve1d(base, ramp, 0), convolve1d(base, ramp, 1))
        slope = np.maximum(slope, (i + 1) * np.abs(smooth - tone))
        weight = np.where(slope <= EDGE, (1 - (slope / EDGE) ** 2) ** 2, 0)
        base = base + weight * (smooth - base)
    return base


def histogram(tone, mask, width):
    count = int(round(-DARKEST / width)) + 1
    index = np.clip(np.floor((tone[mask] - DARKEST) / width + 0.5).astype(int), 0, count - 1)
    return np.bincount(index, minlength=count) / max(1, mask.sum())


def curve_of(shares, width):
    """Returns the tone curve for a histogram (Eilertsen et al. 2015, section 3)."""
    threshold = 1e-4
    for _ in range(20):
        kept = shares > threshold
        if not kept.any():
            break
        excess = kept.sum() - DISPLAY_RANGE / width
        threshold = max(excess / np.sum(1 / shares[kept]), 0)
    kept = shares > threshold
    slopes = np.zeros(len(shares))
    excess = kept.sum() - DISPLAY_RANGE / width
    slopes[kept] = 1 - excess / (shares[kept] * np.sum(1 / shares[kept]))
    rising = -DISPLAY_RANGE + np.cumsum(slopes) * width
    return np.concatenate([[-DISPLAY_RANGE], rising, rising[-1:]])


def patch_weights(size, side):
    count = int(np.ceil(size / side))
    at = np.clip((np.arange(size) + 0.5) / side - 0.5, 0, count - 1)
    return np.maximum(1 - np.abs(at - np.arange(count)[:, None]), 0)


def mapped(base, width):
    side = max(16, int(PATCHES * max(base.shape)))
    square = gaussian_filter(base, 3)
    contrast = np.sqrt(np.maximum(gaussian_filter(base * base, 3) - square * square, 0))
    mask = contrast > noise(base)
    whole = histogram(base, mask, width)
    at = DARKEST + width * (np.arange(len(whole) + 2) + 0.5)
    result = np.zeros_like(base)
    for i, down in enumerate(patch_weights(base.shape[0], side)):
        rows = np.flatnonzero(down)
        for j, across in enumerate(patch_weights(base.shape[1], side)):
            patch = np.s_[i * side : (i + 1) * side, j * side : (j + 1) * side]
            shares = 0.9 * histogram(base[patch], mask[patch], width) + 0.1 * whole
            columns = np.flatnonzero(across)
            area = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            weight = np.outer(down[rows], across[columns])
            result[area] += weight * np.interp(base[area], at, curve_of(shares, width))
    return result


def eilertsen2015(light, peak, bin_width=0.1):
    luminance = np.maximum(light @ LUMA_2020, 10**DARKEST)
    tone = np.log10(luminance)
    base = np.clip(base_of(tone), DARKEST, 0)
    shown = mapped(base, bin_width)
    detail = np.clip(visible(shown) / noise(base), 0, 1) * (tone - base)
    return recolored(light, luminance, 10 ** (shown + detail), 0)
