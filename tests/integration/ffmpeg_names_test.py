#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests the filters tonemapx and tonemap_cuda: Tonelift under the names and with the options of
other filters."""

import re
import unittest

from ffmpeg_support import HLG, MEDIA, PQ, ROOT, FilterTest, ffmpeg, frames, main, pictures, run, side_data_types, source

PAGE = ROOT / "docs/reference/server_names.md"
# Filter chains that Jellyfin writes with default settings and with other settings
# (EncodingHelper.cs, August 2026).
JELLYFIN_TAGS = "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc"
JELLYFIN = "tonemapx=tonemap=bt2390:desat=0:peak=100:t=bt709:m=bt709:p=bt709:format=yuv420p"
OPTIONS = "t=bt709:m=bt709:p=bt709"


def has_names():
    return "tonemapx" in run("ffmpeg", "-filters").stdout


@unittest.skipUnless(has_names(), "FFmpeg was built without --names")
class Names(FilterTest):
    def mapped(self, chain, **color):
        return pictures(*source("yuv420p10le", count=3, **(color or PQ)), "-vf", chain)

    def same(self, chain, expected, **color):
        self.assertEqual(self.mapped(chain, **color), self.mapped(expected, **color), chain)

    def test_chains_of_jellyfin_equal_tonelift(self):
        clip = ["-i", MEDIA / "roof_hdr10.mkv", "-frames:v", "4"]
        scale = r"scale=trunc(min(max(iw\,ih*a)\,640)/2)*2:trunc(ow/a/2)*2"
        for chain, same in [
            (f"{JELLYFIN_TAGS},{scale},{JELLYFIN}",
             f"{JELLYFIN_TAGS},{scale},tonelift=cinema:tonemap=bt2390:source_peak=1000:{OPTIONS}:format=yuv420p"),
            (f"{JELLYFIN_TAGS},tonemapx=tonemap=hable:desat=0:peak=100:{OPTIONS}:format=nv12:param=0.5:range=pc",
             f"{JELLYFIN_TAGS},tonelift=cinema:tonemap=hable:source_peak=1000:{OPTIONS}:format=nv12:range=pc"),
            ("tonemap_cuda=format=yuv420p:p=bt709:t=bt709:m=bt709:tonemap=bt2390:peak=100:desat=0:tonemap_mode=max",
             f"tonelift=cinema:tonemap=bt2390:source_peak=1000:{OPTIONS}:format=yuv420p"),
        ]:
            with self.subTest(chain):
                made = pictures(*clip, "-vf", chain)
                self.assertEqual(len(made), 4)
                self.assertEqual(made, pictures(*clip, "-vf", same))

    def test_a_film_is_sdr_with_its_tags(self):
        out = self.folder / "sdr.mkv"
        ffmpeg("-v", "error", "-i", MEDIA / "roof_hdr10.mkv", "-frames:v", "2", "-vf",
               f"{JELLYFIN_TAGS},{JELLYFIN}", "-c:v", "libx264", out)
        frame = frames(out)[0]
        self.assertEqual((frame["color_transfer"], frame["color_primaries"], frame["pix_fmt"]),
                         ("bt709", "bt709", "yuv420p"))
        self.assertFalse([kind for kind in side_data_types(frame) if "aster" in kind or "light" in kind])

    def test_help_has_the_words_that_jellyfin_requires(self):
        self.assertIn("GPU accelerated HDR to SDR tonemapping",
                      run("ffmpeg", "-h", "filter=tonemap_cuda").stdout)

    def test_every_curve_equals_that_of_tonelift(self):
        for curve in ("linear", "clip", "reinhard", "hable", "mobius", "bt2390"):
            self.same(f"tonemapx={curve}:{OPTIONS}:format=yuv420p",
                      f"tonelift=cinema:tonemap={curve}:{OPTIONS}:format=yuv420p")
        for curve, ours in (("none", "clip"), ("gamma", "bt2390")):
            self.same(f"tonemapx={curve}:format=yuv420p",
                      f"tonelift=cinema:tonemap={ours}:{OPTIONS}:format=yuv420p")

    def test_peak_is_in_units_of_10_candelas(self):
        self.same("tonemapx=peak=40:format=yuv420p",
                  f"tonelift=cinema:tonemap=bt2390:source_peak=400:{OPTIONS}:format=yuv420p")
        self.same("tonemapx=peak=100000:format=yuv420p",
                  f"tonelift=cinema:tonemap=bt2390:source_peak=10000:{OPTIONS}:format=yuv420p")

    def test_tonemapx_equals_tonelift_for_hdr_output_and_hlg_input(self):
        self.same("tonemapx=t=smpte2084:m=bt2020:p=bt2020",
                  "tonelift=cinema:tonemap=bt2390:t=pq:m=bt2020:p=bt2020:format=same")
        self.same("tonemapx=format=yuv420p", f"tonelift=cinema:tonemap=bt2390:{OPTIONS}:format=yuv420p",
                  **HLG)

    def test_ignored_options_change_nothing_and_are_logged(self):
        self.same("tonemapx=format=yuv420p:desat=2:param=0.3:threshold=0.5:tonemap_mode=rgb:tradeoff=0",
                  "tonemapx=format=yuv420p")
        said = ffmpeg(*source(count=1), "-vf", "tonemapx=param=0.3:desat=2:tonemap=gamma", "-f", "null",
                      "-").stderr
        for text in ("param is ignored", "desat is ignored", "there is no curve gamma; bt2390 is used"):
            self.assertIn(text, said)

    def test_the_page_names_every_option(self):
        shown = run("ffmpeg", "-h", "filter=tonemapx").stdout
        page = PAGE.read_text()
        for name in re.findall(r"^   (\w+) +<", shown, re.MULTILINE):
            if name != "enable":
                self.assertRegex(page, rf"`{name}\b", name)


if __name__ == "__main__":
    main()
