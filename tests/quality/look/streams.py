# SPDX-License-Identifier: BSD-2-Clause
"""Runs FFmpeg on pictures: compresses and decodes them, and maps them with the filter tonelift."""

from pathlib import Path

import numpy as np

import color
from ffmpeg_support import ffmpeg
from scenes import HEIGHT, WIDTH

# Maps an encoder to its options. Each encoder uses one thread, because the output of x264 and x265
# depends on the number of threads.
ENCODERS = {
    "x264": ["-c:v", "libx264", "-preset", "fast", "-crf", "23", "-threads", "1"],
    "x265": ["-c:v", "libx265", "-preset", "fast", "-crf", "24", "-x265-params",
             "log-level=error:pools=none:frame-threads=1"],
    "AV1": ["-c:v", "libsvtav1", "-preset", "9", "-crf", "35", "-svtav1-params", "lp=1"],
}
PQ = "color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv"
SDR = "color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv"


def halved(plane):
    return plane.reshape(plane.shape[0] // 2, 2, plane.shape[1] // 2, 2).mean((1, 3))


def coded(light):
    """Converts light in cd/m2 to 10-bit limited-range Y'CbCr with PQ in 4:2:0 (ITU-R BT.2100-2,
    tables 4, 6 and 9)."""
    signal = color.pq_encode(light)
    luma = signal @ color.LUMA_2020
    blue = halved((signal[..., 2] - luma) / 1.8814)
    red = halved((signal[..., 0] - luma) / 1.4746)
    planes = (876 * luma + 64, 896 * blue + 512, 896 * red + 512)
    return np.concatenate([np.round(plane).astype("<u2").ravel() for plane in planes])


def raw(path, pixel_format="yuv420p10le"):
    size = ["-s", f"{WIDTH}x{HEIGHT}", "-r", "25"]
    return ["-f", "rawvideo", "-pix_fmt", pixel_format, *size, "-i", path]


class Studio:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.source = self.folder / "source.yuv"
        self.target = self.folder / "target.yuv"

    def compressed(self, pictures, encoder):
        np.concatenate(pictures).tofile(self.source)
        clip = self.folder / "clip.mkv"
        options = [*ENCODERS[encoder], "-pix_fmt", "yuv420p10le"]
        ffmpeg("-v", "error", *raw(self.source), *options, clip)
        ffmpeg("-v", "error", "-i", clip, "-f", "rawvideo", "-pix_fmt", "yuv420p10le", self.target)
        bits = 8 * clip.stat().st_size / (len(pictures) * WIDTH * HEIGHT)
        return np.fromfile(self.target, "<u2")[-pictures[0].size :], bits

    def mapped(self, pictures, options, description=PQ, pixel_format="yuv420p10le"):
        np.concatenate(pictures).tofile(self.source)
        return self.looked(raw(self.source, pixel_format), f"setparams={description},", options)

    def mapped_jpeg(self, picture, options):
        picture.tofile(self.source)
        still = self.folder / "still.jpg"
        jpeg = ["-frames:v", "1", "-c:v", "mjpeg", "-q:v", "1", "-qmin", "1"]
        ffmpeg("-v", "error", *raw(self.source, "yuvj420p"), *jpeg, still)
        return self.looked(["-i", still], "", options)

    def looked(self, arguments, before, options):
        look = f"{before}tonelift=smoothing=0:{options},format=yuv444p10le"
        ffmpeg("-v", "error", *arguments, "-vf", look, "-f", "rawvideo", self.target)
        codes = np.fromfile(self.target, "<u2").reshape(-1, 3, HEIGHT, WIDTH)
        return codes.astype(np.float32) / 4

    def decoded(self, path, pixel_format="rgb48le"):
        scale = f"scale={WIDTH}:{HEIGHT}:flags=accurate_rnd+bicubic:in_color_matrix=bt709"
        ffmpeg("-v", "error", "-i", path, "-vf", scale, "-frames:v", "1", "-f", "rawvideo",
               "-pix_fmt", pixel_format, self.target)
        return np.fromfile(self.target, "<u2").reshape(HEIGHT, WIDTH, 3) / 65535
