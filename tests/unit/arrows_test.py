#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that scripts/arrows reports includes that the architecture does not allow."""
import importlib.machinery
import importlib.util
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]


def load(path):
    loader = importlib.machinery.SourceFileLoader("arrows", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("arrows", loader))
    loader.exec_module(module)
    return module


arrows = load(ROOT / "scripts/arrows")

TABLE = {"low": [], "low/single.h": ["low"], "high": ["low"]}
TREE = {
    "low/leaf.h": "",
    "low/single.h": '#include "low/leaf.h"\n',
    "high/user.cpp": '#include <vector>\n#include "low/leaf.h"\n#include "beside.h"\n',
    "high/beside.h": "",
    "tests/quality/public_test.cpp": '#include "tests/support/data.h"\n',
    "tests/support/data.h": '#include "high/beside.h"\n',
}


class Arrows(unittest.TestCase):
    def faults(self, changes=None, table=None):
        tree = {**TREE, **(changes or {})}
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in tree.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return list(arrows.faults(root, set(tree), table or TABLE))

    def test_allowed_includes_are_no_fault(self):
        self.assertEqual(self.faults(), [])

    def test_an_arrow_upwards_is_a_fault(self):
        self.assertEqual(self.faults({"low/leaf.h": '  #  include "high/beside.h"\n'}),
                         ["low/leaf.h: low must not include high (high/beside.h)"])

    def test_a_file_with_a_row_of_its_own_is_not_part_of_its_folder(self):
        self.assertEqual(self.faults({"high/user.cpp": '#include "low/single.h"\n'
                                                       '#include "low/leaf.h"\n'}),
                         ["high/user.cpp: high must not include low/single.h (low/single.h)"])

    def test_an_unknown_folder_is_a_fault(self):
        self.assertEqual(self.faults({"high/inner/new.cu": ""}),
                         ["high/inner/new.cu: no row of the table names its folder"])

    def test_sources_that_include_tests_are_a_fault(self):
        self.assertEqual(self.faults({"high/beside.h": '#include "tests/support/data.h"\n'}),
                         ["high/beside.h: high must not include tests (tests/support/data.h)"])

    def test_quality_tests_know_the_public_api_only(self):
        self.assertEqual(self.faults({"tests/quality/public_test.cpp": '#include "low/leaf.h"\n'}),
                         ["tests/quality/public_test.cpp: tests must not include low (low/leaf.h)"])

    def test_a_cycle_in_the_table_is_a_fault(self):
        table = {**TABLE, "low": ["high"]}
        self.assertIn("the table has a cycle: low -> high -> low", self.faults(table=table))

    def test_rows_and_arrows_without_use_are_faults(self):
        table = {**TABLE, "gone": [], "high": ["low", "low/single.h"]}
        self.assertEqual(self.faults(table=table),
                         ["no file belongs to the row gone",
                          "no file of high includes low/single.h any more"])

    @unittest.skipUnless((ROOT / ".git").exists() and shutil.which("git"), "needs a clone")
    def test_the_includes_of_the_repository_go_one_way(self):
        result = subprocess.run([ROOT / "scripts/arrows", ROOT], capture_output=True, text=True,
                                check=False)
        self.assertEqual(result.stdout, "all includes go one way\n")


if __name__ == "__main__":
    unittest.main()
