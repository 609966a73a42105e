// SPDX-License-Identifier: BSD-2-Clause
//
// Queries on point programs and frame operations.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>

#include "kernels/evaluate.h"
#include "kernels/pass.h"

namespace tonelift {

inline bool program_has(const PointProgram& program, Op op) {
    return std::any_of(program.code.begin(), program.code.end(),
                       [&](const Instruction& instruction) { return instruction.op == op; });
}

inline bool program_has(const PointProgram& program, Op op, int index) {
    return std::any_of(program.code.begin(), program.code.end(),
                       [&](const Instruction& i) { return i.op == op && i.index == index; });
}

inline size_t operations_of(const PointProgram& program, Op op) {
    return static_cast<size_t>(std::ranges::count(program.code, op, &Instruction::op));
}

// Returns the instruction that computes a value, or null if there is none.
inline const Instruction* definition_of(const PointProgram& program, uint16_t value) {
    const auto found = std::ranges::find_if(program.code, [&](const Instruction& instruction) {
        const auto outputs = static_cast<size_t>(operation_info(instruction.op).outputs);
        const auto out = std::span(instruction.out).first(outputs);
        return std::ranges::find(out, value) != out.end();
    });
    return found == program.code.end() ? nullptr : &*found;
}

inline bool is_result_of(const PointProgram& program, const Operand& operand, Op op) {
    if (operand.kind != Operand::Kind::value) return false;
    const Instruction* const definition = definition_of(program, operand.index);
    return definition != nullptr && definition->op == op;
}

inline bool program_has_only(const PointProgram& program, std::initializer_list<Op> ops) {
    return std::all_of(program.code.begin(), program.code.end(), [&](const Instruction& i) {
        return std::find(ops.begin(), ops.end(), i.op) != ops.end();
    });
}

// Returns the indices of the planes that an instruction reads.
inline std::vector<int> buffers_read(const Plan& plan, const Instruction& instruction) {
    if (instruction.op == Op::load_buffer) return {instruction.index};
    if (instruction.op != Op::load_upsampled) return {};
    const Upsampling& upsampling = plan.upsamplings.at(instruction.index);
    if (upsampling.kind != ResampleKind::joint) return {upsampling.value};
    return {upsampling.value, upsampling.guide};
}

// Returns whether a frame operation computes a uniform.
inline bool gives(const FrameOperation& operation, int uniform) {
    return operation.result == uniform ||
           program_has(operation.program, Op::store_uniform, uniform);
}

}  // namespace tonelift
