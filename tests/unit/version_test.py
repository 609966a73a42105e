#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that programs and files state the version of the build: version_test.py TOOL NUMBER.

NUMBER is the version in meson.build. Unless the sources are a release, the stated version has the
commit after the number.
"""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = r"([~+]git\d{14}\.[0-9a-f]{7,})?"


class Version(unittest.TestCase):
    def test_version_of_the_tool_has_the_number_and_the_commit(self):
        said = subprocess.run([tool, "--version"], check=True, capture_output=True, text=True).stdout
        self.assertRegex(said, rf"\Atonelift {re.escape(number)}{BUILD}\n\Z")

    def test_sources_that_are_no_release_have_a_commit(self):
        if not (ROOT / ".git").exists():
            self.skipTest("this is no clone")
        tags = subprocess.run(["git", "-C", ROOT, "tag", "--points-at", "HEAD"], check=True,
                              capture_output=True, text=True).stdout.split()
        version = subprocess.run([ROOT / "scripts/version"], check=True, capture_output=True, text=True).stdout
        released = f"v{number}" in tags
        self.assertRegex(version, rf"\A{re.escape(number)}{'' if released else BUILD[:-1]}\n\Z")

    def test_the_changelog_has_the_version(self):
        headings = re.findall(r"^## \[(.*?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
        self.assertEqual(headings[0], number)

    def test_no_release_takes_more_than_40_lines_of_the_changelog(self):
        for section in re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]:
            self.assertLessEqual(len(section.rstrip().splitlines()), 40, section.split("\n")[0])


if __name__ == "__main__":
    number = sys.argv.pop()
    tool = sys.argv.pop()
    unittest.main()
