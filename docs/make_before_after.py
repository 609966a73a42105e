#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes docs/images/before_after.jpg: three photographs, clipped | tonemap=hable | tonelift.

    docs/make_before_after.py PHONE.jpg Tree.exr Desk.exr

The photographs are those that docs/images/README.md names; they are not part of this repository.
Needs the FFmpeg of ffmpeg_filter/build.sh, and build/tools/tonelift, which applies the gain map.
"""

import array
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FFMPEG = ROOT / "scripts/ffmpeg"
TOOL = ROOT / "build/tools/tonelift"
OUTPUT = ROOT / "docs/images/before_after.jpg"

LOG_AVERAGE = 20 / 203  # 20 cd/m2, as 1.0 is 203
DARKEST = 1e-5  # what the logarithm takes for black
TREE_TOP, DESK_TOP = 0, 315  # first row of the part that is shown
PHONE_TOP = 524  # of 3072 rows
PHONE_SIZE = (1920, 1080)
PHONE_LIGHT = "zscale=tin=linear:pin=smpte432:t=linear:p=bt709"  # it is Display P3


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


def phone_part(source, folder, path):
    """The phone's photograph in the light that its gain map gives: 1.0 is the white of SDR."""
    untouched, light = folder / "untouched.tl", folder / "light.exr"
    untouched.write_text("output input;")
    subprocess.run([TOOL, "map", source, light, "--with", f"script={untouched}"], check=True)
    width, height = PHONE_SIZE
    part = f"crop=iw:iw*9/16:0:{PHONE_TOP}*ih/3072:exact=1,{PHONE_LIGHT}:w={width}:h={height}:f=bicubic"
    exr = ["-frames:v", "1", "-c:v", "exr", "-format", "float", "-update", "1", path]
    ffmpeg("-i", light, "-vf", f"{part},format=gbrpf32le", *exr)


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
