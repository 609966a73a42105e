#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes a C++ file that contains SPIR-V modules as arrays of words.

embed_spirv.py OUTPUT NAME=FILE ...
"""
import array
import sys


def main():
    output = sys.argv[1]
    lines = ['#include "kernels/vulkan/emit/core_modules.h"', "namespace tonelift::vulkan {",
             "namespace {"]
    entries = []
    for argument in sys.argv[2:]:
        name, path = argument.split("=", 1)
        with open(path, "rb") as file:
            words = array.array("I", file.read())
        lines.append(f"constexpr uint32_t {name}_words[] = {{{','.join(map(str, words))}}};")
        entries.append(f'    {{"{name}", {name}_words}},')
    lines += ["constexpr CoreModule modules[] = {", *entries, "};", "}  // namespace",
              "std::span<const CoreModule> core_modules() { return modules; }",
              "}  // namespace tonelift::vulkan", ""]
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
