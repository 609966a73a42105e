#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that every script of the repository answers --help, and then does nothing else."""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# These scripts start a program and pass -h on to it.
WRAPPERS = {"ffmpeg", "ffprobe", "gst-launch", "gst-inspect"}


def is_script(name):
    """Returns whether a person or a build runs the file as a program. Tests, makefiles and dpkg's
    templates of maintainer scripts are started only by their runners."""
    path = ROOT / name
    if name.endswith("_test.py") or name.startswith("packaging/tests/") or not path.is_file():
        return False
    text = path.read_bytes()
    first = text.split(b"\n", 1)[0]
    return first.startswith(b"#!") and b"make" not in first and b"#DEBHELPER#" not in text


def scripts():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], check=True, capture_output=True, text=True).stdout
    return [name for name in listed.splitlines() if is_script(name)]


def help_of(name, option="--help"):
    path = ROOT / name
    interpreter = [] if os.access(path, os.X_OK) else ["python3"]
    with tempfile.TemporaryDirectory() as folder:
        # In an empty folder, a script that starts to work fails or leaves files. Help must not need a built FFmpeg.
        ran = subprocess.run([*interpreter, path, option], cwd=folder, check=False, capture_output=True, text=True,
                             env={**os.environ, "TONELIFT_FFMPEG": folder}, stdin=subprocess.DEVNULL, timeout=60)
        return ran, os.listdir(folder)


@unittest.skipUnless(shutil.which("git") and (ROOT / ".git").exists(), "the sources are not a Git clone")
class Help(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.names = scripts()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            cls.answers = dict(zip(cls.names, pool.map(help_of, cls.names)))
            cls.short = dict(zip(cls.names, pool.map(lambda name: help_of(name, "-h"), cls.names)))

    def check_each(self, check):
        for name in self.names:
            with self.subTest(name):
                ran, files = self.answers[name]
                if "No module named" in ran.stderr:
                    self.skipTest(ran.stderr.splitlines()[-1])
                check(name, ran, files)

    def test_there_are_scripts(self):
        self.assertGreater(len(self.names), 40)

    def test_each_script_answers_help(self):
        def check(_, ran, __):
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertEqual(ran.stderr, "")
            self.assertGreater(len(ran.stdout), 60)
        self.check_each(check)

    def test_script_that_prints_its_help_does_not_work(self):
        self.check_each(lambda _, __, files: self.assertEqual(files, []))

    def test_help_begins_with_the_name_of_the_script(self):
        def check(name, ran, _):
            first = ran.stdout.split("\n")[0].removeprefix("usage: ").removesuffix(":")
            shown = "tonelift farm" if name.endswith("tonelift-farm") else (ROOT / name).resolve().name
            self.assertRegex(first, rf"^{shown}\b")
        self.check_each(check)

    def test_short_help_is_the_same(self):
        def check(name, ran, _):
            if pathlib.Path(name).name not in WRAPPERS:
                self.assertEqual(self.short[name][0].stdout, ran.stdout)
        self.check_each(check)


if __name__ == "__main__":
    unittest.main()
