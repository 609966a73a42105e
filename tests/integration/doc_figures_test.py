#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Figures in the documents are those of bench/results, and say where they come from."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import figures  # noqa: E402, the folder is no package

MACHINE = {"processor": "test", "date": "2026-01-02", "commit": "abc"}


def captions(part, *results):
    """The blocks of a table of these results, each with the name of its file."""
    with tempfile.TemporaryDirectory() as folder:
        for name, result in results:
            (pathlib.Path(folder) / name).write_text(json.dumps(result))
        with unittest.mock.patch.object(figures, "RESULTS", pathlib.Path(folder)):
            return figures.table(part)


class Documents(unittest.TestCase):
    def test_tables_are_those_of_the_results(self):
        ran = subprocess.run([ROOT / "docs/update", "--check"], check=False, capture_output=True, text=True)
        self.assertEqual(ran.stdout, "")
        self.assertEqual(ran.returncode, 0)

    def test_each_table_is_shown_somewhere(self):
        pages = [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
        shown = {name for page in pages for name in re.findall(r"<!-- figures (\w+),", page.read_text())}
        self.assertEqual(shown, set(figures.TABLES))

    def test_performance_has_at_most_100_lines(self):
        self.assertLessEqual(len((ROOT / "docs/performance.md").read_text().splitlines()), 100)

    def test_readme_has_at_most_70_lines(self):
        self.assertLessEqual(len((ROOT / "README.md").read_text().splitlines()), 70)


class Results(unittest.TestCase):
    def test_each_file_names_its_machine_and_its_date(self):
        paths = list(figures.RESULTS.glob("*.json"))
        self.assertGreater(len(paths), 0)
        for path in paths:
            machine = json.loads(path.read_text())["machine"]
            self.assertTrue(machine["processor"], path.name)
            self.assertTrue(path.name.startswith(machine["date"] + "-"), path.name)
            self.assertIn("commit", machine, path.name)


class Tables(unittest.TestCase):
    def rows(self, fps):
        return [{"look": "natural", "size": size, "batch": 1, "fps": fps} for size in ("1080p", "4K")]

    def test_the_newest_file_of_a_machine_counts(self):
        old = ("2026-01-02-a.json", {"machine": MACHINE, "gpu": self.rows({"median": 111})})
        new = ("2026-01-03-a.json", {"machine": {**MACHINE, "date": "2026-01-03"},
                                     "gpu": self.rows({"median": 222})})
        table = captions("gpu", old, new)
        self.assertIn("| 222 |", table)
        self.assertNotIn("111", table)

    def test_machines_stand_apart(self):
        table = captions("gpu", *((f"2026-01-02-{name}.json",
                                   {"machine": MACHINE, "gpu": self.rows({"median": value})})
                                  for name, value in (("a", 111), ("b", 222))))
        self.assertIn("| 111 |", table)
        self.assertIn("| 222 |", table)

    def test_a_spread_is_shown_beside_the_median(self):
        spread = {"min": 90, "median": 100, "max": 1100}
        table = captions("gpu", ("2026-01-02-a.json",
                                 {"machine": MACHINE, "rounds": 3, "gpu": self.rows(spread)}))
        self.assertIn("| 100 (90 to 1,100) |", table)
        self.assertNotIn("not noted", table)

    def test_a_missing_spread_and_commit_are_said(self):
        table = captions("gpu", ("2026-01-02-a.json",
                                 {"machine": {**MACHINE, "commit": None}, "rounds": 3,
                                  "gpu": self.rows({"median": 100})}))
        self.assertIn("commit not noted, medians of 3 rounds, spread not noted", table)


if __name__ == "__main__":
    unittest.main()
