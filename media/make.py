#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes the clips and stills of this folder again.

Needs python3 with NumPy, and FFmpeg with libx265, libx264 and zimg (Debian: python3-numpy ffmpeg).
Takes some minutes. README.md lists the purpose of each file.
"""

import argparse
import multiprocessing
import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

from recipe import coast, encode, portrait, render, room, street  # noqa: E402

HERE = Path(__file__).resolve().parent
SCENES = {"coast": coast, "portrait": portrait, "room": room, "street": street}


def shot(job):
    scene, seconds, width, height, seed, noise = job
    frame = render.glare(SCENES[scene].frame(seconds, width, height))
    return render.sensor(frame, seed, shot=0.0016 * noise, read=0.02 * noise)


def shots(pool, scene, count, width, height, rate=24, start=0.0, noise=1.0):
    jobs = [(scene, start + i / rate, width, height, 1000 + i, noise) for i in range(count)]
    return pool.map(shot, jobs, chunksize=1)


def montage(pool):
    """Makes three shots: the street at night, the coast with one frame of lightning, the room."""
    night = shots(pool, "street", 8, 480, 270, start=0.5)
    day = shots(pool, "coast", 12, 480, 270)
    day[6] = day[6] + 60 * np.sqrt(np.maximum(day[6], 0) + 40)
    inside = shots(pool, "room", 8, 480, 270)
    encode.hevc(HERE / "montage_hdr10.mkv", night + day + inside, 24, crf=18)


def room_hdr10(pool):
    encode.hevc(HERE / "room_hdr10.mkv", shots(pool, "room", 36, 640, 360), 24, crf=21)


def coast_hdr10(pool):
    encode.hevc(HERE / "coast_hdr10.mkv", shots(pool, "coast", 36, 960, 540), 24, crf=18)


def street_hlg(pool):
    encode.hevc(
        HERE / "street_hlg.mp4", shots(pool, "street", 25, 640, 360, rate=25), 25, "arib-std-b67"
    )


def street_444(pool):
    frames = shots(pool, "street", 6, 480, 270, start=1.0)
    encode.hevc(HERE / "street_444_hdr10.mkv", frames, 24, pixels="yuv444p10le", crf=18)


def portrait_sdr(pool):
    encode.h264(
        HERE / "portrait_sdr.mp4", shots(pool, "portrait", 24, 640, 360), 24, 1.0, sound=True
    )


def coast_sdr(pool):
    encode.h264(
        HERE / "coast_sdr.mkv", shots(pool, "coast", 30, 480, 270, rate=30, start=1.0), 30, 0.5
    )


def room_odd(pool):
    encode.lossless(
        HERE / "room_odd_pq.mkv", shots(pool, "room", 4, 319, 241, noise=0.3), 24, "yuv420p10le"
    )


def portrait_alpha(pool):
    frames = shots(pool, "portrait", 10, 320, 180, noise=0.3)
    covers = [portrait.cover(i / 24, 320, 180) for i in range(10)]
    encode.prores_alpha(HERE / "portrait_alpha.mov", frames, covers, 24, 1.0)


def stills(pool):
    encode.exr(HERE / "coast.exr", shots(pool, "coast", 1, 480, 270, start=0.6)[0])
    encode.exr(HERE / "room.exr", shots(pool, "room", 1, 480, 270, start=0.3)[0])
    encode.exr(HERE / "street.exr", shots(pool, "street", 1, 480, 270, start=1.2)[0])
    encode.png16(
        HERE / "portrait_16bit.png", shots(pool, "portrait", 1, 400, 225, noise=0.3)[0], 0.6
    )


RECIPES = {
    f.__name__: f
    for f in (
        room_hdr10,
        coast_hdr10,
        montage,
        street_hlg,
        street_444,
        portrait_sdr,
        coast_sdr,
        room_odd,
        portrait_alpha,
        stills,
    )
}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="files to make; default: all")
    wanted = parser.parse_args().names or list(RECIPES)
    if unknown := [name for name in wanted if name not in RECIPES]:
        parser.error(f"there is no recipe for {', '.join(unknown)}; allowed are {', '.join(RECIPES)}")
    with multiprocessing.Pool() as pool:
        for name in wanted:
            RECIPES[name](pool)
            print(name, flush=True)


if __name__ == "__main__":
    main()
