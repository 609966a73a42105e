#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests the figures that gpu_bench prints, on a machine without a GPU, with the driver's test
double.

gpu_bench_test.py GPU_BENCH FOLDER_OF_THE_DOUBLE
"""
import math
import os
import re
import subprocess
import sys
import unittest


def bench(*arguments):
    environment = dict(os.environ, LD_LIBRARY_PATH=sys.argv[2], TONELIFT_KERNEL_CACHE="off",
                       TONELIFT_INSTALLED_KERNELS="off")
    run = subprocess.run([sys.argv[1], *arguments], env=environment, check=True, capture_output=True, text=True)
    return run.stdout


class GpuBench(unittest.TestCase):
    def test_one_batch_has_finite_figures(self):
        for runs in ([], ["--runs", "1"], ["--runs", "0"]):
            said = bench(*runs, "faithful", "480p", "2")
            found = re.search(r"^480p +batch +2 +(\S+) fps +(\S+) us a frame +start \d+ ms, "
                              r"kernels: 0 installed, 0 stored, [1-9]\d* compiled$", said, re.MULTILINE)
            self.assertIsNotNone(found, said)
            for figure in found.groups():
                self.assertTrue(math.isfinite(float(figure)), said)
                self.assertGreater(float(figure), 0, said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
