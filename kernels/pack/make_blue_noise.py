#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes blue_noise.inc: a 64x64 dither mask by void and cluster.

R. Ulichney, "The void-and-cluster method for dither array generation", SPIE 1913 (1993).

    python3 make_blue_noise.py > blue_noise.inc
"""
import argparse
import math
import random

SIZE = 64
SIGMA = 1.5
RADIUS = 8  # in pixels; the Gaussian is below 1e-6 at larger distances
SEED = 64


def make_kernel():
    reach = range(-RADIUS, RADIUS + 1)
    scale = -1 / (2 * SIGMA * SIGMA)
    return [(dx, dy, math.exp(scale * (dx * dx + dy * dy))) for dy in reach for dx in reach]


class Pattern:
    """Ones and zeros on a torus, and the Gaussian density of the ones around each pixel."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.ones = [False] * (SIZE * SIZE)
        self.density = [0.0] * (SIZE * SIZE)

    def copy(self):
        other = Pattern(self.kernel)
        other.ones = list(self.ones)
        other.density = list(self.density)
        return other

    def flip(self, pixel):
        sign = -1 if self.ones[pixel] else 1
        self.ones[pixel] = not self.ones[pixel]
        y, x = divmod(pixel, SIZE)
        for dx, dy, weight in self.kernel:
            self.density[(y + dy) % SIZE * SIZE + (x + dx) % SIZE] += sign * weight

    def tightest_cluster(self):
        ones = (p for p in range(SIZE * SIZE) if self.ones[p])
        return max(ones, key=self.density.__getitem__)

    def largest_void(self):
        zeros = (p for p in range(SIZE * SIZE) if not self.ones[p])
        return min(zeros, key=self.density.__getitem__)


def initial_pattern():
    """Returns a tenth of the pixels, moved from clusters into voids until the pattern no longer
    changes."""
    pattern = Pattern(make_kernel())
    for pixel in random.Random(SEED).sample(range(SIZE * SIZE), SIZE * SIZE // 10):
        pattern.flip(pixel)
    while True:
        cluster = pattern.tightest_cluster()
        pattern.flip(cluster)
        void = pattern.largest_void()
        pattern.flip(void)
        if void == cluster:
            return pattern


def void_and_cluster():
    start = initial_pattern()
    rank = [0] * (SIZE * SIZE)
    count = sum(start.ones)
    pattern = start.copy()
    for value in reversed(range(count)):
        pixel = pattern.tightest_cluster()
        pattern.flip(pixel)
        rank[pixel] = value
    pattern = start
    for value in range(count, SIZE * SIZE):
        # This loop does phases II and III of the paper by Ulichney. One loop is enough, because the
        # tightest cluster of zeros in phase III is also the largest void between ones.
        pixel = pattern.largest_void()
        pattern.flip(pixel)
        rank[pixel] = value
    return rank


def main():
    argparse.ArgumentParser(description=__doc__,
                            formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    rank = void_and_cluster()
    print("// SPDX-License-Identifier: BSD-2-Clause")
    print("//")
    print("// Ranks 0..4095 of a 64x64 blue noise mask, row by row. Made by make_blue_noise.py.")
    for start in range(0, SIZE * SIZE, 16):
        print(" ".join(f"{value}," for value in rank[start:start + 16]))


if __name__ == "__main__":
    main()
