# SPDX-License-Identifier: BSD-2-Clause
"""Makes synthetic scenes for tests of the look, from seeds. The scenes are linear BT.2020 light in
cd/m2."""

import numpy as np
from scipy.ndimage import gaussian_filter, maximum_filter

import color
from figures import band

HEIGHT, WIDTH = 540, 960
Y, X = np.mgrid[:HEIGHT, :WIDTH].astype(np.float64)
SKY_BLUE = (0.55, 0.95, 1.9)
SUNLIGHT = (1.06, 1.0, 0.85)
NEUTRAL = (1.0, 1.0, 1.0)


def seeded(seed):
    return np.random.default_rng(seed)


def tinted(luminance, tint=NEUTRAL):
    tint = np.asarray(tint) / (np.asarray(tint) @ color.LUMA_2020)
    return luminance[..., None] * tint


def fractal(seed, slope=1.0, largest=0.25):
    white = np.fft.rfft2(seeded(seed).standard_normal((HEIGHT, WIDTH)))
    frequency = np.hypot(np.fft.fftfreq(HEIGHT)[:, None], np.fft.rfftfreq(WIDTH)[None, :])
    shape = np.maximum(frequency, 1 / (largest * WIDTH)) ** -slope
    shape[0, 0] = 0
    noise = np.fft.irfft2(white * shape, (HEIGHT, WIDTH))
    return noise / noise.std()


def sensed(light, seed, percent):
    noise = gaussian_filter(seeded(seed).standard_normal(light.shape), (1, 1, 0))
    noise /= noise.std()
    return np.maximum(light + percent * (np.maximum(light, 0.01) / 100) ** 0.75 * noise, 0)


def scaled(light):
    scale = 0.05 * 20000 ** (np.floor(Y / 27) / 19)
    return np.where(inside()[..., None], light, tinted(scale))


def inside():
    return X < WIDTH - 48


def measured():
    return X < WIDTH - 96


def plain(light):
    code = color.pq_encode(light @ color.LUMA_2020)
    return measured() & (maximum_filter(np.abs(band(code)), 25) < 0.002)


def skyline(seed, lowest, highest):
    random, tops, x = seeded(seed), np.zeros(WIDTH), 0
    while x < WIDTH:
        wide = random.integers(24, 70)
        tops[x : x + wide] = random.uniform(lowest, highest)
        x += wide
    return (Y > tops[None, :]).astype(np.float64)


def mixed(back, front, cover):
    return back + (front - back) * cover


def haze():
    light = 170 - 0.1 * Y
    light = mixed(light, 0.93 * light, gaussian_filter(skyline(1, 200, 270), 4))
    light = mixed(light, 0.75 * light, gaussian_filter(skyline(2, 300, 360), 1.5))
    windows = 1 + 0.3 * ((X % 11 < 5) & (Y % 13 < 7))
    return tinted(mixed(light, 35 * windows, skyline(3, 390, 450)), (0.97, 1, 1.06))


def wall():
    shadow = gaussian_filter((X + 0.4 * Y > 620).astype(np.float64), 30)
    light = 60 * 2 ** (-1.2 * shadow) * (1.1 - 0.2 * X / WIDTH)
    books = seeded(4).uniform(0.1, 1.3, WIDTH // 8)[(X // 8).astype(int)]
    shelf = (X < 300) & (Y > 150)
    return tinted(np.where(shelf, 40 * books * (1 + 0.2 * (Y % 30 < 8)), light), (1.03, 1, 0.93))


def sky():
    light = tinted(70 + 0.28 * Y, SKY_BLUE)
    crown = gaussian_filter(fractal(5, 1.2, 0.05), 0.7) + (Y - 430) / 60 > 0
    leaves = tinted(12 * 2 ** (0.6 * fractal(6, 0.6, 0.02)), (0.8, 1.1, 0.4))
    return np.where(crown[..., None], leaves, light)


def out_of_focus():
    random, light = seeded(7), np.full((HEIGHT, WIDTH), 30.0)
    for _ in range(14):
        x, y = random.uniform(0, WIDTH), random.uniform(0, HEIGHT)
        disk = np.hypot(X - x, Y - y) < random.uniform(50, 90)
        light *= 2 ** (random.uniform(-1, 1) * gaussian_filter(disk.astype(np.float64), 14))
    thing = (np.abs(X - 480) < 120) & (Y > 240)
    return tinted(np.where(thing, 25 * 2 ** (0.5 * fractal(8, 0.8, 0.03)), light), SUNLIGHT)


CLEAN = {"haze": haze, "wall": wall, "sky": sky, "out of focus": out_of_focus}


def hair_distance():
    return np.hypot(X - 480, Y - 270) - 150 - 4 * np.sin(30 * np.arctan2(Y - 270, X - 480))


def hair():
    backdrop = 90 * 2 ** (0.06 * fractal(31, 0.3))
    curls = 8 * 2 ** (0.7 * fractal(32, 0.8, 0.02))
    return tinted(np.where(hair_distance() < 0, curls, backdrop), (1.02, 1, 0.97))


def stone():
    return tinted(30 * 2 ** (0.35 * fractal(11, 1.0, 0.1)), SUNLIGHT)


def cloth():
    weave = np.sin(X * 2 * np.pi / 9 + 0.5 * np.sin(Y / 40)) * np.sin(Y * 2 * np.pi / 9)
    folds = np.sin(X / 60 + np.sin(Y / 90))
    return tinted(25 * 2 ** (0.3 * weave + 0.4 * folds + 0.05 * fractal(12, 0.5)), (1.1, 1, 0.9))


def clouds():
    bright = 450 * 2 ** np.clip(0.4 * fractal(13, 1.4, 0.15), -0.85, 0.83)
    ground = 4 * 2 ** np.clip(0.4 * fractal(14, 1.0, 0.1), -1, 1)
    light = np.where(Y < 270, bright, np.where(Y < 320, 25, ground))
    return tinted(light, (0.98, 1, 1.03))


def grass():
    noise = gaussian_filter(seeded(15).standard_normal((HEIGHT, WIDTH)), (4, 0.6))
    return tinted(18 * 2 ** (0.9 * noise / noise.std()), (0.8, 1.1, 0.35))


def twigs():
    random, cover = seeded(16), np.zeros((HEIGHT, WIDTH))
    for _ in range(70):
        angle, place = random.uniform(0, np.pi), random.uniform(-600, 1000)
        distance = X * np.cos(angle) + Y * np.sin(angle) - place + 6 * np.sin(Y / 30 + place)
        cover = np.maximum(cover, np.clip(1.7 - np.abs(distance), 0, 1))
    return tinted(mixed(120.0, 12.0, cover) * np.ones((HEIGHT, WIDTH)), (0.9, 1, 1.15))


def table(blur):
    cover = np.clip((Y - 270 - 0.02 * (X - 480)) / blur + 0.5, 0, 1)
    return tinted(25 * 2 ** (3 * cover * cover * (3 - 2 * cover)), (1.02, 1, 0.96))


def edge_distance():
    return Y - 270 - 0.02 * (X - 480)


def foreground():
    return (np.abs(X - 480) < 200) & (Y > 150)


def figure_before(background):
    around = background * 2 ** (0.3 * fractal(21, 1.0, 0.2))
    inside = 3 * 2 ** (0.3 * fractal(22, 1.0, 0.1))
    return tinted(np.where(foreground(), inside, around))


def bright_areas():
    return (X % 240 > 60) & (X % 240 < 180) & (Y < 250)


def terrace():
    light = np.where(bright_areas(), 100.0, 25 * 2 ** (0.5 * fractal(23, 1.0, 0.1)))
    return tinted(np.where((X % 160 < 16) & (Y > 440), 600.0, light))
