#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Predicts people's opinion of SDR renderings of HDR pictures.

    people.py score HDR SDR...        prints figure and features of renderings, such as PNG files
    people.py looks --look tonelift --look tonelift=strength=0.5 --look hable HDR...
                                      renders each HDR with filter chains, hable or libplacebo
    people.py study [--fit] HDR...    repeats the settings of a public study and compares scores

HDR is a PQ or HLG picture or clip, an OpenEXR or Radiance file, or a JPEG with a gain map. A folder
means all such files in it. The script needs python3 with NumPy and SciPy, and FFmpeg.
docs/development/quality.md states how well the prediction agrees with people."""

import argparse
import pathlib
import sys

try:
    import numpy as np

    import combination
    import features
    import light
    import render
    import study
    from light import Unreadable
except ModuleNotFoundError as missing:
    sys.exit(f"{missing}: on Debian run scripts/install-dependencies, then /usr/bin/python3 FILE")

ROOT = pathlib.Path(__file__).resolve().parents[3]
KINDS = {".exr", ".hdr", ".avif", ".jpg", ".jpeg", ".mkv", ".mp4", ".mov", ".y4m"}
NO_UNIT = {".exr", ".hdr"}


def files_of(paths):
    for path in map(pathlib.Path, paths):
        inside = sorted(p for p in path.rglob("*") if p.suffix.lower() in KINDS)
        yield from inside if path.is_dir() else [path]


def light_of(path, args):
    result = light.hdr_light(path, args.transfer, args.primaries, args.frame)
    average = args.log_average or (20 if path.suffix.lower() in NO_UNIT else 0)
    return light.exposed(result, average) if average > 0 else result


def pictures(args):
    for path in files_of(args.hdr):
        try:
            yield path, light_of(path, args)
        except Unreadable as reason:
            print(f"left out: {reason}", file=sys.stderr)


def table(rows):
    names = list(next(iter(rows.values())))
    width = max(len(name) for name in rows)
    print(" " * width, *(f"{name:>9}" for name in names))
    for name, row in rows.items():
        print(f"{name:{width}}", *(f"{row[feature]:9.3f}" for feature in names))


def scored(source, codes, weights):
    found = features.measured(source, codes)
    return {"figure": combination.figure(features.penalties(found), weights), **found}


def score(args):
    weights = combination.stored()
    args.hdr = [args.reference]
    path, reference = next(pictures(args), (None, None))
    if path is None:
        sys.exit(1)
    source, rows = features.Source(reference), {}
    for rendering in args.renderings:
        codes = light.sdr_codes(rendering)
        if codes.shape != reference.shape:
            sys.exit(
                f"{rendering}: {codes.shape[1]}x{codes.shape[0]} where {path} is "
                f"{reference.shape[1]}x{reference.shape[0]}: render the whole picture"
            )
        rows[rendering] = scored(source, codes, weights)
    table(rows)


def looks(args):
    weights = combination.stored()
    sums, count = {}, 0
    for path, picture in pictures(args):
        picture = picture[: picture.shape[0] // 2 * 2, : picture.shape[1] // 2 * 2]
        source = features.Source(picture)
        rows = {}
        for look in args.look:
            program = "ffmpeg" if look in render.OTHERS else args.ffmpeg
            rows[look] = scored(source, render.rendered(picture, look, program), weights)
        count += 1
        for look, row in rows.items():
            for name, value in row.items():
                sums.setdefault(look, {}).setdefault(name, []).append(value)
        print(
            f"{path.name:44}", *(f"{rows[look]['figure']:6.1f}" for look in args.look), flush=True
        )
    if count:
        print(f"\nmean of {count}")
        table({look: {k: float(np.nanmean(v)) for k, v in row.items()} for look, row in sums.items()})


def repeat_study(args):
    study.run(list(pictures(args)), args.fit, args.cache)


def parsed():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--transfer", help="of a file without a tag: smpte2084 or arib-std-b67")
    common.add_argument("--primaries", help="of the same: bt2020, smpte432 (Display P3) or bt709")
    common.add_argument(
        "--log-average",
        type=float,
        default=0,
        metavar="NITS",
        help="scale the light to it; default: 20 for OpenEXR and Radiance, "
        "-1: the light as it is, where 1.0 is 203 cd/m2",
    )
    common.add_argument("--frame", type=int, default=0, help="of a clip, from 0")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("score", parents=[common], help="figure of renderings")
    command.add_argument("reference")
    command.add_argument("renderings", nargs="+")
    command.set_defaults(run=score)
    command = commands.add_parser("looks", parents=[common], help="renders and scores")
    command.add_argument("hdr", nargs="+")
    command.add_argument("--look", action="append", required=True, metavar="CHAIN")
    command.add_argument("--ffmpeg", default=str(ROOT / "scripts/ffmpeg"))
    command.set_defaults(run=looks)
    command = commands.add_parser("study", parents=[common], help="repeats the public study")
    command.add_argument("hdr", nargs="+")
    command.add_argument("--fit", action="store_true", help="write weights.json anew")
    command.add_argument("--cache", metavar="FILE", help="keep what was measured, and use it")
    command.set_defaults(run=repeat_study)
    return parser.parse_args()


if __name__ == "__main__":
    arguments = parsed()
    try:
        arguments.run(arguments)
    except Unreadable as reason:
        sys.exit(f"people.py: {reason}")
