#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests CUDA frames in the FFmpeg filter, with a test double of the driver, which runs no
kernels."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "integration"))
from ffmpeg_support import MEDIA, PQ, FilterTest, ffmpeg, main, pictures, run, source  # noqa: E402

DOUBLE = sys.argv.pop() if len(sys.argv) > 1 else ""
os.environ["TONELIFT_KERNEL_CACHE"] = "off"
FORMATS = ("nv12", "yuv420p", "yuv444p", "p010le", "p016le", "yuv444p16le")


class WithDriver(FilterTest):
    DRIVER = DOUBLE

    def setUp(self):
        super().setUp()
        before = os.environ.get("LD_LIBRARY_PATH", "")
        os.environ["LD_LIBRARY_PATH"] = self.DRIVER
        self.addCleanup(os.environ.update, {"LD_LIBRARY_PATH": before})


class PassedThrough(WithDriver):
    def same(self, filters, pixel_format="nv12", plain="null", **given):
        arguments = source(pixel_format, **given)
        expected = pictures(*arguments, "-vf", plain)
        self.assertEqual(pictures(*arguments, "-vf", filters), expected, filters)

    def test_filters_on_the_device_change_no_sample(self):
        for name in FORMATS:
            with self.subTest(name):
                self.same(f"hwupload_cuda,tonelift=faithful:format=same,hwdownload,format={name}",
                          name)

    def test_frames_downloaded_by_the_filter_are_unchanged(self):
        for name in ("nv12", "yuv420p", "p010le"):
            with self.subTest(name):
                self.same(f"hwupload_cuda,tonelift=faithful:format={name},format={name}", name)

    def test_frames_uploaded_by_the_filter_are_unchanged(self):
        for name in ("nv12", "yuv444p", "p010le"):
            with self.subTest(name):
                self.same(f"tonelift=faithful:format=same,hwdownload,format={name}", name)

    def test_two_filters_in_a_row_change_no_sample(self):
        self.same("hwupload_cuda,tonelift=faithful,tonelift=faithful,hwdownload,format=nv12")

    # Compares with cropped frames, because FFmpeg itself drops the last chroma row and column of
    # odd sizes.
    def test_odd_sizes_are_unchanged(self):
        for name in ("nv12", "yuv420p"):
            for size in ("63:35", "17:31", "1:1"):
                crop = f"crop={size}:0:0:exact=1"
                with self.subTest(f"{name} {size}"):
                    self.same(f"{crop},tonelift=faithful,format=cuda,tonelift=faithful,"
                              f"format={name}", name, plain=crop)

    def test_any_batch_is_unchanged(self):
        for batch in (1, 3, 64):
            with self.subTest(batch):
                self.same(f"hwupload_cuda,tonelift=faithful:batch={batch},hwdownload,format=nv12")

    def test_frames_with_the_filter_disabled_are_unchanged(self):
        for batch in (1, 3):
            self.same(f"hwupload_cuda,tonelift=vivid:enable=0:batch={batch},hwdownload,format=nv12")

    def test_encoder_determines_the_memory_of_frames(self):
        output = self.folder / "host.mkv"
        ffmpeg("-v", "error", *source("nv12"), "-vf", "hwupload_cuda,tonelift=faithful",
               "-c:v", "ffv1", output)
        self.assertEqual(len(pictures("-i", output)), 10)


class Formats(WithDriver):
    """The tests end in hwdownload, which fails unless the requested format is the format of the
    frames."""

    def arrives(self, given, filters, **color):
        return pictures(*source(given, **color), "-vf", filters)

    def test_output_has_the_automatic_or_the_named_format(self):
        for given, option, expected in (("p010le", "", "nv12"), ("p016le", "", "nv12"),
                                        ("nv12", "", "nv12"), ("yuv444p16le", "", "yuv444p"),
                                        ("p010le", "=t=smpte2084", "p010le"),
                                        ("p010le", "=format=same", "p010le"),
                                        ("p010le", "=format=yuv444p", "yuv444p")):
            with self.subTest(f"{given} {option}"):
                made = self.arrives(given, f"hwupload_cuda,tonelift{option},hwdownload,"
                                           f"format={expected}", **PQ)
                self.assertEqual(len(made), 10)

    def test_unsupported_formats_are_replaced_by_the_nearest(self):
        known = run("ffmpeg", "-v", "error", "-pix_fmts").stdout  # CUDA frames support yuv444p12msble
                                                                  # since FFmpeg 8.0
        nearest = "yuv444p12msble" if "yuv444p12msble" in known else "yuv444p16le"
        made = self.arrives("yuva444p12le", f"tonelift=t=smpte2084,hwdownload,format={nearest}",
                            **PQ)
        self.assertEqual(len(made), 10)

    def test_formats_that_cuda_frames_do_not_support_are_refused(self):
        result = ffmpeg("-v", "error", *source("p010le", **PQ), "-vf",
                        "hwupload_cuda,tonelift=format=gbrpf32le,hwdownload", "-f", "null", "-",
                        check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("cannot hold gbrpf32le", result.stderr)
        self.assertIn("nv12", result.stderr)


class Messages(WithDriver):
    def fails(self, *arguments):
        result = ffmpeg("-v", "error", *arguments, "-f", "null", "-", check=False)
        self.assertGreater(result.returncode, 0, "a status, not a signal")
        return result.stderr

    def test_log_names_the_device(self):
        log = ffmpeg("-v", "info", *source(), "-vf", "tonelift=faithful", "-f", "null", "-").stderr
        self.assertIn("running on a double", log)
        log = ffmpeg("-v", "info", *source(), "-vf", "tonelift=faithful:device=cpu", "-f", "null",
                     "-").stderr
        self.assertIn("running on the CPU", log)

    def test_cpu_refuses_cuda_frames(self):
        self.assertIn("device=cpu, but frames are in the memory of a CUDA device",
                      self.fails(*source("nv12"), "-vf", "hwupload_cuda,tonelift=device=cpu"))

    def test_missing_gpu_is_an_error_that_lists_the_available_gpus(self):
        self.assertIn("device=cuda3 does not exist; allowed are cuda0 ",
                      self.fails(*source("nv12"), "-vf", "tonelift=device=cuda3"))


class WithoutADriver(WithDriver):
    DRIVER = ""

    def setUp(self):
        super().setUp()
        if os.path.exists("/dev/nvidiactl"):
            self.skipTest("there is a GPU here")

    def test_auto_runs_on_the_cpu(self):
        log = ffmpeg("-v", "debug", *source("p010le", **PQ), "-vf", "tonelift", "-f", "null",
                     "-").stderr
        self.assertIn("running on the CPU", log)
        self.assertIn("no GPU is used by CUDA: ", log)

    def test_cuda_without_a_driver_is_an_error_with_advice(self):
        result = ffmpeg("-v", "error", *source(), "-vf", "tonelift=device=cuda", "-f", "null", "-",
                        check=False)
        self.assertGreater(result.returncode, 0)
        self.assertIn("set device=cpu", result.stderr)

    def test_cuda_output_needs_a_device(self):
        result = ffmpeg("-v", "error", *source(), "-vf", "tonelift,hwdownload,format=nv12", "-f",
                        "null", "-", check=False)
        self.assertGreater(result.returncode, 0)
        self.assertIn("CUDA frames were requested, but there is no CUDA device", result.stderr)

    def test_hardware_decoding_fails_in_ffmpeg(self):
        result = ffmpeg("-v", "error", "-hwaccel", "cuda", "-hwaccel_output_format", "cuda", "-i",
                        MEDIA / "room_hdr10.mkv", "-vf", "tonelift", "-frames:v", "2", "-f", "null",
                        "-", check=False)
        self.assertGreaterEqual(result.returncode, 0, "a status, not a signal")
        self.assertIn("libcuda.so.1", result.stderr)


if __name__ == "__main__":
    main()
