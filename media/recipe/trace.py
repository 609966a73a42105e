# SPDX-License-Identifier: BSD-2-Clause
"""A small ray tracer: ellipsoids and boxes, lit by sun, sky, windows and lamps, with one diffuse bounce.

Light is linear BT.2020 RGB in cd/m2. Vectors are float32 arrays of shape (3, N). "Irradiance" means
irradiance / pi, so that a white diffuse surface under irradiance 100 shines with 100 cd/m2.
"""

import numpy as np

FAR = np.float32(1e9)
BT709_TO_BT2020 = np.array(
    [
        [0.627404, 0.329283, 0.043313],  # ITU-R BT.2087-0
        [0.069097, 0.919540, 0.011362],
        [0.016391, 0.088013, 0.895595],
    ],
    np.float32,
)


def srgb(red, green, blue):
    """Converts an sRGB color (0 to 255) to linear BT.2020."""
    value = np.array([red, green, blue], np.float64) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return (BT709_TO_BT2020 @ linear).astype(np.float32).reshape(3, 1)


def vector(x, y, z):
    return np.array([x, y, z], np.float32).reshape(3, 1)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def unit(a):
    return a / np.sqrt(np.maximum(dot(a, a), 1e-12))


def lattice(p):
    cell = np.floor(p)
    f = (p - cell).astype(np.float32)
    primes = (374761393, 668265263, 3266489917)
    first = [
        cell[axis].astype(np.int64).astype(np.uint32) * np.uint32(primes[axis]) for axis in range(3)
    ]
    keys = [(k, k + np.uint32(prime)) for k, prime in zip(first, primes)]

    def value(a, b, c):
        h = keys[0][a] + keys[1][b] + keys[2][c]
        h = (h ^ (h >> np.uint32(15))) * np.uint32(2246822519)
        h = (h ^ (h >> np.uint32(13))) * np.uint32(3266489917)
        return (h >> np.uint32(8)).astype(np.float32) * np.float32(2.0**-24)

    values = [[[value(a, b, c) for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
    return values, f * f * (3 - 2 * f), 6 * f * (1 - f)


def noise(p, slope=False):
    """Returns value noise in [0, 1], one feature per unit; with `slope` also its gradient."""
    v, u, du = lattice(p)
    along_z = [[v[a][b][0] + (v[a][b][1] - v[a][b][0]) * u[2] for b in (0, 1)] for a in (0, 1)]
    along_y = [along_z[a][0] + (along_z[a][1] - along_z[a][0]) * u[1] for a in (0, 1)]
    out = along_y[0] + (along_y[1] - along_y[0]) * u[0]
    if not slope:
        return out
    rise = [[v[a][b][1] - v[a][b][0] for b in (0, 1)] for a in (0, 1)]
    rise_y = [rise[a][0] + (rise[a][1] - rise[a][0]) * u[1] for a in (0, 1)]
    step_y = [along_z[a][1] - along_z[a][0] for a in (0, 1)]
    return out, np.stack(
        [
            (along_y[1] - along_y[0]) * du[0],
            (step_y[0] + (step_y[1] - step_y[0]) * u[0]) * du[1],
            (rise_y[0] + (rise_y[1] - rise_y[0]) * u[0]) * du[2],
        ]
    )


def fractal(p, octaves, slope=False):
    """Returns noise of several sizes with mean 0.5; with `slope` also its gradient."""
    p = np.asarray(p, np.float32)
    total, gradient, weight, size, sum_of_weights = 0, 0, 0.5, 1.0, 0.0
    for _ in range(octaves):
        got = noise(p * np.float32(size) + np.float32(size), slope)
        total = total + np.float32(weight) * (got[0] if slope else got)
        gradient = gradient + np.float32(weight * size) * got[1] if slope else 0
        sum_of_weights += weight
        weight, size = weight * 0.5, size * 2.03
    scale = np.float32(1 / sum_of_weights)
    return (total * scale, gradient * scale) if slope else total * scale


class Surface:
    """The material of hit points: albedo, normal, emission and reflectivity."""

    def __init__(self, albedo, emission=None, gloss=0.0, texture=None):
        self.albedo, self.gloss, self.texture = albedo, gloss, texture
        self.emission = vector(0, 0, 0) if emission is None else emission

    def at(self, local, normal):
        """texture(local, normal) -> (albedo factor or color, normal, emission or None)."""
        albedo = np.broadcast_to(self.albedo, normal.shape)
        emission = np.broadcast_to(self.emission, normal.shape)
        if self.texture:
            albedo, normal, glow = self.texture(local, normal, albedo)
            emission = emission if glow is None else glow
        return albedo, normal, emission


class Ellipsoid:
    def __init__(self, center, radii, surface, yaw=0.0):
        self.center, self.surface = vector(*center), surface
        self.radii = vector(*(radii if np.iterable(radii) else (radii,) * 3))
        c, s = np.cos(yaw), np.sin(yaw)
        self.turn = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]], np.float32)

    def hit(self, o, d):
        o, d = self.turn @ (o - self.center) / self.radii, self.turn @ d / self.radii
        a, b, c = dot(d, d), dot(o, d), dot(o, o) - 1
        root = b * b - a * c
        root_ok = np.sqrt(np.maximum(root, 0))
        near, far = (-b - root_ok) / a, (-b + root_ok) / a
        t = np.where(near > 1e-3, near, far)
        return np.where((root > 0) & (t > 1e-3), t, FAR)

    def local(self, p):
        return self.turn @ (p - self.center)

    def normal(self, p):
        return unit(self.turn.T @ (self.local(p) / self.radii**2))


class Box:
    def __init__(self, low, high, surface):
        low, high = vector(*low), vector(*high)
        self.center, self.half, self.surface = (low + high) / 2, (high - low) / 2, surface

    def hit(self, o, d):
        inverse = 1 / np.where(np.abs(d) < 1e-9, np.float32(1e-9), d)
        middle = (self.center - o) * inverse
        reach = self.half * np.abs(inverse)
        first, last = middle - reach, middle + reach
        near = np.maximum(np.maximum(first[0], first[1]), first[2])
        far = np.minimum(np.minimum(last[0], last[1]), last[2])
        t = np.where(near > 1e-3, near, far)
        return np.where((near < far) & (t > 1e-3), t, FAR)

    def local(self, p):
        return p - self.center

    def normal(self, p):
        q = (p - self.center) / self.half
        face = np.abs(q).argmax(axis=0)
        n = np.zeros_like(q)
        n[face, np.arange(q.shape[1])] = np.sign(q[face, np.arange(q.shape[1])])
        return n


class Floor:
    def __init__(self, height, surface):
        self.height, self.surface = np.float32(height), surface

    def hit(self, o, d):
        t = (self.height - o[1]) / np.where(np.abs(d[1]) < 1e-9, np.float32(1e-9), d[1])
        return np.where(t > 1e-3, t, FAR)

    def local(self, p):
        return p

    def normal(self, p):
        return np.broadcast_to(vector(0, 1, 0), p.shape)


class Group:
    """Objects inside a bounding sphere; rays that miss the sphere skip these objects."""

    def __init__(self, center, radius, objects):
        self.ball, self.objects = Ellipsoid(center, radius, None), objects


class SphereLamp:
    """The light of a glowing sphere. A visible sphere is also an object."""

    def __init__(self, center, radius, radiance):
        self.center, self.radius, self.radiance = vector(*center), np.float32(radius), radiance

    def sample(self, p, rng):
        spot = unit(rng.standard_normal(p.shape, dtype=np.float32))
        way = self.center + spot * self.radius - p
        distance = np.sqrt(dot(way, way))
        away = self.center - p
        size = (self.radius**2) / np.maximum(dot(away, away), self.radius**2)
        return way / distance, distance - 2 * self.radius, self.radiance * size


class Sun:
    def __init__(self, direction, irradiance, softness=0.01):
        self.direction, self.irradiance = unit(vector(*direction)), irradiance
        self.softness = np.float32(softness)

    def sample(self, p, rng):
        spread = rng.standard_normal(p.shape, dtype=np.float32) * self.softness
        way = unit(self.direction + spread)
        return way, np.full(p.shape[1], FAR), np.broadcast_to(self.irradiance, p.shape)


class Window:
    """The light of the sky through a rectangle in a wall of constant z."""

    def __init__(self, low, high, sky):
        self.low, self.size = vector(*low), vector(*high) - vector(*low)
        self.area, self.sky = np.float32(self.size[0, 0] * self.size[1, 0]), sky

    def sample(self, p, rng):
        way = self.low + rng.random(p.shape, dtype=np.float32) * self.size - p
        distance2 = dot(way, way)
        way = way / np.sqrt(distance2)
        weight = self.area * np.abs(way[2]) / np.maximum(distance2, 0.05) / np.float32(np.pi)
        return way, np.full(p.shape[1], FAR), self.sky(way) * weight


class Scene:
    def __init__(self, objects, lights, sky, sky_bounces, bounce_limit=1e9):
        self.bounce_limit = bounce_limit
        self.objects, self.lights, self.sky, self.sky_bounces = objects, lights, sky, sky_bounces
        self.flat = [o for g in objects for o in (g.objects if isinstance(g, Group) else [g])]
        self.number = {id(o): n for n, o in enumerate(self.flat)}


def nearest(scene, o, d):
    o = np.broadcast_to(o, d.shape)
    best, which = np.full(d.shape[1], FAR), np.full(d.shape[1], -1)
    for thing in scene.objects:
        if isinstance(thing, Group):
            near = np.flatnonzero(thing.ball.hit(o, d) < FAR)
            members, at_o, at_d = thing.objects, o[:, near], d[:, near]
        else:
            near, members, at_o, at_d = slice(None), [thing], o, d
        for member in members:
            t = member.hit(at_o, at_d)
            closer = t < best[near]
            best[near] = np.where(closer, t, best[near])
            which[near] = np.where(closer, scene.number[id(member)], which[near])
    return best, which


def shadowed(scene, o, d, distance):
    return nearest(scene, o, d)[0] < distance


def surfaces(scene, p, which):
    albedo, normal, emission = np.zeros_like(p), np.zeros_like(p), np.zeros_like(p)
    normal[1] = 1
    gloss = np.zeros(p.shape[1], np.float32)
    for number in np.unique(which[which >= 0]):
        thing, at = scene.flat[number], np.flatnonzero(which == number)
        n = thing.normal(p[:, at])
        albedo[:, at], normal[:, at], emission[:, at] = thing.surface.at(thing.local(p[:, at]), n)
        gloss[at] = thing.surface.gloss
    return albedo, normal, emission, gloss


def direct(scene, p, n, rng):
    """Returns the irradiance from all lights, with one shadow ray per light."""
    total = np.zeros_like(p)
    start = p + n * np.float32(2e-3)
    for light in scene.lights:
        way, distance, strength = light.sample(p, rng)
        cosine = np.maximum(dot(way, n), 0)
        use = np.flatnonzero(cosine > 0)
        lit = ~shadowed(scene, start[:, use], way[:, use], distance[use])
        total[:, use] += np.where(lit, strength[:, use] * cosine[use], 0)
    return total


def bounce(scene, p, n, rng):
    """Returns the irradiance from another surface (one bounce) or from the sky."""
    way = unit(n + unit(rng.standard_normal(p.shape, dtype=np.float32)) * np.float32(0.999))
    t, which = nearest(scene, p + n * np.float32(2e-3), way)
    found = np.flatnonzero(which >= 0)
    light = scene.sky(way) if scene.sky_bounces else np.zeros_like(p)
    spot = p[:, found] + way[:, found] * t[found]
    albedo, normal, _, _ = surfaces(scene, spot, which[found])
    normal = np.where(dot(normal, way[:, found]) > 0, -normal, normal)
    light[:, found] = albedo * direct(scene, spot, normal, rng)
    return np.minimum(light, np.float32(scene.bounce_limit))


def mirrored(scene, p, d, n, rng):
    way = unit(d - 2 * dot(d, n) * n)
    t, which = nearest(scene, p + n * np.float32(2e-3), way)
    found = np.flatnonzero(which >= 0)
    light = scene.sky(way)
    spot = p[:, found] + way[:, found] * t[found]
    albedo, normal, emission, _ = surfaces(scene, spot, which[found])
    light[:, found] = emission + albedo * direct(scene, spot, normal, rng)
    return light
