#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests the color tags and HDR metadata of the FFmpeg filter's output, and its messages about input
without tags."""

import re
import struct
import zlib
from fractions import Fraction

import dolby_vision
import hdr10_plus
from mp4_light import add_light
from ffmpeg_support import (HLG, MEDIA, PQ, ROOT, FilterTest, ffmpeg, frames, main, pictures, run,
                            side_data_types, source, video_stream)

MASTERING, LIGHT = "Mastering display metadata", "Content light level metadata"
DOLBY_VISION = "DOVI configuration record"
SDR_TAGS = {"color_range": "tv", "color_space": "bt709", "color_transfer": "bt709",
            "color_primaries": "bt709"}
HDR10_TAGS = {"color_range": "tv", "color_space": "bt2020nc", "color_transfer": "smpte2084",
              "color_primaries": "bt2020"}
ROOM = ["-i", MEDIA / "room_hdr10.mkv", "-frames:v", "4"]
X264 = ["-c:v", "libx264", "-preset", "ultrafast"]
X265 = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error"]


def tags(entry, names=SDR_TAGS):
    return {name: entry.get(name) for name in names}


def lit_clip(folder):
    clip = folder / "hdr.mp4"
    ffmpeg("-v", "error", *ROOM, "-c", "copy", clip)
    add_light(clip)
    return clip


class ToSdr(FilterTest):
    def test_clip_of_these_tests_is_hdr10(self):
        frame = frames(MEDIA / "room_hdr10.mkv")[0]
        self.assertEqual(tags(frame), HDR10_TAGS)
        self.assertLessEqual({MASTERING, LIGHT}, side_data_types(frame))

    def test_stream_and_frames_are_tagged_as_sdr(self):
        for clip in (ROOM, source("yuv420p10le", **HLG), source("p010le", **PQ)):
            output = self.folder / "sdr.mp4"
            ffmpeg("-v", "error", *clip, "-vf", "tonelift", *X264, output)
            self.assertEqual(tags(video_stream(output)), SDR_TAGS)
            for frame in frames(output):
                self.assertEqual(tags(frame), SDR_TAGS)

    def test_hdr_reference_white_becomes_sdr_white_with_faithful(self):
        """Reference white is 203 cd/m2 (ITU-R BT.2408), which is the 10-bit PQ code 573."""
        made = ffmpeg("-v", "error", *source("yuv420p10le", size="64x36", count=5, **PQ), "-vf",
                      "geq=lum=573:cb=512:cr=512,tonelift=faithful,signalstats,"
                      "metadata=print:key=lavfi.signalstats.YAVG:file=-", "-f", "null", "-").stdout
        levels = [float(level) for level in re.findall(r"YAVG=([\d.]+)", made)]
        self.assertEqual(len(levels), 5)
        self.assertGreaterEqual(min(levels), 224)

    LEFT = {"-color_trc": ("color_transfer", "smpte2084"), "-color_primaries": ("color_primaries", "bt2020"),
            "-colorspace": ("color_space", "bt2020nc"), "-color_range": ("color_range", "pc")}

    def test_leftover_encoder_options_have_the_documented_effect(self):
        page = (ROOT / "docs/guide/troubleshooting.md").read_text()
        row = next(row for row in page.splitlines() if "`-color_trc smpte2084`" in row)
        self.assertEqual(set(re.findall(r"`(-\w+)`", row.split("|")[-2])), set(self.LEFT))
        left = [word for option, (_, value) in self.LEFT.items() for word in (option, value)]
        plain, output = self.folder / "plain.mp4", self.folder / "left.mp4"
        ffmpeg("-v", "error", *ROOM, "-vf", "tonelift", *X264, plain)
        ffmpeg("-v", "error", *ROOM, "-vf", "tonelift", *X264, *left, output)
        self.assertEqual(tags(video_stream(plain)), SDR_TAGS)
        made, asked = tags(video_stream(output)), dict(self.LEFT.values())
        if run("ffmpeg", "-version").stdout.split()[2].startswith("5.1"):
            self.assertEqual(made, asked)
        else:
            converted = {name: asked[name] for name in ("color_space", "color_range")}
            self.assertEqual(made, {**SDR_TAGS, **converted})

    def test_encoder_gets_no_hdr_metadata(self):
        output = self.folder / "sdr.hevc"
        ffmpeg("-v", "error", *ROOM, "-vf", "tonelift", *X265, output)
        for frame in frames(output):
            self.assertFalse({MASTERING, LIGHT} & side_data_types(frame))

    def test_container_has_no_hdr_metadata(self):
        clip = lit_clip(self.folder)
        self.assertLessEqual({MASTERING, LIGHT, DOLBY_VISION}, side_data_types(video_stream(clip)))
        for kind in ("mp4", "mkv"):
            output = self.folder / f"sdr.{kind}"
            for codec in (X264, X265):
                ffmpeg("-v", "error", "-i", clip, "-vf", "tonelift", *codec, output)
                self.assertEqual(side_data_types(video_stream(output)), set())
            ffmpeg("-v", "error", "-i", clip, *X265, output)
            self.assertLessEqual({MASTERING, LIGHT}, side_data_types(video_stream(output)))

    def test_frames_have_no_hdr_metadata(self):
        log = ffmpeg("-v", "info", "-i", lit_clip(self.folder), "-vf", "tonelift,showinfo",
                     "-f", "null", "-").stderr
        shown = "\n".join(line for line in log.splitlines() if "Parsed_showinfo" in line)
        self.assertIn("color_trc:bt709", shown)
        self.assertNotIn("side data", shown.replace("side data - User data unregistered", ""))

    def test_targets_by_option_are_tagged(self):
        for options, expected in {
            "p=bt2020:m=bt2020nc:r=pc": {"color_space": "bt2020nc", "color_primaries": "bt2020",
                                         "color_range": "pc", "color_transfer": "bt709"},
            "p=smpte432:t=iec61966-2-1": {"color_primaries": "smpte432", "color_range": "tv",
                                          "color_transfer": "iec61966-2-1",
                                          "color_space": "bt709"},
        }.items():
            with self.subTest(options):
                output = self.folder / "other.mkv"
                ffmpeg("-v", "error", *ROOM, "-vf", f"tonelift={options}", *X264, output)
                self.assertEqual(tags(frames(output)[0]), expected)


class ToHdr(FilterTest):
    def shown(self, clip, options):
        log = ffmpeg("-v", "info", *clip, "-vf", f"tonelift={options},showinfo", "-frames:v", "1",
                     "-f", "null", "-").stderr
        return "\n".join(line for line in log.splitlines() if "Parsed_showinfo" in line)

    def test_sdr_becomes_hdr10(self):
        output = self.folder / "hdr.hevc"
        ffmpeg("-v", "error", *source(), "-vf", "tonelift=t=smpte2084", *X265, output)
        frame = frames(output)[0]
        self.assertEqual(frame["pix_fmt"], "yuv420p10le")
        self.assertEqual(tags(frame), HDR10_TAGS)

    def light(self, shown):
        found = re.search(r"MaxCLL[=:]\s*(\d+), MaxFALL[=:]\s*(\d+)", shown)
        return found and tuple(map(int, found.groups()))

    def test_light_level_is_bounded_at_first_and_measured_in_the_second_pass(self):
        stats = self.folder / "film.stats"
        options = f"t=smpte2084:stats_file={stats}"
        clip = source(size="64x36", count=6)
        self.assertEqual(self.light(self.shown(clip, "t=smpte2084")), (1000, 0))
        log = ffmpeg("-v", "info", *clip, "-vf", f"tonelift={options}", "-f", "null", "-").stderr
        probed = re.search(r"MaxCLL (\d+) and MaxFALL (\d+) cd/m2", log)
        self.assertIsNotNone(probed, log)
        film = tuple(map(int, probed.groups()))
        self.assertTrue(0 < film[1] < film[0] <= 1000, film)
        self.assertEqual(self.light(self.shown(clip, options)), film)

    def test_encoder_gets_the_light_level(self):
        stats, output = self.folder / "film.stats", self.folder / "hdr.hevc"
        options = f"tonelift=t=smpte2084:stats_file={stats}"
        ffmpeg("-v", "error", *source(), "-vf", options, "-f", "null", "-")
        ffmpeg("-v", "error", *source(), "-vf", options, *X265, output)
        types = side_data_types(frames(output)[0])
        if MASTERING not in types:
            self.skipTest("this FFmpeg hands no metadata of frames to libx265")
        entry = next(entry for entry in frames(output)[0]["side_data_list"]
                     if entry["side_data_type"] == LIGHT)
        written = next(line for line in stats.read_text().splitlines() if line.startswith("light"))
        film = [round(float(number)) for number in written.split()[1:]]
        self.assertEqual([entry["max_content"], entry["max_average"]], film)

    def test_target_peak_is_in_the_metadata(self):
        for clip in (source(), ROOM):
            shown = self.shown(clip, "t=smpte2084:target_peak=600")
            self.assertRegex(shown, r"has_luminance:1.*max_luminance=600\.0")
            self.assertRegex(shown, r"has_primaries:1")

    def test_container_has_the_light_of_the_output(self):
        clip = lit_clip(self.folder)
        for kind, light in (("mp4", 600), ("mkv", None)):
            output = self.folder / f"pq.{kind}"
            ffmpeg("-v", "error", "-i", clip, "-vf", "tonelift=t=smpte2084:target_peak=600", *X265,
                   output)
            probed = {entry["side_data_type"]: entry
                    for entry in video_stream(output)["side_data_list"]}
            self.assertEqual(Fraction(probed[MASTERING]["max_luminance"]), 600, kind)
            # In Matroska, FFmpeg reads MaxCLL only if the file also has MaxFALL.
            self.assertEqual(probed.get(LIGHT, {}).get("max_content"), light, kind)
            self.assertNotIn(DOLBY_VISION, probed, kind)

    def test_output_in_hlg_is_tagged(self):
        output = self.folder / "hlg.hevc"
        ffmpeg("-v", "error", *ROOM, "-vf", "tonelift=t=arib-std-b67", *X265, output)
        self.assertEqual(tags(frames(output)[0]),
                         {**HDR10_TAGS, "color_transfer": "arib-std-b67"})


class Sdr(FilterTest):
    def test_faithful_passes_frames_through(self):
        for clip in (source(), source("yuv420p10le"), source("yuvj420p", color_range="pc"),
                     source("nv12", colorspace="smpte170m")):
            given = pictures(*clip)
            self.assertEqual(pictures(*clip, "-vf", "tonelift=faithful:format=same"), given)
        self.assertEqual(pictures(*source(), "-vf", "tonelift=preset=faithful:batch=4"),
                         pictures(*source()))

    def test_color_is_kept(self):
        output = self.folder / "sdr.mkv"
        color = {"color_primaries": "bt470bg", "color_trc": "smpte170m", "colorspace": "bt470bg"}
        ffmpeg("-v", "error", *source(**color), "-vf", "tonelift", *X264, output)
        self.assertEqual(tags(frames(output)[0]),
                         {"color_range": "tv", "color_space": "bt470bg",
                          "color_transfer": "smpte170m", "color_primaries": "bt470bg"})

    def test_full_range_is_kept(self):
        output = self.folder / "full.mkv"
        ffmpeg("-v", "error", *source("yuvj420p", color_range="pc"), "-vf", "tonelift", *X264,
               output)
        self.assertEqual(frames(output)[0]["color_range"], "pc")


class Untagged(FilterTest):
    UNKNOWN = {"color_primaries": "unknown", "color_trc": "unknown", "colorspace": "unknown"}

    def warnings(self, clip, options=""):
        log = ffmpeg("-v", "warning", *clip, "-vf", f"tonelift={options}",
                     "-f", "null", "-").stderr
        return [line for line in log.splitlines() if "tonelift" in line]

    def test_one_warning_names_the_assumed_color(self):
        lost = {**PQ, "color_trc": "unknown"}
        lines = self.warnings(source("yuv420p10le", size="1280x720", count=5, **lost))
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("smpte2084", lines[0])
        self.assertIn("in_transfer", lines[0])

    def test_color_options_avoid_the_warning_about_missing_tags(self):
        said = "in_primaries=bt2020:in_transfer=smpte2084:in_matrix=bt2020nc"
        self.assertEqual(self.warnings(source("yuv420p10le", **self.UNKNOWN), said), [])

    def test_tagged_input_is_silent(self):
        self.assertEqual(self.warnings(source("yuv420p10le", **PQ)), [])

    def test_options_override_tags(self):
        said = "in_primaries=bt2020:in_transfer=smpte2084:in_matrix=bt2020nc"
        self.assertEqual(
            pictures(*source("yuv420p10le", **self.UNKNOWN), "-vf", f"tonelift={said}"),
            pictures(*source("yuv420p10le", **PQ), "-vf", "tonelift"))


class DolbyVision(FilterTest):
    def clip(self, kind):
        path = self.folder / "dolby_vision.hevc"
        ffmpeg("-v", "error", *source("yuv420p10le", count=1, **PQ), *X265, path)
        path.write_bytes(path.read_bytes() + dolby_vision.nal_unit(kind))
        return path

    RESHAPING = (
        ((0, 300, 600, 1023), [[0.02, 0.9], [0.046, 0.813, 0.0], [-0.1, 1.2, -0.2]]),
        ((0, 1023), [[0.05, [0.5, 0.3, 0.1, 0.05, -0.04, 0.02, 0.01]]]),
        ((0, 512, 1023), [[0.01, 0.95], [0.02, [0.45, 0.05, 0.3] + [0.01] * 4, [0.02] * 7]]))
    # Each block has one color, and the tests compare its middle, where 4:2:0 does not mix the
    # chroma of two blocks.
    BLOCKS, BLOCK, HEIGHT = 24, 16, 64
    BASE = ["-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-color_range", "pc", "-s",
            f"{BLOCKS * BLOCK}x{HEIGHT}"]

    def colors(self):
        return [[300 + 23 * i % 500, 400 + 31 * i % 240, 380 + 47 * i % 260]
                for i in range(self.BLOCKS)]

    def profile_5(self):
        base, clip = self.folder / "base.yuv", self.folder / "profile_5.hevc"
        with base.open("wb") as file:
            for plane in range(3):
                size = self.BLOCK >> (plane > 0)
                row = b"".join(color[plane].to_bytes(2, "little") * size for color in self.colors())
                file.write(row * (self.HEIGHT >> (plane > 0)))
        ffmpeg("-v", "error", *self.BASE, "-i", base, "-c:v", "libx265", "-x265-params",
               "lossless=1:bframes=0:range=full:log-level=error", clip)
        clip.write_bytes(clip.read_bytes()
                         + dolby_vision.nal_unit(dolby_vision.IPT, self.RESHAPING))
        return clip

    def middles(self, *arguments):
        output = self.folder / "raw.yuv"
        ffmpeg("-v", "error", *arguments, "-f", "rawvideo", output)
        samples = memoryview(output.read_bytes()).cast("H")
        width, height = self.BLOCKS * self.BLOCK, self.HEIGHT
        rows = [samples[height // 2 * width:]]
        for plane in (width * height, width * height * 5 // 4):
            rows.append(samples[plane + height // 4 * width // 2:])
        return [[row[(i * self.BLOCK + self.BLOCK // 2) >> (plane > 0)]
                 for plane, row in enumerate(rows)] for i in range(self.BLOCKS)]

    def assert_reshaped(self, clip):
        script = self.folder / "light.tl"
        script.write_text("output input;\n")
        base = self.middles("-i", clip)
        shown = self.middles("-i", clip, "-vf", "tonelift=t=smpte2084:target_peak=10000:"
                             f"dithering=none:format=yuv420p10:script={script}")
        for codes, found in zip(base, shown):
            for a, b in zip(found, dolby_vision.hdr10(self.RESHAPING, codes)):
                self.assertAlmostEqual(a, b, delta=1, msg=f"{codes}: {found}")

    def test_profile_5_is_reshaped(self):
        self.assert_reshaped(self.profile_5())

    def test_profile_10_of_av1_is_reshaped(self):
        base, clip = self.folder / "base.ivf", self.folder / "profile_10.ivf"
        self.profile_5()
        ffmpeg("-v", "error", *self.BASE, "-i", self.folder / "base.yuv", "-c:v", "libsvtav1",
               "-crf", "1", "-color_range", "pc", base)
        unit = dolby_vision.metadata_obu(dolby_vision.IPT, self.RESHAPING)
        clip.write_bytes(dolby_vision.with_obu(base.read_bytes(), unit))
        if not any("Dolby Vision" in kind for kind in side_data_types(frames(clip)[0])):
            self.skipTest("this FFmpeg does not hand on Dolby Vision metadata of AV1")
        self.assert_reshaped(clip)

    def test_profile_5_becomes_plain_sdr(self):
        output = self.folder / "sdr.mkv"
        ffmpeg("-v", "error", "-i", self.profile_5(), "-vf", "tonelift", *X264, output)
        self.assertEqual(tags(frames(output)[0]), SDR_TAGS)
        self.assertFalse(any("Dolby" in kind for kind in side_data_types(frames(output)[0])))

    def test_profile_5_is_reshaped_once_by_filters_in_a_row(self):
        clip, hdr10 = self.profile_5(), self.folder / "hdr10.mkv"
        first = "tonelift=t=smpte2084:format=yuv420p10"
        ffmpeg("-v", "error", "-i", clip, "-vf", first, "-c:v", "libx265", "-x265-params",
               "lossless=1:bframes=0:log-level=error", hdr10)
        self.assertEqual(pictures("-i", clip, "-vf", f"{first},tonelift"),
                         pictures("-i", hdr10, "-vf", "tonelift"))

    def test_profile_5_as_rgb_is_refused(self):
        result = ffmpeg("-v", "error", "-i", self.profile_5(), "-vf", "format=gbrp10,tonelift",
                        "-f", "null", "-", check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("Dolby Vision profile 5", result.stderr)
        self.assertIn("apply_dolbyvision=0", result.stderr)

    def test_the_base_layer_can_be_forced(self):
        clip = self.clip(dolby_vision.IPT)
        self.assertEqual(len(pictures("-i", clip, "-vf", "tonelift=apply_dolbyvision=0")), 1)

    def test_a_compatible_base_layer_is_mapped(self):
        clip = self.clip(dolby_vision.HDR10_BASE)
        self.assertTrue(any("Dolby Vision" in kind for kind in side_data_types(frames(clip)[0])))
        output = self.folder / "sdr.mkv"
        ffmpeg("-v", "error", "-i", clip, "-vf", "tonelift", *X264, output)
        self.assertEqual(tags(frames(output)[0]), SDR_TAGS)

    def test_dolby_vision_metadata_on_hdr10_light_is_ignored_with_one_message(self):
        for matrix in ("bt2020nc", "unknown"):
            color = {**PQ, "colorspace": matrix}
            path = self.folder / f"hdr10_{matrix}.hevc"
            ffmpeg("-v", "error", *source("yuv420p10le", count=1, **color), *X265, path)
            base = pictures("-i", path, "-vf", "tonelift")
            path.write_bytes(path.read_bytes() + dolby_vision.nal_unit(dolby_vision.IPT))
            self.assertTrue(any("Dolby" in kind for kind in side_data_types(frames(path)[-1])))
            self.assertEqual(pictures("-i", path, "-vf", "tonelift"), base, matrix)
            log = ffmpeg("-v", "warning", "-i", path, "-vf", "tonelift", "-f", "null", "-").stderr
            self.assertEqual(log.count("contradicts the color tags"), 1, log)

    def test_untagged_full_range_10_bit_frames_are_refused(self):
        unknown = dict.fromkeys(("color_primaries", "color_trc", "colorspace"), "unknown")
        clip = source("yuv420p10le", color_range="pc", **unknown)
        result = ffmpeg("-v", "warning", *clip, "-vf", "tonelift", "-f", "null", "-", check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("Dolby Vision profile 5 or 10.0", result.stderr)
        for option in ("apply_dolbyvision=0", "in_transfer=bt709"):
            ffmpeg("-v", "error", *clip, "-vf", f"tonelift={option}", "-f", "null", "-")


class DynamicMetadata(FilterTest):
    LEFT_OUT = "is removed"
    SHOWN = r"side data - HDR.*(2094-40|10\+)"

    def clip(self, peak, percentile):
        path = self.folder / f"hdr10_plus_{peak}_{percentile}.hevc"
        ffmpeg("-v", "error", *source("yuv420p10le", count=1, **PQ), *X265, path)
        path.write_bytes(hdr10_plus.insert(path.read_bytes(), peak, percentile))
        self.assertIn(hdr10_plus.TITLE, side_data_types(frames(path)[0]))
        return path

    def mapped(self, clip):
        script = self.folder / "scene.tl"
        script.write_text("output input * linearstep(0, 20000, 1000 + scene_peak);\n")
        return [picture for _, picture in
                pictures("-i", clip, "-vf", f"tonelift=format=yuv420p16le:script={script}")]

    def test_metadata_is_removed_if_the_picture_changes(self):
        log = ffmpeg("-v", "info", "-i", self.clip(900, 800), "-vf",
                     "tonelift=t=smpte2084:target_peak=600,showinfo", "-f", "null", "-").stderr
        self.assertNotRegex(log, self.SHOWN)
        self.assertEqual(log.count(self.LEFT_OUT), 1, log)

    def test_metadata_of_an_unchanged_picture_is_kept(self):
        script = self.folder / "same.tl"
        script.write_text("output input;\n")
        for options in (f"script={script}:t=smpte2084:format=same",
                        f"stats=measure:stats_file={self.folder / 'film.stats'}"):
            log = ffmpeg("-v", "info", "-i", self.clip(900, 800), "-vf",
                         f"tonelift={options},showinfo", "-f", "null", "-").stderr
            self.assertRegex(log, self.SHOWN, options)
            self.assertNotIn(self.LEFT_OUT, log)

    def test_metadata_is_removed_if_its_curve_is_applied(self):
        for target in ("t=smpte2084:target_peak=600", "t=bt709"):
            log = ffmpeg("-v", "info", "-i", self.gray_with_curve(609), "-vf",
                         f"tonelift=tonemap=st2094-40:{target},showinfo", "-f", "null", "-").stderr
            self.assertNotRegex(log, self.SHOWN, target)

    def gray_with_curve(self, code, peak=1000):
        path = self.folder / f"curve_{code}.hevc"
        color = [word for name, value in PQ.items() for word in ("-" + name, value)]
        ffmpeg("-v", "error", *color, "-color_range", "tv", "-f", "lavfi", "-i",
               "color=s=64x64:r=1:d=1,format=yuv420p10le,"
               f"geq=lum={code}:cb=512:cr=512", *color, *X265, path)
        curve = {"target": 203, "knee": (0, 0), "anchors": [0.75]}
        path.write_bytes(hdr10_plus.insert(path.read_bytes(), peak, 900, curve))
        return path

    def test_hdr10_plus_curve_is_relative_to_the_luminance_of_maxscl(self):
        script = self.folder / "curve.tl"
        script.write_text("plane v = lightness(input);\n"
                          "output relight(input, v, tone_curve(v, 0, 1));\n")
        red = (2000, 600, 1143.3)
        for code, nits, peak in ((500, 90.158, 1000), (609, 300.8, 1000), (683, 659.97, 1000),
                                 (609, 300.8, red)):
            clip, output = self.gray_with_curve(code, peak), self.folder / "raw"
            ffmpeg("-v", "error", "-i", clip, "-vf", "tonelift=tonemap=st2094-40:dithering=none:"
                   f"format=yuv420p10:script={script}", "-f", "rawvideo", output)
            found = memoryview(output.read_bytes()).cast("H")[32 * 64 + 32]
            t = nits / 1000
            shown = 2 * t * (1 - t) * 0.75 + t * t
            self.assertAlmostEqual(found, 64 + 876 * shown ** (1 / 2.4), delta=5,
                                   msg=f"{nits}, {peak}")

    def test_peak_of_the_scene_is_taken_from_the_metadata(self):
        dark = self.mapped(self.clip(1, 1))
        self.assertNotEqual(self.mapped(self.clip(10000, 10000)), dark)
        self.assertEqual(self.mapped(self.clip(10000, 1)), dark, "the percentile bounds the peak")


class Stills(FilterTest):
    def test_linear_exr_becomes_tagged_sdr(self):
        output = self.folder / "room.png"
        ffmpeg("-v", "error", "-i", MEDIA / "room.exr", "-vf", "tonelift", output)
        frame = frames(output)[0]
        self.assertEqual((frame["width"], frame["height"]), (480, 270))
        log = ffmpeg("-v", "info", "-i", MEDIA / "room.exr", "-vf", "tonelift,showinfo", "-f",
                     "null", "-").stderr
        self.assertIn("color_trc:bt709", log)

    def test_icc_profile_is_kept_only_if_it_describes_the_output(self):
        plain, tagged, mapped = (self.folder / f"{name}.png" for name in ("plain", "tagged", "mapped"))
        untagged = "setparams=color_trc=unknown:color_primaries=unknown"
        ffmpeg("-v", "error", *source("rgb24", count=1), "-vf", untagged, plain)
        data, body = plain.read_bytes(), b"iCCPp\0\0" + zlib.compress(bytes(128))
        chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
        tagged.write_bytes(data[:33] + chunk + data[33:])  # after the chunk IHDR
        srgb = "setparams=color_trc=iec61966-2-1:color_primaries=bt709"
        same, other = ("preset=vivid", "t=iec61966-2-1"), ("t=linear", "t=gamma28", "p=bt2020")
        for tags_before, options, is_kept in (("null", same[:1], True), (srgb, same, True),
                                              ("null", other, False), (srgb, other, False)):
            for option in options:
                ffmpeg("-v", "error", "-i", tagged, "-vf", f"{tags_before},tonelift={option}", mapped)
                self.assertEqual(b"iCCP" in mapped.read_bytes(), is_kept, f"{tags_before}, {option}")

    def test_16_bit_png_stays_16_bit(self):
        output = self.folder / "portrait.png"
        ffmpeg("-v", "error", "-i", MEDIA / "portrait_16bit.png", "-vf", "tonelift", output)
        self.assertEqual(frames(output)[0]["pix_fmt"], "rgb48be")


if __name__ == "__main__":
    main()
