#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes docs/images/before_after.jpg. Each row shows one crop of a photograph, not scaled, in three columns:
clipped | tonemap=hable | tonelift.

    git clone --depth 1 https://github.com/AcademySoftwareFoundation/openexr-images photographs/openexr-images
    git clone --depth 1 https://github.com/pmndrs/drei-assets photographs/drei-assets
    docs/make_before_after.py photographs

PHOTOGRAPHS is a folder that contains the photographs of PARTS, directly or in subfolders. The script needs
the FFmpeg of ffmpeg_filter/build.sh, and build/tools/tonelift.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FFMPEG = ROOT / "scripts/ffmpeg"
TOOL = ROOT / "build/tools/tonelift"
OUTPUT = ROOT / "docs/images/before_after.jpg"
MOST_BYTES = 110_000

# Each entry names a photograph, and gives the first column and the first row of its crop in pixels.
PARTS = [("venice_sunset_1k.hdr", 560, 150), ("potsdamer_platz_1k.hdr", 60, 150), ("Desk.exr", 160, 20)]
WIDTH, HEIGHT, GAP = 400, 240, 4

EXPOSURE = "output input * (20 / 203) / max(log_mean(luminance(input)), 0.00001);"

HDR10 = "setparams=color_trc=smpte2084:color_primaries=bt2020:colorspace=gbr,crop=iw-mod(iw\\,2):ih-mod(ih\\,2)"
LINEAR = "zscale=t=linear:npl={white},format=gbrpf32le,zscale=p=bt709"
SDR = "zscale=t=bt709:m=bt709:r=tv,format=yuv444p"
TREATMENTS = [
    f"{LINEAR.format(white=203)},{SDR}",
    f"{LINEAR.format(white=100)},tonemap=hable:desat=0,{SDR}",
    "tonelift",
]


def ffmpeg(*arguments):
    subprocess.run([FFMPEG, "-v", "error", "-y", *arguments], check=True)


def find(folder, name):
    """Returns the file whose name ends with `name`, in `folder` or in its subfolders."""
    found = sorted(pathlib.Path(folder).rglob(f"*{name}"))
    return found[0] if found else sys.exit(f"{folder}: there is no {name}")


def row(number, left, top):
    names = [f"{number}{letter}" for letter in "abc"]
    split = f"[{number}:v]{HDR10},split=3" + "".join(f"[{name}]" for name in names)
    cells = [
        f"[{name}]{chain},format=rgb24,crop={WIDTH}:{HEIGHT}:{left}:{top},pad={WIDTH + GAP}:{HEIGHT + GAP}[{name}done]"
        for name, chain in zip(names, TREATMENTS)
    ]
    return [split, *cells, "".join(f"[{name}done]" for name in names) + f"hstack=3[row{number}]"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photographs", metavar="PHOTOGRAPHS")
    photographs = parser.parse_args().photographs
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        script, sheet, inputs, filters = folder / "exposure.tl", folder / "sheet.png", [], []
        script.write_text(EXPOSURE)
        for number, (photograph, left, top) in enumerate(PARTS):
            picture = folder / f"{number}.png"
            options = ["--with", f"script={script}", "--with", "transfer=pq", "--with", "format=rgb48le"]
            subprocess.run([TOOL, "map", *options, find(photographs, photograph), picture], check=True)
            inputs += ["-i", picture]
            filters += row(number, left, top)
        rows = "".join(f"[row{number}]" for number in range(len(PARTS)))
        filters.append(f"{rows}vstack={len(PARTS)},crop=iw-{GAP}:ih-{GAP}:0:0[sheet]")
        ffmpeg(*inputs, "-filter_complex", ";".join(filters), "-map", "[sheet]", "-frames:v", "1", "-update", "1", sheet)
        for quantizer in range(2, 32):
            ffmpeg("-i", sheet, "-vf", "format=yuvj420p", "-q:v", str(quantizer), "-update", "1", OUTPUT)
            if OUTPUT.stat().st_size <= MOST_BYTES:
                break
    print(OUTPUT.relative_to(ROOT), OUTPUT.stat().st_size)


if __name__ == "__main__":
    main()
