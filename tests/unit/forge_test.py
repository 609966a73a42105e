#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that the CI file runs the scripts, every test suite, and every release of FFmpeg."""

import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = re.findall(r"command: (.*?)\}", (ROOT / ".github/workflows/ci.yml").read_text())


def parts_of(path):
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            kind, *names = line.split()
            yield from ((kind, name) for name in names)


class Forge(unittest.TestCase):
    def test_every_script_exists(self):
        named = {name for command in COMMANDS for name in re.findall(r"scripts/[\w-]+", command)}
        self.assertGreater(len(named), 4)
        for name in named:
            self.assertTrue((ROOT / name).is_file(), name)

    def test_every_command_is_valid_shell(self):
        for command in COMMANDS:
            ran = subprocess.run(["bash", "-n", "-c", command], capture_output=True, text=True, check=False)
            self.assertEqual(ran.stderr, "", command)

    def test_every_part_of_the_tests_runs(self):
        script = (ROOT / "scripts/test").read_text()
        parts = set(re.search(r"^known_parts=\((.*)\)$", script, re.MULTILINE)[1].split())
        run = {part for command in COMMANDS for part in re.findall(r"scripts/test (\w+)", command)}
        self.assertEqual(run, parts)

    def test_the_demo_builds_parts_that_a_whole_build_has(self):
        whole, demo = (set(parts_of(ROOT / "ffmpeg_filter" / name)) for name in ("components", "components-demo"))
        self.assertIn(("filter", "tonelift"), demo)
        self.assertEqual(demo - whole, set())

    def test_every_release_of_ffmpeg_is_tested(self):
        known = [line for line in (ROOT / "ffmpeg_filter/releases").read_text().split("\n")
                 if line and not line.startswith("#")]
        run = [release for command in COMMANDS
               for release in re.findall(r"test-ffmpeg-releases (\S+)", command)]
        self.assertEqual(run, known)


if __name__ == "__main__":
    unittest.main()
