// SPDX-License-Identifier: BSD-2-Clause
// Describes the memory layout of the public structs. Tests compare this description with abi.txt.
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
    std::vector<Field> fields;
};

const std::map<std::string, Struct>& structs();

std::vector<std::string> layout_lines();

}  // namespace tonelift
