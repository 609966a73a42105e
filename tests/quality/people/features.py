# SPDX-License-Identifier: BSD-2-Clause
"""Measures how a rendering changes an HDR picture, and which changes are faults."""

import numpy as np
from scipy.ndimage import gaussian_filter, uniform_filter

import color
from light import shrunk
from operators import bt2446_curve

SIDE = 480
DARKEST = 1e-4
BANDS = (0.7, 1.5, 3, 6)
QUIET = 0.3
SECTORS = {"red": (0, 45), "orange": (45, 85), "green": (110, 170), "blue": (220, 290)}


def reference_luminance(nits):
    luma = np.clip(nits / 1000, 0, 1) ** (1 / 2.4)
    return bt2446_curve(luma, 1000) ** 2.4


def chroma_and_hue(rgb):
    lab = color.oklab(rgb)
    return np.hypot(lab[..., 1], lab[..., 2]), np.degrees(np.arctan2(lab[..., 2], lab[..., 1]))


def bands(image):
    smooth = [gaussian_filter(image, deviation, truncate=3) for deviation in BANDS]
    return [image - smooth[0]] + [fine - coarse for fine, coarse in zip(smooth, smooth[1:])]


class Source:
    def __init__(self, light):
        light = np.maximum(shrunk(light, SIDE), 0)
        nits = np.maximum(light @ color.LUMA_2020.astype(np.float32), DARKEST)
        self.color = color.converted(light / nits[..., None], "bt2020", "bt709")
        self.lightness = color.lightness(reference_luminance(nits))
        self.bands = bands(self.lightness)
        tone = 100 * color.pq_encode(nits)
        activity = uniform_filter(np.abs(tone - gaussian_filter(tone, 2)), 9)
        self.quiet = activity <= np.quantile(activity, QUIET)


def colors(source, light, luminance):
    wanted, hue = chroma_and_hue(source.color * luminance[..., None])
    chroma, shown = chroma_and_hue(light)
    turn = np.abs((shown - hue + 180) % 360 - 180)
    weight = np.minimum(chroma, wanted)
    found = {
        "kept": chroma.sum() / max(wanted.sum(), 1e-9),
        "turn": (turn * weight).sum() / max(weight.sum(), 1e-9),
    }
    for name, (first, last) in SECTORS.items():
        inside = (hue % 360 >= first) & (hue % 360 < last)
        there = wanted[inside].sum()
        found[name] = chroma[inside].sum() / there if there > 0 else np.nan
    return found


def contrasts(source, lightness):
    ours, theirs = bands(lightness), source.bands
    loss = gaussian_filter(np.abs(theirs[3]) - np.abs(ours[3]), 6, truncate=3)
    quiet = [np.abs(band[1][source.quiet]).mean() + 0.05 for band in (ours, theirs)]
    return {
        "lost": np.maximum(loss, 0).mean() / (np.abs(theirs[3]).mean() + 1e-9),
        "fine": np.log2((np.abs(ours[0]).mean() + 1e-3) / (np.abs(theirs[0]).mean() + 1e-3)),
        "noise": np.log2(quiet[0] / quiet[1]),
    }


def measured(source, codes):
    """Measures a rendering and returns {feature: value}. `codes` are R'G'B' in [0, 1], in the size
    of the source picture.

    kept: sum of chroma in the whole picture, relative to the same sum of the source
    red, orange, green, blue: the same ratio for a range of hues
    turn: mean hue shift in degrees, weighted by chroma
    rise: mean L* minus the mean L* of the reference
    lost: proportion of local contrast that is missing
    fine: ratio of the finest contrast to that of the reference, in octaves
    noise: ratio of fine contrast in quiet areas to that of the reference, in octaves
    clipped: proportion of pixels whose R'G'B' are all near 0, or all near 1
    """
    codes = shrunk(codes, SIDE)
    light = color.srgb_decode(codes).astype(np.float32)
    luminance = light @ color.LUMA_709.astype(np.float32)
    lightness = color.lightness(luminance)
    found = colors(source, light, luminance)
    found["rise"] = (lightness - source.lightness).mean()
    found.update(contrasts(source, lightness))
    found["clipped"] = np.mean((codes.min(-1) > 0.994) | (codes.max(-1) < 0.006))
    return {name: float(value) for name, value in found.items()}


def penalties(found):
    """Returns {fault: penalty} for measured features. Each penalty is 0 or more, and 0 means no
    fault."""
    losses = [max(0.0, 1 - found[name]) for name in SECTORS if not np.isnan(found[name])]
    return {
        "pale": float(np.mean(losses)) ** 2 if losses else 0.0,
        "dim": max(0.0, 9 - found["rise"]),
        "lost": found["lost"],
        "crisp": max(0.0, found["fine"] - 0.5) ** 2,
        "clipped": found["clipped"],
    }
