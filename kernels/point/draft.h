// SPDX-License-Identifier: BSD-2-Clause
//
// An intermediate form of a program, before registers and loops are chosen.
#pragma once

#include <vector>

#include "kernels/point/point.h"

namespace tonelift {

constexpr int before_all = -1;

// A number per pixel, or one number for all pixels. `first` is the instruction that defines it, and
// `last` is the last one that reads it.
struct DraftValue {
    PreparedProgram::Fixed::Kind kind;
    int entry = -1;
    int first = before_all;
    int last = before_all;
    bool block = false;        // only for values of the caller: whether it is one number for all
                               // pixels
    bool in_register = false;  // only used within a loop of machine code
    bool shared() const {
        using Kind = PreparedProgram::Fixed::Kind;
        return block || kind == Kind::constant || kind == Kind::uniform;
    }
};

// An instruction, or a group of instructions that share a loop of machine code. in, out: indices of
// values. memory: index in the address table, or -1. buffer: a plane whose loads and stores must
// keep their order, or -1.
struct Draft {
    Op op{};
    MemoryLoop memory_loop = MemoryLoop::count_;
    std::vector<int> in;
    std::vector<int> out;
    int memory = -1;
    int buffer = -1;
    std::vector<Draft> group{};
    uint16_t component = 0;
};

}  // namespace tonelift
