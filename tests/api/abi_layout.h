// SPDX-License-Identifier: BSD-2-Clause
//
// The layout of the public structs as compiled. Tests compare it with abi.txt.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace tonelift {

struct Field {
    std::string name;
    size_t offset;
    size_t size;
};

struct Struct {
    size_t size;
    std::vector<Field> fields;  // in declaration order
};

// Returns every public struct by its name.
const std::map<std::string, Struct>& structs();

// Returns the lines of abi.txt for this version.
std::vector<std::string> layout_lines();

}  // namespace tonelift
