#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes scripts as rows of {name, source} for algorithms.cpp: embed.py OUTPUT SCRIPT..."""
import pathlib
import sys


def literal(text):
    # Each line becomes a literal of its own, because compilers limit the length of one literal.
    return "\n".join(f'    R"tl({line}\n)tl"' for line in text.splitlines())


rows = [f'{{"{path.stem}",\n{literal(path.read_text())}}},\n' for path in map(pathlib.Path, sys.argv[2:])]
pathlib.Path(sys.argv[1]).write_text("".join(rows))
