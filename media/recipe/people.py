# SPDX-License-Identifier: BSD-2-Clause
"""People made of ellipsoids: shoulders, and a head with hair, skin, pores and wrinkles."""

import numpy as np

from .trace import Ellipsoid, Group, Surface, fractal, noise, srgb, unit, vector

LIGHT_SKIN, DARK_SKIN = srgb(224, 172, 140), srgb(116, 72, 48)


def bumped(local, normal, scale, height, octaves=3):
    _, gradient = fractal(local / np.float32(scale), octaves, slope=True)
    return unit(normal - np.float32(height) * gradient)


def skin_texture(lip_color, rise=0.0):
    """Units are meters, and the face looks along +z."""

    def texture(local, normal, albedo):
        local = local + vector(0, rise, 0)
        x, y, z = local
        blotch = 0.86 + 0.28 * fractal(local / np.float32(0.03), 3)
        pores = 0.90 + 0.20 * noise(local / np.float32(0.0025))
        color = albedo * blotch * pores
        front = z > 0.02
        cheek = np.exp(-((np.abs(x) - 0.042) ** 2 + (y + 0.02) ** 2) / 0.0007) * front
        color = color * (1 + cheek * (vector(1.12, 0.9, 0.9) - 1))
        wave = np.sin(y / 0.0042 + 1.2 * np.sin(x / 0.02)) * np.exp(-(((y - 0.068) / 0.02) ** 2))
        smile = np.exp(-(((np.abs(x) - 0.034 - 0.25 * (y + 0.03)) / 0.003) ** 2)) * (
            np.abs(y + 0.045) < 0.025
        )
        color = color * (1 - front * (0.3 * np.maximum(wave, 0) + 0.25 * smile))
        lips = front & (np.abs(y + 0.062 - 2 * x * x) < 0.009 * (1 - (x / 0.028) ** 2))
        seam = front & (np.abs(y + 0.062 - 2 * x * x) < 0.0012) & (np.abs(x) < 0.027)
        color = np.where(lips, lip_color * pores, color)
        brow = front & (np.abs(y - 0.043 + 6 * (np.abs(x) - 0.032) ** 2) < 0.005)
        brow &= np.abs(np.abs(x) - 0.034) < 0.02
        socket = np.exp(-((np.abs(x) - 0.031) ** 2 / 0.0004 + (y - 0.018) ** 2 / 0.00018)) * front
        color = color * (1 - 0.45 * socket) * np.where(brow | seam, 0.3, 1)
        normal = unit(normal + np.float32(0.5) * front * wave * vector(0, 1, 0))
        return color, bumped(local, normal, 0.006, 0.05), None

    return texture


def eye_texture(local, normal, albedo):
    x, y, z = local
    radius = np.sqrt(x * x + y * y)
    iris = np.where(radius < 0.0028, 0.02, 1) * srgb(92, 60, 36)
    color = np.where((radius < 0.0065) & (z > 0), iris, albedo)
    return (
        np.where(
            (y > 0.0035 - 30 * x * x) | (y < 25 * x * x - 0.0055),
            albedo * vector(0.4, 0.28, 0.22),
            color,
        ),
        normal,
        None,
    )


def hair_texture(local, normal, albedo):
    strands = fractal(np.stack([local[0] * 320, local[1] * 30, local[2] * 320]), 3)
    normal = unit(normal + (strands - 0.5) * vector(1.2, 0.0, 1.2))
    return albedo * (0.45 + 1.1 * strands), normal, None


def cloth_texture(local, normal, albedo):
    row = local[1] * 420
    stitch = np.abs(np.sin(local[0] * 330 + 0.9 * np.sin(row))) * (0.6 + 0.4 * np.abs(np.sin(row)))
    yarn = fractal(local * np.float32(260), 3)
    color = albedo * (0.55 + 0.5 * stitch) * (0.8 + 0.4 * yarn)
    return color, bumped(local, normal, 0.09, 0.35), None


def person(place, yaw, skin, hair, cloth):
    """`place` is the position of the chin in meters. With yaw 0, the person looks along +z."""
    place = np.array(place, np.float64)
    c, s = np.cos(yaw), np.sin(yaw)

    def part(offset, radii, surface):
        x, y, z = offset
        return Ellipsoid(place + (c * x + s * z, y, -s * x + c * z), radii, surface, yaw)

    lip = skin * vector(0.9, 0.52, 0.5)
    face = Surface(skin, texture=skin_texture(lip))
    plain = Surface(skin, texture=lambda p, n, a: (a, bumped(p, n, 0.008, 0.06), None))
    eye = Surface(srgb(225, 220, 214), texture=eye_texture)
    strands = Surface(hair, texture=hair_texture)
    knit = Surface(cloth, texture=cloth_texture)
    head = [
        part((0, 0.115, 0), (0.076, 0.115, 0.095), face),
        part(
            (0, 0.045, 0.016),
            (0.056, 0.055, 0.074),
            Surface(skin, texture=skin_texture(lip, -0.07)),
        ),
        part((0, 0.107, 0.094), (0.0125, 0.028, 0.02), plain),
        part((0, 0.092, 0.1), (0.017, 0.011, 0.017), plain),
        part((-0.031, 0.133, 0.073), 0.0145, eye),
        part((0.031, 0.133, 0.073), 0.0145, eye),
        part((-0.077, 0.11, -0.005), (0.012, 0.03, 0.02), plain),
        part((0.077, 0.11, -0.005), (0.012, 0.03, 0.02), plain),
        part((0, 0.165, -0.022), (0.086, 0.088, 0.1), strands),
        part((0, 0.12, -0.05), (0.085, 0.11, 0.078), strands),
    ]
    body = [
        part((0, -0.03, -0.022), (0.052, 0.12, 0.054), plain),
        part((0, -0.11, -0.03), (0.1, 0.05, 0.07), knit),
        part((0, -0.2, -0.03), (0.225, 0.1, 0.1), knit),
        part((0, -0.33, -0.02), (0.185, 0.2, 0.12), knit),
        part((-0.2, -0.36, -0.03), (0.055, 0.2, 0.07), knit),
        part((0.2, -0.36, -0.03), (0.055, 0.2, 0.07), knit),
        part((0, -0.8, -0.03), (0.17, 0.5, 0.13), knit),
    ]
    return [Group(place + (0, 0.12, 0), 0.16, head), Group(place + (0, -0.5, 0), 0.78, body)]
