# SPDX-License-Identifier: BSD-2-Clause
"""Measures the changes that a rendering makes to an HDR picture, and which of them are faults.

The reference of lightness is ITU-R BT.2446-1, method A, from 1000 cd/m2 on luminance alone; that of
color is the source's own chromaticity at the luminance that the rendering shows. Pictures are
reduced to at most SIDE pixels, so that codec noise and dither do not count."""

import numpy as np
from scipy.ndimage import gaussian_filter, uniform_filter

import color
from light import shrunk
from operators import bt2446_curve

SIDE = 480  # pixels of the longer side
DARKEST = 1e-4  # cd/m2 that a ratio of luminances begins at
BANDS = (0.7, 1.5, 3, 6)  # deviations in pixels: bands of local contrast lie between them
QUIET = 0.3  # share of the pixels that have the least texture
# Oklab hues in degrees, of single colors that are measured
SECTORS = {"red": (0, 45), "orange": (45, 85), "green": (110, 170), "blue": (220, 290)}


def reference_luminance(nits):
    """Luminance, 1 at white, of the reference rendering of luminance in cd/m2."""
    luma = np.clip(nits / 1000, 0, 1) ** (1 / 2.4)
    return bt2446_curve(luma, 1000) ** 2.4


def chroma_and_hue(rgb):
    """Oklab's chroma, about 0 to 0.3, and its hue in degrees."""
    lab = color.oklab(rgb)
    return np.hypot(lab[..., 1], lab[..., 2]), np.degrees(np.arctan2(lab[..., 2], lab[..., 1]))


def bands(image):
    """The picture minus its smoothed version, then the bands between neighboring deviations."""
    smooth = [gaussian_filter(image, deviation, truncate=3) for deviation in BANDS]
    return [image - smooth[0]] + [fine - coarse for fine, coarse in zip(smooth, smooth[1:])]


class Source:
    """An HDR picture, cd/m2 in BT.2020, and the references of its renderings."""

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
    """The share of chroma that is kept, in the whole picture and in each sector of hues (NaN for a
    sector without color), and the shift of hue in degrees."""
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
    """Local contrast lost (share) and raised (octaves), and noise of quiet areas (octaves)."""
    ours, theirs = bands(lightness), source.bands
    loss = gaussian_filter(np.abs(theirs[3]) - np.abs(ours[3]), 6, truncate=3)
    quiet = [np.abs(band[1][source.quiet]).mean() + 0.05 for band in (ours, theirs)]
    return {
        "lost": np.maximum(loss, 0).mean() / (np.abs(theirs[3]).mean() + 1e-9),
        "fine": np.log2((np.abs(ours[0]).mean() + 1e-3) / (np.abs(theirs[0]).mean() + 1e-3)),
        "noise": np.log2(quiet[0] / quiet[1]),
    }


def measured(source, codes):
    """{feature: value} of a rendering, R'G'B' codes in 0 to 1 as large as the source was.

    kept, red, orange, green, blue: chroma against the source's, 1 is as much; turn: degrees;
    rise: mean L* above the reference; lost: share of local contrast that is missing; fine: octaves
    of finest contrast above the reference's; noise: the same in quiet areas; clipped: share of
    pixels with all of R'G'B' at one end.
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
    """{fault: 0 or more} of what was measured.

    pale: lost chroma, a mean over the colors that the picture has, squared; dim: L* below 9 above
    the reference; lost: as measured; crisp: finest contrast above half an octave, squared; clipped:
    as measured.
    """
    losses = [max(0.0, 1 - found[name]) for name in SECTORS if not np.isnan(found[name])]
    return {
        "pale": float(np.mean(losses)) ** 2 if losses else 0.0,
        "dim": max(0.0, 9 - found["rise"]),
        "lost": found["lost"],
        "crisp": max(0.0, found["fine"] - 0.5) ** 2,
        "clipped": found["clipped"],
    }
