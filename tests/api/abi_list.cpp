// SPDX-License-Identifier: BSD-2-Clause
//
// Prints the lines of abi.txt for the ABI of this version.
#include <cstdio>

#include "tests/api/abi_layout.h"

int main() {
    for (const std::string& line : tonelift::layout_lines()) std::puts(line.c_str());
}
