#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests how the farm cuts a film into pieces and rewrites filter chains for them."""

import os
import re
import unittest
from fractions import Fraction

from farm_support import FilterTest, main, pictures
from ffmpeg_support import source
from tonelift_farm import FarmError
from tonelift_farm.chain import behind, check_chain, measuring, smoothing_of, with_files, with_stats
from tonelift_farm.film import Film
from tonelift_farm.plan import instruction_set, lead_in_of, pinned_set
from tonelift_farm.work import check_instruction_set


class Cuts(unittest.TestCase):
    def test_cuts_leave_three_frames_to_each_piece(self):
        """x265 writes wrong decoding times for streams with B frames that have fewer than three
        frames."""
        for count, expected in ((1, [0]), (5, [0]), (6, [0, 3]), (11, [0, 3, 6])):
            film = Film("1", "0", 16, 16, list(range(count)), list(range(count)))
            self.assertEqual(film.cuts(1), expected)

    def test_cuts_lie_at_key_frames_unless_a_piece_becomes_too_long(self):
        film = Film("1", "0", 16, 16, list(range(40)), [0, 12, 36])
        self.assertEqual(film.cuts(10), [0, 12, 22, 36])


class LeadIns(unittest.TestCase):
    def test_lead_ins_have_17_time_constants(self):
        film = Film("1/24", "0", 16, 16, list(range(2400)), [0])
        self.assertEqual(lead_in_of(film, 1200, Fraction(17, 2)), 1200 - 204)
        self.assertEqual(lead_in_of(film, 100, Fraction(17, 2)), 0)

    def test_lead_ins_have_enough_frames_in_a_time_lapse(self):
        film = Film("1", "0", 16, 16, list(range(0, 400, 2)), [0])
        self.assertEqual(lead_in_of(film, 100, Fraction(17, 2)), 100 - 68)

    def test_lead_ins_are_short_for_one_exposure_per_shot(self):
        film = Film("1/24", "0", 16, 16, list(range(2400)), [0])
        self.assertEqual(lead_in_of(film, 1200, Fraction(0)), 1196)
        self.assertEqual(lead_in_of(film, 0, Fraction(0)), 0)


class Filters(unittest.TestCase):
    def test_filters_get_their_statistics_file(self):
        for chain, expected in (
            ("tonelift", "tonelift=stats_file=f:stats=read"),
            ("tonelift=", "tonelift=stats_file=f:stats=read"),
            ("crop=64:64,tonelift@a=vivid", "crop=64:64,tonelift@a=vivid:stats_file=f:stats=read"),
            (
                "tonelift=set='a=1|b=2,3',scale=64:-2",
                "tonelift=set='a=1|b=2,3':stats_file=f:stats=read,scale=64:-2",
            ),
            (
                "[in]tonelift=detail=1[x];[x]null",
                "[in]tonelift=detail=1:stats_file=f:stats=read[x];[x]null",
            ),
            (
                r"tonelift=script=a\,b.tl,null",
                r"tonelift=script=a\,b.tl:stats_file=f:stats=read,null",
            ),
        ):
            self.assertEqual(with_stats(chain, "f", "read"), expected)

    def test_chain_ends_after_tonelift_if_only_statistics_are_needed(self):
        stats = "stats_file=f:stats=measure"
        for chain, expected in (
            ("crop=64:64,tonelift=vivid,scale=64:-2", f"crop=64:64,tonelift=vivid:{stats}"),
            ("[in]tonelift[a];[a]null", f"[in]tonelift={stats}[a];[a]null"),
        ):
            self.assertEqual(measuring(chain, "f"), expected)

    def test_filters_name_one_instruction_set(self):
        best = instruction_set()
        pinned = f"tonelift=device=cpu:cpu={best},null"
        self.assertEqual(pinned_set("tonelift,null"), (pinned, best))
        named = "tonelift=cpu=sse4:device=cpu"
        self.assertEqual(pinned_set("tonelift=cpu=sse4"), (named, "sse4"))
        self.assertEqual(pinned_set("tonelift=device=cuda"), ("tonelift=device=cuda", None))
        for quoted in ("tonelift=device='cpu':cpu='avx2'", "tonelift='device=cpu:cpu=avx2'"):
            self.assertEqual(pinned_set(quoted), (quoted, "avx2"))
        for chain, part in (
            ("tonelift=device=auto", "allowed are cpu and cuda"),
            ("tonelift=device='auto':cpu=sse4", "allowed are cpu and cuda"),
            ("tonelift=cpu=auto", "leave it out"),
            ("tonelift=cpu=2", "not an instruction set"),
        ):
            with self.assertRaisesRegex(FarmError, part):
                pinned_set(chain)
        check_instruction_set("avx2", "avx512")
        check_instruction_set(None, "avx512")
        for wanted, here in (("avx512", "avx2"), ("avx2", "aarch64"), ("aarch64", "avx2")):
            with self.assertRaisesRegex(FarmError, f"has {here}, and the plan was made for"):
                check_instruction_set(wanted, here)

    def test_smoothing_is_parsed_as_in_ffmpeg(self):
        for options, expected in (
            ("", 0.5),
            ("=smoothing=2", 2),
            ("=smoothing=.9", 0.9),
            ("=smoothing=3.", 3),
            ("=detail=2:smoothing='.25'", 0.25),
            ("=smoothing=1:smoothing=2,crop=smoothing=3", 2),
            ("=smoothing=shot", 0),
            ("=smoothing=Shot", 0),
        ):
            self.assertEqual(smoothing_of("tonelift" + options), expected, options)
        for value in ("1/2", "500m", "1e0", "nan", "-1", ""):
            with self.assertRaisesRegex(FarmError, "plain number"):
                smoothing_of(f"tonelift=smoothing={value}")

    def test_statistics_commands_and_a_timeline_are_refused(self):
        check_chain(r"tonelift=script_text='stats=1\:enable=1',drawbox=enable='lt(t,2)'")
        for chain in ("tonelift=stats=read", "tonelift='detail=2:stats_file=f'"):
            with self.assertRaisesRegex(FarmError, "stats_file"):
                check_chain(chain)
        with self.assertRaisesRegex(FarmError, "sendcmd"):
            check_chain("sendcmd=f=c,tonelift")
        with self.assertRaisesRegex(FarmError, "must not have enable"):
            check_chain("tonelift=detail=2:enable='gt(t,9)'")

    def test_trim_is_put_before_the_chain(self):
        self.assertEqual(behind("trim", "tonelift"), "trim,tonelift")
        self.assertEqual(behind("trim", "[in]tonelift[out]"), "trim[in];[in]tonelift[out]")


class Files(FilterTest):
    NAMES = ("plain.tl", "it's.tl", "a:b.tl", "a,b;[c].tl", r"back\slash.tl", "two words.tl", "a=b.tl")

    def setUp(self):
        super().setUp()
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        for name in self.NAMES:
            (self.folder / name).write_text("output input * 0.25;")

    def written(self, name):
        option = re.sub(r"([\\':])", r"\\\1", name)
        yield re.sub(r"([\\',;\[\]])", r"\\\1", option)
        yield "'" + option.replace("'", r"'\''") + "'"

    def test_file_names_become_absolute_paths_that_ffmpeg_parses(self):
        clip = source(count=1)
        dimmed = pictures(*clip, "-vf", "tonelift=script_text='output input * 0.25;'")
        for name in self.NAMES:
            for text in self.written(name):
                with self.subTest(text):
                    chain, files = with_files(f"null,tonelift=detail=2:script={text}:split=0,null")
                    self.assertEqual(list(files), [str(self.folder / name)])
                    os.chdir("/")
                    self.assertEqual(pictures(*clip, "-vf", chain.replace("detail=2:", "")), dimmed)
                    os.chdir(self.folder)

    def test_files_of_other_filters_are_found(self):
        chain, files = with_files("lut3d=plain.tl,tonelift=vivid:detail=2.5")
        self.assertEqual(chain, f"lut3d='{self.folder}/plain.tl',tonelift=vivid:detail=2.5")
        self.assertEqual(list(files), [str(self.folder / "plain.tl")])

    def test_values_that_are_no_files_are_unchanged(self):
        for chain in ("tonelift=set='a=1|b=2.5',scale=64:-2", "[in]tonelift[a];[a]null", "tonelift"):
            self.assertEqual(with_files(chain), (chain, {}))
        for name in ("nosuch.tl", "'it'\\''s not.tl'"):
            with self.assertRaisesRegex(FarmError, "cannot be read"):
                with_files(f"tonelift=script={name}")


if __name__ == "__main__":
    main()
