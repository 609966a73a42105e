# SPDX-License-Identifier: BSD-2-Clause
"""Renders light with a filter chain of FFmpeg: a look of Tonelift, or another tone mapper."""

import numpy as np

import color
from light import run

TO_LINEAR = "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709"
FROM_LINEAR = "zscale=t=bt709:m=bt709:r=tv,format=yuv444p"
OTHERS = {
    "hable": f"{TO_LINEAR},tonemap=hable:desat=0,{FROM_LINEAR}",
    "libplacebo": "format=yuv420p10,hwupload,libplacebo=colorspace=bt709:color_primaries=bt709"
    ":color_trc=bt709:range=tv:format=yuv420p,hwdownload,format=yuv420p",
}
TO_PQ = (
    "scale=out_color_matrix=bt2020:out_range=tv:flags=accurate_rnd,format=yuv444p10le,"
    "setparams=color_trc=smpte2084:color_primaries=bt2020:colorspace=bt2020nc:range=tv"
)


def rendered(light, chain, ffmpeg):
    height, width = (size - size % 2 for size in light.shape[:2])
    code = color.pq_encode(np.maximum(light[:height, :width], 0))
    raw = np.round(code * 65535).astype("<u2").tobytes()
    chain = OTHERS.get(chain, chain)
    device = ["-init_hw_device", "vulkan=v", "-filter_hw_device", "v"]
    command = [
        ffmpeg,
        "-v",
        "error",
        *(device if "libplacebo" in chain else []),
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgb48le",
    ]
    command += ["-s", f"{width}x{height}", "-i", "-", "-vf", f"{TO_PQ},{chain}"]
    command += ["-pix_fmt", "rgb24", "-f", "rawvideo", "-"]
    pixels = np.frombuffer(run(command, raw), np.uint8)
    return pixels.reshape(height, width, 3).astype(np.float32) / 255
