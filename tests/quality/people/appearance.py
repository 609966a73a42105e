# SPDX-License-Identifier: BSD-2-Clause
"""The tone mapping operator of Reinhard et al. 2012, "Calibrated image appearance reproduction", as
the LIVE-TMHDR study uses it."""

import numpy as np
from scipy.ndimage import zoom

from color import to_xyz

# Matrix from CIE XYZ to cone responses (Hunt, Pointer and Estevez).
CONES = np.array([[0.38971, 0.68898, -0.07868], [-0.22981, 1.18340, 0.04641], [0, 0, 1]])

# CIE x and y of the surround's light, in the four viewing conditions of the study.
SURROUNDS = {
    "blue": (0.21, 0.25),
    "neutral": (0.3118, 0.3236),
    "red": (0.4, 0.38),
    "green": (0.29, 0.33),
}
# White of the display, and brightest white in the viewer's field of view, in CIE XYZ.
DISPLAY_WHITE, DISPLAY_MOST = np.array([92.0, 100, 108]), np.array([172.0, 191, 190])
SURROUND_NITS, SURROUND_MOST = 800.0, 7010.0
HEIGHTS_AWAY = 3.2  # viewing distance in screen heights
CUTS = 7
SHARE = (
    3 / np.pi * np.arctan2(np.hypot(9, 16) / HEIGHTS_AWAY, 18)
)


def bleached(response):
    return 4.3 / (4.3 + np.log(response))


def strongest(response):
    return 34 / np.sqrt(1 + response / 67)


def adaptation(nits):
    """Returns the degree of adaptation by CIECAM02 for an average surround and light of `nits`."""
    return 1 - np.exp(-(nits + 42) / 92) / 3.6


def white_of(xyz):
    mean = np.exp(np.log(xyz.reshape(-1, 3)).mean(0))
    return (mean + mean[1]) / 2


def cuts(xyz, level=CUTS, row=0, column=0):
    """Divides the picture into regions that contain equal amounts of light (Debevec 2005). Returns
    the center and the white of each region."""
    rows, columns = xyz.shape[:2]
    axis = int(rows < columns)
    sums = np.cumsum(xyz[..., 1].sum(1 - axis))
    at = int(np.searchsorted(sums, sums[-1] / 2))
    at = min(max(at, 2), xyz.shape[axis] - 3)
    if level == 0 or xyz.shape[axis] < 6:
        return [(row + rows / 2, column + columns / 2, white_of(xyz))]
    first, second = np.split(xyz, [at + 1], axis)
    there = (row + at + 1, column) if axis == 0 else (row, column + at + 1)
    return cuts(first, level - 1, row, column) + cuts(second, level - 1, *there)


def semi_saturation(xyz, pupil):
    rows, columns = xyz.shape[:2]
    y, x = np.mgrid[:rows, :columns]
    total, value = np.zeros((rows, columns, 1)), np.zeros((rows, columns, 3))
    for row, column, white in cuts(xyz):
        away = np.hypot(y - row, x - column) / np.hypot(rows, columns)
        weight = ((1 - np.cos(np.pi / 2 - SHARE * away)) ** 4)[..., None]
        degree = adaptation(white[1])
        effective = CONES @ (pupil * bleached(white) * white)
        value += weight * (degree * effective + (1 - degree) * pupil * white[1])
        total += weight
    return value / total


def reinhard2012(light, peak, surround="neutral"):
    xyz = np.maximum(light @ to_xyz("bt2020").T * peak, 1e-4)
    x, y = SURROUNDS[surround]
    around = np.array([x, y, 1 - x - y]) / y
    white = SHARE * DISPLAY_WHITE + (1 - SHARE) * around * SURROUND_NITS
    most = SHARE * DISPLAY_MOST + (1 - SHARE) * around * SURROUND_MOST
    bright = np.percentile(xyz[..., 1], 90)
    pupil = np.pi * (2.45 - 1.5 * np.tanh(0.4 * np.log(bright + 1)))
    scene_white = white_of(xyz)
    scene_most = np.maximum(CONES @ (scene_white * bright / scene_white[1]), 1e-4)
    view_most, view_scale = CONES @ most, pupil * bleached(CONES @ white)
    view_sigma = view_scale * white
    gap = np.abs(
        1 / strongest(pupil * bleached(scene_most) * scene_most)
        - 1 / strongest(pupil * bleached(view_most) * view_most)
    )
    factor = max(1, max(xyz.shape) // 120)
    sigma = semi_saturation(xyz[::factor, ::factor], pupil)
    scale = [full / part for full, part in zip(xyz.shape, sigma.shape)]
    sigma = zoom(sigma, scale, order=1, grid_mode=True, mode="nearest")
    sigma = sigma * view_scale / (view_sigma * pupil * bleached(scene_white))
    cones = xyz @ CONES.T
    shown = cones / (cones * gap * view_scale / view_sigma + sigma) @ np.linalg.inv(CONES).T
    return shown / shown[..., 1].max() @ np.linalg.inv(to_xyz("bt709")).T
