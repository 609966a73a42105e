// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/loaded_buffer.h"

#include <map>

#include "kernels/point/evaluate.h"

namespace tonelift {

// A slot is used again, so what it holds is known only where it is read.
int loaded_buffer(const PointProgram& prologue, int input) {
    std::map<uint16_t, int> held;  // buffer that a slot's value comes from
    for (const Instruction& instruction : prologue.code) {
        if (instruction.op == Op::store_core && instruction.index == input) {
            const Operand& value = instruction.in[0];
            const auto source = held.find(value.index);
            return value.kind == Operand::Kind::slot && source != held.end() ? source->second : -1;
        }
        const bool loads = instruction.op == Op::load_buffer;
        for (int i = 0; i < operation_info(instruction.op).outputs; ++i)
            held[instruction.out[static_cast<size_t>(i)]] = loads ? instruction.index : -1;
    }
    return -1;
}

}  // namespace tonelift
