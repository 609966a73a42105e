#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Converts figures of the quality tests to a file for bench/results, and prints the file.

    bench/read_quality.py --commit 1a2b3c4 build/results > bench/results/2026-11-25-any.json

Each RUN is the folder build/results of a run of scripts/test, or the output of a test program. If
several runs measure the same figure, the file has the minimum, the median and the maximum.

With --mappers, each RUN is NAME=OUTPUT: the output of quality_tests for the tone mapper NAME, as
scripts/bench quality writes it. --table prints the figures of the tone mappers as a table instead of
a file. With --part photographs, the figures are those of a run with TONELIFT_MEDIA.
"""

import argparse
import json
import pathlib
import re
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[1:1] = [str(ROOT / "bench"), str(ROOT / "tests/support")]
from read_gpu_log import summary  # noqa: E402, the folders are no packages
from tally import tables_of_figures  # noqa: E402

UNITS = ("%", "x", "degrees", "code values", "10-bit codes", "L*", "cd/m2")
ROW = re.compile(r"(?P<figure>\S.*?) +(?P<value>-?\d[\d.]*(?:e[-+]\d+)?)"
                 rf"(?: (?P<unit>{'|'.join(map(re.escape, UNITS))}))?"
                 r" *(?:(?P<bar>[<>]= -?[\d.]+)  .*)?")


def rows_of(text):
    """Yields the rows of a printed table of figures. A printed row has a figure, its value, its
    unit, and its bar, such as "<= 3"."""
    for line in text.splitlines():
        if row := ROW.fullmatch(line):
            yield {key: value for key, value in row.groupdict().items() if value}


def tables_of(run):
    """Yields (name of the test, its table of figures) for a folder of results or an output."""
    if run.is_dir():
        parts = sorted(part for part in run.iterdir() if part.is_dir())
        yield from (table for part in parts for table in tables_of_figures(part))
    else:
        text = run.read_text()
        yield "quality", text[text.index("\nfigure "):] if "\nfigure " in text else ""


def measured(runs):
    rows, values = {}, {}
    for run in runs:
        for test, table in tables_of(run):
            for row in rows_of(table):
                key = (test, re.sub(r", worst: \w+$", ", worst", row["figure"]))
                values.setdefault(key, []).append(float(row.pop("value")))
                rows.setdefault(key, {"test": test, **row})
    if not rows:
        raise ValueError("no run contains a table of figures")
    return [{"test": row.pop("test"), "figure": row.pop("figure"), **spread(values[key]), **row}
            for key, row in rows.items()]


def spread(values):
    return summary(values) if len(set(values)) > 1 else {"median": values[0]}


def of_mappers(runs):
    return {name: measured([pathlib.Path(output)])
            for name, output in (run.split("=", 1) for run in runs)}


def text_table(mappers):
    names = list(mappers)
    values = {name: {row["figure"]: row["median"] for row in rows}
              for name, rows in mappers.items()}
    yield f"{'figure':<60}" + "".join(f"{name:>12}" for name in names)
    for figure in values[names[0]]:
        cells = (values[name].get(figure) for name in names)
        yield f"{figure:<60}" + "".join(f"{'' if cell is None else f'{cell:.3g}':>12}" for cell in cells)


def processor():
    found = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return found[1] if found else "unknown processor"


def written(result):
    """Returns JSON with one line per figure."""
    text = json.dumps(result, indent=1)
    return re.sub(r'\{\s+("test": [^{}]*?)\s+\}',
                  lambda row: "{" + re.sub(r"\n\s*", " ", row[1]) + "}", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commit", help="commit of the measured build")
    parser.add_argument("--date", default=time.strftime("%Y-%m-%d"), help="default: today")
    parser.add_argument("--processor", default=processor(), help="default: this machine's")
    parser.add_argument("--note", help="what else to know about the run, such as versions of the mappers")
    parser.add_argument("--part", default="tests", choices=("tests", "photographs"))
    parser.add_argument("--mappers", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("runs", nargs="+", metavar="RUN")
    arguments = parser.parse_args()
    if not arguments.table and not arguments.commit:
        parser.error("--commit is missing; name the commit of the measured build")
    try:
        if arguments.mappers or arguments.table:
            part, rows = "mappers", of_mappers(arguments.runs)
        else:
            part, rows = arguments.part, measured(map(pathlib.Path, arguments.runs))
    except ValueError as error:
        sys.exit(f"read_quality.py: {error}")
    if arguments.table:
        print("\n".join(text_table(rows)))
        return
    machine = {"processor": arguments.processor, "date": arguments.date, "commit": arguments.commit}
    if arguments.note:
        machine["note"] = arguments.note
    print(written({"machine": machine, part: rows}))


if __name__ == "__main__":
    main()
