#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests which output format the FFmpeg filter chooses for each input format. Odd sizes, 4:4:4 and
alpha are kept."""

import re

from ffmpeg_support import MEDIA, PQ, FilterTest, ffmpeg, frames, main, pictures, source

# Maps an input format to the output format with format=auto: YUV becomes 8-bit YUV in the same
# layout, and RGB and floats stay unchanged.
AUTOMATIC = {
    "yuv420p": "yuv420p", "yuv422p": "yuv422p", "yuv444p": "yuv444p", "nv12": "nv12",
    "yuv420p10le": "yuv420p", "yuv422p10le": "yuv422p", "yuv444p12le": "yuv444p",
    "p010le": "nv12", "p016le": "nv12", "yuva420p": "yuva420p", "yuva444p10le": "yuva444p",
    "yuva422p10le": "yuva422p", "gray": "gray", "gray16le": "gray", "gbrp": "gbrp",
    "gbrp10le": "gbrp10le", "gbrap12le": "gbrap12le", "gbrpf32le": "gbrpf32le", "rgb24": "rgb24",
    "bgra": "bgra", "rgb48le": "rgb48le", "0rgb": "0rgb", "abgr": "abgr", "nv21": "nv21",
    "yuyv422": "yuyv422", "uyvy422": "uyvy422", "yuvj420p": "yuvj420p", "yuvj444p": "yuvj444p",
    # FFmpeg itself converts formats that the filter does not support to the nearest supported
    # format of the same family.
    "yuv440p": "yuv444p", "rgb565le": "gbrp",
}


def formats(pixel_format, filters):
    arguments = source(pixel_format, size="32x18", count=2)
    log = ffmpeg("-v", "info", *arguments, "-vf", f"{filters},showinfo", "-f", "null", "-").stderr
    return set(re.findall(r" fmt:(\w+)", log))


class Formats(FilterTest):
    def test_automatic_format_depends_on_the_input(self):
        for given, expected in AUTOMATIC.items():
            with self.subTest(given):
                self.assertEqual(formats(given, "tonelift"), {expected})

    def test_same_keeps_the_format(self):
        for given in ("yuv420p10le", "p010le", "yuva444p12le", "gbrp16le", "gray10le"):
            with self.subTest(given):
                self.assertEqual(formats(given, "tonelift=format=same"), {given})

    def test_hdr_output_has_ten_bits(self):
        for given, expected in {"yuv420p": "yuv420p10le", "nv12": "p010le",
                                "yuv422p10le": "yuv422p10le", "yuv420p12le": "yuv420p12le",
                                "nv21": "yuv420p10le", "yuyv422": "y210le",
                                "uyvy422": "yuv422p10le"}.items():
            with self.subTest(given):
                self.assertEqual(formats(given, "tonelift=t=smpte2084"), {expected})

    def test_named_format_is_output(self):
        for given in ("yuv420p", "p010le", "gbrp16le"):
            with self.subTest(given):
                self.assertEqual(formats(given, "tonelift=format=yuv444p10le"), {"yuv444p10le"})

    def test_format_follows_the_source_through_flexible_filters(self):
        for given, expected in {"yuv420p10le": "yuv420p", "gbrp16le": "gbrp16le"}.items():
            for filters in ("scale=16:10,tonelift", "hflip,scale=16:10,transpose,tonelift",
                            "tonelift,tonelift", "split[a],nullsink;[a]scale=16:10,tonelift"):
                with self.subTest(f"{given} {filters}"):
                    self.assertEqual(formats(given, filters), {expected})

    def test_range_option_replaces_full_range_formats(self):
        self.assertEqual(formats("yuvj420p", "tonelift=range=tv"), {"yuv420p"})


class Pictures(FilterTest):
    def test_odd_size_is_kept(self):
        output = self.folder / "odd.mkv"
        ffmpeg("-v", "error", "-i", MEDIA / "room_odd_pq.mkv", "-vf", "tonelift",
               "-c:v", "ffv1", output)
        made, given = frames(output), frames(MEDIA / "room_odd_pq.mkv")
        self.assertEqual(len(made), len(given))
        self.assertEqual({(f["width"], f["height"]) for f in made}, {(319, 241)})

    def test_smallest_sizes_are_mapped(self):
        for size in ("1x1", "2x1", "1x3", "17x31"):
            with self.subTest(size):
                arguments = source("yuv444p10le", size="32x32", count=3, **PQ)
                made = pictures(*arguments, "-vf", f"crop={size.replace('x', ':')}:0:0,tonelift")
                self.assertEqual(len(made), 3)

    def test_444_keeps_its_chroma(self):
        output = self.folder / "444.mkv"
        ffmpeg("-v", "error", *source("yuv444p10le", **PQ), "-vf", "tonelift", "-c:v", "libx264",
               output)
        self.assertEqual({f["pix_fmt"] for f in frames(output)}, {"yuv444p"})

    def test_alpha_is_kept(self):
        clip = ["-i", MEDIA / "portrait_alpha.mov", "-frames:v", "3"]
        given = pictures(*clip, "-vf", "alphaextract")
        self.assertEqual(pictures(*clip, "-vf", "tonelift=format=same,alphaextract"), given)

    def test_bottom_up_pictures_equal_upright_ones(self):
        arguments = source("yuv420p10le", **PQ)
        upright = pictures(*arguments, "-vf", "tonelift=show=gain:detail=0:strength=0")
        self.assertEqual(len(upright), 10)
        self.assertEqual(pictures(*arguments, "-vf", "vflip,copy,vflip,tonelift=dithering=none"),
                         pictures(*arguments, "-vf", "tonelift=dithering=none"))


if __name__ == "__main__":
    main()
