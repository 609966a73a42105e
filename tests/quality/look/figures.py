# SPDX-License-Identifier: BSD-2-Clause
"""Measures mapped pictures, and prints the table of figures."""

import numpy as np
from scipy.ndimage import gaussian_filter

ROWS = []


def band(luma):
    return gaussian_filter(luma, 2.1) - gaussian_filter(luma, 7)


def fine(luma):
    return luma - gaussian_filter(luma, 2.1)


def gain(picture, reference, area=slice(None), part=band):
    return part(picture)[area].std() / part(reference)[area].std()


def fall(profile):
    return (np.maximum.accumulate(profile) - profile).max()


def profiles(luma, distance, reach, segments):
    rows = np.round(distance).astype(int) + reach
    inside = (rows >= 0) & (rows <= 2 * reach)
    for part in np.array_split(np.arange(luma.shape[1]), segments):
        chosen = inside[:, part]
        place, value = rows[:, part][chosen], luma[:, part][chosen]
        yield np.bincount(place, value) / np.bincount(place)


def unevenness(luma, distance, reach):
    rows = np.round(distance).astype(int) + reach
    inside = (rows >= 0) & (rows <= 2 * reach)
    place, value = rows[inside], luma[inside]
    return (value - (np.bincount(place, value) / np.bincount(place))[place]).std()


def tell(figure, value, bar="", verdict=""):
    ROWS.append((figure, f"{value:.3g}", bar, verdict))


def print_table():
    print(f"\n{'figure':<74} {'value':>8} {'bar':>8}")
    for figure, value, bar, verdict in ROWS:
        print(f"{figure:<74} {value:>8} {bar:>8}  {verdict}")
