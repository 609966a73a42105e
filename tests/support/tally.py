#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Counts the results of a run of scripts/test.

RESULTS has one folder per part. The folder contains Meson's log of the part's tests (PART.json) and
reports of GoogleTest and pytest (*.xml). If the part could not be built, the folder contains a file
"broken". Each test case of a GoogleTest program counts as a test, and any other program counts as one
test. Prints the figures of the quality tests and the names of failed and skipped tests. The last line
is "N passed, N failed, N skipped". The exit status is 1 if a test failed or no test ran.
"""

import argparse
import collections
import json
import re
import sys
import xml.etree.ElementTree as xml
from pathlib import Path


def outcome(case):
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    if case.get("result") == "skipped" or case.find("skipped") is not None:
        return "skipped"
    return "passed" if case.get("status", "run") == "run" else None


def of_googletest(part):
    found = collections.defaultdict(list)
    for report in sorted(part.glob("*.xml")):
        for case in xml.parse(report).iter("testcase"):
            result = outcome(case)
            if result:
                found[report.stem].append((result, f"{case.get('classname')}.{case.get('name')}"))
    return found


def of_meson(part):
    names = {"OK": "passed", "EXPECTEDFAIL": "passed", "SKIP": "skipped"}
    for log in sorted(part.glob("*.json")):
        for line in log.read_text().splitlines():
            test = json.loads(line)
            programs = [Path(word).name for word in test["command"][:2]]
            shard = re.search(r"_\d+$", test["name"])
            reports = [program + (shard[0] if shard else "") for program in programs]
            yield names.get(test["result"], "failed"), test["name"], reports


def of_tests(part):
    cases = of_googletest(part)
    for result, test, reports in of_meson(part):
        reported = [case for report in reports for case in cases.pop(report, [])]
        for outcome_of_case, case in reported:
            yield test, outcome_of_case, case
        crashed = result == "failed" and not any(r == "failed" for r, _ in reported)
        if crashed or not reported:
            yield test, result, f"{test} (as a whole)" if reported else test
    for report, reported in cases.items():
        for outcome_of_case, case in reported:
            yield report, outcome_of_case, case
    if (part / "broken").exists():
        yield "build", "failed", f"{part.name}: could not be built or run"


def tables_of_figures(part):
    """Yields (name of the test, its table of figures) for each quality test of a part."""
    for log in sorted(part.glob("*.json")):
        for line in log.read_text().splitlines():
            test = json.loads(line)
            name = test["name"].split(" / ")[-1]
            said = test.get("stdout") or ""
            if name in ("quality", "look") and "\nfigure " in said:
                yield name, said[said.index("\nfigure ") :].split("\n[==")[0]


def main():
    total = collections.Counter()
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, metavar="RESULTS")
    parts = sorted(p for p in parser.parse_args().results.iterdir() if p.is_dir())
    for part in parts:
        for _, table in tables_of_figures(part):
            print(table)
    for part in parts:
        for _, result, name in of_tests(part):
            total[result] += 1
            if result != "passed":
                print(f"{result}: {part.name}: {name}")
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    sys.exit(1 if total["failed"] or not total["passed"] else 0)


if __name__ == "__main__":
    main()
