# SPDX-License-Identifier: BSD-2-Clause
"""Renders a scene as a camera records it: traces rays, filters their noise, adds glare and sensor noise."""

import numpy as np

from . import trace

CHUNK = 1 << 15  # number of rays at a time, so that they stay in the cache


class Camera:
    def __init__(self, position, target, field_of_view):
        self.position = trace.vector(*position)
        forward = trace.unit(trace.vector(*target) - self.position)
        right = trace.unit(np.cross(forward, trace.vector(0, 1, 0), axis=0))
        self.axes = right, np.cross(right, forward, axis=0), forward
        self.reach = np.float32(np.tan(np.radians(field_of_view) / 2))

    def rays(self, width, height):
        x = (np.arange(width, dtype=np.float32) + 0.5) / width * 2 - 1
        y = 1 - (np.arange(height, dtype=np.float32) + 0.5) / height * 2
        x, y = (a.ravel() for a in np.meshgrid(x, y * np.float32(height / width)))
        right, up, forward = self.axes
        return trace.unit(forward + self.reach * (right * x + up * y))


def shift(a, dy, dx):
    """Returns `a`, moved by whole pixels; the edges repeat."""
    height, width = a.shape[-2:]
    padded = np.pad(
        a,
        [(0, 0)] * (a.ndim - 2) + [(max(-dy, 0), max(dy, 0)), (max(-dx, 0), max(dx, 0))],
        mode="edge",
    )
    return padded[..., max(dy, 0) : max(dy, 0) + height, max(dx, 0) : max(dx, 0) + width]


def smooth_irradiance(light, normal, position, levels, jump_limit):
    """Removes sampling noise by an edge-avoiding a-trous wavelet filter (Dammertz et al. 2010)."""
    for level in range(levels):
        step = 1 << level
        total, weights = light * np.float32(0.25), np.full(light.shape[1:], 0.25, np.float32)
        tone = np.log2(light[0] + light[1] + light[2] + np.float32(0.02))
        for dy, dx in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
            there, bend, spot = (shift(a, dy * step, dx * step) for a in (light, normal, position))
            bend, spot = bend - normal, spot - position
            cost = 20 * trace.dot(bend, bend) + 40 * np.abs(trace.dot(spot, normal))
            if jump_limit:
                jump = np.log2(there[0] + there[1] + there[2] + np.float32(0.02)) - tone
                cost += jump * jump * np.float32(jump_limit * (1 + level))
            weight = np.exp(-cost) * np.float32(0.125 if dy == 0 or dx == 0 else 0.0625)
            total += there * weight
            weights += weight
        light = total / weights
    return light


def enlarged(a, times, shape):
    rows, columns = (
        np.minimum(np.arange(n) // times, have - 1) for n, have in zip(shape, a.shape[-2:])
    )
    return a[..., rows[:, None], columns]


class Hits:
    """The first surfaces that the rays of a frame hit, as pictures of shape (channels, height, width)."""

    def __init__(self, scene, camera, width, height):
        rays = camera.rays(width, height)
        self.scene, self.shape = scene, (height, width)
        parts = [
            self.of_rays(camera.position, rays[:, i : i + CHUNK])
            for i in range(0, rays.shape[1], CHUNK)
        ]
        whole = [np.concatenate(p, axis=-1) for p in zip(*parts)]
        self.ray, self.place, self.albedo, self.normal, self.shine, self.gloss, self.found = whole

    def of_rays(self, origin, d):
        t, which = trace.nearest(self.scene, origin, d)
        found = which >= 0
        p = origin + d * np.where(found, t, 0)
        albedo, normal, shine, gloss = trace.surfaces(self.scene, p, which)
        sky = np.flatnonzero(~found)
        shine[:, sky] = self.scene.sky(d[:, sky])
        return d, p, albedo, normal, shine, gloss, found

    def collect(self, gather, rng, samples, every=1):
        """Calls gather(scene, place, normal, rng) for every n-th pixel of every n-th row."""
        height, width = self.shape
        rows, columns = np.arange(every // 2, height, every), np.arange(every // 2, width, every)
        chosen = (rows[:, None] * width + columns).ravel()
        light = np.zeros((3, chosen.size), np.float32)
        for i in range(0, chosen.size, CHUNK):
            part = chosen[i : i + CHUNK]
            part = part[self.found[part]]
            at = np.searchsorted(chosen, part)
            for _ in range(samples):
                light[:, at] += gather(self.scene, self.place[:, part], self.normal[:, part], rng)
        picture = (3, rows.size, columns.size)
        guides = [
            np.where(self.found[chosen], a[:, chosen], 1e6).reshape(picture)
            for a in (self.normal, self.place)
        ]
        return (light / np.float32(samples)).reshape(picture), *guides


def render(scene, camera, width, height, samples, seed):
    """Returns a frame of shape (3, height, width), in cd/m2, averaged from twice the size."""
    rng = np.random.default_rng(seed)
    hits = Hits(scene, camera, width * 2, height * 2)
    light = smooth_irradiance(*hits.collect(trace.direct, rng, samples), levels=3, jump_limit=0.15)
    soft = smooth_irradiance(
        *hits.collect(trace.bounce, rng, samples * 4, every=4), levels=4, jump_limit=0
    )
    soft = enlarged(soft, 4, hits.shape)
    _, normal, place = hits.collect(lambda scene, p, n, rng: 0, rng, 1)
    soft = smooth_irradiance(soft, normal, place, levels=3, jump_limit=0)
    out = hits.shine + hits.albedo * (light + soft).reshape(3, -1) * hits.found
    shiny = np.flatnonzero(hits.gloss > 0)
    for i in range(0, shiny.size, CHUNK):
        at = shiny[i : i + CHUNK]
        facing = np.abs(trace.dot(hits.ray[:, at], hits.normal[:, at]))
        share = hits.gloss[at] * (0.04 + 0.96 * (1 - facing) ** 5)
        out[:, at] += share * trace.mirrored(
            scene, hits.place[:, at], hits.ray[:, at], hits.normal[:, at], rng
        )
    return out.reshape(3, height, 2, width, 2).mean(axis=(2, 4))


def box_blur(a, radius, axis):
    pad = [(0, 0)] * a.ndim
    pad[axis] = (radius + 1, radius)
    total = np.cumsum(np.pad(a, pad, mode="edge"), axis=axis, dtype=np.float64)
    size = a.shape[axis]
    ahead = np.take(total, np.arange(2 * radius + 1, 2 * radius + 1 + size), axis=axis)
    behind = np.take(total, np.arange(size), axis=axis)
    return ((ahead - behind) / (2 * radius + 1)).astype(np.float32)


def glare(frame):
    out = frame * np.float32(0.985)
    for share, part in ((0.009, 150), (0.004, 30), (0.002, 9)):
        radius, veil = max(1, frame.shape[2] // part), frame
        for _ in range(3):
            veil = box_blur(box_blur(veil, radius, 1), radius, 2)
        out += np.float32(share) * veil
    return out


def sensor(frame, seed, shot=0.0016, read=0.02):
    """Adds the photon and readout noise of a camera, in cd/m2, as after noise reduction."""
    spread = np.random.default_rng(seed).standard_normal(frame.shape, dtype=np.float32)
    return frame + spread * np.sqrt(
        np.maximum(frame, 0) * np.float32(shot) + np.float32(read * read)
    )
