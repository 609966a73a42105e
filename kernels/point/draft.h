// SPDX-License-Identifier: BSD-2-Clause
//
// An intermediate form of a program. Its instructions have no rows of scratch memory and no loops
// yet.
#pragma once

#include <vector>

#include "kernels/point/point.h"

namespace tonelift {

constexpr int before_all = -1;  // the value exists before the first instruction

// `first` and `last` are the live range of the value: the instruction that computes the value, and
// the last instruction that reads the value.
struct DraftValue {
    PreparedProgram::Fixed::Kind kind;
    int entry = -1;  // index in PixelStrip::at, or -1
    int first = before_all;
    int last = before_all;
    bool block = false;
    bool in_register = false;
    bool shared() const {
        using Kind = PreparedProgram::Fixed::Kind;
        return block || kind == Kind::constant || kind == Kind::uniform;
    }
};

struct Draft;

// A value that is often 0. The first `before` instructions of a list compute the value. For pixels
// where the value is 0, the instructions `rest` run instead of the remaining instructions.
struct ZeroCase {
    int value = -1;  // -1: the list has no such value
    // A uniform that is the upper limit of the value, or -1. If the uniform is 0, the first
    // `before` instructions need not run.
    int limit = -1;
    size_t before = 0;
    std::vector<Draft> rest;
    std::vector<ZeroCase> of_rest;       // the zero case of `rest`, or empty
    std::vector<ZeroCase> of_remaining;  // the zero case of the remaining instructions, or empty
};

// An instruction, or a group of instructions that become one loop of machine code. Drafts that
// access the same plane (`buffer`) keep their order.
struct Draft {
    Op op{};
    MemoryLoop memory_loop = MemoryLoop::count_;
    std::vector<int> in;
    std::vector<int> out;
    int memory = -1;
    int buffer = -1;
    std::vector<Draft> group{};
    uint16_t component = 0;
    bool encodes_share = false;  // a bt1886_encode of light in [0,1], for 8-bit output
    ZeroCase zero{};
};

inline Draft copy_of(int from, int to) { return {Op::min, MemoryLoop::count_, {from, from}, {to}}; }

inline bool is_copy(const Draft& draft) {
    return draft.op == Op::min && draft.memory_loop == MemoryLoop::count_ &&
           draft.in[0] == draft.in[1];
}

}  // namespace tonelift
