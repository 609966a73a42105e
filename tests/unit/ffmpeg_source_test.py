#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests which FFmpeg source ffmpeg_filter/build.sh builds in a folder that already has a source. The
sources are not FFmpeg, so build.sh stops after it has unpacked one of them."""
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import unittest

FILTER = pathlib.Path(__file__).parents[2] / "ffmpeg_filter"


class Source(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tonelift-source-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.of_distribution = self.archive("download/ffmpeg_1.0.orig.tar.xz")
        self.of_demo = self.archive("download/9.0/ffmpeg_9.0.orig.tar.xz")

    def archive(self, name):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with tarfile.open(path, "w:xz") as tar:
            tar.add(FILTER / "releases", "ffmpeg/RELEASE")
        return str(path.resolve())

    def source_after(self, built, *options):
        """Returns the source of a build with these options, in a folder where a build of the
        components `built` was done with the source of the demo."""
        (self.folder / "source.name").write_text(self.of_demo + "\n")
        shutil.copy(FILTER / built, self.folder / "components")
        subprocess.run([FILTER / "build.sh", "--library-is-built", "--library", self.folder,
                        "--output", self.folder, *options], check=False, capture_output=True)
        return (self.folder / "source.name").read_text().strip()

    def test_a_full_build_does_not_keep_the_source_of_the_demo(self):
        self.assertEqual(self.source_after("components-demo"), self.of_distribution)

    def test_a_repeated_demo_keeps_its_source(self):
        demo = ("--components", FILTER / "components-demo")
        self.assertEqual(self.source_after("components-demo", *demo), self.of_demo)

    def test_a_repeated_full_build_keeps_its_source(self):
        self.assertEqual(self.source_after("components"), self.of_demo)

    def test_a_given_source_replaces_the_source_of_the_demo(self):
        given = self.archive("given/ffmpeg.tar.xz")
        self.assertEqual(self.source_after("components-demo", "--source", given), given)


if __name__ == "__main__":
    unittest.main(verbosity=2)
