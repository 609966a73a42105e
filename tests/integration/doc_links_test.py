#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that links in the documents lead to existing files and headings, and that the list of
decisions is complete. The anchors of headings are formed by GitHub's rules."""

import re
import subprocess
import sys
import unittest
import unittest.mock
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def pages():
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "*.md"], capture_output=True,
                           text=True, check=True).stdout
    return [ROOT / name for name in names.split("\0") if name]


def anchor(heading):
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading.strip())
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def anchors(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    found = {anchor(heading) for heading in re.findall(r"^#+ +(.+)$", text, re.MULTILINE)}
    return found | set(re.findall(r'<a name="([^"]+)"', text))


def broken(page):
    for link in LINK.findall(CODE.sub("", page.read_text())):
        if re.match(r"\w+:", link):
            continue
        name, _, place = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists():
            yield link
        elif place and target.suffix == ".md" and place not in anchors(target):
            yield link


class Links(unittest.TestCase):
    def test_every_link_has_a_target(self):
        self.assertGreater(len(pages()), 20)
        found = {str(page.relative_to(ROOT)): list(broken(page)) for page in pages()}
        self.assertEqual({page: links for page, links in found.items() if links}, {})

    def test_the_list_of_decisions_names_every_page(self):
        folder = ROOT / "docs/decisions"
        listed = LINK.findall((folder / "README.md").read_text())
        present = sorted(page.name for page in folder.glob("[0-9]*.md"))
        self.assertEqual([name for name in listed if name[0].isdigit()], present)

    def test_a_broken_link_is_found(self):
        page = ROOT / "README.md"
        for wrong in ("docs/nosuch.md", "docs/guide/ffmpeg.md#nosuch"):
            with unittest.mock.patch.object(Path, "read_text", return_value=f"[x]({wrong})"):
                self.assertEqual(list(broken(page)), [wrong])


if __name__ == "__main__":
    if not (ROOT / ".git").exists():
        print("this is no clone")
        sys.exit(77)
    unittest.main()
