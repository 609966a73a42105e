#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests dynamic metadata in FFmpeg: SMPTE ST 2094-50, Dolby Vision trims, and the enhancement layer
of Dolby Vision profile 7."""

import json
import math
import os
from pathlib import Path
import subprocess

import dolby_vision
from dolby_vision import bits
from ffmpeg_support import PQ, FilterTest, ffmpeg, frames, main, run, side_data_types

LOSSLESS = ["-c:v", "libx265", "-x265-params", "lossless=1:bframes=0:log-level=error"]
SCRIPT = "plane v = lightness(input);\noutput relight(input, v, tone_curve(v, 0, 1));\n"
GRAYS = (150, 300, 400, 500, 609, 683, 760)


def nits(code):
    return 10000 * dolby_vision.pq_decode((code - 64) / 876)


class MetadataTest(FilterTest):
    def frame(self, luma, name="frame.hevc", size="64x64", encoder=LOSSLESS):
        path = self.folder / name
        tags = [word for key, value in PQ.items() for word in ("-" + key, value)]
        ffmpeg("-v", "error", *tags, "-color_range", "tv", "-f", "lavfi", "-i",
               f"color=s={size}:r=1:d=1,format=yuv420p10le,geq=lum={luma}:cb=512:cr=512", *tags,
               *encoder, path)
        return path

    def decoded(self, clip):
        output = self.folder / "raw"
        ffmpeg("-v", "error", "-i", clip, "-f", "rawvideo", output)
        return memoryview(output.read_bytes()).cast("H")[32 * 64 + 32]

    def shown(self, clip, options):
        script, output = self.folder / "identity.tl", self.folder / "raw"
        script.write_text(SCRIPT)
        result = ffmpeg("-v", "warning", "-i", clip, "-vf", f"tonelift=dithering=none:{options}:"
                        f"format=yuv420p10:script={script}", "-f", "rawvideo", output)
        return memoryview(output.read_bytes()).cast("H")[32 * 64 + 32], result.stderr

    def assert_same_on_vulkan(self, clip, tonemap):
        codes = []
        for device in ("cpu", "vulkan"):
            output = self.folder / "raw"
            result = ffmpeg("-v", "error", "-i", clip, "-vf", f"tonelift=device={device}:tonemap="
                            f"{tonemap}:dithering=none:exact=on:format=yuv420p10", "-f", "rawvideo",
                            output, check=device == "cpu")
            if result.returncode != 0:
                self.skipTest("there is no Vulkan device")
            codes.append(memoryview(output.read_bytes()).cast("H"))
        self.assertLessEqual(max(abs(a - b) for a, b in zip(*codes)), 2)


class St2094(MetadataTest):
    TITLE = "HDR Dynamic Metadata SMPTE2094-50"
    AV1 = ["-c:v", "libsvtav1", "-crf", "1", "-preset", "8"]

    def with_payload(self, luma, payload, size="64x64"):
        """Returns an AV1 clip whose frame has SMPTE ST 2094-50 metadata, because FFmpeg 9.0 reads
        this metadata from AV1, but not from H.265."""
        clip = self.frame(luma, "clip.ivf", size, self.AV1)
        unit = dolby_vision.metadata_unit(b"\x00\x90\x00\x01" + payload)
        clip.write_bytes(dolby_vision.with_obu(clip.read_bytes(), unit))
        if self.TITLE not in side_data_types(frames(clip)[0]):
            self.skipTest("this FFmpeg does not read SMPTE ST 2094-50")
        return clip

    def payload(self, baseline, points):
        text = bits(0, 8) + "01" + bits(0, 6) + bits(round(baseline * 10000), 16) + "0" + bits(1, 3)
        text += "10" + "00" + bits(0, 16) + "00" + bits(0, 6)
        text += bits(len(points) - 1, 5) + "1" + "00"
        text += "".join(bits(round(x * 1000), 16) for x, _ in points)
        return dolby_vision.packed(text + "".join(bits(round(-y * 10000), 16) for _, y in points))

    def test_gains_are_applied_on_request(self):
        for code in GRAYS:
            clip = self.with_payload(code, self.payload(2, [(0.5, 0), (4, -2)]))
            found, log = self.shown(clip, "tonemap=st2094-50")
            self.assertEqual(log, "")
            x = nits(self.decoded(clip)) / 203
            gain = -2 * max(x - 0.5, 0) / 3.5 if x <= 4 else -math.log2(x)
            light = min(x * 2 ** gain, 1)
            self.assertAlmostEqual(found, 64 + 876 * light ** (1 / 2.4), delta=2, msg=code)

    def test_vulkan_shows_the_same_as_the_cpu(self):
        clip = self.with_payload("64+X", self.payload(2, [(0.5, 0), (4, -2)]), "640x64")
        self.assert_same_on_vulkan(clip, "st2094-50")

    def test_applied_metadata_is_removed(self):
        clip = self.with_payload(609, self.payload(2, [(0.5, 0), (4, -2)]))
        log = ffmpeg("-v", "info", "-i", clip, "-vf",
                     "tonelift=tonemap=st2094-50:t=smpte2084:target_peak=600,showinfo", "-f", "null",
                     "-").stderr
        self.assertNotRegex(log, r"side data - HDR.*2094")

    def test_broken_metadata_falls_back_to_auto_with_one_message(self):
        falling = self.payload(2, [(4, 0), (0.5, -2)])
        clip = self.with_payload(609, falling)
        found, log = self.shown(clip, "tonemap=st2094-50")
        self.assertEqual(log.count("control points are not in ascending order"), 1, log)
        self.assertEqual(found, self.shown(clip, "tonemap=auto")[0])

    def test_metadata_of_the_tool_shows_the_picture_of_the_preset(self):
        tool = Path(os.environ["TONELIFT_BUILD"]) / "tools" / "tonelift"
        stats, written = self.folder / "film.stats", self.folder / "film.json"
        ramp = self.frame("64+X", size="640x64")
        ffmpeg("-v", "error", "-i", ramp, "-vf", "tonelift=faithful:smoothing=shot:stats=measure:"
               f"stats_file={stats}", "-f", "null", "-")
        subprocess.run([tool, "metadata", stats, "--st2094-50", written], check=True)
        sets = json.loads(written.read_text())
        payload = bytes.fromhex(sets[0]["SMPTEST2094_50"]["payload"])
        clip = self.with_payload("64+X", payload, "640x64")
        rows = []
        for tonemap in ("auto", "st2094-50"):
            output = self.folder / "raw"
            ffmpeg("-v", "error", "-i", clip, "-vf", f"tonelift=faithful:tonemap={tonemap}:"
                   "dithering=none:exact=on:format=yuv420p10", "-f", "rawvideo", output)
            rows.append(memoryview(output.read_bytes()).cast("H")[:640])
        for x, (curve, gains) in enumerate(zip(*rows)):
            self.assertAlmostEqual(curve, gains, delta=6, msg=x)


class DolbyVisionTrims(MetadataTest):
    PQ_100, PQ_600 = 2081, 2851

    def with_trims(self, clip, *trims, light=(0, 3079, 1500)):
        levels = [dolby_vision.level_1(*light)]
        levels += [dolby_vision.level_2(*codes) for codes in trims]
        clip.write_bytes(clip.read_bytes()
                         + dolby_vision.nal_unit(dolby_vision.HDR10_BASE, levels=levels))
        return clip

    def code(self, clip, tonemap="st2094-10"):
        return self.shown(clip, f"tonemap={tonemap}")

    def test_slope_offset_and_power_act_on_the_picture_of_the_screen(self):
        neutral = (2048,) * 5
        plain, log = self.code(self.with_trims(self.frame(500), (self.PQ_100, *neutral)))
        if "without Dolby Vision trims" in log:
            self.skipTest("this FFmpeg does not read levels of Dolby Vision")
        light = ((plain - 64) / 876) ** 2.4
        for slope, offset, power in ((1.2, 0, 1), (1, 0.05, 1), (1, 0, 1.25), (0.9, -0.02, 0.8)):
            codes = (round((slope - 0.5) * 4096), round((offset + 0.5) * 4096),
                     round((power - 0.5) * 4096), 2048, 2048)
            found, _ = self.code(self.with_trims(self.frame(500), (self.PQ_600, *neutral),
                                                 (self.PQ_100, *codes)))
            wanted = max(slope * light + offset, 0) ** power
            self.assertAlmostEqual(found, 64 + 876 * wanted ** (1 / 2.4), delta=3, msg=codes)

    def test_vulkan_shows_the_same_as_the_cpu(self):
        trims = (self.PQ_100, 2300, 2048, 1900, 2048, 2100)
        self.assert_same_on_vulkan(self.with_trims(self.frame("64+X", size="640x64"), trims),
                                   "st2094-10")

    def test_trims_for_other_screens_fall_back_to_auto(self):
        clip = self.with_trims(self.frame(500), (self.PQ_600, 3000, *(2048,) * 4))
        found, log = self.code(clip)
        self.assertEqual(log.count("without Dolby Vision trims"), 1, log)
        self.assertEqual(found, self.code(clip, "auto")[0])


class EnhancementLayer(MetadataTest):
    KIND = {"profile": 1, "full_range": 0, "residual": dolby_vision.RESIDUAL}
    MAPPING = (((0, 1023), [[0.01, 0.9, 0.05]]), dolby_vision.IDENTITY, dolby_vision.IDENTITY)

    def setUp(self):
        super().setUp()
        if "dovi_split" not in run("ffmpeg", "-v", "error", "-bsfs").stdout:
            self.skipTest("this FFmpeg does not have the bitstream filter dovi_split")

    def film(self, codes, layer_size="64x64"):
        stream = b""
        for base, layer in codes:
            stream += self.frame(base).read_bytes()
            stream += dolby_vision.as_enhancement_layer(
                self.frame(layer, "layer.hevc", layer_size).read_bytes())
            stream += dolby_vision.nal_unit(self.KIND, self.MAPPING)
        path = self.folder / "profile_7.hevc"
        path.write_bytes(stream)
        return path

    def composed(self, film, *more, modes=("bl_rpu", "el"), check=True):
        layers = [word for mode in modes
                  for word in ("-bsf:v", f"dovi_split=mode={mode}", "-i", film)]
        return ffmpeg("-v", "warning", *layers, "-filter_complex", *more, check=check)

    def definition(self, base, layer):
        """Returns the composed luma code as ETSI GS CCM 001 defines it: computed with 16 bits and
        rounded to 12 bits."""
        offset, largest, slope, threshold = dolby_vision.RESIDUAL
        constant, linear, square = self.MAPPING[0][1][0][:3]
        s = base / 1024
        mapped = int(65536 * (constant + linear * s + square * s * s))
        apart = layer - offset
        size = min((abs(apart) - 0.5) * slope + threshold, largest) if apart else 0
        residual = int(65536 * size) * (1 if apart > 0 else -1)
        return min(max((mapped + residual + 8) >> 4, 0), 4095)

    def test_frames_of_twelve_bits_equal_the_definition(self):
        codes = [(300, 512), (300, 515), (301, 500), (700, 600), (940, 1000)]
        output = self.folder / "raw"
        for layer_size in ("64x64", "32x32"):
            result = self.composed(self.film(codes, layer_size), "[0:v][1:v]tonelift_compose",
                                   "-f", "rawvideo", output)
            self.assertEqual(result.stderr, "")
            samples = memoryview(output.read_bytes()).cast("H")
            self.assertEqual(len(samples), len(codes) * 64 * 96)
            for i, (base, layer) in enumerate(codes):
                found = samples[i * 64 * 96 + 32 * 64 + 32]
                self.assertEqual(found, self.definition(base, layer), (base, layer, layer_size))

    def test_layers_are_composed_with_the_rpu_from_either_layer(self):
        film = self.film([(300, 515)])
        pictures = set()
        for modes in (("bl_rpu", "el"), ("bl", "el_rpu")):
            output = self.folder / "raw"
            self.composed(film, "[0:v][1:v]tonelift_compose", "-f", "rawvideo", output, modes=modes)
            pictures.add(output.read_bytes())
        self.assertEqual(len(pictures), 1)

    def test_composed_pictures_are_mapped_and_passed_on_as_hdr10(self):
        film = self.film([(500, 515)])
        for chain, transfer in (("tonelift", "bt709"), ("format=yuv420p10le", "smpte2084")):
            output = self.folder / "out.mkv"
            self.composed(film, f"[0:v][1:v]tonelift_compose,{chain}", "-c:v", "ffv1", output)
            self.assertEqual(frames(output)[0]["color_transfer"], transfer)

    def test_streams_without_metadata_or_of_other_sizes_are_refused(self):
        film = self.film([(500, 515)])
        result = self.composed(film, "[0:v][1:v]tonelift_compose", "-f", "null", "-",
                               modes=("bl", "el"), check=False)
        self.assertIn("a frame has no Dolby Vision metadata", result.stderr)
        result = self.composed(film, "[1:v]crop=48:64[e];[0:v][e]tonelift_compose", "-f", "null",
                               "-", check=False)
        self.assertIn("it must have the same size or half of it", result.stderr)


if __name__ == "__main__":
    main()
