#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Converts logs of gpu_bench to a file for bench/results, and prints the file.

    bench/read_gpu_log.py --date 2026-11-25 --commit 1a2b3c4 LOG ... >
    bench/results/2026-11-25-h200.json

Each LOG is results/real_frames.log or results/real_frames_presets.log of a run of the bundle that
scripts/gpu-bundle makes. If several logs measure the same case, the file has the minimum, the
median and the maximum of their figures.
"""

import argparse
import json
import pathlib
import re
import statistics
import sys

HEAD = re.compile(r"^(?P<device>.+): (?P<look>\S+), p010le to nv12 on the device, ")
LINE = re.compile(r"^(?P<size>\S+)\s+batch\s+(?P<batch>\d+)\s+(?P<fps>\d+) fps ")
SIZES = {"854x480": "480p", "1280x720": "720p", "1920x1080": "1080p", "3840x2160": "4K", "7680x4320": "8K"}


def measured(text):
    device, look, found = None, None, []
    for line in text.splitlines():
        if " on the device, " in line:
            head = HEAD.match(line)
            device, look = (head["device"], head["look"]) if head else (device, None)
        elif look and (row := LINE.match(line)):
            size = SIZES.get(row["size"], row["size"])
            found.append(((look, size, int(row["batch"])), int(row["fps"])))
    return device, found


def summary(values):
    if len(values) == 1:
        return {"median": values[0]}
    return {"min": min(values), "median": statistics.median(values), "max": max(values)}


def result_of(texts, date, commit):
    devices, runs = set(), {}
    for text in texts:
        device, found = measured(text)
        devices.add(device)
        for key, fps in found:
            runs.setdefault(key, []).append(fps)
    if not runs:
        raise ValueError("no line of gpu_bench about P010 to NV12")
    if len(devices) != 1:
        raise ValueError(f"figures of more than one device: {', '.join(sorted(map(str, devices)))}")
    rows = [{"look": look, "size": size, "batch": batch, "fps": summary(values)}
            for (look, size, batch), values in runs.items()]
    rounds = {"rounds": min(map(len, runs.values()))} if len(next(iter(runs.values()))) > 1 else {}
    return {"machine": {"processor": devices.pop(), "date": date, "commit": commit},
            "command": "gpu_bench --frames FOLDER of the bundle", **rounds, "gpu": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--date", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("logs", nargs="+", type=pathlib.Path, metavar="LOG")
    arguments = parser.parse_args()
    try:
        result = result_of([log.read_text() for log in arguments.logs], arguments.date, arguments.commit)
    except ValueError as error:
        sys.exit(f"read_gpu_log.py: {error}")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
