#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that newer sources have a higher package version, so that an upgrade never installs older
sources (Debian Policy, 5.6.12)."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
SKIPPED = 77

HISTORY = [
    ("0.1.0", [], None),
    ("0.1.0", [], None),
    ("0.1.0", ["0.1.0"], "v0.1.0"),
    ("0.1.0", ["0.1.0"], None),
    ("0.1.0", ["0.1.0"], None),
    ("0.2.0", ["0.1.0"], None),
    ("0.2.0", ["0.2.0", "0.1.0"], "v0.2.0"),
]


class Versions(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tonelift-version-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.git("init", "-q")

    def git(self, *arguments, minute=0):
        who = {f"GIT_{role}_{what}": "test" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        when = f"2026-01-01T00:{minute:02}:00 +0000"
        dates = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        environment = {**os.environ, **who, **dates, "GIT_CONFIG_GLOBAL": "/dev/null"}
        subprocess.run(["git", "-C", self.folder, *arguments], check=True, env=environment)

    def commit(self, minute, number, releases, tag):
        (self.folder / "meson.build").write_text(f"project('tonelift',\n  version : '{number}',\n)\n")
        sections = "".join(f"\n## [{name}] - 2026-01-01\n" for name in releases)
        (self.folder / "CHANGELOG.md").write_text(
            f"# Changelog\n\n## [{number}] - Unreleased\n{sections}{minute}\n")
        self.git("add", "-A")
        self.git("commit", "-qm", "state", minute=minute)
        if tag:
            self.git("tag", tag)

    def version(self):
        ran = subprocess.run([ROOT / "scripts/version", self.folder], check=True, capture_output=True, text=True)
        return ran.stdout.strip()

    def test_versions_sort_in_the_order_of_the_sources(self):
        versions = []
        for minute, state in enumerate(HISTORY):
            self.commit(minute, *state)
            versions.append(self.version())
        for older, newer in zip(versions, versions[1:]):
            sorts = subprocess.run(["dpkg", "--compare-versions", older, "lt", newer], check=False)
            self.assertEqual(sorts.returncode, 0, f"{older} is to be older than {newer}")
        self.assertEqual([versions[2], versions[6]], ["0.1.0", "0.2.0"], "of tags")

    def test_settings_of_git_do_not_change_the_version(self):
        self.commit(0, *HISTORY[0])
        expected = self.version()
        self.assertRegex(expected, r"\.[0-9a-f]{8}$")
        self.git("config", "core.abbrev", "12")
        self.assertEqual(self.version(), expected)

    def test_sources_of_an_archive_have_only_the_number(self):
        self.commit(0, *HISTORY[0])
        inside = self.folder / "unpacked"
        inside.mkdir()
        for name in ("meson.build", "CHANGELOG.md"):
            shutil.copy(self.folder / name, inside)
        ran = subprocess.run([ROOT / "scripts/version", inside], check=True, capture_output=True, text=True)
        self.assertEqual(ran.stdout.strip(), "0.1.0")


if __name__ == "__main__":
    if not shutil.which("dpkg") or not shutil.which("git"):
        print("dpkg or git is missing")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
