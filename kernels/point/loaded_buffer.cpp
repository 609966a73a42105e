// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/loaded_buffer.h"

#include <map>

#include "kernels/evaluate.h"

namespace tonelift {
namespace {

// Calls at(instruction, number of the instruction that computed its first operand). Slots are
// reused, so a slot does not identify a value. -1: no instruction did.
template <typename At>
void each_with_source(const PointProgram& program, const At& at) {
    std::map<uint16_t, int> maker;
    for (size_t number = 0; number < program.code.size(); ++number) {
        const Instruction& instruction = program.code[number];
        const auto made = maker.find(instruction.in[0].index);
        const bool slot = instruction.in[0].kind == Operand::Kind::slot && made != maker.end();
        at(instruction, slot ? made->second : -1);
        for (int i = 0; i < operation_info(instruction.op).outputs; ++i)
            maker[instruction.out[static_cast<size_t>(i)]] = static_cast<int>(number);
    }
}

}  // namespace

int loaded_buffer(const PointProgram& prologue, int input) {
    int buffer = -1;
    each_with_source(prologue, [&](const Instruction& instruction, int source) {
        if (instruction.op != Op::store_core || instruction.index != input || source < 0) return;
        const Instruction& made = prologue.code[static_cast<size_t>(source)];
        if (made.op == Op::load_buffer) buffer = made.index;
    });
    return buffer;
}

int stored_buffer(const PointProgram& prologue, int input) {
    int kept = -1, output = -1, buffer = -1;
    each_with_source(prologue, [&](const Instruction& instruction, int source) {
        if (instruction.op != Op::store_core || instruction.index != input) return;
        kept = source;
        output = instruction.in[0].index;
    });
    each_with_source(prologue, [&](const Instruction& instruction, int source) {
        if (instruction.op == Op::store_buffer && source >= 0 && source == kept &&
            instruction.in[0].index == output)
            buffer = instruction.index;
    });
    return buffer;
}

}  // namespace tonelift
