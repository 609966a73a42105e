#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that register.sh changes complete sources of FFmpeg, and reports damaged sources."""

import os
import re
import subprocess
from pathlib import Path

from ffmpeg_support import ROOT, FilterTest, main

SOURCE = Path(os.environ.get("TONELIFT_FFMPEG", ROOT / "build/ffmpeg")) / "source"
NAMES = ["--names"] if (SOURCE / "libavfilter/vf_tonelift_names.c").exists() else []
ADDED = re.compile("tonelift|ff_vf_(tonemapx|tonemap_cuda);")
CHANGED = ("configure", "libavfilter/Makefile", "libavfilter/allfilters.c", "libavcodec/Makefile",
           "libavcodec/allcodecs.c", "fftools/ffmpeg.c")
KNOWN = [line for line in (ROOT / "ffmpeg_filter/releases").read_text().splitlines() if line[0] != "#"]
# Files of FFmpeg, each with a line beside which register.sh inserts its own lines.
PLACES = [("configure", "  --enable-libtheora "), ("configure", "    libtheora"),
          ("configure", "tonemap_vaapi_filter_deps="), ("configure", "enabled libtwolame "),
          ("configure", "hap_encoder_deps="), ("configure", "enabled uspp_filter "),
          ("libavfilter/Makefile", "OBJS-$(CONFIG_TONEMAP_FILTER) "),
          ("libavfilter/allfilters.c", "extern const "),
          ("libavcodec/Makefile", "OBJS-$(CONFIG_HAP_ENCODER) "),
          ("libavcodec/allcodecs.c", "extern const ")]


class Register(FilterTest):
    def setUp(self):
        super().setUp()
        self.tree = self.folder / "tree"
        for name in (*CHANGED, "RELEASE"):
            lines = (SOURCE / name).read_text().splitlines(keepends=True)
            self.write(name, "".join(line for line in lines if not ADDED.search(line)))

    def write(self, name, text):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def content(self):
        return {path.relative_to(self.tree): path.read_bytes()
                for path in self.tree.rglob("*") if path.is_file()}

    def register(self, options=()):
        return subprocess.run([ROOT / "ffmpeg_filter/register.sh", *options, self.tree],
                              capture_output=True, text=True, check=False)

    def refused(self, *expected):
        before = self.content()
        result = self.register()
        self.assertNotEqual(result.returncode, 0)
        for text in expected:
            self.assertIn(text, result.stderr)
        self.assertEqual(self.content(), before, "the tree is left as it was")

    def test_names_of_servers_are_added_and_removed(self):
        before = self.content()
        self.assertEqual(self.register(["--names"]).stderr, "")
        named = self.content()
        filters = (self.tree / "libavfilter/allfilters.c").read_text()
        self.assertEqual(len(re.findall(r"^extern .* ff_vf_(?:tonemapx|tonemap_cuda);$", filters, re.M)), 2)
        self.assertEqual(self.register(["--names"]).stderr, "")
        self.assertEqual(self.content(), named, "a second run changes nothing")
        self.assertEqual(self.register().stderr, "")
        plain = self.content()
        self.assertNotIn(Path("libavfilter/vf_tonelift_names.c"), plain)
        for name in CHANGED:
            text = plain[Path(name)].decode()
            self.assertEqual("".join(l for l in text.splitlines(True) if not ADDED.search(l)),
                             before[Path(name)].decode(), name)
            self.assertNotRegex(text, "tonemapx|vf_tonemap_cuda")

    def test_filters_of_these_names_are_not_replaced(self):
        filters = self.tree / "libavfilter/allfilters.c"
        filters.write_text(filters.read_text() + "extern const FFFilter ff_vf_tonemapx;\n")
        before = self.content()
        result = self.register(["--names"])
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("leave out --names", result.stderr)
        self.assertEqual(self.content(), before)

    def test_a_registered_tree_equals_that_of_the_build(self):
        result = self.register(NAMES)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for name in CHANGED:
            self.assertEqual((self.tree / name).read_text(), (SOURCE / name).read_text(), name)
        for name in ("libavfilter/vf_tonelift.c", "libavfilter/tonelift_video.c",
                     "libavcodec/hap_tonelift.c", "libavcodec/tonelift_video.c"):
            self.assertTrue((self.tree / name).is_file(), name)

    def test_a_second_run_changes_nothing(self):
        self.register()
        before = self.content()
        self.assertEqual(self.register().returncode, 0)
        self.assertEqual(self.content(), before)

    def test_lines_of_an_earlier_version_are_replaced(self):
        self.register()
        before = self.content()
        makefile = self.tree / "libavfilter/Makefile"
        self.write("libavfilter/Makefile",
                   makefile.read_text().replace("tonelift_video.o", "tonelift_earlier.o"))
        self.register()
        self.assertEqual(self.content(), before)

    def test_a_tree_that_lacks_a_place_is_unchanged(self):
        for name, place in PLACES:
            with self.subTest(place):
                whole = (self.tree / name).read_text()
                lines = whole.splitlines(keepends=True)
                self.write(name, "".join(line for line in lines if not line.startswith(place)))
                self.refused(name, f"'{place}", *KNOWN)
                self.write(name, whole)

    def test_an_incomplete_tree_is_refused(self):
        (self.tree / "libavfilter/Makefile").unlink()
        self.refused("no whole source tree")
        (self.tree / "libavfilter/allfilters.c").unlink()
        self.refused("no FFmpeg source here")

    def test_an_unknown_release_is_logged(self):
        for release in ("4.4.1", "5.10"):
            self.write("RELEASE", release + "\n")
            result = self.register()
            self.assertEqual(result.returncode, 0)
            for text in (release, *KNOWN):
                self.assertIn(text, result.stderr)
        (self.tree / "RELEASE").unlink()
        self.assertIn("unknown release", self.register().stderr)


class Kernels(FilterTest):
    def test_compressed_kernels_have_no_time_and_no_name(self):
        """The gzip header contains flags and the time (RFC 1952, 2.3); both must be 0, so that
        builds are reproducible."""
        kernels = list((SOURCE.parent / "object/libavfilter").glob("*.ptx.gz"))
        if not kernels:
            self.skipTest("FFmpeg was built without CUDA kernels")
        for kernel in kernels:
            self.assertEqual(kernel.read_bytes()[3:8], bytes(5), kernel.name)


if __name__ == "__main__":
    main()
