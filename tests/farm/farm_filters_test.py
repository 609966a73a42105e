#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""How the farm rewrites filter chains: statistics, instruction sets, cuts."""

import unittest

from farm_support import main
from tonelift_farm import FarmError
from tonelift_farm.plan import (
    behind,
    instruction_set,
    measuring,
    pinned_set,
    with_stats,
)
from tonelift_farm.work import check_instruction_set


class Filters(unittest.TestCase):
    def test_get_their_statistics_file(self):
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

    def test_are_cut_where_only_statistics_are_wanted(self):
        stats = "stats_file=f:stats=measure"
        for chain, expected in (
            ("crop=64:64,tonelift=vivid,scale=64:-2", f"crop=64:64,tonelift=vivid:{stats}"),
            ("[in]tonelift[a];[a]null", f"[in]tonelift={stats}[a];[a]null"),
        ):
            self.assertEqual(measuring(chain, "f"), expected)

    def test_name_one_instruction_set(self):
        best = instruction_set()
        pinned = f"tonelift=device=cpu:cpu={best},null"
        self.assertEqual(pinned_set("tonelift,null"), (pinned, best))
        named = "tonelift=cpu=sse4:device=cpu"
        self.assertEqual(pinned_set("tonelift=cpu=sse4"), (named, "sse4"))
        self.assertEqual(pinned_set("tonelift=device=cuda"), ("tonelift=device=cuda", None))
        quoted = "tonelift=device='cpu':cpu='avx2'"
        self.assertEqual(pinned_set(quoted), (quoted, "avx2"))
        for chain, part in (
            ("tonelift=device=auto", "name cpu or cuda"),
            ("tonelift=device='auto':cpu=sse4", "name cpu or cuda"),
            ("tonelift=cpu=auto", "leave out cpu=auto"),
            ("tonelift=cpu=2", "no instruction set"),
        ):
            with self.assertRaisesRegex(FarmError, part):
                pinned_set(chain)
        check_instruction_set("avx2", "avx512")
        check_instruction_set(None, "avx512")
        for wanted, here in (("avx512", "avx2"), ("avx2", "aarch64"), ("aarch64", "avx2")):
            with self.assertRaisesRegex(FarmError, f"has {here}, and the plan was made for"):
                check_instruction_set(wanted, here)

    def test_come_behind_a_trim(self):
        self.assertEqual(behind("trim", "tonelift"), "trim,tonelift")
        self.assertEqual(behind("trim", "[in]tonelift[out]"), "trim[in];[in]tonelift[out]")


if __name__ == "__main__":
    main()
