#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Restores HDR pictures from gain maps that `tonelift map` has written, and prints how far each
restored picture is from the original HDR picture.

tests/quality/gain_map_table.py [--tool build/tools/tonelift] HDR.exr ...

PU21-PSNR is defined by Mantiuk and Azimi, "PU21: A novel perceptually uniform encoding for adapting
existing quality metrics for HDR" (2021). Its peak is 256, the PU21 code of 100 cd/m2. A value of
1.0 in the pictures means 203 cd/m2. Jod is the result of ColorVideoVDP, where 10 means no
difference. It is printed if the package cvvdp is installed. The script needs NumPy, and FFmpeg to
read EXR.
"""

import argparse
import pathlib
import subprocess
import tempfile

import numpy

try:
    import pycvvdp
    import torch
except ImportError:
    pycvvdp = None

WHITE = 203
PU21 = (0.353487901, 0.3734658629, 8.277049286e-05, 0.9062562627, 0.09150303166, 0.9099517204, 596.3148142)

OPTIONS = [
    "",
    "--gain-map-scale 1",
    "--gain-map-scale 4",
    "--gain-map-gray",
    "--gain-map-gray --gain-map-scale 1",
    "--gain-map-gray --gain-map-scale 4",
    "--gain-map-quality 75",
    "--gain-map-quality 100",
    "--gain-map-scale 1 --gain-map-quality 100",
]


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def read_exr(path):
    """Returns the light of an EXR file in cd/m2. FFmpeg only decodes the file, because a conversion
    would clip light above 1.0."""
    entries = ["-show_entries", "stream=width,height", "-of", "csv=p=0"]
    width, height = map(int, run("ffprobe", "-v", "error", *entries, path).decode().strip().split(","))
    raw = run("ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-")
    planes = numpy.frombuffer(raw, "<f4").reshape(-1, height, width)
    return numpy.clip(planes[[2, 0, 1]].transpose(1, 2, 0) * WHITE, 0.005, 10000)


def pu21(light):
    a, b, c, d, e, f, g = PU21
    return numpy.maximum(g * (((a + b * light**d) / (1 + c * light**d)) ** e - f), 0)


def psnr(light, source):
    return 10 * numpy.log10(256**2 / numpy.mean((pu21(light) - pu21(source)) ** 2))


def jod(light, source):
    if pycvvdp is None:
        return float("nan")
    metric = pycvvdp.cvvdp(display_name="standard_hdr_linear", device=torch.device("cpu"))
    return float(metric.predict(light.astype("f4"), source.astype("f4"), dim_order="HWC")[0])


def figures(tool, source, options, folder):
    identity, made, back = folder / "identity.tl", folder / "made.jpg", folder / "back.exr"
    identity.write_text("output input;")
    unchanged = ["--with", f"script={identity}", "--with", "primaries=bt2020"]
    run(tool, "map", source, folder / "source.exr", *unchanged)
    run(tool, "map", source, made, "--gain-map", *options.split())
    run(tool, "map", made, back, *unchanged)
    light, wanted = read_exr(back), read_exr(folder / "source.exr")
    return psnr(light, wanted), jod(light, wanted), made.stat().st_size


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/tools/tonelift")
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    print("| options | PU21-PSNR, dB | JOD | size, of 100 without a map |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for options in OPTIONS:
            rows = []
            for source in arguments.sources:
                run(arguments.tool, "map", source, folder / "base.jpg")
                decibels, difference, size = figures(arguments.tool, source, options, folder)
                rows.append((decibels, difference, 100 * size / (folder / "base.jpg").stat().st_size))
            mean = numpy.mean(rows, axis=0)
            text = f"--gain-map {options}".strip()
            print(f"| `{text}` | {mean[0]:.1f} | {mean[1]:.2f} | {mean[2]:.0f} |", flush=True)


if __name__ == "__main__":
    main()
