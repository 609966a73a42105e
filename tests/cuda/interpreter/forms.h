// SPDX-License-Identifier: BSD-2-Clause
// Tables of the PTX instructions that the interpreter supports, by their full names. Any other
// instruction is an error.
#pragma once

#include <string>
#include <unordered_map>

#include "tests/cuda/interpreter/machine.h"

namespace tonelift::interpreter {

using Forms = std::unordered_map<std::string, Form>;

void add_integer_forms(Forms& forms);
void add_float_forms(Forms& forms);
void add_approximate_forms(Forms& forms);
void add_conversion_forms(Forms& forms);
void add_half_forms(Forms& forms);
void add_memory_forms(Forms& forms);
void add_control_forms(Forms& forms);

inline void add(Forms& forms, const std::string& name, Handler run) { forms[name].run = run; }

template <typename To, typename From, auto f, size_t... I>
void apply(Thread& thread, const Instruction& instruction, std::index_sequence<I...>) {
    thread.set<To>(instruction.operands[0],
                   static_cast<To>(f(thread.get<From>(instruction.operands.at(I + 1))...)));
}
template <typename To, typename From, int inputs, auto f>
void computed(Thread& thread, const Instruction& instruction) {
    apply<To, From, f>(thread, instruction, std::make_index_sequence<inputs>());
}

}  // namespace tonelift::interpreter
