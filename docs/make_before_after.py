#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes docs/images/before_after.jpg: three photographs, clipped | tonemap=hable | tonelift.

    docs/make_before_after.py PHONE.jpg Tree.exr Desk.exr

The photographs are those that docs/images/README.md names; they are not part of this repository.
Needs the FFmpeg of ffmpeg_filter/build.sh.
"""

import array
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FFMPEG = ROOT / "scripts/ffmpeg"
OUTPUT = ROOT / "docs/images/before_after.jpg"

LOG_AVERAGE = 20 / 203  # 20 cd/m2, as 1.0 is 203
DARKEST = 1e-5  # what the logarithm takes for black
TREE_TOP, DESK_TOP = 0, 315  # first row of the part that is shown
PHONE_TOP = 524  # of 3072 rows
PHONE_SIZE = (1920, 1080)
PHONE_LIGHT = "format=gbrp,zscale=tin=iec61966-2-1:pin=smpte432:t=linear:p=bt709"  # it is Display P3


def ffmpeg(*arguments, data=None):
    command = [FFMPEG, "-v", "error", "-y", *arguments]
    return subprocess.run(command, check=True, input=data, stdout=subprocess.PIPE).stdout


def size_and_planes(path):
    """Width, height and how many planes of floats an EXR has as FFmpeg reads it."""
    command = [ROOT / "scripts/ffprobe", "-v", "error", "-of", "csv=p=0", "-select_streams", "v:0"]
    entries = ["-show_entries", "stream=width,height,pix_fmt", path]
    said = subprocess.run([*command, *entries], check=True, capture_output=True, text=True).stdout
    width, height, pixel_format = said.strip().split(",")
    return int(width), int(height), 4 if pixel_format.startswith("gbrap") else 3


def write_exr(width, height, planes, path):
    """Planes of G, B and R as a picture of linear light."""
    floats = ["-f", "rawvideo", "-pix_fmt", "gbrpf32le", "-s", f"{width}x{height}", "-i", "-"]
    exr = ["-c:v", "exr", "-format", "float", "-update", "1", path]
    ffmpeg(*floats, *exr, data=b"".join(plane.tobytes() for plane in planes))


def shown_part(source, top, path):
    """The 16:9 part of an EXR from row top on, after the whole got its log-average."""
    width, height, count = size_and_planes(source)
    samples = array.array("f", ffmpeg("-i", source, "-frames:v", "1", "-f", "rawvideo", "-"))
    pixels = width * height
    planes = [samples[i * pixels : (i + 1) * pixels] for i in range(count)]
    logs = 0.0
    for green, blue, red in zip(*planes[:3]):
        logs += math.log(max(0.2126 * red + 0.7152 * green + 0.0722 * blue, DARKEST))
    gain = LOG_AVERAGE / math.exp(logs / pixels)
    rows = width * 9 // 16
    part = slice(top * width, (top + rows) * width)
    scaled = [array.array("f", (gain * v for v in plane[part])) for plane in planes[:3]]
    write_exr(width, rows, scaled, path)


def gain_map(data):
    """The second JPEG of an Ultra HDR file and the stops of its white; a map from 0 on, without offsets and gamma."""
    values = dict(re.findall(rb'hdrgm:(\w+)="([-\d.]+)"', data))
    wanted = {b"GainMapMin": (0, 0), b"OffsetSDR": (1 / 64, 0), b"OffsetHDR": (1 / 64, 0), b"Gamma": (1, 1)}
    for name, (default, number) in wanted.items():
        if float(values.get(name, default)) != number:
            sys.exit(f"{name.decode()} of the gain map is not {number}")
    return data[data.rindex(b"\xff\xd8\xff") :], float(values[b"GainMapMax"])


def phone_part(source, folder, path):
    """The phone's photograph with its gain map applied, in the light that it has: 1.0 is white."""
    second, stops = gain_map(pathlib.Path(source).read_bytes())
    map_file = folder / "gain_map.jpg"
    map_file.write_bytes(second)
    width, height = PHONE_SIZE
    cut = f"crop=iw:iw*9/16:0:{PHONE_TOP}*ih/3072:exact=1"
    size = f"w={width}:h={height}"
    raw = ["-frames:v", "1", "-f", "rawvideo"]
    linear = f"{cut},{PHONE_LIGHT}:{size}:f=bicubic,format=gbrpf32le"
    base = array.array("f", ffmpeg("-i", source, "-vf", linear, *raw, "-"))
    even = f"scale=4080:3072:flags=bilinear,{cut},scale={size}:flags=bicubic,format=gray16le"
    codes = array.array("H", ffmpeg("-i", map_file, "-vf", even, *raw, "-"))
    gains = [2 ** (stops * code / 65535) for code in codes]
    planes = [base[i * len(gains) : (i + 1) * len(gains)] for i in range(3)]
    brighter = [array.array("f", (v * gain for v, gain in zip(plane, gains))) for plane in planes]
    write_exr(width, height, brighter, path)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    phone, tree, desk = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rows = [folder / f"{i}.exr" for i in range(3)]
        phone_part(phone, folder, rows[0])
        shown_part(tree, TREE_TOP, rows[1])
        shown_part(desk, DESK_TOP, rows[2])
        sheet = folder / "sheet.png"
        contact_sheet = [ROOT / "tests/quality/contact_sheet.py", "--width", "480", "-o", sheet]
        subprocess.run([*contact_sheet, *rows], check=True)
        ffmpeg("-i", sheet, "-vf", "format=yuvj420p", "-q:v", "6", "-update", "1", OUTPUT)
    print(OUTPUT.relative_to(ROOT), OUTPUT.stat().st_size)


if __name__ == "__main__":
    main()
