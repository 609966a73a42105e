#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests how the results of benchmark runs are evaluated: rounds, ratios, tables and the plot. The
tests measure no time."""

import argparse
import os
import pathlib
import sys
import unittest
import xml.etree.ElementTree
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))
import clips  # noqa: E402
import filter_speed as speed  # noqa: E402
import plot_patterns as patterns  # noqa: E402
import plot_speed as plot  # noqa: E402

PIXELS = 1000
USAGES = {"peer": [speed.Usage(2.0, 4e-3, 10), speed.Usage(4.0, 6e-3, 10)],
          "ours": [speed.Usage(1.0, 1e-3, 20), speed.Usage(1.0, 2e-3, 20)]}


def rows_of_sizes(chains):
    return [{"size": name, "width": width, "height": height, "chain": chain,
             "ns_pixel": {"median": 10.0 * (number + 1)}}
            for name, (width, height) in clips.SIZES.items()
            for number, chain in enumerate(chains)]


class Speed(unittest.TestCase):
    def test_each_round_begins_with_another_chain(self):
        seen = []
        usages = speed.rounds_of(3, {"a": "A", "b": "B"}, lambda chain: seen.append(chain) or chain)
        self.assertEqual(seen, ["A", "B", "B", "A", "A", "B"])
        self.assertEqual(usages, {"a": ["A"] * 3, "b": ["B"] * 3})

    def test_usage_is_read_from_the_log_of_ffmpeg(self):
        said = ("frame= 9 fps=0.0 time=00:00:00.2\rframe= 12\n"
                "bench: utime=1.250s stime=0.250s rtime=0.900s\nbench: maxrss=51234kB\n")
        self.assertEqual(speed.usage_in(said), speed.Usage(0.9, 1.5, 51234))

    def test_ratios_compare_runs_of_one_round(self):
        peer, ours = speed.figures(USAGES, PIXELS, "peer")
        self.assertEqual(peer["ratio"], {"min": 1, "median": 1, "max": 1})
        self.assertEqual(ours["ratio"], {"min": 3, "median": 3.5, "max": 4})
        self.assertEqual(ours["ratio_fps"], {"min": 2, "median": 3, "max": 4})
        self.assertEqual(peer["fps"], {"min": 0.25, "median": 0.375, "max": 0.5})
        self.assertAlmostEqual(ours["ns_pixel"]["max"], 2000)
        self.assertAlmostEqual(ours["cpu_ms"]["min"], 1)

    def test_clips_of_all_sizes_have_about_equal_total_pixels(self):
        frames = {name: speed.frames_of(clips.Clip(name, pathlib.Path(), *size), 24)
                  for name, size in clips.SIZES.items()}
        self.assertEqual(frames, {"480p": 121, "720p": 54, "1080p": 24, "4K": 6, "8K": 2})

    def test_tonemapx_and_its_peers_run_in_one_ffmpeg(self):
        clip = clips.Clip("phone", pathlib.Path("phone.nut"), 40, 25)
        programs = {}

        def cost(_clip, _frames, chain, limits):
            programs[chain.split("=")[0]] = limits.program
            return speed.Usage(1, 1, 1)
        arguments = argparse.Namespace(rounds=1, frames=1)
        with mock.patch.object(speed, "cost", cost), \
                mock.patch.object(clips, "SOURCES", {"phone": lambda: clip, "hostile": None}), \
                mock.patch.dict(os.environ, {"TONEMAPX_FFMPEG": "/opt/ffmpeg"}):
            rows = speed.part_peers(arguments)
        self.assertEqual(programs, dict.fromkeys(("null", "zscale", "tonemapx", "tonelift"), "/opt/ffmpeg"))
        self.assertEqual(len(rows), 2 + len(speed.TONEMAPX) + len(speed.BESIDE_TONEMAPX))
        with mock.patch.dict(os.environ, clear=True), self.assertRaisesRegex(SystemExit, "TONEMAPX"):
            speed.part_peers(arguments)

    def test_tables_have_a_line_for_each_row(self):
        rows = [{"clip": "phone", "width": 40, "height": 25, **row}
                for row in speed.figures(USAGES, PIXELS, "peer")]
        table = speed.table_of(rows)
        self.assertEqual(len(table), 2 + len(rows))
        self.assertEqual({line.count("|") for line in table}, {8})
        self.assertIn("`ours` | 1.0 / 1.0 / 1.0 | 1.0 / 1.5 / 2.0 |", table[3])

    def test_memory_has_its_own_table(self):
        table = speed.table_of([{"size": "4K", "chain": "tonelift", "mib": 60.0, "code_mib": 4.0,
                                 "frames": 2.36}])
        self.assertEqual(table[2], "| 4K | `tonelift` | 60.0 | 4.0 | 2.4 |")


class Plot(unittest.TestCase):
    def drawn(self, chains):
        figures = {"machine": {"processor": "A & B", "date": "2026-01-01", "commit": "abc"},
                   "rounds": 3, "sizes": rows_of_sizes(chains)}
        return xml.etree.ElementTree.fromstring("\n".join(plot.drawing(figures)))

    def test_plot_has_a_line_for_each_chain_within_the_axes(self):
        lines = self.drawn(["no filter", "hable", "ours"]).findall("{*}polyline")
        self.assertEqual(len(lines), 2)
        for line in lines:
            places = [tuple(map(float, point.split(","))) for point in line.get("points").split()]
            self.assertEqual(len(places), len(clips.SIZES))
            for x, y in places:
                self.assertTrue(plot.LEFT <= x <= plot.WIDTH - plot.RIGHT, x)
                self.assertTrue(plot.TOP <= y <= plot.HEIGHT - plot.BOTTOM, y)
            self.assertEqual(places, sorted(places), "larger pictures are slower, and lower")

    def test_labels_do_not_overlap(self):
        places = sorted(plot.spaced({"a": 100, "b": 101, "c": 90}).values())
        self.assertEqual(places, [90, 107, 124])

    def test_plot_names_the_machine(self):
        words = " ".join(node.text for node in self.drawn(["ours"]).findall("{*}text"))
        self.assertIn("A & B, 2026-01-01, commit abc; median of 3 rounds", words)


class Patterns(unittest.TestCase):
    FIGURES = {"device": "A & B", "width": 4, "height": 2, "frames": 8, "turns": 21, "rows": [
        {"pattern": "convolution", "radius": radius, "variant": variant, "us": us * radius}
        for radius in (1, 5, 6)
        for variant, us in (("copy", 2), ("direct", 8), (f"unrolled, tuned: {radius}x8", 4))] + [
        {"pattern": "scan", "radius": 0, "variant": "copy", "us": 3},
        {"pattern": "scan", "radius": 0, "variant": "ours", "us": 6}]}

    def drawn(self, way):
        return xml.etree.ElementTree.fromstring("\n".join(way(self.FIGURES)))

    def test_a_line_goes_through_all_radii_for_any_best_block_size(self):
        lines = self.drawn(patterns.radii).findall("{*}polyline")
        self.assertEqual([len(line.get("points").split()) for line in lines], [3, 3, 3])

    def test_bars_omit_copies(self):
        bars = self.drawn(patterns.bars).findall("{*}rect")[1:]
        self.assertEqual(len(bars), 2 + 2 + 1)
        widths = [float(bar.get("width")) for bar in bars]
        self.assertEqual(widths[0], patterns.PLOT, "4 copies are the most")
        self.assertEqual(widths[1], widths[4], "both take 2 copies")
        self.assertLess(widths[1], widths[0])

    def test_table_has_the_gain_over_the_simplest_variant(self):
        table = "\n".join(patterns.table(self.FIGURES)).splitlines()
        self.assertIn("| convolution, radius 5 | unrolled, tuned: 5x8 | 20 | 2 | 2.00 |", table)
        self.assertIn("| scan | ours | 6 | 2 | 1.00 |", table)
        self.assertNotIn("radius 6", "".join(table))


if __name__ == "__main__":
    unittest.main()
