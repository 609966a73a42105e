#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Prints a table of the integration tests' results with each release of FFmpeg.

The name of a FOLDER is a release. The folder contains results in the form that tally.py reads. Each cell of the table
contains the numbers of tests that passed, failed and were skipped. The exit status is 1 if a test failed or no test
ran.
"""

import argparse
import collections
import sys
from pathlib import Path

import tally

OUTCOMES = ("passed", "failed", "skipped")


def show(name, cells):
    print(f"{name:24}" + "".join(f"{cell:>14}" for cell in cells))


def cell(count):
    return "/".join(str(count[outcome]) for outcome in OUTCOMES) if count else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", nargs="*", type=Path, metavar="FOLDER")
    releases = parser.parse_args().releases
    counts = collections.defaultdict(lambda: [collections.Counter() for _ in releases])
    for column, release in enumerate(releases):
        for test, result, name in tally.of_tests(release):
            counts[test.split(" / ")[-1]][column][result] += 1
            if result == "failed":
                print(f"failed: FFmpeg {release.name}: {name}")
    totals = [sum((row[column] for row in counts.values()), collections.Counter())
              for column in range(len(releases))]
    show("passed/failed/skipped", [release.name for release in releases])
    for test, row in sorted(counts.items()):
        show(test, [cell(count) for count in row])
    show("all", [cell(total) for total in totals])
    bad = any(total["failed"] or not total["passed"] for total in totals)
    sys.exit(1 if bad or not totals else 0)


if __name__ == "__main__":
    main()
