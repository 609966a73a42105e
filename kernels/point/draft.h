// SPDX-License-Identifier: BSD-2-Clause
//
// A point program on its way to loops over rows of pixels: what is decided before rows are
// allocated.
#pragma once

#include <vector>

#include "kernels/point/point.h"

namespace tonelift {

constexpr int before_all = -1;

// A value: a number per pixel, or one that all pixels share. entry is known at once for all but
// rows. first and last: the drafts that define it and read it last.
struct DraftValue {
    PreparedProgram::Fixed::Kind kind;
    int entry = -1;
    int first = before_all;
    int last = before_all;
    bool block = false;        // outside: one number for all pixels
    bool in_register = false;  // of a group, where nobody else reads it
    bool shared() const {
        using Kind = PreparedProgram::Fixed::Kind;
        return block || kind == Kind::constant || kind == Kind::uniform;
    }
};

// A loop before its operands are resolved: in and out are values, memory an entry (or -1) and
// buffer that of the plan which it is, or -1 for one that the program only reads: what touches one
// buffer keeps its order. A group: the drafts that one loop of machine code
// does, in their order; in and out are then the values that cross its border.
struct Draft {
    Op op{};
    MemoryLoop memory_loop = MemoryLoop::count_;
    std::vector<int> in;
    std::vector<int> out;
    int memory = -1;
    int buffer = -1;
    std::vector<Draft> group{};
    uint16_t component = 0;  // of load_codes
};

}  // namespace tonelift
