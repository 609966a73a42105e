#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes a C++ file that contains SPIR-V modules as arrays of words."""
import argparse
import array


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", metavar="OUTPUT")
    parser.add_argument("modules", nargs="*", metavar="NAME=FILE")
    arguments = parser.parse_args()
    lines = ['#include "kernels/vulkan/emit/core_modules.h"', "namespace tonelift::vulkan {",
             "namespace {"]
    entries = []
    for module in arguments.modules:
        name, path = module.split("=", 1)
        with open(path, "rb") as file:
            words = array.array("I", file.read())
        lines.append(f"constexpr uint32_t {name}_words[] = {{{','.join(map(str, words))}}};")
        entries.append(f'    {{"{name}", {name}_words}},')
    lines += ["constexpr CoreModule modules[] = {", *entries, "};", "}  // namespace",
              "std::span<const CoreModule> core_modules() { return modules; }",
              "}  // namespace tonelift::vulkan", ""]
    with open(arguments.output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
