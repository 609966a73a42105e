#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that the FFmpeg filter gives the same pictures, bit for bit, for Vulkan frames as for
frames in host memory."""

import functools

from ffmpeg_support import PQ, FilterTest, ffmpeg, main, pictures, run, source

DEVICE = ("-init_hw_device", "vulkan=gpu", "-filter_hw_device", "gpu")
FORMATS = ("nv12", "yuv420p", "yuv444p", "p010le", "rgba")
LOOK = "tonelift=faithful:tonemap=clip"


@functools.cache
def vulkan_frames():
    listed = run("ffmpeg", "-v", "error", "-init_hw_device", "list", check=False).stdout
    if "vulkan" not in listed.split():
        return False
    return ffmpeg("-v", "error", *DEVICE, "-f", "lavfi", "-i", "nullsrc=s=16x16:d=0.04", "-vf",
                  "format=nv12,hwupload", "-f", "null", "-", check=False).returncode == 0


class WithVulkan(FilterTest):
    def setUp(self):
        super().setUp()
        if not vulkan_frames():
            self.skipTest("this FFmpeg has no Vulkan frames here")

    def on_device(self, arguments, filters):
        return pictures(*DEVICE, *arguments, "-vf", filters)

    def same(self, filters, plain, pixel_format="p010le", **given):
        arguments = source(pixel_format, **(given or PQ))
        self.assertEqual(self.on_device(arguments, filters), pictures(*arguments, "-vf", plain),
                         filters)


class EqualHostFrames(WithVulkan):
    HOST = f"{LOOK}:device=vulkan:format=nv12"

    def test_frames_on_the_device_equal_host_frames(self):
        self.same(f"hwupload,{LOOK},hwdownload,format=nv12", self.HOST)

    def test_downloaded_frames_equal_host_frames(self):
        self.same(f"hwupload,{LOOK}:format=nv12,format=nv12", self.HOST)

    def test_uploaded_frames_equal_host_frames(self):
        self.same(f"{LOOK}:device=vulkan,format=vulkan,hwdownload,format=nv12", self.HOST)

    def test_planar_frames_equal_host_frames(self):
        self.same(f"hwupload,{LOOK},hwdownload,format=yuv420p",
                  f"{LOOK}:device=vulkan:format=yuv420p", "yuv420p10le", **PQ)

    def test_batches_equal_host_frames(self):
        for batch in (3, 64):
            with self.subTest(batch):
                self.same(f"hwupload,{LOOK}:batch={batch},hwdownload,format=nv12", self.HOST)

    def test_repeated_frames_equal_host_frames(self):
        again = "trim=end_frame=3,loop=loop=3:size=2:start=1"
        self.same(f"hwupload,{again},{LOOK}:batch=4,hwdownload,format=nv12",
                  f"{again},{self.HOST}")

    def test_frames_shared_by_two_filters_equal_host_frames(self):
        look = f"{LOOK}:format=nv12"
        self.same(f"hwupload,split[a][b];[a]{look},hwdownload,format=nv12[c];"
                  f"[b]{look},hwdownload,format=nv12[d];[c][d]hstack",
                  f"{self.HOST},split[c][d];[c][d]hstack")

    def test_two_filters_in_a_row_equal_host_frames(self):
        self.same(f"hwupload,{LOOK}:t=smpte2084,{LOOK},hwdownload,format=nv12",
                  f"{LOOK}:t=smpte2084:device=vulkan,{self.HOST}")

    def test_cropped_frames_equal_host_frames(self):
        crop = "crop=32:18:8:4"
        self.same(f"hwupload,{crop},{LOOK}:format=nv12,format=nv12", f"{crop},{self.HOST}")

    def test_odd_sizes_equal_host_frames(self):
        for size in ("63:35", "17:31"):
            crop = f"crop={size}:0:0:exact=1"
            with self.subTest(size):
                self.same(f"{crop},{LOOK}:device=vulkan,format=vulkan,{LOOK},format=nv12",
                          f"{crop},{LOOK}:device=vulkan,{self.HOST}", "yuv420p10le", **PQ)

    def test_shots_equal_those_of_host_frames(self):
        shot = "smoothing=shot:lookahead=0.5"
        self.same(f"hwupload,{LOOK}:{shot},hwdownload,format=nv12", f"{self.HOST}:{shot}")

    def test_changes_while_the_stream_runs_equal_those_of_host_frames(self):
        change = "sendcmd=c='0.5 tonelift saturation 0'"
        self.same(f"{change},hwupload,{LOOK},hwdownload,format=nv12", f"{change},{self.HOST}")

    def test_timeline_equals_that_of_host_frames(self):
        for batch in (1, 3):
            self.same(f"hwupload,{LOOK}:format=nv12:enable='lt(n,4)':batch={batch},hwdownload,"
                      "format=nv12", f"{self.HOST}:enable='lt(n,4)'")


class PassedThrough(WithVulkan):
    def test_every_format_is_passed_through(self):
        for name in FORMATS:
            with self.subTest(name):
                self.same(f"hwupload,tonelift=faithful:format=same,hwdownload,format={name}",
                          "null", name, color_trc="bt709")

    def test_frames_from_and_to_the_device_are_passed_through(self):
        same = "tonelift=faithful:format=nv12"
        self.same(f"{same}:device=vulkan,format=vulkan,{same},format=nv12", "null", "nv12",
                  color_trc="bt709")

    def test_every_frame_is_passed_through_until_an_early_end(self):
        made = pictures(*DEVICE, *source("nv12", count=60), "-vf",
                        "hwupload,tonelift=faithful:batch=7,hwdownload,format=nv12", "-frames:v",
                        "10")
        self.assertEqual(len(made), 10)


class Formats(WithVulkan):
    def test_output_has_the_automatic_or_the_named_vulkan_format(self):
        for option, expected in (("", "nv12"), (":format=same", "p010le"),
                                 (":format=yuv444p", "yuv444p")):
            with self.subTest(option):
                made = self.on_device(source("p010le", count=2, **PQ),
                                      f"hwupload,{LOOK}{option},hwdownload,format={expected}")
                self.assertEqual(len(made), 2)

    def test_the_encoder_decides_the_memory_of_frames(self):
        output = self.folder / "host.mkv"
        ffmpeg("-v", "error", *DEVICE, *source("nv12"), "-vf", "hwupload,tonelift=faithful",
               "-c:v", "ffv1", output)
        self.assertEqual(len(pictures("-i", output)), 10)


class Messages(WithVulkan):
    def fails(self, pixel_format, filters):
        result = ffmpeg("-v", "error", *DEVICE, *source(pixel_format, **PQ), "-vf", filters, "-f",
                        "null", "-", check=False)
        self.assertGreater(result.returncode, 0, "a status, not a signal")
        return result.stderr

    def test_cpu_refuses_vulkan_frames(self):
        self.assertIn("device=cpu, but frames are in the memory of a Vulkan device",
                      self.fails("p010le", "hwupload,tonelift=device=cpu:format=nv12,format=nv12"))

    def test_formats_that_vulkan_frames_do_not_support_are_refused(self):
        text = self.fails("p010le", "hwupload,tonelift=format=rgb24,hwdownload")
        self.assertIn("Vulkan frames of this FFmpeg cannot hold rgb24", text)
        self.assertIn("nv12", text)


if __name__ == "__main__":
    main()
