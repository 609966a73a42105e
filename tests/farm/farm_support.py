# SPDX-License-Identifier: BSD-2-Clause
"""Makes small films for the tests of the farm, and runs the farm on them."""

import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "integration"))

from ffmpeg_support import ROOT, FilterTest, ffmpeg, main, pictures, probe, rotate  # noqa: E402,F401

FARM = ROOT / "tools" / "farm" / "tonelift-farm"
sys.path.insert(0, str(FARM.parent))
TOOL = os.environ.get("TONELIFT_TOOL", str(ROOT / "build" / "tools" / "tonelift"))
PROGRAMS = [
    "--ffmpeg",
    str(ROOT / "scripts" / "ffmpeg"),
    "--ffprobe",
    str(ROOT / "scripts" / "ffprobe"),
    "--tonelift",
    TOOL,
]
LOSSLESS = ["--", "-c:v", "ffv1"]
FILTER = "tonelift=device=cpu:smoothing=0.05"
PLAIN = "testsrc2=s=160x90:r={rate}:d={seconds},lutyuv=y='val*{gain}',format=yuv420p"


def farm(*arguments, check=True, environment=None):
    command = [sys.executable, str(FARM), *map(str, arguments)]
    ran = subprocess.run(
        command,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
        check=False,
    )
    if check and ran.returncode != 0:
        raise AssertionError(
            f"{' '.join(command)}\nstatus {ran.returncode}\n{ran.stdout}{ran.stderr}"
        )
    return ran


def scenes(seconds, rate="24"):
    parts = [PLAIN.format(rate=rate, seconds=seconds / 3, gain=gain) for gain in (0.4, 1, 0.7)]
    names = "".join(f"[s{i}]" for i in range(3))
    cut = ";".join(f"{part}[s{i}]" for i, part in enumerate(parts))
    return f"{cut};{names}concat=n=3"


def lavfi(graph):
    return ["-v", "error", "-f", "lavfi", "-i", graph]


def film(path, seconds=9, rate="24", video=(), others=()):
    ffmpeg(
        *lavfi(scenes(seconds, rate)),
        *lavfi(f"sine=440:d={seconds}"),
        *others,
        "-c:v",
        "libx264",
        "-preset",
        "veryfast",
        "-g",
        "30",
        "-bf",
        "3",
        "-x264-params",
        "open-gop=1",
        "-threads",
        "2",
        *video,
        "-c:a",
        "aac",
        path,
    )
    return path


def frames_of(path, *arguments):
    made = pictures(
        "-copyts",
        "-i",
        path,
        "-map",
        "0:v:0",
        *arguments,
        "-fps_mode",
        "passthrough",
        "-enc_time_base",
        "1:100000",
    )
    return [(round((stamp - made[0][0]) / 100), digest) for stamp, digest in made]


def wrapped_ffmpeg(folder, pattern, commands):
    script = Path(folder) / "ffmpeg"
    real = PROGRAMS[PROGRAMS.index("--ffmpeg") + 1]
    script.write_text(
        f'#!/bin/sh\ncase "$*" in {pattern})\n{commands} ;;\nesac\nexec {real} "$@"\n'
    )
    script.chmod(0o755)
    return str(script)


class FarmTest(FilterTest):
    def path(self, name):
        return str(self.folder / name)

    def local(self, source, output="out.mkv", *options, check=True, encoder=LOSSLESS):
        return farm(
            "local",
            source,
            self.path(output),
            "--filter",
            FILTER,
            "--chunk",
            "2s",
            "--measure-chunk",
            "3s",
            "-j",
            "2",
            "--threads",
            "1",
            *PROGRAMS,
            *options,
            *encoder,
            check=check
        )

    def expect_one_run(self, source, output="out.mkv", *arguments):
        made = frames_of(self.path(output))
        expected = frames_of(source, "-vf", FILTER, *arguments)
        self.assertEqual([digest for _, digest in made], [digest for _, digest in expected])
        for (here, _), (there, _) in zip(made, expected):
            self.assertAlmostEqual(here, there, delta=2, msg="milliseconds")

    def status(self, output="out.mkv"):
        ran = farm("status", self.path(output) + ".farm", "--json", check=False)
        return ran.returncode, json.loads(ran.stdout)
