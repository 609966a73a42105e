# SPDX-License-Identifier: BSD-2-Clause
"""Reads HDR pictures and clips as light in cd/m2, and SDR pictures as codes."""

import io
import json
import pathlib
import re
import subprocess

import numpy as np
from scipy.ndimage import zoom

import color

SIDE = 960
WHITE = 203.0
BRIGHTEST = 10000.0


class Unreadable(Exception):
    """The error for a picture that cannot be read. Its message contains the file name and the
    reason."""


def shrunk(image, side=SIDE):
    height, width = image.shape[:2]
    factor = max(height, width) / side
    if factor <= 1:
        return image
    for axis, size in ((0, height), (1, width)):
        image = averaged(image, axis, max(1, round(size / factor)))
    return image


def averaged(image, axis, count):
    sums = np.cumsum(image, axis, dtype=np.float64)
    first = np.zeros_like(np.take(sums, [0], axis))
    sums = np.concatenate([first, sums], axis)
    borders = np.linspace(0, image.shape[axis], count + 1)
    lower = np.minimum(borders.astype(int), image.shape[axis] - 1)
    share = (borders - lower).reshape([-1 if i == axis else 1 for i in range(image.ndim)])
    at = np.take(sums, lower, axis) * (1 - share) + np.take(sums, lower + 1, axis) * share
    return (np.diff(at, axis=axis) * (count / image.shape[axis])).astype(np.float32)


def run(command, data=None):
    try:
        done = subprocess.run([str(word) for word in command], input=data, capture_output=True)
    except FileNotFoundError:
        raise Unreadable(f"there is no {command[0]} on the path: please install it") from None
    if done.returncode:
        raise Unreadable(f"{command[0]}: {done.stderr.decode(errors='replace').strip()[-300:]}")
    return done.stdout


def described(path):
    entries = "stream=width,height,pix_fmt,color_transfer,color_primaries"
    command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", entries]
    text = run([*command, "-of", "json", path])
    streams = json.loads(text).get("streams")
    if not streams:
        raise Unreadable(f"{path}: there is no picture in it")
    return streams[0]


def decoded(path, pixel_format, kind, frame=0, data=None):
    filters = f"select=gte(n\\,{frame}),format={pixel_format}"
    command = ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:v:0", "-vf", filters]
    command += ["-frames:v", "1", "-c:v", "rawvideo", "-f", "nut", "-"]
    first = run(command, data)
    shape = described_bytes(first)
    raw = run(["ffmpeg", "-v", "error", "-i", "-", "-f", "rawvideo", "-"], first)
    return np.frombuffer(raw, kind), shape


def described_bytes(data):
    entries = ["-show_entries", "stream=width,height", "-of", "csv=p=0"]
    command = ["ffprobe", "-v", "error", *entries, "-"]
    width, height = run(command, data).decode().split()[0].split(",")[:2]
    return int(height), int(width)


def sdr_codes(path):
    pixels, (height, width) = decoded(path, "rgb48le", "<u2")
    return shrunk(pixels.reshape(height, width, 3).astype(np.float32) / 65535)


def exr(path):
    said = described(path)
    if not said.get("pix_fmt", "unknown").endswith("f32le"):
        return by_vips(path)
    raw = run(["ffmpeg", "-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-"])
    green, blue, red = np.frombuffer(raw, "<f4").reshape(-1, said["height"], said["width"])[:3]
    return np.stack([red, green, blue], -1)


def by_vips(path):
    fields = [
        run(["vipsheader", "-f", name, path]).decode().strip()
        for name in ("width", "height", "bands")
    ]
    width, height, bands = map(int, fields)
    raw = run(["vips", "rawsave", path, "/dev/stdout"])
    return np.frombuffer(raw, "<f4").reshape(height, width, bands)[..., :3]


def radiance(path):
    file = io.BytesIO(pathlib.Path(path).read_bytes())
    while line := file.readline().strip():
        if line.startswith(b"FORMAT") and line != b"FORMAT=32-bit_rle_rgbe":
            raise Unreadable(f"{path}: {line.decode()} is not 32-bit_rle_rgbe")
    size = re.fullmatch(rb"-Y (\d+) \+X (\d+)\s*", file.readline())
    if not size:
        raise Unreadable(f"{path}: the rows are not from top to bottom and left to right")
    height, width = map(int, size.groups())
    data, at, rows = file.read(), 0, []
    for _ in range(height):
        row, at = radiance_row(data, at, width, path)
        rows.append(row)
    codes = np.array(rows, np.float32)
    return codes[..., :3] * np.exp2(codes[..., 3:] - 136)


def radiance_row(data, at, width, path):
    if data[at : at + 2] != b"\2\2":
        raise Unreadable(f"{path}: a row is not of run lengths by component")
    at, row = at + 4, bytearray()
    while len(row) < 4 * width:
        count = data[at]
        if count > 128:
            row += data[at + 1 : at + 2] * (count - 128)
            at += 2
        else:
            row += data[at + 1 : at + 1 + count]
            at += 1 + count
    return np.frombuffer(row, np.uint8).reshape(4, width).T, at


def is_gain_map(path):
    return b"hdrgm:GainMapMax" in pathlib.Path(path).read_bytes()


def gain_map_light(path):
    data = pathlib.Path(path).read_bytes()
    values = {
        name.decode(): text.decode() for name, text in re.findall(rb'hdrgm:(\w+)="([^"]*)"', data)
    }

    def number(name, default):
        return float(values.get(name, default))

    codes, (height, width) = decoded(path, "rgb24", np.uint8)
    base = color.srgb_decode(shrunk(codes.reshape(height, width, 3) / np.float32(255)))
    second = data[data.rindex(b"\xff\xd8\xff") :]
    codes, shape = decoded("-", "gray", np.uint8, data=second)
    gain = (codes.reshape(shape) / np.float32(255)) ** (1 / number("Gamma", 1))
    gain = zoom(
        gain, [a / b for a, b in zip(base.shape, shape)], order=1, grid_mode=True, mode="nearest"
    )
    low, high = number("GainMapMin", 0), number("GainMapMax", 1)
    gain = np.exp2(low + gain * (high - low))[..., None]
    offsets = number("OffsetSDR", 1 / 64), number("OffsetHDR", 1 / 64)
    return (base + offsets[0]) * gain - offsets[1]


def coded_light(path, transfer, primaries, frame):
    known = {"smpte2084": color.pq_decode, "arib-std-b67": color.hlg_decode}
    if transfer not in known:
        raise Unreadable(
            f"{path}: its transfer is {transfer}, not PQ or HLG: name it with --transfer"
        )
    planes, (height, width) = decoded(path, "gbrp16le", "<u2", frame)
    green, blue, red = planes.reshape(3, height, width)
    code = np.stack([red, green, blue], -1).astype(np.float32) / 65535
    return color.converted(shrunk(known[transfer](code).astype(np.float32)), primaries, "bt2020")


def hdr_light(path, transfer=None, primaries=None, frame=0):
    suffix = pathlib.Path(path).suffix.lower()
    if suffix in (".exr", ".hdr"):
        linear, source = (exr if suffix == ".exr" else radiance)(path), "bt709"
    elif suffix in (".jpg", ".jpeg") and is_gain_map(path):
        linear, source = gain_map_light(path), "smpte432"
    else:
        said = described(path)
        transfer = transfer or said.get("color_transfer", "unknown")
        return coded_light(
            path, transfer, primaries or said.get("color_primaries", "bt2020"), frame
        )
    linear = np.nan_to_num(linear.astype(np.float32), posinf=BRIGHTEST / WHITE)
    return WHITE * color.converted(shrunk(linear), primaries or source, "bt2020")


def exposed(light, log_average):
    luminance = np.maximum(light @ color.LUMA_2020, 1e-5)
    return (light * (log_average / np.exp(np.log(luminance).mean()))).astype(np.float32)
