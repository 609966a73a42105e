// SPDX-License-Identifier: BSD-2-Clause
//
// An intermediate form of a point program. It is made from the instructions, before rows are
// allocated and loops are chosen.
#pragma once

#include <vector>

#include "kernels/point/point.h"

namespace tonelift {

constexpr int before_all = -1;

// A value of a program: a number per pixel, or one number for all pixels. `entry` is the index of
// its address in the address table, which is unknown as long as the value is a row. `first` is the
// index of the draft that defines the value. `last` is the index of the last draft that reads it.
struct DraftValue {
    PreparedProgram::Fixed::Kind kind;
    int entry = -1;
    int first = before_all;
    int last = before_all;
    bool block = false;        // values from outside only: whether it is one number for all pixels
    bool in_register = false;  // the value is only used within a group, so that it needs no row
    bool shared() const {
        using Kind = PreparedProgram::Fixed::Kind;
        return block || kind == Kind::constant || kind == Kind::uniform;
    }
};

// A loop whose operands are not resolved yet. in, out: indices of values. memory: index of an entry
// of the address table, or -1. buffer: index of a buffer, or -1 if the program only reads the
// buffer; accesses to a buffer keep their order. group: the drafts, in order, that share a loop of
// machine code; in and out are then the live-in and live-out values of the group.
struct Draft {
    Op op{};
    MemoryLoop memory_loop = MemoryLoop::count_;
    std::vector<int> in;
    std::vector<int> out;
    int memory = -1;
    int buffer = -1;
    std::vector<Draft> group{};
    uint16_t component = 0;  // component of load_codes
};

}  // namespace tonelift
