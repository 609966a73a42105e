#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes a C++ file that contains PTX files as strings. HEADER declares ARRAY, of type PtxText, in
namespace tonelift::cuda."""
import argparse


def literal(text):
    """Returns raw string literals that together contain `text`. Compilers limit their length."""
    piece = 8000
    return "\n".join(f'R"PTX({text[i:i + piece]})PTX"' for i in range(0, len(text), piece))


def plain(text):
    """Removes hints for analysis tools that newer versions of nvcc add and older drivers reject."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if '.pragma "used_bytes_mask' not in line)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("output", "header", "array"):
        parser.add_argument(name, metavar=name.upper())
    parser.add_argument("sources", nargs="*", metavar="NAME=FILE")
    arguments = parser.parse_args()
    output, header, array = arguments.output, arguments.header, arguments.array
    sources = [source.split("=", 1) for source in arguments.sources]
    lines = [f'#include "{header}"', "namespace tonelift::cuda {",
             f"const PtxText {array}[] = {{"]
    for name, path in sources:
        with open(path, encoding="utf-8") as file:
            lines.append(f'{{"{name}",\n{literal(plain(file.read()))}}},')
    lines += ["{nullptr, nullptr}};", "}  // namespace tonelift::cuda", ""]
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
