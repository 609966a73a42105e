# SPDX-License-Identifier: BSD-2-Clause
"""Video clips with which the filter's speed is measured. They are uncompressed, so decoding takes
almost no time."""

import dataclasses
import functools
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FFMPEG = ROOT / "scripts/ffmpeg"
SCRATCH = ROOT / "build/bench"
SIZES = {"480p": (854, 480), "720p": (1280, 720), "1080p": (1920, 1080),
         "4K": (3840, 2160), "8K": (7680, 4320)}


@dataclasses.dataclass
class Clip:
    name: str
    file: pathlib.Path
    width: int
    height: int
    transfer: str = "smpte2084"

    @property
    def pixels(self):
        return self.width * self.height

    @property
    def frame_bytes(self):
        return 3 * self.pixels

    @property
    def tags(self):
        """Returns a filter chain that sets color tags and timestamps, because frames of a repeated
        raw file have none."""
        return (f"setpts=N/24/TB,setparams=color_primaries=bt2020:color_trc={self.transfer}:"
                "colorspace=bt2020nc:range=tv")


@functools.cache
def media(name, fallback):
    """Returns a clip of the folder TONELIFT_MEDIA, or a clip of the repository if there is no such
    folder or clip. A missing clip is logged once."""
    folder = os.environ.get("TONELIFT_MEDIA")
    given = pathlib.Path(folder, "hdr_video", name) if folder else None
    if given and given.is_file():
        return given
    if given:
        print(f"{given} is missing; media/{fallback} is measured instead", file=sys.stderr)
    return ROOT / "media" / fallback


def made(name, size, frames, source, chain=None, transfer="smpte2084"):
    width, height = size
    file = SCRATCH / f"{name}_{pathlib.Path(source[-1]).stem}_{width}x{height}.nut"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part.nut")
        filters = f"scale={width}:{height}:flags=bicubic" + (f",{chain}" if chain else "")
        command = [FFMPEG, "-y", "-v", "error", "-nostdin", *source, "-vf", filters,
                   "-frames:v", str(frames), "-an", "-pix_fmt", "yuv420p10le", "-c:v", "rawvideo",
                   part]
        if subprocess.run(command, check=False).returncode != 0:
            raise SystemExit(f"no clip {file.name}: FFmpeg failed, see above")
        part.rename(file)
    return Clip(name, file, width, height, transfer)


def phone(size=SIZES["1080p"], frames=28):
    source = media("androidx_hdr10plus_1080p_phone.mp4", "roof_hdr10.mkv")
    return made("phone", size, frames, ["-i", source])


def chart():
    source = media("androidx_hlg_colorchecker_1080p.mp4", "street_hlg.mp4")
    return made("chart", SIZES["1080p"], 8, ["-i", source],
                transfer="arib-std-b67")


def film():
    return made("film", SIZES["4K"], 6, ["-i", ROOT / "media/room_hdr10.mkv"],
                "noise=alls=6:allf=t+u")


def hostile():
    return made("hostile", SIZES["1080p"], 8, ["-f", "lavfi", "-i", "testsrc2"],
                "format=yuv420p10le,lutyuv=y=0.75*val:u=512+0.1*(val-512):v=512+0.1*(val-512),"
                "noise=alls=40:allf=t+u")


SOURCES = {"phone": phone, "chart": chart, "film": film, "hostile": hostile}
