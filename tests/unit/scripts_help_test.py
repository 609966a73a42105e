#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that scripts which people run answer --help, and then do nothing else."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def scripts():
    found = [path for path in (ROOT / "scripts").iterdir() if path.is_file() and os.access(path, os.X_OK)]
    others = ("docs/update", "bench/figures.py", "bench/read_gpu_log.py", "bench/read_quality.py",
              "ffmpeg_filter/build.sh")
    return sorted([*found, *(ROOT / name for name in others)])


def help_of(script, option):
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([script, option], cwd=folder, check=False, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=60)


class Help(unittest.TestCase):
    def test_there_are_scripts(self):
        self.assertGreater(len(scripts()), 10)

    def test_each_script_answers_help(self):
        for script in scripts():
            with self.subTest(script.name):
                ran = help_of(script, "--help")
                self.assertEqual(ran.returncode, 0, ran.stderr)
                self.assertEqual(ran.stderr, "")
                self.assertGreater(len(ran.stdout), 60)

    def test_help_begins_with_the_name_of_the_script(self):
        for script in scripts():
            with self.subTest(script.name):
                first = help_of(script, "--help").stdout.split("\n")[0].removeprefix("usage: ")
                self.assertEqual(first.split()[0].rstrip(":"), script.resolve().name)

    def test_short_help_is_the_same(self):
        wrappers = {"ffmpeg", "ffprobe", "gst-launch", "gst-inspect"}  # these scripts pass -h on to
                                                                       # their programs
        for script in scripts():
            if script.name not in wrappers:
                with self.subTest(script.name):
                    self.assertEqual(help_of(script, "-h").stdout, help_of(script, "--help").stdout)


if __name__ == "__main__":
    unittest.main()
