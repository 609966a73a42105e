#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that the figures in the documents equal the figures in bench/results, and that the
documents name the files."""

import json
import os
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
import quality_figures  # noqa: E402
import read_gpu_log  # noqa: E402
import read_quality  # noqa: E402

MACHINE = {"processor": "test", "date": "2026-01-02", "commit": "abc"}


def captions(part, *results):
    with tempfile.TemporaryDirectory() as folder:
        for name, result in results:
            (pathlib.Path(folder) / name).write_text(json.dumps(result))
        with unittest.mock.patch.object(figures, "RESULTS", pathlib.Path(folder)):
            return figures.table(part)


class Documents(unittest.TestCase):
    def test_tables_equal_the_results(self):
        ran = subprocess.run([ROOT / "docs/update", "--check"], check=False, capture_output=True, text=True)
        self.assertEqual(ran.stdout, "")
        self.assertEqual(ran.returncode, 0)

    def test_tables_equal_the_output_of_the_tool(self):
        build = os.environ.get("TONELIFT_BUILD")
        if not build:
            self.skipTest("TONELIFT_BUILD names no build folder")
        ran = subprocess.run([ROOT / "docs/update", "--check", build], check=False, capture_output=True,
                             text=True)
        self.assertEqual(ran.stdout + ran.stderr, "")
        self.assertEqual(ran.returncode, 0)

    def test_each_table_is_shown_in_a_document(self):
        pages = [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
        shown = {name for page in pages for name in re.findall(r"<!-- figures (\w+),", page.read_text())}
        self.assertEqual(shown, set(figures.NAMES))

    def test_performance_has_at_most_100_lines(self):
        self.assertLessEqual(len((ROOT / "docs/performance.md").read_text().splitlines()), 100)

    def test_readme_has_at_most_70_lines(self):
        self.assertLessEqual(len((ROOT / "README.md").read_text().splitlines()), 70)


class Architecture(unittest.TestCase):
    """The table of docs/development/architecture.md that counts the lines of each feature."""

    def rows(self):
        page = (ROOT / "docs/development/architecture.md").read_text()
        table = page.partition("| feature | folders | lines |")[2].partition("\n\n")[0]
        return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]

    def check_lines(self, patterns, stated):
        total = 0
        for pattern in re.findall("`(.*?)`", patterns):
            listed = subprocess.run(["git", "-C", ROOT, "ls-files", "--", pattern], check=True, capture_output=True,
                                    text=True).stdout.splitlines()
            self.assertTrue(listed, f"no file is called {pattern}")
            total += sum((ROOT / name).read_bytes().count(b"\n") for name in listed)
        self.assertAlmostEqual(int(stated.replace(",", "")), total, delta=0.05 * total, msg=patterns)

    @unittest.skipUnless((ROOT / ".git").exists(), "the sources are not a Git clone")
    def test_lines_of_each_feature_are_within_5_percent(self):
        self.assertGreater(len(self.rows()), 5)
        for feature, files, lines, tests, lines_of_tests, _ in self.rows():
            with self.subTest(feature):
                self.check_lines(files, lines)
                if tests != "-":
                    self.check_lines(tests, lines_of_tests)

    def headers_that_others_include(self, folders):
        sources = subprocess.run(["git", "-C", ROOT, "ls-files", "--", "*.c", "*.cpp", "*.h", "*.cu", "*.cuh",
                                  ":!tests", ":!tools/tonelift.cpp", *(f":!{folder}" for folder in folders)],
                                 check=True, capture_output=True, text=True).stdout.splitlines()
        included = {header for name in sources
                    for header in re.findall('#include "(.*?)"', (ROOT / name).read_text())}
        return {header for header in included if header.startswith(tuple(folder + "/" for folder in folders))}

    @unittest.skipUnless((ROOT / ".git").exists(), "the sources are not a Git clone")
    def test_other_code_includes_only_the_stated_headers_of_each_feature(self):
        for feature, folders, *_, references in self.rows():
            with self.subTest(feature):
                self.assertEqual(set(re.findall("includes `(.*?)`", references)),
                                 self.headers_that_others_include(re.findall("`(.*?)`", folders)))


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

    def test_the_newest_file_counts(self):
        old = ("2026-01-02-b.json", {"machine": MACHINE, "gpu": self.rows({"median": 111})})
        new = ("2026-01-03-a.json", {"machine": {**MACHINE, "date": "2026-01-03"},
                                     "gpu": self.rows({"median": 222})})
        table = captions("gpu", old, new)
        self.assertIn("| 222 |", table)
        self.assertNotIn("111", table)

    def test_the_spread_is_shown_with_the_median(self):
        spread = {"min": 90, "median": 100, "max": 1100}
        table = captions("gpu", ("2026-01-02-a.json",
                                 {"machine": MACHINE, "rounds": 3, "gpu": self.rows(spread)}))
        self.assertIn("| 100 (90 to 1,100) |", table)
        self.assertNotIn("not recorded", table)

    def test_the_commit_that_added_the_figures_replaces_an_unknown_commit(self):
        for added, shown in (({}, ""), ({"recorded_in": "0e6d0fd"}, ", recorded in 0e6d0fd")):
            table = captions("gpu", ("2026-01-02-a.json",
                                     {"machine": {**MACHINE, "commit": None, **added}, "rounds": 3,
                                      "gpu": self.rows({"median": 100})}))
            self.assertIn(f"2026-01-02{shown}, medians of 3 rounds: [", table)


class QualityFigures(unittest.TestCase):
    PRINTED = """
figure                                                              value            bar
noise gain in a flat area of 3 cd/m2                              0.953 x         <= 1.1  met
20 cd/m2 in scenes of up to 60 and 900 cd/m2, cinema        0 code values           <= 1  met
SDR to HDR10: reversal of a ramp                           0 10-bit codes         <= 0.1  met
hue shift of skin, any preset, worst: group                   1.9 degrees           <= 2  met
least rise                                              -8.27e-05 degrees        >= -0.3  MISSED
TMQI coast: quality                                                 0.898
of a peer: reported, not judged
[==========] 98 tests from 29 test suites ran. (79965 ms total)
"""

    def measured(self, *texts):
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder) / f"{number}.log" for number in range(len(texts))]
            for path, text in zip(paths, texts):
                path.write_text(text)
            return read_quality.measured(paths)

    def test_printed_rows_are_read_with_unit_and_bar(self):
        skin = {"test": "quality", "figure": "hue shift of skin, any preset, worst: group", "median": 1.9,
                "unit": "degrees", "bar": "<= 2"}
        rows = self.measured(self.PRINTED)
        self.assertEqual([(row["median"], row.get("unit"), row.get("bar")) for row in rows],
                         [(0.953, "x", "<= 1.1"), (0, "code values", "<= 1"), (0, "10-bit codes", "<= 0.1"),
                          (1.9, "degrees", "<= 2"), (-8.27e-05, "degrees", ">= -0.3"), (0.898, None, None)])
        self.assertEqual(rows[3], skin)
        self.assertEqual(json.loads(read_quality.written({"tests": rows}))["tests"], rows)

    def test_different_runs_give_a_spread(self):
        rows = self.measured(self.PRINTED, self.PRINTED.replace("0.953", "0.963"))
        self.assertEqual((rows[0]["min"], rows[0]["max"]), (0.953, 0.963))
        self.assertNotIn("min", rows[1])

    def test_an_output_without_figures_is_refused(self):
        with self.assertRaises(ValueError):
            self.measured("[  PASSED  ] 0 tests.")

    def test_the_worst_figure_counts(self):
        rows = [{"test": "look", "figure": f"gain of {name}", "median": value, "bar": bar}
                for name, value, bar in (("a", 1, "<= 3"), ("b", 2, "<= 3"))]
        self.assertEqual(quality_figures.worst(rows, "look", ["gain of *"])["median"], 2)
        raised = [{**row, "bar": ">= 1"} for row in rows]
        self.assertEqual(quality_figures.worst(raised, "look", ["gain of *"])["median"], 1)

    def test_a_row_without_its_figure_and_a_row_of_two_bars_are_errors(self):
        rows = [{"test": "look", "figure": f"gain {bar}", "median": 1, "bar": bar}
                for bar in ("<= 3", "<= 4")]
        with self.assertRaises(KeyError):
            quality_figures.worst(rows, "quality", ["gain *"])
        with self.assertRaises(ValueError):
            quality_figures.worst(rows, "look", ["gain *"])


class GpuLogs(unittest.TestCase):
    LOG = """copy    4.10 TB/s (read and written, 1 GiB)
NVIDIA H200: natural, p010le to nv12 on the device, frames of files
3840x2160 batch  1       4910 fps     203.7 us a frame   start 20 ms
3840x2160 batch 64       {fps} fps     124.5 us a frame   start 20 ms
NVIDIA H200: natural, deband=auto, p010le to nv12 on the device, frames of files
"""

    def test_frames_per_second_are_read_with_device_size_and_batch(self):
        result = read_gpu_log.result_of([self.LOG.format(fps=8030)], "2026-01-02", "abc")
        self.assertEqual(result["machine"], {**MACHINE, "processor": "NVIDIA H200"})
        self.assertEqual(result["gpu"], [
            {"look": "natural", "size": "4K", "batch": 1, "fps": {"median": 4910}},
            {"look": "natural", "size": "4K", "batch": 64, "fps": {"median": 8030}}])

    def test_more_runs_give_a_spread(self):
        logs = [self.LOG.format(fps=fps) for fps in (8000, 8100, 7900)]
        result = read_gpu_log.result_of(logs, "2026-01-02", "abc")
        self.assertEqual(result["rounds"], 3)
        self.assertEqual(result["gpu"][1]["fps"], {"min": 7900, "median": 8000, "max": 8100})

    def test_figures_below_a_heading_of_other_options_do_not_count(self):
        other = self.LOG.format(fps=8030) + "3840x2160 batch 64       6110 fps     163.7 us a frame\n"
        result = read_gpu_log.result_of([other], "2026-01-02", "abc")
        self.assertEqual([row["fps"] for row in result["gpu"]], [{"median": 4910}, {"median": 8030}])

    def test_logs_without_figures_and_of_two_devices_are_refused(self):
        other = self.LOG.replace("H200", "H100").format(fps=7000)
        for logs in (["copy 4.10 TB/s"], [self.LOG.format(fps=8030), other]):
            with self.assertRaises(ValueError):
                read_gpu_log.result_of(logs, "2026-01-02", "abc")


if __name__ == "__main__":
    unittest.main()
