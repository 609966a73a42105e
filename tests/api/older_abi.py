#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Prints a C header for an ABI list: older_abi.py LIST

The header declares the structs, numbers and functions of a list such as abi.txt. The list has
offsets and sizes, but no types. So a field of 4 or 8 bytes becomes a union of the types that have
its size. A larger field becomes an array of such unions.
"""

import argparse
import pathlib

HEAD = """\
// Made by older_abi.py.
#pragma once
#include <cstddef>
#include <cstdint>
union older_4 { int integer; float number; };
union older_8 { double number; const void* pointer; void* writable; int64_t integer; };"""


def declaration(name, size):
    width = 8 if size % 8 == 0 else 4
    count = size // width
    return f"older_{width} {name}" + (f"[{count}]" if count > 1 else "")


def struct(name, size, fields):
    end, lines, holes = 0, [], 0
    for field, offset, length in [*fields, (None, size, 0)]:
        if offset > end:
            lines.append(f"    char hole_{holes}[{offset - end}];")
            holes += 1
        if field:
            lines.append(f"    {declaration(field, length)};")
        end = offset + length
    checks = [f'static_assert(offsetof({name}, {field}) == {offset}, "");' for field, offset, _ in fields]
    return [f"struct {name} {{", *lines, "};", f'static_assert(sizeof({name}) == {size}, "");', *checks]


def header(text):
    sizes, fields, numbers, functions = {}, {}, [], []
    for kind, *words in (line.split() for line in text.splitlines()[1:]):
        if kind == "struct":
            sizes[words[0]] = int(words[1])
        elif kind == "field":
            fields.setdefault(words[0], []).append((words[1], int(words[2]), int(words[3])))
        elif kind == "number":
            numbers.append((words[0], words[1]))
        elif kind == "function":
            functions.append(words[0])
    yield HEAD
    for name, size in sizes.items():
        yield from struct(name, size, fields[name])
    yield "enum {"
    yield from (f"    {name} = {number}," for name, number in numbers)
    yield "};"
    yield "constexpr const char* older_functions[] = {"
    yield from (f'    "{name}",' for name in functions)
    yield "};"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=pathlib.Path, metavar="TEXT")
    print("\n".join(header(parser.parse_args().text.read_text())))


if __name__ == "__main__":
    main()
