#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that the FFmpeg filter uses the requested number of threads."""

import os
import subprocess
import threading
import time
import unittest
from pathlib import Path

from ffmpeg_support import ROOT, FilterTest, ffmpeg, main, source

# A frame of this size takes much longer to process than a thread takes to wake up, so every thread
# gets work.
WIDTH, HEIGHT = 1920, 1080
WORK = "script_text='plane v = lightness(input); for (int i = 0; i < 16; i++) v = blur_gauss(v, 8); output input * v;'"
FRAME = bytes(range(256)) * (WIDTH * HEIGHT * 3 // 2 // 256)
RAW = ["-f", "rawvideo", "-pix_fmt", "yuv420p"]
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def cpu_ticks(process):
    for thread in Path(f"/proc/{process.pid}/task").iterdir():
        fields = (thread / "stat").read_text().rpartition(")")[2].split()
        yield int(fields[11]) + int(fields[12])


def busy(process):
    ticks = list(cpu_ticks(process))
    return sum(5 * each >= max(ticks) for each in ticks), max(ticks)


def feed(process):
    try:
        while True:
            process.stdin.write(FRAME)
    except (BrokenPipeError, ValueError):
        pass


class Threads(FilterTest):
    def start(self, chain, *options):
        command = [ROOT / "scripts/ffmpeg", "-v", "error", *options, *RAW, "-s",
                   f"{WIDTH}x{HEIGHT}", "-i", "-", "-vf", chain, *RAW, "-"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        feeder = threading.Thread(target=feed, args=(process,))
        feeder.start()
        self.addCleanup(process.stdout.close)
        self.addCleanup(feeder.join)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def busy_threads(self, enough, chain, *options):
        process = self.start(f"{chain}{':' if '=' in chain else '='}{WORK}", *options)
        end = time.monotonic() + 60
        found, ticks = 0, 0
        while time.monotonic() < end and (ticks < TICKS_A_SECOND // 2 or found < enough):
            self.assertTrue(process.stdout.read(1 << 20), "ffmpeg has ended")
            found, ticks = busy(process)
        return found

    def test_option_limits_filter_to_one_thread(self):
        self.assertEqual(self.busy_threads(1, "tonelift=threads=1"), 1)

    def test_default_is_the_thread_count_of_ffmpegs_filters(self):
        self.assertEqual(self.busy_threads(1, "tonelift", "-filter_threads", "1"), 1)

    @unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "there is one core only")
    def test_filter_uses_several_threads(self):
        for chain, options in (("tonelift", []), ("tonelift=threads=0", []),
                               ("tonelift=threads=2", ["-filter_threads", "1"])):
            with self.subTest(chain=chain, options=options):
                self.assertGreaterEqual(self.busy_threads(2, chain, *options), 2)

    def test_numbers_out_of_range_are_refused(self):
        for threads in ("1025", "99999", "-1"):
            result = ffmpeg("-v", "error", *source(count=1), "-vf", f"tonelift=threads={threads}",
                            "-f", "null", "-", check=False)
            self.assertNotEqual(result.returncode, 0, threads)
            self.assertIn("threads", result.stderr)
        ffmpeg("-v", "error", *source(count=1), "-vf", "tonelift=threads=1024", "-f", "null", "-")


if __name__ == "__main__":
    main()
