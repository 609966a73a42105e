# SPDX-License-Identifier: BSD-2-Clause
"""The tone mapping operators of the LIVE-TMHDR study. They map linear BT.2020 light to linear
BT.709 light.

In the input, 1.0 means `peak` cd/m2; in the output, 1.0 means the white of the display."""

import numpy as np
from scipy.ndimage import gaussian_filter, zoom

from color import LUMA_2020, converted

TINY = 1e-10


def recolored(light, before, after, desaturation):
    """Scales light from the luminance `before` to the luminance `after`, desaturates it as the
    study does, and converts it to BT.709."""
    color = light / (before + TINY)[..., None]
    mixed = ((color - 1) * (1 - desaturation) + 1) * after[..., None]
    return converted(mixed, "bt2020", "bt709")


def log_average(luminance):
    return float(np.exp(np.mean(np.log(luminance + 1e-6))))


def reinhard2002(light, peak, desaturation=0.0):
    """Maps by Reinhard et al. 2002, equations 1, 2 and 4. The key is 0.18, and white is the
    brightest pixel."""
    luminance = light @ LUMA_2020
    scaled = 0.18 * luminance / log_average(luminance)
    shown = scaled * (1 + scaled / scaled.max() ** 2) / (1 + scaled)
    return recolored(light, luminance, shown, desaturation)


def hable_curve(x):
    """Returns the curve of Hable 2010, "Uncharted 2: HDR Lighting"."""
    return (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 0.02 / 0.3


def hable(light, peak, desaturation=0.0):
    """Applies the curve of Hable 2010 to luminance. The exposure is 1, and white is the brightest
    pixel."""
    luminance = light @ LUMA_2020
    shown = hable_curve(luminance) / hable_curve(luminance.max())
    return recolored(light, luminance, shown, desaturation)


def bilateral(image, spread=0.02, step=0.4):
    """Applies the piecewise-linear bilateral filter of Durand and Dorsey 2002 to an image in
    log10."""
    low, high = float(image.min()), float(image.max())
    high = max(high, low + 2 * step)
    levels = np.linspace(low, high, int(np.ceil((high - low) / step)))
    factor = max(1, max(image.shape) // 192)
    small = image[::factor, ::factor]
    deviation = spread * max(small.shape)
    scale = [full / part for full, part in zip(image.shape, small.shape)]
    result = np.zeros_like(image)
    for level in levels:
        weight = np.exp(-0.5 * ((small - level) / step) ** 2)
        mean = gaussian_filter(weight * small, deviation) / (
            gaussian_filter(weight, deviation) + TINY
        )
        share = np.clip(1 - np.abs(image - level) / (levels[1] - levels[0]), 0, 1)
        result += share * zoom(mean, scale, order=1, grid_mode=True, mode="nearest")
    return result


def durand2002(light, peak, base_contrast=100.0):
    """Maps by Durand and Dorsey 2002, section 6."""
    luminance = light @ LUMA_2020
    tone = np.log10(luminance + 1e-6)
    base = bilateral(tone)
    shown = (base - base.max()) / (base.max() - base.min()) * np.log10(base_contrast)
    return recolored(light, luminance, 10 ** (shown + tone - base), 0)


def bt2446_rho(nits):
    return 1 + 32 * (nits / 10000) ** (1 / 2.4)


def bt2446_curve(luma, peak_hdr):
    """Returns the tone curve of ITU-R BT.2446-1, section 4.2, steps 1 to 3. The SDR peak is 100
    cd/m2."""
    hdr, sdr = bt2446_rho(peak_hdr), bt2446_rho(100)
    tone = np.log1p((hdr - 1) * luma) / np.log(hdr)
    middle = -1.1510 * tone * tone + 2.7811 * tone - 0.6302
    bent = np.where(
        tone <= 0.7399, 1.0770 * tone, np.where(tone < 0.9909, middle, 0.5 * tone + 0.5)
    )
    return (sdr**bent - 1) / (sdr - 1)


def bt709_decode(code):
    """Decodes SDR codes by the inverse OETF (ITU-R BT.709-6, item 1.2), as the study does."""
    code = np.clip(code, 0, 1)
    return np.where(code < 0.081, code / 4.5, ((code + 0.099) / 1.099) ** (1 / 0.45))


def bt2446a(light, peak, peak_hdr=1000.0):
    """Maps by ITU-R BT.2446-1, method A. As in the study, 1.0 in the input is the peak of the
    curve."""
    bent = np.clip(light, 0, 1) ** (1 / 2.4)
    luma = bent @ LUMA_2020
    shown = bt2446_curve(luma, peak_hdr)
    scale = shown / (1.1 * luma + TINY)
    blue = scale * (bent[..., 2] - luma) / 1.8814
    red = scale * (bent[..., 0] - luma) / 1.4746
    shown = shown - np.maximum(0.1 * red, 0)
    code_red, code_blue = shown + 1.4746 * red, shown + 1.8814 * blue
    code_green = (shown - 0.2627 * code_red - 0.0593 * code_blue) / 0.6780
    code = np.stack([code_red, code_green, code_blue], -1)
    return converted(bt709_decode(code), "bt2020", "bt709")
