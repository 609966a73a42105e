# SPDX-License-Identifier: BSD-2-Clause
"""Color functions for arrays of shape (..., 3): transfer functions, matrices, lightness and
Oklab."""

import numpy as np

# Luminance coefficients of linear RGB (ITU-R BT.2020-2, table 4, and ITU-R BT.709-6, item 3.2).
LUMA_2020 = np.array([0.2627, 0.6780, 0.0593])
LUMA_709 = np.array([0.2126, 0.7152, 0.0722])

WHITE_D65 = (0.3127, 0.3290)
PRIMARIES = {
    "bt2020": ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)),
    "bt709": ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060)),
    "smpte432": ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060)),
}


def to_xyz(primaries):
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in PRIMARIES[primaries]]).T
    x, y = WHITE_D65
    return columns * np.linalg.solve(columns, [x / y, 1, (1 - x - y) / y])


def converter(source, target):
    return np.linalg.solve(to_xyz(target), to_xyz(source))


def converted(rgb, source, target):
    """Converts linear RGB to other primaries. Components of the result may be negative."""
    return rgb if source == target else rgb @ converter(source, target).T.astype(rgb.dtype)


def pq_decode(code):
    """Converts a PQ signal to cd/m2 (ITU-R BT.2100-2, table 4)."""
    power = np.maximum(code, 0) ** (1 / 78.84375)
    return 10000 * (np.maximum(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)) ** (
        1 / 0.1593017578125
    )


def pq_encode(nits):
    """Converts cd/m2 to a PQ signal (ITU-R BT.2100-2, table 4)."""
    power = (np.clip(nits, 0, 10000) / 10000) ** 0.1593017578125
    return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375


def hlg_decode(code):
    """Converts HLG codes to the light in cd/m2 of a display of 1000 cd/m2 (ITU-R BT.2100-2, table
    5)."""
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    code = np.maximum(code, 0)
    scene = np.where(code <= 0.5, code * code / 3, (np.exp((code - c) / a) + b) / 12)
    return 1000 * scene * np.maximum(scene @ LUMA_2020, 1e-9)[..., None] ** 0.2


def srgb_decode(code):
    """Converts an sRGB signal to linear light (IEC 61966-2-1)."""
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


def srgb_encode(light):
    """Clips linear light to [0, 1] and converts it to an sRGB signal (IEC 61966-2-1)."""
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def lightness(luminance):
    luminance = np.maximum(luminance, 0)
    return np.where(luminance > 216 / 24389, 116 * np.cbrt(luminance) - 16, luminance * 24389 / 27)


# Matrices from linear BT.709 to cone responses and to Oklab (Ottosson 2020, "A perceptual color
# space for image processing").
OKLAB_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
OKLAB_AXES = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def oklab(rgb):
    """Converts linear BT.709 to Oklab."""
    cones = rgb @ OKLAB_CONES.T.astype(rgb.dtype)
    return np.cbrt(cones) @ OKLAB_AXES.T.astype(rgb.dtype)
