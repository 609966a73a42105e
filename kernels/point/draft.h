// SPDX-License-Identifier: BSD-2-Clause
//
// A point program during its conversion to loops over rows of pixels, before rows are allocated.
#pragma once

#include <vector>

#include "kernels/point/point.h"

namespace tonelift {

constexpr int before_all = -1;

// A value: one number per pixel, or one number for all pixels. entry is known from the start unless
// the value is a row. first and last: the draft that defines the value, and the last one that reads
// it.
struct DraftValue {
    PreparedProgram::Fixed::Kind kind;
    int entry = -1;
    int first = before_all;
    int last = before_all;
    bool block = false;        // outside values only: one number for all pixels
    bool in_register = false;  // the value stays inside a group, so that it needs no row
    bool shared() const {
        using Kind = PreparedProgram::Fixed::Kind;
        return block || kind == Kind::constant || kind == Kind::uniform;
    }
};

// A loop whose operands are not resolved yet. in and out: values. memory: an entry, or -1. buffer:
// a buffer of the plan, or -1 if the program only reads it; accesses to one buffer keep their
// order. group: the drafts that share one loop of machine code, in order; in and out are then the
// live-in and live-out values of the group.
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
