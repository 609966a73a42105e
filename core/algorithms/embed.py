#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes scripts as rows of {name, source} for algorithms.cpp."""
import argparse
import pathlib


def literal(text):
    # Each line becomes a literal of its own, because compilers limit the length of one literal.
    return "\n".join(f'    R"tl({line}\n)tl"' for line in text.splitlines())


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("output", type=pathlib.Path, metavar="OUTPUT")
parser.add_argument("scripts", type=pathlib.Path, nargs="*", metavar="SCRIPT")
arguments = parser.parse_args()
rows = [f'{{"{path.stem}",\n{literal(path.read_text())}}},\n' for path in arguments.scripts]
arguments.output.write_text("".join(rows))
